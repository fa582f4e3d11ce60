/* Model of one collective in advise: predicted times, the correlation of prediction errors, and
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
  int choice;               /* index of the choice */
  int alike;                /* item that represents this one; its own index if it represents
                             * itself */
  int like; /* item with the same prediction error; for the library's own decision the algorithm
             * that it takes */
  int cell;
  struct tn_advice_at at; /* coordinates of its error; choices with equal times have the same
                           * ones */
  bool is_own;            /* true for the library's own decision */
  bool is_measured;       /* true if it or an item with an equal time was measured */
  bool is_forced;         /* true if settings can force the library to use it during measurements */
  double before;          /* prior variance of the logarithm of its time */
};

struct tn_problem {
  const char *collective;    /* interned name */
  GArray *items;             /* struct tn_item */
  struct tn_contests packed; /* items of each cell, ascending; owned */
  struct tn_gauss prior;     /* distribution from predictions and worlds, without a bias */
  struct tn_gauss now;       /* distribution given the bias and all measurements */
  double evidence;           /* logarithm of the evidence of the measurements */
  double *deviates;          /* [packed.most * TN_DRAWS] */
  int n_choices;
  bool is_one_by_one; /* true if the library is forced at its start: one start for each choice */
};

/* Builds the problem of one collective from its rows. `worlds`: rows with parameters perturbed
 * within their errors, identified by their overrides; missing points are interpolated. The rows
 * must outlive the result. tn_problem_free. */
struct tn_problem *tn_problem_new(const GPtrArray *rows, const GPtrArray *worlds,
                                  enum tn_target target);
void tn_problem_free(struct tn_problem *p);

/* Conditions `now` on measured rows, which may include other collectives. Returns the number of
 * rows that belong to items of this problem. */
guint tn_problem_learn(struct tn_problem *p, const GPtrArray *measured);

/* Returns the item of a measured row (study/same_point.h), -1 if there is no such item. Parameters
 * and mechanism that the row does not state match any value; an unstated buffer state means
 * unchanged. Transport and protocol are ignored. *ret_differs (may be NULL) is raised to the
 * condition that separates the row from the nearest item. */
int tn_problem_find(const struct tn_problem *p, const struct tn_row *row,
                    enum tn_same *ret_differs);

/* Return expected losses: of one item in its cell; of the best item of each cell; of the library's
 * own decision (NAN if there is no such item). The last two are averages over cells. */
double tn_problem_item_loss(const struct tn_problem *p, int item);
double tn_problem_loss(const struct tn_problem *p);
double tn_problem_own_loss(const struct tn_problem *p);

static inline struct tn_item *tn_problem_item(const struct tn_problem *p, int item)
{
  return &g_array_index(p->items, struct tn_item, item);
}

/* Result of all rows: one problem per collective, for the most likely transport (learn.c). */
struct tn_learning {
  const GPtrArray *rows, *worlds, *measured; /* struct tn_row: predictions, predictions of the
                                              * worlds, measurements */
  enum tn_target target;
  /* Filled: */
  GPtrArray *
      problems; /* struct tn_problem, for the transport that explains the measurements best; owned */
  const char *transport; /* name of this transport; borrowed from a row */
  guint n_transports;    /* number of transports in the predictions */
  guint n_unknown;       /* measured rows without a predicted point */
};

/* Returns the distinct transports of the rows; "" is the platform's own. The names are borrowed;
 * transfer container. */
GPtrArray *tn_transports_of(const GPtrArray *rows);

/* Returns the largest number of rows of one collective and transport. */
guint tn_learn_most(const GPtrArray *rows);

/* Fills the results of `learning`. It needs at least one row; the rows must outlive the
 * problems. */
void tn_learn(struct tn_learning *learning);

/* Returns the mean of a loss over the cells of all problems. */
double tn_learnt_loss(const struct tn_learning *learning,
                      double (*loss)(const struct tn_problem *p));

#endif
