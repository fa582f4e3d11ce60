/* NCCL's tuning model compared with independent results of the source's expressions: its choice,
 * channels and threads, and the times of the other choices. */
#include <criterion/criterion.h>
#include <math.h>

#include "algos/device/nccl_tuning.h"
#include "platform/params.h"

enum machine { DGX_A100, HGX_H100, V100_MESH, B200, PCIE, A100_NET, H100_NET, MI250, MI300X };

#define GB 1e9
static const struct tn_nccl machines[] = {
  [DGX_A100] = { TN_NCCL_AMPERE,
                 TN_NCCL_SWITCH,
                 { { 12, 20 * GB }, { 12, 20 * GB } },
                 .same_channels = true },
  [HGX_H100] = { TN_NCCL_HOPPER,
                 TN_NCCL_SWITCH,
                 { { 12, 30 * GB }, { 12, 30 * GB }, { 8, 40 * GB } },
                 .same_channels = true },
  [V100_MESH] = { TN_NCCL_VOLTA,
                  TN_NCCL_MESH, /* 6 in all on 4 devices */
                  { { 2, 20 * GB }, { 2, 20 * GB } },
                  .same_channels = true },
  [B200] = { TN_NCCL_BLACKWELL,
             TN_NCCL_SWITCH,
             { { 12, 60 * GB }, { 12, 60 * GB }, { 8, 80 * GB } },
             .same_channels = true },
  [PCIE] = { TN_NCCL_AMPERE,
             TN_NCCL_PCIE,
             { { 2, 6 * GB }, { 2, 6 * GB } },
             .same_channels = true },
  [A100_NET] = { TN_NCCL_AMPERE,
                 TN_NCCL_SWITCH,
                 { { 8, 20 * GB }, { 8, 20 * GB } },
                 .far_rate = 12 * GB,
                 .of_amd = true },
  [H100_NET] = { TN_NCCL_HOPPER,
                 TN_NCCL_SWITCH,
                 { { 16, 20 * GB }, { 16, 20 * GB }, { 8, 40 * GB } },
                 .far_rate = 24 * GB,
                 .far_latency = 1.5e-6 },
  [MI250] = { TN_NCCL_MI200,
              TN_NCCL_SWITCH,
              { { 16, 10.0875 * GB }, { 16, 10.0875 * GB } },
              .same_channels = true },
  [MI300X] = { TN_NCCL_MI300,
               TN_NCCL_MESH, /* 56 in all on 8 devices */
               { { 8, 6 * GB }, { 8, 6 * GB } },
               .same_channels = true },
};

static bool is_near(double a, double b)
{
  return fabs(a - b) <= 1e-4 * fabs(b);
}

static struct tn_nccl_ask ask_of(enum tn_collective collective, int n_ranks, int n_nodes,
                                 size_t bytes)
{
  return (struct tn_nccl_ask){ collective, TN_FLOAT32, n_ranks, n_nodes, bytes };
}

