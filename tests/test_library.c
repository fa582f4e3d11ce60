/* Decisions of libraries at the ends of their ranges, written from the libraries' sources
 * independently of the program's tables, and the resulting entries. */
#include <criterion/criterion.h>
#include <string.h>

#include "algos/compose/nested.h"
#include "algos/entries.h"
#include "algos/library/library.h"

static const struct {
  enum tn_collective collective;
  int n_ranks;
  size_t bytes;
  int number; /* Open MPI 4.1 to 6.0, coll_tuned_decision_fixed.c */
} ompi[] = {
  { TN_BCAST, 2, 1, 3 },
  { TN_BCAST, 3, 31, 3 },
  { TN_BCAST, 3, 32, 5 },
  { TN_BCAST, 3, 1023, 7 },
  { TN_BCAST, 3, 131072, 2 },
  { TN_BCAST, 3, 1048576, 5 },
  { TN_BCAST, 4, 63, 5 },
  { TN_BCAST, 6, 64, 6 },
  { TN_BCAST, 7, 1048575, 1 },
  { TN_BCAST, 7, 1048576, 2 },
  { TN_BCAST, 8, 7, 7 },
  { TN_BCAST, 15, 32768, 1 },
  { TN_BCAST, 16, 4095, 7 },
  { TN_BCAST, 28, 65536, 6 },
  { TN_BCAST, 31, 1048576, 8 },
  { TN_BCAST, 32, 2047, 6 },
  { TN_BCAST, 64, 4, 7 },
  { TN_BCAST, 128, 1, 6 },
  { TN_BCAST, 128, 16384, 1 },
  { TN_BCAST, 255, 65536, 7 },
  { TN_BCAST, 256, 16384, 4 },
  { TN_BCAST, 1024, 524288, 8 },
  { TN_BCAST, 2048, 262143, 7 },
  { TN_BCAST, 5000, 8192, 5 },
  { TN_SCATTER, 2, 1, 3 },
  { TN_SCATTER, 3, 131071, 1 },
  { TN_SCATTER, 3, 131072, 3 },
  { TN_SCATTER, 7, 2048, 1 },
  { TN_SCATTER, 7, 1048576, 1 },
  { TN_SCATTER, 8, 16383, 2 },
  { TN_SCATTER, 15, 1048575, 3 },
  { TN_SCATTER, 16, 16384, 1 },
  { TN_SCATTER, 31, 32768, 3 },
  { TN_SCATTER, 63, 511, 2 },
  { TN_SCATTER, 63, 8191, 3 },
  { TN_SCATTER, 63, 8192, 2 },
  { TN_SCATTER, 64, 512, 3 },
  { TN_SCATTER, 4096, 511, 2 },
  { TN_GATHER, 2, 1, 3 },
  { TN_GATHER, 2, 3, 1 },
  { TN_GATHER, 3, 32767, 2 },
  { TN_GATHER, 3, 32768, 1 },
  { TN_GATHER, 3, 131072, 3 },
  { TN_GATHER, 4, 1024, 1 },
  { TN_GATHER, 7, 262143, 1 },
  { TN_GATHER, 7, 262144, 3 },
  { TN_GATHER, 8, 1, 2 },
  { TN_GATHER, 255, 1048576, 2 },
  { TN_GATHER, 256, 2048, 1 },
  { TN_GATHER, 512, 2048, 2 },
  { TN_ALLGATHER, 2, 1, 6 },
  { TN_ALLGATHER, 1, 1, 3 },
  { TN_ALLGATHER, 31, 99999, 3 },
  { TN_ALLGATHER, 32, 1023, 3 },
  { TN_ALLGATHER, 63, 65535, 5 },
  { TN_ALLGATHER, 63, 65536, 4 },
  { TN_ALLGATHER, 64, 512, 5 },
  { TN_ALLGATHER, 128, 524288, 5 },
  { TN_ALLGATHER, 256, 127, 2 },
  { TN_ALLGATHER, 512, 2048, 5 },
  { TN_ALLGATHER, 1024, 31, 2 },
  { TN_ALLGATHER, 2048, 31, 2 },
  { TN_ALLGATHER, 4096, 4096, 5 },
  { TN_ALLTOALL, 1, 1, 4 },
  { TN_ALLTOALL, 2, 1, 2 },
  { TN_ALLTOALL, 2, 3, 5 },
  { TN_ALLTOALL, 2, 262143, 4 },
  { TN_ALLTOALL, 2, 1048576, 2 },
  { TN_ALLTOALL, 3, 8192, 1 },
  { TN_ALLTOALL, 7, 524288, 2 },
  { TN_ALLTOALL, 15, 262143, 4 },
  { TN_ALLTOALL, 16, 4, 3 },
  { TN_ALLTOALL, 31, 262144, 1 },
  { TN_ALLTOALL, 32, 511, 3 },
  { TN_ALLTOALL, 63, 524288, 4 },
  { TN_ALLTOALL, 64, 2048, 4 },
  { TN_ALLTOALL, 127, 262144, 2 },
  { TN_ALLTOALL, 128, 2047, 4 },
  { TN_ALLTOALL, 256, 8192, 1 },
  { TN_ALLTOALL, 512, 16384, 4 },
  { TN_ALLTOALL, 1024, 1024, 1 },
  { TN_ALLTOALL, 2048, 131072, 1 },
  { TN_ALLTOALL, 4096, 65536, 4 },
  { TN_REDUCE, 2, 7, 7 },
  { TN_REDUCE, 3, 8, 4 },
  { TN_REDUCE, 3, 31, 3 },
  { TN_REDUCE, 3, 262144, 3 },
  { TN_REDUCE, 3, 524288, 2 },
  { TN_REDUCE, 7, 4096, 2 },
  { TN_REDUCE, 7, 262144, 1 },
  { TN_REDUCE, 7, 524288, 5 },
  { TN_REDUCE, 8, 8191, 4 },
  { TN_REDUCE, 16, 4096, 5 },
  { TN_REDUCE, 255, 1, 5 },
  { TN_REDUCE, 256, 8192, 6 },
  { TN_REDUCE, 512, 8192, 5 },
  { TN_REDUCE, 2048, 512, 6 },
  { TN_REDUCE, 4096, 16, 6 },
  { TN_ALLREDUCE, 2, 7, 4 },
  { TN_ALLREDUCE, 3, 4095, 3 },
  { TN_ALLREDUCE, 3, 65536, 5 },
  { TN_ALLREDUCE, 3, 262144, 6 },
  { TN_ALLREDUCE, 7, 15, 4 },
  { TN_ALLREDUCE, 15, 8191, 3 },
  { TN_ALLREDUCE, 31, 63, 5 },
  { TN_ALLREDUCE, 31, 4096, 6 },
  { TN_ALLREDUCE, 63, 127, 5 },
  { TN_ALLREDUCE, 64, 262143, 3 },
  { TN_ALLREDUCE, 128, 131071, 2 },
  { TN_ALLREDUCE, 256, 4095, 2 },
  { TN_ALLREDUCE, 2048, 4095, 5 },
  { TN_ALLREDUCE, 4096, 32767, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 2, 3, 2 },
  { TN_REDUCE_SCATTER_BLOCK, 3, 7, 4 },
  { TN_REDUCE_SCATTER_BLOCK, 3, 15, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 3, 127, 4 },
  { TN_REDUCE_SCATTER_BLOCK, 3, 255, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 3, 4095, 4 },
  { TN_REDUCE_SCATTER_BLOCK, 3, 8191, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 3, 131071, 4 },
  { TN_REDUCE_SCATTER_BLOCK, 3, 131072, 1 },
  { TN_REDUCE_SCATTER_BLOCK, 4, 7, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 7, 31, 2 },
  { TN_REDUCE_SCATTER_BLOCK, 7, 255, 4 },
  { TN_REDUCE_SCATTER_BLOCK, 7, 8191, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 7, 16383, 4 },
  { TN_REDUCE_SCATTER_BLOCK, 7, 1048575, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 7, 1048576, 1 },
  { TN_REDUCE_SCATTER_BLOCK, 8, 3, 1 },
  { TN_REDUCE_SCATTER_BLOCK, 15, 31, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 15, 127, 4 },
  { TN_REDUCE_SCATTER_BLOCK, 15, 524287, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 15, 4194303, 1 },
  { TN_REDUCE_SCATTER_BLOCK, 15, 4194304, 4 },
  { TN_REDUCE_SCATTER_BLOCK, 16, 31, 1 },
  { TN_REDUCE_SCATTER_BLOCK, 31, 524287, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 31, 2097151, 1 },
  { TN_REDUCE_SCATTER_BLOCK, 31, 4194303, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 31, 4194304, 4 },
  { TN_REDUCE_SCATTER_BLOCK, 32, 3, 3 },
  { TN_REDUCE_SCATTER_BLOCK, 64, 15, 1 },
  { TN_REDUCE_SCATTER_BLOCK, 128, 65535, 4 },
  { TN_REDUCE_SCATTER_BLOCK, 512, 262143, 1 },
  { TN_REDUCE_SCATTER_BLOCK, 5000, 262144, 4 },
  { TN_REDUCE_SCATTER, 3, 65535, 3 },
  { TN_REDUCE_SCATTER, 3, 65536, 4 },
  { TN_REDUCE_SCATTER, 3, 131072, 3 },
  { TN_REDUCE_SCATTER, 4, 7, 1 },
  { TN_REDUCE_SCATTER, 7, 262143, 2 },
  { TN_REDUCE_SCATTER, 7, 262144, 3 },
  { TN_REDUCE_SCATTER, 31, 1, 2 },
  { TN_REDUCE_SCATTER, 31, 262144, 3 },
  { TN_REDUCE_SCATTER, 63, 63, 1 },
  { TN_REDUCE_SCATTER, 63, 2047, 2 },
  { TN_REDUCE_SCATTER, 63, 524287, 4 },
  { TN_REDUCE_SCATTER, 63, 524288, 3 },
  { TN_REDUCE_SCATTER, 64, 255, 1 },
  { TN_REDUCE_SCATTER, 127, 511, 2 },
  { TN_REDUCE_SCATTER, 127, 2047, 4 },
  { TN_REDUCE_SCATTER, 127, 4095, 2 },
  { TN_REDUCE_SCATTER, 127, 4096, 4 },
  { TN_REDUCE_SCATTER, 255, 512, 4 },
  { TN_REDUCE_SCATTER, 511, 1023, 2 },
  { TN_REDUCE_SCATTER, 1023, 8191, 4 },
  { TN_REDUCE_SCATTER, 1023, 16383, 2 },
  { TN_REDUCE_SCATTER, 2047, 32767, 2 },
  { TN_REDUCE_SCATTER, 4095, 4096, 4 },
  { TN_REDUCE_SCATTER, 4096, 8191, 2 },
  { TN_SCAN, 2, 8, 1 },
  { TN_SCAN, 512, 1 << 20, 1 },
  { TN_EXSCAN, 64, 0, 1 },
  { TN_BARRIER, 3, 0, 3 },
  { TN_BARRIER, 4, 0, 1 },
  { TN_BARRIER, 8, 0, 3 },
  { TN_BARRIER, 63, 0, 3 },
  { TN_BARRIER, 64, 0, 4 },
  { TN_BARRIER, 256, 0, 6 },
  { TN_BARRIER, 512, 0, 4 },
  { TN_BARRIER, 1024, 0, 6 },
  { TN_BARRIER, 4096, 0, 4 },
  { TN_PATTERN, 4, 64, 0 },
};

