/* The XHC paper's claims: the algorithms that they compare (contenders), and judges for what the
 * verbs (verbs.h) cannot express. Where the paper does not give sizes in figures: small is 4 bytes
 * to 1K (the last size of its CICO path), medium begins at 2K, large at 256K, and 4M is the largest
 * size. "Larger messages" of allreduce end between 128K and 1M, where only UCC is faster in the
 * paper at some sizes. Times are averages over ranks, as in OSU's benchmarks. Buffers are rewritten
 * before each call (V.A), except for benchmarks that do not change them. */
#include <math.h>
#include <string.h>

#include "platform/transports.h"
#include "verbs.h"

#define SMALL SIZES(4, KIB, 2)
#define MEDIUM SIZES(2 * KIB, 4 * MIB, 2)
#define LARGE SIZES(256 * KIB, 4 * MIB, 2)
#define MIDDLE SIZES(128 * KIB, 4 * MIB, 2)
#define LARGER SIZES(2 * MIB, 4 * MIB, 2)
/* Sizes above the eager limit. Shorter messages go through slots with any mechanism. */
#define ABOVE_EAGER SIZES(8 * KIB, 4 * MIB, 2)

#define WAY(name, use, ...) ITEM(.ask = { .algorithm = name, .buffers = TN_JUST(use), __VA_ARGS__ })
#define FLAT(...) WAY("xhc-flat", TN_BUFFERS_REWRITTEN, __VA_ARGS__)
#define TREE(...) WAY("xhc-tree", TN_BUFFERS_REWRITTEN, __VA_ARGS__)
#define SMHC_FLAT WAY("smhc-flat", TN_BUFFERS_REWRITTEN, )
#define SMHC_TREE WAY("smhc-tree", TN_BUFFERS_REWRITTEN, )
#define XBRC WAY("xbrc", TN_BUFFERS_REWRITTEN, )
/* Open MPI's tuned is the choice of coll/tuned for the ranks and the size. The paper's tuned sends
 * over UCX, which uses XPMEM (V.B). */
#define TUNED(...)                                                                                 \
  WAY("library:ompi", TN_BUFFERS_REWRITTEN, .mechanism = TN_JUST(TN_XPMEM),                        \
      .transport = TN_JUST(TN_TRANSPORT_OMPI_UCX), __VA_ARGS__)
/* Contenders to compare with XHC's tree in figures 8 and 11. On two packages, figure 8 also has
 * SMHC over packages. */
#define ONE_PACKAGES FLAT(), SMHC_FLAT, TUNED()
#define TWO_PACKAGES ONE_PACKAGES, SMHC_TREE
#define REDUCERS FLAT(), XBRC, TUNED()
/* Requires that Open MPI's sm takes at least `times` times as long as the slowest other
 * algorithm. */
#define SM_OVER(times, ...)                                                                        \
  REQUIRE({ TN_LEAST, "sm over the slowest other", OVER(WAY("sm", TN_BUFFERS_REWRITTEN, )),        \
            UNDER(__VA_ARGS__, ITEM(.ask = { .algorithm = "xhc-flat",                              \
                                             .buffers = TN_JUST(TN_BUFFERS_REWRITTEN) },           \
                                    .slowest = true)),                                             \
            TN_SMALLEST, times }),                                                                 \
      SMALL
/* Contenders for figures 3 and 7, with OSU's original benchmark, which does not change buffers.
 * Figure 3 has tuned's broadcast, or two ranks, with one mechanism. */
#define UNCHANGED(name) WAY(name, TN_BUFFERS_UNCHANGED, )
#define BETWEEN(name, with, use, ...)                                                              \
  WAY(name, use, .mechanism = TN_JUST(with), .transport = TN_JUST(TN_TRANSPORT_OMPI_OB1),          \
      __VA_ARGS__)
#define TUNED_BY(with, use) BETWEEN("library:ompi", with, use, )
#define PAIR_BY(with, use)                                                                         \
  BETWEEN("pingpong", with, use, .params = { { "distance", "package", 0 } }, .ranks = 2)

#define SLOWER(figure, slow, fast)                                                                 \
  ITEM(TN_ABOVE, figure, OVER(slow), UNDER(fast), .style = TN_SAY_COUNTED)
#define UP_TO(figure, slow, fast)                                                                  \
  REQUIRE({ TN_GAIN, figure, OVER(slow), UNDER(fast), TN_LARGEST, .style = TN_SAY_LARGEST })

