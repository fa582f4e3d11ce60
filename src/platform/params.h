/* Parameters: numbers, units, scopes, defaults and uses, and how their text is read. */
#ifndef TN_PLATFORM_PARAMS_H
#define TN_PLATFORM_PARAMS_H

#include <glib.h>
#include <stdbool.h>

/* Parameters of parameters.def: TN_P_ALPHA and so on. Values are in SI units (seconds, bytes, bytes
 * per second, plain numbers); a choice has the index of its word. A rate without limit ("none",
 * e.g. core_copy_rate) is INFINITY. Values for each distance follow tn_distance:
 * TN_P_COPY_RATE_CLASS + TN_SAME_LLC is copy_rate.llc. */
enum tn_param {
#define TN_PARAM(id, ...) TN_P_##id,
#include "parameters.def"
  TN_N_PARAMS
};

enum tn_unit {
  TN_UNIT_NONE,
  TN_UNIT_SECONDS,
  TN_UNIT_BYTES,
  TN_UNIT_BYTES_PER_SECOND,
  TN_UNIT_CHOICE,
  TN_UNIT_COUNT,
  TN_UNIT_SHARING /* how strands share a core (tn_core_sharing_of) */
};
extern const char *const tn_unit_names[]; /* "": no unit */

/* Part of the machine that one value of a parameter describes: X(number, name). */
#define TN_SCOPES(X)                                                                               \
  X(TN_OF_NOTHING, "")                                                                             \
  X(TN_OF_THREAD, "thread") /* a hardware thread and its software */                               \
  X(TN_OF_CORE, "core")                                                                            \
  X(TN_OF_LLC, "llc")                                                                              \
  X(TN_OF_DOMAIN, "domain")                                                                        \
  X(TN_OF_PACKAGE, "package")                                                                      \
  X(TN_OF_NODE, "node")                                                                            \
  X(TN_OF_PAIR, "pair")         /* two cores at a distance */                                      \
  X(TN_OF_LINK, "link")         /* link of two domains of a package, one direction */              \
  X(TN_OF_PACKAGE_LINK, "link") /* link between two packages, or between a domain and a package */ \
  X(TN_OF_KERNEL, "kernel")     /* the operating system */                                         \
  X(TN_OF_LIBRARY, "library")   /* an MPI library's software, queues and limits */                 \
  X(TN_OF_NETWORK, "network")                                                                      \
  X(TN_OF_DEVICE, "device") /* a device and its driver */
enum tn_scope {
#define TN_SCOPE_NUMBER(number, name) number,
  TN_SCOPES(TN_SCOPE_NUMBER)
#undef TN_SCOPE_NUMBER
      TN_N_SCOPES
};
extern const char *const tn_scope_names[TN_N_SCOPES];

/* Default of a parameter that neither the file nor the user gives. */
enum tn_default_kind {
  TN_DEFAULT_NONE, /* no default: a platform file must give the parameter */
  TN_DEFAULT_VALUE,
  TN_DEFAULT_OF, /* `value` times the value of parameter `source`, which precedes it in the list */
  /* value given for another distance: the next larger distance that has one, otherwise the next
   * smaller */
  TN_DEFAULT_NEAREST,
  TN_DEFAULT_CORES
};
struct tn_param_default {
  enum tn_default_kind kind;
  double value;
  /* parameter from which the default is derived; for NEAREST the parameter of the first distance */
  enum tn_param source;
  const char *note; /* text about where the default comes from; NULL for "as SOURCE" */
};

/* Uses of parameters. A use with a smaller number than these is a kind of mechanism (enum
 * tn_mechanism_kind). */
#define TN_PARAM_USES(X)                                                                           \
  X(TN_USE_BYTES, "moving bytes")                                                                  \
  X(TN_USE_SUMS, "reductions")                                                                     \
  X(TN_USE_FLAGS, "flags")                                                                         \
  X(TN_USE_MESSAGES, "messages")                                                                   \
  X(TN_USE_NETWORK, "transfers between nodes")                                                     \
  X(TN_USE_NEW_PAGES, "new buffers")                                                               \
  X(TN_USE_ENTRY, "times of entry")                                                                \
  X(TN_USE_STRANDS, "strands that share a core")                                                   \
  X(TN_USE_DEVICES, "buffers on devices")                                                          \
  X(TN_USE_RANKS, "the number of ranks")                                                           \
  X(TN_USE_FORMS, "closed forms")

