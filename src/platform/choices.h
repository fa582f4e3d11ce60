/* Decodes parameters whose values are words in platform files. Other files use only the decoded
 * values. */
#ifndef TN_PLATFORM_CHOICES_H
#define TN_PLATFORM_CHOICES_H

#include "platform.h"

/* Ways in which strands (threads of ranks) share a core. */
enum tn_sharing { TN_SHARE_NONE, TN_SHARE_FOLD, TN_SHARE_SMT, TN_SHARE_SLICE };

struct tn_core_sharing {
  enum tn_sharing kind;
  double amount; /* for smt its FACTOR, for slice its seconds; not used for other kinds */
};

struct tn_choices {
  enum tn_lock_scope lock_scope;
  enum tn_clean_lines clean_lines;
  enum tn_flag_home flag_home;
  enum tn_queue_holder queue_holder;
  enum tn_slot_home slot_home;
  enum tn_slot_stores slot_stores;
  bool rcache, region_cache;
  struct tn_core_sharing core_sharing;
};

/* Decodes resolved values[TN_N_PARAMS] (tn_platform_resolve). */
struct tn_choices tn_choices_of(const double *values);

/* Values that encode the parameter core_sharing as a number: TN_SHARING_NONE, TN_SHARING_FOLD, the
 * FACTOR of smt (1 to TN_SHARING_MAX), or the seconds of slice (below 1). */
#define TN_SHARING_NONE 0.0
#define TN_SHARING_FOLD (-1.0)
#define TN_SHARING_MAX 1000.0
struct tn_core_sharing tn_core_sharing_of(double value);
/* Returns a value of core_sharing that means another kind of sharing than `value`: smt(1) if
 * `value` is fold, otherwise fold. */
double tn_core_sharing_other(double value);

#endif
