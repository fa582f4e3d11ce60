/* Finds the platform that is most like a given machine. The machine's topology is known, and
 * perhaps some of its messages were measured. */
#ifndef TN_COMPARE_RELATIVES_H
#define TN_COMPARE_RELATIVES_H

#include "platform/platform.h"

/* A relative: a platform whose parameters could be used for the machine. */
struct tn_relative {
  char *name;
  char *cpu;     /* model of its CPU; "" if not known */
  char *differs; /* differences between the platform's machine and the given one, as text; "" if
                  * no difference is known */
  double unlike; /* mean factor between the shapes of the two machines, at least 1 */
  double off;    /* median relative error of its message costs; NAN without measured messages */
  double off_at[TN_N_DISTANCES]; /* median relative error at each distance */
  bool is_near;                  /* true if `off` is the smallest of all relatives or about as
                                  * small */
  double page_size;              /* bytes of a base page of its kernel */
  bool has_other_pages;          /* true if the base pages of the machine have another size */
  bool is_old;                   /* true if its CPU is from before 2012 and differs from the
                                  * machine's in model and shape */
  struct tn_platform *platform;  /* topology of the machine with the parameters of the relative */
};

/* Returns the relatives (struct tn_relative, owned by the array) of the machine that an hwloc XML
 * file or synthetic string describes, sorted by shape. A relative is a platform with one node and
 * no devices; it has the architecture that the file names or, if the file names none, the kernel
 * profile linux-6. The shape consists of CPU, packages, cores and caches, without domains. CPUs
 * from before CMA (Linux 3.2, 2012) come last unless the file names their model or has exactly
 * their shape. Transfer full, never empty. Returns NULL and *error on failure. */
GPtrArray *tn_relatives_of(const char *topology, GError **error);

/* Moves relatives whose base pages have another size to the end, because their costs of pages and
 * start-up do not apply. If page_size (bytes) is NAN, uses the size in the topology if the topology
 * has one. */
void tn_relatives_sort_pages(GPtrArray *relatives, double page_size);

/* Sorts the relatives by the median error of the queued closed form over the measured messages
 * (struct tn_fit_point). Relatives within 5 percentage points of the best are sorted by shape. The
 * library's overhead is taken from the shortest messages, because it does not depend on the
 * relative. Each message uses single copy or shared memory, whichever fits better. */
void tn_relatives_judge(GPtrArray *relatives, const GArray *points);

#endif
