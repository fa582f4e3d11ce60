/* Exchanges in rounds, as numbers: for all numbers of ranks, both ends of each message agree, nobody sends
 * what it has not, and what is to come has come at the end, once. Then faults, each of which is found. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "algos/entries.h"
#include "algos/kit/exchange.h"

enum { MOST = 100, WORDS = (MOST + 63) / 64 };

/* Whose contributions a block has. */
struct set {
  uint64_t word[WORDS];
};

enum kind {
  GATHERS, /* all blocks to all */
  ADDS,    /* everybody has all blocks, and gets the sum of one */
  PAIRS    /* a block from each to each */
};

struct state {
  tn_rounds *rounds;
  enum kind kind;
  int n;
  struct set has[MOST][MOST], then[MOST][MOST]; /* by number and block, before and after a round */
};

static bool is_among(const struct set *set, int i)
{
  return set->word[i / 64] >> i % 64 & 1;
}

static bool is_whole(const struct set *set, int n)
{
  for (int i = 0; i < n; i++)
    if (!is_among(set, i))
      return false;
  return true;
}

/* Finds what the sender sends by message number `nth` of a round that goes to `to`; false: there is none. */
static bool find_sent(const struct state *s, int round, int from, int to, int nth,
                      struct tn_run *ret)
{
  struct tn_message m;
  for (int i = 0; s->rounds(s->n, from, round, i, &m); i++)
    if (m.to == to && nth-- == 0) {
      *ret = m.out;
      return true;
    }
  return false;
}

/* Counts the messages before number i that come from the same. */
static int n_before(const struct state *s, int round, int to, int i, int from)
{
  struct tn_message m;
  int n = 0;
  for (int k = 0; k < i && s->rounds(s->n, to, round, k, &m); k++)
    n += m.from == from;
  return n;
}

/* A block that is sent reaches its receiver. */
static bool pass(struct state *s, int from, int to, int sent, int received)
{
  const struct set *what = &s->has[from][sent];
  if (s->kind == PAIRS) {
    const bool is_new = !is_among(&s->then[to][received], from);
    s->then[to][received].word[from / 64] |= (uint64_t)1 << from % 64;
    return is_new && sent == to && received == from;
  }
  bool is_new = true; /* a contribution is added once */
  for (int i = 0; i < WORDS && s->kind == ADDS; i++) {
    is_new = is_new && (s->then[to][received].word[i] & what->word[i]) == 0;
    s->then[to][received].word[i] |= what->word[i];
  }
  if (s->kind == GATHERS)
    s->then[to][received] = *what;
  return sent == received && is_new && (s->kind == ADDS || is_among(what, sent));
}

/* What number i of a receiver's messages is to bring is what is sent. */
static bool receive(struct state *s, int round, int to, int i, const struct tn_message *m)
{
  struct tn_run out;
  if (m->from >= s->n || m->to >= s->n || m->from == to || m->to == to || i > s->n)
    return false;
  if (m->from < 0)
    return true;
  if (!find_sent(s, round, m->from, to, n_before(s, round, to, i, m->from), &out))
    return false;
  if (out.n != m->in.n || out.n < 1 || out.n > s->n || out.first < 0 || m->in.first < 0)
    return false;
  for (int b = 0; b < out.n; b++)
    if (!pass(s, m->from, to, (out.first + b) % s->n, (m->in.first + b) % s->n))
      return false;
  return true;
}

/* All have the round, or nobody, and as many messages are sent as received; true: they agree on it. */
static bool play_round(struct state *s, int round, bool *ret_is_there)
{
  struct tn_message m;
  int n_open = 0;
  *ret_is_there = s->rounds(s->n, 0, round, 0, &m);
  memcpy(s->then, s->has, sizeof s->has);
  for (int to = 0; to < s->n; to++) {
    if (s->rounds(s->n, to, round, 0, &m) != *ret_is_there)
      return false;
    for (int i = 0; s->rounds(s->n, to, round, i, &m); i++) {
      n_open += (m.to >= 0) - (m.from >= 0);
      if (!receive(s, round, to, i, &m))
        return false;
    }
  }
  memcpy(s->has, s->then, sizeof s->has);
  return n_open == 0;
}

