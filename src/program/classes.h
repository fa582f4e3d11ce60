/* Classes of calls (collective, ranks, and size by powers of two), and the parts of their time. */
#ifndef TN_PROGRAM_CLASSES_H
#define TN_PROGRAM_CLASSES_H

#include "program.h"

struct tn_call_class {
  const char *name;   /* name of the collective, interned */
  int collective;     /* enum tn_collective, or TN_PROGRAM_UNMODELLED */
  int n_ranks;        /* ranks of the communicators */
  size_t from, to;    /* bytes: 2^k to 2^(k+1) - 1, or 0 to 0 */
  size_t least, most; /* bytes of the smallest and the largest call */
  guint n_calls;
};

/* Classes by collective (those of the registry in its order, then others by name), ranks and
 * size. */
struct tn_call_classes {
  GArray *all;
  guint *of; /* [calls] class of each call */
};
struct tn_call_classes *tn_call_classes_new(const struct tn_program *program);
void tn_call_classes_free(struct tn_call_classes *classes);

static inline const struct tn_call_class *tn_call_class(const struct tn_call_classes *classes,
                                                        guint i)
{
  return &g_array_index(classes->all, struct tn_call_class, i);
}

/* Seconds of a class: sums over calls, means over the program's ranks.
 *
 * A rank waits in a call until the ranks whose data it needs have entered: in broadcast and scatter
 * the root; at the root of gather and reduce, all ranks; in a scan, the lower ranks; otherwise all
 * ranks. No algorithm shortens this waiting; the choice affects the rest. */
struct tn_class_times {
  double inside;  /* seconds from entry to exit */
  double waiting; /* seconds of `inside` spent waiting for late ranks */
};

struct tn_program_times {
  double total;           /* until the last rank ends */
  double inside, waiting; /* seconds as in tn_class_times, over all classes */
  double *late; /* [n_ranks] seconds that others waited for this rank as the last one they needed;
                 * mean over ranks */
  struct tn_class_times *classes; /* [classes] */
};
struct tn_program_times *tn_program_times_new(const struct tn_program *program,
                                              const struct tn_call_classes *classes);
void tn_program_times_free(struct tn_program_times *times);

/* Returns which rank (0 to n - 1) of the call enters last by entry[n], among `rank` and the ranks
 * whose data it needs. */
int tn_program_last_needed(const struct tn_program_call *call, int n, int rank,
                           const double *entry);

/* Adds one call. entry and exit: seconds by rank in the group. */
void tn_program_times_add(struct tn_program_times *times, const struct tn_program *program,
                          const struct tn_call_classes *classes, guint call, const double *entry,
                          const double *exit);

/* Computes the times from measured entries and exits. Returns false if a call lacks them. */
bool tn_program_times_measured(const struct tn_program *program,
                               const struct tn_call_classes *classes, struct tn_program_times *ret);

#endif
