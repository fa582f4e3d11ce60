/* The travel of cache lines that carry flags (docs/model/memory.md, Flags): who has a line, what it costs to get
 * it or to write it, and who has to queue for it. Pure bookkeeping: times go in and come out,
 * nothing waits. All times in seconds. */
#ifndef TN_CONTENTION_LINE_H
#define TN_CONTENTION_LINE_H

#include <stdbool.h>

/* What lines cost on a node; everything is borrowed. Distances are classes 0, 1, ... from near to
 * far; distance(context, i, j) is that of two ranks. */
struct tn_line_law {
  int (*distance)(const void *context, int i, int j);
  const void *context;
  const double *latency;    /* [classes] of one transfer between two ranks */
  const double *atomic;     /* [classes] of one that ends with an atomic operation */
  const int *llc, *package; /* [n_ranks] dense identifiers */
  int llc_class;            /* the farthest class under one LLC */
  int remote_class;         /* that of two packages */
  const int *creator; /* [n_ranks] in whose memory a rank's lines have their home; NULL: its own */
  double occupancy;   /* a home's service of one reader */
  double mlp;         /* line operations of one core under way at a time, 1 or more */
  double shared_remote; /* 0..1: how far a remotely shared line's price moves to the remote one */
};

/* Since the last write an LLC has the line: the rank that fetched it, and when it came. */
struct tn_line_copy {
  int rank;
  double arrival;
};

/* One line. {.owner = rank} is one that the rank wrote long ago. */
struct tn_line {
  int owner;                /* who wrote it last */
  int n_copies, max_copies; /* most lines have one reader: beyond one, `many`, owned */
  bool is_remote;           /* shared with a rank on another package than its home's */
  double since;             /* when that write was or will be visible */
  double free;              /* from when its home serves the next reader */
  double near_free; /* the same of readers under the owner's LLC, while it is shared remotely */
  double settled;   /* when all that read it again after the last atomic have it */
  struct tn_line_copy only, *many;
};

/* A read: the line sets out at `begin` and takes `seconds`. */
struct tn_line_fetch {
  double begin, seconds;
};

void tn_line_finish(struct tn_line *line);

/* Seconds that one transfer of a line takes: the worst of requester-owner, requester-home and
 * home-owner. */
double tn_line_price(double requester_owner, double requester_home, double home_owner);

/* What another independent line operation of one core adds to the first: max(latency / mlp,
 * occupancy), so that k of them cost latency + (k-1) * this. */
double tn_line_next(double latency, double mlp, double occupancy);

/* Seconds until the lines of `bytes` that follow one another are there, `mlp` of them under way at a
 * time: what the first piece of a payload waits for beside the time of its bytes. 0 of none. */
double tn_line_stream(double latency, double mlp, double line_size, double bytes);

/* Rank `by` reads at `now`, or when the line is written if that is later. Its owner has it. An
 * LLC-mate of the owner gets it from there (while it is shared remotely, by shared_remote, one
 * after another: the LLC may not answer alone), one of somebody who fetched it finds it when it
 * has come; anybody else is served by the home, one after another. `overlaps`: the core's previous
 * read has just ended, and this one did not depend on it. */
struct tn_line_fetch tn_line_read(const struct tn_line_law *law, struct tn_line *line, int by,
                                  double now, bool overlaps);

/* Rank `by` writes at `now`: when others can see it. All copies are gone then. A write while the
 * rank's own last one is under way goes with it, and readers of that one have both. *store is when
 * the core's last write became visible, and moves on: its writes are seen in order, independent
 * ones after L, L + L/mlp, ... */
double tn_line_write(const struct tn_line_law *law, struct tn_line *line, int by, double now,
                     double *store);

/* Rank `by` adds atomically, at `now` or when whoever polls has read the last atomic's result: when
 * it is done. The line is then its alone. */
double tn_line_add(const struct tn_line_law *law, struct tn_line *line, int by, double now);

/* Rank `by` waits for the line to change. After each write it asks for the line at once, as all do
 * who wait: a reader on another package makes the line dear for the others. */
void tn_line_poll(const struct tn_line_law *law, struct tn_line *line, int by);
/* Reads again, because it was written to while `by` waits for more. */
void tn_line_poll_again(const struct tn_line_law *law, struct tn_line *line, int by);

/* Exit skew of a dissemination barrier that all n ranks enter at once: in round i rank r sees the
 * flag of rank r - 2^i, price(context, r, r - 2^i) seconds after that rank's post. ret[n]: exit
 * times after the first one, seconds. */
void tn_barrier_skew(int n, double (*price)(const void *context, int reader, int writer),
                     const void *context, double *ret);

#endif
