/* Finds the parameters of a platform that were not measured on its machine, and their effect on
 * typical times. */
#ifndef TN_COMPARE_UNMEASURED_H
#define TN_COMPARE_UNMEASURED_H

#include "platform/platform.h"

/* A parameter that was not measured on the machine: its value comes from another platform, is a
 * default, or is unknown. */
struct tn_unmeasured {
  enum tn_param param;
  bool is_default, is_unknown;
  double value, moved; /* the platform's value, and the other value in its range that changes a
                        * typical time most */
  double change;       /* largest relative change of a typical time; 0 if no time changes */
  const char *figure;  /* name of the typical time that changes most; static; NULL if no time
                        * changes */
};

/* Returns the parameters (struct tn_unmeasured) that were not measured on the machine, the one with
 * the largest change first. Transfer full. Each parameter alone is moved to the ends of its range,
 * or up and down by its stated error, otherwise by a factor of 1.5. Powers of two are doubled; a
 * share is moved to 0 and to 1, a number that is 0 to 1, a choice to each other word. Values "none"
 * and times of 0 are not moved. Typical times are simulated messages, broadcasts, a scatter, a
 * reduction and a barrier of up to 16 ranks on all packages. Returns NULL and *error if a
 * simulation fails. */
GArray *tn_unmeasured_of(const struct tn_platform *pf, GError **error);

/* Computes the values to which tn_unmeasured_of moves parameter p from `value`. Returns the number
 * of these values, at most 2. */
int tn_unmeasured_moves(const struct tn_platform *pf, enum tn_param p, double value, double ret[2]);

#endif