/* Contenders of several claims: XPMEM against another mechanism; all mechanisms, between two ranks
 * or in tuned's broadcast; XPMEM that attaches in each call; rewritten buffers; flat against tree
 * on a machine; tuned and tree with one change; place of the members' flags; flat against XBRC in
 * small allreduce. XBRC is "close" to flat in a figure over decades: within a factor of two. */
#define BY_MECHANISM(figure, slow)                                                                 \
  UP_TO(figure, TUNED_BY(slow, TN_BUFFERS_UNCHANGED), TUNED_BY(TN_XPMEM, TN_BUFFERS_UNCHANGED))
#define CICO_OVER(figure, by, fast)                                                                \
  ITEM(TN_GIVEN, figure, OVER(by(TN_CICO, TN_BUFFERS_UNCHANGED)),                                  \
       UNDER(by(fast, TN_BUFFERS_UNCHANGED)))
#define MECHANISMS(by)                                                                             \
  GIVEN(SLOWER("knem over xpmem", by(TN_KNEM, TN_BUFFERS_UNCHANGED),                               \
               by(TN_XPMEM, TN_BUFFERS_UNCHANGED)),                                                \
        CICO_OVER(NULL, by, TN_KNEM),                                                              \
        SLOWER("cma over xpmem", by(TN_CMA, TN_BUFFERS_UNCHANGED),                                 \
               by(TN_XPMEM, TN_BUFFERS_UNCHANGED)),                                                \
        CICO_OVER(NULL, by, TN_CMA), CICO_OVER("cico over xpmem", by, TN_XPMEM))
#define NO_CACHE(by)                                                                               \
  REQUIRE(SLOWER("xpmem over knem", by(TN_XPMEM, TN_BUFFERS_NEW), by(TN_KNEM, TN_BUFFERS_NEW)),    \
          SLOWER("over cma", by(TN_XPMEM, TN_BUFFERS_NEW), by(TN_CMA, TN_BUFFERS_NEW)))
#define REWRITING(name) OVER(WAY(name, TN_BUFFERS_REWRITTEN, )), UNDER(UNCHANGED(name))
#define GAIN_ON(machine, n) ITEM(TN_GIVEN, OVER(FLAT(ON(machine, n))), UNDER(TREE(ON(machine, n))))
#define SWING(...)                                                                                 \
  GIVEN({ TN_GIVEN, OVER(TUNED(__VA_ARGS__)), UNDER(TUNED()) },                                    \
        { TN_GIVEN, OVER(TREE(__VA_ARGS__)), UNDER(TREE()) })
/* Messages of 64K between packages, between a package's domains, within a domain. */
#define LINKS(figure, way, ...)                                                                    \
  ITEM(TN_COUNT, figure ": %lld, %lld, %lld", OVER(way), .counted = TN_BY_LINKS,                   \
       .want = { __VA_ARGS__ })
#define TREE_LINKS(figure, ...) LINKS(figure, TREE(__VA_ARGS__), 1, 6, 56)
#define SEPARATE .params = { { "flags", "separate", 0 } }
#define TOGETHER .params = { { "flags", "together", 0 } }
#define NO_LIBRARY FLAT(), XBRC
#define SECOND(figure, slow, fast)                                                                 \
  ITEM(TN_ABOVE, figure, OVER(slow), UNDER(fast), .from = 4, .to = 32, .style = TN_SAY_COUNTED)
#define FLAT_SMALL                                                                                 \
  REQUIRE(SLOWER("flat over tree", FLAT(), TREE()),                                                \
          { TN_WITHIN, "xbrc over flat", OVER(XBRC), UNDER(FLAT()), .low = 0.5, .high = 2,         \
            .claimed = 1 }),                                                                       \
      SMALL

/* Returns the result of one contender for the claim's collective at a size. */
static const struct tn_sim_result *result(struct tn_judge *j, struct tn_ask ask, size_t size)
{
  ask.size = size;
  ask.collective = tn_judge_claim(j)->collective;
  ask.buffers = TN_JUST(TN_BUFFERS_REWRITTEN);
  return tn_ask(j, &ask);
}

enum { FROM_LLC, FROM_NUMA, FROM_PACKAGE, FROM_MACHINE, N_DISTANCES };
static const char *const distances[N_DISTANCES] = { "llc", "numa", "package", "machine" };

