/* For dev/peers: the collectives of an MPI library, timed as `turnstile measure` times ours.
 *
 * peers_mpi COLLECTIVE SIZES CALLS SECONDS WARMUP MAPPING STAGGER BACKING BUFFERS
 * writes a CSV row per size: the columns of our rows that are measured. Before each call all ranks
 * meet over flags in shared memory, as ours do, so that nobody's barrier is part of the comparison;
 * the library's barrier comes before, which lets it finish what it has under way.
 * A non-blocking collective is timed as split-tree with compute=balanced is: beside a computation as
 * long as the blocking one takes. */
#include <errno.h>
#include <hwloc.h>
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "algos/bench/statistics.h"
#include "algos/bench/verify.h"
#include "algos/registry.h"
#include "real/shared.h"

enum { N_WORDS = 9, LEAST_CALLS = 5, LINE = 128, LOOKS = 1 << 17, PATTERN = 0x40 };
#define ALIGNMENT ((size_t)2 << 20) /* of every buffer, as ours */

/* What the command line asks for; sizes are the text. */
typedef int run_once(const struct tn_call *call, const void *send, void *recv);

struct task {
  run_once *run, *blocking; /* blocking: of a non-blocking one, else NULL */
  char *sizes;
  int max_calls, warmup;
  double seconds; /* that the timed calls of a size may take */
  size_t stagger; /* bytes */
  bool thp, rewrites, renews;
};

/* A private mapping; its buffer starts `stagger` bytes further in on each rank. */
struct buffer {
  unsigned char *start, *bytes;
  size_t extent;
};

struct bench {
  struct task task;
  struct tn_call call;
  struct buffer send, recv;
  _Atomic uint64_t *flags; /* [rank * LINE / sizeof *flags] */
  uint64_t n_meetings;
};

/* Ends all ranks with one line of rank 0. */
_Noreturn static void fail(const char *what, const char *text)
{
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    fprintf(stderr, "peers_mpi: %s: %s\n", what, text);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  exit(1);
}

static int run_scatter(const struct tn_call *c, const void *send, void *recv)
{
  return MPI_Scatter(send, (int)c->block, MPI_BYTE, recv, (int)c->block, MPI_BYTE, c->root,
                     MPI_COMM_WORLD);
}

static int run_gather(const struct tn_call *c, const void *send, void *recv)
{
  return MPI_Gather(send, (int)c->block, MPI_BYTE, recv, (int)c->block, MPI_BYTE, c->root,
                    MPI_COMM_WORLD);
}

static int run_bcast(const struct tn_call *c, const void *send, void *recv)
{
  (void)send;
  return MPI_Bcast(recv, (int)c->block, MPI_BYTE, c->root, MPI_COMM_WORLD);
}

static int run_allgather(const struct tn_call *c, const void *send, void *recv)
{
  return MPI_Allgather(send, (int)c->block, MPI_BYTE, recv, (int)c->block, MPI_BYTE,
                       MPI_COMM_WORLD);
}

static int run_alltoall(const struct tn_call *c, const void *send, void *recv)
{
  return MPI_Alltoall(send, (int)c->block, MPI_BYTE, recv, (int)c->block, MPI_BYTE, MPI_COMM_WORLD);
}

static int floats_of(const struct tn_call *c)
{
  return (int)(c->block / sizeof(float));
}

static int run_reduce(const struct tn_call *c, const void *send, void *recv)
{
  return MPI_Reduce(send, recv, floats_of(c), MPI_FLOAT, MPI_SUM, c->root, MPI_COMM_WORLD);
}

