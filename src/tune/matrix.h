/* What every choice loses in every cell of a table that is to be simplified. */
#ifndef TN_TUNE_MATRIX_H
#define TN_TUNE_MATRIX_H

#include "tune_entries.h"

/* A cell is one size of one context, or of contexts that differ in the state of the buffers: then
 * losses are the largest of the states. A library's decision is no choice unless there is no other,
 * or it is that of the library that the table is for. */
struct tn_tune_matrix {
  const GArray *entries; /* struct tn_tune_entry, borrowed */
  GArray *begins;        /* guint, of each cell that has choices: its first entry */
  GHashTable *choices;   /* struct tn_row_key, owned -> number */
  guint n_choices;
  guint *entry; /* entry[cell * n_choices + choice]: number + 1 of the entry; 0: none */
  double *loss; /* the same cells: time over that of the best choice of the cell - 1; INFINITY where
                 * there is no entry */
};

/* The cells of the entries from begin to end. tn_tune_matrix_clear; the entries must outlive it. */
struct tn_tune_matrix tn_tune_matrix_make(const GArray *entries, guint begin, guint end,
                                          enum tn_objective objective);
void tn_tune_matrix_clear(struct tn_tune_matrix *m);

/* Any row of a cell. */
const struct tn_row *tn_tune_matrix_row(const struct tn_tune_matrix *m, guint cell);
/* What a choice is in a cell where it has an entry. */
struct tn_winner tn_tune_matrix_decide(const struct tn_tune_matrix *m, guint cell, guint choice,
                                       const struct tn_tune_terms *terms);

/* Raises states[TN_MOST_STATES] to what the choice, which has an entry there, loses in each. */
void tn_tune_matrix_states(const struct tn_tune_matrix *m, guint cell, guint choice,
                           enum tn_objective objective, struct tn_state_loss *states);

#endif
