/* Loss of each choice in each cell of a table that is to be simplified. */
#ifndef TN_TUNE_MATRIX_H
#define TN_TUNE_MATRIX_H

#include "tune_entries.h"

/* A cell is one size of a context, or of all contexts that differ only in the buffers' state; a
 * choice's loss is its largest over these states. A library's decision is a choice only if the cell
 * has no other or the table is for that library. */
struct tn_tune_matrix {
  const GArray *entries; /* struct tn_tune_entry, borrowed */
  GArray *begins;        /* guint: first entry of each cell that has choices */
  GHashTable *choices;   /* struct tn_row_key, owned -> number of the choice */
  guint n_choices;
  guint *entry; /* [cell * n_choices + choice] 1 + index of the choice's entry; 0: no entry */
  /* [cell * n_choices + choice] time / time of the cell's best choice - 1; INFINITY without an
   * entry */
  double *loss;
};

/* Returns the cells of entries begin to end - 1, which must outlive them. Free with
 * tn_tune_matrix_clear. */
struct tn_tune_matrix tn_tune_matrix_make(const GArray *entries, guint begin, guint end,
                                          enum tn_objective objective);
void tn_tune_matrix_clear(struct tn_tune_matrix *m);

/* Returns any row of the cell, because all have the cell's context and size. */
const struct tn_row *tn_tune_matrix_row(const struct tn_tune_matrix *m, guint cell);
/* Returns tn_tune_decide for a choice with an entry in the cell. */
struct tn_winner tn_tune_matrix_decide(const struct tn_tune_matrix *m, guint cell, guint choice,
                                       const struct tn_tune_terms *terms);

/* Raises each of states[TN_MAX_STATES] to at least the choice's loss in that state of the cell. The
 * choice must have an entry in the cell. */
void tn_tune_matrix_states(const struct tn_tune_matrix *m, guint cell, guint choice,
                           enum tn_objective objective, struct tn_state_loss *states);

#endif
