/* Measures a GPU's link to the host: copies by size and direction, pinned and pageable, and in both
 * directions at once. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"
#include "probe_device.h"
#include "shared.h"

enum { NON_BLOCKING = 1 };
enum direction { OUT, IN, N_DIRECTIONS };
enum { N_SIZES = 7, N_TOGETHER = 4, LEAST_BYTES = 64, GROWTH = 8 };
#define MAX_BYTES ((size_t)16 << 20) /* LEAST_BYTES * GROWTH^(N_SIZES - 1) */
enum copy_time {
  PINNED,                                     /* N_DIRECTIONS * N_SIZES entries */
  PAGEABLE = PINNED + N_DIRECTIONS * N_SIZES, /* N_DIRECTIONS * N_SIZES entries */
  ISSUED = PAGEABLE + N_DIRECTIONS * N_SIZES, /* N_DIRECTIONS entries */
  /* seconds from the call of the smallest copy from device to host until a core sees its bytes */
  SEEN_COPY = ISSUED + N_DIRECTIONS,
  N_COPY_TIMES,
  TOGETHER = N_COPY_TIMES, /* N_TOGETHER entries */
  /* first of N_TOGETHER entries that are sums of the bytes copied in both directions, not times */
  BYTES_TOGETHER = TOGETHER + N_TOGETHER
};

struct copies {
  struct tn_gpu gpu;
  unsigned long long device[N_DIRECTIONS];
  void *pinned[N_DIRECTIONS], *pageable, *stream[N_DIRECTIONS];
};

static void copies_begin(struct copies *c, struct tn_member *m)
{
  tn_gpu_begin(&c->gpu, m);
  for (enum direction w = OUT; w < N_DIRECTIONS; w++) {
    c->device[w] = tn_gpu_memory(&c->gpu, MAX_BYTES);
    c->pinned[w] = tn_gpu_pinned(&c->gpu, MAX_BYTES);
    memset(c->pinned[w], 1, MAX_BYTES);
    TN_GPU_TRY(&c->gpu, cuStreamCreate, &c->stream[w], NON_BLOCKING);
  }
  TN_GPU_TRY(&c->gpu, cuMemsetD8_v2, c->device[OUT], 1, MAX_BYTES);
  TN_GPU_TRY(&c->gpu, cuStreamSynchronize, NULL);
  c->pageable = malloc(MAX_BYTES);
  if (!c->pageable)
    tn_member_refuse(m, "no memory");
  memset(c->pageable, 1, MAX_BYTES);
}

static void issue(const struct copies *c, enum direction w, size_t bytes)
{
  if (w == OUT)
    TN_GPU_TRY(&c->gpu, cuMemcpyDtoHAsync_v2, c->pinned[w], c->device[w], bytes, c->stream[w]);
  else
    TN_GPU_TRY(&c->gpu, cuMemcpyHtoDAsync_v2, c->device[w], c->pinned[w], bytes, c->stream[w]);
}

/* Returns the seconds from the call of the smallest copy from device to host until its bytes have
 * arrived. */
static double time_seen(const struct copies *c)
{
  volatile uint32_t *word = c->pinned[OUT];
  *word = 0;
  const double before = tn_clock_now();
  issue(c, OUT, LEAST_BYTES);
  while (*word == 0)
    ;
  const double seen = tn_clock_now() - before;
  TN_GPU_TRY(&c->gpu, cuStreamSynchronize, c->stream[OUT]);
  return seen;
}

/* Copies in both directions at once, with bytes in the ratio of the rates, so that both end
 * together. */
static void copy_both_ways(struct tn_member *m, const struct copies *c)
{
  size_t bytes[N_TOGETHER][N_DIRECTIONS];
  double took[N_DIRECTIONS];
  struct tn_sampler s;
  for (enum direction w = OUT; w < N_DIRECTIONS; w++) {
    const double *t = m->results + PINNED + w * N_SIZES;
    took[w] = fmax(t[N_SIZES - 1] - t[N_SIZES - 2], 1e-9);
  }
  for (int i = 0; i < N_TOGETHER; i++) {
    m->results[BYTES_TOGETHER + i] = 0;
    for (enum direction w = OUT; w < N_DIRECTIONS; w++) {
      const double share = fmin(took[OUT], took[IN]) / took[w];
      bytes[i][w] = MAX((size_t)(share * (double)MAX_BYTES) * (size_t)(i + 1) / N_TOGETHER, 1);
      m->results[BYTES_TOGETHER + i] += (double)bytes[i][w];
    }
  }
  tn_sampler_init(&s, N_TOGETHER, m->team->seconds / 4);
  while (tn_sampler_turn(&s))
    for (int i = 0; i < N_TOGETHER; i++) {
      const double before = tn_clock_now();
      for (enum direction w = OUT; w < N_DIRECTIONS; w++)
        issue(c, w, bytes[i][w]);
      for (enum direction w = OUT; w < N_DIRECTIONS; w++)
        TN_GPU_TRY(&c->gpu, cuStreamSynchronize, c->stream[w]);
      tn_sampler_add(&s, i, tn_clock_now() - before);
    }
  tn_sampler_costs(&s, m->results + TOGETHER);
}

