/* Loss of each choice in each cell of a table that is to be simplified. */
#ifndef TN_TUNE_MATRIX_H
#define TN_TUNE_MATRIX_H

#include "tune_entries.h"

/* A cell is one size of a context, or of all contexts that differ only in the buffers' state; the
 * loss is the largest over the states. A library's decision is a choice only if the cell has no
 * other choice or the table is for that library. */
struct tn_tune_matrix {
  const GArray *entries; /* struct tn_tune_entry, borrowed */
  GArray *begins;        /* guint: first entry of each cell that has choices */
  GHashTable *choices;   /* struct tn_row_key, owned -> number */
  guint n_choices;
  guint *entry; /* [cell * n_choices + choice] index of the entry + 1; 0: none */
  double *loss; /* [cell * n_choices + choice] time / time of the cell's best choice - 1; INFINITY
                 * without an entry */
};

/* Returns the cells of the entries from `begin` to before `end`, which must outlive them. Free with
 * tn_tune_matrix_clear. */
struct tn_tune_matrix tn_tune_matrix_make(const GArray *entries, guint begin, guint end,
                                          enum tn_objective objective);
void tn_tune_matrix_clear(struct tn_tune_matrix *m);

/* Returns a row of the cell; any row will do for its context and size. */
const struct tn_row *tn_tune_matrix_row(const struct tn_tune_matrix *m, guint cell);
/* Returns tn_tune_decide for a choice with an entry in the cell. */
struct tn_winner tn_tune_matrix_decide(const struct tn_tune_matrix *m, guint cell, guint choice,
                                       const struct tn_tune_terms *terms);

/* Raises each of states[TN_MAX_STATES] to at least the loss of the choice in that state of the
 * cell. The choice must have an entry in the cell. */
void tn_tune_matrix_states(const struct tn_tune_matrix *m, guint cell, guint choice,
                           enum tn_objective objective, struct tn_state_loss *states);

#endif