Test(library, ompi_decides_as_its_rules_do)
{
  for (size_t i = 0; i < sizeof ompi / sizeof *ompi; i++) {
    const int number = tn_ompi_decision(ompi[i].collective, ompi[i].n_ranks, ompi[i].bytes);
    cr_expect_eq(number, ompi[i].number, "%s, %d ranks, %zu bytes: %d",
                 tn_collective_names[ompi[i].collective], ompi[i].n_ranks, ompi[i].bytes, number);
  }
}

/* An entry's decision as "name = entry param=value", with the parameters in `shown`. */
static const struct {
  const char *library;
  enum tn_collective collective;
  int n_ranks;
  size_t bytes;
  bool in_place;
  const char *name, *entry, *param; /* entry NULL without one */
  int64_t value;
  bool is_substitute;
} entries[] = {
  { "library:ompi", TN_BCAST, 64, 4096, false, "knomial", "knomial-p2p", "radix", 4, false },
  { "library:ompi", TN_BCAST, 6, 64, false, "binomial", "binomial", "segment", 0, false },
  { "library:ompi", TN_BCAST, 2, 131072, false, "chain", "chain", "fanout", 1, false },
  { "library:ompi", TN_BCAST, 20, 1 << 20, false, "scatter_allgather", "scatter-doubling-allgather",
    NULL, 0, false },
  { "library:ompi", TN_ALLTOALL, 8, 64, false, "linear_sync", "linear-sync", "requests", 7, false },
  { "library:ompi", TN_ALLREDUCE, 16, 16, false, "segmented_ring", "ring", NULL, 0, false },
  /* the reduce of 128 ranks is binomial, the bcast binary */
  { "library:ompi", TN_ALLREDUCE, 128, 1024, false, "nonoverlapping", "reduce-bcast", "bcast", 2,
    false },
  { "library:ompi", TN_ALLREDUCE, 128, 65536, false, "nonoverlapping", "reduce-bcast", "bcast", 4,
    false },
  { "library:ompi", TN_REDUCE, 256, 8192, false, "in-order_binary", NULL, NULL, 0, false },
  { "library:mpich", TN_BCAST, 7, 1 << 20, false, "release_gather", "release-gather", "forward", 1,
    false },
  { "library:mpich", TN_BCAST, 8, 12287, false, "release_gather", "release-gather", "forward", 1,
    false },
  { "library:mpich", TN_BCAST, 8, 12288, false, "release_gather", "release-gather", "forward", 0,
    false },
  { "library:mpich", TN_BCAST, 8, 524288, false, "scatter_recursive_doubling_allgather",
    "scatter-doubling-allgather", NULL, 0, false },
  { "library:mpich", TN_BCAST, 8, 524289, false, "scatter_ring_allgather", "scatter-ring-allgather",
    NULL, 0, false },
  { "library:mpich", TN_BCAST, 12, 12288, false, "binomial", "knomial-p2p", "radix", 2, false },
  { "library:mpich", TN_BCAST, 12, 12289, false, "scatter_ring_allgather", "scatter-ring-allgather",
    NULL, 0, false },
  { "library:mpich", TN_REDUCE, 12, 2048, false, "release_gather", "release-gather", "forward", 0,
    false },
  { "library:mpich", TN_REDUCE, 12, 2052, false, "release_gather", "release-gather", "forward", 1,
    false },
  { "library:mpich", TN_ALLREDUCE, 12, 1 << 20, false, "release_gather", "release-gather",
    "radix_down", 64, false },
  { "library:mpich", TN_ALLGATHER, 8, 65535, false, "recursive_doubling", "recursive-doubling-p2p",
    NULL, 0, false },
  { "library:mpich", TN_ALLGATHER, 8, 65536, false, "ring", "ring", NULL, 0, false },
  { "library:mpich", TN_ALLGATHER, 10, 8191, false, "brucks", "bruck-p2p", NULL, 0, true },
  { "library:mpich", TN_ALLGATHER, 10, 8192, false, "ring", "ring", NULL, 0, false },
  { "library:mpich", TN_ALLTOALL, 9, 256, false, "brucks", "bruck-p2p", NULL, 0, true },
  { "library:mpich", TN_ALLTOALL, 8, 256, false, "scattered", "scattered", "batch", 32, false },
  { "library:mpich", TN_ALLTOALL, 9, 257, false, "scattered", "scattered", NULL, 0, false },
  { "library:mpich", TN_ALLTOALL, 9, 32769, false, "pairwise", "pairwise-p2p", NULL, 0, true },
  { "library:mpich", TN_ALLTOALL, 9, 1, true, "pairwise_sendrecv_replace", "pairwise-replace", NULL,
    0, false },
  { "library:mpich", TN_SCATTER, 9, 1, false, "binomial", "binomial", NULL, 0, true },
  { "library:mpich", TN_REDUCE, 12, 65536, false, "release_gather", "release-gather", "radix_large",
    2, false },
  { "library:mpich", TN_BARRIER, 9, 0, false, "dissemination", "dissemination", NULL, 0, false },
  { "library:mpich-4.0", TN_REDUCE, 12, 65536, false, "release_gather", "release-gather",
    "radix_large", 4, false },
  { "library:mpich-4.0", TN_BARRIER, 9, 0, false, "release_gather", "release-gather", "releases", 2,
    false },
  { "library:mpich-4.0", TN_ALLGATHER, 8, 65535, false, "recursive_doubling",
    "recursive-doubling-p2p", NULL, 0, false },
  { "library:mpich2-1.3", TN_BCAST, 7, 1 << 20, false, "binomial", "knomial-p2p", "radix", 2,
    false },
  { "library:mpich2-1.3", TN_BCAST, 16, 524287, false, "scatter_recursive_doubling_allgather",
    "scatter-doubling-allgather", NULL, 0, false },
  { "library:mpich2-1.3", TN_BCAST, 16, 524288, false, "scatter_ring_allgather",
    "scatter-ring-allgather", NULL, 0, false },
  { "library:mpich2-1.3", TN_BCAST, 48, 12288, false, "scatter_ring_allgather",
    "scatter-ring-allgather", NULL, 0, false },
  { "library:mpich2-1.3", TN_ALLTOALL, 8, 256, false, "brucks", "bruck-p2p", NULL, 0, true },
  { "library:mpich2-1.3", TN_ALLTOALL, 7, 256, false, "scattered", "scattered", NULL, 0, false },
  { "library:mpich2-1.3", TN_REDUCE, 12, 2048, false, "binomial", "binomial", "segment", 0, false },
  { "library:ompi-1.7", TN_BCAST, 16, 2048, false, "split_binary_tree", "split-binary", "segment",
    1024, false },
  { "library:ompi", TN_REDUCE, 7, 4096, false, "chain", "chain", "fanout", 2, false },
  { "library:ompi-6.0", TN_REDUCE, 7, 4096, false, "chain", "chain", "fanout", 2, false },
  { "library:ompi-5.0", TN_REDUCE, 7, 4096, false, "chain", "chain", "fanout", 1, false },
  { "library:ompi-4.1", TN_REDUCE, 3, 524288, false, "chain", "chain", "fanout", 1, false },
  { "library:ompi-6.0", TN_BCAST, 2, 131072, false, "chain", "chain", "fanout", 1, false },
  /* ompi_coll_tuned_{bcast,allreduce,reduce}_intra_singlenode_dec_fixed */
  { "library:ompi-main", TN_BCAST, 3, 131072, false, "chain", "chain", "fanout", 1, false },
  { "library:ompi-main", TN_BCAST, 4, 8191, false, "binomial", "binomial", "segment", 0, false },
  { "library:ompi-main", TN_BCAST, 7, 8192, false, "knomial", "knomial-p2p", "radix", 4, false },
  { "library:ompi-main", TN_BCAST, 7, 524287, false, "knomial", "knomial-p2p", "radix", 4, false },
  { "library:ompi-main", TN_BCAST, 7, 524288, false, "scatter_allgather_ring",
    "scatter-ring-allgather", NULL, 0, false },
  { "library:ompi-main", TN_BCAST, 8, 131071, false, "knomial", "knomial-p2p", "radix", 4, false },
  { "library:ompi-main", TN_BCAST, 8, 131072, false, "scatter_allgather",
    "scatter-doubling-allgather", NULL, 0, false },
  { "library:ompi-main", TN_BCAST, 8, 262144, false, "scatter_allgather_ring",
    "scatter-ring-allgather", NULL, 0, false },
  { "library:ompi-main", TN_BCAST, 112, 3670015, false, "scatter_allgather",
    "scatter-doubling-allgather", NULL, 0, false },
  { "library:ompi-main", TN_BCAST, 112, 3670016, false, "scatter_allgather_ring",
    "scatter-ring-allgather", NULL, 0, false },
  { "library:ompi-main", TN_ALLREDUCE, 3, 4092, false, "recursive_doubling", "recursive-doubling",
    NULL, 0, false },
  { "library:ompi-main", TN_ALLREDUCE, 128, 8188, false, "recursive_doubling", "recursive-doubling",
    NULL, 0, false },
  { "library:ompi-main", TN_ALLREDUCE, 128, 8192, false, "rabenseifner", "rabenseifner", NULL, 0,
    false },
  { "library:ompi-main", TN_ALLREDUCE, 15, 8192, false, "ring", "ring", NULL, 0, false },
  { "library:ompi-main", TN_ALLREDUCE, 17, 557052, false, "rabenseifner", "rabenseifner", NULL, 0,
    false },
  { "library:ompi-main", TN_ALLREDUCE, 17, 557056, false, "ring", "ring", NULL, 0, false },
  { "library:ompi-main", TN_REDUCE, 5, 131068, false, "chain", "chain", "fanout", 4, false },
  { "library:ompi-main", TN_REDUCE, 5, 131072, false, "linear", "linear", NULL, 0, false },
  { "library:ompi-main", TN_REDUCE, 6, 4, false, "linear", "linear", NULL, 0, false },
  { "library:ompi-main", TN_REDUCE, 200, 8188, false, "knomial", "knomial", "radix", 4, true },
  { "library:ompi-main", TN_REDUCE, 11, 8192, false, "linear", "linear", NULL, 0, false },
  { "library:ompi-main", TN_REDUCE, 8, 1 << 20, false, "rabenseifner", "rabenseifner-reduce", NULL,
    0, false },
  { "library:ompi-main", TN_REDUCE, 12, 8192, false, "binomial", "binomial", "segment", 0, false },
  { "library:ompi-main", TN_REDUCE, 16, 524284, false, "binomial", "binomial", "segment", 0,
    false },
  { "library:ompi-main", TN_REDUCE, 16, 524288, false, "rabenseifner", "rabenseifner-reduce", NULL,
    0, false },
  { "library:ompi-main", TN_REDUCE, 32, 1 << 20, false, "binomial", "binomial", "segment", 0,
    false },
  { "library:ompi-main", TN_REDUCE_SCATTER_BLOCK, 16, 16, false, "basic_linear", "linear", "reduce",
    4, true },
  { "library:ompi-4.0", TN_BCAST, 16, 2047, false, "binomial", "binomial", "segment", 0, false },
  { "library:ompi-4.0", TN_BCAST, 16, 2048, false, "split_binary_tree", "split-binary", "segment",
    1024, false },
  { "library:ompi-4.0", TN_BCAST, 2, 370728, false, "pipeline", "pipeline", "segment", 131072,
    false },
  { "library:ompi-4.0", TN_BCAST, 12, 1 << 20, false, "split_binary_tree", "split-binary",
    "segment", 8192, false },
  { "library:ompi-4.0", TN_BCAST, 13, 1 << 20, false, "pipeline", "pipeline", "segment", 8192,
    false },
  { "library:ompi-4.0", TN_BCAST, 13, 2 << 20, false, "pipeline", "pipeline", "segment", 16384,
    false },
  { "library:ompi-4.0", TN_BCAST, 20, 8 << 20, false, "pipeline", "pipeline", "segment", 65536,
    false },
  { "library:ompi-4.0", TN_REDUCE, 7, 508, false, "linear", "linear", NULL, 0, false },
  { "library:ompi-4.0", TN_REDUCE, 7, 20476, false, "binomial", "binomial", "segment", 0, false },
  { "library:ompi-4.0", TN_REDUCE, 32, 16384, false, "binomial", "binomial", "segment", 1024,
    false },
  { "library:ompi-4.0", TN_REDUCE, 32, 65536, false, "pipeline", "pipeline", "segment", 1024,
    false },
  { "library:ompi-4.0", TN_REDUCE, 5, 65536, false, "binary", "binary", "segment", 32768, false },
  { "library:ompi-4.0", TN_REDUCE, 5, 131072, false, "pipeline", "pipeline", "segment", 32768,
    false },
  { "library:ompi-4.0", TN_REDUCE, 5, 2 << 20, false, "pipeline", "pipeline", "segment", 65536,
    false },
  { "library:ompi-4.0", TN_ALLREDUCE, 16, 9996, false, "recursive_doubling", "recursive-doubling",
    NULL, 0, false },
  { "library:ompi-4.0", TN_ALLREDUCE, 4, 4 << 20, false, "ring", "ring", NULL, 0, false },
  { "library:ompi-4.0", TN_ALLREDUCE, 4, 8 << 20, false, "segmented_ring", "segmented-ring",
    "segment", 1 << 20, false },
  { "library:ompi-4.0", TN_GATHER, 8, 6001, false, "linear_sync", "linear-sync", NULL, 0, true },
  { "library:ompi-4.0", TN_GATHER, 8, 6000, false, "basic_linear", "linear", NULL, 0, false },
  { "library:ompi-4.0", TN_GATHER, 11, 1023, false, "binomial", "binomial", NULL, 0, false },
  { "library:ompi-4.0", TN_GATHER, 61, 1024, false, "binomial", "binomial", NULL, 0, false },
  { "library:ompi-4.0", TN_SCATTER, 11, 299, false, "binomial", "binomial", NULL, 0, false },
  { "library:ompi-4.0", TN_SCATTER, 10, 1, false, "basic_linear", "linear", NULL, 0, false },
  { "library:ompi-4.0", TN_ALLGATHER, 10, 5000, false, "neighbor", "neighbor-exchange", NULL, 0,
    false },
  { "library:ompi-4.0", TN_ALLGATHER, 10, 4999, false, "bruck", "bruck-p2p", NULL, 0, false },
  { "library:ompi-4.0", TN_ALLTOALL, 13, 199, false, "modified_bruck", "bruck-p2p", NULL, 0,
    false },
  { "library:ompi-4.0", TN_ALLTOALL, 12, 1, false, "linear", "linear", NULL, 0, false },
  { "library:ompi-4.0", TN_ALLTOALL, 12, 3000, false, "pairwise", "pairwise-p2p", NULL, 0, false },
  { "library:ompi", TN_SCAN, 64, 1 << 20, false, "linear", "linear", NULL, 0, false },
  { "library:ompi-4.0", TN_EXSCAN, 64, 8, false, "linear", "linear", NULL, 0, false },
  { "library:mpich", TN_SCAN, 64, 8, false, "smp", "recursive-doubling", NULL, 0, true },
  { "library:mpich2-1.3", TN_EXSCAN, 64, 8, false, "recursive_doubling", "recursive-doubling", NULL,
    0, false },
  /* basic_linear: the library's reduce of p shares, and its scatter of one share. */
  { "library:ompi", TN_REDUCE_SCATTER_BLOCK, 3, 131072, false, "basic_linear", "linear", "scatter",
    1, false },
  { "library:ompi", TN_REDUCE_SCATTER_BLOCK, 40, 8, false, "basic_linear", "linear", "reduce", 4,
    false },
  { "library:ompi-6.0", TN_REDUCE_SCATTER_BLOCK, 3, 174764, false, "basic_linear", "linear",
    "fanout", 2, false },
  { "library:ompi-4.1", TN_REDUCE_SCATTER_BLOCK, 3, 174764, false, "basic_linear", "linear",
    "fanout", 1, false },
  { "library:ompi-5.0", TN_REDUCE_SCATTER_BLOCK, 12, 64, true, "butterfly", "butterfly", NULL, 0,
    false },
  { "library:ompi-4.0", TN_REDUCE_SCATTER_BLOCK, 32, 2048, false, "basic_linear", "linear",
    "segment", 1024, false },
  { "library:ompi-1.7", TN_REDUCE_SCATTER_BLOCK, 12, 64, false, "basic_linear", "linear", "scatter",
    2, false },
  { "library:mpich", TN_REDUCE_SCATTER_BLOCK, 16, 32764, false, "recursive_halving",
    "recursive-halving", NULL, 0, false },
  { "library:mpich", TN_REDUCE_SCATTER_BLOCK, 16, 32768, false, "pairwise", "pairwise", NULL, 0,
    false },
  /* 12276 bytes for 12 ranks are broadcast along the binary tree */
  { "library:ompi", TN_ALLGATHERV, 12, 1023, false, "default", "linear", "bcast", 2, false },
  { "library:ompi", TN_ALLGATHERV, 12, 1024, false, "bruck", "bruck-p2p", NULL, 0, true },
  { "library:ompi", TN_ALLGATHERV, 40, 8192, false, "ring", "ring", NULL, 0, false },
  { "library:ompi", TN_ALLGATHERV, 2, 2048, false, "two_proc", "two-proc", NULL, 0, false },
  { "library:ompi", TN_ALLTOALLV, 63, 1 << 20, false, "basic_linear", "linear", NULL, 0, false },
  { "library:ompi", TN_ALLTOALLV, 64, 1, false, "pairwise", "pairwise-p2p", NULL, 0, false },
  { "library:ompi", TN_GATHERV, 8, 1, false, "coll/basic", "linear", NULL, 0, false },
  { "library:ompi-4.0", TN_SCATTERV, 8, 1, false, "coll/basic", "linear", NULL, 0, false },
  { "library:ompi-4.0", TN_ALLGATHERV, 10, 5000, false, "neighbor", "neighbor-exchange", NULL, 0,
    false },
  { "library:ompi-4.0", TN_ALLGATHERV, 10, 4999, false, "bruck", "bruck-p2p", NULL, 0, true },
  { "library:ompi-1.7", TN_ALLTOALLV, 48, 1, false, "pairwise", "pairwise-p2p", NULL, 0, false },
  { "library:mpich", TN_ALLGATHERV, 8, 65535, false, "recursive_doubling", "recursive-doubling-p2p",
    NULL, 0, false },
  { "library:mpich", TN_ALLGATHERV, 8, 65536, false, "ring", "ring-pipelined", "chunk", 32768,
    false },
  { "library:mpich", TN_ALLGATHERV, 10, 8191, false, "brucks", "bruck-p2p", NULL, 0, false },
  { "library:mpich", TN_ALLTOALLV, 9, 1, false, "scattered", "scattered", "batch", 32, false },
  { "library:mpich", TN_ALLTOALLV, 9, 1, true, "pairwise_sendrecv_replace", "pairwise-replace",
    NULL, 0, false },
  { "library:mpich", TN_GATHERV, 64, 1, false, "linear", "linear-nb", "ssend", 0, false },
  { "library:mpich-4.3", TN_GATHERV, 64, 1, false, "linear", "linear-nb", "ssend", 32, false },
  { "library:mpich-4.0", TN_ALLGATHERV, 8, 65536, false, "ring", "ring-pipelined", "divided", 0,
    false },
  { "library:mpich2-1.3", TN_ALLGATHERV, 8, 65536, false, "ring", "ring-pipelined", "divided", 1,
    false },
  { "library:mpich2-1.3", TN_SCATTERV, 64, 1, false, "linear", "linear-nb", NULL, 0, false },
  /* By the bytes of all shares. */
  { "library:ompi", TN_REDUCE_SCATTER, 16, 16383, false, "recursive_halving", "recursive-halving",
    NULL, 0, false },
  { "library:ompi-4.1", TN_REDUCE_SCATTER, 16, 16384, false, "ring", "ring", NULL, 0, false },
  { "library:ompi", TN_REDUCE_SCATTER, 64, 2, false, "non-overlapping", "linear", "scatter", 0,
    false },
  { "library:ompi-4.0", TN_REDUCE_SCATTER, 12, 1024, false, "recursive_halving",
    "recursive-halving", NULL, 0, false },
  { "library:ompi-4.0", TN_REDUCE_SCATTER, 12, 1028, false, "ring", "ring", NULL, 0, false },
  { "library:ompi-1.7", TN_REDUCE_SCATTER, 16, 16384, false, "recursive_halving",
    "recursive-halving", NULL, 0, false },
  { "library:ompi-1.7", TN_REDUCE_SCATTER, 16, 16388, false, "ring", "ring", NULL, 0, false },
  { "library:mpich-4.2", TN_REDUCE_SCATTER, 16, 32764, true, "recursive_halving",
    "recursive-halving", NULL, 0, false },
  { "library:mpich2-1.3", TN_REDUCE_SCATTER, 16, 32768, false, "pairwise", "pairwise", NULL, 0,
    false },
  /* tl/ucp's ALG_SELECT_STR; where ranges meet the later one holds (ucc_coll_score_map.c) */
  { "library:ucc", TN_BCAST, 2, 1 << 20, false, "knomial", "knomial-p2p", "radix", 4, false },
  { "library:ucc", TN_BCAST, 3, 32767, false, "knomial", "knomial-p2p", "radix", 4, false },
  { "library:ucc", TN_BCAST, 3, 32768, false, "sag_knomial", "sag-knomial", "radix", 1, false },
  { "library:ucc", TN_REDUCE, 28, 32764, false, "knomial", "knomial", "radix", 4, false },
  { "library:ucc", TN_REDUCE, 28, 32768, false, "srg", "srg-knomial", "radix", 4, false },
  { "library:ucc", TN_ALLREDUCE, 28, 4092, false, "knomial", "knomial", "radix", 4, false },
  { "library:ucc", TN_ALLREDUCE, 28, 4096, true, "sra_knomial", "sra-knomial", "radix", 1, false },
  { "library:ucc", TN_ALLGATHER, 16, 255, false, "knomial", "knomial", "radix", 1, false },
  { "library:ucc", TN_ALLGATHER, 16, 256, false, "neighbor", "neighbor-exchange", NULL, 0, false },
  { "library:ucc", TN_ALLGATHER, 17, 256, false, "ring", "ring", NULL, 0, false },
  { "library:ucc", TN_ALLTOALL, 64, 128, false, "bruck", "bruck-p2p", NULL, 0, false },
  { "library:ucc", TN_ALLTOALL, 64, 129, false, "pairwise", "linear-sync", "requests", 63, false },
  { "library:ucc", TN_ALLTOALL, 64, 1031, false, "pairwise", "linear-sync", "requests", 63, false },
  { "library:ucc", TN_ALLTOALL, 64, 1032, false, "pairwise", "linear-sync", "requests", 1, false },
  { "library:ucc", TN_ALLTOALL, 32, 1 << 20, false, "pairwise", "linear-sync", "requests", 31,
    false },
  { "library:ucc", TN_ALLTOALL, 16, 3, true, "linear_sync", "linear-sync", "requests", 15, false },
  { "library:ucc", TN_ALLTOALLV, 9, 1, false, "pairwise", "scattered", "batch", 8, false },
  { "library:ucc", TN_GATHER, 100, 1 << 20, false, "knomial", "knomial", "radix", 4, false },
  { "library:ucc", TN_GATHERV, 64, 1, false, "linear", "linear-nb", "ssend", 0, false },
  { "library:ucc", TN_SCATTERV, 64, 1, false, "linear", "linear-nb", NULL, 0, false },
  { "library:ucc", TN_ALLGATHERV, 10, 409, false, "knomial", "knomial", "radix", 1, false },
  { "library:ucc", TN_ALLGATHERV, 10, 410, false, "ring", "ring", NULL, 0, false },
  { "library:ucc", TN_REDUCE_SCATTER_BLOCK, 64, 4, false, "ring", "two-rings", "rings", 2, false },
  { "library:ucc", TN_REDUCE_SCATTER, 3, 1 << 20, true, "ring", "two-rings", "rings", 2, false },
  { "library:ucc", TN_BARRIER, 100, 0, false, "knomial", "knomial", "radix", 8, false },
  /* KNEM paper, V: above 16 KiB; without a layout there is one memory domain */
  { "library:knem", TN_BCAST, 16, 2048, false, "split_binary_tree", "split-binary", "segment", 1024,
    false },
  { "library:knem", TN_BCAST, 16, 16385, false, "knem", "knem-linear", NULL, 0, false },
  { "library:knem", TN_GATHER, 16, 16385, false, "knem", "knem-linear", NULL, 0, false },
  { "library:knem", TN_ALLGATHER, 16, 16385, false, "knem", "gather-bcast", NULL, 0, false },
  { "library:knem", TN_ALLTOALLV, 48, 16384, false, "pairwise", "pairwise-p2p", NULL, 0, false },
  { "library:knem", TN_ALLTOALLV, 48, 16385, false, "knem", "rotation", NULL, 0, false },
  /* op_mca_default (coll_xhc_component.c); 2, 4: places in tn_level_names */
  { "library:xhc", TN_BCAST, 64, 256, false, "xhc", "xhc-tree", "cico_max", 256, false },
  { "library:xhc", TN_BCAST, 64, 1 << 20, false, "xhc", "xhc-tree", "hierarchy", 0x43, false },
  { "library:xhc", TN_REDUCE, 64, 1 << 20, false, "xhc", "xhc-tree", "hierarchy", 0x432, true },
  { "library:xhc", TN_ALLREDUCE, 64, 4096, false, "xhc", "xhc-tree", "cico_max", 4096, true },
  { "library:xhc", TN_ALLREDUCE, 64, 4096, false, "xhc", "xhc-tree", "reduce_min", 4096, true },
  { "library:xhc", TN_BARRIER, 64, 0, false, "xhc", "xhc-tree", "hierarchy", 0x43, false },
  /* coll_sm_component.c */
  { "library:sm", TN_BCAST, 64, 1 << 20, false, "sm", "sm", "fragment", 8192, false },
  { "library:sm", TN_REDUCE, 64, 4, false, "sm", "sm", "segments", 4, false },
  { "library:sm", TN_ALLREDUCE, 64, 1 << 20, false, "sm", "sm", "radix", 4, false },
  { "library:sm", TN_BARRIER, 64, 0, false, "sm", "sm", "radix", 4, false },
  /* coll_acoll_*.c; without a layout all ranks are under one L3 */
  { "library:acoll", TN_BCAST, 15, 7, false, "knomial", "knomial-p2p", NULL, 0, false },
  { "library:acoll", TN_BCAST, 16, 8192, false, "shm", "xhc-tree", "hierarchy", 0x3, true },
  { "library:acoll", TN_BCAST, 16, 8193, false, "flat", "linear", NULL, 0, false },
  { "library:acoll", TN_BCAST, 16, (2 << 20) + 1, false, "binomial", "binomial", "segment", 0,
    false },
  { "library:acoll", TN_BCAST, 32, 4 << 20, false, "flat", "linear", NULL, 0, false },
  { "library:acoll", TN_BCAST, 32, (4 << 20) + 1, false, "binomial", "binomial", NULL, 0, false },
  { "library:acoll", TN_BCAST, 128, 64 << 20, false, "flat", "linear", NULL, 0, false },
  { "library:acoll", TN_REDUCE, 128, 8192, false, "topo", "linear", NULL, 0, false },
  { "library:acoll", TN_REDUCE, 128, 262140, false, "binomial", "binomial", "segment", 0, false },
  { "library:acoll", TN_REDUCE, 128, 262144, false, "smsc", "xhc-tree", "chunk", 262144, true },
  { "library:acoll", TN_ALLREDUCE, 16, 28, false, "recursive_doubling", "recursive-doubling", NULL,
    0, false },
  { "library:acoll", TN_ALLREDUCE, 16, 32, false, "shm", "xhc-tree", "cico_max", 512, true },
  { "library:acoll", TN_ALLREDUCE, 16, 512, false, "recursive_doubling", "recursive-doubling", NULL,
    0, false },
  { "library:acoll", TN_ALLREDUCE, 16, 2052, false, "redscat_allgather", "rabenseifner", NULL, 0,
    false },
  { "library:acoll", TN_ALLREDUCE, 16, 65536, false, "smsc flat", "xbrc", NULL, 0, true },
  { "library:acoll", TN_ALLREDUCE, 16, 4 << 20, false, "smsc and bcast", "xhc-tree", "cico_max", 0,
    true },
  { "library:acoll", TN_ALLREDUCE, 16, 32 << 20, false, "smsc flat", "xbrc", NULL, 0, true },
  { "library:acoll", TN_BARRIER, 16, 0, false, "subgroups", "linear", NULL, 0, false },
  { "library:acoll", TN_GATHER, 16, 1 << 20, false, "subgroups", "groups", "group", 8, false },
  { "library:acoll", TN_GATHER, 896, 1, false, "subgroups", "groups", "group", 8, false },
  { "library:acoll", TN_GATHER, 897, 262143, false, "subgroups", "groups", "group", 897, false },
  { "library:acoll", TN_GATHER, 897, 262144, false, "subgroups", "groups", "node", 16, false },
  { "library:acoll", TN_ALLGATHER, 16, 65536, false, "subgroups", "groups", "group", 8, false },
  { "library:acoll", TN_ALLGATHER, 32, 1 << 20, false, "linear", "linear", NULL, 0, true },
  { "library:acoll", TN_ALLGATHER, 17, 4095, false, "subgroups", "groups", NULL, 0, false },
  { "library:acoll", TN_ALLGATHER, 17, 4096, false, "ring", "ring", NULL, 0, false },
  { "library:acoll", TN_ALLGATHER, 64, 32767, false, "ring", "ring", NULL, 0, false },
  { "library:acoll", TN_ALLGATHER, 64, 32768, false, "subgroups", "groups", NULL, 0, false },
  { "library:acoll", TN_ALLGATHER, 33, 1 << 20, false, "subgroups", "groups", NULL, 0, false },
  { "library:acoll", TN_ALLGATHER, 65, 1 << 20, false, "ring", "ring", NULL, 0, false },
  { "library:acoll", TN_ALLTOALL, 16, 512, false, "parallel split", "split", "split", 4, false },
  { "library:acoll", TN_ALLTOALL, 16, 513, false, "parallel split", "split", "split", 2, false },
  { "library:acoll", TN_ALLTOALL, 96, 1024, false, "parallel split", "split", "split", 4, false },
  { "library:acoll", TN_ALLTOALL, 128, 512, false, "parallel split", "split", "split", 8, false },
  { "library:acoll", TN_ALLTOALL, 128, 1024, false, "parallel split", "split", "split", 2, false },
  { "library:acoll", TN_ALLTOALL, 192, 2048, false, "parallel split", "split", "split", 8, false },
  { "library:acoll", TN_ALLTOALL, 64, 4096, false, "parallel split", "split", "split", 2, false },
  { "library:acoll", TN_ALLTOALL, 64, 4097, false, "linear", "linear", NULL, 0, false },
  /* nbc_ibcast.c, nbc_ireduce.c, nbc_iallreduce.c; float32 */
  { "library:libnbc", TN_IBCAST, 4, 2 << 20, false, "linear", "nonblocking-tree", "tree", 0,
    false },
  { "library:libnbc", TN_IBCAST, 5, 2 << 20, false, "binomial", "nonblocking-tree", "segment", 0,
    false },
  { "library:libnbc-1.8", TN_IBCAST, 5, 65535, false, "binomial", "nonblocking-tree", "tree", 3,
    false },
  { "library:libnbc-1.8", TN_IBCAST, 5, 65536, false, "chain", "nonblocking-tree", "segment", 8192,
    false },
  { "library:libnbc-1.8", TN_IBCAST, 5, 524288, false, "chain", "nonblocking-tree", "segment",
    32768, false },
  { "library:libnbc-4.0", TN_IREDUCE, 4, 65536, false, "chain", "blocking-tree", "segment", 8192,
    false },
  { "library:libnbc-4.0", TN_IREDUCE, 5, 65536, false, "binomial", "blocking-tree", "segment", 0,
    false },
  { "library:libnbc", TN_IREDUCE, 2, 65536, false, "chain", "blocking-tree", "tree", 1, false },
  { "library:libnbc", TN_IREDUCE, 5, 12, false, "binomial", "blocking-tree", "tree", 6, false },
  { "library:libnbc", TN_IREDUCE, 5, 16, false, "redscat_gather", "rabenseifner-reduce", NULL, 0,
    false },
  { "library:libnbc", TN_IALLREDUCE, 4, 65532, false, "binomial", "reduce-bcast", "segment", 0,
    true },
  { "library:libnbc", TN_IALLREDUCE, 4, 65536, false, "redscat_allgather", "rabenseifner", NULL, 0,
    false },
  { "library:libnbc", TN_IALLREDUCE, 4, 65536, true, "binomial", "reduce-bcast", NULL, 0, true },
  { "library:libnbc-4.0", TN_IALLREDUCE, 3, 65536, false, "binomial", "reduce-bcast", NULL, 0,
    true },
  { "library:libnbc-4.0", TN_IALLREDUCE, 4, 65536, false, "ring", "ring", NULL, 0, false },
  { "library:intel", TN_BARRIER, 100, 0, false, "shm_flat", "release-gather", "radix", 100, true },
  { "library:ompi-4.0", TN_BARRIER, 2, 0, false, "two_proc", "recursive-doubling", NULL, 0, false },
  { "library:ompi-4.0", TN_BARRIER, 12, 0, false, "bruck", "dissemination", NULL, 0, false },
};

