/* Transport on processes: every rank is a forked process that is pinned to its place, and the
 * running kernel performs the copies.
 *
 * Flags are in one anonymous shared segment, mapped before the fork, so that no file remains. If a
 * rank dies, fails or makes no progress, the run ends with an error that names the rank. Ranks do
 * not outlive the process that started them. */
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

/* Codes of TN_REAL_ERROR. REFUSED: this machine lacks a requirement (a denied system call or kind
 * of memory, an absent device), which is not a failure of the run. */
enum tn_real_error { TN_REAL_FAILED, TN_REAL_REFUSED, TN_REAL_WRONG, TN_REAL_INTERRUPTED };

/* Bytes by which the buffers of rank r are further into a page than those of rank r - 1: copies
 * between equal and nearly equal offsets differ by up to four times. */
enum { TN_REAL_STAGGER = 256 };

/* One benchmark; all pointers are borrowed during tn_real_run. */
struct tn_real_point {
  struct tn_bench bench; /* repetitions: upper limit of timed calls */
  /* template: tn_real_run sets rank, epoch, layout and p2p->single_copy; p2p may be NULL */
  struct tn_call call;
  const struct tn_places *places; /* [call.n_ranks] places on this machine */
  const struct tn_host *host;
  enum tn_mechanism mechanism;
  enum tn_backing backing; /* backing of the user's buffers and of TEMP */
  enum tn_buffers buffers;
  size_t working_set;    /* bytes of private memory that a rank writes before each call */
  size_t stagger;        /* bytes, see TN_REAL_STAGGER */
  bool verify;           /* true to fill buffers before and check them after each call, untimed */
  const double *arrival; /* [n_ranks] seconds to wait before entering, or NULL */
  const struct tn_noises *noise; /* noise in the ranks' processes (inject_noise.c), or NULL */
  uint64_t seed;                 /* seed of the noise */
  /* End the calls early: when the 95 % interval of the median is within +- precision of it, or
   * after `seconds`, but not before TN_REAL_LEAST calls. 0: no early end. Under imb-old, whose
   * calls must not be interrupted, TN_REAL_LEAST extra warm-up calls estimate how many calls fit
   * into `seconds`, and precision is ignored. */
  double precision, seconds;
  double patience; /* seconds without progress of any rank after which the run ends */
  bool timeline;   /* true to record the phases of the last call */
  const volatile sig_atomic_t *stop; /* number of the signal that ends it, or 0; may be NULL */
};

enum { TN_REAL_LEAST = 5 };

/* Default of patience. */
#define TN_REAL_PATIENCE 20.0

/* Phase of a rank in the last call. */
struct tn_real_phase {
  const char *name; /* startup, copy, reduce, compute, wait, or post (raises a flag at `from`) */
  double from, to;  /* seconds, on the clock of `entry` */
  int peer;         /* rank copied from or to, or owner of the flag; -1: no peer */
  size_t bytes;     /* bytes moved, or 0 */
  int slot;         /* slot of the flag waited for or raised; -1: no flag */
  uint64_t value;   /* value awaited or set */
};

/* Times of the timed calls in seconds of CLOCK_MONOTONIC, which all ranks share. */
struct tn_real_times {
  int n_ranks, n_calls;
  double *entry, *exit; /* [rank * n_calls + call], owned */
  double *notes;        /* [rank * TN_REAL_NOTES + i], owned; see tn_real_note */
  bool meets_once;      /* true if the calls are one stretch: tn_protocol_meets_once */
  long long n_messages[TN_N_MESSAGE_CLASSES]; /* messages between ranks in one call */
  struct tn_real_phase **phases; /* [rank][n_phases[rank]], owned; NULL without timeline */
  int *n_phases;
};
void tn_real_times_clear(struct tn_real_times *times);

/* Runs the calls and waits for all ranks. On success the caller owns *ret. Otherwise returns false
 * and sets *error (TN_REAL_ERROR) with cause and rank. No process remains in either case. */
bool tn_real_run(const struct tn_real_point *point, struct tn_real_times *ret, GError **error);

/* Functions for probes whose `run` needs more than the transport table; `r` is the caller's strand.
 * tn_real_locate: returns the process of a rank and the address of a span in that process.
 * tn_real_note: stores one of TN_REAL_NOTES numbers of the calling rank for the caller of
 * tn_real_run; 0 by default, later notes replace earlier ones. */
enum { TN_REAL_NOTES = 16 };
void tn_real_locate(struct tn_strand *r, struct tn_span span, pid_t *ret_pid, void **ret_address);
void tn_real_note(struct tn_strand *r, int i, double value);

/* Returns true if this machine has the device that the mechanism needs; otherwise returns false and
 * sets *error (REFUSED). Denials by the kernel only appear when the mechanism is used. */
bool tn_real_has(enum tn_mechanism mechanism, GError **error);

/* Returns the summary of the times, in seconds. */
struct tn_summary tn_real_summarise(const struct tn_real_times *times);

#endif
