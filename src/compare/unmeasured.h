/* Finds parameters that were not measured on the platform's machine, and their effect on typical
 * times. */
#ifndef TN_COMPARE_UNMEASURED_H
#define TN_COMPARE_UNMEASURED_H

#include "platform/platform.h"

/* A parameter that was not measured on the machine: its value comes from another platform, is a
 * default, or is unknown. */
struct tn_unmeasured {
  enum tn_param param;
  bool is_default, is_unknown;
  /* the platform's value; the other value of the parameter at which a typical time changes most */
  double value, moved;
  /* largest relative change of a typical time that a move of the parameter causes; 0: no change */
  double change;
  /* name of the typical time that changes most; static; NULL if no time changes */
  const char *figure;
};

/* Returns the unmeasured parameters (struct tn_unmeasured), the largest change first. Transfer
 * full. Each parameter moves alone: to the ends of its range, or by its stated error, otherwise by
 * a factor of 1.5. Powers of two are doubled; a share is moved to 0 and to 1, a number that is 0 to
 * 1, a choice to each other word. Values "none" and times of 0 are not moved. Returns NULL and
 * *error if a simulation fails. */
GArray *tn_unmeasured_of(const struct tn_platform *pf, GError **error);

/* Computes the values to which parameter p is moved from `value`. Returns their number, at most
 * 2. */
int tn_unmeasured_moves(const struct tn_platform *pf, enum tn_param p, double value, double ret[2]);

#endif
