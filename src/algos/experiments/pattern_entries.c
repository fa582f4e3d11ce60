/* The patterns: CMA paper, I.A, figures 2, 3 and 6 (pairs, one-source), II, Table III and figures 4
 * and 5 (pin); XHC paper, III.A, figure 1 (pingpong, concurrent-copy); osu_latency
 * (message-pingpong).
 *
 * pairs: T = alpha + n*beta + l*ceil(n/s), for any number of pairs
 * one-source: T = alpha + n*beta + l*gamma_c*ceil(n/s) with c readers
 * pin: T = alpha + l*gamma_c*pages + beta, for a kernel copy of one byte whose remote buffer has
 *   `pages` pages. The paper's own call, without a local buffer, pins no pages on current kernels.
 * n = call->block; alpha, beta, l, gamma, s belong to the mechanism. */
#include "algos/entries.h"
#include "algos/kit/forms.h"
#include "algos/messages/p2p.h"
#include "pattern.h"

enum { DEFAULT_PAGE = 4096 };

/* The number of copiers is always the first parameter. */
enum { COPIERS };
enum { PAIRS = COPIERS };
enum { ONE_SOURCE_READERS = COPIERS, ONE_SOURCE_BUFFER, ONE_SOURCE_DIRECTION };
enum { PIN_READERS = COPIERS, PIN_PAGES };
enum { PINGPONG_DISTANCE, PINGPONG_SEND };
enum { CONCURRENT_READERS = COPIERS, CONCURRENT_TREE };

static int n_copiers(const struct tn_call *call)
{
  return (int)call->params[COPIERS];
}

static struct tn_span block_of(const struct tn_call *call, int rank, enum tn_buf buf, int i)
{
  return (struct tn_span){ rank, buf, (size_t)i * call->block, call->block };
}

static struct tn_pattern_copy pairs_transfer(const struct tn_call *call, int i)
{
  return (struct tn_pattern_copy){ i, block_of(call, i, TN_RECV, 0),
                                   block_of(call, i + n_copiers(call), TN_SEND, 0) };
}

enum { BUFFER_SAME, BUFFER_DIFFERENT };
enum { DIRECTION_READ, DIRECTION_WRITE };

static struct tn_pattern_copy one_source_transfer(const struct tn_call *call, int i)
{
  const int block = call->params[ONE_SOURCE_BUFFER] == BUFFER_DIFFERENT ? i : 0;
  if (call->params[ONE_SOURCE_DIRECTION] == DIRECTION_WRITE)
    return (struct tn_pattern_copy){ i + 1, block_of(call, 0, TN_RECV, block),
                                     block_of(call, i + 1, TN_SEND, 0) };
  return (struct tn_pattern_copy){ i + 1, block_of(call, i + 1, TN_RECV, 0),
                                   block_of(call, 0, TN_SEND, block) };
}

static struct tn_pattern_copy pin_transfer(const struct tn_call *call, int i)
{
  const size_t page = call->page_size ? call->page_size : DEFAULT_PAGE;
  return (struct tn_pattern_copy){ i + 1,
                                   { i + 1, TN_RECV, 0, 1 },
                                   { 0, TN_SEND, 0, (size_t)call->params[PIN_PAGES] * page } };
}

static int n_pingpong(const struct tn_call *call)
{
  (void)call;
  return 2;
}

static struct tn_pattern_copy pingpong_transfer(const struct tn_call *call, int i)
{
  return (struct tn_pattern_copy){ 1 - i, block_of(call, 1 - i, TN_RECV, 0),
                                   block_of(call, i, TN_SEND, 0) };
}

enum { TREE_FLAT, TREE_NUMA };

/* Returns the lowest rank in the memory domain of `rank`. Without a layout all ranks are in one
 * domain. */
static int leader_of(const struct tn_call *call, int rank)
{
  int leader = 0;
  while (call->layout && call->layout->numa[leader] != call->layout->numa[rank])
    leader++;
  return leader;
}

static struct tn_pattern_copy concurrent_transfer(const struct tn_call *call, int i)
{
  const int rank = i + 1;
  const int leader = call->params[CONCURRENT_TREE] == TREE_NUMA ? leader_of(call, rank) : 0;
  return (struct tn_pattern_copy){ rank, block_of(call, rank, TN_RECV, 0),
                                   block_of(call, leader == rank ? 0 : leader, TN_SEND, 0) };
}

static const struct tn_pattern pairs = { n_copiers, pairs_transfer };
static const struct tn_pattern one_source = { n_copiers, one_source_transfer };
static const struct tn_pattern pin = { n_copiers, pin_transfer };
static const struct tn_pattern pingpong = { n_pingpong, pingpong_transfer };
static const struct tn_pattern concurrent_copy = { n_copiers, concurrent_transfer };

static const char *one_source_unsupported(const struct tn_call *call)
{
  if (call->params[ONE_SOURCE_DIRECTION] == DIRECTION_WRITE &&
      call->params[ONE_SOURCE_BUFFER] == BUFFER_SAME && call->params[ONE_SOURCE_READERS] > 1)
    return "direction=write with buffer=same would have all ranks write the same bytes "
           "(try buffer=different)";
  return NULL;
}

static void run_message_pingpong(struct tn_strand *r)
{
  tn_pattern_run_messages(r, (enum tn_pattern_send)r->call->params[PINGPONG_SEND]);
}

/* Parameter: the distance of rank 1 from rank 0. */
#define PEER_PARAM                                                                                 \
  TN_CHOICE_PARAM("distance", distances, 0,                                                        \
                  "place of rank 1: next to rank 0 in the mapping, or the first place of the "     \
                  "mapping that is this far from rank 0")
