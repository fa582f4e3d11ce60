/* Cache lines that carry flags (docs/model/memory.md, Flags): their owner and copies, the cost of
 * reading and writing them, and queueing at their home. Functions compute times and never wait. All
 * times are in seconds. */
#ifndef TN_CONTENTION_LINE_H
#define TN_CONTENTION_LINE_H

#include <stdbool.h>

/* Costs of lines on a node; all arrays are borrowed. Distances are classes 0, 1, ... from near to
 * far; distance(context, i, j) is the class of ranks i and j. */
struct tn_line_law {
  int (*distance)(const void *context, int i, int j);
  const void *context;
  const double *latency;    /* [classes] of one transfer between two ranks */
  const double *atomic;     /* [classes] of a transfer for an atomic operation */
  const int *llc, *package; /* [n_ranks] dense identifiers */
  int llc_class;            /* the farthest class within one LLC */
  int remote_class;         /* the class of two packages */
  const int *creator; /* [n_ranks] rank whose memory is the home of a rank's lines; NULL: itself */
  double occupancy;   /* time in which a home serves one reader */
  double mlp;         /* concurrent line operations of one core, 1 or more */
  double shared_remote; /* 0..1: share of the remote latency in the price if is_remote */
};

/* A copy that an LLC has fetched since the last write: the rank that fetched it, and the arrival time. */
struct tn_line_copy {
  int rank;
  double arrival;
};

/* One line. {.owner = rank} is a line that the rank wrote long ago. */
struct tn_line {
  int owner;                /* rank of the last write */
  int n_copies, max_copies; /* the first copy is in `only`, several are in `many`, owned */
  bool is_remote;           /* true if a rank on another package than the home's reads the line */
  double since;             /* time at which the last write becomes visible */
  double free;              /* time from which the home serves the next reader */
  double near_free;         /* the same for readers in the owner's LLC, if is_remote */
  double settled;           /* time at which all pollers have read the last atomic's result */
  struct tn_line_copy only, *many;
};

/* A read: it begins at time `begin` and takes `seconds`. */
struct tn_line_fetch {
  double begin, seconds;
};

void tn_line_finish(struct tn_line *line);

/* Returns the seconds of one transfer of a line: the largest of the three legs. */
double tn_line_price(double requester_owner, double requester_home, double home_owner);

/* Returns the additional seconds of each further independent line operation of a core: max(latency
 * / mlp, occupancy). k operations take latency + (k-1) * this. */
double tn_line_next(double latency, double mlp, double occupancy);

/* Returns the seconds until `bytes` in consecutive lines have arrived, with `mlp` lines in flight:
 * the latency of a payload's first piece, without the time of its bytes. Returns 0 for 0 bytes. */
double tn_line_stream(double latency, double mlp, double line_size, double bytes);

/* Reads the line as rank `by` at `now`, or when it is written if that is later. The owner's own read is
 * free. A rank in the owner's LLC reads there; if the line is remotely shared, such reads are slower (by
 * shared_remote) and queue. A rank in the LLC of a copy reads it when it has arrived. All others queue
 * at the home. `overlaps`: the core's previous read has just ended and is independent of this one. */
struct tn_line_fetch tn_line_read(const struct tn_line_law *law, struct tn_line *line, int by,
                                  double now, bool overlaps);

/* Writes the line as rank `by` at `now`, and removes all copies. Returns when the write is visible.
 * If the rank's previous write of the line is not yet visible, both become visible together.
 * *store: time at which the core's last write became visible; updated. Writes of a core become
 * visible in order, independent ones after L, L + L/mlp, ... */
double tn_line_write(const struct tn_line_law *law, struct tn_line *line, int by, double now,
                     double *store);

/* Adds atomically as rank `by`, at `now` or when all pollers have read the last atomic's result.
 * Returns the end. The rank is then the only owner of the line. */
double tn_line_add(const struct tn_line_law *law, struct tn_line *line, int by, double now);

/* Registers that rank `by` waits for a change of the line and asks for it after each write. A
 * reader on another package makes the line more expensive for all readers. */
void tn_line_poll(const struct tn_line_law *law, struct tn_line *line, int by);
/* Reads the line again for rank `by`, which waits for further changes. */
void tn_line_poll_again(const struct tn_line_law *law, struct tn_line *line, int by);

/* Computes the exit skew of a dissemination barrier that all n ranks enter at once. In round i rank
 * r sees the flag of rank r - 2^i price(context, r, r - 2^i) seconds after that rank's post.
 * ret[n]: seconds from the first exit to each rank's exit. */
void tn_barrier_skew(int n, double (*price)(const void *context, int reader, int writer),
                     const void *context, double *ret);

#endif
