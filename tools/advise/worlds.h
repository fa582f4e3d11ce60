/* Predictions under other values of uncertain parameters: by how much times are other there. */
#ifndef TN_TOOLS_ADVISE_WORLDS_H
#define TN_TOOLS_ADVISE_WORLDS_H

#include "study/row.h"

struct tn_worlds;

/* Of predictions as they are, and of `moved` ones in worlds that their overrides tell apart, at some of
 * their ranks and sizes. tn_worlds_free. */
struct tn_worlds *tn_worlds_new(const GPtrArray *rows, const GPtrArray *moved);
void tn_worlds_free(struct tn_worlds *w);
/* Worlds beside the predicted one. */
int tn_worlds_n(const struct tn_worlds *w);

/* The logarithm of each world's time over the predicted one's for the choice of the row: ret[n]. Between the
 * ranks and sizes that worlds have it is linear in their logarithms, beyond these as at the nearest; 0
 * where the choice is not known. */
void tn_worlds_of(const struct tn_worlds *w, const struct tn_row *row, double *ret);

/* What is one choice: "bcast chain fanout=4;segment=0 cma ompi-vader". Transfer full. */
char *tn_choice_key(const struct tn_row *row);

#endif
