/* Cache lines that carry flags (docs/model/memory.md, Flags): owner and copies, costs of reads and
 * writes, and the queue at the home. Computes times only, in seconds. */
#ifndef TN_CONTENTION_LINE_H
#define TN_CONTENTION_LINE_H

#include <stdbool.h>

/* Costs of lines on a node; arrays are borrowed. Distances are classes 0, 1, ... from near to far;
 * distance(context, i, j) is the class of the distance between ranks i and j. */
struct tn_line_law {
  int (*distance)(const void *context, int i, int j);
  const void *context;
  const double *latency;    /* [classes] seconds of a line's transfer between two ranks */
  const double *atomic;     /* [classes] seconds of a line's transfer for an atomic operation */
  const int *llc, *package; /* [n_ranks] dense identifiers of each rank's LLC and package */
  int llc_class;            /* largest class of distance between two ranks under one LLC */
  int remote_class;         /* class between packages */
  /* [n_ranks] rank in whose domain the lines of rank i have their home; NULL: rank i */
  const int *creator;
  double occupancy; /* seconds that a home needs to serve one reader */
  double mlp;       /* line operations that a core can have under way, >= 1 */
  /* 0..1: weight of the remote latency in reads of a remotely shared line (is_remote) */
  double shared_remote;
};

/* A copy of a line, fetched by `rank` since the last write, and its time of arrival. */
struct tn_line_copy {
  int rank;
  double arrival;
};

/* State of a line. {.owner = rank} is a line that the rank wrote long ago. */
struct tn_line {
  int owner; /* rank that wrote last */
  /* a single copy is in `only`, several in `many`, owned */
  int n_copies, max_copies;
  bool is_remote; /* true if a rank on another package than the home's reads the line */
  double since;   /* time when the last write becomes visible */
  double free;    /* time when the home can serve the next reader */
  /* time when the owner can serve the next reader under its LLC, if is_remote */
  double near_free;
  double settled; /* time when all pollers have read the result of the last atomic addition */
  struct tn_line_copy only, *many;
};

struct tn_line_fetch {
  double begin, seconds;
};

void tn_line_finish(struct tn_line *line);

/* Returns the seconds of one transfer of a line: the largest of the costs between requester and
 * owner, requester and home, and home and owner. */
double tn_line_price(double requester_owner, double requester_home, double home_owner);

/* Returns d = max(latency / mlp, occupancy), the seconds that each further independent operation of
 * a core adds: k operations take latency + (k-1) d. */
double tn_line_next(double latency, double mlp, double occupancy);

/* Returns the seconds until `bytes` in consecutive lines have arrived, `mlp` at a time: the latency
 * of a payload's first piece, without the time to move it. 0 for 0 bytes. */
double tn_line_stream(double latency, double mlp, double line_size, double bytes);

/* Reads the line as rank `by` at `now`, or when the last write becomes visible. The owner's read
 * takes no time. Ranks under the owner's LLC read the line there; if it is remotely shared, they
 * read more slowly (shared_remote) and in a queue. Ranks under an LLC with a copy read the copy
 * after its arrival. Other ranks queue at the home. `overlaps`: true if the core's previous,
 * independent read has just ended. */
struct tn_line_fetch tn_line_read(const struct tn_line_law *law, struct tn_line *line, int by,
                                  double now, bool overlaps);

/* Writes the line as rank `by` at `now` and removes all copies. Returns the time when the write is
 * visible; a write of the rank that is not visible yet becomes visible at the same time. *store:
 * time when the core's last write becomes visible; updated. A core's writes become visible in
 * order, independent ones after L, L + L/mlp, ..., where L is the latency. */
double tn_line_write(const struct tn_line_law *law, struct tn_line *line, int by, double now,
                     double *store);

/* Adds atomically as rank `by`, at `now` or when all pollers have read the result of the previous
 * addition, whichever is later. Returns the time when the addition is complete. The rank is then
 * the owner of the line, and there are no copies. */
double tn_line_add(const struct tn_line_law *law, struct tn_line *line, int by, double now);

/* Registers that rank `by` waits for changes and reads the line after each write. A reader on
 * another package than the home makes the line more expensive for all. */
void tn_line_poll(const struct tn_line_law *law, struct tn_line *line, int by);
/* Reads the line again for a rank that waits for further changes. */
void tn_line_poll_again(const struct tn_line_law *law, struct tn_line *line, int by);

/* Computes ret[n], the seconds between the first exit from a dissemination barrier and each rank's
 * exit, if all n ranks enter at once. In round i, rank r waits for a flag of rank r - 2^i, which it
 * sees price(context, r, r - 2^i) seconds after that rank has set it. */
void tn_barrier_skew(int n, double (*price)(const void *context, int reader, int writer),
                     const void *context, double *ret);

#endif
