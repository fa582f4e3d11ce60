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

/* The points of a sweep, and the part of them that this process runs. All pointers are borrowed. */
struct tn_store_part {
  const struct tn_study *whole; /* all points of the sweep */
  struct tn_study *study;       /* points that this process runs; may be `whole` */
  /* [points of study] index of each point in `whole`; NULL if `study` is `whole` */
  const guint *numbers;
  const char *command; /* command line that repeats the sweep */
  bool has_ranges;     /* true if rows get `low` and `high` */
  int n_jitter;        /* number of runs for `jitter_low` and `jitter_high`; 0 if rows
                                 * do not have these columns */
  bool only_looks;     /* true to mark the points that have rows, but leave the file unchanged */
};

/* Numbers of rows that the store already had for the points. */
struct tn_store_prior {
  guint n_kept;     /* rows that are still valid */
  guint n_program;  /* rows that another version of the program made, now outdated */
  guint n_platform; /* rows with other platform values, now outdated */
  /* rows whose other inputs differ, which no column shows (key.h), now outdated */
  guint n_inputs;
  char *program;  /* name of one program whose rows n_program counts, or NULL; owned */
  char *platform; /* name of one platform whose rows n_platform counts, or NULL; owned */
};
void tn_store_prior_clear(struct tn_store_prior *prior);

/* Enters the points of the sweep's part. Marks a point TN_KEPT if the store has its row, or if it
 * equals an earlier point. Rows of these points by another program or with other values become
 * outdated: they stay in the file and are valid again if requested again. Failed points run again.
 * Returns false and *error: usage if two different points of the sweep have the same row. */
bool tn_store_begin(struct tn_store *store, const struct tn_store_part *part,
                    struct tn_store_prior *ret, GError **error);

/* Stores the outcome of point i, done or failed; tn_store_flush makes it permanent. A row of the
 * point that another process stored remains. Returns false and *error if the row cannot be written;
 * outcomes not flushed are then lost. */
bool tn_store_put(struct tn_store *store, guint i, GError **error);
bool tn_store_flush(struct tn_store *store, GError **error);

/* Flushes and closes the store. Returns false and *error if the file does not have the rows
 * afterwards, because it was deleted, replaced or truncated. Only tn_store_close may follow. */
bool tn_store_finish(struct tn_store *store, GError **error);

#endif