/* Microseconds. */
static const struct {
  enum machine machine;
  enum tn_collective collective;
  int n_ranks;
  size_t bytes;
  enum tn_nccl_algorithm algorithm;
  enum tn_nccl_protocol protocol;
  double time;
  int n_channels, n_threads;
} choices[] = {
  { DGX_A100, TN_ALLREDUCE, 2, 4, TN_NCCL_RING, TN_NCCL_LL, 7.8000, 1, 96 },
  { DGX_A100, TN_ALLREDUCE, 2, 64 << 10, TN_NCCL_RING, TN_NCCL_LL, 8.5473, 8, 512 },
  { DGX_A100, TN_ALLREDUCE, 2, 1 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 19.5691, 12, 544 },
  { DGX_A100, TN_ALLREDUCE, 2, (size_t)1 << 30, TN_NCCL_RING, TN_NCCL_SIMPLE, 4489.1243, 12, 544 },
  { DGX_A100, TN_ALLREDUCE, 8, 8, TN_NCCL_RING, TN_NCCL_LL, 15.0002, 1, 96 },
  { DGX_A100, TN_ALLREDUCE, 8, 1000, TN_NCCL_RING, TN_NCCL_LL, 15.0200, 1, 96 },
  { DGX_A100, TN_ALLREDUCE, 8, 32 << 10, TN_NCCL_RING, TN_NCCL_LL, 15.6539, 1, 512 },
  { DGX_A100, TN_ALLREDUCE, 8, 256 << 10, TN_NCCL_RING, TN_NCCL_LL, 20.2309, 8, 512 },
  { DGX_A100, TN_ALLREDUCE, 8, 1 << 20, TN_NCCL_RING, TN_NCCL_LL, 35.9237, 12, 512 },
  { DGX_A100, TN_ALLREDUCE, 8, 8 << 20, TN_NCCL_RING, TN_NCCL_LL128, 107.0858, 12, 640 },
  { DGX_A100, TN_ALLREDUCE, 8, 64 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 545.3355, 12, 544 },
  { DGX_A100, TN_ALLGATHER, 8, 512, TN_NCCL_RING, TN_NCCL_LL, 10.8051, 1, 96 },
  { DGX_A100, TN_ALLGATHER, 8, 1 << 20, TN_NCCL_RING, TN_NCCL_LL, 21.2618, 12, 512 },
  { DGX_A100, TN_ALLGATHER, 8, 16 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 93.3669, 12, 544 },
  { DGX_A100, TN_BCAST, 4, 64 << 10, TN_NCCL_RING, TN_NCCL_LL, 7.9473, 4, 512 },
  { DGX_A100, TN_BCAST, 4, 4 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 29.2763, 12, 544 },
  { HGX_H100, TN_ALLREDUCE, 2, 1 << 20, TN_NCCL_RING, TN_NCCL_LL, 15.2367, 12, 512 },
  { HGX_H100, TN_ALLREDUCE, 2, 8 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 38.5017, 12, 544 },
  { HGX_H100, TN_ALLREDUCE, 4, 4 << 20, TN_NCCL_RING, TN_NCCL_LL128, 44.3959, 12, 640 },
  { HGX_H100, TN_ALLREDUCE, 4, 64 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 308.4203, 12, 544 },
  { HGX_H100, TN_ALLREDUCE, 8, 100, TN_NCCL_RING, TN_NCCL_LL, 15.0012, 1, 96 },
  { HGX_H100, TN_ALLREDUCE, 8, 256 << 10, TN_NCCL_RING, TN_NCCL_LL, 18.2536, 8, 512 },
  { HGX_H100, TN_ALLREDUCE, 8, 2 << 20, TN_NCCL_NVLS, TN_NCCL_SIMPLE, 32.7101, 16, 640 },
  { HGX_H100, TN_ALLREDUCE, 8, 4 << 20, TN_NCCL_NVLS, TN_NCCL_SIMPLE, 40.4202, 16, 640 },
  { HGX_H100, TN_ALLREDUCE, 8, 8 << 20, TN_NCCL_NVLS, TN_NCCL_SIMPLE, 55.8405, 16, 640 },
  { HGX_H100, TN_ALLREDUCE, 8, (size_t)1 << 30, TN_NCCL_NVLS, TN_NCCL_SIMPLE, 3972.5802, 16, 640 },
  { HGX_H100, TN_ALLGATHER, 8, 1 << 20, TN_NCCL_RING, TN_NCCL_LL, 17.3071, 12, 512 },
  { HGX_H100, TN_ALLGATHER, 8, 8 << 20, TN_NCCL_RING, TN_NCCL_LL128, 49.4619, 12, 640 },
  { HGX_H100, TN_ALLGATHER, 8, 64 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 195.3118, 12, 544 },
  { HGX_H100, TN_REDUCE_SCATTER_BLOCK, 4, 32 << 10, TN_NCCL_RING, TN_NCCL_LL, 8.5743, 2, 512 },
  { HGX_H100, TN_REDUCE_SCATTER_BLOCK, 4, 8 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 36.0763, 12, 544 },
  { V100_MESH, TN_ALLREDUCE, 4, 16 << 10, TN_NCCL_RING, TN_NCCL_LL, 10.8302, 1, 512 },
  { V100_MESH, TN_ALLREDUCE, 4, 1 << 20, TN_NCCL_RING, TN_NCCL_LL128, 39.6470, 6, 640 },
  { V100_MESH, TN_ALLREDUCE, 4, 64 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 867.6608, 6, 544 },
  { B200, TN_ALLREDUCE, 8, 1 << 20, TN_NCCL_RING, TN_NCCL_LL, 21.5071, 12, 512 },
  { B200, TN_ALLREDUCE, 8, 8 << 20, TN_NCCL_NVLS, TN_NCCL_SIMPLE, 42.7124, 24, 640 },
  { PCIE, TN_ALLREDUCE, 4, 1 << 10, TN_NCCL_RING, TN_NCCL_LL, 12.8560, 1, 96 },
  { PCIE, TN_ALLREDUCE, 4, 256 << 10, TN_NCCL_RING, TN_NCCL_SIMPLE, 75.3680, 2, 288 },
  { PCIE, TN_ALLREDUCE, 4, 16 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 2139.7520, 2, 288 },
  { PCIE, TN_REDUCE, 2, 32 << 10, TN_NCCL_RING, TN_NCCL_LL, 13.0613, 2, 512 },
  { PCIE, TN_REDUCE, 2, 256 << 10, TN_NCCL_RING, TN_NCCL_SIMPLE, 35.9453, 2, 288 },
};

