/* Transport table on processes: system calls for kernel copies, otherwise loads and stores. */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "algos/kit/reduction.h"
#include "real_phases.h"
#include "shared.h"
#include "xpmem.h"

/* Limits of one call of process_vm_readv: number of vector entries, and total bytes. */
enum { MAX_PIECES = 1024, MAX_BYTES = 0x7ffff000 };
/* Number of polls before a waiting rank yields its processing unit. It is small if ranks share a
 * unit, because the awaited rank may need it. Otherwise polls last some milliseconds, longer than a
 * copy of several MiB, because another process could run long after a yield. */
enum { LOOKS = 1 << 17, LOOKS_WHEN_CROWDED = 32 };

static struct tn_real_run *run_of(struct tn_strand *r)
{
  return tn_real_strand_of(r)->run;
}

/* Returns the rank of the first span that another rank owns; `otherwise` if all are the
 * caller's. */
static int other_rank(const struct tn_strand *r, int n, const struct tn_span *spans, int otherwise)
{
  for (int i = 0; i < n; i++)
    if (spans[i].rank != r->call->rank)
      return spans[i].rank;
  return otherwise;
}

/* Ends the run if an algorithm exceeds its buffers. */
static void check_bounds(struct tn_strand *r, const struct tn_span *span)
{
  const size_t size = tn_buf_bytes(&run_of(r)->sizes[span->rank], (int)span->buf);
  char text[TN_COMPLAINT];
  if (span->off <= size && span->len <= size - span->off)
    return;
  tn_span_complain(text, sizeof text, span, size);
  tn_rank_end(tn_real_strand_of(r)->rank, TN_RANK_FAILED, "%s", text);
}

/* Returns a span's address in this process; ends the run if it is not mapped. The span is passed by
 * address: copying a struct just written word by word would wait for its stores. */
static unsigned char *bytes_of(struct tn_strand *r, const struct tn_span *span)
{
  const struct tn_real_run *run = run_of(r);
  struct tn_real_rank *rank = tn_real_strand_of(r)->rank;
  check_bounds(r, span);
  if (span->rank == rank->number)
    return rank->buf[span->buf] + span->off;
  if (tn_mechanism_needs_attach(run->point->mechanism) && span->buf != TN_SHARED)
    return tn_xpmem_bytes(rank, span->rank, span->buf) + span->off;
  if (!tn_real_is_mapped(run, span->buf))
    tn_rank_end(rank, TN_RANK_FAILED, "%s of rank %d is not mapped (mechanism %s)",
                tn_buf_names[span->buf], span->rank, tn_mechanism_names[run->point->mechanism]);
  return run->mapped + run->region[span->rank][span->buf] + span->off;
}

void tn_real_locate(struct tn_strand *r, struct tn_span span, pid_t *ret_pid, void **ret_address)
{
  const struct tn_rank_state *state = &run_of(r)->shared->ranks[span.rank];
  *ret_pid = state->pid;
  *ret_address = state->buf[span.buf] + span.off;
}

void tn_real_note(struct tn_strand *r, int i, double value)
{
  g_assert(i >= 0 && i < TN_REAL_NOTES);
  tn_real_strand_of(r)->rank->state->notes[i] = value;
}

struct cursor {
  const struct tn_span *spans;
  int n, i;
  size_t done; /* bytes of spans[i] that are copied */
};

static void advance(struct cursor *c, size_t bytes)
{
  while (c->i < c->n && bytes >= c->spans[c->i].len - c->done) {
    bytes -= c->spans[c->i].len - c->done;
    c->done = 0;
    c->i++;
  }
  c->done += bytes;
}

/* Fills `ret` with the addresses, in the owner's process, of the bytes to copy next. Returns the
 * number of entries. */
static int pieces(struct tn_strand *r, struct cursor c, struct iovec *ret)
{
  size_t left = MAX_BYTES;
  int n = 0;
  for (; c.i < c.n && n < MAX_PIECES && left > 0; c.i++, c.done = 0) {
    const struct tn_span span = c.spans[c.i];
    pid_t pid;
    void *start;
    if (span.len == c.done)
      continue;
    check_bounds(r, &span);
    tn_real_locate(r, span, &pid, &start);
    const size_t bytes = MIN(span.len - c.done, left);
    ret[n++] = (struct iovec){ (unsigned char *)start + c.done, bytes };
    left -= bytes;
  }
  return n;
}

/* Handles a failed call on a peer's memory. If the peer has died, the parent ends this process. */
_Noreturn static void fail_copy(struct tn_strand *r, const char *call, int peer, int why)
{
  struct tn_real_rank *rank = tn_real_strand_of(r)->rank;
  if (why == ESRCH)
    for (;;)
      pause();
  const bool refused = why == EPERM || why == ENOSYS;
  tn_rank_end(rank, refused ? TN_RANK_REFUSED : TN_RANK_FAILED, "%s on rank %d: %s%s", call, peer,
              g_strerror(why),
              why == EPERM ? " (ptrace_scope, or a container without CAP_SYS_PTRACE)" : "");
}

