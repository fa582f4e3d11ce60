/* The messages of one rank in order, as in Open MPI's source and the original papers. The rank runs
 * alone on a transport where all awaited messages are there, and no message is eager. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"
#include "algos/registry.h"

enum { MAX_RANKS = 16 };

static char record[512];

static void note(const char *format, int peer, size_t off, size_t len)
{
  const size_t n = strlen(record);
  cr_assert_lt(n + 40, sizeof record);
  snprintf(record + n, sizeof record - n, format, *record ? " " : "", peer, off, len);
}

/* Records a receive: the sender, and the part of the own buffer. */
static void copy(struct tn_strand *r, int n_dst, const struct tn_span *dst, int n_src,
                 const struct tn_span *src)
{
  cr_assert(n_dst == 1 && n_src == 1 && dst->rank == r->call->rank);
  note("%s<%d:%zu+%zu", src->rank, dst->off, dst->len);
}

/* Records a local copy, or a receive of an empty message. */
static void move(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  if (src.len > 0)
    note("%s=", r->call->rank, 0, 0);
  else if (src.rank != r->call->rank && r->call->collective == TN_BARRIER)
    note("%s<%d", src.rank, dst.off, 0);
}

/* Records the operand and its position. */
static void reduce(struct tn_strand *r, struct tn_span dst, int n_src, const struct tn_span *src)
{
  const struct tn_span a = src[0], b = src[1];
  static const char *const formats[] = {
    [TN_SEND] = "%s+S", [TN_RECV] = "%s+R", [TN_TEMP] = "%s+T"
  };
  cr_assert_eq(n_src, 2);
  cr_assert(dst.rank == r->call->rank && a.buf == dst.buf && a.off == dst.off);
  cr_assert(b.rank == r->call->rank && b.len == dst.len);
  note(formats[b.buf], 0, 0, 0);
  const size_t n = strlen(record);
  snprintf(record + n, sizeof record - n, ":%zu+%zu", dst.off, dst.len);
}

/* The announcement of a send is on an even line of the receiver's number (algos/messages/p2p.h). */
static void post(struct tn_strand *r, int slot, uint64_t value)
{
  (void)r;
  (void)value;
  if (slot / TN_LINE_SLOTS % 2 == 0)
    note("%s>%d", slot / TN_LINE_SLOTS / 2, 0, 0);
}

static int wait_any(struct tn_strand *r, int n, const struct tn_cond *conds)
{
  (void)r;
  (void)conds;
  cr_assert_gt(n, 0);
  return 0;
}

static const struct tn_transport transport = {
  .copy = copy,
  .move = move,
  .reduce = reduce,
  .post = post,
  .wait_any = wait_any,
  .expose = tn_expose_nothing,
  .expose_part = tn_expose_part_nothing,
  .attach = tn_attach_nothing,
  .software = tn_software_nothing,
};

