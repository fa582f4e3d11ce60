#include "rounds.h"

#include "basics.h"

bool tn_rounds_ring(int n, int own, int round, int i, struct tn_message *m)
{
  const int from = tn_wrap(own - 1, n);
  *m = (struct tn_message){
    (own + 1) % n, from, { tn_wrap(own - round, n), 1 }, { tn_wrap(from - round, n), 1 }
  };
  return i == 0 && round < n - 1;
}

bool tn_rounds_doubling(int n, int own, int round, int i, struct tn_message *m)
{
  const int d = 1 << round, peer = own ^ d;
  *m = (struct tn_message){ peer, peer, { own / d * d, d }, { peer / d * d, d } };
  return i == 0 && d < n;
}

bool tn_rounds_bruck(int n, int own, int round, int i, struct tn_message *m)
{
  const int d = 1 << round, from = (own + d) % n, count = d < n - d ? d : n - d;
  *m = (struct tn_message){ tn_wrap(own - d, n), from, { own, count }, { from, count } };
  return i == 0 && d < n;
}

static int neighbor_pair(int n, int own, int round)
{
  const int further = (round + 1) / 2 * (own % 2 == round % 2 ? 2 : -2);
  return tn_wrap(own / 2 * 2 + further, n);
}

bool tn_rounds_neighbor(int n, int own, int round, int i, struct tn_message *m)
{
  const int peer = tn_wrap(own + (own % 2 == round % 2 ? 1 : -1), n);
  *m = round == 0 ? (struct tn_message){ peer, peer, { own, 1 }, { peer, 1 } }
                  : (struct tn_message){ peer,
                                         peer,
                                         { neighbor_pair(n, own, round - 1), 2 },
                                         { neighbor_pair(n, own, round), 2 } };
  return i == 0 && round < n / 2;
}

bool tn_rounds_direct(int n, int own, int round, int i, struct tn_message *m)
{
  const int from = tn_wrap(own - 1 - i, n);
  *m = (struct tn_message){ (own + 1 + i) % n, from, { own, 1 }, { from, 1 } };
  return round == 0 && i < n - 1;
}

bool tn_rounds_pairwise(int n, int own, int round, int i, struct tn_message *m)
{
  const int to = (own + 1 + round) % n, from = tn_wrap(own - 1 - round, n);
  *m = (struct tn_message){ to, from, { to, 1 }, { from, 1 } };
  return i == 0 && round < n - 1;
}

bool tn_rounds_linear(int n, int own, int round, int i, struct tn_message *m)
{
  const int to = tn_wrap(own - 1 - i, n), from = (own + 1 + i) % n;
  *m = (struct tn_message){ to, from, { to, 1 }, { from, 1 } };
  return round == 0 && i < n - 1;
}

bool tn_rounds_halving(int n, int own, int round, int i, struct tn_message *m)
{
  const int half = n >> (round + 1), peer = own ^ half;
  if (half > 0)
    *m = (struct tn_message){
      peer, peer, { peer / half * half, half }, { own / half * half, half }
    };
  return i == 0 && half > 0;
}

int tn_rounds_mirrored(int number, int n)
{
  int mirror = 0;
  for (int bit = 1; bit < n; bit *= 2)
    mirror = 2 * mirror + ((number & bit) != 0);
  return mirror;
}

bool tn_rounds_butterfly(int n, int own, int round, int i, struct tn_message *m)
{
  const bool is_there = tn_rounds_halving(n, tn_rounds_mirrored(own, n), round, i, m);
  if (is_there)
    m->to = m->from = tn_rounds_mirrored(m->to, n);
  return is_there;
}

void tn_rounds_form(tn_rounds *message, bool at_once, const struct tn_call *call,
                    struct tn_steps *s)
{
  struct tn_message m;
  double times = 0, blocks = 0; /* number of equal messages not yet added to s; blocks of each */
  for (int round = 0; message(call->n_ranks, 0, round, 0, &m); round++)
    for (int i = 0; message(call->n_ranks, 0, round, i, &m); i++) {
      if (at_once && i > 0) {
        blocks += m.out.n;
        continue;
      }
      if ((at_once || m.out.n != blocks) && times > 0) {
        tn_steps_send(s, times, blocks * (double)call->block);
        times = 0;
      }
      blocks = m.out.n;
      times++;
    }
  tn_steps_send(s, times, blocks * (double)call->block);
}
