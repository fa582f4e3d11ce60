/* Open MPI's fixed rules from 4.1 on: the tables of coll_tuned_decision_fixed.c for commutative
 * operations. Within a node they are the same in 4.1, 5.0 and 6.0. */
#include <limits.h>

#include "library.h"

/* The first rule of a table whose ends both lie above the call holds. */
struct rule {
  int ranks;
  size_t bytes;
  int algorithm;
};

#define ANY_RANKS INT_MAX
#define ANY_BYTES SIZE_MAX
#define KIB(n) ((size_t)(n) << 10)

static const struct rule bcast[] = {
  { 4, 32, 3 },           { 4, 256, 5 },          { 4, 512, 3 },          { 4, KIB(1), 7 },
  { 4, KIB(32), 1 },      { 4, KIB(128), 5 },     { 4, KIB(256), 2 },     { 4, KIB(512), 1 },
  { 4, KIB(1024), 6 },    { 4, ANY_BYTES, 5 },
  { 8, 64, 5 },           { 8, 128, 6 },          { 8, KIB(2), 5 },       { 8, KIB(8), 6 },
  { 8, KIB(1024), 1 },    { 8, ANY_BYTES, 2 },
  { 16, 8, 7 },           { 16, 64, 5 },          { 16, KIB(4), 7 },      { 16, KIB(16), 5 },
  { 16, KIB(32), 6 },     { 16, ANY_BYTES, 1 },
  { 32, KIB(4), 7 },      { 32, KIB(1024), 6 },   { 32, ANY_BYTES, 8 },
  { 64, KIB(2), 6 },      { 64, ANY_BYTES, 7 },
  { 128, ANY_BYTES, 7 },
  { 256, 2, 6 },          { 256, KIB(16), 5 },    { 256, KIB(32), 1 },    { 256, KIB(64), 5 },
  { 256, ANY_BYTES, 7 },
  { 1024, KIB(16), 7 },   { 1024, KIB(32), 4 },   { 1024, ANY_BYTES, 7 },
  { 2048, KIB(512), 7 },  { 2048, ANY_BYTES, 8 },
  { 4096, KIB(256), 7 },  { 4096, ANY_BYTES, 8 },
  { ANY_RANKS, KIB(8), 7 }, { ANY_RANKS, KIB(16), 5 }, { ANY_RANKS, KIB(256), 7 },
  { ANY_RANKS, ANY_BYTES, 8 },
};

static const struct rule scatter[] = {
  { 4, 2, 3 },            { 4, KIB(128), 1 },     { 4, KIB(256), 3 },     { 4, ANY_BYTES, 1 },
  { 8, KIB(2), 2 },       { 8, KIB(4), 1 },       { 8, KIB(8), 2 },       { 8, KIB(32), 1 },
  { 8, KIB(1024), 3 },    { 8, ANY_BYTES, 1 },
  { 16, KIB(16), 2 },     { 16, KIB(1024), 3 },   { 16, ANY_BYTES, 1 },
  { 32, KIB(16), 2 },     { 32, KIB(32), 1 },     { 32, ANY_BYTES, 3 },
  { 64, 512, 2 },         { 64, KIB(8), 3 },      { 64, KIB(16), 2 },     { 64, ANY_BYTES, 3 },
  { ANY_RANKS, 512, 2 },  { ANY_RANKS, ANY_BYTES, 3 },
};

static const struct rule gather[] = {
  { 4, 2, 3 },            { 4, 4, 1 },            { 4, KIB(32), 2 },      { 4, KIB(64), 1 },
  { 4, KIB(128), 2 },     { 4, ANY_BYTES, 3 },
  { 8, KIB(1), 2 },       { 8, KIB(8), 1 },       { 8, KIB(32), 2 },      { 8, KIB(256), 1 },
  { 8, ANY_BYTES, 3 },
  { 256, ANY_BYTES, 2 },
  { 512, KIB(2), 2 },     { 512, KIB(8), 1 },     { 512, ANY_BYTES, 2 },
  { ANY_RANKS, ANY_BYTES, 2 },
};

