/* The releases of libraries whose files of decisions are written and checked. */
#ifndef TN_DECIDE_TARGET_H
#define TN_DECIDE_TARGET_H

#include <glib.h>
#include <stdbool.h>

enum tn_target {
  TN_FOR_OMPI_4_1,         /* coll/tuned's classic file of rules */
  TN_FOR_OMPI_5_0,         /* the same, of 5.0.7 and later */
  TN_FOR_OMPI_6_0_CLASSIC, /* the same, which 6.0 reads in another way */
  TN_FOR_OMPI_6_0,         /* coll/tuned's JSON */
  TN_FOR_MPICH_4_0,        /* the JSON of MPIR, of ch4's compositions or of its POSIX part */
  TN_FOR_MPICH_4_3,
  TN_FOR_MPICH_5_0,
  TN_N_TARGETS
};

extern const char *const tn_target_names[]; /* "ompi-4.1", ...; NULL-terminated */

/* The target that --for names (NULL: it was not given); false and *error (usage): none, with the
 * reason where a library has files, but none that could be written or checked. */
bool tn_target_find(const char *name, enum tn_target *ret, GError **error);

/* Whether files for the target are written, too, not only checked. */
bool tn_target_is_written(enum tn_target target, GError **error);

#endif
