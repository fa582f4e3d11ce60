/* Other values that a parameter may have: what it is moved to, to see what depends on it. */
#ifndef TN_PERTURB_MOVES_H
#define TN_PERTURB_MOVES_H

#include "study/setup.h"

/* One parameter of a setup with another value. */
struct tn_move {
  enum tn_param param;
  bool is_up, is_stated;
  double error; /* relative: as stated, else what it is moved by */
  double value;
};

/* The parameter moved by its stated error, or to the end of its range; one that leads a direction of
 * joint errors by its factor there, and one that only follows such a lead not at all; with `otherwise` > 0 one
 * without a stated error that follows no other moves by that. False: it has no such error, or no
 * other value. */
bool tn_setup_move(const struct tn_setup *setup, enum tn_param p, double otherwise, bool up,
                   struct tn_move *ret);
/* The setup with p at `value`, and what the file's joint errors say goes with that. This is how every
 * range moves a parameter. Owned by `study`; NULL where p cannot have the value. */
const struct tn_setup *tn_setup_moved(struct tn_study *study, const struct tn_setup *setup,
                                      enum tn_param p, double value);
/* Returns true if p has a part in joint errors of the file, whose value it has; *ret_factor: that of the
 * direction that `lead` leads, 1 without such. */
bool tn_setup_joint(const struct tn_setup *setup, enum tn_param lead, enum tn_param p,
                    double *ret_factor);
/* All such moves of the setup (struct tn_move), by parameter, down and up. Transfer full. */
GArray *tn_setup_moves(const struct tn_setup *setup, double otherwise);

/* The value that a parameter has when it moves by its relative error, up (times 1 + error) or down
 * (by 1 + error), in three digits; a share by the error itself; within the parameter's range. */
double tn_param_moved(enum tn_param p, double value, double error, bool up);

/* Whether a parameter has values between others: no choice, and no state of being absent. */
bool tn_param_can_move(enum tn_param p, double value);

/* A value in the middle of two, in three digits: of shares the mean, of others the geometric one
 * where both are above 0. */
double tn_param_between(enum tn_param p, double a, double b);

/* The factor by which a time can change at most when the parameter does: none is more than
 * proportional to one (tests/test_claims.c looks), but for what caches and the order of events may
 * add. INFINITY of shares, which are no factor of anything. */
double tn_param_most(enum tn_param p, double from, double to);

#endif