static const struct schedule {
  enum tn_collective collective;
  const char *name;
  int n_ranks, root, rank;
  size_t block;
  bool in_place;
  /* >to, <from:offset+length, = (a local copy), +S:offset+length (adds own SEND, RECV or TEMP) */
  const char *expected;
} schedules[] = {
  { TN_BCAST, "linear", 4, 1, 1, 10, false, ">0 >2 >3" },
  { TN_BCAST, "binomial", 8, 0, 0, 10, false, ">1 >2 >4" },
  { TN_BCAST, "binomial", 8, 0, 3, 10, false, "<1:0+10 >7" },
  { TN_BCAST, "knomial-p2p", 10, 0, 4, 10, false, "<0:0+10 >5 >6 >7" },
  /* two halves of two segments each, then the half of the last rank */
  { TN_BCAST, "split-binary", 4, 0, 0, 65536, false, ">1 >2 >1 >2 >3" },
  { TN_BCAST, "split-binary", 4, 0, 1, 65536, false,
    "<0:0+16384 >3 <0:16384+16384 >3 >2 <2:32768+32768" },
  { TN_BCAST, "split-binary", 2, 0, 0, 65536, false, ">1 >1 >1" },
  { TN_BCAST, "split-binary", 4, 0, 0, 32767, false, ">1 >1" },
  /* three pieces of 2 bytes for five ranks: 4 gets none, the ring passes empty ones on */
  { TN_BCAST, "scatter-ring-allgather", 5, 0, 0, 6, false, ">2 >1 >1 >1 >1 <4:4+2 >1 <4:2+2" },
  { TN_BCAST, "scatter-ring-allgather", 5, 0, 0, 4, false, ">1 >2 >3 >4" },
  { TN_BCAST, "scatter-doubling-allgather", 4, 0, 0, 8, false, ">2 >1 >1 <1:2+2 >2 <2:4+4" },
  /* rank 4's piece comes to 0, goes to 2, and from 2 to 3 */
  { TN_BCAST, "scatter-doubling-allgather", 5, 0, 3, 10, false,
    "<2:6+2 >2 <2:4+2 >1 <1:0+4 <2:8+2" },
  { TN_BCAST, "scatter-doubling-allgather", 5, 0, 0, 10, false,
    ">4 >2 >1 >1 <1:2+2 >2 <2:4+4 >4 <4:8+2 >2 >1" },
  { TN_SCATTER, "linear", 4, 1, 1, 10, false, ">0 = >2 >3" },
  { TN_SCATTER, "binomial", 8, 0, 0, 10, false, "= >1 >2 >4" },
  { TN_SCATTER, "binomial", 8, 0, 4, 10, false, "<0:0+40 = >5 >6" },
  { TN_SCATTER, "binomial", 8, 3, 3, 10, false, "= = = >4 >5 >7" },
  { TN_SCATTER, "binomial", 8, 0, 7, 10, false, "<6:0+10" },
  { TN_GATHER, "linear", 4, 1, 1, 10, true, "<0:0+10 <2:20+10 <3:30+10" },
  { TN_GATHER, "linear-sync", 3, 0, 0, 10, true, ">1 <1:10+10 >2 <2:20+10" },
  { TN_GATHER, "linear-sync", 3, 0, 1, 10, false, ">0 >0" },
  { TN_GATHER, "binomial", 8, 0, 0, 10, false, "= <1:10+10 <2:20+20 <4:40+40" },
  { TN_GATHER, "binomial", 7, 0, 4, 10, false, "= <5:10+10 <6:20+10 >0" },
  { TN_GATHER, "binomial", 7, 0, 6, 10, false, "= >4" },
  { TN_ALLGATHER, "two-proc", 2, 0, 0, 10, false, ">1 <1:10+10 =" },
  { TN_ALLGATHER, "ring", 4, 0, 1, 10, false, "= >2 <0:0+10 >2 <0:30+10 >2 <0:20+10" },
  { TN_ALLGATHER, "recursive-doubling-p2p", 4, 0, 2, 10, true, ">3 <3:30+10 >0 <0:0+20" },
  { TN_ALLGATHER, "bruck-p2p", 6, 0, 0, 10, false, "= >5 <1:10+10 >4 <2:20+20 >2 <4:40+20" },
  { TN_ALLGATHER, "bruck-p2p", 3, 0, 1, 10, true, "= >0 <2:10+10 >2 <0:20+10 = = =" },
  /* Chen et al., HPC Asia 2005 */
  { TN_ALLGATHER, "neighbor-exchange", 6, 0, 0, 10, false,
    "= >1 <1:10+10 >5 <5:40+20 >1 <1:20+20" },
  { TN_ALLGATHER, "neighbor-exchange", 6, 0, 1, 10, false, "= >0 <0:0+10 >2 <2:20+20 >0 <0:40+20" },
  { TN_ALLGATHER, "neighbor-exchange", 3, 0, 1, 10, true, ">2 <0:0+10 >2 <0:20+10" },
  { TN_ALLTOALL, "pairwise-p2p", 4, 0, 1, 10, false, ">2 <0:0+10 >3 <3:30+10 >0 <2:20+10 =" },
  { TN_ALLTOALL, "linear", 4, 0, 0, 10, false, "= >3 >2 >1 <1:10+10 <2:20+10 <3:30+10" },
  { TN_ALLTOALL, "linear", 4, 0, 0, 10, true, "= >3 <1:10+10 >1 <3:30+10 = >2 <2:20+10" },
  { TN_ALLTOALL, "scattered", 4, 0, 0, 10, false, "= >3 >2 >1 <1:10+10 <2:20+10 <3:30+10" },
  { TN_ALLTOALL, "pairwise-replace", 3, 0, 1, 10, true, "= >0 <0:0+10 = >2 <2:20+10" },
  { TN_ALLTOALL, "bruck-p2p", 3, 0, 0, 10, false, "= = >1 <2:60+10 = = >2 <1:60+10 = = = =" },
  { TN_REDUCE, "linear", 4, 1, 1, 10, false, "<3:0+10 <2:0+10 +T:0+10 +S:0+10 <0:0+10 +T:0+10" },
  { TN_REDUCE, "linear", 4, 1, 1, 10, true,
    "<3:10+10 <2:0+10 +T:10+10 +R:10+10 <0:0+10 +T:10+10 =" },
  { TN_REDUCE, "linear", 3, 2, 2, 10, false, "= <1:0+10 +T:0+10 <0:0+10 +T:0+10" },
  { TN_REDUCE, "chain", 11, 0, 0, 10, false,
    "<1:0+10 +S:0+10 <4:10+10 +T:0+10 <7:0+10 +T:0+10 <9:10+10 +T:0+10" },
  { TN_REDUCE, "pipeline", 3, 0, 1, 32768, false,
    "<2:0+16384 +S:0+16384 >0 <2:16384+16384 +S:16384+16384 >0" },
  { TN_REDUCE, "pipeline", 3, 0, 2, 32768, false, ">1 >1" },
  { TN_REDUCE, "binary", 7, 0, 1, 10, false, "<3:0+10 +S:0+10 <5:20+10 +T:0+10 >0" },
  { TN_REDUCE, "binomial", 8, 0, 0, 10, false, "<1:0+10 +S:0+10 <2:10+10 +T:0+10 <4:0+10 +T:0+10" },
  { TN_REDUCE, "binomial", 8, 0, 0, 10, true, "<1:0+10 +T:0+10 <2:10+10 +T:0+10 <4:0+10 +T:0+10" },
  { TN_REDUCE, "binomial", 8, 0, 6, 10, false, "<7:0+10 +S:0+10 >4" },
  { TN_REDUCE, "rabenseifner-reduce", 4, 0, 0, 8, false,
    "= >1 <1:0+4 +T:0+4 >2 <2:0+2 +T:0+2 <2:2+2 <1:4+4" },
  { TN_REDUCE, "rabenseifner-reduce", 4, 0, 3, 8, false,
    "= >2 <2:12+4 +T:4+4 >1 <1:14+2 +T:6+2 >1" },
  /* the root leaves with half a sum, and returns for rank 0 */
  { TN_REDUCE, "rabenseifner-reduce", 5, 1, 1, 8, false,
    "= >0 <0:4+4 +T:4+4 >0 <0:0+2 <3:2+2 <2:4+4" },
  { TN_REDUCE, "rabenseifner-reduce", 5, 1, 1, 3, false,
    "<4:0+3 <3:0+3 +T:0+3 <2:0+3 +T:0+3 +S:0+3 <0:0+3 +T:0+3" },
  { TN_ALLREDUCE, "recursive-doubling", 4, 0, 0, 10, false,
    "= >1 <1:0+10 +T:0+10 >2 <2:0+10 +R:0+10 =" },
  { TN_ALLREDUCE, "recursive-doubling", 4, 0, 1, 10, true,
    "= >0 <0:0+10 +R:0+10 >3 <3:0+10 +T:0+10" },
  { TN_ALLREDUCE, "recursive-doubling", 3, 0, 0, 10, false, "= >1 <1:0+10" },
  { TN_ALLREDUCE, "recursive-doubling", 3, 0, 1, 10, false,
    "= <0:0+10 +R:0+10 >2 <2:0+10 +T:0+10 >0" },
  { TN_ALLREDUCE, "ring", 3, 0, 0, 9, false,
    "= >1 <2:3+3 +T:6+3 >1 <2:0+3 +T:3+3 >1 <2:0+3 >1 <2:6+3" },
  { TN_ALLREDUCE, "ring", 3, 0, 0, 2, false, "= >1 <1:0+2" },
  { TN_ALLREDUCE, "segmented-ring", 2, 0, 0, 65536, false,
    "= >1 <1:16384+16384 +T:32768+16384 >1 <1:16384+16384 +T:49152+16384 >1 <1:0+32768" },
  { TN_ALLREDUCE, "segmented-ring", 2, 0, 0, 32766, true,
    ">1 <1:16383+16383 +T:16383+16383 "
    ">1 <1:0+16383" },
  { TN_ALLREDUCE, "rabenseifner", 4, 0, 0, 8, true,
    ">1 <1:0+4 +T:0+4 >2 <2:0+2 +T:0+2 >2 <2:2+2 >1 <1:4+4" },
  { TN_ALLREDUCE, "rabenseifner", 3, 0, 1, 8, false, "= >0 <0:4+4 +T:4+4 >0 <0:0+8" },
  { TN_ALLREDUCE, "reduce-bcast", 4, 0, 0, 10, false, "<1:0+10 +S:0+10 <2:10+10 +T:0+10 >1 >2" },
  { TN_ALLREDUCE, "reduce-bcast", 4, 0, 2, 10, true, "<3:0+10 +R:0+10 >0 <0:0+10" },
  { TN_SCAN, "linear", 3, 0, 0, 10, false, "= >1" },
  { TN_SCAN, "linear", 3, 0, 1, 10, true, "<0:0+10 +T:0+10 >2" },
  { TN_SCAN, "recursive-doubling", 5, 0, 4, 10, true, "= >0 <0:10+10 +T:0+10 +T:0+10" },
  { TN_SCAN, "recursive-doubling", 5, 0, 1, 10, false,
    "= = >0 <0:10+10 +T:0+10 +T:0+10 >3 <3:10+10 +T:0+10" },
  { TN_EXSCAN, "linear", 3, 0, 0, 10, true, ">1" },
  { TN_EXSCAN, "linear", 3, 0, 1, 10, false, "= <0:0+10 +R:0+10 >2" },
  { TN_EXSCAN, "linear", 3, 0, 2, 10, false, "<1:0+10" },
  { TN_EXSCAN, "recursive-doubling", 4, 0, 3, 10, true,
    "= >2 <2:10+10 = +T:0+10 >1 <1:10+10 +T:0+10 +T:0+10" },
  { TN_REDUCE_SCATTER_BLOCK, "linear", 4, 0, 0, 10, false,
    "<1:128+40 +S:128+40 <2:40+40 +T:128+40 = >1 >2 >3" },
  { TN_REDUCE_SCATTER_BLOCK, "recursive-halving", 4, 0, 1, 10, false,
    "= >3 <3:40+20 +T:0+20 >0 <0:50+10 +T:10+10 =" },
  { TN_REDUCE_SCATTER_BLOCK, "recursive-halving", 3, 0, 1, 10, true,
    "= <0:30+30 +T:0+30 >2 <2:30+20 +T:0+20 = >0" },
  { TN_REDUCE_SCATTER_BLOCK, "recursive-halving", 3, 0, 0, 10, false, "= >1 <1:0+10" },
  { TN_REDUCE_SCATTER_BLOCK, "butterfly", 4, 0, 1, 10, false,
    "= = = = >0 <0:60+20 +T:20+20 >3 <3:60+10 +T:20+10 =" },
  { TN_REDUCE_SCATTER_BLOCK, "butterfly", 6, 0, 4, 10, false,
    "= >5 <5:60+40 +T:0+40 >1 <1:80+20 +T:20+20 >2 >3 <3:0+10" },
  { TN_REDUCE_SCATTER_BLOCK, "butterfly", 6, 0, 2, 10, false, "= >3 <4:0+10" },
  { TN_REDUCE_SCATTER_BLOCK, "recursive-doubling", 4, 0, 1, 10, false,
    "= >0 >0 <0:50+30 +T:10+30 >3 <3:40+20 +T:0+20 =" },
  { TN_REDUCE_SCATTER_BLOCK, "pairwise", 3, 0, 1, 10, false,
    "= >2 <0:0+10 +T:0+10 >0 <2:0+10 "
    "+T:0+10" },
  { TN_REDUCE_SCATTER_BLOCK, "pairwise", 3, 0, 1, 10, true,
    ">2 <0:0+10 +T:10+10 >0 <2:0+10 "
    "+T:10+10 =" },
  { TN_REDUCE_SCATTER, "linear", 4, 0, 0, 10, true, "<1:0+40 +T:0+40 <2:40+40 +T:0+40 >1 >2 >3" },
  { TN_REDUCE_SCATTER, "ring", 3, 0, 1, 10, false,
    "= >2 <0:40+10 +T:20+10 >2 <0:30+10 +T:10+10 =" },
  { TN_REDUCE_SCATTER, "butterfly", 4, 0, 1, 10, false,
    "= >0 <0:60+20 +T:20+20 >3 <3:60+10 +T:20+10 >2 <2:0+10" },
  { TN_BARRIER, "linear", 3, 0, 0, 0, false, "<1 <2 >1 >2" },
  { TN_BARRIER, "linear", 3, 0, 2, 0, false, ">0 <0" },
  { TN_BARRIER, "tree", 6, 0, 4, 0, false, "<5 >0 <0 >5" },
  { TN_BARRIER, "tree", 4, 0, 3, 0, false, ">2 <2" },
  { TN_BARRIER, "dissemination", 3, 0, 0, 0, false, ">1 <2 >2 <1" },
  { TN_BARRIER, "recursive-doubling", 5, 0, 0, 0, false, "<4 >1 <1 >2 <2 >4" },
  { TN_BARRIER, "recursive-doubling", 5, 0, 4, 0, false, ">0 <0" },
  { TN_BARRIER, "double-ring", 3, 0, 0, 0, false, ">1 <2 >1 <2" },
  { TN_BARRIER, "double-ring", 3, 0, 1, 0, false, "<0 >2 <0 >2" },
};