Test(library, entries_do_what_was_decided)
{
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
    const struct tn_method *a = tn_method_find(entries[i].collective, entries[i].library);
    cr_assert(a && a->chooser);
    const struct tn_call call = { .collective = entries[i].collective,
                                  .n_ranks = entries[i].n_ranks,
                                  .block = entries[i].bytes,
                                  .type = TN_FLOAT32,
                                  .in_place = entries[i].in_place };
    const struct tn_decision d = a->chooser->decide(&call);
    bool is_alias;
    cr_expect_str_eq(d.name, entries[i].name, "case %zu: %s", i, d.name);
    cr_expect_eq(d.is_substitute, entries[i].is_substitute, "case %zu", i);
    cr_expect_eq(tn_method_refusal(a, &call) == NULL, entries[i].entry != NULL, "case %zu", i);
    if (!entries[i].entry) {
      cr_expect_null(d.algorithm, "case %zu", i);
      continue;
    }
    cr_expect_str_eq(d.algorithm->name, entries[i].entry, "case %zu: %s", i, d.algorithm->name);
    if (entries[i].param)
      cr_expect_eq(d.params[tn_alg_params_find(d.algorithm->params, entries[i].param, &is_alias)],
                   entries[i].value, "case %zu", i);
  }
}

/* Subgroups of acoll: 4 ranks under each of 8 LLCs, 4 domains, 2 packages. */
Test(library, acoll_decides_by_subgroups)
{
  static const struct {
    enum tn_collective collective;
    int root;
    size_t bytes;
    const char *name, *entry, *inner; /* inner NULL without a composition */
    int64_t levels;                   /* places in tn_place_names, from 1 */
  } cases[] = {
    { TN_BCAST, 1, 8, "binomial subgroups", "compose", "binomial", 0x2 },
    { TN_BCAST, 1, 32768, "flat subgroups", "compose", "linear", 0x2 },
    { TN_BCAST, 1, 32769, "flat", "linear", NULL, 0 },
    { TN_BCAST, 1, 5 << 20, "binomial subgroups", "compose", "binomial", 0x2 },
    { TN_REDUCE, 0, 8192, "topo", "compose", "linear", 0x62 },
    { TN_REDUCE, 1, 8192, "binomial", "binomial", NULL, 0 },
    { TN_BARRIER, 0, 0, "subgroups", "compose", "linear", 0x2 },
  };
  int core[32], llc[32], numa[32], package[32], node[32] = { 0 };
  const struct tn_layout layout = { core, llc, numa, package, node, NULL, NULL };
  for (int r = 0; r < 32; r++) {
    core[r] = r;
    llc[r] = r / 4;
    numa[r] = r / 8;
    package[r] = r / 16;
  }
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct tn_method *a = tn_method_find(cases[i].collective, "library:acoll");
    const struct tn_call call = { .collective = cases[i].collective,
                                  .n_ranks = 32,
                                  .root = cases[i].root,
                                  .block = cases[i].bytes,
                                  .type = TN_FLOAT32,
                                  .layout = &layout };
    const struct tn_decision d = a->chooser->decide(&call);
    const char *why = tn_method_refusal(a, &call);
    cr_expect_null(why, "case %zu: %s", i, why);
    cr_expect_str_eq(d.name, cases[i].name, "case %zu: %s", i, d.name);
    cr_expect_str_eq(d.algorithm->name, cases[i].entry, "case %zu: %s", i, d.algorithm->name);
    cr_expect_eq(d.nested != NULL, cases[i].inner != NULL, "case %zu", i);
    if (d.nested) {
      cr_expect_eq(d.params[0], cases[i].levels, "case %zu: %lx", i, (long)d.params[0]);
      cr_expect_str_eq(d.nested->part[0].algorithm->name, cases[i].inner, "case %zu", i);
    }
  }
}

