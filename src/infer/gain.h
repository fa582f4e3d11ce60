/* Computes the expected loss of a choice whose times are uncertain, and the expected gain of
 * measuring some of the times. */
#ifndef TN_INFER_GAIN_H
#define TN_INFER_GAIN_H

#include "gauss.h"

/* Cells: points at each of which one of several items is chosen. Items are indexes into the
 * distribution, which holds logarithms of times; the item with the smallest time wins. */
struct tn_contests {
  int n, most;     /* number of cells; largest number of items per cell */
  const int *item; /* [cell * most + i]: index into the distribution; -1 after the last item of
                    * the cell */
};

/* Returns normal deviates [n * TN_DRAWS]. The second half of each row is the first half with
 * opposite sign, so that an expected gain is never negative. Free the result with free(). */
enum { TN_DRAWS = 64 };
double *tn_deviates_new(int n, unsigned seed);

int tn_cell_best(const struct tn_gauss *g, const struct tn_contests *cells, int cell);

/* Returns the expected loss of `choice`, an item of the cell: its time divided by the fastest
 * item's time, minus 1. `deviates` is [most * TN_DRAWS]. */
double tn_cell_loss(const struct tn_gauss *g, const struct tn_contests *cells, int cell, int choice,
                    const double *deviates);
/* Computes, for each item of the cell, the probability that it is the fastest: wins[most]. */
void tn_cell_wins(const struct tn_gauss *g, const struct tn_contests *cells, int cell,
                  const double *deviates, double *wins);

/* Returns the knowledge gradient (Frazier, Powell, Dayanik, 2009, correlated beliefs): the expected
 * decrease of the logarithm of the chosen item's time, summed over all cells, if the items of
 * `observed` were measured. `deviates` is [observed->n * TN_DRAWS]. */
double tn_gain(const struct tn_gauss *g, const struct tn_contests *cells,
               const struct tn_observations *observed, const double *deviates);

#endif
