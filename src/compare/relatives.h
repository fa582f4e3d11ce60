/* Finds the platform that is most like a machine with a known topology and possibly some
 * measured messages. */
#ifndef TN_COMPARE_RELATIVES_H
#define TN_COMPARE_RELATIVES_H

#include "platform/platform.h"

/* A platform whose parameters could be used for the machine. */
struct tn_relative {
  char *name;
  char *cpu;     /* "": not known */
  char *differs; /* differences of the machines in words; "" if no difference is known */
  double unlike; /* mean factor between their shapes, at least 1 */
  double off;    /* median error of its message costs; NAN without messages */
  double off_at[TN_N_DISTANCES]; /* the same for each distance */
  bool is_near;                  /* true if its error is the smallest or equally good */
  double page_size;              /* size of its kernel's base pages */
  bool has_other_pages;          /* true if the machine has another size of base pages */
  bool is_old;                   /* true if its CPU is from before 2012 and neither its model nor
                                  * its shape matches the machine */
  struct tn_platform *platform;  /* topology of the machine with the parameters of the relative */
};

/* Returns the relatives (struct tn_relative, owned by the array) of an hwloc XML file or
 * synthetic string, by shape: each platform with one node and no devices and with the
 * architecture that the file names, otherwise with kernel profile linux-6. The shape consists of
 * CPU, packages, cores and caches, without domains. CPUs from before CMA (Linux 3.2, 2012) come
 * last unless the file names their model or has exactly their shape. Transfer full, never empty.
 * Returns NULL and *error on failure. */
GPtrArray *tn_relatives_of(const char *topology, GError **error);

/* Moves relatives with another base page size to the end: their costs of pages and start-up do
 * not apply. NAN: use the size in the topology if it has one. */
void tn_relatives_sort_pages(GPtrArray *relatives, double page_size);

/* Sorts the relatives by the median error of the queued closed form over messages (struct
 * tn_fit_point); relatives within 5 percentage points of the best are sorted by shape. The
 * overhead of the library is not the relative's, so it is taken from the shortest messages. Each
 * message uses the better of single copy and shared memory. */
void tn_relatives_judge(GPtrArray *relatives, const GArray *points);

#endif
