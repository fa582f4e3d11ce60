/* Real bytes in a simulation: buffers of each rank, filled before each call and checked after
 * it. */
#include <unistd.h>

#include "algos/bench/verify.h"
#include "algos/kit/reduction.h"
#include "data.h"
#include "orders.h"

#define GIB ((double)(1 << 30))

size_t tn_sim_data_limit(void)
{
  const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  /* Half of the memory is left to other processes and to the simulators. */
  return (size_t)(0.5 * memory);
}

size_t tn_data_bytes(const struct tn_sizes *sizes)
{
  return sizes->send + sizes->recv + sizes->temp + sizes->shared;
}

bool tn_data_init(struct tn_engine *e)
{
  const size_t most = e->point->data_limit ? e->point->data_limit : tn_sim_data_limit();
  size_t total = 0;
  for (int r = 0; r < e->n_ranks; r++)
    total += tn_data_bytes(&e->sizes[r]);
  if (total > most) {
    tn_engine_fail(e,
                   "--verify would need %.1f GiB of buffers (at most %.1f GiB: fewer ranks "
                   "or smaller sizes)",
                   (double)total / GIB, (double)most / GIB);
    return false;
  }
  if (e->point->verify == TN_VERIFY_ORDERS)
    e->orders = tn_orders_new(&e->point->call);
  for (int b = 0; b < TN_N_BUFS; b++)
    e->data[b] = g_new0(unsigned char *, e->n_ranks);
  for (int r = 0; r < e->n_ranks; r++) {
    const size_t bytes[TN_N_BUFS] = { e->sizes[r].send, e->sizes[r].recv, e->sizes[r].temp,
                                      e->sizes[r].shared };
    for (int b = 0; b < TN_N_BUFS; b++)
      if (!(e->data[b][r] = g_try_malloc0(bytes[b] + 1))) {
        tn_engine_fail(e, "no memory for the buffers of --verify (%.1f GiB)", (double)total / GIB);
        return false;
      }
  }
  return true;
}

void tn_data_finish(struct tn_engine *e)
{
  tn_orders_free(e->orders);
  for (int b = 0; b < TN_N_BUFS; b++) {
    for (int r = 0; e->data[b] && r < e->n_ranks; r++)
      g_free(e->data[b][r]);
    g_free(e->data[b]);
  }
}

/* Returns the call to which the strand's present operation belongs; the actor may already be in a
 * later call. */
static struct tn_call call_of(const struct tn_engine *e, const struct tn_sim_strand *s)
{
  struct tn_call call = e->point->call;
  call.rank = s->rank;
  return tn_bench_call(e->bench, &call, s->epoch);
}

void tn_data_spoil(struct tn_engine *e)
{
  for (int r = 0; r < e->n_ranks; r++) {
    memset(e->data[TN_TEMP][r], 0xa5, e->sizes[r].temp);
    memset(e->data[TN_SHARED][r], 0xa5, e->sizes[r].shared);
  }
}

void tn_data_fill(struct tn_engine *e, const struct tn_sim_strand *s)
{
  const struct tn_call call = call_of(e, s);
  unsigned char *send = e->data[TN_SEND][s->rank], *recv = e->data[TN_RECV][s->rank];
  if (e->orders)
    tn_orders_fill(e->orders, &call, send, recv);
  else
    tn_verify_fill(&call, send, recv);
}

/* Fails the run unless all ranks have entered the barrier that this rank leaves. */
static void check_all_entered(struct tn_engine *e, const struct tn_sim_strand *s)
{
  for (int r = 0; r < e->n_ranks; r++) {
    const struct tn_sim_strand *other = e->strands->pdata[r];
    if (other->entered >= s->epoch)
      continue;
    e->result->verified = 0;
    tn_engine_fail(e, "rank %d left barrier number %u before rank %d entered it", s->rank, s->epoch,
                   r);
    return;
  }
}

