#include "threads.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algos/bench/verify.h"
#include "algos/kit/reduction.h"
#include "real/shared.h"

enum { PAGE = 4096, RANK_OFFSET = 256 };
enum { OVERWRITTEN = 0xee };

/* State shared by all threads of one run. */
struct run {
  struct tn_bench bench;
  int n_ranks, n_slots;
  bool verify;
  struct rank *ranks;
  _Atomic uint64_t *flags; /* [rank * n_slots + slot] */
  pthread_barrier_t barrier;
  enum { GATE_SHUT, GATE_OPEN, GATE_CANCELLED } gate; /* under gate_lock */
  pthread_mutex_t gate_lock;
  pthread_cond_t gate_moved;
};

/* A rank's own strand, or one that it has spawned. */
struct strand {
  struct tn_strand base;
  struct run *run;
  pthread_t thread;
  void (*fn)(struct tn_strand *r, void *arg);
  void *arg;
};

struct rank {
  struct strand strand;
  struct tn_call call;
  unsigned char *memory[TN_N_BUFS]; /* as allocated */
  unsigned char *buf[TN_N_BUFS];
  size_t size[TN_N_BUFS];
  double entered, total;      /* seconds */
  _Atomic uint32_t n_entered; /* calls */
  char wrong[128];            /* first error found; empty without one */
};

static struct run *run_of(struct tn_strand *r)
{
  return ((struct strand *)r)->run;
}

static struct rank *rank_of(struct tn_strand *r)
{
  return &run_of(r)->ranks[r->call->rank];
}

static unsigned char *bytes_of(struct tn_strand *r, struct tn_span span)
{
  const struct rank *rank = &run_of(r)->ranks[span.rank];
  if (span.off > rank->size[span.buf] || span.len > rank->size[span.buf] - span.off) {
    char text[TN_COMPLAINT];
    tn_span_complain(text, sizeof text, &span, rank->size[span.buf]);
    fprintf(stderr, "%s\n", text);
    abort();
  }
  return rank->buf[span.buf] + span.off;
}

unsigned char *tn_threads_bytes(struct tn_strand *r, struct tn_span span)
{
  return bytes_of(r, span);
}

static _Atomic uint64_t *flag_of(struct tn_strand *r, int rank, int slot)
{
  const struct run *run = run_of(r);
  assert(slot >= 0 && slot < run->n_slots);
  return &run->flags[(size_t)rank * (size_t)run->n_slots + (size_t)slot];
}

static void copy(struct tn_strand *r, int n_dst, const struct tn_span *dst, int n_src,
                 const struct tn_span *src)
{
  size_t dst_done = 0, src_done = 0;
  for (int i = 0, j = 0; i < n_dst && j < n_src;) {
    const size_t dst_left = dst[i].len - dst_done;
    const size_t src_left = src[j].len - src_done;
    const size_t n = dst_left < src_left ? dst_left : src_left;
    if (n > 0)
      memcpy(bytes_of(r, dst[i]) + dst_done, bytes_of(r, src[j]) + src_done, n);
    dst_done += n;
    src_done += n;
    if (dst_done == dst[i].len) {
      i++;
      dst_done = 0;
    }
    if (src_done == src[j].len) {
      j++;
      src_done = 0;
    }
  }
}

static void move(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  assert(dst.len == src.len);
  copy(r, 1, &dst, 1, &src);
}

static void reduce(struct tn_strand *r, struct tn_span dst, int n_src, const struct tn_span *src)
{
  const unsigned char *bytes[TN_REDUCE_MAX];
  for (int i = 0; i < n_src; i++) {
    assert(dst.len == src[i].len);
    bytes[i] = bytes_of(r, src[i]);
  }
  tn_sum_all(r->call->type, dst.len, bytes_of(r, dst), n_src, bytes);
}

static void post(struct tn_strand *r, int slot, uint64_t value)
{
  atomic_store_explicit(flag_of(r, r->call->rank, slot), value, memory_order_release);
}

static int wait_any(struct tn_strand *r, int n, const struct tn_cond *conds)
{
  for (;;) {
    for (int i = 0; i < n; i++) {
      _Atomic uint64_t *flag = flag_of(r, conds[i].rank, conds[i].slot);
      if (atomic_load_explicit(flag, memory_order_acquire) >= conds[i].value)
        return i;
    }
    sched_yield();
  }
}

static uint64_t fetch_add(struct tn_strand *r, int rank, int slot, uint64_t n)
{
  return atomic_fetch_add_explicit(flag_of(r, rank, slot), n, memory_order_acq_rel);
}

static void put(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here, int there,
                uint64_t value)
{
  const int own = r->call->rank;
  move(r, dst, src);
  tn_flag_raise(flag_of(r, dst.rank == own ? src.rank : dst.rank, there), value);
  tn_flag_raise(flag_of(r, own, here), value);
}

