/* Shared state and helpers of the files that expand a plan. */
#ifndef TN_PLAN_EXPAND_H
#define TN_PLAN_EXPAND_H

#include "algos/library/library_names.h"
#include "base/names.h"
#include "points.h"
#include "study/row.h"

/* State of the expansion: the outer axes are fixed, the inner ones still open. */
struct tn_axes {
  struct tn_case asked; /* values of the fixed axes */
  GArray *transports;   /* int, as in tn_case; owned by tn_plan_new */
  guint transport;      /* current index */
  guint n_transports;   /* leading ones that apply without "@" */
  GArray *backings;     /* int, -1 for the platform's own; owned by tn_plan_new */
  GArray *buffers;      /* int, owned by tn_plan_new */
  GPtrArray *mappings;  /* char *, NULL for the default; owned by tn_plan_new */
  guint mapping;        /* current index */
  guint n_mappings;     /* as n_transports */
  GArray *roots;        /* int64_t, owned by tn_plan_new */
  enum tn_collective collective;
  GArray *sizes;      /* size_t, owned by tn_plan_new */
  GArray *mechanisms; /* int64_t, lists made by tn_list_append; owned by tn_plan_new */
  int64_t mechanism;  /* current list, of which an entry uses its first; 0 for the entry's own */
};

/* Appends the points of the innermost axes, from the collective on. */
bool tn_expand_collectives(struct tn_plan *plan, struct tn_axes *axes, GError **error);

/* product.c: appends points for every size and all values of the parameters of asked->algorithm.
 * Omits what cannot be run unless it is `named`. */
bool tn_expand_product(struct tn_plan *plan, const struct tn_axes *axes,
                       const struct tn_case *asked, bool named, GError **error);

/* Returns the words that select algorithms, NULL-terminated, transfer full. */
char **tn_plan_algorithms(const struct tn_plan *plan);
/* Reads axes->transports and axes->mappings: the requested ones, then those after "@" in words. */
bool tn_expand_own(const struct tn_plan *plan, struct tn_axes *axes, GError **error);

/* counts_file.c: reads the file of --counts, if given. Errors are usage errors. */
bool tn_read_counts(struct tn_plan *plan, GError **error);
void tn_plan_counts_free(struct tn_counts *counts);

/* conditions.c: reads the conditions that all points share, and creates the plan's study. */
bool tn_read_conditions(struct tn_plan *plan, GError **error);

/* Appends the numbers (int) of the names in an option's list, or `preset` if it was not given.
 * Fails (usage) on unknown names. */
bool tn_read_names(const struct tn_options *s, enum tn_option o, int preset, GArray *ret,
                   GError **error);
/* Reads the number of the only name in a list, or -1 if the option was not given. With several
 * names the error contains `why`. */
bool tn_read_single(const struct tn_options *s, enum tn_option o, const char *why, int *ret,
                    GError **error);
/* Reads the name of an option that accepts only one. */
bool tn_read_name(const struct tn_options *s, enum tn_option o, const char *const *names, int *ret,
                  GError **error);
/* Reads the whole numbers (int64_t) from 0 to `most` of an option. Errors are usage errors. */
bool tn_read_ints(const struct tn_options *s, enum tn_option o, int64_t most, GArray **ret,
                  GError **error);
/* Reads the whole number of an option; *ret stays if not given. Errors are usage errors. */
bool tn_read_int(const struct tn_options *s, enum tn_option o, int64_t min, int64_t max,
                 int64_t *ret, GError **error);
/* Returns true if all options of the list, up to TN_N_OPTIONS, have their defaults. Otherwise fails
 * (usage), naming the first other option and `why`. */
bool tn_none_said(const struct tn_options *s, const enum tn_option *options, const char *why,
                  GError **error);
#define TN_NONE_SAID(s, error, why, ...)                                                           \
  tn_none_said(s, (const enum tn_option[]){ __VA_ARGS__, TN_N_OPTIONS }, why, error)
/* Returns the option that runs points again with other values: "seal", "uncertainty" or "jitter";
 * NULL if none was given. */
const char *tn_wants_ranges(const struct tn_options *s);
/* Reads --objective. Fails (usage) on an unknown name, or on a percentile under noise if the
 * settings have no rows, and lack noise or enough repetitions. */
bool tn_objective_read(const struct tn_options *s, enum tn_objective *ret, GError **error);

/* Checks that options affect one of the algorithms (struct tn_method): a size needs an algorithm
 * with sizes; an element type or operation needs a collective that reduces. */
bool tn_effect_check(const struct tn_options *s, const GPtrArray *algorithms, GError **error);

/* named.c: finds the algorithm by our name or a library's. Errors are usage errors. */
bool tn_read_algorithm(enum tn_collective collective, const char *where, const char *word,
                       struct tn_calling *ret, GError **error);

/* Reads --set for any platform (struct tn_override). Transfer full. */
GArray *tn_options_overrides(const struct tn_options *s, GError **error);
/* Fills *ret, whose overrides the caller frees on success; kernel -1 is the file's own profile. */
bool tn_resolve(const struct tn_options *s, const struct tn_platform *pf, int kernel,
                struct tn_setup *ret, GError **error);
/* Splits a list into words. A word that contains `open` takes the rest of the list, which may have
 * commas. NULL-terminated, transfer full. */
char **tn_list_words(const char *text, const char *open);
/* Appends the requested mechanisms to ret (int64_t, each a list of alternatives made by
 * tn_list_append); an empty list if none was requested. Fails (usage) on unknown names. */
bool tn_read_mechanisms(const struct tn_options *s, GArray *ret, GError **error);
/* Reads the place of the buffers, as in tn_case, from --memory or all `mechanisms` (as above).
 * Fails (usage) if these contradict each other. */
bool tn_read_memory(const struct tn_options *s, const GArray *mechanisms, int *ret, GError **error);
/* Appends the requested transports to ret (int, as in tn_case); 0 if none was requested. */
bool tn_read_transports(const struct tn_options *s, GArray *ret, GError **error);
/* Reads a transport's name. */
bool tn_read_transport(const char *where, const char *word, int *ret, GError **error);

/* Checks that --reference, if given, is one of these algorithms (char *). Errors are usage
 * errors. */
bool tn_check_reference(const struct tn_options *s, const GPtrArray *names, GError **error);
/* Checks --reference against the plan's algorithms. */
bool tn_plan_check_reference(const struct tn_plan *plan, GError **error);

#endif
