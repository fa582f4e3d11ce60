/* Sorts rows by context and size, and decides at one size. Internal to src/tune. */
#ifndef TN_TUNE_TUNE_ENTRIES_H
#define TN_TUNE_TUNE_ENTRIES_H

#include "tune.h"

struct tn_tune_entry {
  const struct tn_row *row;
  guint context, order;
  unsigned role; /* roles of the row (TN_AS_...), combined by bitwise or */
  double time;
};

static inline const struct tn_tune_entry *tn_tune_entry_at(const GArray *entries, guint i)
{
  return &g_array_index(entries, struct tn_tune_entry, i);
}

/* Returns true for a library's own decision (library:*). */
bool tn_tune_is_library(const struct tn_row *row);
/* Returns the best of the n entries that have a role (TN_AS_...), or NULL. */
const struct tn_tune_entry *tn_tune_best(const struct tn_tune_entry *e, guint n, unsigned role,
                                         enum tn_objective objective);
/* Returns entry `chosen` as a winner, compared with the n entries of its size. */
struct tn_winner tn_tune_decide(const struct tn_tune_entry *e, guint n,
                                const struct tn_tune_entry *chosen,
                                const struct tn_tune_terms *terms);
/* Extends the winner `last` by the sizes of `next`, which follow. */
void tn_tune_extend(struct tn_winner *last, const struct tn_winner *next);
/* tn_tune_end_of_size returns the index after the last entry with the context, ranks and size of
 * entry `begin`; tn_tune_end_of_table, after the last one with its context. */
guint tn_tune_end_of_size(const GArray *entries, guint begin);
guint tn_tune_end_of_table(const GArray *entries, guint begin);

/* Returns the rows (struct tn_tune_entry) sorted by context without column `but` (-1: all columns),
 * then ranks, size and input order. Returns NULL and *error (usage) if a row lacks the objective's
 * time or occurs twice. Transfer full. */
GArray *tn_tune_entries_new(const GPtrArray *rows, const struct tn_tune_terms *terms, int but,
                            GError **error);

#endif