/* The longest block whose alltoall is divided, by the place that most neighbours share. */
Test(library, acoll_divides_an_alltoall_by_distance)
{
  enum { P = 32 };
  static const struct {
    int per_llc, per_numa, n_packages; /* consecutive ranks per place, packages cyclically */
    size_t longest;
  } cases[] = {
    { 4, 8, 1, 4096 }, { 2, 8, 1, 4096 }, { 1, 8, 1, 2048 }, { 1, 1, 1, 1024 }, { 1, 1, 2, 1024 }
  };
  int llc[P], numa[P], package[P], node[P] = { 0 };
  const struct tn_layout layout = { .llc = llc, .numa = numa, .package = package, .node = node };
  const struct tn_chooser *acoll = tn_method_find(TN_ALLTOALL, "library:acoll")->chooser;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct tn_call call = { .collective = TN_ALLTOALL, .n_ranks = P, .layout = &layout };
    for (int r = 0; r < P; r++) {
      llc[r] = r / cases[i].per_llc;
      numa[r] = r / cases[i].per_numa;
      package[r] = r % cases[i].n_packages;
    }
    call.block = cases[i].longest;
    cr_expect_str_eq(acoll->decide(&call).name, "parallel split", "%zu", i);
    call.block++;
    cr_expect_str_eq(acoll->decide(&call).name, "linear", "%zu", i);
  }
}