static void copy_by_kernel(struct tn_strand *r, struct cursor dst, struct cursor src)
{
  const struct tn_real_rank *rank = tn_real_strand_of(r)->rank;
  const bool reads = dst.spans[0].rank == rank->number;
  const int peer = reads ? src.spans[0].rank : dst.spans[0].rank;
  const pid_t pid = run_of(r)->shared->ranks[peer].pid;
  struct iovec own[MAX_PIECES], theirs[MAX_PIECES];
  for (;;) {
    const int n_own = pieces(r, reads ? dst : src, own);
    const int n_theirs = pieces(r, reads ? src : dst, theirs);
    if (n_own == 0 || n_theirs == 0)
      return;
    const ssize_t n =
        reads
            ? process_vm_readv(pid, own, (unsigned long)n_own, theirs, (unsigned long)n_theirs, 0)
            : process_vm_writev(pid, own, (unsigned long)n_own, theirs, (unsigned long)n_theirs, 0);
    if (n <= 0)
      fail_copy(r, reads ? "process_vm_readv" : "process_vm_writev", peer, n < 0 ? errno : EFAULT);
    advance(&dst, (size_t)n);
    advance(&src, (size_t)n);
    tn_phase_progress(r);
  }
}

static void copy(struct tn_strand *r, int n_dst, const struct tn_span *dst, int n_src,
                 const struct tn_span *src)
{
  const double from = tn_phase_begin(r);
  const int own = tn_real_strand_of(r)->rank->number;
  const bool is_foreign = dst[0].rank != own || src[0].rank != own;
  struct cursor to = { dst, n_dst, 0, 0 }, source = { src, n_src, 0, 0 };
  size_t bytes = 0;
  for (int i = 0; i < n_dst; i++)
    bytes += dst[i].len;
  if (bytes > 0)
    tn_message_count(tn_real_strand_of(r), src[0].rank, dst[0].rank);
  if (is_foreign && tn_mechanism_pins(run_of(r)->point->mechanism))
    copy_by_kernel(r, to, source);
  else
    while (to.i < to.n && source.i < source.n) {
      const struct tn_span into = to.spans[to.i], out_of = source.spans[source.i];
      const size_t n = MIN(into.len - to.done, out_of.len - source.done);
      if (n > 0)
        memcpy(bytes_of(r, &into) + to.done, bytes_of(r, &out_of) + source.done, n);
      advance(&to, n);
      advance(&source, n);
    }
  const int peer = other_rank(r, n_src, src, other_rank(r, n_dst, dst, -1));
  tn_phase_end_copy(r, "copy", from, peer, bytes);
}

static void move(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  const double from = tn_phase_begin(r);
  if (src.len > 0)
    memcpy(bytes_of(r, &dst), bytes_of(r, &src), src.len);
  const int peer = other_rank(r, 1, &src, other_rank(r, 1, &dst, -1));
  tn_phase_end_copy(r, "copy", from, peer, dst.len);
}

static void reduce(struct tn_strand *r, struct tn_span dst, int n_src, const struct tn_span *src)
{
  const double from = tn_phase_begin(r);
  const unsigned char *bytes[TN_REDUCE_MAX];
  for (int i = 0; dst.len > 0 && i < n_src; i++)
    bytes[i] = bytes_of(r, &src[i]);
  if (dst.len > 0)
    tn_sum_all(r->call->type, dst.len, bytes_of(r, &dst), n_src, bytes);
  const int peer = other_rank(r, n_src, src, other_rank(r, 1, &dst, -1));
  tn_phase_end_copy(r, "reduce", from, peer, dst.len);
}

/* Exposes a buffer; kernel copies and memory files need no exposure. */
static void expose(struct tn_strand *r, enum tn_buf buf)
{
  const double from = tn_phase_begin(r);
  if (!tn_mechanism_needs_attach(run_of(r)->point->mechanism))
    return;
  tn_xpmem_expose(tn_real_strand_of(r)->rank, buf);
  tn_phase_end(r, "startup", from);
}

/* Exposes the whole buffer, because a segment always covers a whole buffer. */
static void expose_part(struct tn_strand *r, struct tn_span own)
{
  expose(r, own.buf);
}

static void attach(struct tn_strand *r, int rank, enum tn_buf buf)
{
  const double from = tn_phase_begin(r);
  if (!tn_mechanism_needs_attach(run_of(r)->point->mechanism))
    return;
  tn_xpmem_attach(tn_real_strand_of(r)->rank, rank, buf);
  tn_phase_end(r, "startup", from);
}

static void message(struct tn_strand *r, int rank)
{
  tn_message_count(tn_real_strand_of(r), rank, r->call->rank);
}

static _Atomic uint64_t *flag_of(struct tn_strand *r, int rank, int slot)
{
  return &run_of(r)->flags[(size_t)rank * run_of(r)->flag_stride + (size_t)slot];
}

static void post(struct tn_strand *r, int slot, uint64_t value)
{
  tn_phase_post(r, r->call->rank, slot, value);
  atomic_store_explicit(flag_of(r, r->call->rank, slot), value, memory_order_release);
}

