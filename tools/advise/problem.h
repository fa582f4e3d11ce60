/* Model of one collective in advise: predicted times, correlations of the prediction errors, and
 * the measurements so far. */
#ifndef TN_TOOLS_ADVISE_PROBLEM_H
#define TN_TOOLS_ADVISE_PROBLEM_H

#include "decide/target.h"
#include "infer/bias.h"
#include "infer/gain.h"
#include "study/same_point.h"

/* An item is a predicted time: a choice (algorithm, parameters, mechanism, transport) in a cell
 * (ranks, size, state of the buffers). Choices of a cell with exactly equal times run the same
 * code in the library, so that one item represents all of them. The library's own decision always
 * represents itself, because the library may run another algorithm than turnstile assumes. */
struct tn_item {
  const struct tn_row *row; /* borrowed */
  int choice;               /* index of the item's choice, from 0 */
  int alike;                /* index of the item that represents this item; the item's own index if
                             * it represents itself */
  int like; /* index of an item with the same prediction error; for the library's own decision, an
             * item of the algorithm that the decision takes */
  int cell;
  struct tn_advice_at at; /* coordinates of the prediction error; choices with equal times have
                           * equal coordinates */
  bool is_own;            /* true for the library's own decision */
  bool is_measured;       /* true if this item or an item with an equal time was measured */
  bool is_forced;         /* true if settings can force the library to use this item while it is
                           * measured */
  double before;          /* prior variance of the logarithm of the item's time */
};

struct tn_problem {
  const char *collective;    /* interned name */
  GArray *items;             /* struct tn_item */
  struct tn_contests packed; /* indices of the items of each cell, ascending; owned */
  struct tn_gauss prior;     /* distribution of the log times that follows from predictions and
                              * worlds, without a bias */
  struct tn_gauss now;       /* distribution of the log times given the bias and all measurements */
  double evidence;           /* logarithm of the evidence (marginal likelihood) of the
                              * measurements */
  double *deviates;          /* [packed.most * TN_DRAWS] random normal deviates for the expected
                              * losses */
  int n_choices;
  bool is_one_by_one; /* true if the library takes settings only at its start: each choice needs its
                       * own start */
};

/* Builds the problem of one collective from its rows. `worlds`: rows that were predicted with
 * parameters perturbed within their errors; their overrides identify the world. Missing points are
 * interpolated. The rows must outlive the result. tn_problem_free. */
struct tn_problem *tn_problem_new(const GPtrArray *rows, const GPtrArray *worlds,
                                  enum tn_target target);
void tn_problem_free(struct tn_problem *p);

/* Conditions `now` on the measured rows, which may include rows of other collectives. Returns the
 * number of rows that belong to items of this problem. */
guint tn_problem_learn(struct tn_problem *p, const GPtrArray *measured);

/* Returns the index of the item that a measured row belongs to (study/same_point.h), -1 if there is
 * no such item. Parameters and a mechanism that the row does not state match any value; an unstated
 * state of the buffers means unchanged. Transport and protocol are ignored. *ret_differs (may be
 * NULL): raised to the condition in which the row differs from the nearest item. */
int tn_problem_find(const struct tn_problem *p, const struct tn_row *row,
                    enum tn_same *ret_differs);

/* Return expected losses as fractions of the best time: of one item in its cell; of the best item
 * of each cell; of the library's own decision (NAN if there is no such item). The last two are
 * averages over cells. */
double tn_problem_item_loss(const struct tn_problem *p, int item);
double tn_problem_loss(const struct tn_problem *p);
double tn_problem_own_loss(const struct tn_problem *p);

static inline struct tn_item *tn_problem_item(const struct tn_problem *p, int item)
{
  return &g_array_index(p->items, struct tn_item, item);
}

/* Inputs and result of learning: one problem per collective, for the most likely transport
 * (learn.c). */
struct tn_learning {
  const GPtrArray *rows, *worlds, *measured; /* struct tn_row: predictions, predictions of the
                                              * worlds, measurements */
  enum tn_target target;
  /* Results of tn_learn: */
  /* struct tn_problem, for the transport that explains the measurements best; owned */
  GPtrArray *problems;
  const char *transport; /* name of the transport of `problems`; borrowed from a row */
  guint n_transports;    /* number of transports in the predictions */
  guint n_unknown;       /* number of measured rows without a predicted point */
};

/* Returns the distinct transports of the rows; "" is the platform's own. The names are borrowed;
 * transfer container. */
GPtrArray *tn_transports_of(const GPtrArray *rows);

/* Returns the number of rows of the largest group with the same collective and transport. */
guint tn_learn_most(const GPtrArray *rows);

/* Computes the results from the inputs in `learning`. There must be at least one row; the rows must
 * outlive the problems. */
void tn_learn(struct tn_learning *learning);

/* Returns the mean of a loss over the cells of all problems. */
double tn_learnt_loss(const struct tn_learning *learning,
                      double (*loss)(const struct tn_problem *p));

#endif