/* Returns a ping-pong's seconds in one direction at this distance. Small messages go through slots,
 * large ones are read. */
static double pingpong(struct tn_judge *j, int distance, size_t size)
{
  const struct tn_ask ask = { .algorithm = "pingpong",
                              .params = { { "distance", distances[distance], 0 } },
                              .mechanism = TN_JUST(size > KIB ? TN_XPMEM : TN_CICO),
                              .ranks = 2 };
  return result(j, ask, size)->avg / 2;
}

/* C085: times rise with distance, up to factors[0] */
static void judge_distances(struct tn_judge *j)
{
  static const size_t sizes[] = { 4, MIB };
  for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
    double before = 0;
    g_autoptr(GString) times = g_string_new(NULL);
    for (int d = FROM_LLC; d <= tn_judge_claim(j)->factors[0]; d++) {
      const double time = pingpong(j, d, sizes[i]);
      const bool is_notable = sizes[i] == MIB && (d == FROM_NUMA || d == FROM_MACHINE);
      if (d > FROM_LLC)
        tn_require_least(j, time / before, is_notable ? TN_CLAIM_CLEAR : 1);
      before = time;
      g_string_append_printf(times, "%s%s %.2f", d ? ", " : "", distances[d], time * 1e6);
    }
    tn_figure(j, "%s, us: %s", tn_claim_size(sizes[i]), times->str);
  }
}

/* C086: a ping-pong with another domain takes as long as within a domain; with another package it
 * takes longer */
static void judge_mesh(struct tn_judge *j)
{
  const double numa = pingpong(j, FROM_NUMA, MIB), package = pingpong(j, FROM_PACKAGE, MIB);
  const double machine = pingpong(j, FROM_MACHINE, MIB);
  tn_require_alike(j, package / numa);
  tn_require_least(j, machine / fmax(numa, package), TN_CLAIM_CLEAR);
  tn_figure(j, "1M, us: numa %.1f, package %.1f, machine %.1f", numa * 1e6, package * 1e6,
            machine * 1e6);
}

/* Returns the time of rank `rank` in seconds, if `readers` ranks read from one source at the same
 * time. */
static double concurrent(struct tn_judge *j, const char *tree, int readers, int rank)
{
  const struct tn_ask ask = { .algorithm = "concurrent-copy",
                              .params = { { "readers", NULL, readers }, { "tree", tree, 0 } },
                              .mechanism = TN_JUST(TN_XPMEM),
                              .ranks = readers + 1 };
  return result(j, ask, MIB)->first[rank];
}

/* C087: one rank's time while its domain is full of readers and other domains are filled one after
 * another. The paper does not name the rank; the one that others slow down most is used. */
static void judge_congestion(struct tn_judge *j)
{
  enum { DOMAIN = 8, FILLED = 4 };
  G_STATIC_ASSERT((int)DOMAIN <= (int)TN_N_FIRST);
  int slowed = 0;
  double flat[FILLED] = { 0 }, tree[FILLED] = { 0 }, alone = 1;
  g_autoptr(GString) flats = g_string_new(NULL), trees = g_string_new(NULL);
  for (int rank = 1; rank < DOMAIN; rank++) {
    double of_flat[FILLED], of_tree[FILLED];
    const double its = concurrent(j, "flat", DOMAIN - 1, rank);
    for (int i = 0; i < FILLED; i++) {
      of_flat[i] = concurrent(j, "flat", (i + 1) * DOMAIN - 1, rank);
      of_tree[i] = concurrent(j, "numa", (i + 1) * DOMAIN - 1, rank);
    }
    if (slowed > 0 && of_flat[FILLED - 1] / its <= flat[FILLED - 1] / alone)
      continue;
    slowed = rank;
    alone = its;
    memcpy(flat, of_flat, sizeof flat);
    memcpy(tree, of_tree, sizeof tree);
  }
  for (int i = 0; i < FILLED; i++) {
    if (i > 0) {
      tn_require_below(j, flat[i - 1], flat[i]);
      tn_require_alike(j, tree[i] / tree[0]);
    }
    g_string_append_printf(flats, " %.0f", flat[i] * 1e6);
    g_string_append_printf(trees, " %.0f", tree[i] * 1e6);
  }
  tn_require_least(j, flat[FILLED - 1] / alone, TN_CLAIM_CLEAR);
  tn_figure(j, "rank %d with 8, 16, 24, 32 ranks, us: flat%s; by domain%s", slowed, flats->str,
            trees->str);
}

