/* Releases for which files of decisions can be written and checked. */
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

enum tn_format {
  TN_FORMAT_CLASSIC,    /* text file of rules for coll/tuned */
  TN_FORMAT_TUNED_JSON, /* JSON file of rules for coll/tuned */
  TN_FORMAT_MPICH,      /* JSON for MPIR, ch4's compositions or ch4's POSIX part */
  TN_FORMAT_UCC,        /* ucc.conf: sections with choices of tl/ucp */
  TN_FORMAT_MCA,        /* mca-params.conf: parameters of Open MPI 6.0's coll/xhc */
  TN_FORMAT_UCX         /* UCX's settings, in ucx.conf or as environment variables */
};

/* Properties of a release. tn_rule_has (row_rule.h) gives its algorithms. */
struct tn_release {
  enum tn_format format;
  const char *own;    /* entry of the library's own decision, "library:ompi-5.0"; NULL: none */
  const char *newest; /* name of the same entry without a release; NULL if not the newest */
  /* default transport, stored as TN_JUST(enum tn_transport_profile); 0: no default */
  int transport;
};
extern const struct tn_release tn_releases[TN_N_TARGETS];

extern const char *const tn_target_names[]; /* "ompi-4.1", ...; NULL ends the array */

enum tn_format tn_target_format(enum tn_target target);

/* Returns the name of the release's default transport, or NULL if it has none. */
const char *tn_target_transport(enum tn_target target);

bool tn_target_is_own(enum tn_target target, const char *algorithm);

/* A setting for device memory: bytes up to which data is staged through the host
 * (thresholds.def). */
struct tn_threshold {
  enum tn_target target;
  const char *collective; /* name of the collective; "pattern" for single messages */
  const char *name;       /* name of the setting, whose value is in bytes */
  /* meaning of the value: largest staged size (UP_TO) or smallest direct size (FROM) */
  enum { TN_THRESHOLD_UP_TO, TN_THRESHOLD_FROM } kind;
  const char *never; /* FROM: line of a file that disables direct transfers; otherwise NULL */
  /* memory of the buffers to which the setting applies */
  enum { TN_THRESHOLD_OF_DEVICES, TN_THRESHOLD_OF_ALL } memory;
};
const struct tn_threshold *tn_threshold_of(enum tn_target target, const char *collective);

/* Finds the target by the value of --for, which is NULL if missing. ompi and mpich are the newest
 * releases. Returns false and *error (usage) if the name is unknown, with the reason if turnstile
 * writes no files for the library. */
bool tn_target_find(const char *name, enum tn_target *ret, GError **error);

#endif
