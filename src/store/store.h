/* A file of rows (SQLite) that sweeps fill point by point, in any number of goes, also several at
 * once. Whatever interrupts them, a finished point is there or not, never half; the order of the
 * rows depends on what was asked for only (schema.h). */
#ifndef TN_STORE_STORE_H
#define TN_STORE_STORE_H

#include "study/study.h"

struct tn_store;

/* Opens a store to fill it; one is made where there is no file, or an empty one. NULL and *error:
 * usage when it is no store of this version; otherwise it cannot be written. Transfer full. */
struct tn_store *tn_store_open(const char *file, GError **error);
/* What has not been flushed is lost. NULL is accepted. */
void tn_store_close(struct tn_store *store);

/* What to run, and of what: a plan, or a part of one. All borrowed. */
struct tn_store_part {
  const struct tn_study *whole; /* all points of the sweep */
  struct tn_study *study;       /* those to run here; may be `whole` */
  const guint *numbers;         /* [points of study] in `whole`; NULL: they are the same */
  const char *command;          /* by which it can be had again */
  bool has_ranges;              /* its rows get `low` and `high` */
  int n_jitter;                 /* and `jitter_low` and `jitter_high`, of so many runs; 0: not */
  bool only_looks;              /* enters nothing: what is there is marked all the same */
};

/* What a store knew of the points before. */
struct tn_store_news {
  guint n_kept;     /* have their rows */
  guint n_program;  /* rows by another program, which are left out from now on, */
  guint n_platform; /* of a platform that has changed, */
  guint n_inputs;   /* with other inputs that rows do not tell in full (key.h) */
  char *program;    /* one such program, or NULL; owned */
  char *platform;   /* one such platform's name, or NULL; owned */
};
void tn_store_news_clear(struct tn_store_news *news);

/* Enters the points, and marks those of the study that have a row, or are there twice, as TN_KEPT.
 * Rows of the same points by another program or of other values stay in the file but count no
 * more; they count again when they are asked for again. A point that failed is tried again. False
 * and *error: usage when two points of the sweep that are not the same would have the same row. */
bool tn_store_begin(struct tn_store *store, const struct tn_store_part *part,
                    struct tn_store_news *ret, GError **error);

/* Takes the outcome of point i of the study, done or failed; tn_store_flush makes it last. A row
 * that another process has put there meanwhile stays. False and *error when it cannot be written:
 * what was not flushed is lost. */
bool tn_store_put(struct tn_store *store, guint i, GError **error);
bool tn_store_flush(struct tn_store *store, GError **error);

/* Flushes, closes the file and looks whether the rows are there: somebody may have deleted,
 * replaced or cut it. False and *error; only tn_store_close may follow. */
bool tn_store_finish(struct tn_store *store, GError **error);

#endif
