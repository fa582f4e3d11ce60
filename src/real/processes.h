/* Transport on processes: every rank is a forked, pinned process, and the running kernel copies.
 *
 * Flags are in an anonymous shared segment, so no file remains. If a rank dies, fails or makes no
 * progress, the run ends with an error that names the rank. Ranks end with their parent. */
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

/* Codes of TN_REAL_ERROR. REFUSED: this machine lacks a requirement (system call, kind of memory,
 * device); it is not a failure of the run. */
enum tn_real_error { TN_REAL_FAILED, TN_REAL_REFUSED, TN_REAL_WRONG, TN_REAL_INTERRUPTED };

/* Rank r's buffers start this many bytes further into a page than those of rank r - 1, because
 * times of copies differ up to fourfold between equal and nearly equal offsets. */
enum { TN_REAL_STAGGER = 256 };

/* A point to run. All pointers are borrowed until tn_real_run returns. */
struct tn_real_point {
  /* loop around the calls; bench.repetitions is the upper limit of timed calls */
  struct tn_bench bench;
  /* values of each call except rank, epoch, layout and p2p->single_copy, which tn_real_run sets;
   * p2p may be NULL */
  struct tn_call call;
  const struct tn_places *places; /* [call.n_ranks] places on this machine */
  const struct tn_host *host;
  enum tn_mechanism mechanism;
  enum tn_backing backing; /* kind of pages under the user's buffers and TEMP */
  enum tn_buffers buffers;
  size_t working_set;    /* bytes of private memory that a rank writes before each call */
  size_t stagger;        /* bytes by which the buffers of successive ranks are shifted
                          * (TN_REAL_STAGGER) */
  bool verify;           /* true to fill buffers before and check them after each call, untimed */
  const double *arrival; /* [n_ranks] delay of each rank's entry in seconds, or NULL */
  const struct tn_noises *noise; /* noise in the processes (inject_noise.c), or NULL */
  uint64_t seed;
  /* Calls end early if the median's 95 % interval is within +- `precision` (a fraction), or after
   * `seconds`, but not before TN_REAL_LEAST calls. 0: no early end. For imb-old, TN_REAL_LEAST
   * extra warm-up calls estimate how many calls fit into `seconds`; `precision` is ignored. */
  double precision, seconds;
  double patience;                   /* seconds without progress of any rank that end the run */
  bool timeline;                     /* true to record phases of the last call */
  const volatile sig_atomic_t *stop; /* number of the signal that ends the run, 0 before; may be
                                      * NULL */
};

enum { TN_REAL_LEAST = 5 };

/* Default of `patience` in seconds. */
#define TN_REAL_PATIENCE 20.0

/* A phase of a rank in the last call. */
struct tn_real_phase {
  const char *name; /* startup, copy, reduce, compute, wait, or post (the rank raises a flag at
                     * `from`) */
  double from, to;  /* seconds on the clock of tn_real_times.entry */
  int peer;         /* rank from or to which bytes are copied, or owner of the flag; -1: no such
                     * rank */
  size_t bytes;     /* number of bytes moved, or 0 */
  int slot;         /* slot of the flag that the rank waits for or raises; -1: no flag */
  uint64_t value;   /* value of the flag that the rank waits for or sets */
};

/* Times of the timed calls in seconds of CLOCK_MONOTONIC, which all ranks share. */
struct tn_real_times {
  int n_ranks, n_calls;
  double *entry, *exit; /* [rank * n_calls + call] times of entry and exit, owned */
  double *notes;        /* [rank * TN_REAL_NOTES + i] numbers of tn_real_note, owned */
  bool meets_once;      /* true if ranks do not meet between calls (tn_protocol_meets_once) */
  long long n_messages[TN_N_MESSAGE_CLASSES]; /* numbers of messages of one call, by class */
  struct tn_real_phase **phases; /* [rank][n_phases[rank]], owned; NULL without `timeline` */
  int *n_phases;
};
void tn_real_times_clear(struct tn_real_times *times);

/* Runs the calls and waits for all ranks; the caller owns *ret. Returns false and *error
 * (TN_REAL_ERROR), with cause and rank, on failure. No process remains. */
bool tn_real_run(const struct tn_real_point *point, struct tn_real_times *ret, GError **error);

/* Functions for probes whose `run` needs more than the transport table; `r` is the strand of the
 * calling rank. tn_real_locate returns the process of a rank and the address of a span in that
 * process. tn_real_note stores one of TN_REAL_NOTES numbers of the calling rank for the caller of
 * tn_real_run. Each is 0 at first; later notes replace earlier ones. */
enum { TN_REAL_NOTES = 16 };
void tn_real_locate(struct tn_strand *r, struct tn_span span, pid_t *ret_pid, void **ret_address);
void tn_real_note(struct tn_strand *r, int i, double value);

/* Returns true if this machine has the mechanism's device; otherwise false and *error (REFUSED).
 * Even then the kernel may deny the device when a rank uses it. */
bool tn_real_has(enum tn_mechanism mechanism, GError **error);

struct tn_summary tn_real_summarise(const struct tn_real_times *times);

#endif
