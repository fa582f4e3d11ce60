/* Decisions of NCCL and RCCL within a node: the choice with the shortest time in their tuning model
 * (algos/device/nccl_tuning.h). */
#include "algos/device/nccl_tuning.h"
#include "algos/entries.h"
#include "library.h"

static struct tn_decision decide(const struct tn_call *call, bool is_rccl)
{
  static const char *const names[TN_NCCL_N_ALGORITHMS][TN_NCCL_N_PROTOCOLS] = {
    { "Tree LL", "Tree LL128", "Tree Simple" },
    { "Ring LL", "Ring LL128", "Ring Simple" },
    { "NVLS", "NVLS", "NVLS Simple" },
  };
  const struct tn_algorithm *entry = tn_method_find(call->collective, "nccl")->runs;
  const struct tn_nccl *found = tn_nccl_of_call(call);
  if (!found || found->generation == TN_NCCL_NONE || call->n_ranks < 2)
    return tn_decision_make(entry, "auto");
  if (tn_nccl_is_rccl(found->generation) != is_rccl)
    return tn_decision_make(NULL,
                            is_rccl ? "nothing on NVIDIA's devices" : "nothing on AMD's devices");
  const struct tn_nccl_ask ask = tn_nccl_ask_of(call);
  const struct tn_nccl_choice c = tn_nccl_choose(found, &ask, -1, -1);
  struct tn_decision d = tn_decision_make(entry, names[c.algorithm][c.protocol]);
  tn_decision_set(&d, "algorithm",
                  tn_decision_find(&d, "algorithm", tn_nccl_algorithm_names[c.algorithm]));
  tn_decision_set(&d, "protocol",
                  tn_decision_find(&d, "protocol", tn_nccl_protocol_names[c.protocol]));
  return d;
}

static struct tn_decision as_nccl(const struct tn_call *call)
{
  return decide(call, false);
}

static struct tn_decision as_rccl(const struct tn_call *call)
{
  return decide(call, true);
}

#define OF_DEVICES(title, how, from, what)                                                         \
  {                                                                                                \
    .name = TN_LIBRARY_PREFIX title, .summary = what, .source = from, TN_BY_KERNELS,               \
    .decide = how,                                                                                 \
    .collectives = TN_SET(BCAST) | TN_SET(ALLGATHER) | TN_SET_SUMS | TN_SET(REDUCE_SCATTER_BLOCK)  \
  }

const struct tn_chooser tn_choosers_nccl[] = {
  OF_DEVICES("nccl", as_nccl, "NCCL 2.30, src/graph/tuning.cc", "default of NCCL within a node"),
  OF_DEVICES("rccl", as_rccl, "RCCL of 2025, src/graph/tuning.cc and src/rccl_wrap.cc",
             "default of RCCL within a node"),
  { .name = NULL },
};
