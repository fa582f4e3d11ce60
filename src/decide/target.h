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
  TN_FOR_MVAPICH_PLUS, /* the same of MVAPICH-Plus 4 */
  TN_FOR_UCC,          /* ucc.conf: sections with choices of tl/ucp */
  TN_FOR_XHC,          /* parameters of Open MPI 6.0's coll/xhc */
  TN_FOR_ACOLL,        /* and coll/acoll, which are only checked */
  TN_FOR_UCX,          /* UCX's settings, in ucx.conf or an environment */
  TN_N_TARGETS
};

/* How the files of a target are made. */
enum tn_format {
  TN_FORMAT_CLASSIC,
  TN_FORMAT_TUNED_JSON,
  TN_FORMAT_MPICH,
  TN_FORMAT_UCC,
  TN_FORMAT_MCA, /* mca-params.conf */
  TN_FORMAT_UCX
};

extern const char *const tn_target_names[]; /* "ompi-4.1", ...; NULL-terminated */

enum tn_format tn_target_format(enum tn_target target);

/* The target that --for names (NULL: it was not given); false and *error (usage): none, with the
 * reason where a library has files, but none that could be written or checked. */
bool tn_target_find(const char *name, enum tn_target *ret, GError **error);

/* Whether files for the target are written, too, not only checked. */
bool tn_target_is_written(enum tn_target target, GError **error);

#endif
