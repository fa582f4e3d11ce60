/* Transport on processes: every rank is a forked process that is pinned to its place, and the
 * running kernel performs the copies.
 *
 * Flags are in one anonymous shared segment, which is mapped before the fork, so that no file
 * remains. If a rank dies, fails or makes no progress, the run ends with an error that names the
 * rank. Ranks do not outlive the process that started them. */
#ifndef TN_REAL_PROCESSES_H
#define TN_REAL_PROCESSES_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "algos/bench/bench.h"
#include "algos/bench/statistics.h"
#include "contention/noise.h"
#include "host.h"
#include "platform/platform.h"

GQuark tn_real_error_quark(void);
#define TN_REAL_ERROR tn_real_error_quark()
#define tn_real_refuse(error, code, ...)                                                           \
  tn_refuse(error, TN_REAL_ERROR, TN_REAL_##code, __VA_ARGS__)

/* Codes of TN_REAL_ERROR. REFUSED is not a failure of the run: this machine lacks a requirement (a
 * system call or a kind of memory is denied, or a device is absent). */
enum tn_real_error { TN_REAL_FAILED, TN_REAL_REFUSED, TN_REAL_WRONG, TN_REAL_INTERRUPTED };

/* The buffers of rank r start this many bytes further into a page than those of rank r - 1, because
 * times of copies differ by up to four times between equal and nearly equal offsets. */
enum { TN_REAL_STAGGER = 256 };

/* One benchmark. All pointers are borrowed until tn_real_run returns. */
struct tn_real_point {
  struct tn_bench bench; /* loop of calls; its repetitions are the upper limit of timed calls */
  /* template of the ranks' calls: tn_real_run sets rank, epoch, layout and p2p->single_copy; p2p
   * may be NULL */
  struct tn_call call;
  const struct tn_places *places; /* [call.n_ranks] places on this machine */
  const struct tn_host *host;
  enum tn_mechanism mechanism;
  enum tn_backing backing; /* kind of pages under the user's buffers and TEMP */
  enum tn_buffers buffers;
  size_t working_set;    /* bytes of private memory that a rank writes before each call */
  size_t stagger;        /* bytes, as TN_REAL_STAGGER */
  bool verify;           /* true to fill the buffers before each call and check them after it;
                          * this is not timed */
  const double *arrival; /* [n_ranks] seconds that each rank waits before it enters, or NULL */
  const struct tn_noises *noise; /* noise in the ranks' processes (inject_noise.c), or NULL */
  uint64_t seed;                 /* seed of the noise */
  /* The calls end early if the 95 % interval of the median is within +- `precision` (a fraction) of
   * it, or after `seconds`, but not before TN_REAL_LEAST calls. 0: no early end. The calls of
   * imb-old must not be interrupted: TN_REAL_LEAST extra warm-up calls estimate how many calls fit
   * into `seconds`, and `precision` is ignored. */
  double precision, seconds;
  double patience; /* seconds: the run ends if no rank makes progress for so long */
  bool timeline;   /* true to record the phases of the last call */
  const volatile sig_atomic_t *stop; /* number of the signal that ends the run, or 0 so far; may
                                      * be NULL */
};

enum { TN_REAL_LEAST = 5 };

/* Default of `patience`, in seconds. */
#define TN_REAL_PATIENCE 20.0

/* A phase of a rank in the last call. */
struct tn_real_phase {
  const char *name; /* startup, copy, reduce, compute, wait, or post (the rank raises a flag at
                     * `from`) */
  double from, to;  /* start and end in seconds, on the clock of `entry` */
  int peer;         /* rank from or to which bytes are copied, or owner of the flag; -1: no peer */
  size_t bytes;     /* bytes moved; 0 if none are moved */
  int slot;         /* slot of the flag that the rank waits for or raises; -1: no flag */
  uint64_t value;   /* value of the flag that the rank waits for or sets */
};

/* Times of the timed calls in seconds of CLOCK_MONOTONIC, which all ranks share. */
struct tn_real_times {
  int n_ranks, n_calls;
  double *entry, *exit; /* [rank * n_calls + call], owned */
  double *notes;        /* [rank * TN_REAL_NOTES + i], owned; stored by tn_real_note */
  bool meets_once;      /* true if the ranks do not meet between the calls
                         * (tn_protocol_meets_once) */
  long long n_messages[TN_N_MESSAGE_CLASSES]; /* number of messages between ranks in one call, by
                                               * class */
  struct tn_real_phase **phases; /* [rank][n_phases[rank]], owned; NULL without `timeline` */
  int *n_phases;
};
void tn_real_times_clear(struct tn_real_times *times);

/* Runs the calls and waits for all ranks. On success the caller owns *ret. Otherwise returns false
 * and sets *error (TN_REAL_ERROR) with cause and rank. No process remains in either case. */
bool tn_real_run(const struct tn_real_point *point, struct tn_real_times *ret, GError **error);

/* Functions for probes whose `run` needs more than the transport table; `r` is the strand of the
 * calling rank. tn_real_locate returns the process of a rank and the address of a span in that
 * process. tn_real_note stores one of TN_REAL_NOTES numbers of the calling rank for the caller of
 * tn_real_run. Each number is 0 at first; a later note replaces an earlier one. */
enum { TN_REAL_NOTES = 16 };
void tn_real_locate(struct tn_strand *r, struct tn_span span, pid_t *ret_pid, void **ret_address);
void tn_real_note(struct tn_strand *r, int i, double value);

/* Returns true if this machine has the device that the mechanism needs. Otherwise returns false and
 * sets *error (REFUSED). Whether the kernel denies the mechanism is seen only when it is used. */
bool tn_real_has(enum tn_mechanism mechanism, GError **error);

/* Returns a summary of the times, in seconds. */
struct tn_summary tn_real_summarise(const struct tn_real_times *times);

#endif