static void *run_spawned(void *arg)
{
  struct strand *strand = arg;
  strand->fn(&strand->base, strand->arg);
  return NULL;
}

static struct tn_strand *spawn(struct tn_strand *r, int core,
                               void (*fn)(struct tn_strand *r, void *arg), void *arg)
{
  (void)core;
  struct strand *strand = calloc(1, sizeof *strand);
  if (!strand)
    abort();
  strand->base = *r;
  strand->run = run_of(r);
  strand->fn = fn;
  strand->arg = arg;
  if (pthread_create(&strand->thread, NULL, run_spawned, strand) != 0)
    abort();
  return &strand->base;
}

static void join(struct tn_strand *r, struct tn_strand *other)
{
  (void)r;
  pthread_join(((struct strand *)other)->thread, NULL);
  free(other);
}

static double now(struct tn_strand *r)
{
  (void)r;
  return tn_clock_now();
}

static void compute(struct tn_strand *r, double seconds)
{
  const double end = now(r) + seconds;
  while (now(r) < end)
    sched_yield();
}

static void enter(struct tn_strand *r)
{
  struct rank *rank = rank_of(r);
  struct run *run = run_of(r);
  if (r->call->meets)
    pthread_barrier_wait(&run->barrier);
  if (run->verify)
    tn_verify_fill(r->call, rank->buf[TN_SEND], rank->buf[TN_RECV]);
  if (r->call->meets)
    pthread_barrier_wait(&run->barrier);
  atomic_store_explicit(&rank->n_entered, r->call->epoch, memory_order_relaxed);
  rank->entered = now(r);
}

/* Checks that all ranks have entered the barrier before a rank leaves it. */
static void check_all_entered(struct tn_strand *r)
{
  const struct run *run = run_of(r);
  struct rank *rank = rank_of(r);
  for (int i = 0; i < run->n_ranks && !*rank->wrong; i++)
    if (atomic_load_explicit(&run->ranks[i].n_entered, memory_order_relaxed) < r->call->epoch)
      snprintf(rank->wrong, sizeof rank->wrong,
               "rank %d, call %u: left the barrier before rank %d entered it", r->call->rank,
               (unsigned)r->call->epoch, i);
}

/* Checks and overwrites the buffers without waiting for other ranks. ThreadSanitizer then reports
 * algorithms in which a rank returns too early. */
static void verify_and_overwrite(struct tn_strand *r)
{
  struct rank *rank = rank_of(r);
  size_t offset;
  bool in_send;
  if (!*rank->wrong &&
      !tn_verify_check(r->call, rank->buf[TN_SEND], rank->buf[TN_RECV], &offset, &in_send))
    snprintf(rank->wrong, sizeof rank->wrong,
             "rank %d, call %u: byte %zu of the %s buffer is wrong", r->call->rank,
             (unsigned)r->call->epoch, offset, in_send ? "send" : "receive");
  for (int b = 0; b <= TN_TEMP; b++)
    if (rank->size[b] > 0)
      memset(rank->buf[b], OVERWRITTEN, rank->size[b]);
}

static void leave(struct tn_strand *r)
{
  struct rank *rank = rank_of(r);
  if (r->call->epoch > (uint32_t)run_of(r)->bench.warmup)
    rank->total += now(r) - rank->entered;
  if (run_of(r)->verify && tn_collective_synchronises(r->call->collective))
    check_all_entered(r);
  else if (run_of(r)->verify)
    verify_and_overwrite(r);
}

static const struct tn_transport transport = {
  TN_TRANSPORT_BASICS,
  .expose = tn_expose_nothing,
  .expose_part = tn_expose_part_nothing,
  .attach = tn_attach_nothing,
  .software = tn_software_nothing,
  .enter = enter,
  .leave = leave,
};

static void set_gate(struct run *run, int state)
{
  pthread_mutex_lock(&run->gate_lock);
  run->gate = state;
  pthread_cond_broadcast(&run->gate_moved);
  pthread_mutex_unlock(&run->gate_lock);
}

static bool pass_gate(struct run *run)
{
  pthread_mutex_lock(&run->gate_lock);
  while (run->gate == GATE_SHUT)
    pthread_cond_wait(&run->gate_moved, &run->gate_lock);
  const bool open = run->gate == GATE_OPEN;
  pthread_mutex_unlock(&run->gate_lock);
  return open;
}

static void *run_rank(void *arg)
{
  struct rank *rank = arg;
  if (pass_gate(rank->strand.run))
    tn_bench_rank(&rank->strand.base, &rank->strand.run->bench, &rank->call);
  return NULL;
}