static void copy_body(struct tn_member *m)
{
  struct copies c;
  struct tn_sampler s;
  copies_begin(&c, m);
  tn_sampler_init(&s, N_COPY_TIMES, m->team->seconds);
  while (tn_sampler_turn(&s)) {
    tn_sampler_add(&s, SEEN_COPY, time_seen(&c));
    for (enum direction w = OUT; w < N_DIRECTIONS; w++) {
      size_t bytes = LEAST_BYTES;
      for (int i = 0; i < N_SIZES; i++, bytes *= GROWTH) {
        double before = tn_clock_now();
        issue(&c, w, bytes);
        const double issued = tn_clock_now() - before;
        TN_GPU_TRY(&c.gpu, cuStreamSynchronize, c.stream[w]);
        tn_sampler_add(&s, PINNED + (int)w * N_SIZES + i, tn_clock_now() - before);
        before = tn_clock_now();
        if (w == OUT)
          TN_GPU_TRY(&c.gpu, cuMemcpyDtoH_v2, c.pageable, c.device[w], bytes);
        else
          TN_GPU_TRY(&c.gpu, cuMemcpyHtoD_v2, c.device[w], c.pageable, bytes);
        tn_sampler_add(&s, PAGEABLE + (int)w * N_SIZES + i, tn_clock_now() - before);
        if (i == 0) /* time that the call of the smallest copy takes */
          tn_sampler_add(&s, ISSUED + (int)w, issued);
      }
    }
  }
  tn_sampler_costs(&s, m->results);
  copy_both_ways(m, &c);
}

bool tn_probe_device_copy(struct tn_probe_round *round, GError **error)
{
  static const char *const directions[N_DIRECTIONS] = { "out", "in" };
  struct tn_line_fit fit[N_DIRECTIONS], pageable, together;
  double t[TN_TEAM_RESULTS], bytes[N_SIZES] = { LEAST_BYTES }, mean[N_SIZES];
  if (!tn_device_measure(round, copy_body, t, error))
    return false;
  for (int i = 0; i < N_SIZES; i++) {
    bytes[i] = i > 0 ? bytes[i - 1] * GROWTH : LEAST_BYTES;
    mean[i] = (t[PAGEABLE + i] + t[PAGEABLE + N_SIZES + i]) / N_DIRECTIONS;
  }
  for (enum direction w = OUT; w < N_DIRECTIONS; w++) {
    if (!tn_probe_line_through(N_SIZES, bytes, t + PINNED + w * N_SIZES, NULL, &fit[w], error))
      return false;
    /* Split the fixed time of a copy, the intercept of the line, into launch, start and sync. */
    const double issued = t[ISSUED + w], sync = t[PINNED] - t[SEEN_COPY];
    const double start = fit[w].intercept - issued - sync;
    g_autofree char *rate = g_strdup_printf("device.%s.rate", directions[w]);
    tn_probe_found(round, issued, NAN, NAN, "device.%s.launch", directions[w]);
    tn_probe_found(round, start, fit[w].intercept_error / start, NAN, "device.%s.start",
                   directions[w]);
    tn_probe_found(round, sync, NAN, NAN, "device.%s.sync", directions[w]);
    tn_probe_found_rate(round, &fit[w], rate);
  }
  if (!tn_probe_line_through(N_SIZES, bytes, mean, NULL, &pageable, error) ||
      !tn_probe_line_through(N_TOGETHER, t + BYTES_TOGETHER, t + TOGETHER, NULL, &together, error))
    return false;
  const double pinned = (fit[OUT].intercept + fit[IN].intercept) / N_DIRECTIONS;
  const double more = fmax(pageable.intercept - pinned, 0);
  tn_probe_found(round, more, more > 0 ? pageable.intercept_error / more : NAN, NAN,
                 "pageable_time");
  tn_probe_found_rate(round, &pageable, "pageable_rate");
  tn_probe_found(round, 1 / together.slope / (1 / fit[OUT].slope + 1 / fit[IN].slope),
                 together.slope_error / together.slope, together.residual, "device.duplex");
  return true;
}
