/* Store: a file (SQLite) with rows, which sweeps fill point by point, in several runs or in
 * parallel. After an interruption each row is complete or missing. The order of rows depends only
 * on the requested sweeps (store_schema.h). */
#ifndef TN_STORE_STORE_H
#define TN_STORE_STORE_H

#include "study/study.h"

struct tn_store;

/* Opens or creates a store for writing. Returns NULL and *error: a usage error if the file is not a
 * store of this version, another error if it cannot be written. Transfer full. */
struct tn_store *tn_store_open(const char *file, GError **error);
/* Closes the store (may be NULL). Rows not flushed are lost. */
void tn_store_close(struct tn_store *store);

/* A sweep (the points of a plan), or the part to run. All pointers are borrowed. */
struct tn_store_part {
  const struct tn_study *whole; /* all points of the sweep */
  struct tn_study *study;       /* points that this process runs; may be `whole` */
  /* [points of study] their numbers in `whole`; NULL if `study` is `whole` */
  const guint *numbers;
  const char *command; /* command line that repeats the sweep */
  bool has_ranges;     /* true if rows get `low` and `high` */
  int n_jitter;        /* number of runs for `jitter_low` and `jitter_high`; 0 if rows
                                 * do not have these columns */
  bool only_looks;     /* true if points are only marked and the file stays unchanged */
};

/* Numbers of the points' rows that the store already had. */
struct tn_store_prior {
  guint n_kept;     /* rows that are still valid */
  guint n_program;  /* rows by another version of the program, now outdated */
  guint n_platform; /* rows with other platform values, now outdated */
  /* rows with other inputs that no column shows (key.h), which are outdated now */
  guint n_inputs;
  char *program;  /* a program counted in n_program, or NULL; owned */
  char *platform; /* a platform counted in n_platform, or NULL; owned */
};
void tn_store_prior_clear(struct tn_store_prior *prior);

/* Enters the points of the sweep's part. Points that have a row or occur twice are marked TN_KEPT.
 * Their rows by another program or with other values become outdated: they stay in the file and are
 * valid again if requested again. Failed points run again. Returns false and *error: usage if two
 * different points of the sweep have the same row. */
bool tn_store_begin(struct tn_store *store, const struct tn_store_part *part,
                    struct tn_store_prior *ret, GError **error);

/* Stores the outcome of point i, done or failed; tn_store_flush makes it permanent. A row that
 * another process stored is kept. Returns false and *error if it cannot be written; unflushed
 * outcomes are then lost. */
bool tn_store_put(struct tn_store *store, guint i, GError **error);
bool tn_store_flush(struct tn_store *store, GError **error);

/* Flushes and closes the store, and checks that the file has the rows: it may have been deleted,
 * replaced or truncated. Returns false and *error if not. Only tn_store_close may follow. */
bool tn_store_finish(struct tn_store *store, GError **error);

#endif
