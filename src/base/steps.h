/* Steps of a collective on its longest chain of ranks, for closed forms of its time: the CMA
 * paper's (contention/model.h) and textbooks' (Hockney's model). */
#ifndef TN_BASE_STEPS_H
#define TN_BASE_STEPS_H

#include <assert.h>
#include <stdbool.h>

enum tn_step_kind {
  TN_STEP_COPY,    /* one kernel copy */
  TN_STEP_MESSAGE, /* one point-to-point message */
  TN_STEP_LOADS,   /* wait for a flag, then loads from mapped memory */
  TN_STEP_SUM,     /* addition of received bytes */
  TN_N_STEP_KINDS
};

struct tn_step {
  enum tn_step_kind kind;
  double times;  /* repetitions, one after another */
  double pieces; /* of one copy or message; no two share a page */
  double bytes;  /* of a piece */
  int callers;   /* number of ranks that access the memory of one rank at the same time */
};

/* Doubling has one step per bit of the number of ranks. */
enum { TN_MAX_STEPS = 80 };

struct tn_steps {
  int n;
  struct tn_step step[TN_MAX_STEPS];
  /* number of the first steps that other cores do while this core computes; the time of the slower
   * of the two (steps or computation) is used */
  int n_overlapped;
  /* number of steps after these; the sum of their times is the time of the computation */
  int n_computed;
  double moved;    /* more bytes moved within a rank's memory */
  bool is_reduced; /* received bytes are added to the receiver's data */
  bool is_chain;   /* messages never overlap: a single-copy message costs one copy */
  /* from a textbook, not the CMA paper */
  bool is_textbook;
};

static inline void tn_steps_add(struct tn_steps *s, struct tn_step step)
{
  assert(s->n < TN_MAX_STEPS);
  if (step.times > 0)
    s->step[s->n++] = step;
}

/* Appends `times` copies of `bytes` with `callers` ranks at a peer. */
static inline void tn_steps_copy(struct tn_steps *s, double times, double bytes, int callers)
{
  tn_steps_add(s, (struct tn_step){ TN_STEP_COPY, times, 1, bytes, callers });
}

static inline void tn_steps_send(struct tn_steps *s, double times, double bytes)
{
  tn_steps_add(s, (struct tn_step){ TN_STEP_MESSAGE, times, 1, bytes, 1 });
}

static inline void tn_steps_sum(struct tn_steps *s, double times, double bytes)
{
  tn_steps_add(s, (struct tn_step){ TN_STEP_SUM, times, 1, bytes, 1 });
}

/* Appends doubling: a rank has 1, 2, 4, ..., p blocks, and each step transfers the new ones. */
static inline void tn_steps_double(struct tn_steps *s, enum tn_step_kind kind, int p, double bytes)
{
  for (long long held = 1; held < p; held *= 2) {
    const long long left = p - held;
    tn_steps_add(s, (struct tn_step){ kind, 1, 1, (double)(left < held ? left : held) * bytes, 1 });
  }
}

/* Returns how many of 0..p-1 have the bit set. */
static inline long long tn_n_with_bit(int p, long long bit)
{
  const long long rest = p % (2 * bit) - bit;
  return p / (2 * bit) * bit + (rest > 0 ? rest : 0);
}

/* Appends Bruck's alltoall: step i sends the blocks whose number has bit i set. */
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