/* KNEM paper, VI.B: over memory domains in segments of 16 KiB, and of 512 KiB from 2 MB on; for an
 * allgather the broadcast bytes count. */
Test(library, knem_goes_over_memory_domains)
{
  static const struct {
    enum tn_collective collective;
    size_t block;
    int64_t segment;
  } cases[] = { { TN_BCAST, (2 << 20) - 1, 16384 },
                { TN_BCAST, 2 << 20, 524288 },
                { TN_ALLGATHER, 131071, 16384 },
                { TN_ALLGATHER, 131072, 524288 } };
  int numa[16];
  const struct tn_layout layout = { .numa = numa };
  for (int r = 0; r < 16; r++)
    numa[r] = r / 8;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct tn_method *a = tn_method_find(cases[i].collective, "library:knem");
    struct tn_call call = tn_method_call(a, 16, cases[i].block);
    call.layout = &layout;
    const struct tn_decision d = a->chooser->decide(&call);
    cr_expect_str_eq(d.algorithm->name, "knem-hierarchical", "case %zu", i);
    cr_expect_eq(d.params[0], cases[i].segment, "case %zu: %ld", i, (long)d.params[0]);
  }
}

/* The table that tuned-cma uses: its own, that of the same pages, of the packages, of the nearest
 * ranks. */
