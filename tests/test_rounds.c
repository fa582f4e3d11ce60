/* Exchanges in rounds, as index arithmetic: for all numbers of ranks both ends of each message
 * agree, ranks send only what they have, and at the end each block has arrived once. Then faults,
 * which are all found. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/rounds.h"

enum { MOST = 100, WORDS = (MOST + 63) / 64 };

/* The contributions in a block. */
struct set {
  uint64_t word[WORDS];
};

enum kind {
  GATHERS, /* all blocks to all */
  ADDS,    /* every rank has all blocks, and gets the sum of one */
  PAIRS    /* a block from each rank to each */
};

struct state {
  tn_rounds *rounds;
  enum kind kind;
  int n;
  struct set has[MOST][MOST], then[MOST][MOST]; /* [rank][block] before and after a round */
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

/* Finds the message number `nth` of a round that the sender sends to `to`. Returns false if it is
 * missing. */
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

/* Counts the messages before number i from the same sender. */
static int n_before(const struct state *s, int round, int to, int i, int from)
{
  struct tn_message m;
  int n = 0;
  for (int k = 0; k < i && s->rounds(s->n, to, round, k, &m); k++)
    n += m.from == from;
  return n;
}

/* Passes a sent block to its receiver. */
static bool pass(struct state *s, int from, int to, int sent, int received)
{
  const struct set *what = &s->has[from][sent];
  if (s->kind == PAIRS) {
    const bool is_new = !is_among(&s->then[to][received], from);
    s->then[to][received].word[from / 64] |= (uint64_t)1 << from % 64;
    return is_new && sent == to && received == from;
  }
  bool is_new = true; /* each contribution is added once */
  for (int i = 0; i < WORDS && s->kind == ADDS; i++) {
    is_new = is_new && (s->then[to][received].word[i] & what->word[i]) == 0;
    s->then[to][received].word[i] |= what->word[i];
  }
  if (s->kind == GATHERS)
    s->then[to][received] = *what;
  return sent == received && is_new && (s->kind == ADDS || is_among(what, sent));
}

/* Checks that message number i of a receiver equals the sent message, and passes it. */
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

/* Plays a round, which all or no ranks have, with as many messages sent as received. Returns true
 * if they agree. */
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

/* Returns true if every rank has a whole sum, and each block's sum exists. */
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
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
    for (int n = 1; n <= MOST && (*a)->rounds; n++, n_entries += n == MOST)
      cr_expect(is_right((*a)->rounds, kind_of((*a)->collective), n), "%s, %d ranks", (*a)->name,
                n);
  cr_expect_geq(n_entries, 8);
}

/* A fault of one rank in one round. */
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
            all[i].kind != GATHERS) /* a block that arrives twice is harmless */
          cr_expect_not(is_right(faulty, all[i].kind, n), "%s, %d ranks, fault %d", all[i].name, n,
                        fault);
      }
}
