/* Clocks and flags for threads and processes that share memory. */
#ifndef TN_REAL_SHARED_H
#define TN_REAL_SHARED_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

/* Returns seconds on the clock that all threads and processes share. */
static inline double tn_clock_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns the calling thread's processor time in seconds. */
static inline double tn_clock_worked(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Performs a memcpy and returns its seconds. */
static inline double tn_clock_memcpy(void *to, const void *from, size_t bytes)
{
  const double before = tn_clock_now();
  memcpy(to, from, bytes);
  atomic_signal_fence(memory_order_seq_cst);
  return tn_clock_now() - before;
}

/* Returns n rounded up to a multiple of `unit`. */
static inline size_t tn_round_up(size_t n, size_t unit)
{
  return (n + unit - 1) / unit * unit;
}

static inline void tn_flag_await(_Atomic unsigned *flag, unsigned value)
{
  while (atomic_load_explicit(flag, memory_order_acquire) != value)
    ;
}

/* Raises a flag to at least `value`; several threads may write it. */
static inline void tn_flag_raise(_Atomic uint64_t *flag, uint64_t value)
{
  uint64_t seen = atomic_load_explicit(flag, memory_order_relaxed);
  while (seen < value && !atomic_compare_exchange_weak_explicit(
                             flag, &seen, value, memory_order_acq_rel, memory_order_relaxed))
    ;
}

#endif
