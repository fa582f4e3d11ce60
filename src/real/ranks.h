/* Between the files of the transport on processes: what the ranks share, and what one rank has. */
#ifndef TN_REAL_RANKS_H
#define TN_REAL_RANKS_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "processes.h"

enum { TN_LINE_BYTES = 128, TN_MESSAGE = 240, TN_MAX_PHASES = 4096 };

enum tn_rank_phase {
  TN_RANK_STARTING,
  TN_RANK_WORKING,
  TN_RANK_DONE,
  TN_RANK_FAILED, /* message says why; also of the next two */
  TN_RANK_REFUSED,
  TN_RANK_WRONG
};

/* What a rank tells the others and its parent; it alone writes. */
struct tn_rank_state {
  _Alignas(TN_LINE_BYTES) _Atomic uint64_t progress; /* grows while it does anything but wait */
  _Atomic int phase;
  _Atomic uint32_t epoch;                 /* call that it is in, 0 before the first */
  _Atomic uint32_t entered;               /* calls that it has entered, of all batches */
  _Atomic int awaited_rank, awaited_slot; /* what it has been waiting for; rank -1: nothing */
  pid_t pid;
  unsigned char *buf[TN_N_BUFS];      /* addresses in its own memory */
  _Atomic int64_t segment[TN_N_BUFS]; /* of XPMEM, 0: not made */
  int n_phases;
  double notes[TN_REAL_NOTES];
  char message[TN_MESSAGE];
};

/* How many calls come next; rank 0 writes it while the others wait. */
struct tn_batch {
  int warmup, calls; /* both 0: that was all */
  int done;          /* timed calls before it */
};

/* Messages that a rank handed to one other, and that it got from it: what either side knows. */
struct tn_handed {
  uint32_t out, in;
};

/* One anonymous mapping, inherited by all ranks. */
struct tn_real_shared {
  _Alignas(TN_LINE_BYTES) _Atomic int n_arrived; /* at the barrier between batches */
  _Alignas(TN_LINE_BYTES) _Atomic unsigned generation;
  struct tn_batch batch;
  double noise_begin; /* tn_clock_now where the clock of the noise is 0; rank 0 writes it */
  struct tn_rank_state ranks[];
};

/* A run; made by the parent, copied into each rank by fork. */
struct tn_real_run {
  const struct tn_real_point *point;
  int n_ranks;
  bool crowded; /* some rank shares its processing unit: yield soon */
  pid_t parent;
  struct tn_layout layout;
  struct tn_p2p_limits p2p;
  struct tn_call call;    /* the ranks' template */
  struct tn_sizes *sizes; /* [n_ranks] */
  struct tn_real_shared *shared;
  size_t shared_bytes;
  _Atomic uint64_t *flags; /* [rank * flag_stride + slot] */
  size_t flag_stride;
  int barrier_slot;             /* of the barriers round the calls, after the algorithm's slots */
  double *entry, *exit;         /* [rank * max_calls + call], shared */
  struct tn_handed *handed;     /* [rank * n_ranks + other], shared; rank writes */
  struct tn_real_phase *phases; /* [rank * TN_MAX_PHASES + i], shared, or NULL */
  int memory_fd;                /* of mapped buffers, -1: none */
  unsigned char *mapped;        /* all ranks' mapped buffers, NULL: none */
  size_t mapped_bytes;
  size_t (*region)[TN_N_BUFS]; /* [rank]: offset of its buffer in `mapped` */
};

/* A strand of a rank, in the rank's process. */
struct tn_real_strand {
  struct tn_strand base;
  struct tn_real_run *run;
  struct tn_real_rank *rank;
  pthread_t thread; /* of a spawned one */
  int pu;
  void (*fn)(struct tn_strand *r, void *arg);
  void *arg;
};

/* A private mapping of a rank. */
struct tn_mapping {
  void *start; /* NULL: none */
  size_t bytes;
};

/* The rank whose process this is. */
struct tn_real_rank {
  struct tn_real_strand strand;
  struct tn_real_run *run;
  int number;
  struct tn_call call;
  struct tn_rank_state *state;
  unsigned char *buf[TN_N_BUFS];
  size_t size[TN_N_BUFS];
  struct tn_mapping mapping[TN_N_BUFS];
  unsigned char *working_set;  /* NULL: none */
  struct tn_xpmem_view *views; /* [n_ranks * TN_SHARED] of others' buffers; NULL without XPMEM */
  pthread_mutex_t views_lock;  /* strands may attach at the same time */
  bool is_counting;            /* messages, in this call */
  double entered;
};

extern const struct tn_transport tn_real_transport;
/* Between two looks at a flag. */
void tn_transport_breathe(void);

static inline size_t tn_buf_bytes(const struct tn_sizes *sizes, int buf)
{
  const size_t bytes[TN_N_BUFS] = { sizes->send, sizes->recv, sizes->temp, sizes->shared };
  return bytes[buf];
}

/* Whether all ranks map this buffer of all. */
bool tn_real_is_mapped(const struct tn_real_run *run, enum tn_buf buf);

/* memory.c, in the parent: lays the mapped buffers out. False and *error: refused or too large. */
bool tn_memory_prepare(struct tn_real_run *run, GError **error);
void tn_memory_release(struct tn_real_run *run);
/* memory.c, in a rank: gets its buffers and touches them; does what `buffers` asks for before a
 * call that all ranks meet before, and fills the buffers of any where data are verified. Both end
 * the rank when the memory is refused. */
void tn_memory_allocate(struct tn_real_rank *rank);
void tn_memory_before_call(struct tn_real_rank *rank);

/* messages.c: counts a message between this rank and another, in the call that is counted; then,
 * in the parent, sums up what all ranks have counted. */
void tn_message_count(struct tn_real_strand *s, int from, int to);
void tn_messages_count(const struct tn_real_run *run, long long ret[TN_N_MESSAGE_CLASSES]);

/* batch.c: how many calls a run begins with, and goes on with. Times of tn_clock_now: of the start
 * of all and of the batch that has ended. */
struct tn_batch tn_batch_first(const struct tn_real_point *point);
struct tn_batch tn_batch_next(const struct tn_real_run *run, double start, double started_batch);

/* rank.c: the life of a rank's process. */
_Noreturn void tn_rank_main(struct tn_real_run *run, int number);
/* The transport's enter and leave. */
void tn_rank_enter(struct tn_strand *r);
void tn_rank_leave(struct tn_strand *r);
/* Ends the process with a message for the parent; from any of its threads. */
_Noreturn void tn_rank_end(struct tn_real_rank *rank, enum tn_rank_phase phase, const char *format,
                           ...) G_GNUC_PRINTF(3, 4);

/* noise.c: has the rank's noise come from now on, which is `shared->noise_begin`. Ends the rank when
 * there is no timer for it. */
void tn_rank_disturb(struct tn_real_rank *rank);

/* watch.c: waits for the ranks' processes and ends them all when one of them is in trouble.
 * ends[i] is closed by the system when rank i ends. */
bool tn_watch(struct tn_real_run *run, const int *ends, pid_t *pids, GError **error);
/* Whether a signal ends the run; *error says which. */
bool tn_watch_is_stopped(const struct tn_real_run *run, GError **error);
/* Kills and buries what runs. pids[i] is 0 for a rank that has been buried. */
void tn_watch_kill(int n, pid_t *pids);

#endif
