/* Other values of a parameter, used to find its effects. */
#ifndef TN_PERTURB_MOVES_H
#define TN_PERTURB_MOVES_H

#include "study/setup.h"

/* A parameter of a setup with another value. */
struct tn_move {
  enum tn_param param;
  bool is_up, is_stated;
  double error; /* relative: as stated, else the default error */
  double value;
};

/* Moves the parameter by its stated error or to the end of its stated range. The lead of joint
 * errors is moved by its factor; other members of joint errors cannot move alone. If usual_error >
 * 0, it is the error of parameters without a stated one that take no default from others. Returns
 * false if there is no such error or no other value. */
bool tn_setup_move(const struct tn_setup *setup, enum tn_param p, double usual_error, bool up,
                   struct tn_move *ret);
/* Returns the setup with p at `value`; parameters with joint errors that p leads move along. Every
 * range moves parameters in this way. Owned by `study`; NULL if p cannot have the value. */
const struct tn_setup *tn_setup_moved(struct tn_study *study, const struct tn_setup *setup,
                                      enum tn_param p, double value);
/* Returns true if p is in the joint errors of the file and has the file's value. *ret_factor: the
 * factor of p in the joint errors that `lead` leads, else 1. */
bool tn_setup_joint(const struct tn_setup *setup, enum tn_param lead, enum tn_param p,
                    double *ret_factor);
/* Returns all moves of the setup (struct tn_move), by parameter, down before up. Transfer full. */
GArray *tn_setup_moves(const struct tn_setup *setup, double usual_error);

/* Returns the value after a move by a relative error: value times (up) or divided by (down) 1 + error,
 * or for fractions value plus or minus error. Rounded to three digits, within the parameter's range. */
double tn_param_moved(enum tn_param p, double value, double error, bool up);

/* Returns true if the parameter is continuous: not a choice, and finite. */
bool tn_param_can_move(enum tn_param p, double value);

/* Returns a value between two, rounded to three digits: the geometric mean if both are positive,
 * the arithmetic mean for fractions and otherwise. */
double tn_param_between(enum tn_param p, double a, double b);

/* Returns the largest factor by which a time can change when the parameter does. Times are at most
 * proportional to a parameter (tested in tests/test_claims.c), except for 1 % due to caches and the
 * order of events. INFINITY for fractions. */
double tn_param_most(enum tn_param p, double from, double to);

#endif