static const struct rule allgather[] = {
  { 3, ANY_BYTES, 6 },
  { 32, ANY_BYTES, 3 },
  { 64, KIB(1), 3 },      { 64, KIB(64), 5 },     { 64, ANY_BYTES, 4 },
  { 128, 512, 3 },        { 128, KIB(64), 5 },    { 128, ANY_BYTES, 4 },
  { 256, 512, 3 },        { 256, KIB(128), 5 },   { 256, KIB(512), 4 },   { 256, KIB(1024), 5 },
  { 256, ANY_BYTES, 4 },
  { 512, 32, 3 },         { 512, 128, 2 },        { 512, KIB(1), 3 },     { 512, KIB(128), 5 },
  { 512, KIB(512), 4 },   { 512, KIB(1024), 5 },  { 512, ANY_BYTES, 4 },
  { 1024, 64, 3 },        { 1024, 256, 2 },       { 1024, KIB(2), 3 },    { 1024, ANY_BYTES, 5 },
  { 2048, 4, 3 },         { 2048, 8, 2 },         { 2048, 16, 3 },        { 2048, 32, 2 },
  { 2048, 256, 3 },       { 2048, 512, 2 },       { 2048, KIB(4), 3 },    { 2048, ANY_BYTES, 5 },
  { 4096, 32, 2 },        { 4096, 128, 3 },       { 4096, 512, 2 },       { 4096, KIB(4), 3 },
  { 4096, ANY_BYTES, 5 },
  { ANY_RANKS, 2, 3 },    { ANY_RANKS, 8, 2 },    { ANY_RANKS, 16, 3 },   { ANY_RANKS, 512, 2 },
  { ANY_RANKS, KIB(4), 3 }, { ANY_RANKS, ANY_BYTES, 5 },
};

static const struct rule alltoall[] = {
  { 3, 2, 2 },            { 3, 4, 5 },            { 3, 16, 2 },           { 3, 64, 5 },
  { 3, 256, 2 },          { 3, KIB(4), 5 },       { 3, KIB(32), 2 },      { 3, KIB(256), 4 },
  { 3, KIB(1024), 5 },    { 3, ANY_BYTES, 2 },
  { 8, KIB(8), 4 },       { 8, KIB(16), 1 },      { 8, KIB(64), 4 },      { 8, KIB(512), 1 },
  { 8, KIB(1024), 2 },    { 8, ANY_BYTES, 1 },
  { 16, KIB(256), 4 },    { 16, ANY_BYTES, 1 },
  { 32, 4, 4 },           { 32, 512, 3 },         { 32, KIB(8), 4 },      { 32, KIB(32), 1 },
  { 32, KIB(256), 4 },    { 32, KIB(512), 1 },    { 32, ANY_BYTES, 4 },
  { 64, 512, 3 },         { 64, KIB(512), 1 },    { 64, ANY_BYTES, 4 },
  { 128, KIB(1), 3 },     { 128, KIB(2), 1 },     { 128, KIB(4), 4 },     { 128, KIB(256), 1 },
  { 128, ANY_BYTES, 2 },
  { 256, KIB(1), 3 },     { 256, KIB(2), 4 },     { 256, KIB(256), 1 },   { 256, ANY_BYTES, 2 },
  { 512, KIB(1), 3 },     { 512, KIB(8), 4 },     { 512, KIB(32), 1 },    { 512, ANY_BYTES, 2 },
  { 1024, 512, 3 },       { 1024, KIB(8), 4 },    { 1024, KIB(16), 1 },   { 1024, KIB(128), 4 },
  { 1024, KIB(256), 1 },  { 1024, ANY_BYTES, 2 },
  { 2048, 512, 3 },       { 2048, KIB(1), 4 },    { 2048, KIB(2), 1 },    { 2048, KIB(16), 4 },
  { 2048, KIB(256), 1 },  { 2048, ANY_BYTES, 4 },
  { 4096, KIB(1), 3 },    { 4096, KIB(4), 4 },    { 4096, KIB(8), 1 },    { 4096, KIB(128), 4 },
  { 4096, ANY_BYTES, 1 },
  { ANY_RANKS, KIB(2), 3 }, { ANY_RANKS, KIB(8), 4 }, { ANY_RANKS, KIB(16), 1 },
  { ANY_RANKS, KIB(32), 4 }, { ANY_RANKS, KIB(64), 1 }, { ANY_RANKS, ANY_BYTES, 4 },
};

