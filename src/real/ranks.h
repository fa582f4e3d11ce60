/* Internals of the transport on processes: shared state, and state of one rank. */
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
  TN_RANK_FAILED, /* failed; `message` has the reason, also in the next two phases */
  TN_RANK_REFUSED,
  TN_RANK_WRONG
};

/* State of one rank: this rank writes it, the other ranks and the parent read it. */
struct tn_rank_state {
  /* grows while the rank does anything except waiting */
  _Alignas(TN_LINE_BYTES) _Atomic uint64_t progress;
  _Atomic int phase;
  _Atomic uint32_t epoch;                 /* number of the current call; 0 before the first */
  _Atomic uint32_t entered;               /* calls that the rank has entered, over all batches */
  _Atomic int awaited_rank, awaited_slot; /* flag that the rank waits for; awaited_rank is -1 if it
                                           * does not wait */
  pid_t pid;
  unsigned char *buf[TN_N_BUFS];      /* addresses in the rank's own memory */
  _Atomic int64_t segment[TN_N_BUFS]; /* XPMEM segments of the buffers; 0 if not made */
  int n_phases;
  double notes[TN_REAL_NOTES];
  char message[TN_MESSAGE];
};

/* A batch of calls. Rank 0 writes it while the other ranks wait. */
struct tn_batch {
  int warmup, calls; /* numbers of warm-up and timed calls; both 0 at the end of the run */
  int done;          /* timed calls in earlier batches */
};

/* Messages to (`out`) and from (`in`) another rank that this rank has counted. The other rank does
 * not count them again. */
struct tn_peer_messages {
  uint32_t out, in;
};

/* State of a run, in an anonymous mapping that all ranks inherit. */
struct tn_real_shared {
  _Alignas(TN_LINE_BYTES) _Atomic int n_arrived; /* number of ranks at the barrier between
                                                  * batches */
  _Alignas(TN_LINE_BYTES) _Atomic unsigned generation;
  struct tn_batch batch;
  /* time (tn_clock_now) at which the noise begins; rank 0 writes it */
  double noise_begin;
  struct tn_rank_state ranks[];
};

/* A run: made by the parent and copied into each rank by fork. */
struct tn_real_run {
  const struct tn_real_point *point;
  int n_ranks;
  bool crowded; /* true if ranks share a processing unit; waiting ranks soon yield it */
  pid_t parent;
  struct tn_layout layout;
  struct tn_p2p_limits p2p;
  struct tn_call call;
  struct tn_sizes *sizes; /* [n_ranks] */
  struct tn_real_shared *shared;
  size_t shared_bytes;
  _Atomic uint64_t *flags; /* [rank * flag_stride + slot] */
  size_t flag_stride;
  int barrier_slot;     /* slot of the barriers around calls, after the algorithm's slots */
  double *entry, *exit; /* [rank * max_calls + call] times of entry and exit, shared */
  struct tn_peer_messages *peer_messages; /* [rank * n_ranks + other] written by `rank`, shared */
  struct tn_real_phase *phases;           /* [rank * TN_MAX_PHASES + i], shared, or NULL */
  int memory_fd;                          /* descriptor of the file of mapped buffers, or -1 */
  unsigned char *mapped;                  /* mapped buffers of all ranks, or NULL */
  size_t mapped_bytes;
  size_t (*region)[TN_N_BUFS]; /* [rank] offsets of the rank's buffers in `mapped` */
};

/* A strand, in the process of its rank. */
struct tn_real_strand {
  struct tn_strand base;
  struct tn_real_run *run;
  struct tn_real_rank *rank;
  pthread_t thread;
  int pu;
  void (*fn)(struct tn_strand *r, void *arg);
  void *arg;
};

static inline struct tn_real_strand *tn_real_strand_of(struct tn_strand *r)
{
  return (struct tn_real_strand *)r;
}

struct tn_mapping {
  void *start; /* NULL if not mapped */
  size_t bytes;
};

struct tn_real_rank {
  struct tn_real_strand strand;
  struct tn_real_run *run;
  int number;
  struct tn_call call;
  struct tn_rank_state *state;
  unsigned char *buf[TN_N_BUFS];
  size_t size[TN_N_BUFS];
  struct tn_mapping mapping[TN_N_BUFS];
  unsigned char *working_set;  /* memory that is written before each call, or NULL */
  struct tn_xpmem_view *views; /* [n_ranks * TN_SHARED] peers' buffers; NULL without XPMEM */
  pthread_mutex_t views_lock;  /* held while a strand exposes or attaches a buffer */
  bool is_counting;            /* true if the current call's messages are counted */
  double entered;
};

extern const struct tn_transport tn_real_transport;
/* Pauses between two polls of a flag. */
void tn_transport_breathe(void);

static inline size_t tn_buf_bytes(const struct tn_sizes *sizes, int buf)
{
  const size_t bytes[TN_N_BUFS] = { sizes->send, sizes->recv, sizes->temp, sizes->shared };
  return bytes[buf];
}

/* Returns true if every rank maps this buffer of all ranks. */
bool tn_real_is_mapped(const struct tn_real_run *run, enum tn_buf buf);

/* Assigns mapped buffers to places in the memory file, in the parent (rank_memory.c). Returns false
 * and *error if memory is refused or too large. */
bool tn_memory_prepare(struct tn_real_run *run, GError **error);
void tn_memory_release(struct tn_real_run *run);
/* Allocates and touches a rank's buffers (rank_memory.c). tn_memory_before_call brings them into
 * the state `buffers` if ranks begin the call together, and fills them for verification. Both end
 * the rank if memory is refused. */
void tn_memory_allocate(struct tn_real_rank *rank);
void tn_memory_before_call(struct tn_real_rank *rank);

/* messages.c. Counts a message between this rank and another if the call's messages are counted;
 * the parent later sums the counts of all ranks. */
void tn_message_count(struct tn_real_strand *s, int from, int to);
void tn_messages_count(const struct tn_real_run *run, long long ret[TN_N_MESSAGE_CLASSES]);

/* Return the first batch of calls, or the next one (batch.c). `start` and `started_batch` are the
 * times (tn_clock_now) at which the run and the last batch began. */
struct tn_batch tn_batch_first(const struct tn_real_point *point);
struct tn_batch tn_batch_next(const struct tn_real_run *run, double start, double started_batch);

_Noreturn void tn_rank_main(struct tn_real_run *run, int number);
void tn_rank_enter(struct tn_strand *r);
void tn_rank_leave(struct tn_strand *r);
/* fail.c. Ends the process with a message for the parent; any thread may call it. */
_Noreturn void tn_rank_end(struct tn_real_rank *rank, enum tn_rank_phase phase, const char *format,
                           ...) G_GNUC_PRINTF(3, 4);

/* inject_noise.c. Starts the rank's noise at `shared->noise_begin`. Ends the rank if there is no
 * timer. */
void tn_rank_disturb(struct tn_real_rank *rank);

/* watch_ranks.c. Waits for the ranks, and ends all if one fails. ends[i]: pipe that closes when
 * rank i ends. */
bool tn_watch(struct tn_real_run *run, const int *ends, pid_t *pids, GError **error);
/* Returns true if a signal has ended the run, with its name in *error. */
bool tn_watch_is_stopped(const struct tn_real_run *run, GError **error);
/* Kills and reaps ranks. pids[i] is 0 for a reaped rank. */
void tn_watch_kill(int n, pid_t *pids);

#endif