Test(nccl, takes_what_it_expects_to_be_fastest)
{
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
    const struct tn_nccl_ask ask =
        ask_of(choices[i].collective, choices[i].n_ranks, 1, choices[i].bytes);
    const struct tn_nccl_choice c = tn_nccl_choose(&machines[choices[i].machine], &ask, -1, -1);
    cr_expect(c.algorithm == choices[i].algorithm && c.protocol == choices[i].protocol,
              "row %zu: %s %s", i, tn_nccl_algorithm_names[c.algorithm],
              tn_nccl_protocol_names[c.protocol]);
    cr_expect(is_near(c.estimate.time * 1e6, choices[i].time), "row %zu: %g us", i,
              c.estimate.time * 1e6);
    cr_expect(c.n_channels == choices[i].n_channels && c.n_threads == choices[i].n_threads,
              "row %zu: %d channels, %d threads", i, c.n_channels, c.n_threads);
  }
}

/* Microseconds, and 1e9 bytes per second. */
static const struct {
  enum machine machine;
  enum tn_collective collective;
  int n_ranks, n_nodes;
  size_t bytes;
  enum tn_nccl_algorithm algorithm;
  enum tn_nccl_protocol protocol;
  double latency, bandwidth, time;
} estimates[] = {
  { DGX_A100, TN_ALLREDUCE, 8, 1, 1 << 20, TN_NCCL_TREE, TN_NCCL_LL, 15.200, 29.0526, 87.3846 },
  { DGX_A100, TN_ALLREDUCE, 8, 1, 1 << 20, TN_NCCL_TREE, TN_NCCL_LL128, 31.500, 85.8667, 51.8528 },
  { DGX_A100, TN_ALLREDUCE, 8, 1, 1 << 20, TN_NCCL_TREE, TN_NCCL_SIMPLE, 64.400, 110.4000,
    83.3959 },
  { DGX_A100, TN_ALLREDUCE, 8, 1, 48, TN_NCCL_TREE, TN_NCCL_SIMPLE, 64.400, 110.4000, 64.4004 },
  { DGX_A100, TN_ALLREDUCE, 8, 1, 256 << 20, TN_NCCL_TREE, TN_NCCL_SIMPLE, 64.400, 110.4000,
    2766.0451 },
  { DGX_A100, TN_ALLREDUCE, 8, 1, (size_t)1 << 30, TN_NCCL_TREE, TN_NCCL_SIMPLE, 64.400, 110.4000,
    9790.3223 },
  { HGX_H100, TN_ALLREDUCE, 8, 1, 1 << 20, TN_NCCL_NVLS, TN_NCCL_SIMPLE, 25.000, 272.0000,
    28.8551 },
  { HGX_H100, TN_ALLGATHER, 8, 1, 1 << 20, TN_NCCL_NVLS, TN_NCCL_SIMPLE, 25.000, 208.2500,
    30.0352 },
  { HGX_H100, TN_REDUCE_SCATTER_BLOCK, 4, 1, 1 << 20, TN_NCCL_NVLS, TN_NCCL_SIMPLE, 25.000, 76.5000,
    38.7069 },
  { HGX_H100, TN_ALLREDUCE, 8, 1, 16 << 20, TN_NCCL_TREE, TN_NCCL_LL128, 31.500, 128.8000,
    176.2310 },
  { B200, TN_ALLREDUCE, 4, 1, 16 << 20, TN_NCCL_TREE, TN_NCCL_LL128, 21.500, 257.6000, 93.8655 },
  { PCIE, TN_ALLREDUCE, 4, 1, 64 << 10, TN_NCCL_TREE, TN_NCCL_LL, 12.800, 1.4526, 87.9923 },
  { V100_MESH, TN_BCAST, 4, 1, 1 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 11.800, 120.0000, 20.5381 },
  { A100_NET, TN_ALLREDUCE, 32, 4, 1 << 20, TN_NCCL_RING, TN_NCCL_LL, 134.800, 9.8065, 241.7272 },
  { A100_NET, TN_ALLREDUCE, 32, 4, 16 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 428.400, 49.5484,
    938.3627 },
  { A100_NET, TN_ALLREDUCE, 16, 2, 16 << 20, TN_NCCL_TREE, TN_NCCL_LL128, 48.500, 69.0000,
    318.6645 },
  { A100_NET, TN_ALLREDUCE, 32, 4, 16 << 20, TN_NCCL_TREE, TN_NCCL_LL, 35.200, 9.5000, 1997.4475 },
  { A100_NET, TN_ALLGATHER, 32, 4, 16 << 20, TN_NCCL_RING, TN_NCCL_LL128, 82.000, 91.1690,
    266.0232 },
  { A100_NET, TN_BCAST, 32, 4, 16 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 456.400, 96.0000, 631.1627 },
  { H100_NET, TN_ALLREDUCE, 16, 2, 1 << 20, TN_NCCL_RING, TN_NCCL_SIMPLE, 137.600, 170.6667,
    198.7840 },
  { H100_NET, TN_ALLREDUCE, 4, 4, 1 << 20, TN_NCCL_TREE, TN_NCCL_LL, 32.800, 10.2000, 238.4031 },
  { H100_NET, TN_ALLREDUCE, 4, 4, 1 << 20, TN_NCCL_RING, TN_NCCL_LL128, 74.000, 235.5200, 78.4522 },
  { H100_NET, TN_REDUCE, 32, 4, 1 << 20, TN_NCCL_RING, TN_NCCL_LL, 93.000, 20.4000, 144.4008 },
  { H100_NET, TN_ALLREDUCE, 32, 4, 512, TN_NCCL_RING, TN_NCCL_SIMPLE, 300.800, 198.1935, 300.8026 },
  /* RCCL: base 12, 30 steps of 0.8; 161.4 * 0.15 * 16 / 30. */
  { MI250, TN_ALLREDUCE, 16, 1, 1 << 10, TN_NCCL_RING, TN_NCCL_LL, 36, 12.912, 36.0793 },
  /* 12 + 30 * 1.4; 161.4 * 1.09 / 2, from 512 KiB on 1 of it. */
  { MI250, TN_ALLREDUCE, 16, 1, 1 << 19, TN_NCCL_TREE, TN_NCCL_LL128, 54, 87.963, 59.9604 },
  /* 17 + 30 * 2.5; 161.4 * 1.61 / 2, from 64 MiB on 0.6 of it. */
  { MI250, TN_ALLREDUCE, 16, 1, 1 << 26, TN_NCCL_TREE, TN_NCCL_SIMPLE, 92, 129.927, 952.8599 },
  /* 17 + 7 * 2.1; 336 * 8 / 7. */
  { MI300X, TN_ALLGATHER, 8, 1, 1 << 23, TN_NCCL_RING, TN_NCCL_SIMPLE, 31.7, 384, 53.5453 },
  /* 12 + 0.8; 336 * 0.08 * 1.65. */
  { MI300X, TN_BCAST, 8, 1, 1 << 13, TN_NCCL_RING, TN_NCCL_LL, 12.8, 44.352, 12.9847 },
};

