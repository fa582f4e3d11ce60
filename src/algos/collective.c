#include <string.h>

#include "registry.h"

#define NAME(number, name, ...) [number] = name,
const char *const tn_collective_names[TN_N_COLLECTIVES + 1] = { TN_COLLECTIVES(NAME) };

#define INFO(number, name, ...) [number] = { __VA_ARGS__ },
const struct tn_collective_info tn_collectives[TN_N_COLLECTIVES] = { TN_COLLECTIVES(INFO) };

int tn_collective_find(const char *name)
{
  for (int c = 0; c < TN_N_COLLECTIVES; c++)
    if (strcmp(tn_collective_names[c], name) == 0)
      return c;
  return -1;
}

bool tn_collective_rooted(enum tn_collective collective)
{
  const struct tn_collective_info *c = &tn_collectives[collective];
  return c->from == TN_ROOT_RANK || c->to == TN_ROOT_RANK;
}

bool tn_collective_reduces(enum tn_collective collective)
{
  return tn_collectives[collective].reduces;
}

bool tn_collective_synchronises(enum tn_collective collective)
{
  return tn_collectives[collective].from == TN_NO_RANK;
}

enum tn_collective tn_collective_counted(enum tn_collective collective)
{
  static const enum tn_collective counted[TN_N_COLLECTIVES] = {
    [TN_SCATTER] = TN_SCATTERV,
    [TN_GATHER] = TN_GATHERV,
    [TN_ALLGATHER] = TN_ALLGATHERV,
    [TN_ALLTOALL] = TN_ALLTOALLV,
    [TN_REDUCE_SCATTER_BLOCK] = TN_REDUCE_SCATTER,
  };
  return counted[collective] ? counted[collective] : TN_N_COLLECTIVES;
}

static bool includes(enum tn_rank_set who, const struct tn_call *call, int rank)
{
  return who == TN_ALL_RANKS || (who == TN_ROOT_RANK && rank == call->root);
}

bool tn_call_has_result(const struct tn_call *call, int rank)
{
  return includes(tn_collectives[call->collective].to, call, rank);
}

bool tn_call_has_input_in_recv(const struct tn_call *call, int rank)
{
  const struct tn_collective_info *c = &tn_collectives[call->collective];
  if (c->one_buffer)
    return includes(c->from, call, rank);
  /* A scatter has no input in RECV: the root of an in-place scatter has it in SEND. */
  return call->in_place && c->from == TN_ALL_RANKS && includes(c->to, call, rank);
}
