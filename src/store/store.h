/* Stores rows in a file (SQLite), which sweeps fill point by point, in several runs or in parallel.
 * After an interruption each row is either complete or missing. The order of rows depends only on
 * the requested sweeps (store_schema.h). */
#ifndef TN_STORE_STORE_H
#define TN_STORE_STORE_H

#include "study/study.h"

struct tn_store;

/* Opens a store for writing; creates it if the file is missing or empty. Returns NULL and *error: a
 * usage error if the file is not a store of this version, another error if it cannot be written.
 * Transfer full. */
struct tn_store *tn_store_open(const char *file, GError **error);
/* Closes the store, which may be NULL. Rows that were not flushed are lost. */
void tn_store_close(struct tn_store *store);

/* The points to run: a whole plan, or a part of one. All pointers are borrowed. */
struct tn_store_part {
  const struct tn_study *whole; /* all points of the sweep */
  struct tn_study *study;       /* the points to run now; may be `whole` */
  const guint *numbers;         /* [points of study] index of each point in `whole`; NULL if
                                 * `study` is `whole` */
  const char *command;          /* command line that repeats the sweep */
  bool has_ranges;              /* true if rows get `low` and `high` */
  int n_jitter;                 /* number of runs for `jitter_low` and `jitter_high`; 0 if rows
                                 * do not have these columns */
  bool only_looks;              /* true to leave the file unchanged; points that have rows are
                                 * still marked */
};

/* Numbers of rows that the store already had for the points. */
struct tn_store_prior {
  guint n_kept;     /* number of rows that are valid */
  guint n_program;  /* number of rows by another program, which are outdated now */
  guint n_platform; /* number of rows of a changed platform, which are outdated now */
  guint n_inputs;   /* number of rows with other inputs that columns do not show (key.h), which
                     * are outdated now */
  char *program;    /* name of one of these programs, or NULL; owned */
  char *platform;   /* name of one of these platforms, or NULL; owned */
};
void tn_store_prior_clear(struct tn_store_prior *prior);

/* Enters the points of the sweep into the store. Points of the study that have a row, or that occur
 * twice, are marked TN_KEPT. Rows of the same points by another program or with other values become
 * outdated: they stay in the file, and are valid again if their point is requested again. Failed
 * points will be run again. Returns false and *error: usage if two different points of the sweep
 * have the same row. */
bool tn_store_begin(struct tn_store *store, const struct tn_store_part *part,
                    struct tn_store_prior *ret, GError **error);

/* Stores the outcome of point i of the study, which is done or failed; tn_store_flush makes it
 * permanent. If another process has stored a row, that row is kept. If the outcome cannot be
 * written, returns false and *error; outcomes that were not flushed are then lost. */
bool tn_store_put(struct tn_store *store, guint i, GError **error);
bool tn_store_flush(struct tn_store *store, GError **error);

/* Flushes and closes the file and checks that it has the rows, because the file may have been
 * deleted, replaced or truncated. Returns false and *error if it does not. Only tn_store_close may
 * follow. */
bool tn_store_finish(struct tn_store *store, GError **error);

#endif
