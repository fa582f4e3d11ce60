/* Takes a fingerprint of the machine's state, in a few milliseconds.
 *
 * Line: a quarter of a round trip of two flags, as in probe_line.c. Copy: a kernel copy (memcpy if
 * refused) of a block that the other core has just written, in both directions, as one core may
 * have become slow. Pinning is included: a busy neighbour on the core affects it most. Values are
 * medians, as the state is the usual cost, not the minimum. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/uio.h>

#include "base/spread.h"
#include "probes.h"
#include "shared.h"

enum { REPEATS = 15, TRIPS = 64, BLOCK = 128 << 10, HEAD = 4096, SPREAD = 256, LINE = 0, COPY };

struct flags {
  _Alignas(SPREAD) _Atomic unsigned ping;
  _Alignas(SPREAD) _Atomic unsigned pong;
};

/* Flags at the start of the shared memory, a pair for each of the two cores that copy; the block
 * follows them. */
struct turns {
  struct flags of[2];
};

static void round_trip(struct flags *f, unsigned n)
{
  atomic_store_explicit(&f->ping, n, memory_order_release);
  tn_flag_await(&f->pong, n);
}

static void ask(struct tn_member *m, struct flags *f, unsigned char *own, unsigned char *block)
{
  double lines[REPEATS], copies[REPEATS], unused;
  const pid_t peer = tn_member_pid(m, 1 - m->rank);
  unsigned n = 0;
  for (int i = 0; i < REPEATS; i++) {
    const double start = tn_clock_now();
    for (int t = 0; t < TRIPS; t++)
      round_trip(f, ++n);
    lines[i] = (tn_clock_now() - start) / (4 * TRIPS);
    round_trip(f, ++n);
    const struct iovec here = { own, BLOCK }, there = { block, BLOCK };
    const double before = tn_clock_now();
    copies[i] = process_vm_readv(peer, &here, 1, &there, 1, 0) == BLOCK
                    ? tn_clock_now() - before
                    : tn_clock_memcpy(own, block, BLOCK);
  }
  m->results[LINE] = tn_median_scatter(lines, REPEATS, &unused);
  m->results[COPY] = BLOCK / tn_median_scatter(copies, REPEATS, &unused);
}

static void state_body(struct tn_member *m)
{
  struct turns *turns = (struct turns *)m->shared;
  unsigned char *block = m->shared + HEAD;
  unsigned char *own = tn_probe_memory_new(m, BLOCK, HEAD, TN_MEMORY_BASE);
  memset(own, 0, BLOCK);
  memset(block, 0, BLOCK);
  for (int asks = 0; asks < 2; asks++) {
    tn_member_barrier(m);
    struct flags *f = &turns->of[asks];
    if (m->rank == asks)
      ask(m, f, own, block);
    /* Rewrite the block before the answer to the last round trip of each repeat. */
    for (unsigned n = 1; m->rank != asks && n <= REPEATS * (TRIPS + 1); n++) {
      tn_flag_await(&f->ping, n);
      if (n % (TRIPS + 1) == 0)
        memset(block, (int)n, BLOCK);
      atomic_store_explicit(&f->pong, n, memory_order_release);
    }
  }
  tn_member_barrier(m);
}

bool tn_state_take(const struct tn_host *host, const struct tn_places *pair,
                   const volatile sig_atomic_t *stop, struct tn_fingerprint *ret, GError **error)
{
  const int pus[] = { pair->pu[0], pair->pu[1] };
  const struct tn_team team = { .host = host,
                                .n = 2,
                                .pus = pus,
                                .shared_bytes = HEAD + BLOCK,
                                .patience = 20,
                                .body = state_body,
                                .stop = stop };
  double results[2 * TN_TEAM_RESULTS];
  if (!tn_team_run(&team, results, error))
    return false;
  const double *first = results, *second = results + TN_TEAM_RESULTS;
  *ret = (struct tn_fingerprint){ .line = fmax(first[LINE], second[LINE]),
                                  .copy = { first[COPY], second[COPY] } };
  return true;
}
