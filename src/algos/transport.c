#include "transport.h"

#include <stdio.h>

const char *const tn_buf_names[TN_N_BUFS] = { "SEND", "RECV", "TEMP", "SHARED" };

void tn_span_complain(char *text, size_t n, const struct tn_span *span, size_t size)
{
  const int is_scratch = span->buf == TN_TEMP || span->buf == TN_SHARED;
  snprintf(text, n, "%s of rank %d: the %s %zu bytes, and bytes %zu to %zu are used",
           tn_buf_names[span->buf], span->rank,
           is_scratch ? "entry's scratch asks for" : "collective gives it", size, span->off,
           span->off + span->len);
}

void tn_expose_nothing(struct tn_strand *r, enum tn_buf buf)
{
  (void)r;
  (void)buf;
}

void tn_expose_part_nothing(struct tn_strand *r, struct tn_span own)
{
  (void)r;
  (void)own;
}

void tn_attach_nothing(struct tn_strand *r, int rank, enum tn_buf buf)
{
  (void)r;
  (void)rank;
  (void)buf;
}

void tn_software_nothing(struct tn_strand *r, enum tn_software what, int peer, size_t amount)
{
  (void)r;
  (void)what;
  (void)peer;
  (void)amount;
}

void tn_enqueue(struct tn_strand *r, int stream, struct tn_span dst, int n_src,
                const struct tn_span *src, struct tn_cond end)
{
  const struct tn_transport *t = r->transport;
  if (t->enqueue && r->call->memory == TN_IN_DEVICE) {
    t->enqueue(r, stream, dst, n_src, src, end);
    return;
  }
  if (n_src > 1)
    t->reduce(r, dst, n_src, src);
  else if (src->rank == r->call->rank || src->buf == TN_SHARED)
    tn_move(r, dst, *src);
  else
    tn_copy(r, dst, *src);
  t->post(r, end.slot, end.value);
}

void tn_reduce_row(struct tn_strand *r, struct tn_span dst, struct tn_span first,
                   struct tn_span more, int n)
{
  struct tn_span src[TN_REDUCE_MAX] = { first };
  for (int n_src = 1; n > 0; n--, more.off += more.len) {
    src[n_src++] = more;
    if (n_src < TN_REDUCE_MAX && n > 1)
      continue;
    r->transport->reduce(r, dst, n_src, src);
    src[0] = dst;
    n_src = 1;
  }
}
