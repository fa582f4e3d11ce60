/* What libraries can be told of calls on devices' memory: up to which size they are staged
 * (thresholds.def). */
#ifndef TN_DECIDE_THRESHOLDS_H
#define TN_DECIDE_THRESHOLDS_H

#include "target.h"

struct tn_threshold {
  enum tn_target target;
  const char *collective;                              /* "pattern": single messages */
  const char *name;                                    /* of the setting, in bytes */
  enum { TN_THRESHOLD_UP_TO, TN_THRESHOLD_FROM } kind; /* largest staged, smallest direct size */
  const char *never;                                   /* of FROM: a line for no direct ones */
  enum { TN_THRESHOLD_OF_DEVICES, TN_THRESHOLD_OF_ALL } memory; /* where it is in force */
};

/* The threshold of a release's collective; NULL: none. */
const struct tn_threshold *tn_threshold_of(enum tn_target target, const char *collective);

#endif
