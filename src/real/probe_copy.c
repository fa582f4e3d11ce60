/* Measures rates of copies.
 *
 * A kernel copy of n bytes takes alpha + n/copy_rate + pin_time * pages. A call with a local piece
 * of one byte takes the same without n/copy_rate. The two calls alternate; the slope of their
 * difference over n gives the rate. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "algos/kit/reduction.h"
#include "probes.h"
#include "sampler.h"
#include "shared.h"

enum operation { PIN, READ, WRITE, MEMCPY, REDUCE, N_OPERATIONS };
enum { N_SIZES = 5, READER = 0, OWNER = 1 };

struct copy_plan {
  size_t page, largest;
  enum operation first, last; /* operations that are timed */
  /* true to rewrite the block before each read, which removes it from the reader's caches */
  bool is_rewritten;
};

/* Requests to rewrite the block, at the start of the shared memory. The block for loads and stores
 * is on the next page. */
struct request {
  _Atomic unsigned wanted;
  _Alignas(128) _Atomic unsigned done;
};

static size_t size_of(const struct copy_plan *plan, int i)
{
  return plan->largest >> (N_SIZES - 1 - i);
}

/* Publishes the block, then sleeps or rewrites the block on request. */
static void own_block(struct tn_member *m, const struct copy_plan *plan)
{
  unsigned char *block = tn_probe_memory_new(m, plan->largest, plan->page, TN_MEMORY_BASE);
  memset(block, 1, plan->largest);
  memset(m->shared + plan->page, 1, plan->largest);
  tn_member_publish(m, block);
  tn_member_barrier(m);
  if (!plan->is_rewritten)
    tn_member_sleep(m);
  tn_member_detach(m);
  struct request *request = (struct request *)m->shared;
  for (unsigned n = 0;;) { /* until the team ends */
    while (atomic_load_explicit(&request->wanted, memory_order_acquire) == n)
      ;
    memset(block, (int)++n, plan->largest);
    atomic_store_explicit(&request->done, n, memory_order_release);
  }
}

static double timed(struct tn_member *m, const struct copy_plan *plan, enum operation operation,
                    unsigned char *local, size_t bytes)
{
  unsigned char *remote = tn_member_address(m, OWNER), *mapped = m->shared + plan->page;
  double before;
  switch (operation) {
  case PIN:
    return tn_probe_read(m, OWNER, local, 1, remote, bytes);
  case READ:
    return tn_probe_read(m, OWNER, local, bytes, remote, bytes);
  case WRITE:
    return tn_probe_write(m, OWNER, local, bytes, remote);
  case MEMCPY:
    return tn_clock_memcpy(local, mapped, bytes);
  default:
    before = tn_clock_now();
    tn_sum(TN_FLOAT32, bytes, local, local, mapped);
    return tn_clock_now() - before;
  }
}

static void copy_body(struct tn_member *m)
{
  const struct copy_plan *plan = m->team->plan;
  struct request *request = (struct request *)m->shared;
  struct tn_sampler s;
  if (m->rank == OWNER)
    own_block(m, plan);
  unsigned char *local = tn_probe_memory_new(m, plan->largest, plan->page, TN_MEMORY_BASE);
  memset(local, 0, plan->largest);
  tn_member_barrier(m);
  tn_sampler_init(&s, N_SIZES * N_OPERATIONS, m->team->seconds);
  while (tn_sampler_turn(&s))
    for (enum operation o = plan->first; o <= plan->last; o++)
      for (int i = 0; i < N_SIZES; i++) {
        /* Time the second of two equal calls, so that the caches are in the same state for each
         * operation. */
        timed(m, plan, o, local, size_of(plan, i));
        if (plan->is_rewritten) {
          const unsigned n = atomic_load_explicit(&request->wanted, memory_order_relaxed) + 1;
          atomic_store_explicit(&request->wanted, n, memory_order_release);
          tn_flag_await(&request->done, n);
        }
        tn_sampler_add(&s, i * N_OPERATIONS + (int)o, timed(m, plan, o, local, size_of(plan, i)));
      }
  tn_sampler_costs(&s, m->results);
}

/* Fits the time per byte of an operation; the time to pin is subtracted. */
static bool fit_operation(const struct copy_plan *plan, const double *times,
                          enum operation operation, struct tn_line_fit *ret, GError **error)
{
  double sizes[N_SIZES], raw[N_SIZES], net[N_SIZES];
  const bool pins = operation == READ || operation == WRITE;
  for (int i = 0; i < N_SIZES; i++) {
    sizes[i] = (double)size_of(plan, i);
    raw[i] = times[i * N_OPERATIONS + operation];
    net[i] = raw[i] - (pins ? times[i * N_OPERATIONS + PIN] : 0);
  }
  return tn_probe_line_through(N_SIZES, sizes, net, raw, ret, error);
}

