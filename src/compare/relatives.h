/* Which of the platforms there are is most like a machine that only its topology, and perhaps some
 * messages, tell of. */
#ifndef TN_COMPARE_RELATIVES_H
#define TN_COMPARE_RELATIVES_H

#include "platform/platform.h"

/* A platform whose parameters could be taken over. */
struct tn_relative {
  char *name;
  char *cpu;     /* "": not known */
  char *differs; /* in what the machines differ, in words; "": in nothing known */
  double unlike; /* 1 or more: mean factor between their shapes */
  double off;    /* median error of its prices for the messages; NAN: there are none */
  double off_at[TN_N_DISTANCES]; /* the same by distance */
  bool is_near;                  /* its error is the least, or as good as it */
  double page_size;              /* of its kernel's base pages */
  bool has_other_pages;          /* they are not the machine's */
  bool is_old;                   /* its CPU is from before 2012, and neither its model nor its
                                    shape is the machine's */
  struct tn_platform *platform;  /* the topology with its parameters */
};

/* The relatives (struct tn_relative, owned by the array) of an hwloc XML file or synthetic string,
 * by shape: every platform of one node, without devices, of the architecture that the file names,
 * else of kernel profile linux-6. The CPU, the packages and their cores, and the caches count,
 * domains do not. CPUs from before CMA (Linux 3.2, 2012) come last unless the file names their model or has exactly their
 * shape. Transfer full, never empty; NULL and *error. */
GPtrArray *tn_relatives_of(const char *topology, GError **error);

/* Puts those whose base pages are of another size last: what a page and a start-up take is theirs.
 * NAN: the size is what the topology states, if it does. */
void tn_relatives_sort_pages(GPtrArray *relatives, double page_size);

/* Orders them by the median error of the closed form of messages (struct tn_fit_point) through a
 * queue, those within 5 points of the least by shape. What a library does is not the relative's:
 * its overheads are what the shortest messages take longer, and each message counts by the nearer
 * of a single copy and one through shared memory. */
void tn_relatives_judge(GPtrArray *relatives, const GArray *points);

#endif