Test(nccl, expects_times_of_the_others_too)
{
  for (size_t i = 0; i < sizeof estimates / sizeof estimates[0]; i++) {
    const struct tn_nccl_ask ask = ask_of(estimates[i].collective, estimates[i].n_ranks,
                                          estimates[i].n_nodes, estimates[i].bytes);
    const struct tn_nccl_estimate e = tn_nccl_estimate(
        &machines[estimates[i].machine], &ask, estimates[i].algorithm, estimates[i].protocol);
    cr_expect(is_near(e.latency * 1e6, estimates[i].latency) &&
                  is_near(e.bandwidth * 1e-9, estimates[i].bandwidth) &&
                  is_near(e.time * 1e6, estimates[i].time),
              "row %zu: %g us, %g GB/s, %g us", i, e.latency * 1e6, e.bandwidth * 1e-9,
              e.time * 1e6);
  }
}

static bool is_there(enum machine machine, enum tn_collective collective, enum tn_type type,
                     int n_nodes, enum tn_nccl_algorithm a, enum tn_nccl_protocol p)
{
  const struct tn_nccl_ask ask = { collective, type, 8, n_nodes, 1 << 20 };
  return tn_nccl_estimate(&machines[machine], &ask, a, p).bandwidth > 0.0;
}

Test(nccl, knows_what_is_not_to_be_had)
{
  cr_expect(is_there(DGX_A100, TN_ALLREDUCE, TN_FLOAT32, 1, TN_NCCL_TREE, TN_NCCL_LL128));
  cr_expect_not(is_there(DGX_A100, TN_BCAST, TN_FLOAT32, 1, TN_NCCL_TREE, TN_NCCL_LL));
  cr_expect_not(is_there(DGX_A100, TN_ALLREDUCE, TN_FLOAT32, 1, TN_NCCL_NVLS, TN_NCCL_SIMPLE));
  cr_expect_not(is_there(PCIE, TN_ALLREDUCE, TN_FLOAT32, 1, TN_NCCL_RING, TN_NCCL_LL128));
  cr_expect_not(is_there(HGX_H100, TN_ALLREDUCE, TN_FLOAT32, 1, TN_NCCL_NVLS, TN_NCCL_LL));
  cr_expect_not(is_there(HGX_H100, TN_ALLREDUCE, TN_UINT8, 1, TN_NCCL_NVLS, TN_NCCL_SIMPLE));
  cr_expect(is_there(HGX_H100, TN_ALLGATHER, TN_UINT8, 1, TN_NCCL_NVLS, TN_NCCL_SIMPLE));
  cr_expect_not(is_there(HGX_H100, TN_BCAST, TN_FLOAT32, 1, TN_NCCL_NVLS, TN_NCCL_SIMPLE));
  cr_expect_not(is_there(MI300X, TN_ALLREDUCE, TN_FLOAT32, 1, TN_NCCL_TREE, TN_NCCL_SIMPLE));
  cr_expect_not(is_there(MI250, TN_ALLREDUCE, TN_FLOAT32, 2, TN_NCCL_RING, TN_NCCL_LL));
  const struct tn_nccl none = { 0 };
  const struct tn_nccl_ask ask = ask_of(TN_ALLREDUCE, 8, 1, 1 << 20);
  cr_expect_eq(tn_nccl_choose(&none, &ask, -1, -1).estimate.bandwidth, 0.0);
}

