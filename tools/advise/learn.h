/* What all rows of advise come to: a problem for each collective, by the likeliest transport. */
#ifndef TN_TOOLS_ADVISE_LEARN_H
#define TN_TOOLS_ADVISE_LEARN_H

#include "advise/problem.h"

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
