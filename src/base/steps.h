/* The steps of a collective on its longest chain of ranks. Closed forms of its time are computed
 * from them: those of the CMA paper (contention/model.h) and of textbooks (Hockney's model). */
#ifndef TN_BASE_STEPS_H
#define TN_BASE_STEPS_H

#include <assert.h>
#include <stdbool.h>

enum tn_step_kind {
  TN_STEP_COPY,    /* one kernel copy */
  TN_STEP_MESSAGE, /* one point-to-point message */
  TN_STEP_LOADS,   /* a wait for a flag, then loads from mapped memory */
  TN_STEP_SUM,     /* received bytes are added to others */
  TN_N_STEP_KINDS
};

struct tn_step {
  enum tn_step_kind kind;
  double times;  /* number of repetitions, one after another */
  double pieces; /* number of pieces of one copy or message; no two pieces share a page */
  double bytes;  /* bytes of a piece */
  int callers;   /* number of ranks that access the memory of one rank at the same time */
};

/* Algorithms by doubling have one step for each bit of the number of ranks. */
enum { TN_MAX_STEPS = 80 };

struct tn_steps {
  int n;
  struct tn_step step[TN_MAX_STEPS];
  /* number of the first steps that other cores do while this core computes; the time of the slower
   * of the two (steps or computation) is used */
  int n_overlapped;
  /* number of steps after these; the sum of their times is the time of the computation */
  int n_computed;
  double moved;    /* additional bytes that a rank moves within its own memory */
  bool is_reduced; /* true if every received byte is added to the receiver's data */
  bool is_chain;   /* true if messages never overlap: a single-copy message costs one copy */
  /* true if the steps are from a textbook, because the CMA paper does not have them */
  bool is_textbook;
};

/* Appends a step, unless `times` is 0. */
static inline void tn_steps_add(struct tn_steps *s, struct tn_step step)
{
  assert(s->n < TN_MAX_STEPS);
  if (step.times > 0)
    s->step[s->n++] = step;
}

/* Appends `times` copies of `bytes`, each with `callers` ranks at one peer. */
static inline void tn_steps_copy(struct tn_steps *s, double times, double bytes, int callers)
{
  tn_steps_add(s, (struct tn_step){ TN_STEP_COPY, times, 1, bytes, callers });
}

static inline void tn_steps_send(struct tn_steps *s, double times, double bytes)
{
  tn_steps_add(s, (struct tn_step){ TN_STEP_MESSAGE, times, 1, bytes, 1 });
}

/* Appends `times` sums of `bytes` received bytes. */
static inline void tn_steps_sum(struct tn_steps *s, double times, double bytes)
{
  tn_steps_add(s, (struct tn_step){ TN_STEP_SUM, times, 1, bytes, 1 });
}

/* Appends the steps of a doubling algorithm: a rank has 1, 2, 4, ..., p blocks, and each step
 * transfers the additional blocks. */
static inline void tn_steps_double(struct tn_steps *s, enum tn_step_kind kind, int p, double bytes)
{
  for (long long held = 1; held < p; held *= 2) {
    const long long left = p - held;
    tn_steps_add(s, (struct tn_step){ kind, 1, 1, (double)(left < held ? left : held) * bytes, 1 });
  }
}

/* Returns the number of integers in 0..p-1 that have the bit `bit` set. */
static inline long long tn_n_with_bit(int p, long long bit)
{
  const long long rest = p % (2 * bit) - bit;
  return p / (2 * bit) * bit + (rest > 0 ? rest : 0);
}

/* Appends the steps of Bruck's alltoall: step i sends each block whose number has bit i set. */
static inline void tn_steps_bruck(struct tn_steps *s, enum tn_step_kind kind, int p, double bytes)
{
  for (long long bit = 1; bit < p; bit *= 2)
    tn_steps_add(s, (struct tn_step){ kind, 1, (double)tn_n_with_bit(p, bit), bytes, 1 });
}

/* Returns ceil(lg p), p >= 1. */
static inline int tn_ceil_lg(int p)
{
  int rounds = 0;
  for (long long reach = 1; reach < p; reach *= 2)
    rounds++;
  return rounds;
}

#endif
