#ifndef TN_PERTURB_MOVES_H
#define TN_PERTURB_MOVES_H

#include "study/setup.h"

/* Remark for calls on device memory, where moves cover parameters only. */
#define TN_DEVICES_NOT_VARIED                                                                      \
  "errors that the file states of devices' memories, engines and links are not varied"

struct tn_move {
  enum tn_param param;
  bool is_up, is_stated;
  double error; /* relative error: the stated one, otherwise the usual error */
  double value;
};

/* Moves the parameter up or down, by its stated error or to the end of its stated range. Of several
 * parameters with one joint error (platform/joint.h), only the first, the lead, can be moved, by
 * its factor in the joint error. usual_error > 0 is the error of parameters that have no stated
 * error and no default from other parameters. Returns false if p has no error or no other value. */
bool tn_setup_move(const struct tn_setup *setup, enum tn_param p, double usual_error, bool up,
                   struct tn_move *ret);
/* Returns a copy of the setup in which p has this value, owned by `study`. If p leads joint errors,
 * the other parameters of these errors move with p. Returns NULL if p cannot have the value. */
const struct tn_setup *tn_setup_moved(struct tn_study *study, const struct tn_setup *setup,
                                      enum tn_param p, double value);
/* Returns true if p belongs to joint errors of the platform file and still has the file's value.
 * *ret_factor: factor of p in the joint errors that parameter `lead` leads; 1 if p is not in
 * them. */
bool tn_setup_joint(const struct tn_setup *setup, enum tn_param lead, enum tn_param p,
                    double *ret_factor);
/* Returns the setup's moves (struct tn_move), by parameter, each down before up. Transfer full. */
GArray *tn_setup_moves(const struct tn_setup *setup, double usual_error);

/* Returns value * (1 + error) (up) or value / (1 + error) (down); for fractions value + or - error.
 * Rounded to three digits, within the parameter's range. */
double tn_param_moved(enum tn_param p, double value, double error, bool up);

/* Returns true if tn_param_moved can change the value: p is neither a choice nor core_sharing, and
 * the value is finite. */
bool tn_param_can_move(enum tn_param p, double value);

/* Returns a value between a and b with three digits: the geometric mean, or the arithmetic mean if
 * p is a fraction or a or b is not positive. */
double tn_param_between(enum tn_param p, double a, double b);

/* Returns the largest factor by which a time may change if p changes from `from` to `to`. Times are
 * at most proportional to a parameter (tested in tests/test_claims.c), except for 1 % due to caches
 * and the order of events. Returns INFINITY for fractions. */
double tn_param_most(enum tn_param p, double from, double to);

#endif