void tn_data_check(struct tn_engine *e, const struct tn_sim_strand *s)
{
  const struct tn_call call = call_of(e, s);
  if (tn_collective_synchronises(call.collective)) {
    check_all_entered(e, s);
    return;
  }
  const unsigned char *send = e->data[TN_SEND][s->rank], *recv = e->data[TN_RECV][s->rank];
  size_t offset;
  bool in_send = false;
  if (e->orders ? tn_orders_record(e->orders, &call, recv, &offset)
                : tn_verify_check(&call, send, recv, &offset, &in_send))
    return;
  e->result->verified = 0;
  tn_engine_fail(e, "wrong data on rank %d at byte %zu of its %s buffer in call %u", s->rank,
                 offset, in_send ? "send" : "receive", call.epoch);
}

/* Returns a pointer to the bytes of a span. If the span exceeds its buffer, fails the run and
 * returns NULL. */
static unsigned char *bytes_of(struct tn_engine *e, const struct tn_span *span)
{
  const struct tn_sizes *z = &e->sizes[span->rank];
  const size_t size[TN_N_BUFS] = { z->send, z->recv, z->temp, z->shared };
  if (span->off > size[span->buf] || span->len > size[span->buf] - span->off) {
    char text[TN_COMPLAINT];
    tn_span_complain(text, sizeof text, span, size[span->buf]);
    tn_engine_fail(e, "%s", text);
    return NULL;
  }
  return e->data[span->buf][span->rank] + span->off;
}

unsigned char *tn_data_copy(struct tn_engine *e, const struct tn_span *span)
{
  const unsigned char *from = bytes_of(e, span);
  return from ? g_memdup2(from, span->len) : NULL;
}

void tn_data_paste(struct tn_engine *e, const struct tn_span *dst, const struct tn_span *src,
                   const unsigned char *bytes)
{
  const unsigned char *from = bytes_of(e, src);
  unsigned char *to = bytes_of(e, dst);
  if (from && memcmp(from, bytes, src->len) != 0)
    tn_engine_fail(e,
                   "the source of a transfer to rank %d (%s of rank %d, byte %zu on) "
                   "changed while it was read",
                   dst->rank, tn_buf_names[src->buf], src->rank, src->off);
  if (to)
    memcpy(to, bytes, src->len);
}

void tn_data_begin(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const struct tn_span *src = tn_sources(op);
  size_t total = 0;
  for (int i = 0; i < op->n_src; i++)
    total += src[i].len;
  s->snapshot = g_malloc(total + 1);
  size_t done = 0;
  for (int i = 0; i < op->n_src; i++) {
    const unsigned char *from = bytes_of(e, &src[i]);
    if (!from)
      return;
    memcpy(s->snapshot + done, from, src[i].len);
    done += src[i].len;
  }
}

/* Fails the run if a source has changed since the copy began. Slots of a bundle of fragments may
 * change, because the sender refills them (p2p.c). */
static void check_source(struct tn_engine *e, const struct tn_sim_strand *s,
                         const struct tn_operation *op)
{
  const struct tn_span *src = tn_sources(op);
  size_t done = 0;
  if (op->fragments > 1 && src->buf == TN_SHARED)
    return;
  for (int i = 0; i < op->n_src; i++) {
    const unsigned char *from = bytes_of(e, &src[i]);
    if (from && memcmp(from, s->snapshot + done, src[i].len) != 0)
      tn_engine_fail(e,
                     "the source of a copy by rank %d (%s of rank %d, byte %zu on) "
                     "changed while it was read",
                     s->rank, tn_buf_names[src[i].buf], src[i].rank, src[i].off);
    done += src[i].len;
  }
}

void tn_data_end(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const struct tn_span *dst = tn_targets(op);
  check_source(e, s, op);
  size_t done = 0;
  const bool sums = op->kind == TN_OP_REDUCE || op->kind == TN_OP_SUM;
  for (int i = 0; i < op->n_dst; i++) {
    unsigned char *to = bytes_of(e, &dst[i]);
    const unsigned char *from[TN_REDUCE_MAX];
    for (int j = 0; sums && j < op->n_src; j++)
      from[j] = s->snapshot + dst[i].len * (size_t)j;
    if (to && sums && e->orders)
      tn_orders_sum(e->orders, dst[i].len, to, op->n_src, from);
    else if (to && sums)
      tn_sum_all(e->point->call.type, dst[i].len, to, op->n_src, from);
    else if (to)
      memcpy(to, s->snapshot + done, dst[i].len);
    done += dst[i].len;
  }
  g_free(s->snapshot);
  s->snapshot = NULL;
}
