/* Expected loss of a choice between uncertain times, and expected gain of measuring some of them. */
#ifndef TN_INFER_GAIN_H
#define TN_INFER_GAIN_H

#include "gauss.h"

/* Cells: points at which one of several items is chosen. Items are numbers of the distribution,
 * which holds logarithms of times; the smallest wins. */
struct tn_contests {
  int n, most;     /* number of cells; largest number of items per cell */
  const int *item; /* [cell * most + i]: index into the distribution; -1 after the last */
};

/* Returns normal deviates [n * TN_DRAWS]. The second half of each row is the first half negated, so
 * that an expected gain is never negative. Freed with free(). */
enum { TN_DRAWS = 64 };
double *tn_deviates_new(int n, unsigned seed);

int tn_cell_best(const struct tn_gauss *g, const struct tn_contests *cells, int cell);

/* Returns the expected loss of `choice`, an item of the cell: its time over the fastest one's, less
 * 1. `deviates` is [most * TN_DRAWS]. */
double tn_cell_loss(const struct tn_gauss *g, const struct tn_contests *cells, int cell, int choice,
                    const double *deviates);
/* Computes the probability of each item of the cell to be its fastest: wins[most]. */
void tn_cell_wins(const struct tn_gauss *g, const struct tn_contests *cells, int cell,
                  const double *deviates, double *wins);

/* Returns the knowledge gradient (Frazier, Powell, Dayanik, 2009, correlated beliefs): the expected
 * decrease of the logarithm of the chosen item's time, summed over all cells, if the items of
 * `seen` were measured. `deviates` is [seen->n * TN_DRAWS]. */
double tn_gain(const struct tn_gauss *g, const struct tn_contests *cells,
               const struct tn_seen *seen, const double *deviates);

#endif