/* Everybody has a whole sum, and each block's is somewhere. */
static bool sums_are_whole(const struct state *s)
{
  int n_whole[MOST] = { 0 }, n_of_block[MOST] = { 0 };
  for (int rank = 0; rank < s->n; rank++)
    for (int b = 0; b < s->n; b++)
      if (is_whole(&s->has[rank][b], s->n)) {
        n_whole[rank]++;
        n_of_block[b]++;
      }
  for (int i = 0; i < s->n; i++)
    if (n_whole[i] == 0 || n_of_block[i] == 0)
      return false;
  return true;
}

static bool ends_well(const struct state *s)
{
  for (int rank = 0; rank < s->n && s->kind != ADDS; rank++)
    for (int b = 0; b < s->n; b++)
      if (!is_among(&s->has[rank][b], b) && (s->kind == GATHERS || b != rank))
        return false;
  return s->kind != ADDS || sums_are_whole(s);
}

static bool is_right(tn_rounds *rounds, enum kind kind, int n)
{
  static struct state s;
  s.rounds = rounds;
  s.kind = kind;
  s.n = n;
  memset(s.has, 0, sizeof s.has);
  for (int rank = 0; rank < n && kind != PAIRS; rank++)
    for (int b = 0; b < n; b++)
      if (kind == ADDS || b == rank)
        s.has[rank][b].word[rank / 64] = (uint64_t)1 << rank % 64;
  bool is_there = true;
  for (int round = 0; is_there; round++)
    if (round > 2 * n + 2 || !play_round(&s, round, &is_there))
      return false;
  return ends_well(&s);
}

static const struct {
  const char *name;
  tn_rounds *rounds;
  enum kind kind;
  int step; /* for multiples of this; 0: for powers of two */
} all[] = {
  { "ring", tn_rounds_ring, GATHERS, 1 },        { "doubling", tn_rounds_doubling, GATHERS, 0 },
  { "bruck", tn_rounds_bruck, GATHERS, 1 },      { "neighbor", tn_rounds_neighbor, GATHERS, 2 },
  { "direct", tn_rounds_direct, GATHERS, 1 },    { "pairwise", tn_rounds_pairwise, PAIRS, 1 },
  { "linear", tn_rounds_linear, PAIRS, 1 },      { "halving", tn_rounds_halving, ADDS, 0 },
  { "butterfly", tn_rounds_butterfly, ADDS, 0 },
};
enum { N_ALL = sizeof all / sizeof *all };

static bool is_for(int which, int n)
{
  return all[which].step > 0 ? n % all[which].step == 0 : tn_is_power_of_two(n);
}

Test(rounds, bring_everything_where_it_belongs)
{
  for (int i = 0; i < N_ALL; i++)
    for (int n = 1; n <= MOST; n++)
      cr_expect(!is_for(i, n) || is_right(all[i].rounds, all[i].kind, n), "%s, %d ranks",
                all[i].name, n);
}

static enum kind kind_of(enum tn_collective collective)
{
  const bool has_pairs = collective == TN_ALLTOALL || collective == TN_ALLTOALLV;
  return has_pairs ? PAIRS : tn_collective_reduces(collective) ? ADDS : GATHERS;
}

Test(rounds, of_entries_do_as_well)
{
  int n_entries = 0;
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    for (int n = 1; n <= MOST && (*a)->runs->rounds; n++, n_entries += n == MOST) {
      const struct tn_call call = tn_method_call(*a, n, 1);
      cr_expect(tn_method_refusal(*a, &call) ||
                    is_right((*a)->runs->rounds, kind_of((*a)->collective), n),
                "%s, %d ranks", (*a)->name, n);
    }
  cr_expect_geq(n_entries, 8);
}

/* The exchange in groups of the tests below. */
static struct tn_exchange groups;

/* Before and after the levels, the even rank of a pair stands for the odd one. */
static struct tn_message fold_message(int n, int own, bool is_before)
{
  const bool has_left = tn_fold_number(&groups.fold, own) < 0;
  const int partner = tn_fold_partner(own);
  const struct tn_run what =
      is_before ? (struct tn_run){ has_left ? own : partner, 1 } : (struct tn_run){ 0, n };
  struct tn_message m = { -1, -1, what, what };
  if (tn_fold_pairs(&groups.fold, own))
    *(has_left == is_before ? &m.to : &m.from) = partner;
  return m;
}

