#include "choices.h"

struct tn_choices tn_choices_of(const double *values)
{
  return (struct tn_choices){
    .lock_scope = (enum tn_lock_scope)values[TN_P_LOCK_SCOPE],
    .clean_lines = (enum tn_clean_lines)values[TN_P_CLEAN_LINES],
    .flag_home = (enum tn_flag_home)values[TN_P_FLAG_HOME],
    .queue_holder = (enum tn_queue_holder)values[TN_P_QUEUE_HOLDER],
    .slot_home = (enum tn_slot_home)values[TN_P_SLOT_HOME],
    .slot_stores = (enum tn_slot_stores)values[TN_P_SLOT_STORES],
    .rcache = values[TN_P_RCACHE] == 0.0,
    .region_cache = values[TN_P_REGION_CACHE] > 0.0,
    .core_sharing = tn_core_sharing_of(values[TN_P_CORE_SHARING]),
  };
}

struct tn_core_sharing tn_core_sharing_of(double value)
{
  const enum tn_sharing kind = value < TN_SHARING_NONE   ? TN_SHARE_FOLD
                               : value >= 1.0            ? TN_SHARE_SMT
                               : value > TN_SHARING_NONE ? TN_SHARE_SLICE
                                                         : TN_SHARE_NONE;
  return (struct tn_core_sharing){ kind, value };
}

double tn_core_sharing_other(double value)
{
  return tn_core_sharing_of(value).kind == TN_SHARE_FOLD ? 1.0 : TN_SHARING_FOLD;
}