Test(library, tuned_cma_takes_its_own_table_or_the_nearest)
{
  static const struct {
    const char *machine;
    int64_t asked;
    size_t page;
    int n_ranks, n_packages;
    const char *name;
    bool is_substitute;
  } cases[] = {
    { "power8", 0, 65536, 160, 2, "power8", false }, { "power8", 0, 4096, 8, 1, "power8", false },
    { "other", 0, 65536, 64, 1, "power8", true },    { "other", 0, 4096, 64, 1, "knl", true },
    { "other", 0, 0, 128, 2, "broadwell", true },    { NULL, 0, 4096, 2, 2, "broadwell", true },
    { "other", 1, 65536, 160, 2, "knl", false },
  };
  const struct tn_method *scatter = tn_method_find(TN_SCATTER, "tuned-cma");
  int package[160], node[160] = { 0 };
  struct tn_layout layout = { .package = package, .node = node };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct tn_call call = tn_method_call(scatter, cases[i].n_ranks, 1 << 20);
    layout.platform = cases[i].machine;
    call.page_size = cases[i].page;
    call.params[0] = cases[i].asked;
    call.layout = &layout;
    for (int r = 0; r < 160; r++)
      package[r] = r % cases[i].n_packages;
    const struct tn_decision d = scatter->chooser->decide(&call);
    cr_expect_str_eq(d.name, cases[i].name, "case %zu: %s", i, d.name);
    cr_expect_eq(d.is_substitute, cases[i].is_substitute, "case %zu", i);
    /* The paper's throttle factors for large blocks, IV.A.4. */
    cr_expect_str_eq(d.algorithm->name, "throttled-read", "case %zu", i);
  }
}