enum tn_param_use {
  TN_USE_OF_KINDS = 7,
#define TN_PARAM_USE_NUMBER(number, name) number,
  TN_PARAM_USES(TN_PARAM_USE_NUMBER)
#undef TN_PARAM_USE_NUMBER
      TN_N_USES
};
extern const char *const tn_use_names[TN_N_USES]; /* NULL for kinds of mechanisms */

/* Source of the value that `calibrate` writes for a parameter. */
enum tn_param_calibration {
  /* the result of a probe or, without a result, the value of the platform --like */
  TN_CALIBRATE_PROBED,
  TN_CALIBRATE_SYSTEM,     /* the value that hwloc or the system reports */
  TN_CALIBRATE_CHOSEN,     /* the default, chosen by this program */
  TN_CALIBRATE_NOT_PROBED, /* the value of the platform --like */
  /* no value: another machine's value is no better than the default */
  TN_CALIBRATE_OMITTED
};

/* One line of parameters.def. */
struct tn_param_info {
  const char *name;
  enum tn_scope scope;
  /* scope by which values are carried over to another topology: `scope` itself (unchanged), a
   * larger or smaller one (in proportion), or TN_OF_NOTHING (not carried over) */
  enum tn_scope carried;
  enum tn_unit unit;
  double min, max;            /* accepted range of the SI value */
  const char *const *choices; /* words of TN_UNIT_CHOICE */
  bool power_of_two;
  struct tn_param_default preset;
  unsigned uses; /* bits of enum tn_param_use and enum tn_mechanism_kind */
  enum tn_param_calibration calibration;
  const char *summary;
};
extern const struct tn_param_info tn_params[TN_N_PARAMS];

/* Returns the number of the parameter with this name, or -1. */
int tn_param_find(const char *name);

/* Reads a value into SI units. Errors begin with the parameter's name. */
bool tn_param_parse(enum tn_param p, const char *text, double *ret, GError **error);

/* Formats a value as in a platform file; transfer full. */
char *tn_param_format(enum tn_param p, double value);

bool tn_param_accepts(enum tn_param p, double value);

/* Returns the accepted value of p that is nearest to `value`. Positive values remain positive. A
 * parameter that accepts only powers of two is limited to its range, not rounded. */
double tn_param_clamp(enum tn_param p, double value);

/* Returns the accepted range, e.g. "0, or 0.001ns to 1s". Transfer full. */
char *tn_param_range(enum tn_param p);

/* Returns an example of an accepted value of parameter p, for messages. Static. */
const char *tn_param_example(enum tn_param p);

/* Returns true if a platform file must give p. */
bool tn_param_is_mandatory(enum tn_param p);

/* Returns true if p is a share (0 to 1). To vary a share, a difference is added; other parameters
 * are multiplied by a factor. */
bool tn_param_is_share(enum tn_param p);

/* Returns true if p is a time of a library's software. software_scale multiplies such a time if it
 * was measured on another core, like those of transports.def. */
bool tn_param_is_software(enum tn_param p);

/* Returns true if p matters only with several nodes. */
bool tn_param_is_of_network(enum tn_param p);

/* Returns a text on what replaces the parameter `name` of a former release, static; NULL if it is
 * no such name. */
const char *tn_param_successor(const char *name);

/* Returns a text on why there is no parameter `name`. It suggests a similar parameter, a similar
 * name of others[] (NULL-terminated, may be NULL), or what replaces a parameter of a former
 * release. Transfer full. */
char *tn_param_absence(const char *name, const char *const *others);

/* Returns a static text if two of values[TN_N_PARAMS] (may be NAN) contradict each other, otherwise
 * NULL. */
const char *tn_params_flaw(const double *values);

/* Replaces each NAN of values[TN_N_PARAMS] by the parameter's default; default_ranks becomes
 * n_cores. Parameters without a default remain NAN. */
void tn_params_fill(double *values, int n_cores);

/* Returns the parameter whose value is the default of p; -1 if there is none. given[TN_N_PARAMS]:
 * true for each parameter that has a value. */
int tn_param_origin(enum tn_param p, const bool *given);

/* Describes a measurement that determines p; NULL if p is not a property of the machine (rcache,
 * region_cache, barrier_skew, default_ranks). Static. */
const char *tn_param_measured_by(enum tn_param p);

/* Returns a text about the origin of the default of p. Static. */
const char *tn_param_default_note(enum tn_param p);

#endif
