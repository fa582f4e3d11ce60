/* Measures GPU kernels: launches, memory and sums.
 *
 * A kernel takes time of its caller (launch), begins later (start), and the caller notices its end
 * later still (sync). A word that the kernel stores in pinned host memory separates start from
 * sync; the store's way to the host counts as start. */
#include <math.h>
#include <string.h>

#include "gpu.h"
#include "probe_device.h"
#include "shared.h"

#define MIB ((size_t)1 << 20)
enum { THREADS = 256, BLOCKS_OF_ONE = 32, VECTOR = 16, FLAGS = 4096 };

static void look_body(struct tn_member *m)
{
  struct tn_gpu gpu;
  struct tn_device_facts facts = { .name = "" };
  tn_gpu_begin(&gpu, m);
  TN_GPU_TRY(&gpu, cuDeviceGetName, facts.name, (int)sizeof facts.name, gpu.device);
  TN_GPU_TRY(&gpu, cuDeviceGetCount, &facts.n);
  facts.n_engines = tn_gpu_ask(&gpu, TN_GPU_ENGINES);
  facts.domain = tn_gpu_ask(&gpu, TN_GPU_DOMAIN);
  facts.bus = tn_gpu_ask(&gpu, TN_GPU_BUS);
  facts.slot = tn_gpu_ask(&gpu, TN_GPU_SLOT);
  memcpy(m->results, &facts, sizeof facts);
}

bool tn_device_find(const struct tn_probe_machine *machine, const volatile sig_atomic_t *stop,
                    struct tn_device_facts *ret, GError **error)
{
  static const int pu = -1;
  struct tn_probe_round round = { .machine = machine, .stop = stop };
  double results[TN_TEAM_RESULTS];
  G_STATIC_ASSERT(sizeof *ret <= sizeof results);
  const struct tn_team team = { .n = 1, .pus = &pu, .body = look_body };
  if (!tn_probe_team(&round, team, results, error))
    return false;
  memcpy(ret, results, sizeof *ret);
  return true;
}

bool tn_device_measure(struct tn_probe_round *round, void (*body)(struct tn_member *m),
                       double *ret_results, GError **error)
{
  const struct tn_team team = {
    .n = 1, .pus = &round->machine->device_pu, .body = body, .plan = round->machine
  };
  return tn_probe_team(round, team, ret_results, error);
}

enum { N_COUNTS = 4, N_BLOCKS = 3 };
enum kernel_time {
  IN_A_ROW,                   /* N_COUNTS entries: times of 32, 64, ... launches in succession */
  SEEN = IN_A_ROW + N_COUNTS, /* time until the core sees the word that the kernel stores */
  ENDED,                      /* time until the caller's wait for the kernel ends */
  READ,                       /* N_BLOCKS entries */
  SUM = READ + N_BLOCKS,      /* N_BLOCKS entries */
  EXCHANGE = SUM + N_BLOCKS,  /* N_COUNTS entries */
  N_KERNEL_TIMES = EXCHANGE + N_COUNTS,
  BLOCK = N_KERNEL_TIMES /* bytes of the first block */
};
static const double counts[N_COUNTS] = { 32, 64, 128, 256 };

static double run_kernel(const struct tn_gpu *gpu, void *kernel, int n, int blocks, int threads,
                         void **arguments)
{
  const double before = tn_clock_now();
  for (int i = 0; i < n; i++)
    tn_gpu_launch(gpu, kernel, blocks, threads, arguments);
  TN_GPU_TRY(gpu, cuStreamSynchronize, NULL);
  return tn_clock_now() - before;
}

