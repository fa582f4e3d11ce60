/* The papers, and their claims by part of each paper. */
#include "claims.h"

const struct tn_paper tn_papers[] = {
  { "cma",
    "Chakraborty, Subramoni, Panda, *Contention-Aware Kernel-Assisted MPI Collectives for "
    "Multi-/Many-core Systems*, CLUSTER 2017",
    "For Open MPI 2.1.0, with which it compares, stands `library:ompi-4.0`, whose rules its "
    "releases had until 4.1, over CMA; *tuned CMA* is the fastest of the paper's algorithms at "
    "each size, with throttle factors 2, 4, 8, 10, 16 and 32. MVAPICH2 2.3a and Intel MPI 2017 "
    "are not modelled. Open MPI's ranks go round the packages, its default then, the paper's own "
    "by core. Ten times the assumed software of a message changes scatter, gather and allgather "
    "of 4M by 1 % (November 2026). No benchmark is named: times are averages over the ranks, and "
    "rows that spans would judge otherwise are *undecided*.",
    true, TN_KERNEL_PAPER, tn_claims_cma },
  { "xhc",
    "Katevenis, Ploumidis, Marazakis, *A framework for hierarchical single-copy MPI collectives on "
    "multicore nodes*, CLUSTER 2022",
    "The paper does not say which sizes its figures show: *small* is 4 bytes to 1K (the end of "
    "its copy-in-copy-out path), *medium* begins at 2K, *large* at 256K, 4M ends all; \"above "
    "1M\" is 2M and 4M. Buffers are rewritten before each call (C130), but for figures 3 and 7, "
    "which show OSU's own benchmarks. *tuned* is what Open MPI's decision takes for the ranks and "
    "the size, over UCX with XPMEM; in figure 3 over Open MPI's own messages, which XPMEM copies "
    "once above 256 bytes. Of UCC, which the paper compares with too, it names no "
    "release (`library:ucc` is that of 2025): \"fastest of all\" leaves it out. For Open MPI's "
    "*sm* stands a flat broadcast that acknowledges by atomic additions.",
    false, TN_KERNEL_LINUX6, tn_claims_xhc },
  { "split",
    "Denis, Jaeger, Jeannot, Pérache, Taboada, *Dynamic Placement of Progress Thread for "
    "Overlapping MPI Non-Blocking Collectives on Manycore Processor*, Inria RR-9160, 2018",
    "Times are from the first entry to the last exit, computation included; its total work is that "
    "of the blocking collective on all cores. Progress threads share communication cores one at a "
    "time, as MPC schedules its threads.",
    false, TN_KERNEL_PAPER, tn_claims_split },
  { "knem",
    "Ma, Bosilca, Bouteiller, Goglin, Squyres, Dongarra, *Kernel Assisted Collective Intra-node "
    "MPI Communication Among Multi-Core and Many-Core CPUs*, ICPP 2011",
    "Times are spans, 32K to 8M (allgather and alltoall: to 2M or less): IMB 3.2 does not "
    "synchronise between calls and moves the root on, so that leaving early gains a rank nothing. "
    "Averages over ranks were tried first; by them gather gains 0.5 to 1.5 times only, hence "
    "*checked beforehand*; rows called *predicted* changed to spans with them. Tuned-SM and "
    "Tuned-KNEM are `library:ompi-1.7` over shared memory and over KNEM, MPICH2-SM and "
    "MPICH2-KNEM `library:mpich2-1.3`, each with the transport of that name and its defaults: the "
    "paper's are \"properly tuned\", it does not say how. IMB's off-cache option takes other "
    "memory for each call; here `--buffers cold` flushes everything, the libraries' own memory "
    "too. Ranks of Zoot go round its sockets, as its system numbers processors (assumed). Of the "
    "four nodes most bandwidths are assumed (docs/platforms.md).",
    false, TN_KERNEL_PAPER, tn_claims_knem },
  { "adapt",
    "Luo, Wu, Bosilca, Patinyasakdikul, Wang, Dongarra, *ADAPT: An Event-Based Adaptive Collective "
    "Communication Framework*, HPDC 2018",
    "4 MiB unless a row says otherwise, segments of 64K, means over the ranks. For Open MPI 2.0 "
    "stands `library:ompi-4.0`, whose rules its releases had until 4.1. Noise is on one KNL and "
    "some rows are on 4 of the paper's 32 nodes: a single call of Open MPI's chain on all takes 1 "
    "to 2 minutes. Under noise a row compares one stretch of calls in IMB's loop (`--protocol "
    "imb-old`) through several periods of the noise with the same calls without.",
    false, TN_KERNEL_PAPER, tn_claims_adapt },
  { 0 },
};
