/* Expected loss of a choice with uncertain times, and expected gain of measuring some of them. */
#ifndef TN_INFER_GAIN_H
#define TN_INFER_GAIN_H

#include "gauss.h"

/* A cell is a point at which the fastest of several items (algorithms) is chosen. An item is an
 * index into the joint distribution of the logarithms of times (struct tn_gauss). */
struct tn_contests {
  int n, most;     /* number of cells; largest number of items per cell */
  const int *item; /* [cell * most + i]: index into the distribution; -1 after the cell's last
                    * item */
};

/* Returns normal deviates [n * TN_DRAWS]. The second half of each row is the first half with
 * opposite sign, so expected gains are not negative. Free with free(). */
enum { TN_DRAWS = 64 };
double *tn_deviates_new(int n, unsigned seed);

int tn_cell_best(const struct tn_gauss *g, const struct tn_contests *cells, int cell);

/* Loss of choosing an item: its time / the fastest item's - 1. */
struct tn_risk {
  double loss;   /* expected loss, a fraction */
  double chance; /* probability that the loss is at most the limit */
};
/* Computes ret[most] for the cell's items. `deviates` is [cells->most * TN_DRAWS]
 * (tn_deviates_new); `limit`: a loss, as a fraction. */
void tn_cell_risks(const struct tn_gauss *g, const struct tn_contests *cells, int cell,
                   const double *deviates, double limit, struct tn_risk *ret);
/* Computes wins[most], the probability that each item of the cell is the fastest. */
void tn_cell_wins(const struct tn_gauss *g, const struct tn_contests *cells, int cell,
                  const double *deviates, double *wins);

/* Returns the knowledge gradient (Frazier, Powell, Dayanik, 2009, correlated beliefs): the expected
 * decrease of the logarithm of the chosen item's time, summed over all cells, if the items of
 * `observed` were measured. `deviates` is [observed->n * TN_DRAWS] (tn_deviates_new). */
double tn_gain(const struct tn_gauss *g, const struct tn_contests *cells,
               const struct tn_observations *observed, const double *deviates);

#endif
