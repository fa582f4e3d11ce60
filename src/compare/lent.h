/* What a platform has from elsewhere, and how much hangs on it. */
#ifndef TN_COMPARE_LENT_H
#define TN_COMPARE_LENT_H

#include "platform/platform.h"

/* A parameter that nobody measured on the machine: another platform's value, a default, or
 * unknown. */
struct tn_lent {
  enum tn_param param;
  bool is_default, is_unknown;
  double value, moved; /* and the value within its range that changes a figure most */
  double change;       /* the greatest relative change of a typical time; 0: none */
  const char *figure;  /* which time that is; static; NULL without a change */
};

/* The parameters of the platform that are lent, by their change, the greatest first (struct
 * tn_lent, transfer full). Each alone is moved to the ends of its range, or both ways by its stated
 * error, else by a factor of 1.5 (powers of two are doubled), a share to 0 and 1, a number that is
 * 0 to 1, a choice to each other word; values that are "none" and times that are 0 stay. Typical
 * times are those of messages, broadcasts, a scatter, a reduction and a barrier of up to 16 ranks
 * on all packages, simulated. NULL and *error when they cannot be. */
GArray *tn_lent_of(const struct tn_platform *pf, GError **error);

/* The values that p may as well have, by its range or error, as tn_lent_of moves it from `value`;
 * returns how many. */
int tn_lent_moves(const struct tn_platform *pf, enum tn_param p, double value, double ret[2]);

#endif
