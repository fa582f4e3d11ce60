/* Lists releases of libraries for which files of decisions can be written and checked. */
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

/* Formats of files of decisions. */
enum tn_format {
  TN_FORMAT_CLASSIC,    /* coll/tuned's file of rules */
  TN_FORMAT_TUNED_JSON, /* coll/tuned's JSON */
  TN_FORMAT_MPICH,      /* JSON for MPIR, for ch4's compositions or for ch4's POSIX part */
  TN_FORMAT_UCC,        /* ucc.conf: sections with choices of tl/ucp */
  TN_FORMAT_MCA,        /* mca-params.conf: parameters of Open MPI 6.0's coll/xhc */
  TN_FORMAT_UCX         /* UCX's settings, in ucx.conf or as environment variables */
};

/* A release. Its algorithms are found by tn_rule_has (row_rule.h). */
struct tn_release {
  enum tn_format format;
  const char *own;    /* entry that runs its own decision, "library:ompi-5.0"; NULL if there is
                       * no such entry */
  const char *newest; /* entry without a release that runs the same decision; NULL if this is not
                       * the newest release */
  int transport;      /* default transport as TN_JUST(enum tn_transport_profile); 0 without a
                       * default */
};
extern const struct tn_release tn_releases[TN_N_TARGETS];

extern const char *const tn_target_names[]; /* "ompi-4.1", ...; NULL ends the array */

enum tn_format tn_target_format(enum tn_target target);

/* Returns the name of the release's default transport; NULL without a default. */
const char *tn_target_transport(enum tn_target target);

/* Returns true if `algorithm` is an entry that runs the release's own decision. */
bool tn_target_is_own(enum tn_target target, const char *algorithm);

/* A setting for calls on device memory: the size in bytes up to which data is staged through the
 * host (thresholds.def). */
struct tn_threshold {
  enum tn_target target;
  const char *collective; /* name of the collective; "pattern" for single messages */
  const char *name;       /* name of the setting, whose value is in bytes */
  /* The value is the largest size that is staged (UP_TO), or the smallest that is direct (FROM). */
  enum { TN_THRESHOLD_UP_TO, TN_THRESHOLD_FROM } kind;
  const char *never; /* for FROM: the line of a file that disables direct transfers; otherwise
                      * NULL */
  /* Memory whose messages are affected by the setting. */
  enum { TN_THRESHOLD_OF_DEVICES, TN_THRESHOLD_OF_ALL } memory;
};
/* Returns the threshold of a release for a collective; NULL if there is none. */
const struct tn_threshold *tn_threshold_of(enum tn_target target, const char *collective);

/* Finds the target that `name` names. `name` is the value of option --for, NULL if the option is
 * missing; ompi and mpich mean the newest releases. Returns false and *error (usage) if the name is
 * unknown. If turnstile writes no files for a library, the error has the reason. */
bool tn_target_find(const char *name, enum tn_target *ret, GError **error);

#endif