/* The same for blocks of different sizes; for alltoallv a row per sender. */
static const struct counted {
  struct schedule s;
  size_t counts[9];
} counted[] = {
  { { TN_SCATTERV, "linear", 4, 0, 0, 7, false, "= >1 >3" }, { 5, 3, 0, 7 } },
  { { TN_SCATTERV, "linear", 4, 0, 2, 7, false, "" }, { 5, 3, 0, 7 } },
  { { TN_SCATTERV, "linear-nb", 4, 1, 3, 7, false, "<1:0+7" }, { 5, 3, 0, 7 } },
  { { TN_GATHERV, "linear", 4, 1, 1, 7, false, "<0:0+5 = <3:8+7" }, { 5, 3, 0, 7 } },
  { { TN_GATHERV, "linear-nb", 4, 1, 1, 7, true, "<0:0+5 <3:8+7" }, { 5, 3, 0, 7 } },
  { { TN_ALLGATHERV, "ring", 3, 0, 1, 4, false, "= >2 <0:0+4 >2 <0:7+2" }, { 4, 3, 2 } },
  { { TN_ALLGATHERV, "bruck-p2p", 3, 0, 1, 4, false, "= >0 <2:3+2 >2 <0:5+4 = =" }, { 4, 3, 2 } },
  { { TN_ALLGATHERV, "linear", 3, 0, 1, 4, false, ">0 <0:0+9" }, { 4, 3, 2 } },
  { { TN_ALLGATHERV, "linear", 3, 0, 0, 4, false, "= <2:4+2 >1 >2" }, { 4, 0, 2 } },
  /* an empty block, then a long one in pieces, each of which is forwarded while the next arrives */
  { { TN_ALLGATHERV, "ring-pipelined", 3, 0, 1, 70000, false,
      "<0:0+32768 >2 <0:32768+32768 >2 <0:65536+4464 >2 <0:70000+3" },
    { 70000, 0, 3 } },
  { { TN_ALLGATHERV, "ring-pipelined", 3, 0, 0, 40000, false,
      "= >1 <2:80000+32768 >1 <2:112768+7232 >1 <2:40000+32768 >1 <2:72768+7232" },
    { 40000, 40000, 40000 } },
  { { TN_ALLTOALLV, "linear", 3, 0, 1, 9, false, "= >0 <0:0+2" }, { 1, 2, 3, 4, 5, 0, 7, 0, 9 } },
  { { TN_ALLTOALLV, "linear", 3, 0, 2, 9, false, "= >0 <0:0+3" }, { 1, 2, 3, 4, 5, 0, 7, 0, 9 } },
  { { TN_ALLTOALLV, "pairwise-p2p", 3, 0, 2, 9, false, ">0 >1 <0:0+3 =" },
    { 1, 2, 3, 4, 5, 0, 7, 0, 9 } },
  { { TN_ALLTOALLV, "pairwise-replace", 3, 0, 1, 9, true, "= >0 <0:0+2 = >2 <2:7+4" },
    { 1, 2, 3, 2, 5, 4, 3, 4, 9 } },
};

