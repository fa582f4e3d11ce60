/* Model of one collective in advise: predicted times, correlations of the prediction errors, and
 * the measurements so far. */
#ifndef TN_TOOLS_ADVISE_PROBLEM_H
#define TN_TOOLS_ADVISE_PROBLEM_H

#include "decide/target.h"
#include "infer/bias.h"
#include "infer/gain.h"
#include "study/same_point.h"

/* A predicted time: a choice (algorithm, parameters, mechanism, transport) in a cell (ranks, size,
 * state of the buffers). Choices of a cell with equal times run the same code, and one item
 * represents them all. The library's own decision represents itself, because the library may run
 * another algorithm than turnstile assumes. */
struct tn_item {
  const struct tn_row *row;
  int choice; /* index of the item's choice, from 0 */
  int alike;  /* index of the item that represents this item; the item's own index if
               * it represents itself */
  int like;   /* index of an item with the same prediction error; for the library's own decision, of
               * the algorithm that it takes */
  int cell;
  struct tn_advice_at at; /* coordinates of the prediction error; equal for choices with equal
                           * times */
  bool is_own;            /* true for the library's own decision */
  bool is_measured;       /* true if this or an item with an equal time was measured */
  bool is_forced;         /* true if settings can force the library to use this item while it is
                           * measured */
  double before;          /* prior variance of the log time */
  struct tn_risk risk;    /* of choosing the item in its cell, given the measurements */
};

struct tn_problem {
  const char *collective;
  GArray *items;             /* struct tn_item */
  struct tn_contests packed; /* indices of each cell's items, ascending; owned */
  struct tn_gauss prior;     /* log times by predictions and worlds, without a bias */
  struct tn_gauss now;       /* log times given the bias and all measurements */
  double evidence;           /* log marginal likelihood of the measurements */
  double *deviates;          /* [packed.most * TN_DRAWS] normal deviates for expected losses */
  int n_choices;
  bool is_one_by_one; /* true if the library reads settings only at its start: one start per
                       * choice */
};

/* Builds the problem of one collective. `worlds`: predictions with perturbed parameters; overrides
 * identify the world. Interpolates missing points. The rows must outlive it. tn_problem_free. */
struct tn_problem *tn_problem_new(const GPtrArray *rows, const GPtrArray *worlds,
                                  enum tn_target target);
void tn_problem_free(struct tn_problem *p);

/* Conditions `now` on the measured rows, which may include rows of other collectives. Returns the
 * number of rows that belong to items of this problem. */
guint tn_problem_learn(struct tn_problem *p, const GPtrArray *measured);

/* Sets the items' risks; `limit`: the loss of tn_risk.chance. */
void tn_problem_judge(struct tn_problem *p, double limit);

/* Returns the item of a measured row (study/same_point.h), -1 without one. Parameters and a
 * mechanism that the row lacks match any value; no state of the buffers means unchanged. Ignores
 * transport, protocol and kernel. *ret_differs (may be NULL): raised to the condition that differs from the
 * nearest item. */
int tn_problem_find(const struct tn_problem *p, const struct tn_row *row,
                    enum tn_same *ret_differs);

/* Return expected losses as fractions of the best time, averaged over cells: of each cell's best
 * item; of the library's own decision (NAN without such an item). */
double tn_problem_loss(const struct tn_problem *p);
double tn_problem_own_loss(const struct tn_problem *p);

static inline struct tn_item *tn_problem_item(const struct tn_problem *p, int item)
{
  return &g_array_index(p->items, struct tn_item, item);
}

/* Learning: one problem per collective, for the likeliest transport (learn.c). */
struct tn_learning {
  const GPtrArray *rows, *worlds, *measured; /* struct tn_row: predictions, those of the worlds,
                                              * measurements */
  enum tn_target target;
  double limit; /* largest accepted loss of a rule, as a fraction */
  /* Results of tn_learn: */
  /* struct tn_problem of the transport that explains the measurements best; owned */
  GPtrArray *problems;
  const char *transport; /* transport of `problems`; borrowed from a row */
  guint n_transports;    /* number of transports in the predictions */
  guint n_unknown;       /* measured rows without a predicted point */
};

/* Returns the rows' transports, borrowed; "": the platform's own. Transfer container. */
GPtrArray *tn_transports_of(const GPtrArray *rows);

/* Returns true if one of the transports is the row's, or if one of the two is not stated. */
bool tn_transports_have(const GPtrArray *transports, const struct tn_row *row);

/* Returns the number of rows of the largest group with one collective and transport. */
guint tn_learn_most(const GPtrArray *rows);

/* Computes the results; needs at least one row. The rows must outlive the problems. */
void tn_learn(struct tn_learning *learning);

/* Returns a loss averaged over the cells of all problems. */
double tn_learnt_loss(const struct tn_learning *learning,
                      double (*loss)(const struct tn_problem *p));

#endif