#define PEER                                                                                       \
  .rank_count = { .param = PINGPONG_DISTANCE, .per = 0, .more = 2, .distant = true },              \
  .pattern = &pingpong
#define READERS_AND_ONE .rank_count = { .param = COPIERS, .per = 1, .more = 1 }
#define ANY_MECHANISM                                                                              \
  .one_node = true, TN_EVERY_MECHANISM, .scratch = tn_pattern_scratch, .n_slots = tn_pattern_slots

static const char *const buffers[] = { "same", "different", NULL };
static const char *const directions[] = { "read", "write", NULL };
static const char *const trees[] = { "flat", "numa", NULL };
static const char *const distances[] = { "next",    "core",    "llc",     "numa",
                                         "package", "machine", "network", NULL };

static const char *const sends[] = { "blocking", "nonblocking", "synchronous", NULL };

static bool pairs_form(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_copy(s, 1, (double)call->block, 1);
  return true;
}

static bool pingpong_form(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_copy(s, 2, (double)call->block, 1);
  return true;
}

const struct tn_algorithm tn_pattern_pairs = {
  .collective = TN_PATTERN,
  .name = "pairs",
  .summary = "rank i reads from rank i + pairs, all at once; each source has one reader",
  .source = "CMA paper, I.A, figure 2(a)",
  .params = { [PAIRS] =
                  TN_COUNT_PARAM("pairs", 1, 1000000, 0, "readers, each with its own source") },
  .rank_count = { .param = PAIRS, .per = 2, .more = 0 },
  .pattern = &pairs,
  ANY_MECHANISM,
  .form = pairs_form,
  .run = tn_pattern_run,
};

const struct tn_algorithm tn_pattern_one_source = {
  .collective = TN_PATTERN,
  .name = "one-source",
  .summary = "all ranks read from rank 0, or write to it, at once",
  .source = "CMA paper, I.A, figures 2(b), 2(c), 3 and 6",
  .params = { [ONE_SOURCE_READERS] = TN_COUNT_PARAM("readers", 1, 1000000, 0, "ranks that copy"),
              [ONE_SOURCE_BUFFER] = TN_CHOICE_PARAM(
                  "buffer", buffers, 0, "block of the readers: the same or different ones"),
              [ONE_SOURCE_DIRECTION] = TN_CHOICE_PARAM("direction", directions, 0,
                                                       "direction of the copies at rank 0") },
  READERS_AND_ONE,
  .pattern = &one_source,
  ANY_MECHANISM,
  .unsupported = one_source_unsupported,
  .form = tn_form_copies_at_once,
  .run = tn_pattern_run,
};

const struct tn_algorithm tn_pattern_pin = {
  .collective = TN_PATTERN,
  .name = "pin",
  .summary = "all ranks pin pages of rank 0 at once and copy one byte",
  .source = "CMA paper, II, Table III, figures 4 and 5",
  .sizeless = true,
  .params = { [PIN_READERS] = TN_COUNT_PARAM("readers", 1, 1000000, 0, "ranks that pin"),
              [PIN_PAGES] =
                  TN_COUNT_PARAM("pages", 1, 1024, 10,
                                 "pages that each rank pins, at most one batch of the kernel") },
  READERS_AND_ONE,
  .pattern = &pin,
  .mechanisms = { TN_CMA },
  .n_mechanisms = 1,
  .n_slots = tn_pattern_slots,
  .run = tn_pattern_run,
};

const struct tn_algorithm tn_pattern_pingpong = {
  .collective = TN_PATTERN,
  .name = "pingpong",
  .summary = "rank 1 reads from rank 0, then rank 0 from rank 1: one round trip, of flags alone "
             "when the size is 0",
  .source = "XHC paper, III.A, figure 1a",
  .params = { [PINGPONG_DISTANCE] = PEER_PARAM },
  PEER,
  ANY_MECHANISM,
  .form = pingpong_form,
  .run = tn_pattern_run_pingpong,
};

const struct tn_algorithm tn_pattern_message_pingpong = {
  .collective = TN_PATTERN,
  .name = "message-pingpong",
  .summary = "rank 0 sends a message to rank 1, which sends one back: one round trip of "
             "osu_latency",
  .source = "OSU Micro-Benchmarks 7.3, osu_latency.c",
  .params = { [PINGPONG_DISTANCE] = PEER_PARAM,
              [PINGPONG_SEND] = TN_CHOICE_PARAM("send", sends, 0,
                                                "send call: MPI_Send as "
                                                "osu_latency does, MPI_Isend or MPI_Ssend") },
  PEER,
  TN_OF_LIBRARIES,
  .scratch = tn_pattern_message_scratch,
  .n_slots = tn_p2p_slots,
  .run = run_message_pingpong,
};

const struct tn_algorithm tn_pattern_concurrent_copy = {
  .collective = TN_PATTERN,
  .name = "concurrent-copy",
  .summary = "all ranks read at once from rank 0, or from the first rank of their memory domain",
  .source = "XHC paper, III.A, figure 1b",
  .params = { [CONCURRENT_READERS] = TN_COUNT_PARAM("readers", 1, 1000000, 0, "ranks that copy"),
              [CONCURRENT_TREE] = TN_CHOICE_PARAM("tree", trees, 0, "source of the copies") },
  READERS_AND_ONE,
  .pattern = &concurrent_copy,
  ANY_MECHANISM,
  .run = tn_pattern_run,
};