static int run_allreduce(const struct tn_call *c, const void *send, void *recv)
{
  return MPI_Allreduce(send, recv, floats_of(c), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static int run_reduce_scatter_block(const struct tn_call *c, const void *send, void *recv)
{
  return MPI_Reduce_scatter_block(send, recv, floats_of(c), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static int run_reduce_scatter(const struct tn_call *c, const void *send, void *recv)
{
  int counts[c->n_ranks];
  for (int i = 0; i < c->n_ranks; i++)
    counts[i] = floats_of(c);
  return MPI_Reduce_scatter(send, recv, counts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static int run_barrier(const struct tn_call *c, const void *send, void *recv)
{
  (void)c, (void)send, (void)recv;
  return MPI_Barrier(MPI_COMM_WORLD);
}

/* Computes, and waits for the collective that has been started. */
static int finish(const struct tn_call *c, int started, MPI_Request *request)
{
  const double end = tn_clock_worked() + c->compute;
  if (started != MPI_SUCCESS)
    return started;
  while (c->compute > 0 && tn_clock_worked() < end)
    continue;
  return MPI_Wait(request, MPI_STATUS_IGNORE);
}

static int run_ibcast(const struct tn_call *c, const void *send, void *recv)
{
  MPI_Request q;
  (void)send;
  return finish(c, MPI_Ibcast(recv, (int)c->block, MPI_BYTE, c->root, MPI_COMM_WORLD, &q), &q);
}

static int run_iscatter(const struct tn_call *c, const void *send, void *recv)
{
  MPI_Request q;
  return finish(c,
                MPI_Iscatter(send, (int)c->block, MPI_BYTE, recv, (int)c->block, MPI_BYTE, c->root,
                             MPI_COMM_WORLD, &q),
                &q);
}

static int run_igather(const struct tn_call *c, const void *send, void *recv)
{
  MPI_Request q;
  return finish(c,
                MPI_Igather(send, (int)c->block, MPI_BYTE, recv, (int)c->block, MPI_BYTE, c->root,
                            MPI_COMM_WORLD, &q),
                &q);
}

static int run_ireduce(const struct tn_call *c, const void *send, void *recv)
{
  MPI_Request q;
  return finish(
      c, MPI_Ireduce(send, recv, floats_of(c), MPI_FLOAT, MPI_SUM, c->root, MPI_COMM_WORLD, &q),
      &q);
}

static int run_iallreduce(const struct tn_call *c, const void *send, void *recv)
{
  MPI_Request q;
  return finish(c, MPI_Iallreduce(send, recv, floats_of(c), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &q),
                &q);
}

static run_once *const runs[TN_N_COLLECTIVES] = {
  [TN_SCATTER] = run_scatter,
  [TN_GATHER] = run_gather,
  [TN_BCAST] = run_bcast,
  [TN_ALLGATHER] = run_allgather,
  [TN_ALLTOALL] = run_alltoall,
  [TN_REDUCE] = run_reduce,
  [TN_ALLREDUCE] = run_allreduce,
  [TN_IBCAST] = run_ibcast,
  [TN_ISCATTER] = run_iscatter,
  [TN_IGATHER] = run_igather,
  [TN_IREDUCE] = run_ireduce,
  [TN_IALLREDUCE] = run_iallreduce,
  [TN_BARRIER] = run_barrier,
  [TN_REDUCE_SCATTER] = run_reduce_scatter,
  [TN_REDUCE_SCATTER_BLOCK] = run_reduce_scatter_block,
};
static run_once *const blocking[TN_N_COLLECTIVES] = {
  [TN_IBCAST] = run_bcast,   [TN_ISCATTER] = run_scatter,     [TN_IGATHER] = run_gather,
  [TN_IREDUCE] = run_reduce, [TN_IALLREDUCE] = run_allreduce,
};

/* A number that is all of the text, or of what precedes a comma. */
static double number_of(const char *text, const char **ret_rest)
{
  char *rest;
  const double value = strtod(text, &rest);
  if (rest == text || value < 0 || (*rest && *rest != ','))
    fail(text, "not a number (plain bytes, calls or seconds)");
  if (ret_rest)
    *ret_rest = *rest == ',' ? rest + 1 : rest;
  return value;
}

static bool choice_of(const char *text, const char *no, const char *yes)
{
  if (strcmp(text, no) != 0 && strcmp(text, yes) != 0)
    fail(text, "not done here (--backing base or thp; --buffers unchanged, rewritten or new)");
  return strcmp(text, yes) == 0;
}

/* The logical number of the processing unit of a rank; -1: there is none. */
static int pu_of(hwloc_topology_t topology, const char *mapping, int rank)
{
  if (strcmp(mapping, "core") == 0) {
    const hwloc_obj_t core = hwloc_get_obj_by_type(topology, HWLOC_OBJ_CORE, (unsigned)rank);
    const hwloc_obj_t pu =
        core ? hwloc_get_obj_inside_cpuset_by_type(topology, core->cpuset, HWLOC_OBJ_PU, 0) : NULL;
    return pu ? (int)pu->logical_index : -1;
  }
  if (strcmp(mapping, "pu") == 0)
    return rank;
  if (strncmp(mapping, "list:", strlen("list:")) != 0)
    fail(mapping, "not a mapping known here (core, pu or list:0,4,8)");
  const char *rest = mapping + strlen("list:");
  for (int i = 0; i < rank && *rest; i++)
    number_of(rest, &rest);
  return *rest ? (int)number_of(rest, NULL) : -1;
}

static void pin(const char *mapping, int rank)
{
  hwloc_topology_t topology;
  hwloc_topology_init(&topology);
  hwloc_topology_load(topology);
  const int pu = pu_of(topology, mapping, rank);
  const hwloc_obj_t place = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)pu);
  int bad = pu < 0 || !place || hwloc_set_cpubind(topology, place->cpuset, HWLOC_CPUBIND_THREAD);
  hwloc_topology_destroy(topology);
  MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (bad)
    fail(mapping, "has no place for every rank");
}

static struct task parse(char **words, enum tn_collective *ret_collective)
{
  const int collective = tn_collective_find(words[0]);
  if (collective < 0 || !runs[collective])
    fail(words[0], "no such collective here (not scans, vectors of counts and patterns)");
  *ret_collective = (enum tn_collective)collective;
  return (struct task){
    .run = runs[collective],
    .blocking = blocking[collective],
    .sizes = words[1],
    .max_calls = (int)number_of(words[2], NULL),
    .seconds = number_of(words[3], NULL),
    .warmup = (int)number_of(words[4], NULL),
    .stagger = (size_t)number_of(words[6], NULL),
    .thp = choice_of(words[7], "base", "thp"),
    .renews = strcmp(words[8], "new") == 0,
    .rewrites = strcmp(words[8], "new") == 0 || choice_of(words[8], "unchanged", "rewritten"),
  };
}

/* A line for each rank, in the order of ranks. */
static _Atomic uint64_t *shared_flags(void)
{
  MPI_Win window;
  MPI_Aint bytes;
  int unit;
  void *start;
  MPI_Win_allocate_shared(LINE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &start, &window);
  memset(start, 0, LINE);
  MPI_Win_shared_query(window, 0, &bytes, &unit, &start);
  if ((uintptr_t)start % sizeof(uint64_t) != 0)
    fail("shared memory", "not aligned");
  MPI_Barrier(MPI_COMM_WORLD);
  return start;
}

/* All ranks, by a dissemination barrier whose rounds share each rank's one flag. */
static void meet(struct bench *b)
{
  const int n = b->call.n_ranks, rank = b->call.rank, stride = LINE / (int)sizeof *b->flags;
  for (int distance = 1; distance < n; distance *= 2) {
    const _Atomic uint64_t *theirs = &b->flags[(rank + n - distance) % n * stride];
    atomic_store_explicit(&b->flags[rank * stride], ++b->n_meetings, memory_order_release);
    for (int looks = 0; atomic_load_explicit(theirs, memory_order_acquire) < b->n_meetings; looks++)
      if (looks > LOOKS)
        sched_yield();
  }
}

static struct buffer buffer_of(const struct bench *b, size_t size)
{
  const size_t offset = (size_t)b->call.rank * b->task.stagger % (size_t)sysconf(_SC_PAGESIZE);
  struct buffer buffer = { .extent = (offset + size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT };
  if (size == 0)
    return (struct buffer){ 0 };
  void *start = mmap(NULL, buffer.extent + ALIGNMENT, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) {
    perror("peers_mpi: no memory for a buffer");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  const size_t before = (ALIGNMENT - (uintptr_t)start % ALIGNMENT) % ALIGNMENT;
  buffer.start = (unsigned char *)start + before;
  munmap(start, before);
  munmap(buffer.start + buffer.extent, ALIGNMENT - before);
  buffer.bytes = buffer.start + offset;
  madvise(buffer.start, buffer.extent, b->task.thp ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  memset(buffer.bytes, PATTERN, size);
  return buffer;
}

static void release(struct buffer *buffer)
{
  if (buffer->start)
    munmap(buffer->start, buffer->extent);
}

/* What is done to the buffers before a call. */
static void prepare(struct bench *b)
{
  const struct tn_sizes sizes = tn_user_sizes(&b->call);
  const bool root_sends =
      tn_collectives[b->call.collective].one_buffer && b->call.rank == b->call.root;
  const int pattern = PATTERN | (int)(b->call.epoch & 0x0f);
  if (b->task.renews && b->send.start)
    madvise(b->send.start, b->send.extent, MADV_DONTNEED);
  if (b->task.renews && b->recv.start)
    madvise(b->recv.start, b->recv.extent, MADV_DONTNEED);
  if (b->task.rewrites && sizes.send > 0)
    memset(b->send.bytes, pattern, sizes.send);
  if (b->task.rewrites && root_sends)
    memset(b->recv.bytes, pattern, sizes.recv);
}

/* One call; both times may be NULL. */
static void call_once(struct bench *b, double *ret_entry, double *ret_exit)
{
  b->call.epoch++;
  MPI_Barrier(MPI_COMM_WORLD);
  prepare(b);
  meet(b);
  const double entry = tn_clock_now();
  b->task.run(&b->call, b->send.bytes, b->recv.bytes);
  const double end = tn_clock_now();
  if (ret_entry) {
    *ret_entry = entry;
    *ret_exit = end;
  }
}

/* A comparison with something that does less would be worth nothing. */
static void verify(struct bench *b)
{
  size_t offset;
  bool in_send;
  b->call.epoch++;
  tn_verify_fill(&b->call, b->send.bytes, b->recv.bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  b->task.run(&b->call, b->send.bytes, b->recv.bytes);
  int wrong = !tn_verify_check(&b->call, b->send.bytes, b->recv.bytes, &offset, &in_send);
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (wrong)
    fail(tn_collective_names[b->call.collective], "wrong result");
}

/* As many calls as fit into the time, told by a few; the same on all ranks. */
static int choose_calls(struct bench *b, double seconds)
{
  const double start = tn_clock_now();
  for (int i = 0; i < LEAST_CALLS; i++)
    call_once(b, NULL, NULL);
  const double fit = seconds * LEAST_CALLS / (tn_clock_now() - start);
  int n = fit < b->task.max_calls ? (int)fit : b->task.max_calls;
  n = n < LEAST_CALLS ? LEAST_CALLS : n;
  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return n;
}

/* overlap < 0: nothing was computed. */
static void print_row(const struct bench *b, const struct tn_summary *s, int n_calls,
                      double overlap)
{
  const double seconds[] = { s->avg,         s->min,           s->max,
                             s->span,        s->spread.median, s->spread.low,
                             s->spread.high, s->spread.p5,     s->spread.p95 };
  printf("%zu", b->call.block);
  for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
    printf(",%.6f", seconds[i] * 1e6);
  printf(",%d,", n_calls);
  if (overlap >= 0)
    printf("%.6f", overlap);
  printf("\n");
}

static double *times_of(int n)
{
  double *times = calloc((size_t)n, sizeof *times);
  if (!times)
    MPI_Abort(MPI_COMM_WORLD, 1);
  return times;
}

/* Times of about so many seconds of calls, known to rank 0. Returns how many calls. */
static int time_calls(struct bench *b, double seconds, struct tn_summary *ret)
{
  const int n_calls = choose_calls(b, seconds), n_times = n_calls * b->call.n_ranks;
  double *entry = times_of(n_calls), *end = times_of(n_calls);
  double *entries = times_of(n_times), *ends = times_of(n_times);
  for (int i = 0; i < n_calls; i++)
    call_once(b, &entry[i], &end[i]);
  MPI_Gather(entry, n_calls, MPI_DOUBLE, entries, n_calls, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Gather(end, n_calls, MPI_DOUBLE, ends, n_calls, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (b->call.rank == 0)
    *ret = tn_summary_of(entries, ends, b->call.n_ranks, n_calls, false);
  free(entry);
  free(end);
  free(entries);
  free(ends);
  return n_calls;
}

/* The median of a part of the seconds, known to all ranks. */
static double median_of(struct bench *b, run_once *run)
{
  struct tn_summary sum = { 0 };
  struct bench own = *b;
  own.task.run = run;
  time_calls(&own, b->task.seconds / 4, &sum);
  b->call.epoch = own.call.epoch;
  b->n_meetings = own.n_meetings;
  MPI_Bcast(&sum.spread.median, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return sum.spread.median;
}

/* The part of the collective's own time that a computation does not get longer by. */
static double overlap_of(double together, double computed, double alone)
{
  const double overlap = 1 - (together - computed) / alone;
  return overlap < 0 ? 0 : overlap > 1 ? 1 : overlap;
}

static void run_calls(struct bench *b)
{
  struct tn_summary sum = { 0 };
  double alone = 0, overlap = -1;
  b->call.compute = 0;
  for (int i = 0; i < b->task.warmup; i++)
    call_once(b, NULL, NULL);
  if (b->task.blocking) {
    alone = median_of(b, b->task.run);
    b->call.compute = median_of(b, b->task.blocking);
  }
  const int n_calls = time_calls(b, b->task.seconds / (b->task.blocking ? 2 : 1), &sum);
  if (b->task.blocking)
    overlap = overlap_of(sum.spread.median, b->call.compute, alone);
  if (b->call.rank == 0)
    print_row(b, &sum, n_calls, overlap);
}

static void measure_size(struct bench *b, size_t block)
{
  b->call.block = block;
  b->call.type = TN_FLOAT32;
  b->call.compute = 0;
  const struct tn_sizes sizes = tn_user_sizes(&b->call);
  b->send = buffer_of(b, sizes.send);
  b->recv = buffer_of(b, sizes.recv);
  verify(b);
  run_calls(b);
  release(&b->send);
  release(&b->recv);
}

int main(int argc, char **argv)
{
  struct bench b = { 0 };
  MPI_Init(&argc, &argv);
  if (argc != N_WORDS + 1)
    fail("usage", "COLLECTIVE SIZES CALLS SECONDS WARMUP MAPPING STAGGER BACKING BUFFERS");
  MPI_Comm_rank(MPI_COMM_WORLD, &b.call.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &b.call.n_ranks);
  b.task = parse(argv + 1, &b.call.collective);
  pin(argv[6], b.call.rank);
  b.flags = shared_flags();
  if (b.call.rank == 0)
    printf("size_bytes,avg_us,min_us,max_us,span_us,avg_median_us,avg_low_us,avg_high_us,"
           "avg_p5_us,avg_p95_us,calls,overlap\n");
  for (const char *rest = b.task.sizes; *rest;)
    measure_size(&b, (size_t)number_of(rest, &rest));
  MPI_Finalize();
  return 0;
}
