/* Between the files of this folder: rows sorted into contexts and sizes, and what one of them is
 * among the others of its size. */
#ifndef TN_TUNE_TUNE_ENTRIES_H
#define TN_TUNE_TUNE_ENTRIES_H

#include "tune.h"

/* A row with what sorting needs. */
struct tn_tune_entry {
  const struct tn_row *row;
  guint context, order;
  unsigned role; /* TN_AS_... */
  double time;
};

static inline const struct tn_tune_entry *tn_tune_entry_at(const GArray *entries, guint i)
{
  return &g_array_index(entries, struct tn_tune_entry, i);
}

/* Whether the row is a library's decision (library:*). */
bool tn_tune_is_library(const struct tn_row *row);
/* The best of the n entries that are something (TN_AS_...) to the decision, NULL: there is none. */
const struct tn_tune_entry *tn_tune_best(const struct tn_tune_entry *e, guint n, unsigned role,
                                         enum tn_objective objective);
/* What `chosen` is among the n entries of one size, as of that size alone. */
struct tn_winner tn_tune_decide(const struct tn_tune_entry *e, guint n,
                                const struct tn_tune_entry *chosen,
                                const struct tn_tune_terms *terms);
/* Adds to `last` the sizes of `next`, which are the next ones. */
void tn_tune_extend(struct tn_winner *last, const struct tn_winner *next);
/* The end of the entries (struct tn_tune_entry) of one context, ranks and size that begin there; of
 * those of one context. */
guint tn_tune_end_of_size(const GArray *entries, guint begin);
guint tn_tune_end_of_table(const GArray *entries, guint begin);

/* The rows by context, without the column `but` of it (-1: none), ranks, size and their own order
 * (struct tn_tune_entry). NULL and *error (usage): a row lacks the time, or is there twice.
 * Transfer full. */
GArray *tn_tune_entries_new(const GPtrArray *rows, const struct tn_tune_terms *terms, int but,
                            GError **error);

#endif
