/* Steps on the longest chain of ranks of a collective, from which closed forms compute its time:
 * the CMA paper's (contention/model.h) and textbooks' (Hockney's model). */
#ifndef TN_BASE_STEPS_H
#define TN_BASE_STEPS_H

#include <assert.h>
#include <stdbool.h>

enum tn_step_kind {
  TN_STEP_COPY,    /* one kernel copy */
  TN_STEP_MESSAGE, /* one point-to-point message */
  TN_STEP_LOADS,   /* a wait for a flag, then loads from mapped memory */
  TN_STEP_SUM,     /* addition of received bytes */
  TN_N_STEP_KINDS
};

struct tn_step {
  enum tn_step_kind kind;
  double times;  /* number of repetitions of the step, one after another */
  double pieces; /* number of pieces of a copy or message; no two share a page */
  double bytes;  /* bytes of a piece */
  int callers;   /* number of ranks that access the memory of one rank at the same time */
};

/* Largest number of steps. Doubling has one per bit of the number of ranks. */
enum { TN_MAX_STEPS = 80 };

struct tn_steps {
  int n;
  struct tn_step step[TN_MAX_STEPS];
  /* number of the first steps that other cores do while this core computes; the slower one (these
   * steps or the computation) counts */
  int n_overlapped;
  /* number of the following steps, which are the computation: its time is the sum of their times */
  int n_computed;
  double moved;    /* additional bytes, which a rank moves within its own memory */
  bool is_reduced; /* true if received bytes are added to the receiver's data */
  /* true if messages never overlap: a message by single copy then costs one copy */
  bool is_chain;
  /* true if the closed form is from a textbook; false: from the CMA paper */
  bool is_textbook;
};

static inline void tn_steps_add(struct tn_steps *s, struct tn_step step)
{
  assert(s->n < TN_MAX_STEPS);
  if (step.times > 0)
    s->step[s->n++] = step;
}

/* Appends `times` copies of `bytes` bytes; `callers` ranks access one peer at a time. */
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

/* Appends doubling: a rank has 1, 2, 4, ..., p blocks of `bytes`, and each step transfers the new
 * ones. */
static inline void tn_steps_double(struct tn_steps *s, enum tn_step_kind kind, int p, double bytes)
{
  for (long long held = 1; held < p; held *= 2) {
    const long long left = p - held;
    tn_steps_add(s, (struct tn_step){ kind, 1, 1, (double)(left < held ? left : held) * bytes, 1 });
  }
}

/* Returns how many of the numbers 0 to p - 1 contain `bit`. */
static inline long long tn_n_with_bit(int p, long long bit)
{
  const long long rest = p % (2 * bit) - bit;
  return p / (2 * bit) * bit + (rest > 0 ? rest : 0);
}

/* Appends Bruck's alltoall: the step of a bit sends the blocks with this bit in their numbers. */
static inline void tn_steps_bruck(struct tn_steps *s, enum tn_step_kind kind, int p, double bytes)
{
  for (long long bit = 1; bit < p; bit *= 2)
    tn_steps_add(s, (struct tn_step){ kind, 1, (double)tn_n_with_bit(p, bit), bytes, 1 });
}

/* Returns the binary logarithm of p >= 1, rounded up. */
static inline int tn_ceil_lg(int p)
{
  int rounds = 0;
  for (long long reach = 1; reach < p; reach *= 2)
    rounds++;
  return rounds;
}

#endif