/* C088: the page lock's share of reads from one process rises with the readers. */
static void judge_lock_growth(struct tn_judge *j)
{
  static const int readers[] = { 1, 8, 63 };
  double before = 0;
  g_autoptr(GString) shares = g_string_new(NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(readers); i++) {
    const struct tn_ask ask = { .algorithm = "one-source",
                                .params = { { "readers", NULL, readers[i] },
                                            { "buffer", "same", 0 },
                                            { "direction", "read", 0 } },
                                .mechanism = TN_JUST(tn_judge_claim(j)->mechanism),
                                .ranks = readers[i] + 1 };
    const struct tn_sim_result *r = result(j, ask, MIB);
    const double share = r->parts[TN_LOCK] / r->span;
    tn_require(j, share > before);
    if (i > 0)
      tn_direction(j, share > before);
    before = share;
    g_string_append_printf(shares, " %.0f", share * 100);
  }
  tn_figure(j, "lock %% of a 1M read by 1, 8, 63:%s", shares->str);
}

static void judge_one_pass(struct tn_judge *j)
{
  const struct tn_ask copying = { .algorithm = "linear", .mechanism = TN_JUST(TN_CMA) },
                      attaching = { .algorithm = "xhc-flat" };
  const double *a = result(j, copying, MIB)->parts, *b = result(j, attaching, MIB)->parts;
  tn_require(j, a[TN_COPY] > 0 && a[TN_REDUCE_PART] > 0);
  tn_require(j, !(b[TN_COPY] > 0) && b[TN_REDUCE_PART] > 0);
  tn_figure(j, "1M, copying beside summing: cma %.0f us, xpmem %.0f us", a[TN_COPY] * 1e6,
            b[TN_COPY] * 1e6);
}

/* C091: of the ratios without a requirement of their own, nine of ten must be above 1, too. */
static void judge_mechanisms(struct tn_judge *j)
{
  int n = 0, n_good = 0;
  for (const struct tn_requirement *one = tn_judge_claim(j)->required; one->verb; one++) {
    const struct tn_ratios r = tn_require_one(j, one);
    if (one->verb != TN_GIVEN)
      continue;
    n += r.n;
    n_good += r.n_above;
  }
  for (int i = 0; i < n; i++)
    tn_direction(j, i < n_good);
  tn_require(j, n_good >= 0.9 * n);
  tn_figure(j, "single copy beats cico in %d of %d cases", n_good, n);
}

/* C093: at some size, the look-up takes about half of the time of look-up and copy */
static void judge_lookup(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  bool about_half = false;
  for (size_t size = c->from; size <= c->to; size *= 2) {
    const struct tn_ask ask = { .algorithm = "xhc-flat", .params = { { "cico_max", NULL, 0 } } };
    const double *parts = result(j, ask, size)->parts, lookup = parts[TN_STARTUP];
    const double share = lookup / (lookup + parts[TN_COPY] + parts[TN_MEMORY]);
    about_half = about_half || fabs(share / 0.5 - 1) <= TN_CLAIM_CLOSE;
    tn_figure(j, "%s: %.0f %%", tn_claim_size(size), share * 100);
  }
  tn_require(j, about_half);
}

/* C094: atomic additions cost more the more ranks there are */
static void judge_atomics(struct tn_judge *j)
{
  double before = 0;
  g_autoptr(GString) text = g_string_new(NULL);
  for (int ranks = 10; ranks <= 160; ranks *= 2) {
    const struct tn_ask flags = { .algorithm = "xhc-flat", .ranks = ranks }, atomics = {
      .algorithm = "xhc-flat", .params = { { "sync", "atomic", 0 } }, .ranks = ranks
    };
    const double ratio = result(j, atomics, 4)->avg / result(j, flags, 4)->avg;
    tn_require(j, ratio > before);
    if (ranks > 10)
      tn_direction(j, ratio > before);
    before = ratio;
    g_string_append_printf(text, " %.1f", ratio);
  }
  tn_require(j, before >= 10 && before <= 40);
  tn_claimed(j, before, 23);
  tn_figure(j, "10, 20, 40, 80, 160 ranks:%s times", text->str);
}

