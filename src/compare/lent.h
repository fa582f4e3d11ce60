/* What a platform has from elsewhere, and how much hangs on it. */
#ifndef TN_COMPARE_LENT_H
#define TN_COMPARE_LENT_H

#include "platform/platform.h"

/* A parameter that nobody measured on the machine: another platform's value, or a default. */
struct tn_lent {
  enum tn_param param;
  bool is_default;
  double value, moved; /* and the value within its range that changes a figure most */
  double change;       /* the greatest relative change of a typical time; 0: none */
  const char *figure;  /* which time that is; static; NULL without a change */
};

/* The parameters of the platform that are lent, by their change, the greatest first (struct tn_lent,
 * transfer full). Each alone is moved both ways by its stated error, else by a factor of 1.5
 * (powers of two are doubled), a share to 0 and 1, a number that is 0 to 1, a choice to each other word; values that
 * are "none" and times that are 0 stay. Typical times are those of messages, broadcasts, a scatter, a
 * reduction and a barrier of up to 16 ranks on all packages, simulated. NULL and *error when they
 * cannot be. */
GArray *tn_lent_of(const struct tn_platform *pf, GError **error);

/* The measurement that would settle a parameter, in words; NULL where it is no property of a machine
 * (rcache, region_cache, barrier_skew, default_ranks): then it is not lent. */
const char *tn_lent_settled_by(enum tn_param p);

#endif
