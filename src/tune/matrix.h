/* Computes the loss of each choice in each cell of a table that is to be simplified. */
#ifndef TN_TUNE_MATRIX_H
#define TN_TUNE_MATRIX_H

#include "tune_entries.h"

/* A cell is one size of one context, or of all contexts that differ only in the state of the
 * buffers; the loss is then the largest over the states. A library's decision is a choice only if
 * the cell has no other choice or the table is for that library. */
struct tn_tune_matrix {
  const GArray *entries; /* struct tn_tune_entry, borrowed */
  GArray *begins;        /* guint: index of the first entry of each cell that has choices */
  GHashTable *choices;   /* struct tn_row_key, owned: number of the choice */
  guint n_choices;
  guint *entry; /* entry[cell * n_choices + choice]: index of the entry + 1; 0 if there is no
                 * entry */
  double *loss; /* loss[cell * n_choices + choice]: time divided by the time of the cell's best
                 * choice, minus 1; INFINITY if there is no entry */
};

/* Returns the cells of the entries from `begin` to before `end`; free the result with
 * tn_tune_matrix_clear. The entries must outlive it. */
struct tn_tune_matrix tn_tune_matrix_make(const GArray *entries, guint begin, guint end,
                                          enum tn_objective objective);
void tn_tune_matrix_clear(struct tn_tune_matrix *m);

/* Returns a row of the cell; any row will do for its context and size. */
const struct tn_row *tn_tune_matrix_row(const struct tn_tune_matrix *m, guint cell);
/* Returns the result of tn_tune_decide for a choice that has an entry in the cell. */
struct tn_winner tn_tune_matrix_decide(const struct tn_tune_matrix *m, guint cell, guint choice,
                                       const struct tn_tune_terms *terms);

/* Raises each of states[TN_MAX_STATES] to at least the loss of the choice in that state of the
 * cell. The choice must have an entry in the cell. */
void tn_tune_matrix_states(const struct tn_tune_matrix *m, guint cell, guint choice,
                           enum tn_objective objective, struct tn_state_loss *states);

#endif
