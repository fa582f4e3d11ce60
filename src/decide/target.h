/* The releases of libraries whose files of decisions are written and checked. */
#ifndef TN_DECIDE_TARGET_H
#define TN_DECIDE_TARGET_H

#include <glib.h>
#include <stdbool.h>

enum tn_target {
#define TN_TARGET(id, ...) TN_FOR_##id,
#include "targets.def"
#undef TN_TARGET
  TN_N_TARGETS
};

/* How the files of a target are made. */
enum tn_format {
  TN_FORMAT_CLASSIC,    /* coll/tuned's file of rules */
  TN_FORMAT_TUNED_JSON, /* coll/tuned's JSON */
  TN_FORMAT_MPICH,      /* the JSON of MPIR, of ch4's compositions or of its POSIX part */
  TN_FORMAT_UCC,        /* ucc.conf: sections with choices of tl/ucp */
  TN_FORMAT_MCA,        /* mca-params.conf: parameters of Open MPI 6.0's coll/xhc */
  TN_FORMAT_UCX         /* UCX's settings, in ucx.conf or an environment */
};

/* What a release is. Which algorithms it has is tn_rule_has's (express.h). */
struct tn_release {
  enum tn_format format;
  const char *own;    /* the entry with its own decision, "library:ompi-5.0"; NULL: there is none */
  const char *newest; /* the same as an entry without a release; NULL: it is not the newest */
  int transport;      /* TN_JUST(enum tn_transport_profile), by which its messages travel unless the
                       * user says another; 0: none is asked for */
};
extern const struct tn_release tn_releases[TN_N_TARGETS];

extern const char *const tn_target_names[]; /* "ompi-4.1", ...; NULL-terminated */

enum tn_format tn_target_format(enum tn_target target);

/* The name of its transport; NULL: none is asked for. */
const char *tn_target_transport(enum tn_target target);

/* Whether the entry decides as the release does by itself. */
bool tn_target_is_own(enum tn_target target, const char *algorithm);

/* What a release can be told of calls on devices' memory: up to which size they are staged
 * (thresholds.def). */
struct tn_threshold {
  enum tn_target target;
  const char *collective;                              /* "pattern": single messages */
  const char *name;                                    /* of the setting, in bytes */
  enum { TN_THRESHOLD_UP_TO, TN_THRESHOLD_FROM } kind; /* largest staged, smallest direct size */
  const char *never;                                   /* of FROM: a line for no direct ones */
  enum { TN_THRESHOLD_OF_DEVICES, TN_THRESHOLD_OF_ALL } memory; /* where it is in force */
};
/* The threshold of a release's collective; NULL: none. */
const struct tn_threshold *tn_threshold_of(enum tn_target target, const char *collective);

/* The target that --for names, of ompi and mpich the newest release (NULL: it was not given); false and
 * *error (usage): none, with the reason where nothing could be written for a library. */
bool tn_target_find(const char *name, enum tn_target *ret, GError **error);

#endif
