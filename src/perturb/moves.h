/* Moves parameters to other values, to find their effects. */
#ifndef TN_PERTURB_MOVES_H
#define TN_PERTURB_MOVES_H

#include "study/setup.h"

/* Another value for a parameter of a setup. */
struct tn_move {
  enum tn_param param;
  bool is_up, is_stated;
  double error; /* relative error: as stated, otherwise the usual error */
  double value;
};

/* Moves the parameter by its stated error or to the end of its stated range. The lead of joint
 * errors is moved by its factor; the other members of joint errors cannot be moved alone. If
 * usual_error > 0, it is used for parameters that have no stated error and take no default from
 * other parameters. Returns false if there is no error or no other value. */
bool tn_setup_move(const struct tn_setup *setup, enum tn_param p, double usual_error, bool up,
                   struct tn_move *ret);
/* Returns the setup with p at `value`. If p leads joint errors, their other parameters move with
 * it. All ranges are computed with this function. The result is owned by `study`; NULL if p cannot
 * have the value. */
const struct tn_setup *tn_setup_moved(struct tn_study *study, const struct tn_setup *setup,
                                      enum tn_param p, double value);
/* Returns true if p belongs to the joint errors of the platform file and has the file's value.
 * *ret_factor: the factor of p in the joint errors that `lead` leads; 1 if p is not in these. */
bool tn_setup_joint(const struct tn_setup *setup, enum tn_param lead, enum tn_param p,
                    double *ret_factor);
/* Returns all moves of the setup (struct tn_move), sorted by parameter, down before up. Transfer
 * full. */
GArray *tn_setup_moves(const struct tn_setup *setup, double usual_error);

/* Returns the value after a move by a relative error: value times (up) or divided by (down) 1 +
 * error. For fractions: value plus (up) or minus (down) error. The result is rounded to three
 * digits and within the parameter's range. */
double tn_param_moved(enum tn_param p, double value, double error, bool up);

/* Returns true if the parameter can be moved: it is not a choice, and its value is finite. */
bool tn_param_can_move(enum tn_param p, double value);

/* Returns a value between a and b, rounded to three digits: the geometric mean if both are positive
 * and the parameter is not a fraction, otherwise the arithmetic mean. */
double tn_param_between(enum tn_param p, double a, double b);

/* Returns the largest factor by which a time can change if the parameter changes from one value to
 * the other. Times are at most proportional to a parameter (tested in tests/test_claims.c), except
 * for 1 % due to caches and the order of events. Returns INFINITY for fractions. */
double tn_param_most(enum tn_param p, double from, double to);

#endif
