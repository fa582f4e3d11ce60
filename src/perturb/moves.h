#ifndef TN_PERTURB_MOVES_H
#define TN_PERTURB_MOVES_H

#include "study/setup.h"

struct tn_move {
  enum tn_param param;
  bool is_up, is_stated;
  double error; /* relative error: as stated, otherwise the usual error */
  double value;
};

/* Moves the parameter by its stated error or to the end of its stated range. The lead of joint
 * errors moves by its factor, other members not alone. A usual_error > 0 is for parameters without
 * stated error or default from others. Returns false without an error or another value. */
bool tn_setup_move(const struct tn_setup *setup, enum tn_param p, double usual_error, bool up,
                   struct tn_move *ret);
/* Returns the setup with p at `value`. Parameters of joint errors that p leads move with it. Owned
 * by `study`; NULL if p cannot have the value. */
const struct tn_setup *tn_setup_moved(struct tn_study *study, const struct tn_setup *setup,
                                      enum tn_param p, double value);
/* Returns true if p is in the file's joint errors and has the file's value. *ret_factor: p's factor
 * in those that `lead` leads, otherwise 1. */
bool tn_setup_joint(const struct tn_setup *setup, enum tn_param lead, enum tn_param p,
                    double *ret_factor);
/* Returns the setup's moves (struct tn_move) by parameter, down before up. Transfer full. */
GArray *tn_setup_moves(const struct tn_setup *setup, double usual_error);

/* Returns value * (1 + error) (up) or value / (1 + error) (down); for fractions value + or - error.
 * Rounded to three digits, within the parameter's range. */
double tn_param_moved(enum tn_param p, double value, double error, bool up);

/* Returns true unless the parameter is a choice or not finite. */
bool tn_param_can_move(enum tn_param p, double value);

/* Returns a value between a and b with three digits: the geometric mean of positive non-fractions,
 * otherwise the arithmetic mean. */
double tn_param_between(enum tn_param p, double a, double b);

/* Returns the largest factor of a time's change if the parameter changes. Times are at most
 * proportional to a parameter (tested in tests/test_claims.c), except for 1 % due to caches and the
 * order of events. Returns INFINITY for fractions. */
double tn_param_most(enum tn_param p, double from, double to);

#endif