static const struct rule allgatherv[] = {
  { 3, KIB(2), 3 },       { 3, KIB(4), 5 },       { 3, KIB(8), 3 },       { 3, ANY_BYTES, 5 },
  { 8, 256, 1 },          { 8, KIB(4), 4 },       { 8, KIB(8), 3 },       { 8, KIB(16), 4 },
  { 8, KIB(256), 2 },     { 8, ANY_BYTES, 4 },
  { 16, KIB(1), 1 },      { 16, ANY_BYTES, 2 },
  { 32, 128, 1 },         { 32, KIB(256), 2 },    { 32, ANY_BYTES, 3 },
  { 64, 256, 1 },         { 64, KIB(8), 2 },      { 64, ANY_BYTES, 3 },
  { 128, 256, 1 },        { 128, KIB(4), 2 },     { 128, ANY_BYTES, 3 },
  { 256, KIB(1), 2 },     { 256, KIB(64), 4 },    { 256, ANY_BYTES, 3 },
  { 512, KIB(1), 2 },     { 512, ANY_BYTES, 3 },
  { 1024, 512, 2 },       { 1024, KIB(1), 1 },    { 1024, KIB(4), 2 },    { 1024, KIB(1024), 4 },
  { 1024, ANY_BYTES, 3 },
  { ANY_RANKS, KIB(4), 2 }, { ANY_RANKS, ANY_BYTES, 4 },
};

static const struct rule alltoallv[] = {
  { 4, ANY_BYTES, 2 },    { 64, ANY_BYTES, 1 },   { 128, ANY_BYTES, 2 },  { 256, ANY_BYTES, 1 },
  { 1024, ANY_BYTES, 2 }, { ANY_RANKS, ANY_BYTES, 1 },
};

static const struct rule reduce[] = {
  { 4, 8, 7 },            { 4, 16, 4 },           { 4, 32, 3 },           { 4, KIB(256), 1 },
  { 4, KIB(512), 3 },     { 4, KIB(1024), 2 },    { 4, ANY_BYTES, 3 },
  { 8, KIB(4), 4 },       { 8, KIB(64), 2 },      { 8, KIB(256), 5 },     { 8, KIB(512), 1 },
  { 8, KIB(1024), 5 },    { 8, ANY_BYTES, 1 },
  { 16, KIB(8), 4 },      { 16, ANY_BYTES, 5 },
  { 32, KIB(4), 4 },      { 32, ANY_BYTES, 5 },
  { 256, ANY_BYTES, 5 },
  { 512, KIB(8), 5 },     { 512, KIB(16), 6 },    { 512, ANY_BYTES, 5 },
  { 2048, ANY_BYTES, 5 },
  { 4096, 512, 5 },       { 4096, KIB(1), 6 },    { 4096, KIB(8), 5 },    { 4096, KIB(16), 6 },
  { 4096, ANY_BYTES, 5 },
  { ANY_RANKS, 16, 5 },   { ANY_RANKS, 32, 6 },   { ANY_RANKS, KIB(1), 5 },
  { ANY_RANKS, KIB(2), 6 }, { ANY_RANKS, KIB(8), 5 }, { ANY_RANKS, KIB(16), 6 },
  { ANY_RANKS, ANY_BYTES, 5 },
};

static const struct rule allreduce[] = {
  { 4, 8, 4 },            { 4, KIB(4), 3 },       { 4, KIB(8), 4 },       { 4, KIB(16), 3 },
  { 4, KIB(64), 4 },      { 4, KIB(256), 5 },     { 4, ANY_BYTES, 6 },
  { 8, 16, 4 },           { 8, KIB(8), 3 },       { 8, ANY_BYTES, 6 },
  { 16, KIB(8), 3 },      { 16, ANY_BYTES, 6 },
  { 32, 64, 5 },          { 32, KIB(4), 3 },      { 32, ANY_BYTES, 6 },
  { 64, 128, 5 },         { 64, ANY_BYTES, 6 },
  { 128, KIB(256), 3 },   { 128, ANY_BYTES, 6 },
  { 256, KIB(128), 2 },   { 256, KIB(256), 3 },   { 256, ANY_BYTES, 6 },
  { 512, KIB(4), 2 },     { 512, ANY_BYTES, 6 },
  { 2048, KIB(2), 2 },    { 2048, KIB(16), 3 },   { 2048, ANY_BYTES, 6 },
  { 4096, KIB(2), 2 },    { 4096, KIB(4), 5 },    { 4096, KIB(16), 3 },   { 4096, ANY_BYTES, 6 },
  { ANY_RANKS, KIB(2), 2 }, { ANY_RANKS, KIB(16), 5 }, { ANY_RANKS, KIB(32), 3 },
  { ANY_RANKS, ANY_BYTES, 6 },
};