/* Times operations with the owner on unit `pu`. Fills ret_plan and ret_times[N_SIZES *
 * N_OPERATIONS] (seconds). */
static bool time_copies(struct tn_probe_round *round, int pu, bool is_private,
                        struct copy_plan *plan, double *ret_times, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  const int pus[] = { machine->cores->pu[0], pu };
  double results[2 * TN_TEAM_RESULTS];
  plan->page = machine->page;
  /* Compute the bytes of the largest block. It fits into private caches, or it is so large that
   * most rewritten lines have left the peer's L2. */
  const size_t least = machine->page << (N_SIZES - 1);
  const size_t top = is_private && machine->l2 > 0 ? CLAMP(machine->l2 / 4, 64 << 10, 512 << 10)
                     : machine->llc > 0            ? CLAMP(machine->llc / 8, 256 << 10, 2 << 20)
                                                   : 512 << 10;
  plan->largest = MAX(top / least, 1) * least;
  const struct tn_team team = { .n = 2,
                                .pus = pus,
                                .shared_bytes = machine->page + plan->largest,
                                .body = copy_body,
                                .plan = plan };
  if (!tn_probe_team(round, team, results, error))
    return false;
  memcpy(ret_times, results, N_SIZES * N_OPERATIONS * sizeof *ret_times);
  return true;
}

static bool measure_distance(struct tn_probe_round *round, enum tn_distance distance, int pu,
                             bool is_first, GError **error)
{
  const bool is_far = distance > TN_SAME_LLC;
  struct copy_plan plan = { .first = PIN,
                            .last = is_far ? READ : WRITE,
                            .is_rewritten = distance > TN_SAME_CORE };
  double times[N_SIZES * N_OPERATIONS];
  struct tn_line_fit read, write;
  const char *name = tn_params[TN_P_COPY_RATE_CLASS + distance].name;
  if (!time_copies(round, pu, distance == TN_SAME_CORE, &plan, times, error) ||
      !fit_operation(&plan, times, READ, &read, error))
    return false;
  tn_probe_found_rate(round, &read, name);
  if (is_first)
    tn_probe_found_rate(round, &read, "copy_rate");
  if (!is_first || is_far)
    return true;
  if (!fit_operation(&plan, times, WRITE, &write, error))
    return false;
  tn_probe_found(round, write.slope / read.slope,
                 hypot(read.slope_error / read.slope, write.slope_error / write.slope),
                 write.residual, "write_factor");
  return true;
}

bool tn_probe_copy(struct tn_probe_round *round, GError **error)
{
  static const enum tn_distance order[] = { TN_SAME_LLC, TN_SAME_NUMA, TN_SAME_PACKAGE,
                                            TN_OTHER_PACKAGE };
  const int peer = tn_probe_unit_at(round->machine, TN_SAME_LLC);
  bool is_first = true;
  if (peer >= 0 && round->machine->l2 > 0) {
    /* Copies of a block that another core under the LLC has just written to its L2. */
    struct copy_plan plan = { .first = PIN, .last = READ, .is_rewritten = true };
    double times[N_SIZES * N_OPERATIONS];
    struct tn_line_fit read;
    if (!time_copies(round, peer, true, &plan, times, error) ||
        !fit_operation(&plan, times, READ, &read, error))
      return false;
    tn_probe_found_rate(round, &read, "copy_rate.peer_l2");
  }
  for (size_t i = 0; i < G_N_ELEMENTS(order); i++) {
    const int pu = tn_probe_unit_at(round->machine, order[i]);
    if (pu >= 0 && !measure_distance(round, order[i], pu, is_first, error))
      return false;
    is_first = is_first && pu < 0;
  }
  /* On the same core, the reader finds the block of the sleeping process in the caches that both
   * share. */
  return measure_distance(round, TN_SAME_CORE, round->machine->cores->pu[0], is_first, error);
}

bool tn_probe_memcpy(struct tn_probe_round *round, GError **error)
{
  struct copy_plan plan = { .first = MEMCPY, .last = REDUCE };
  double times[N_SIZES * N_OPERATIONS];
  struct tn_line_fit moved, summed;
  int pu = tn_probe_unit_at(round->machine, TN_SAME_LLC);
  if (pu < 0)
    pu = round->machine->cores->pu[0];
  if (!time_copies(round, pu, true, &plan, times, error) ||
      !fit_operation(&plan, times, MEMCPY, &moved, error) ||
      !fit_operation(&plan, times, REDUCE, &summed, error))
    return false;
  tn_probe_found_rate(round, &moved, "memcpy_rate");
  tn_probe_found_rate(round, &moved, "line_rate.core");
  tn_probe_found_rate(round, &summed, "reduce_rate");
  return true;
}