static int first_that_holds(struct tn_strand *r, int n, const struct tn_cond *conds)
{
  for (int i = 0; i < n; i++)
    if (atomic_load_explicit(flag_of(r, conds[i].rank, conds[i].slot), memory_order_acquire) >=
        conds[i].value)
      return i;
  return -1;
}

void tn_transport_breathe(void)
{
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static int wait_any(struct tn_strand *r, int n, const struct tn_cond *conds)
{
  const int patience = run_of(r)->crowded ? LOOKS_WHEN_CROWDED : LOOKS;
  const double from = tn_phase_begin(r);
  struct tn_rank_state *state = tn_real_strand_of(r)->rank->state;
  int found = first_that_holds(r, n, conds);
  for (int looks = 1; found < 0; looks++) {
    if (looks < patience) {
      tn_transport_breathe();
    } else {
      atomic_store_explicit(&state->awaited_slot, conds[0].slot, memory_order_relaxed);
      atomic_store_explicit(&state->awaited_rank, conds[0].rank, memory_order_relaxed);
      looks = patience;
      sched_yield();
    }
    found = first_that_holds(r, n, conds);
  }
  if (atomic_load_explicit(&state->awaited_rank, memory_order_relaxed) >= 0)
    atomic_store_explicit(&state->awaited_rank, -1, memory_order_relaxed);
  tn_phase_progress(r);
  tn_phase_record(r, (struct tn_real_phase){ .name = "wait",
                                             .from = from,
                                             .peer = conds[found].rank,
                                             .slot = conds[found].slot,
                                             .value = conds[found].value });
  return found;
}

static uint64_t fetch_add(struct tn_strand *r, int rank, int slot, uint64_t n)
{
  const double from = tn_phase_begin(r);
  const uint64_t before =
      atomic_fetch_add_explicit(flag_of(r, rank, slot), n, memory_order_acq_rel);
  tn_phase_record(
      r, (struct tn_real_phase){
             .name = "post", .from = from, .peer = rank, .slot = slot, .value = before + n });
  return before;
}

/* Copies in the calling rank: the only engine is the processor. */
static void put(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here, int there,
                uint64_t value)
{
  const int own = r->call->rank;
  const int peer = dst.rank == own ? src.rank : dst.rank;
  copy(r, 1, &dst, 1, &src);
  tn_phase_post(r, peer, there, value);
  tn_flag_raise(flag_of(r, peer, there), value);
  tn_phase_post(r, own, here, value);
  tn_flag_raise(flag_of(r, own, here), value);
}

static void *run_spawned(void *arg)
{
  struct tn_real_strand *s = arg;
  if (!tn_host_pin(s->run->point->host, s->pu))
    tn_rank_end(s->rank, TN_RANK_FAILED, "cannot be bound to processing unit %d: %s", s->pu,
                g_strerror(errno));
  s->fn(&s->base, s->arg);
  return NULL;
}

static int pu_for(const struct tn_real_strand *s, int core)
{
  const struct tn_real_point *point = s->run->point;
  const int own = point->places->pu[s->rank->number];
  if (core == TN_CORE_OWN)
    return own;
  if (core == TN_CORE_NEAREST_IDLE)
    return tn_host_nearest_idle(point->host, point->places, own);
  const int pu = tn_host_pu_of_core(point->host, core);
  if (pu < 0)
    tn_rank_end(s->rank, TN_RANK_FAILED, "a strand needs core %d, which does not exist", core);
  return pu;
}

static struct tn_strand *spawn(struct tn_strand *r, int core,
                               void (*fn)(struct tn_strand *r, void *arg), void *arg)
{
  struct tn_real_strand *own = tn_real_strand_of(r), *s = g_new0(struct tn_real_strand, 1);
  *s = *own;
  s->fn = fn;
  s->arg = arg;
  s->pu = pu_for(own, core);
  const int why = pthread_create(&s->thread, NULL, run_spawned, s);
  if (why != 0)
    tn_rank_end(own->rank, TN_RANK_FAILED, "no second strand: %s", g_strerror(why));
  return &s->base;
}

static void join(struct tn_strand *r, struct tn_strand *other)
{
  const double from = tn_phase_begin(r);
  pthread_join(tn_real_strand_of(other)->thread, NULL);
  g_free(other);
  tn_phase_end(r, "wait", from);
}

/* Computes for `seconds` of processor time, which takes longer on a shared core. */
static void compute(struct tn_strand *r, double seconds)
{
  const double from = tn_clock_now(), worked = tn_clock_worked();
  while (tn_clock_worked() < worked + seconds)
    tn_phase_progress(r);
  tn_phase_end(r, "compute", from);
}

static double now(struct tn_strand *r)
{
  (void)r;
  return tn_clock_now();
}

const struct tn_transport tn_real_transport = {
  TN_TRANSPORT_BASICS,
  .expose = expose,
  .expose_part = expose_part,
  .attach = attach,
  .software = tn_software_nothing,
  .message = message,
  .enter = tn_rank_enter,
  .leave = tn_rank_leave,
};
