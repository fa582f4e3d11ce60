/* Functions shared by the files that expand a plan. If one returns false, it sets *error. */
#ifndef TN_PLAN_EXPAND_H
#define TN_PLAN_EXPAND_H

#include "algos/library/library_names.h"
#include "base/names.h"
#include "points.h"
#include "study/row.h"

/* State of the expansion: outer axes have single values, inner axes are still lists. */
struct tn_axes {
  struct tn_case asked;
  /* int: transports, as in tn_case. tn_plan_new owns this list and the other lists */
  GArray *transports;
  guint transport; /* index of the current transport */
  /* number of transports that all algorithms use. The transports of single algorithms ("@...")
   * follow in the list */
  guint n_transports;
  GArray *backings;    /* int: kinds of pages (enum tn_backing); -1: the platform's */
  GArray *buffers;     /* int: states of the buffers (enum tn_buffers) */
  GPtrArray *mappings; /* char *; NULL: the default mapping */
  guint mapping;
  guint n_mappings; /* number of mappings that all algorithms use; mappings of single ones follow */
  GArray *roots;    /* int64_t */
  enum tn_collective collective;
  GArray *sizes;      /* size_t: bytes */
  GArray *mechanisms; /* int64_t, each a list made by tn_list_append */
  /* current list of mechanisms; an algorithm uses the first one that it has. 0: the algorithm's
   * default */
  int64_t mechanism;
};

bool tn_expand_collectives(struct tn_plan *plan, struct tn_axes *axes, GError **error);

/* product.c: appends the points for all sizes and parameters of asked->algorithm. Points that
 * cannot run are omitted, or an error if the user named the algorithm (`named`). */
bool tn_expand_product(struct tn_plan *plan, const struct tn_axes *axes,
                       const struct tn_case *asked, bool named, GError **error);

char **tn_plan_algorithms(const struct tn_plan *plan);
/* Reads axes->transports and axes->mappings: first those of the options, then those of the
 * algorithms' suffixes "@TRANSPORT:MAPPING". */
bool tn_expand_transports(const struct tn_plan *plan, struct tn_axes *axes, GError **error);

/* counts_file.c: reads the file of --counts, if the option is given. */
bool tn_read_counts(struct tn_plan *plan, GError **error);
void tn_plan_counts_free(struct tn_counts *counts);

/* conditions.c: reads the conditions of all points and creates the plan's study. */
bool tn_read_conditions(struct tn_plan *plan, GError **error);

/* Appends the numbers (int) of the names in the option's list, or `preset` if the option was not
 * given. Returns false and *error (usage) on unknown names. */
bool tn_read_names(const struct tn_options *s, enum tn_option o, int preset, GArray *ret,
                   GError **error);
/* Sets *ret to the number of the option's only name, or -1 if it was not given. The error for
 * several names contains `why`. */
bool tn_read_single(const struct tn_options *s, enum tn_option o, const char *why, int *ret,
                    GError **error);
bool tn_read_name(const struct tn_options *s, enum tn_option o, const char *const *names, int *ret,
                  GError **error);
/* Reads the whole numbers (int64_t) of an option, each from 0 to `most`. */
bool tn_read_ints(const struct tn_options *s, enum tn_option o, int64_t most, GArray **ret,
                  GError **error);
/* Reads the whole number of an option; leaves *ret unchanged if not given. */
bool tn_read_int(const struct tn_options *s, enum tn_option o, int64_t min, int64_t max,
                 int64_t *ret, GError **error);
/* Returns true if all options of the list (ends with TN_N_OPTIONS) have their defaults. Otherwise
 * the error names the first option that does not, and contains `why`. */
bool tn_options_require_defaults(const struct tn_options *s, const enum tn_option *options,
                                 const char *why, GError **error);
#define TN_NONE_SAID(s, error, why, ...)                                                           \
  tn_options_require_defaults(s, (const enum tn_option[]){ __VA_ARGS__, TN_N_OPTIONS }, why, error)
/* Returns the option that runs points again with other values: "seal", "uncertainty" or "jitter";
 * NULL if none is given. */
const char *tn_wants_ranges(const struct tn_options *s);
/* Reads --objective. Fails (usage) on an unknown name. A percentile over calls needs noise and
 * enough repetitions: without them it fails (usage), too, unless the settings name files of
 * rows. */
bool tn_objective_read(const struct tn_options *s, enum tn_objective *ret, GError **error);

/* Checks that options affect at least one algorithm (struct tn_method): a size needs an algorithm
 * with sizes; a type or an operation needs a collective that reduces. */
bool tn_effect_check(const struct tn_options *s, const GPtrArray *algorithms, GError **error);

/* algorithm_names.c: finds an algorithm by our name, or by a library's name for it. */
bool tn_read_algorithm(enum tn_collective collective, const char *where, const char *word,
                       struct tn_library_word *ret, GError **error);

/* Reads --set (struct tn_override) without checking the values against a platform. Transfer
 * full. */
GArray *tn_options_overrides(const struct tn_options *s, GError **error);
/* Fills *ret with the setup of a platform; the caller frees its overrides. `kernel`: enum
 * tn_kernel; -1: the kernel profile of the platform's file. */
bool tn_resolve(const struct tn_options *s, const struct tn_platform *pf, int kernel,
                struct tn_setup *ret, GError **error);
/* Splits a list at commas. A word that contains `open` extends to the end. NULL-terminated,
 * transfer full. */
char **tn_list_words(const char *text, const char *open);
/* Appends the requested mechanisms to ret (int64_t, each a list of alternatives made by
 * tn_list_append). Appends an empty list if the option was not given. Fails (usage) on unknown
 * names. */
bool tn_read_mechanisms(const struct tn_options *s, GArray *ret, GError **error);
/* Reads the memory of the user's buffers (tn_case) from --memory or `mechanisms`. Fails if they
 * contradict each other. */
bool tn_read_memory(const struct tn_options *s, const GArray *mechanisms, int *ret, GError **error);
/* Appends the requested transports (int, as in tn_case), or 0 if none was given. */
bool tn_read_transports(const struct tn_options *s, GArray *ret, GError **error);
/* Reads the name of a transport; errors begin with `where`. */
bool tn_read_transport(const char *where, const char *word, int *ret, GError **error);

/* Returns true if --reference is not given or is one of `names` (char *). */
bool tn_check_reference(const struct tn_options *s, const GPtrArray *names, GError **error);
bool tn_plan_check_reference(const struct tn_plan *plan, GError **error);

#endif