static bool level_message(int own, int level, int i, struct tn_message *m)
{
  const int number = tn_fold_number(&groups.fold, own);
  const int peer = number < 0 ? -1 : tn_exchange_peer(&groups, number, level, i);
  *m = (struct tn_message){ -1, -1, { 0, 0 }, { 0, 0 } };
  if (peer >= 0) {
    m->to = m->from = tn_fold_rank(&groups.fold, peer);
    m->out = tn_exchange_below(&groups, number, level);
    m->in = tn_exchange_below(&groups, peer, level);
  }
  return peer >= 0 || (number < 0 && i == 0);
}

static bool group_gather(int n, int own, int round, int i, struct tn_message *m)
{
  const int n_before = groups.fold.n_extra > 0, level = round - n_before;
  if (level >= 0 && level < groups.n_levels)
    return level_message(own, level, i, m);
  *m = fold_message(n, own, level < 0);
  return i == 0 && level < groups.n_levels + n_before;
}

/* The levels from the last to the first, the other way. */
static bool group_scatter(int n, int own, int round, int i, struct tn_message *m)
{
  struct tn_message there;
  const int level = groups.n_levels - 1 - round;
  (void)n;
  if (level < 0 || !level_message(own, level, i, &there))
    return false;
  *m = (struct tn_message){ there.from, there.to, there.in, there.out };
  return true;
}

Test(rounds, of_groups_bring_everything_where_it_belongs)
{
  for (int n = 1; n <= MOST; n++)
    for (int radix = 2; radix < 10; radix++) {
      groups = tn_exchange_of(n, radix);
      cr_expect(is_right(group_gather, GATHERS, n), "gather, %d ranks, radix %d", n, radix);
      cr_expect(groups.fold.n_extra > 0 || is_right(group_scatter, ADDS, n),
                "scatter, %d ranks, radix %d", n, radix);
    }
}

/* One number has a fault in a round. */
enum fault {
  OTHER_TO,
  OTHER_FROM,
  NOTHING_SENT,
  NOTHING_RECEIVED,
  OTHER_SENT,
  OTHER_RECEIVED,
  MORE_SENT,
  FEWER_RECEIVED,
  ENDS_EARLY,
  ALL_END_EARLY,
  ONCE_MORE,
  N_FAULTS
};
static enum fault fault;
static tn_rounds *faultless;

static bool faulty(int n, int own, int round, int i, struct tn_message *m)
{
  enum { NUMBER = 3, ROUND = 1 };
  const bool is_early = fault == ENDS_EARLY || fault == ALL_END_EARLY;
  struct tn_message rest;
  int last = 0;
  while (faultless(n, own, last, 0, &rest))
    last++;
  if (fault == ONCE_MORE && round == last)
    return faultless(n, own, last - 1, i, m);
  const bool is_there = faultless(n, own, round, i, m);
  if (is_early && round == last - 1 && (own == NUMBER || fault == ALL_END_EARLY))
    return false;
  if (own != NUMBER || round != (last > ROUND ? ROUND : 0) || i != 0)
    return is_there;
  m->to = fault == OTHER_TO ? (m->to + 1) % n : fault == NOTHING_SENT ? -1 : m->to;
  m->from = fault == OTHER_FROM ? (m->from + 1) % n : fault == NOTHING_RECEIVED ? -1 : m->from;
  m->out.first = (m->out.first + (fault == OTHER_SENT)) % n;
  m->in.first = (m->in.first + (fault == OTHER_RECEIVED)) % n;
  m->out.n += fault == MORE_SENT;
  m->in.n -= fault == FEWER_RECEIVED;
  return is_there;
}

Test(rounds, faults_are_found)
{
  for (int i = 0; i < N_ALL; i++)
    for (int n = 8; n <= MOST; n *= 2)
      for (fault = 0; fault < N_FAULTS; fault++) {
        faultless = all[i].rounds;
        if (fault != ONCE_MORE ||
            all[i].kind != GATHERS) /* a block that comes twice does no harm */
          cr_expect_not(is_right(faulty, all[i].kind, n), "%s, %d ranks, fault %d", all[i].name, n,
                        fault);
      }
}