/* MI300 uses LL up to 352128 bytes per rank, whatever the model predicts. */
Test(nccl, has_an_exception_for_reduce_scatter)
{
  const struct tn_nccl *m = &machines[MI300X];
  const struct tn_nccl_ask below = ask_of(TN_REDUCE_SCATTER_BLOCK, 8, 1, 8 * 352128);
  const struct tn_nccl_ask above = ask_of(TN_REDUCE_SCATTER_BLOCK, 8, 1, 8 * 352136);
  cr_expect_eq(tn_nccl_choose(m, &below, -1, -1).protocol, TN_NCCL_LL);
  cr_expect_eq(tn_nccl_choose(m, &above, -1, -1).protocol, TN_NCCL_SIMPLE);
  cr_expect_eq(tn_nccl_choose(m, &below, -1, TN_NCCL_SIMPLE).protocol, TN_NCCL_SIMPLE);
}

static void check_words(enum tn_param p, const char *const *names)
{
  for (int i = 0; names[i] || tn_params[p].choices[i]; i++) {
    cr_assert(names[i] && tn_params[p].choices[i], "%s", tn_params[p].name);
    cr_expect_str_eq(names[i], tn_params[p].choices[i]);
  }
}

Test(nccl, has_the_words_of_platform_files)
{
  check_words(TN_P_NCCL_GENERATION, tn_nccl_generation_names);
  check_words(TN_P_NCCL_FABRIC, tn_nccl_fabric_names);
}