static const char *run(const struct schedule *s, const size_t *counts)
{
  static const struct tn_p2p_limits limits = { .eager_limit = 0,
                                               .fragment_size = 4096,
                                               .eager_slots = 8,
                                               .fragments_in_flight = 1,
                                               .single_copy = { true, true, true } };
  const struct tn_method *a = tn_method_find(s->collective, s->name);
  struct tn_p2p_pair pairs[MAX_RANKS] = { 0 };
  cr_assert_leq(s->n_ranks, MAX_RANKS);
  cr_assert(a, "%s", s->name);
  struct tn_call call = { .collective = s->collective,
                          .n_ranks = s->n_ranks,
                          .rank = s->rank,
                          .root = s->root,
                          .block = s->block,
                          .in_place = s->in_place,
                          .counts = counts,
                          .epoch = 1,
                          .p2p = &limits,
                          .pairs = pairs };
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    call.params[i] = a->params[i].preset;
  struct tn_strand strand = { .transport = &transport, .call = &call };
  *record = '\0';
  tn_method_run(a, &strand);
  return record;
}

Test(schedules, of_blocks_of_different_sizes)
{
  for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
    const struct schedule *s = &counted[i].s;
    cr_expect_str_eq(run(s, counted[i].counts), s->expected, "%s %s, rank %d of %d: %s",
                     tn_collective_names[s->collective], s->name, s->rank, s->n_ranks, record);
  }
}

Test(schedules, messages_go_in_the_order_of_the_libraries)
{
  for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
    const struct schedule *s = &schedules[i];
    cr_expect_str_eq(run(s, NULL), s->expected, "%s, rank %d of %d: %s", s->name, s->rank,
                     s->n_ranks, record);
  }
}
