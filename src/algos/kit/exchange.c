#include "exchange.h"

struct tn_exchange tn_exchange_of(int n_ranks, int64_t radix)
{
  const int64_t most = n_ranks > 2 ? n_ranks : 2;
  struct tn_exchange e = { .radix = (int)(radix < most ? radix : most) };
  int64_t full = 1;
  while (full * e.radix <= n_ranks) {
    full *= e.radix;
    e.n_levels++;
  }
  e.fold.n_new = (int)(n_ranks / full * full);
  e.fold.n_extra = n_ranks - e.fold.n_new;
  e.n_levels += e.fold.n_new > full;
  return e;
}

struct tn_exchange_group tn_exchange_group(const struct tn_exchange *e, int number, int level)
{
  int64_t stride = 1;
  for (int i = 0; i < level; i++)
    stride *= e->radix;
  const int64_t span = stride * e->radix;
  const int64_t first = number / span * span + number % stride;
  const int64_t size = (e->fold.n_new - first + stride - 1) / stride;
  return (struct tn_exchange_group){ (int)first, (int)stride,
                                     (int)(size < e->radix ? size : e->radix),
                                     (int)(number / stride % e->radix) };
}

int tn_exchange_peer(const struct tn_exchange *e, int number, int level, int i)
{
  const struct tn_exchange_group group = tn_exchange_group(e, number, level);
  return i < group.size - 1 ? group.first + (group.own + 1 + i) % group.size * group.stride : -1;
}

struct tn_run tn_exchange_below(const struct tn_exchange *e, int number, int level)
{
  const int stride = tn_exchange_group(e, number, level).stride;
  const int first = number / stride * stride, from = tn_fold_first(&e->fold, first);
  const int end = first + stride < e->fold.n_new ? first + stride : e->fold.n_new;
  return (struct tn_run){ from, tn_fold_first(&e->fold, end) - from };
}

int tn_exchange_last_level(const struct tn_exchange *e, int number)
{
  int last = -1;
  for (int level = 0; level < e->n_levels; level++)
    if (tn_exchange_group(e, number, level).own > 0)
      last = level;
  return last;
}

static int ranks_in_package(const struct tn_call *call, int package)
{
  int n = 0;
  for (int r = 0; r < call->n_ranks; r++)
    n += call->layout->package[r] == package;
  return n;
}

static int fewest_in_a_package(const struct tn_call *call)
{
  const bool is_known = call->layout && call->layout->package;
  int fewest = call->n_ranks, n = 0;
  for (int package = 0; is_known && (n = ranks_in_package(call, package)) > 0; package++)
    fewest = n < fewest ? n : fewest;
  return fewest;
}

int tn_exchange_radix(const struct tn_call *call)
{
  const int most = fewest_in_a_package(call);
  int best = 2;
  for (int radix = 3; radix <= most; radix++) {
    const int left_out = tn_exchange_of(call->n_ranks, radix).fold.n_extra;
    if (left_out < tn_exchange_of(call->n_ranks, best).fold.n_extra)
      best = radix;
  }
  return best;
}

struct tn_elements tn_elements_piece(struct tn_elements range, size_t n, size_t i)
{
  const size_t longer = range.n % n, length = range.n / n;
  return (struct tn_elements){ range.first + i * length + (i < longer ? i : longer),
                               length + (i < longer) };
}