/* Between nodes the paper's gather and scatter have two levels (VII.G). */
Test(library, tuned_cma_goes_in_two_levels_between_nodes)
{
  int node[12], package[12];
  const struct tn_layout layout = { .node = node, .package = package };
  for (int r = 0; r < 12; r++)
    node[r] = package[r] = r / 6;
  const struct tn_method *const rooted[] = { tn_method_find(TN_GATHER, "tuned-cma"),
                                             tn_method_find(TN_SCATTER, "tuned-cma") };
  const struct tn_method *bcast = tn_method_find(TN_BCAST, "tuned-cma");
  for (size_t i = 0; i < 2; i++) {
    struct tn_call call = tn_method_call(rooted[i], 12, 4096);
    call.layout = &layout;
    cr_expect_str_eq(rooted[i]->chooser->decide(&call).algorithm->name, "two-level");
    cr_expect_null(tn_method_refusal(rooted[i], &call));
  }
  struct tn_call call = tn_method_call(bcast, 12, 1 << 20);
  call.layout = &layout;
  cr_expect_not_null(tn_method_refusal(bcast, &call));
}

/* Up to 255 ranks, a limit that few nodes exceed, every decided entry exists. */
Test(library, everything_decided_is_there)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    for (int p = 1; (*a)->chooser && p < 256; p++)
      for (size_t bytes = 0; bytes <= (size_t)4 << 20; bytes = bytes * 2 + (bytes == 0))
        for (int in_place = 0; in_place < 2; in_place++) {
          const struct tn_call call = {
            .collective = (*a)->collective, .n_ranks = p, .block = bytes, .in_place = in_place
          };
          const char *why = tn_method_refusal(*a, &call);
          cr_assert_null(why, "%s %s, %d ranks, %zu bytes: %s",
                         tn_collective_names[(*a)->collective], (*a)->name, p, bytes, why);
        }
}

