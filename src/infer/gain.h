/* What a choice by uncertain times is expected to lose, and what measuring some of them would spare. */
#ifndef TN_INFER_GAIN_H
#define TN_INFER_GAIN_H

#include "gauss.h"

/* Cells: the points where one of several numbers is taken, the smallest of their logarithms. */
struct tn_contests {
  int n, most;     /* cells; items of a cell at most */
  const int *item; /* [cell * most + i]: numbers of the distribution, -1 behind the last */
};

/* Normal deviates [n * TN_DRAWS], the second half of each row the first with the other sign, so that an
 * expected gain is never below 0. To be freed. */
enum { TN_DRAWS = 64 };
double *tn_deviates_new(int n, unsigned seed);

/* The item of the cell with the least mean. */
int tn_cell_best(const struct tn_gauss *g, const struct tn_contests *cells, int cell);

/* What taking `choice`, an item of the cell, is expected to lose: time over the best one's, less 1.
 * `deviates` [most * TN_DRAWS]. */
double tn_cell_loss(const struct tn_gauss *g, const struct tn_contests *cells, int cell, int choice,
                    const double *deviates);
/* The probability that each item of the cell is its best: wins[most]. */
void tn_cell_wins(const struct tn_gauss *g, const struct tn_contests *cells, int cell,
                  const double *deviates, double *wins);

/* The knowledge gradient: the expected fall of the sum over all cells of the logarithm of the chosen
 * one's time, were these items seen (Frazier, Powell, Dayanik, 2009: correlated beliefs).
 * `deviates` [seen->n * TN_DRAWS]. */
double tn_gain(const struct tn_gauss *g, const struct tn_contests *cells,
               const struct tn_seen *seen, const double *deviates);

#endif
