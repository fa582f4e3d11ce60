/* The transport on processes: every rank is a forked process, pinned to its place, and copies are
 * carried out by the running kernel.
 *
 * Flags lie in one shared segment made before the ranks are forked, so that nothing can be left
 * behind. A rank that dies, fails or makes no progress ends the run with an error that names it;
 * ranks do not outlive the process that started them. */
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

/* Codes of TN_REAL_ERROR. REFUSED: this machine cannot do what was asked for (a system call or a
 * kind of memory is denied, a device is absent), which is no fault of the run. */
enum tn_real_error { TN_REAL_FAILED, TN_REAL_REFUSED, TN_REAL_WRONG, TN_REAL_INTERRUPTED };

/* Bytes by which the buffers of rank r lie further into a page than those of rank r - 1: copies
 * between equal and nearly equal offsets differ by up to four times. */
enum { TN_REAL_STAGGER = 256 };

/* One benchmark; everything is borrowed for the duration of tn_real_run. */
struct tn_real_point {
  struct tn_bench bench;          /* repetitions: at most so many timed calls */
  struct tn_call call;            /* template: rank, epoch, layout and p2p->single_copy are set
                                     here; p2p may be NULL */
  const struct tn_places *places; /* [call.n_ranks], of this machine */
  const struct tn_host *host;
  enum tn_mechanism mechanism;
  enum tn_backing backing; /* of the user's buffers and of TEMP */
  enum tn_buffers buffers;
  size_t working_set;            /* bytes of its own that a rank writes before each call */
  size_t stagger;                /* bytes, see TN_REAL_STAGGER */
  bool verify;                   /* fill before and check after each call, outside the times */
  const double *arrival;         /* [n_ranks] seconds to wait before entering, NULL: none */
  const struct tn_noises *noise; /* of the ranks' processes (noise.c), NULL: none */
  uint64_t seed;                 /* that it is drawn by */
  /* Ends the calls early: when the 95 % interval of the median is within +- precision of it, or
   * after so many seconds, but not before TN_REAL_LEAST calls. 0: never. Under imb-old, whose calls
   * nothing may interrupt, TN_REAL_LEAST more warm-up calls tell how many fit into the seconds, and
   * precision does not count. */
  double precision, seconds;
  double patience;                   /* seconds without progress of any rank that end the run */
  bool timeline;                     /* record what the ranks did in the last call */
  const volatile sig_atomic_t *stop; /* a signal's number ends the run, NULL: none */
};

enum { TN_REAL_LEAST = 5 };

/* What is worth asking for where nobody says anything. */
#define TN_REAL_PATIENCE 20.0

/* Something that a rank did in the last call. */
struct tn_real_phase {
  const char *name; /* startup, copy, reduce, compute, wait, or post: it raised a flag, at `from` */
  double from, to;  /* seconds, as entry */
  int peer;         /* the rank that it copied from or to, or whose flag it is; -1: none */
  size_t bytes;     /* that were moved; 0: none */
  int slot;         /* of the flag that was waited for or raised; -1: none */
  uint64_t value;   /* that it was waited for to have, or got */
};

/* Times of the timed calls, in seconds of CLOCK_MONOTONIC, which all ranks share. */
struct tn_real_times {
  int n_ranks, n_calls;
  double *entry, *exit; /* [rank * n_calls + call], owned */
  double *notes;        /* [rank * TN_REAL_NOTES + i], owned; see tn_real_note */
  bool meets_once;      /* the calls are one stretch: tn_protocol_meets_once */
  long long n_messages[TN_N_MESSAGE_CLASSES]; /* what ranks handed to each other in one call */
  struct tn_real_phase **phases; /* [rank][n_phases[rank]], owned; NULL without timeline */
  int *n_phases;
};
void tn_real_times_clear(struct tn_real_times *times);

/* Runs the calls and waits for all ranks. On success *ret belongs to the caller. False and *error
 * (TN_REAL_ERROR): what went wrong, on which rank; no process is left then either. */
bool tn_real_run(const struct tn_real_point *point, struct tn_real_times *ret, GError **error);

/* For probes, whose `run` needs more than the transport table; `r` is the caller's strand.
 * tn_real_locate: the process of a rank and the address of a span in that process.
 * tn_real_note: keeps one of TN_REAL_NOTES numbers of the calling rank for the caller of
 * tn_real_run; 0 where nothing was noted, the last one where a number is noted again. */
enum { TN_REAL_NOTES = 16 };
void tn_real_locate(struct tn_strand *r, struct tn_span span, pid_t *ret_pid, void **ret_address);
void tn_real_note(struct tn_strand *r, int i, double value);

/* Whether this machine has what the mechanism needs at all: false and *error (REFUSED) when its
 * device is absent. What the kernel denies only shows when it is tried. */
bool tn_real_has(enum tn_mechanism mechanism, GError **error);

/* In seconds. */
struct tn_summary tn_real_summarise(const struct tn_real_times *times);

#endif
