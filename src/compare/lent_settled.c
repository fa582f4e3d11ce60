/* Which measurement settles a parameter. */
#include "lent.h"

/* Parameters from..to of the list. */
static const struct {
  enum tn_param from, to;
  const char *by;
} settled[] = {
  { TN_P_ALPHA, TN_P_ALPHA,
    "`calibrate --only pin` there, or messages above the eager limit (--p2p)" },
  { TN_P_ACCESS_TIME, TN_P_ACCESS_TIME, "`calibrate --only lock-scope` there" },
  { TN_P_COPY_RATE, TN_P_COPY_RATE_MACHINE,
    "osu_latency from 64 KiB to 4 MiB over that distance (--p2p)" },
  { TN_P_COPY_RATE_MEMORY, TN_P_COPY_RATE_MEMORY, "`calibrate --only copy-memory` there" },
  { TN_P_CORE_COPY_RATE, TN_P_CORE_COPY_RATE, "`calibrate --only core-copy` there" },
  { TN_P_WRITE_FACTOR, TN_P_WRITE_FACTOR, "`calibrate --only copy` there" },
  { TN_P_MEMCPY_RATE, TN_P_MEMCPY_RATE,
    "`calibrate --only memcpy` there, or a flat tree (--tree)" },
  { TN_P_LINE_RATE, TN_P_LINE_RATE_MACHINE,
    "a broadcast by a chain above 64 KiB (--rows, --free line_rate.llc)" },
  { TN_P_RECLAIM_FACTOR, TN_P_RECLAIM_WAY,
    "a broadcast to 2 ranks with rewritten buffers beside one with unchanged ones (--rows)" },
  { TN_P_PIN_TIME, TN_P_PIN_TIME,
    "`calibrate --only pin` there, or flat trees above 64 KiB (--tree)" },
  { TN_P_PIN_TIME_THP, TN_P_PIN_TIME_THP, "`calibrate --only pin-thp` there" },
  { TN_P_PIN_TIME_HUGETLB, TN_P_PIN_TIME_HUGETLB, "`calibrate --only pin-hugetlb` there" },
  { TN_P_PAGE_SIZE, TN_P_PAGE_SIZE, "`getconf PAGESIZE` there" },
  { TN_P_PIN_BATCH, TN_P_PIN_BATCH, "`calibrate --only pin-batch` there" },
  { TN_P_LOCK_SCOPE, TN_P_LOCK_SCOPE, "`calibrate --only lock-scope` there" },
  { TN_P_GAMMA_A, TN_P_LOCK_HOLD,
    "`calibrate --only gamma` there, or flat trees of 64 KiB to 2, 8 and all ranks (--tree)" },
  { TN_P_MEMORY_BANDWIDTH, TN_P_MEMORY_BANDWIDTH,
    "STREAM's copy on all cores of one memory domain" },
  { TN_P_HOME_LOAD, TN_P_HOME_LOAD,
    "a binary reduction of 64 KiB over messages to all ranks of a package (--rows)" },
  { TN_P_NUMA_BANDWIDTH, TN_P_NUMA_BANDWIDTH,
    "the same with memory of another domain of the package (numactl --membind)" },
  { TN_P_PACKAGE_BANDWIDTH, TN_P_PACKAGE_LINK,
    "the same with memory of another package (numactl --membind)" },
  { TN_P_PACKAGE_LINES, TN_P_PACKAGE_LINES,
    "a broadcast by a binary tree of 64 KiB to all ranks of two packages (--rows)" },
  { TN_P_SIDE_CACHE_SIZE, TN_P_SIDE_CACHE_BANDWIDTH, "the data sheet" },
  { TN_P_LLC_BANDWIDTH, TN_P_LLC_BANDWIDTH, "`calibrate --only llc` there" },
  { TN_P_LLC_PORT_BANDWIDTH, TN_P_LLC_PORT_BANDWIDTH, "the data sheet" },
  { TN_P_LLC_SIZE, TN_P_LLC_SIZE, "lstopo there" },
  { TN_P_LLC_SHARE, TN_P_LLC_STREAMS,
    "a broadcast of 1 MiB from one rank to 2, 4 and all ranks of a package (--rows)" },
  { TN_P_L2_SIZE, TN_P_L2_SIZE, "lstopo there" },
  { TN_P_L2_BANDWIDTH, TN_P_L2_BANDWIDTH,
    "a broadcast to 2 ranks with rewritten buffers (--rows)" },
  { TN_P_L1_SIZE, TN_P_L1_SIZE, "lstopo there" },
  { TN_P_WRITE_ALLOCATE, TN_P_WRITE_ALLOCATE,
    "STREAM's copy with and without non-temporal stores" },
  { TN_P_LINE_SIZE, TN_P_LINE_SIZE, "`getconf LEVEL1_DCACHE_LINESIZE` there" },
  { TN_P_LINE_LATENCY, TN_P_LINE_LATENCY_MACHINE,
    "a matrix of core-to-core latencies (--matrix), or osu_latency of 8 B over two distances" },
  { TN_P_LINE_OCCUPANCY, TN_P_LINE_OCCUPANCY,
    "`calibrate --only line-occupancy` there, or a flat broadcast of 8 B to 2, 4, 8 ... ranks "
    "(--rows)" },
  { TN_P_LINE_MLP, TN_P_LINE_MLP, "`calibrate --only line-mlp` there" },
  { TN_P_ADJACENT_MLP, TN_P_ADJACENT_MLP,
    "a broadcast of 1 to 16 KiB to 2 ranks with rewritten buffers (--rows)" },
  { TN_P_ATOMIC_LATENCY, TN_P_ATOMIC_LATENCY_MACHINE, "a matrix of latencies by compare-and-swap" },
  { TN_P_SHARED_REMOTE, TN_P_LONE_REMOTE,
    "a broadcast to all cores of one package with and without one rank on the other (--rows, --set "
    "shared_remote=0.5 --free shared_remote)" },
  { TN_P_FLAG_HOME, TN_P_FLAG_HOME, "the data sheet (home agent or directory)" },
  { TN_P_ATTACH_TIME, TN_P_ATTACH_ALIGN,
    "XPMEM: a broadcast with a new buffer each time (--rows)" },
  { TN_P_FAULT_TIME, TN_P_FAULT_TIME, "`calibrate --only fault` there" },
  { TN_P_FAULT_TIME_MEMFD_READ, TN_P_FAULT_TIME_MEMFD_WRITE,
    "`measure --mechanism memfd --buffers new` there" },
  { TN_P_RCACHE_LOOKUP, TN_P_RCACHE_LOOKUP, "XPMEM: a broadcast of 1 KiB to 2 ranks (--rows)" },
  { TN_P_REGION_TIME, TN_P_TRAP_TIME, "KNEM: a broadcast by knem-linear to 2 ranks (--rows)" },
  { TN_P_REDUCE_OVERHEAD, TN_P_REDUCE_OVERHEAD,
    "osu_reduce of 8 B on 2 ranks (--rows, --free reduce_overhead)" },
  { TN_P_REDUCE_RATE, TN_P_REDUCE_RATE,
    "`calibrate --only memcpy` there, or osu_reduce on 2 ranks (--rows, --free reduce_rate)" },
  { TN_P_SEND_OVERHEAD, TN_P_RECEIVE_OVERHEAD, "osu_latency of 8 B (--p2p)" },
  { TN_P_EAGER_LIMIT, TN_P_EAGER_LIMIT,
    "osu_latency of all powers of two, or the library's parameters (ompi_info --all)" },
  { TN_P_EAGER_SLOTS, TN_P_FRAGMENTS_IN_FLIGHT, "the library's parameters (ompi_info --all)" },
  { TN_P_RENDEZVOUS_LIMIT, TN_P_BLOCKING_LIMIT,
    "osu_latency (blocking) and a linear broadcast (non-blocking) of all powers of two" },
  { TN_P_INLINE_LIMIT, TN_P_INLINE_LIMIT, "the library's parameters (ompi_info --all)" },
  { TN_P_SLOT_LINES, TN_P_QUEUE_LINES, "flat trees of 8 B (--tree)" },
  { TN_P_NETWORK_LATENCY, TN_P_NETWORK_EAGER_SLOTS,
    "osu_latency and osu_bw between two nodes (no fit reads them yet), or the adapter's data "
    "sheet" },
  { TN_P_CORE_SHARING, TN_P_CORE_SHARING, "how the library schedules its progress threads" },
  { TN_P_QUEUE_HOLDER, TN_P_SLOT_STORES, "the library's source" },
  { TN_P_STREAM_RATE, TN_P_STREAM_RATE, "a large copy by non-temporal stores (STREAM)" },
  { TN_P_CALL_OVERHEAD, TN_P_CALL_OVERHEAD,
    "a broadcast of 8 B to 2 ranks over mapped memory, times of both (--rows)" },
};

const char *tn_lent_settled_by(enum tn_param p)
{
  for (size_t i = 0; i < G_N_ELEMENTS(settled); i++)
    if (p >= settled[i].from && p <= settled[i].to)
      return settled[i].by;
  return NULL;
}