/* By the bytes of one share. */
static const struct rule reduce_scatter_block[] = {
  { 4, 4, 2 },            { 4, 8, 4 },            { 4, 16, 3 },           { 4, 128, 4 },
  { 4, 256, 3 },          { 4, KIB(4), 4 },       { 4, KIB(8), 3 },       { 4, KIB(128), 4 },
  { 4, ANY_BYTES, 1 },
  { 8, 8, 3 },            { 8, 32, 2 },           { 8, 256, 4 },          { 8, KIB(8), 3 },
  { 8, KIB(16), 4 },      { 8, KIB(1024), 3 },    { 8, ANY_BYTES, 1 },
  { 16, 4, 1 },           { 16, 32, 3 },          { 16, 128, 4 },         { 16, KIB(512), 3 },
  { 16, KIB(4096), 1 },   { 16, ANY_BYTES, 4 },
  { 32, 32, 1 },          { 32, KIB(512), 3 },    { 32, KIB(2048), 1 },   { 32, KIB(4096), 3 },
  { 32, ANY_BYTES, 4 },
  { ANY_RANKS, 4, 3 },    { ANY_RANKS, 16, 1 },   { ANY_RANKS, KIB(64), 4 },
  { ANY_RANKS, KIB(256), 1 }, { ANY_RANKS, ANY_BYTES, 4 },
};

/* By the bytes of the vector. */
static const struct rule reduce_scatter[] = {
  { 4, KIB(64), 3 },      { 4, KIB(128), 4 },     { 4, ANY_BYTES, 3 },
  { 8, 8, 1 },            { 8, KIB(256), 2 },     { 8, ANY_BYTES, 3 },
  { 32, KIB(256), 2 },    { 32, ANY_BYTES, 3 },
  { 64, 64, 1 },          { 64, KIB(2), 2 },      { 64, KIB(512), 4 },    { 64, ANY_BYTES, 3 },
  { 128, 256, 1 },        { 128, 512, 2 },        { 128, KIB(2), 4 },     { 128, KIB(4), 2 },
  { 128, ANY_BYTES, 4 },
  { 256, 256, 1 },        { 256, 512, 2 },        { 256, ANY_BYTES, 4 },
  { 512, 256, 1 },        { 512, KIB(1), 2 },     { 512, ANY_BYTES, 4 },
  { 1024, 512, 1 },       { 1024, KIB(2), 2 },    { 1024, KIB(8), 4 },    { 1024, KIB(16), 2 },
  { 1024, ANY_BYTES, 4 },
  { 2048, 512, 1 },       { 2048, KIB(4), 2 },    { 2048, KIB(16), 4 },   { 2048, KIB(32), 2 },
  { 2048, ANY_BYTES, 4 },
  { 4096, 512, 1 },       { 4096, KIB(4), 2 },    { 4096, ANY_BYTES, 4 },
  { ANY_RANKS, KIB(1), 1 }, { ANY_RANKS, KIB(8), 2 }, { ANY_RANKS, ANY_BYTES, 4 },
};

/* coll/tuned leaves them to coll/basic, which has the linear ones. */
static const struct rule scan[] = { { ANY_RANKS, ANY_BYTES, 1 } };

static const struct rule barrier[] = {
  { 4, ANY_BYTES, 3 },    { 8, ANY_BYTES, 1 },    { 64, ANY_BYTES, 3 },   { 256, ANY_BYTES, 4 },
  { 512, ANY_BYTES, 6 },  { 1024, ANY_BYTES, 4 }, { 4096, ANY_BYTES, 6 },
  { ANY_RANKS, ANY_BYTES, 4 },
};

static const struct rule *const rules[TN_N_COLLECTIVES] = {
  [TN_BCAST] = bcast,       [TN_SCATTER] = scatter,     [TN_GATHER] = gather,
  [TN_ALLGATHER] = allgather, [TN_ALLTOALL] = alltoall, [TN_REDUCE] = reduce,
  [TN_ALLREDUCE] = allreduce, [TN_BARRIER] = barrier,
  [TN_REDUCE_SCATTER_BLOCK] = reduce_scatter_block, [TN_SCAN] = scan, [TN_EXSCAN] = scan,
  [TN_ALLGATHERV] = allgatherv, [TN_ALLTOALLV] = alltoallv,
  [TN_REDUCE_SCATTER] = reduce_scatter,
};

int tn_ompi_decision(enum tn_collective collective, int n_ranks, size_t bytes)
{
  /* Two ranks have rules of their own in some tables; one has those of three in all. */
  const int p = n_ranks == 1 ? 3 : n_ranks;
  const struct rule *rule = rules[collective];
  while (rule && (p >= rule->ranks || bytes >= rule->bytes) &&
         !(rule->ranks == ANY_RANKS && rule->bytes == ANY_BYTES))
    rule++;
  return rule ? rule->algorithm : 0;
}
