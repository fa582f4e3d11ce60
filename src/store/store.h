/* Rows in a file (SQLite) that sweeps fill point by point, in several runs or in parallel. After an
 * interruption each row is complete or missing. The order of rows depends only on the requested
 * sweeps (store_schema.h). */
#ifndef TN_STORE_STORE_H
#define TN_STORE_STORE_H

#include "study/study.h"

struct tn_store;

/* Opens or creates a store for writing. Returns NULL and *error: a usage error if the file is not a
 * store of this version, another error if it cannot be written. Transfer full. */
struct tn_store *tn_store_open(const char *file, GError **error);
/* Closes the store (may be NULL). Rows not flushed are lost. */
void tn_store_close(struct tn_store *store);

/* A plan or a part of one. All pointers are borrowed. */
struct tn_store_part {
  const struct tn_study *whole; /* all points of the sweep */
  struct tn_study *study;       /* points to run now; may be `whole` */
  const guint *numbers;         /* [points of study] index in `whole`; NULL if `study` is `whole` */
  const char *command;          /* command line that repeats the sweep */
  bool has_ranges;              /* true if rows get `low` and `high` */
  int n_jitter;                 /* number of runs for `jitter_low` and `jitter_high`; 0 if rows
                                 * do not have these columns */
  bool only_looks;              /* true to leave the file unchanged and only mark points */
};

/* Numbers of rows that the store already had. */
struct tn_store_prior {
  guint n_kept;     /* number of rows that are valid */
  guint n_program;  /* rows by another program, now outdated */
  guint n_platform; /* rows of a changed platform, now outdated */
  guint n_inputs;   /* number of rows with other inputs that columns do not show (key.h), which
                     * are outdated now */
  char *program;    /* one of these programs, or NULL; owned */
  char *platform;   /* one of these platforms, or NULL; owned */
};
void tn_store_prior_clear(struct tn_store_prior *prior);

/* Enters the sweep's points. Points that have a row or occur twice are marked TN_KEPT. Their rows
 * by another program or with other values become outdated: they stay in the file and are valid
 * again if requested again. Failed points run again. Returns false and *error: usage if two
 * different points of the sweep have the same row. */
bool tn_store_begin(struct tn_store *store, const struct tn_store_part *part,
                    struct tn_store_prior *ret, GError **error);

/* Stores point i, which is done or failed, until tn_store_flush makes it permanent. A row of
 * another process is kept. Returns false and *error if it cannot be written; unflushed outcomes are
 * then lost. */
bool tn_store_put(struct tn_store *store, guint i, GError **error);
bool tn_store_flush(struct tn_store *store, GError **error);

/* Flushes, closes and checks that the file has the rows: it may have been deleted, replaced or
 * truncated. Returns false and *error if not. Only tn_store_close may follow. */
bool tn_store_finish(struct tn_store *store, GError **error);

#endif
