/* Finds the platform that is most like a machine of known topology, also by measured messages if
 * there are any. */
#ifndef TN_COMPARE_RELATIVES_H
#define TN_COMPARE_RELATIVES_H

#include "platform/platform.h"

/* A platform whose parameters could be used for the machine. */
struct tn_relative {
  char *name;
  char *cpu; /* CPU model; "" if not known */
  /* text: in what the platform differs from the given machine; "" if not known */
  char *differs;
  /* mean factor between the shapes of platform and machine, at least 1 */
  double unlike;
  double off;                    /* median relative error of message costs; NAN without messages */
  double off_at[TN_N_DISTANCES]; /* median relative error of message costs at each distance */
  /* true if `off` is the smallest of all relatives, or close to it */
  bool is_near;
  double page_size;     /* bytes of a base page */
  bool has_other_pages; /* true if the machine's base pages have another size */
  /* true if the platform's CPU is from before 2012, and differs from the machine's in model and
   * shape */
  bool is_old;
  struct tn_platform *platform; /* the machine's topology with the relative's parameters */
};

/* Returns the relatives (struct tn_relative, owned by the array) of the machine that an hwloc XML
 * file or synthetic string describes, sorted by shape. A relative is a platform with one node and
 * no devices. It has the architecture that the file states or, if no architecture is stated, the
 * kernel profile linux-6. The shape is CPU, packages, cores and caches. CPUs from before CMA (Linux
 * 3.2, 2012) come last unless model or shape fits exactly. Transfer full, never empty. Returns NULL
 * and *error on failure. */
GPtrArray *tn_relatives_of(const char *topology, GError **error);

/* Moves to the end the relatives whose base pages have another size, because their costs of pages
 * and start-up do not apply. If page_size (bytes) is NAN, uses the size in the topology if the
 * topology has one. */
void tn_relatives_sort_pages(GPtrArray *relatives, double page_size);

/* Sorts the relatives by the queued closed form's median error over the messages (struct
 * tn_fit_point). Relatives within 5 percentage points of the best are sorted by shape. The
 * library's overhead comes from the shortest messages. Each message uses single copy or shared
 * memory, the better one. */
void tn_relatives_judge(GPtrArray *relatives, const GArray *points);

#endif
