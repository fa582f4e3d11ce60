/* Calls of a program by what a decision may differ for: collective, ranks, and size by powers of
 * two; and what their time goes into. */
#ifndef TN_PROGRAM_CLASSES_H
#define TN_PROGRAM_CLASSES_H

#include "program.h"

struct tn_call_class {
  const char *name;   /* of the collective, interned */
  int collective;     /* enum tn_collective, or TN_PROGRAM_UNMODELLED */
  int n_ranks;        /* of the communicators */
  size_t from, to;    /* bytes: 2^k to 2^(k+1) - 1, or 0 to 0 */
  size_t least, most; /* bytes of the calls that are there */
  guint n_calls;
};

/* The classes of a program: by collective in the registry's order, others by name; then by ranks
 * and size. */
struct tn_call_classes {
  GArray *all; /* struct tn_call_class */
  guint *of;   /* [calls] the class of each call */
};
struct tn_call_classes *tn_call_classes_new(const struct tn_program *program);
void tn_call_classes_free(struct tn_call_classes *classes);

static inline const struct tn_call_class *tn_call_class(const struct tn_call_classes *classes,
                                                        guint i)
{
  return &g_array_index(classes->all, struct tn_call_class, i);
}

/* Seconds of one class's calls: summed over calls, averaged over all ranks of the program.
 *
 * A rank waits in a call until those whose data it needs have entered: a broadcast's and a scatter's
 * ranks for the root; the root of a gather or reduce for all; in a scan, those before; else each
 * for all. No algorithm can shorten that; what is left of its time is the collective's own. */
struct tn_class_times {
  double inside;  /* from entry to exit */
  double waiting; /* of that, for late ranks */
};

/* Where the time of a program goes. */
struct tn_program_times {
  double total;           /* seconds until the last rank has ended */
  double inside, waiting; /* of all classes */
  double *late; /* [n_ranks] seconds that the others waited for a rank, as the last of those that
                    they needed; over ranks averaged, too */
  struct tn_class_times *classes; /* [classes] */
};
struct tn_program_times *tn_program_times_new(const struct tn_program *program,
                                              const struct tn_call_classes *classes);
void tn_program_times_free(struct tn_program_times *times);

/* Of the call's n ranks the last to enter of those whose data `rank` needs and itself; entry[n]. */
int tn_program_last_needed(const struct tn_program_call *call, int n, int rank,
                           const double *entry);

/* Adds one call: entry and exit in seconds by rank in its group. */
void tn_program_times_add(struct tn_program_times *times, const struct tn_program *program,
                          const struct tn_call_classes *classes, guint call, const double *entry,
                          const double *exit);

/* The times that were measured. False: not all calls have measured times. */
bool tn_program_times_measured(const struct tn_program *program,
                               const struct tn_call_classes *classes, struct tn_program_times *ret);

#endif
