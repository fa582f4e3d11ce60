/* State of the user's buffers at the beginning of a call, and page faults in new buffers. */
#include "strand.h"

/* Returns true if the rank's input is in its receive buffer, which the user then writes before the
 * call. */
static bool has_input_in_recv(const struct tn_engine *e, int rank)
{
  return e->sizes[rank].send == 0 && tn_call_has_input_in_recv(&e->point->call, rank);
}

static void rewrite(struct tn_engine *e)
{
  struct tn_access unused;
  for (int r = 0; r < e->n_ranks; r++) {
    const struct tn_extent at = has_input_in_recv(e, r)
                                    ? (struct tn_extent){ r, TN_RECV, 0, e->sizes[r].recv }
                                    : (struct tn_extent){ r, TN_SEND, 0, e->sizes[r].send };
    tn_residency_write(e->memory.residency, at, r, &unused);
  }
}

static void renew(struct tn_engine *e, int rank, enum tn_buf buf, size_t bytes)
{
  struct tn_memory *m = &e->memory;
  if (!m->touched[buf])
    m->touched[buf] = g_new0(unsigned char *, e->n_ranks);
  tn_residency_forget(m->residency, rank, (int)buf);
  g_free(m->touched[buf][rank]);
  m->touched[buf][rank] = g_malloc0(bytes / e->page_size / 8 + 1);
}

void tn_buffers_begin_call(struct tn_engine *e)
{
  if (!e->memory.residency)
    return;
  /* The data of the computation (working_set bytes) evict the oldest data from the caches. */
  for (int r = 0; e->point->working_set > 0 && r < e->n_ranks; r++) {
    struct tn_access unused;
    const struct tn_extent at = { r, TN_N_BUFS, 0, e->point->working_set };
    tn_residency_write(e->memory.residency, at, r, &unused);
  }
  /* Temporary buffers of a library for each call (docs/model/messages.md). The allocator maps a
   * large block anew each time, and returns free memory to the system if it is at least twice the
   * largest block. */
  /* bytes: largest M_MMAP_THRESHOLD that glibc sets by itself */
  enum { BLOCK = 32 << 20 };
  const double limit = tn_engine_price(e, TN_P_TEMPORARY_LIMIT);
  for (int r = 0; limit > 0.0 && r < e->n_ranks; r++) {
    const double temp = (double)e->sizes[r].temp, largest = (double)e->sizes[r].temp_largest;
    if ((temp > limit && temp >= 2 * largest) || largest >= BLOCK)
      renew(e, r, TN_TEMP, e->sizes[r].temp);
  }
  switch (e->point->buffers) {
  case TN_BUFFERS_UNCHANGED:
    break;
  case TN_BUFFERS_REWRITTEN:
    rewrite(e);
    break;
  case TN_BUFFERS_NEW:
    tn_attachments_renew(e);
    for (int r = 0; r < e->n_ranks; r++) {
      tn_residency_forget(e->memory.residency, r, TN_SEND);
      if (has_input_in_recv(e, r))
        tn_residency_forget(e->memory.residency, r, TN_RECV);
      else
        renew(e, r, TN_RECV, e->sizes[r].recv);
    }
    rewrite(e);
    break;
  case TN_BUFFERS_COLD:
    tn_residency_flush(e->memory.residency);
    break;
  }
}

double tn_buffers_touch(struct tn_engine *e, struct tn_span span)
{
  unsigned char **touched = e->memory.touched[span.buf];
  unsigned char *bits = touched ? touched[span.rank] : NULL;
  if (!bits)
    return 0.0;
  int n = 0;
  for (size_t i = span.off / e->page_size; i * e->page_size < span.off + span.len; i++) {
    n += !(bits[i / 8] & 1u << i % 8);
    bits[i / 8] |= (unsigned char)(1u << i % 8);
  }
  if (n == 0)
    return 0.0;
  tn_engine_price(e, TN_P_PAGE_SIZE);
  return n * tn_engine_price(e, TN_P_FAULT_TIME);
}