/* C102: the largest ratio must grow from each requirement to the next. */
static void judge_gain_grows(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double before = 0;
  g_autoptr(GString) all = g_string_new(NULL);
  for (const struct tn_requirement *one = c->required; one->verb; one++) {
    const double most = tn_contenders_ratios(j, one->over, one->under, c->from, c->to).most;
    if (one > c->required)
      tn_require_below(j, before, most);
    before = most;
    g_string_append_printf(all, "%s%.2f", all->len ? ", " : "", most);
  }
  tn_figure(j, "%s", all->str);
}

/* C103, C104: judges the largest change of the times, up or down, of tuned and of tree. */
static void judge_swing(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double swings[2];
  size_t at[2];
  for (int i = 0; i < 2; i++) {
    const struct tn_requirement *one = &c->required[i];
    const struct tn_ratios r = tn_contenders_ratios(j, one->over, one->under, c->from, c->to);
    swings[i] = fmax(r.most, 1 / r.least);
    at[i] = r.most >= 1 / r.least ? r.most_at : r.least_at;
  }
  tn_require_gain(j, swings[0], c->ratio);
  tn_require_alike(j, swings[1]);
  tn_figure(j, "tuned up to %.2f times (%s), tree up to %.2f (%s)", swings[0], tn_claim_size(at[0]),
            swings[1], tn_claim_size(at[1]));
}

/* C109: messages must travel as many kinds of distance as the claimed tree has levels. */
static void judge_levels(struct tn_judge *j)
{
  const struct tn_ask tree = { .algorithm = "xhc-tree" };
  const struct tn_sim_result *r = result(j, tree, 64 * KIB);
  const int levels = (r->inter_package > 0) + (r->inter_numa > 0) + (r->intra_numa > 0);
  tn_require(j, levels == tn_judge_claim(j)->factors[0]);
  tn_figure(j, "%d levels (messages %lld, %lld, %lld)", levels, r->inter_package, r->inter_numa,
            r->intra_numa);
}

/* Applications. Sizes and numbers of calls are those of their published sources; the collectives,
 * and miniAMR's mean size, are from the paper. In CNTK's AlexNet 96 % of the data are three vectors
 * of 16 to 151 MB, whose time depends on bandwidth; one allreduce of the largest size in the
 * paper's figures represents them.
 *
 * piSvM 1.2 with mnist's 60,000 vectors: the ranks in turn broadcast their part of the cache's
 * state (a byte per vector) and of the gradient (a double per vector). */
static const struct tn_skeleton pisvm = {
  { { TN_BCAST, 60000, 1, TN_ROOT_IN_TURN }, { TN_BCAST, 480000, 1, TN_ROOT_IN_TURN } }, 8
};
/* miniAMR's refinement: numbers of blocks by level (long), numbers of partners, numbers of
 * changes. */
static const struct tn_skeleton miniamr = {
  { { TN_ALLREDUCE, 48, 2, 0 }, { TN_ALLREDUCE, 20, 3, 0 }, { TN_ALLREDUCE, 4, 14, 0 } }, 1
};
/* miniAMR's refinement with 1000 levels. */
static const struct tn_skeleton miniamr_1k = {
  { { TN_ALLREDUCE, 8008, 2, 0 }, { TN_ALLREDUCE, 20, 3, 0 }, { TN_ALLREDUCE, 4, 14, 0 } }, 1
};
#define IN(name, what, ...) ITEM(.ask = { .algorithm = name, __VA_ARGS__ }, .program = &(what))
#define TUNED_IN(what)                                                                             \
  IN("library:ompi", what, .mechanism = TN_JUST(TN_XPMEM),                                         \
     .transport = TN_JUST(TN_TRANSPORT_OMPI_UCX))
/* ENOUGH requires at least the claim's ratio, as a program gains at most as much as its collective.
 * TIMES requires gains "up to" that ratio. */
#define ENOUGH(slow, fast)                                                                         \
  REQUIRE({ TN_LEAST, "%.2f times", OVER(slow), UNDER(fast), .style = TN_SAY_BARE })
#define TIMES(slow, fast)                                                                          \
  REQUIRE({ TN_GAIN, "%.2f times", OVER(slow), UNDER(fast), .style = TN_SAY_BARE })
#define TREE_IN(what) IN("xhc-tree", what, )

#define EPYC_1P ON("epyc-1p", 32)
#define EPYC_2P ON("epyc-2p", 64)
#define ARM_N1 ON("arm-n1", 160)

#define PAPER "xhc"
#define ROWS "xhc.def"
#define TABLES tn_claims_xhc
#include "claims_table.h"
