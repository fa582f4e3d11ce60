/* What advise knows of one collective: which times are predicted, how errors of predictions go
 * together, and what measurements have told so far. */
#ifndef TN_TOOLS_ADVISE_PROBLEM_H
#define TN_TOOLS_ADVISE_PROBLEM_H

#include "decide/target.h"
#include "infer/bias.h"
#include "infer/gain.h"
#include "study/same_point.h"

/* An item is a predicted time: a choice (algorithm, parameters, mechanism, transport) in a cell (ranks,
 * size, state of the buffers). Choices that a cell has alike to the digit are what the library runs
 * alike: one of them stands for all. The library's own decision stands for itself, since what it takes may
 * be another thing than is said here. */
struct tn_item {
  const struct tn_row *row; /* borrowed */
  int choice;               /* number of its own */
  int alike;                /* item that stands for it; itself where none does */
  int like; /* item whose errors it has: of the library's own decision what it takes */
  int cell;
  struct tn_advice_at at; /* where its errors lie; what is alike is one choice */
  bool is_own;            /* the library's own decision */
  bool is_measured;       /* or one that it is alike to */
  bool is_forced;         /* the library can be told to take it while it is measured */
  double before;          /* variance of its logarithm without measurements */
};

struct tn_problem {
  const char *collective;    /* interned of a row */
  GArray *items;             /* struct tn_item */
  struct tn_contests packed; /* the items of each cell, ascending; owned */
  struct tn_gauss prior;     /* by the prediction and its worlds, without a bias */
  struct tn_gauss now;       /* with the bias, and all that was measured */
  double evidence;           /* of what was measured, logarithm */
  double *deviates;          /* [packed.most * TN_DRAWS] */
  int n_choices;
  bool is_one_by_one; /* the library is told at its start: one for each choice */
};

/* Of the rows of one collective; `worlds` are rows with parameters moved within their errors, by their
 * overrides; points that they lack are taken between theirs. Rows must outlive the result.
 * tn_problem_free. */
struct tn_problem *tn_problem_new(const GPtrArray *rows, const GPtrArray *worlds,
                                  enum tn_target target);
void tn_problem_free(struct tn_problem *p);

/* Takes measured rows of any collectives; returns how many are of this problem's items. `now` is made
 * anew. */
guint tn_problem_learn(struct tn_problem *p, const GPtrArray *measured);

/* Returns the item of a measured row (study/same_point.h), -1 if there is none. What the row does not state
 * (parameters, mechanism; buffers are unchanged) is as in the first that fits; transport and protocol do not
 * count. *ret_differs (may be NULL) becomes the later of itself and the condition that keeps the row from
 * the nearest item. */
int tn_problem_find(const struct tn_problem *p, const struct tn_row *row,
                    enum tn_same *ret_differs);

/* Expected loss of taking the item in its cell; of the best of each cell and of the library's own
 * decision (NAN: there is none), means over cells. */
double tn_problem_item_loss(const struct tn_problem *p, int item);
double tn_problem_loss(const struct tn_problem *p);
double tn_problem_own_loss(const struct tn_problem *p);

static inline struct tn_item *tn_problem_item(const struct tn_problem *p, int item)
{
  return &g_array_index(p->items, struct tn_item, item);
}

/* learn.c: what all rows come to, a problem for each collective, by the likeliest transport. */
struct tn_learning {
  const GPtrArray *rows, *worlds, *measured; /* struct tn_row: predictions, those of other worlds */
  enum tn_target target;
  /* Filled: */
  GPtrArray *
      problems; /* struct tn_problem, of the transport that explains the measurements best; owned */
  const char *transport; /* its name; borrowed of a row */
  guint n_transports;    /* that the predictions have */
  guint n_unknown;       /* measured rows that are of no predicted point */
};

/* The transports that rows have, each once ("": the platform's). Borrowed; transfer container. */
GPtrArray *tn_transports_of(const GPtrArray *rows);

/* The most rows of one collective and transport. */
guint tn_learn_most(const GPtrArray *rows);

/* The rows, of which there is one at least, must outlive the problems. */
void tn_learn(struct tn_learning *learning);

/* The mean of a loss over the cells of all problems. */
double tn_learnt_loss(const struct tn_learning *learning,
                      double (*loss)(const struct tn_problem *p));

#endif
