/* What a collective does along its longest chain of ranks, one step after another. The closed forms
 * of its time follow from it: the CMA paper's (contention/model.h) and the textbooks' (Hockney's
 * model). */
#ifndef TN_BASE_STEPS_H
#define TN_BASE_STEPS_H

#include <assert.h>
#include <stdbool.h>

/* How the bytes of a step go from rank to rank. */
enum tn_step_kind {
  TN_STEP_COPY,    /* one kernel copy */
  TN_STEP_MESSAGE, /* one point-to-point message */
  TN_STEP_LOADS,   /* a flag, then loads from mapped memory */
  TN_STEP_SUM,     /* bytes that have come are added to others */
  TN_N_STEP_KINDS
};

struct tn_step {
  enum tn_step_kind kind;
  double times;  /* one after another */
  double pieces; /* of one copy or message, each with pages of its own */
  double bytes;  /* of a piece */
  int callers;   /* ranks that copy from, or to, the same rank at the same time */
};

/* Steps that double have one for each bit of the number of ranks. */
enum { TN_MAX_STEPS = 80 };

struct tn_steps {
  int n;
  struct tn_step step[TN_MAX_STEPS];
  int n_beside;    /* the first so many are done beside a computation, by other cores: the longer of
                       the two counts; */
  int n_computed;  /* the next so many take as long as that computation */
  double moved;    /* bytes that a rank moves within its own memory, beside its own block */
  bool is_reduced; /* every byte that comes in is added to what is there */
  bool is_chain;   /* messages that never meet: each that is copied once takes a copy's time */
  bool is_textbook; /* the textbook's count, where the paper that gives the algorithm gives none */
};

/* Nothing is added when `times` is 0. */
static inline void tn_steps_add(struct tn_steps *s, struct tn_step step)
{
  assert(s->n < TN_MAX_STEPS);
  if (step.times > 0)
    s->step[s->n++] = step;
}

/* `times` copies of `bytes`, each with `callers` at one rank. */
static inline void tn_steps_copy(struct tn_steps *s, double times, double bytes, int callers)
{
  tn_steps_add(s, (struct tn_step){ TN_STEP_COPY, times, 1, bytes, callers });
}

static inline void tn_steps_send(struct tn_steps *s, double times, double bytes)
{
  tn_steps_add(s, (struct tn_step){ TN_STEP_MESSAGE, times, 1, bytes, 1 });
}

/* Adds up `bytes` that have come, so many times. */
static inline void tn_steps_sum(struct tn_steps *s, double times, double bytes)
{
  tn_steps_add(s, (struct tn_step){ TN_STEP_SUM, times, 1, bytes, 1 });
}

/* Of p blocks a rank has 1, then 2, 4, ..., at last p; it gets what it has not in each step. */
static inline void tn_steps_double(struct tn_steps *s, enum tn_step_kind kind, int p, double bytes)
{
  for (long long held = 1; held < p; held *= 2) {
    const long long left = p - held;
    tn_steps_add(s, (struct tn_step){ kind, 1, 1, (double)(left < held ? left : held) * bytes, 1 });
  }
}

/* Blocks of 0..p-1 whose number has the bit `bit` set. */
static inline long long tn_n_with_bit(int p, long long bit)
{
  const long long rest = p % (2 * bit) - bit;
  return p / (2 * bit) * bit + (rest > 0 ? rest : 0);
}

/* Bruck's alltoall: step i takes the blocks whose number has bit i along, block by block. */
static inline void tn_steps_bruck(struct tn_steps *s, enum tn_step_kind kind, int p, double bytes)
{
  for (long long bit = 1; bit < p; bit *= 2)
    tn_steps_add(s, (struct tn_step){ kind, 1, (double)tn_n_with_bit(p, bit), bytes, 1 });
}

/* ceil(lg p), p >= 1. */
static inline int tn_ceil_lg(int p)
{
  int rounds = 0;
  for (long long reach = 1; reach < p; reach *= 2)
    rounds++;
  return rounds;
}

#endif