/* MPICH's on three nodes of four ranks, and of one rank each: maint/tuning/coll/ch4/generic.json
 * and mpir/generic.json. */
static const struct {
  const char *library;
  enum tn_collective collective;
  int n_ranks, root;
  size_t bytes;
  const char *name, *entry, *inner, *outer; /* NULL without a composition */
  bool is_substitute;
} on_nodes[] = {
  { "library:mpich", TN_BCAST, 12, 0, 12287, "composition_alpha", "compose", "release-gather",
    "knomial-p2p", false },
  { "library:mpich", TN_BCAST, 12, 8, 8, "composition_alpha", "compose", "release-gather",
    "knomial-p2p", false },
  { "library:mpich", TN_BCAST, 12, 9, 8, "composition_alpha", "compose", "release-gather",
    "knomial-p2p", true },
  { "library:mpich", TN_BCAST, 12, 0, 12288, "binomial", "knomial-p2p", NULL, NULL, false },
  { "library:mpich", TN_BCAST, 12, 0, 12289, "scatter_ring_allgather", "scatter-ring-allgather",
    NULL, NULL, false },
  { "library:mpich", TN_BCAST, 6, 0, 1 << 20, "composition_alpha", "compose", "release-gather",
    "knomial-p2p", false },
  { "library:mpich", TN_BCAST, 3, 0, 1 << 20, "binomial", "knomial-p2p", NULL, NULL, false },
  { "library:mpich", TN_REDUCE, 12, 0, 2048, "composition_beta", "compose", "release-gather",
    "binomial", false },
  { "library:mpich", TN_REDUCE, 12, 1, 2052, "composition_alpha", "compose", "release-gather",
    "rabenseifner-reduce", true },
  { "library:mpich", TN_REDUCE, 3, 0, 2052, "reduce_scatter_gather", "rabenseifner-reduce", NULL,
    NULL, false },
  { "library:mpich", TN_ALLREDUCE, 12, 0, 8, "composition_alpha", "compose", "release-gather",
    "recursive-doubling", false },
  { "library:mpich-4.0", TN_ALLREDUCE, 12, 0, 32768, "composition_alpha", "compose",
    "release-gather", "rabenseifner", false },
  { "library:mpich", TN_ALLREDUCE, 12, 0, 32772, "reduce_scatter_allgather", "rabenseifner", NULL,
    NULL, false },
  { "library:mpich", TN_BARRIER, 12, 0, 0, "composition_alpha", "compose", "dissemination",
    "dissemination", true },
  { "library:mpich-4.0", TN_BARRIER, 12, 0, 0, "composition_alpha", "compose", "release-gather",
    "dissemination", true },
  { "library:mpich-4.0", TN_BARRIER, 3, 0, 0, "dissemination", "dissemination", NULL, NULL, false },
  { "library:mpich", TN_ALLGATHER, 12, 0, 8192, "ring", "ring", NULL, NULL, false },
  /* coll/tuned uses ranks and bytes only */
  { "library:ompi-4.1", TN_BCAST, 12, 0, 1 << 20, "basic_linear", "linear", NULL, NULL, false },
  { "library:ompi-4.1", TN_ALLREDUCE, 12, 0, 8188, "recursive_doubling", "recursive-doubling", NULL,
    NULL, false },
};

Test(library, between_nodes_takes_what_crosses_them)
{
  for (size_t i = 0; i < sizeof on_nodes / sizeof *on_nodes; i++) {
    int node[12];
    const struct tn_layout layout = { .node = node };
    const struct tn_call call = { .collective = on_nodes[i].collective,
                                  .root = on_nodes[i].root,
                                  .n_ranks = on_nodes[i].n_ranks,
                                  .block = on_nodes[i].bytes,
                                  .type = TN_FLOAT32,
                                  .layout = &layout };
    for (int r = 0; r < call.n_ranks; r++)
      node[r] = r / (call.n_ranks / 3);
    const struct tn_method *a = tn_method_find(on_nodes[i].collective, on_nodes[i].library);
    const struct tn_decision d = a->chooser->decide(&call);
    cr_expect_str_eq(d.name, on_nodes[i].name, "case %zu: %s", i, d.name);
    cr_expect_str_eq(d.algorithm->name, on_nodes[i].entry, "case %zu: %s", i, d.algorithm->name);
    cr_expect_eq(d.is_substitute, on_nodes[i].is_substitute, "case %zu", i);
    const char *why = tn_method_refusal(a, &call);
    cr_expect_null(why, "case %zu: %s", i, why);
    cr_expect_eq(d.nested != NULL, on_nodes[i].inner != NULL, "case %zu", i);
    if (!d.nested)
      continue;
    cr_expect_str_eq(d.nested->part[0].algorithm->name, on_nodes[i].inner, "case %zu", i);
    cr_expect_str_eq(d.nested->part[TN_ROLE_OUTER].algorithm->name, on_nodes[i].outer, "case %zu",
                     i);
  }
}
