/* Classes of a program's calls (collective, ranks, and size by powers of two), and the parts of
 * their time. */
#ifndef TN_PROGRAM_CLASSES_H
#define TN_PROGRAM_CLASSES_H

#include "program.h"

struct tn_call_class {
  const char *name;   /* name of the collective, interned */
  int collective;     /* enum tn_collective, or TN_PROGRAM_UNMODELLED */
  int n_ranks;        /* ranks of the communicators */
  size_t from, to;    /* bytes: 2^k to 2^(k+1) - 1, or 0 to 0 */
  size_t least, most; /* smallest and largest bytes of the calls */
  guint n_calls;
};

/* The classes of a program, sorted by collective (in the registry's order, then others by name),
 * ranks and size. */
struct tn_call_classes {
  GArray *all; /* struct tn_call_class */
  guint *of;   /* [calls] index of each call's class */
};
struct tn_call_classes *tn_call_classes_new(const struct tn_program *program);
void tn_call_classes_free(struct tn_call_classes *classes);

static inline const struct tn_call_class *tn_call_class(const struct tn_call_classes *classes,
                                                        guint i)
{
  return &g_array_index(classes->all, struct tn_call_class, i);
}

/* Seconds of one class's calls: sum over calls, mean over all ranks of the program.
 *
 * A rank waits in a call until the ranks whose data it needs have entered: in broadcast and scatter
 * the root; at the root of gather and reduce, all ranks; in a scan, the lower ranks; otherwise all
 * ranks. An algorithm cannot shorten the waiting; the rest of the time is that of the collective. */
struct tn_class_times {
  double inside;  /* from entry to exit */
  double waiting; /* the part of `inside` spent waiting for late ranks */
};

/* The parts of a program's time. */
struct tn_program_times {
  double total;           /* seconds until the last rank ends */
  double inside, waiting; /* sums over all classes */
  double *late; /* [n_ranks] seconds that others waited for a rank as the last one they needed; mean
                   over ranks */
  struct tn_class_times *classes; /* [classes] */
};
struct tn_program_times *tn_program_times_new(const struct tn_program *program,
                                              const struct tn_call_classes *classes);
void tn_program_times_free(struct tn_program_times *times);

/* Returns which of the call's n ranks enters last: of those whose data `rank` needs, and itself.
 * entry[n]. */
int tn_program_last_needed(const struct tn_program_call *call, int n, int rank,
                           const double *entry);

/* Adds one call: entry and exit in seconds, by rank in its group. */
void tn_program_times_add(struct tn_program_times *times, const struct tn_program *program,
                          const struct tn_call_classes *classes, guint call, const double *entry,
                          const double *exit);

/* Computes the measured times. Returns false if a call lacks measured times. */
bool tn_program_times_measured(const struct tn_program *program,
                               const struct tn_call_classes *classes, struct tn_program_times *ret);

#endif
