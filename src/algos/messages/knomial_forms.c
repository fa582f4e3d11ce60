#include "knomial_forms.h"

#include "algos/kit/reduction.h"

struct tn_exchange tn_knomial_exchange(const struct tn_call *call)
{
  const int64_t radix = call->params[TN_KNOMIAL_RADIX];
  return tn_exchange_of(call->n_ranks, radix == TN_RADIX_AUTO ? tn_exchange_radix(call) : radix);
}

struct tn_exchange tn_knomial_exchange_of_parts(const struct tn_call *call)
{
  const struct tn_exchange e = tn_knomial_exchange(call);
  const size_t radix = (size_t)e.radix, n = call->block / tn_element_size(call);
  return (n + radix - 1) / radix * (radix - 1) > n ? tn_exchange_of(call->n_ranks, 2) : e;
}

static bool has_radix(const struct tn_call *call)
{
  return call->params[TN_KNOMIAL_RADIX] >= TN_RADIX_AUTO;
}

void tn_knomial_form_sums(struct tn_steps *s, int n, double bytes)
{
  const int n_more = TN_REDUCE_MAX - 1, n_passes = (n + n_more - 1) / n_more;
  tn_steps_sum(s, 0.5 * (n + n_passes), bytes);
}

static void send(struct tn_steps *s, int times, double bytes, bool adds)
{
  tn_steps_send(s, times, bytes);
  if (adds && bytes > 0)
    tn_knomial_form_sums(s, times, bytes);
}

/* Adds the message between an extra rank and its proxy, if there are extra ranks. */
static void count_left_out(const struct tn_exchange *e, double bytes, bool adds, struct tn_steps *s)
{
  if (e->fold.n_extra > 0)
    send(s, 1, bytes, adds);
}

bool tn_knomial_form(const struct tn_call *call, struct tn_steps *s)
{
  const double bytes = (double)call->block;
  if (!has_radix(call))
    return false;
  const struct tn_exchange e = tn_knomial_exchange(call);
  count_left_out(&e, bytes, true, s);
  for (int level = 0; level < e.n_levels; level++)
    send(s, tn_exchange_group(&e, 0, level).size - 1, bytes, true);
  count_left_out(&e, bytes, false, s);
  return true;
}

bool tn_knomial_form_blocks(const struct tn_call *call, struct tn_steps *s)
{
  const double bytes = (double)call->block;
  if (!has_radix(call))
    return false;
  const struct tn_exchange e = tn_knomial_exchange(call);
  count_left_out(&e, bytes, false, s);
  for (int level = 0; level < e.n_levels; level++) {
    const int n_others = tn_exchange_group(&e, 0, level).size - 1;
    const int n = tn_exchange_below(&e, 0, level + 1).n - tn_exchange_below(&e, 0, level).n;
    tn_steps_send(s, n_others, bytes * n / n_others);
  }
  count_left_out(&e, bytes * call->n_ranks, false, s);
  return true;
}

bool tn_knomial_form_shares(const struct tn_call *call, struct tn_steps *s)
{
  const double bytes = (double)call->block;
  if (!has_radix(call))
    return false;
  const struct tn_exchange e = tn_knomial_exchange_of_parts(call);
  count_left_out(&e, bytes * call->n_ranks, true, s);
  for (int level = e.n_levels - 1; level >= 0; level--) {
    const int n_others = tn_exchange_group(&e, 0, level).size - 1;
    send(s, n_others, bytes * tn_exchange_below(&e, 0, level).n, true);
  }
  count_left_out(&e, bytes, false, s);
  return true;
}

/* Adds the messages of all levels. A part is as long as the part of the previous level, divided by
 * the group size. An exchange that runs the levels in reverse order has messages of the same
 * lengths. */
static void count_parts(const struct tn_exchange *e, double bytes, bool adds, struct tn_steps *s)
{
  for (int level = 0; level < e->n_levels; level++) {
    const int size = tn_exchange_group(e, 0, level).size;
    bytes /= size;
    send(s, size - 1, bytes, adds);
  }
}

bool tn_knomial_form_parts(const struct tn_call *call, struct tn_steps *s)
{
  const bool adds = call->collective != TN_BCAST;
  const double bytes = (double)call->block;
  if (!has_radix(call))
    return false;
  const struct tn_exchange e = tn_knomial_exchange_of_parts(call);
  if (adds)
    count_left_out(&e, bytes, true, s);
  count_parts(&e, bytes, adds, s);
  count_parts(&e, bytes, false, s);
  if (call->collective != TN_REDUCE)
    count_left_out(&e, bytes, false, s);
  return true;
}
