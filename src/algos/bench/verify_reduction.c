#include "verify_reduction.h"

#include <string.h>

#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"
#include "verify_data.h"

static struct tn_expected contribution(const struct tn_call *call)
{
  return (struct tn_expected){ call,           call->type, call->rank,
                               call->rank + 1, 0,          tn_vector_bytes(call) };
}

/* What the caller has in RECV after the call, from its start. */
static struct tn_expected result(const struct tn_call *call)
{
  const int n = call->n_ranks, rank = call->rank;
  switch (call->collective) {
  case TN_SCAN:
    return (struct tn_expected){ call, call->type, 0, rank + 1, 0, call->block };
  case TN_EXSCAN:
    return (struct tn_expected){ call, call->type, 0, rank, 0, rank > 0 ? call->block : 0 };
  case TN_REDUCE_SCATTER_BLOCK:
  case TN_REDUCE_SCATTER:
    return (struct tn_expected){
      call, call->type, 0, n, tn_displacement(call, rank), tn_count(call, rank)
    };
  default:
    return (struct tn_expected){ call, call->type, 0, n, 0, tn_user_sizes(call).recv };
  }
}

static bool holds(const unsigned char *buf, struct tn_expected part, size_t *ret_offset)
{
  return tn_expected_holds(&part, buf, ret_offset);
}

/* The first rank of an exscan has no result: whether its RECV is as it was filled. */
static bool is_untouched(const struct tn_call *call, const unsigned char *recv, size_t *ret_offset)
{
  if (tn_contribution(call, call->rank) == TN_RECV)
    return holds(recv, contribution(call), ret_offset);
  for (size_t off = 0; off < call->block; off++) {
    if (recv[off] != TN_NO_RESULT) {
      *ret_offset = off;
      return false;
    }
  }
  return true;
}

void tn_verify_fill_reduction(const struct tn_call *call, unsigned char *send, unsigned char *recv)
{
  const struct tn_sizes sizes = tn_user_sizes(call);
  if (sizes.recv > 0)
    memset(recv, TN_NO_RESULT, sizes.recv);
  const struct tn_expected part = contribution(call);
  tn_expected_fill(&part, tn_contribution(call, call->rank) == TN_SEND ? send : recv);
}

bool tn_verify_check_reduction(const struct tn_call *call, const unsigned char *send,
                               const unsigned char *recv, size_t *ret_offset, bool *ret_in_send)
{
  const struct tn_sizes sizes = tn_user_sizes(call);
  const bool has_none = call->collective == TN_EXSCAN && call->rank == 0;
  size_t offset = 0;
  const bool send_holds = sizes.send == 0 || holds(send, contribution(call), &offset);
  if (send_holds &&
      (has_none ? is_untouched(call, recv, &offset) : holds(recv, result(call), &offset)))
    return true;
  *ret_offset = offset;
  *ret_in_send = !send_holds;
  return false;
}
