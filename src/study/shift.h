/* Points run again, each time with one parameter of the platform moved by its stated error: what
 * times and decisions owe to a number that is known no better. */
#ifndef TN_STUDY_SHIFT_H
#define TN_STUDY_SHIFT_H

#include "setup.h"

/* The value that a parameter has when it moves by its relative error, up (times 1 + error) or down
 * (by 1 + error), in three digits; a share by the error itself; within the parameter's range. */
double tn_param_moved(enum tn_param p, double value, double error, bool up);

/* The value that p of a setup has at the end of its range, or when it moves by `error`; false: none
 * other than it has. */
bool tn_setup_moved(const struct tn_setup *setup, enum tn_param p, double error, bool up,
                    double *ret);

/* Whether a parameter has values between others: no choice, and no state of being absent. */
bool tn_param_can_move(enum tn_param p, double value);

/* A value in the middle of two, in three digits: of shares the mean, of others the geometric one
 * where both are above 0. */
double tn_param_between(enum tn_param p, double a, double b);

/* The factor by which a time can change at most when the parameter does: none is more than
 * proportional to one (tests/test_claims.c looks), but for what caches and the order of events may
 * add. INFINITY of shares, which are no factor of anything. */
double tn_param_most(enum tn_param p, double from, double to);

/* Which parameters follow which, of the setups that were looked up. Transfer full. */
GHashTable *tn_followings_new(void);
/* Whether the point is done, and was charged by p or by a parameter that follows it. */
bool tn_point_charged(GHashTable *followings, const struct tn_study *study, guint point,
                      enum tn_param p);

/* One point with one parameter moved. */
struct tn_shift {
  guint point; /* among those of the first study */
  enum tn_param param;
  double error; /* relative, as stated; what it was moved by where `is_stated` is not */
  bool is_stated, is_up;
  double value; /* of the parameter */
  guint number; /* among those of the second study */
};

/* Adds to `shifted` each of the points (guint; NULL: all) of the study that is done, once for each
 * parameter that it was charged by and whose error is stated, up and down, one at a time; with
 * `otherwise` > 0 also for those without a stated error, which move by that. Struct tn_shift, by
 * point, parameter and direction. The caller runs `shifted`, a study of the same conditions, which
 * the first must outlive. Transfer full. */
GArray *tn_study_shift(const struct tn_study *study, const GArray *points, double otherwise,
                       struct tn_study *shifted);

/* The study's conditions without what is of one run alone: its file, its stamps, its data. */
struct tn_conditions tn_shift_conditions(const struct tn_study *study);

#endif