static bool allocate_rank(struct run *run, int i, const struct tn_call *call,
                          const struct tn_layout *layout)
{
  struct rank *rank = &run->ranks[i];
  rank->call = *call;
  rank->call.rank = i;
  rank->call.layout = layout;
  rank->call.pattern = run->bench.algorithm->runs->pattern;
  rank->strand.base = (struct tn_strand){ &transport, &rank->call };
  rank->strand.run = run;
  const struct tn_sizes sizes = tn_bench_sizes(&run->bench, &rank->call);
  const size_t offset = (size_t)i * RANK_OFFSET % PAGE;
  const size_t by_buf[TN_N_BUFS] = { sizes.send, sizes.recv, sizes.temp, sizes.shared };
  for (int b = 0; b < TN_N_BUFS; b++) {
    void *memory;
    if (posix_memalign(&memory, PAGE, offset + by_buf[b] + 1) != 0)
      return false;
    memset(memory, 0, offset + by_buf[b] + 1);
    rank->memory[b] = memory;
    rank->buf[b] = rank->memory[b] + offset;
    rank->size[b] = by_buf[b];
  }
  return true;
}

static bool allocate(struct run *run, const struct tn_call *call, const struct tn_layout *layout)
{
  run->ranks = calloc((size_t)run->n_ranks, sizeof *run->ranks);
  const size_t n_flags = (size_t)run->n_ranks * (size_t)run->n_slots;
  run->flags = calloc(n_flags > 0 ? n_flags : 1, sizeof *run->flags);
  if (!run->ranks || !run->flags)
    return false;
  for (int i = 0; i < run->n_ranks; i++)
    if (!allocate_rank(run, i, call, layout))
      return false;
  return true;
}

static void release(struct run *run)
{
  for (int i = 0; run->ranks && i < run->n_ranks; i++)
    for (int b = 0; b < TN_N_BUFS; b++)
      free(run->ranks[i].memory[b]);
  free(run->ranks);
  free(run->flags);
}

/* Starts all threads and waits for them. Returns false if a thread could not be created; then none
 * has run. */
static bool run_threads(struct run *run)
{
  pthread_barrier_init(&run->barrier, NULL, (unsigned)run->n_ranks);
  pthread_mutex_init(&run->gate_lock, NULL);
  pthread_cond_init(&run->gate_moved, NULL);
  int n_started = 0;
  while (n_started < run->n_ranks) {
    struct rank *rank = &run->ranks[n_started];
    if (pthread_create(&rank->strand.thread, NULL, run_rank, rank) != 0)
      break;
    n_started++;
  }
  const bool complete = n_started == run->n_ranks;
  set_gate(run, complete ? GATE_OPEN : GATE_CANCELLED);
  for (int i = 0; i < n_started; i++)
    pthread_join(run->ranks[i].strand.thread, NULL);
  pthread_cond_destroy(&run->gate_moved);
  pthread_mutex_destroy(&run->gate_lock);
  pthread_barrier_destroy(&run->barrier);
  return complete;
}

/* Returns a copy of the first wrong rank's message, or NULL if all data are right. */
static char *describe_wrong(const struct run *run)
{
  for (int i = 0; i < run->n_ranks; i++)
    if (*run->ranks[i].wrong)
      return strdup(run->ranks[i].wrong);
  return NULL;
}

unsigned tn_threads_patience = 120;
static char watched[256];

/* Ends the process, because threads that wait for each other for ever cannot be ended. */
static void give_up(int number)
{
  (void)number;
  _exit(write(STDERR_FILENO, watched, strlen(watched)) < 0 ? 2 : 1);
}

static void watch(const struct tn_bench *bench, const struct tn_call *call)
{
  snprintf(watched, sizeof watched,
           "%s %s, %d ranks, root %d, %zu bytes: not finished after %u s (a deadlock?)\n",
           tn_collective_names[call->collective], bench->algorithm->name, call->n_ranks, call->root,
           call->block, tn_threads_patience);
  signal(SIGALRM, give_up);
  alarm(tn_threads_patience);
}

bool tn_threads_run(const struct tn_bench *bench, const struct tn_call *call,
                    const struct tn_layout *layout, bool verify, double *ret_seconds,
                    char **ret_message)
{
  struct tn_call placed = *call;
  placed.layout = layout;
  struct run run = { .bench = *bench,
                     .n_ranks = call->n_ranks,
                     .n_slots = tn_bench_slots(bench, &placed),
                     .verify = verify };
  char *message = NULL;
  watch(bench, call);
  if (!allocate(&run, call, layout))
    message = strdup("out of memory for the ranks' buffers");
  else if (!run_threads(&run))
    message = strdup("cannot start a thread for every rank");
  else
    message = describe_wrong(&run);
  alarm(0);
  for (int i = 0; !message && ret_seconds && i < run.n_ranks; i++)
    ret_seconds[i] = bench->repetitions > 0 ? run.ranks[i].total / bench->repetitions : 0.0;
  release(&run);
  if (message)
    *ret_message = message;
  return !message;
}
