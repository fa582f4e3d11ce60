/* A file of rows (SQLite) that sweeps fill point by point, in several runs or in parallel. After an
 * interruption a row is either complete or missing. The order of rows depends only on the requested
 * sweeps (store_schema.h). */
#ifndef TN_STORE_STORE_H
#define TN_STORE_STORE_H

#include "study/study.h"

struct tn_store;

/* Opens a store for writing; creates it if the file is missing or empty. Returns NULL and *error:
 * usage if it is not a store of this version, otherwise it cannot be written. Transfer full. */
struct tn_store *tn_store_open(const char *file, GError **error);
/* Closes the store; rows that were not flushed are lost. NULL is allowed. */
void tn_store_close(struct tn_store *store);

/* The points to run: a plan, or a part of one. All pointers are borrowed. */
struct tn_store_part {
  const struct tn_study *whole; /* all points of the sweep */
  struct tn_study *study;       /* the points to run now; may be `whole` */
  const guint *numbers;         /* [points of study] number of each in `whole`; NULL if study is
                                   whole */
  const char *command;          /* command line that repeats the sweep */
  bool has_ranges;              /* true if rows get `low` and `high` */
  int n_jitter;                 /* runs for `jitter_low` and `jitter_high`; 0 without them */
  bool only_looks;              /* true to change nothing in the file; points with rows are still
                                   marked */
};

/* Rows of the points that the store had before. */
struct tn_store_news {
  guint n_kept;     /* rows that are valid */
  guint n_program;  /* rows by another program, now outdated */
  guint n_platform; /* rows of a changed platform, now outdated */
  guint n_inputs;   /* rows with other inputs that columns do not show (key.h), now outdated */
  char *program;    /* name of such a program, or NULL; owned */
  char *platform;   /* name of such a platform, or NULL; owned */
};
void tn_store_news_clear(struct tn_store_news *news);

/* Enters the points of the sweep. Points of the study that have a row, or occur twice, are marked
 * TN_KEPT. Rows of the same points by another program or with other values become outdated; they
 * stay in the file and are valid again when requested again. Failed points are tried again. Returns
 * false and *error: usage if two different points of the sweep have the same row. */
bool tn_store_begin(struct tn_store *store, const struct tn_store_part *part,
                    struct tn_store_news *ret, GError **error);

/* Stores the outcome of point i of the study, done or failed; tn_store_flush makes it permanent.
 * Keeps an existing row of another process. Returns false and *error if it cannot be written;
 * unflushed outcomes are then lost. */
bool tn_store_put(struct tn_store *store, guint i, GError **error);
bool tn_store_flush(struct tn_store *store, GError **error);

/* Flushes and closes the file and checks that the rows are in it: the file may have been deleted,
 * replaced or truncated. Returns false and *error. Only tn_store_close may follow. */
bool tn_store_finish(struct tn_store *store, GError **error);

#endif
