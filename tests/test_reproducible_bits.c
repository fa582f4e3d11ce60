/* Classes of reproducibility against sums of floats of mixed magnitude, on processes and on
 * threads, with ranks that enter in another order in each of 100 calls. */
#include <math.h>
#include <time.h>

#include "real_machine.h"
#include "study/reproducible.h"
#include "threads.h"

enum { MOST_RANKS = 8, CALLS = 100, COMPARED = 16 /* elements, in vectors of all sizes */ };

static const struct tn_method *inner; /* what `wrapped` runs */
static bool on_threads;

/* What a rank has seen. */
struct bits {
  uint64_t first; /* digest of the first call's result */
  int n_other;    /* number of calls with another digest */
};
static struct bits seen[MOST_RANKS]; /* on processes each process has its own */

static uint64_t mix(uint64_t x)
{
  x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
  return x ^ x >> 32;
}

static float *floats_of(struct tn_strand *r, enum tn_buf buf)
{
  const struct tn_span span = { r->call->rank, buf, 0, 0 };
  pid_t pid;
  void *address;
  if (on_threads)
    return (float *)(void *)tn_threads_bytes(r, span);
  tn_real_locate(r, span, &pid, &address);
  return address;
}

/* Fills the vector with numbers of 40 magnitudes, equal in all calls, and enters late by up to
 * 300 us. */
static void begin(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const uint64_t late = mix((uint64_t)call->rank * 1000003u + call->epoch) % 300000;
  const struct timespec delay = { .tv_nsec = (long)late };
  float *own = floats_of(r, TN_SEND);
  for (size_t i = 0; i < call->block / sizeof *own; i++) {
    const uint64_t x = mix(i * 64 + (uint64_t)call->rank);
    own[i] = (float)ldexp((x & 1 ? 1 : -1) * (1.0 + (double)(x >> 8 & 0xffff) / 65536.0),
                          (int)(x >> 32) % 40 - 20);
  }
  nanosleep(&delay, NULL);
}

static void end(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const bool has_result = tn_call_has_result(call, call->rank);
  const size_t n = has_result ? call->block / sizeof(float) : 0;
  const float *result = has_result ? floats_of(r, TN_RECV) : NULL;
  struct bits *bits = &seen[call->rank];
  uint64_t digest = 0;
  for (size_t i = 0; i < n && i < COMPARED; i++) {
    uint32_t word;
    memcpy(&word, &result[i], sizeof word);
    digest = mix(digest + word) >> 12; /* a double holds it exactly */
  }
  if (call->epoch == 1)
    *bits = (struct bits){ .first = digest };
  bits->n_other += digest != bits->first;
  if (!on_threads) {
    tn_real_note(r, 0, (double)bits->first);
    tn_real_note(r, 1, bits->n_other);
  }
}

static void wrapped(struct tn_strand *r)
{
  begin(r);
  tn_method_run(inner, r);
  end(r);
}

/* Runs the calls of one size and returns what each rank has seen in `seen`. */
static void run_calls(const struct tn_method *method, int ranks, size_t bytes, bool threads)
{
  struct tn_algorithm algorithm = *method->runs;
  struct tn_call call = { .collective = method->collective,
                          .n_ranks = ranks,
                          .block = bytes,
                          .type = TN_FLOAT32,
                          .page_size = 4096 };
  inner = method;
  algorithm.run = wrapped;
  tn_alg_params_defaults(method->params, call.params);
  const struct tn_method own = tn_method_make(&algorithm, method->collective);
  const struct tn_bench bench = {
    .algorithm = &own, .warmup = 0, .repetitions = CALLS, .protocol = TN_SINGLE
  };
  on_threads = threads;
  if (threads) {
    char *message = NULL;
    cr_assert(tn_threads_run(&bench, &call, NULL, false, NULL, &message), "%s", message);
    return;
  }
  GError *error = NULL;
  struct real_machine machine = real_machine_new();
  struct tn_places *places = tn_places_new_shared(machine.platform, "core", ranks, &error);
  struct tn_real_times times;
  const struct tn_real_point point = { .bench = bench,
                                       .call = call,
                                       .places = places,
                                       .host = machine.host,
                                       .mechanism = TN_CICO,
                                       .stagger = TN_REAL_STAGGER,
                                       .patience = 3 * TN_REAL_PATIENCE };
  cr_assert(tn_real_run(&point, &times, &error), "%s", error ? error->message : "?");
  for (int r = 0; r < ranks; r++)
    seen[r] = (struct bits){ (uint64_t)times.notes[r * TN_REAL_NOTES],
                             (int)times.notes[r * TN_REAL_NOTES + 1] };
  tn_real_times_clear(&times);
  tn_places_free(places);
  real_machine_free(&machine);
}

/* Compares the bits of one algorithm with its class. */
static void check(enum tn_collective collective, const char *name, int ranks, bool threads)
{
  static const size_t sizes[] = { 64, 4096, 100000 };
  const struct tn_method *method = tn_method_find(collective, name);
  const struct tn_class *class = tn_class_of(method);
  uint64_t first = 0;
  unsigned keeps = TN_KEEPS_RANK | TN_KEEPS_SIZE | TN_KEEPS_ARRIVAL;
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    run_calls(method, ranks, sizes[i], threads);
    first = i ? first : seen[0].first;
    if (seen[0].first != first)
      keeps &= ~(unsigned)TN_KEEPS_SIZE;
    for (int r = 0; r < ranks; r++) {
      if (seen[r].n_other > 0)
        keeps &= ~(unsigned)TN_KEEPS_ARRIVAL;
      if (collective == TN_ALLREDUCE && seen[r].first != seen[0].first)
        keeps &= ~(unsigned)TN_KEEPS_RANK;
    }
  }
  g_autofree char *found = tn_keeps_text(keeps, ", ");
  g_autofree char *stated = tn_keeps_text(class->keeps & ~(unsigned)TN_KEEPS_PLACEMENT, ", ");
  cr_assert_str_eq(found, stated, "%s %s on %s: the bits keep %s, the table says %s",
                   tn_collective_names[collective], name, threads ? "threads" : "processes", found,
                   stated);
}

static void check_all(bool threads)
{
  check(TN_REDUCE, "linear", 8, threads);
  check(TN_REDUCE, "binomial", 8, threads);
  check(TN_ALLREDUCE, "recursive-doubling", 8, threads);
  check(TN_ALLREDUCE, "rabenseifner", 8, threads);
  check(TN_ALLREDUCE, "ring", 8, threads);
  check(TN_ALLREDUCE, "knomial", 5, threads);
}

Test(reproducible_bits, processes)
{
  check_all(false);
}

Test(reproducible_bits, threads)
{
  check_all(true);
}
