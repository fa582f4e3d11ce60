/* Releases of libraries whose files of decisions can be written and checked. */
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

/* Formats of the files. */
enum tn_format {
  TN_FORMAT_CLASSIC,    /* coll/tuned's file of rules */
  TN_FORMAT_TUNED_JSON, /* coll/tuned's JSON */
  TN_FORMAT_MPICH,      /* JSON of MPIR, of ch4's compositions or of its POSIX part */
  TN_FORMAT_UCC,        /* ucc.conf: sections with choices of tl/ucp */
  TN_FORMAT_MCA,        /* mca-params.conf: parameters of Open MPI 6.0's coll/xhc */
  TN_FORMAT_UCX         /* UCX's settings, in ucx.conf or an environment */
};

/* A release. tn_rule_has (express.h) knows its algorithms. */
struct tn_release {
  enum tn_format format;
  const char *own;    /* entry with its own decision, "library:ompi-5.0", or NULL */
  const char *newest; /* the same entry without a release; NULL if this is not the newest one */
  int transport;      /* TN_JUST(enum tn_transport_profile): the default; 0 without a default */
};
extern const struct tn_release tn_releases[TN_N_TARGETS];

extern const char *const tn_target_names[]; /* "ompi-4.1", ...; NULL-terminated */

enum tn_format tn_target_format(enum tn_target target);

/* Returns the name of the default transport, or NULL. */
const char *tn_target_transport(enum tn_target target);

/* Returns true if the entry is the release's own decision. */
bool tn_target_is_own(enum tn_target target, const char *algorithm);

/* A setting for calls on device memory: the size up to which they are staged (thresholds.def). */
struct tn_threshold {
  enum tn_target target;
  const char *collective; /* "pattern": single messages */
  const char *name;       /* name of the setting, in bytes */
  /* The setting is the largest staged size, or the smallest direct size. */
  enum { TN_THRESHOLD_UP_TO, TN_THRESHOLD_FROM } kind;
  const char *never; /* for FROM: the line that disables direct transfers */
  /* Memory whose messages the setting affects. */
  enum { TN_THRESHOLD_OF_DEVICES, TN_THRESHOLD_OF_ALL } memory;
};
/* Returns the threshold of a release's collective, or NULL. */
const struct tn_threshold *tn_threshold_of(enum tn_target target, const char *collective);

/* Finds the target of --for (NULL if --for is missing); ompi and mpich are the newest releases. Returns
 * false and *error (usage) if it is unknown, with the reason if a library has no files to write. */
bool tn_target_find(const char *name, enum tn_target *ret, GError **error);

#endif
