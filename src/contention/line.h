/* Cache lines that carry flags (docs/model/memory.md, Flags): owner and copies of a line, costs of
 * reading and writing it, and the queue at its home. The functions compute times only. All times
 * are in seconds. */
#ifndef TN_CONTENTION_LINE_H
#define TN_CONTENTION_LINE_H

#include <stdbool.h>

/* Costs of lines on a node; all arrays are borrowed. Distances are classes 0, 1, ... from near to
 * far; distance(context, i, j) is the class of ranks i and j. */
struct tn_line_law {
  int (*distance)(const void *context, int i, int j);
  const void *context;
  const double *latency;    /* [classes] seconds of one transfer between two ranks */
  const double *atomic;     /* [classes] seconds of one transfer for an atomic operation */
  const int *llc, *package; /* [n_ranks] dense identifiers of each rank's LLC and package */
  int llc_class;            /* farthest class of distance within one LLC */
  int remote_class;         /* class of distance between two packages */
  /* [n_ranks] rank whose memory domain is the home of a rank's lines; NULL: the rank's own
   * domain */
  const int *creator;
  double occupancy; /* seconds for which a home is busy with one reader */
  double mlp;       /* number of line operations that one core can have under way, 1 or more */
  /* 0..1: weight of the remote latency in the cost of a read if the line is remotely shared
   * (is_remote) */
  double shared_remote;
};

/* A copy that an LLC has fetched since the last write: the rank that fetched it, and the time of
 * its arrival. */
struct tn_line_copy {
  int rank;
  double arrival;
};

/* One line. {.owner = rank} is a line that the rank wrote long ago. */
struct tn_line {
  int owner; /* rank of the last write */
  /* a single copy is in `only`; several copies are in `many`, which is owned */
  int n_copies, max_copies;
  bool is_remote; /* true if a rank on another package than the home's reads the line */
  double since;   /* time at which the last write becomes visible */
  double free;    /* time from which the home serves the next reader */
  /* time from which the owner serves the next reader in its LLC; used if is_remote */
  double near_free;
  double settled; /* time at which all pollers have read the last atomic's result */
  struct tn_line_copy only, *many;
};

/* A read: it begins at time `begin` and takes `seconds`. */
struct tn_line_fetch {
  double begin, seconds;
};

void tn_line_finish(struct tn_line *line);

/* Returns the seconds of one transfer of a line: the largest of the costs between requester and
 * owner, requester and home, and home and owner. */
double tn_line_price(double requester_owner, double requester_home, double home_owner);

/* Returns the additional seconds d = max(latency / mlp, occupancy) of each further independent line
 * operation of a core. k operations take latency + (k-1) d. */
double tn_line_next(double latency, double mlp, double occupancy);

/* Returns the seconds until `bytes` in consecutive lines have arrived, with `mlp` lines in flight:
 * this is the latency of a payload's first piece; the time to move its bytes is not included.
 * Returns 0 for 0 bytes. */
double tn_line_stream(double latency, double mlp, double line_size, double bytes);

/* Reads the line as rank `by` at `now`, or when the last write becomes visible if that is later. A
 * read by the owner takes no time. A rank under the owner's LLC reads the line there; if the line
 * is remotely shared, these reads are slower (shared_remote) and queue. A rank under an LLC with a
 * copy reads the copy when it has arrived. All other ranks queue at the home. `overlaps`: the
 * core's previous read has just ended and is independent of this one. */
struct tn_line_fetch tn_line_read(const struct tn_line_law *law, struct tn_line *line, int by,
                                  double now, bool overlaps);

/* Writes the line as rank `by` at `now`, and removes all copies. Returns when the write is visible.
 * If the rank's previous write of the line is not visible yet, both writes become visible at the
 * same time. *store: time at which the core's last write became visible; updated. Writes of a core
 * become visible in order, independent ones after L, L + L/mlp, ... */
double tn_line_write(const struct tn_line_law *law, struct tn_line *line, int by, double now,
                     double *store);

/* Adds atomically as rank `by`, at `now` or when all pollers have read the result of the previous
 * addition, whichever is later. Returns the time when the addition is complete. The rank is then
 * the owner of the line, and there are no copies. */
double tn_line_add(const struct tn_line_law *law, struct tn_line *line, int by, double now);

/* Registers that rank `by` waits for a change of the line and reads the line after each write. A
 * reader on another package than the home makes the line more expensive for all readers. */
void tn_line_poll(const struct tn_line_law *law, struct tn_line *line, int by);
/* Reads the line again for rank `by`, which waits for further changes. */
void tn_line_poll_again(const struct tn_line_law *law, struct tn_line *line, int by);

/* Computes the exit skew of a dissemination barrier that all n ranks enter at once. In round i rank
 * r sees the flag of rank r - 2^i price(context, r, r - 2^i) seconds after that rank's post. Sets
 * ret[n] to the seconds from the first exit to each rank's exit. */
void tn_barrier_skew(int n, double (*price)(const void *context, int reader, int writer),
                     const void *context, double *ret);

#endif