static void kernel_body(struct tn_member *m)
{
  struct tn_gpu gpu;
  struct tn_sampler s;
  tn_gpu_begin(&gpu, m);
  void *const nothing = tn_gpu_kernel(&gpu, "nothing"), *const touch = tn_gpu_kernel(&gpu, "touch");
  void *const read = tn_gpu_kernel(&gpu, "read"), *const sum = tn_gpu_kernel(&gpu, "sum");
  void *const exchange = tn_gpu_kernel(&gpu, "exchange");
  const int blocks = BLOCKS_OF_ONE * tn_gpu_ask(&gpu, TN_GPU_PROCESSORS);
  /* Use twice the L2's size, so that no data stay in the L2 between passes. */
  const size_t l2 = (size_t)tn_gpu_ask(&gpu, TN_GPU_L2);
  const size_t block = tn_gpu_spare(&gpu, MAX(2 * l2, 32 * MIB));
  volatile uint32_t *word = tn_gpu_pinned(&gpu, sizeof *word);
  unsigned long long from = tn_gpu_memory(&gpu, N_BLOCKS * block),
                     flags = tn_gpu_memory(&gpu, FLAGS);
  unsigned long long to = tn_gpu_memory(&gpu, N_BLOCKS * block);
  tn_sampler_init(&s, N_KERNEL_TIMES, m->team->seconds);
  while (tn_sampler_turn(&s)) {
    void *of_touch[] = { &word };
    *word = 0;
    const double before = tn_clock_now();
    tn_gpu_launch(&gpu, touch, 1, 1, of_touch);
    while (*word == 0)
      ;
    tn_sampler_add(&s, SEEN, tn_clock_now() - before);
    TN_GPU_TRY(&gpu, cuStreamSynchronize, NULL);
    tn_sampler_add(&s, ENDED, run_kernel(&gpu, touch, 1, 1, 1, of_touch));
    for (int i = 0; i < N_COUNTS; i++)
      tn_sampler_add(&s, IN_A_ROW + i, run_kernel(&gpu, nothing, (int)counts[i], 1, 1, NULL));
    for (int i = 0; i < N_BLOCKS; i++) {
      unsigned long long n = (size_t)(i + 1) * block / VECTOR;
      void *arguments[] = { &from, &n, &to };
      tn_sampler_add(&s, READ + i, run_kernel(&gpu, read, 1, blocks, THREADS, arguments));
      tn_sampler_add(&s, SUM + i, run_kernel(&gpu, sum, 1, blocks, THREADS, arguments));
    }
    for (int i = 0; i < N_COUNTS; i++) {
      uint32_t n = (uint32_t)counts[i];
      void *arguments[] = { &flags, &n };
      TN_GPU_TRY(&gpu, cuMemsetD8_v2, flags, 0, FLAGS);
      TN_GPU_TRY(&gpu, cuStreamSynchronize, NULL);
      tn_sampler_add(&s, EXCHANGE + i, run_kernel(&gpu, exchange, 1, 2, 1, arguments));
    }
  }
  tn_sampler_costs(&s, m->results);
  m->results[BLOCK] = (double)block;
}

bool tn_probe_device_kernel(struct tn_probe_round *round, GError **error)
{
  double t[TN_TEAM_RESULTS], bytes[N_BLOCKS];
  struct tn_line_fit row, read, sum, exchange;
  if (!tn_device_measure(round, kernel_body, t, error))
    return false;
  for (int i = 0; i < N_BLOCKS; i++)
    bytes[i] = (i + 1) * t[BLOCK];
  if (!tn_probe_line_through(N_COUNTS, counts, t + IN_A_ROW, NULL, &row, error) ||
      !tn_probe_line_through(N_BLOCKS, bytes, t + READ, NULL, &read, error) ||
      !tn_probe_line_through(N_BLOCKS, bytes, t + SUM, NULL, &sum, error) ||
      !tn_probe_line_through(N_COUNTS, counts, t + EXCHANGE, NULL, &exchange, error))
    return false;
  tn_probe_found(round, row.slope, row.slope_error / row.slope, row.residual, "kernel_launch");
  tn_probe_found(round, t[SEEN] - row.slope, NAN, NAN, "kernel_start");
  tn_probe_found(round, t[ENDED] - t[SEEN], NAN, NAN, "kernel_sync");
  tn_probe_found_rate(round, &read, "device.memory.rate");
  tn_probe_found_rate(round, &sum, "device_sum_rate");
  tn_probe_found(round, exchange.slope / 2, exchange.slope_error / exchange.slope,
                 exchange.residual, "device.flag");
  return true;
}
