/* Between the files of plans: the state of the product of all axes, and helpers. */
#ifndef TN_PLAN_EXPAND_H
#define TN_PLAN_EXPAND_H

#include "algos/library/library_names.h"
#include "base/names.h"
#include "points.h"
#include "study/row.h"

/* Where the expansion stands: the outer axes are fixed, the inner ones still to come. */
struct tn_axes {
  struct tn_case asked; /* by the axes that are fixed */
  GArray *transports;   /* int, as in tn_case; owned by tn_plan_new */
  guint transport;      /* whose turn it is: its index */
  guint n_transports;   /* the first so many are for all algorithms that name none of their own */
  GArray *backings;     /* int, -1: the platform's own; owned by tn_plan_new */
  GArray *buffers;      /* int, owned by tn_plan_new */
  GPtrArray *mappings;  /* char *, NULL: the usual one; owned by tn_plan_new */
  guint mapping;        /* whose turn it is: its index */
  guint n_mappings;     /* as n_transports */
  GArray *roots;        /* int64_t, owned by tn_plan_new */
  enum tn_collective collective;
  GArray *sizes;      /* size_t, owned by tn_plan_new */
  GArray *mechanisms; /* int64_t, lists as tn_list_append makes them, owned by tn_plan_new */
  int64_t mechanism;  /* one of them: the first that an entry has counts; 0: the entry's own */
};

/* Appends the points of the innermost axes, from the collective on. */
bool tn_expand_collectives(struct tn_plan *plan, struct tn_axes *axes, GError **error);

/* product.c: appends a point for all values of the parameters of asked->algorithm, and every size.
 * What cannot be run is left out unless it is `named`. */
bool tn_expand_product(struct tn_plan *plan, const struct tn_axes *axes,
                       const struct tn_case *asked, bool named, GError **error);

/* The words that select algorithms, NULL-terminated, transfer full. */
char **tn_plan_algorithms(const struct tn_plan *plan);
/* Reads axes->transports and axes->mappings: those asked for, then those that words name behind "@". */
bool tn_expand_own(const struct tn_plan *plan, struct tn_axes *axes, GError **error);

/* counts.c: reads what --counts names; plan->counts stays NULL where nothing is named. False and
 * *error (usage). */
bool tn_read_counts(struct tn_plan *plan, GError **error);
void tn_plan_counts_free(struct tn_counts *counts);

/* conditions.c: reads what all points share and makes the plan's study. */
bool tn_read_conditions(struct tn_plan *plan, GError **error);

/* Appends the numbers of the names in an option's list (int); the one number `preset` when it was
 * not said. False and *error (usage) on unknown names. */
bool tn_read_names(const struct tn_options *s, enum tn_option o, int preset, GArray *ret,
                   GError **error);
/* The number of the only name in such a list, -1: it was not said. Of several an error says `why`. */
bool tn_read_single(const struct tn_options *s, enum tn_option o, const char *why, int *ret,
                    GError **error);
/* The one name of an option that takes no list. */
bool tn_read_name(const struct tn_options *s, enum tn_option o, const char *const *names, int *ret,
                  GError **error);
/* The whole numbers from 0 to `most` that an option lists (int64_t). False and *error (usage). */
bool tn_read_ints(const struct tn_options *s, enum tn_option o, int64_t most, GArray **ret,
                  GError **error);
/* The whole number that an option says; *ret stays as it is where it says nothing. False and *error (usage). */
bool tn_read_int(const struct tn_options *s, enum tn_option o, int64_t min, int64_t max,
                 int64_t *ret, GError **error);
/* Whether all of the options, up to TN_N_OPTIONS, are at their defaults; else false and *error (usage), which
 * names the first that is not, and says `why`. */
bool tn_none_said(const struct tn_options *s, const enum tn_option *options, const char *why,
                  GError **error);
#define TN_NONE_SAID(s, error, why, ...)                                                           \
  tn_none_said(s, (const enum tn_option[]){ __VA_ARGS__, TN_N_OPTIONS }, why, error)
/* The option that asks for points to be run again with other values, "uncertainty" or "jitter"; NULL:
 * neither does. */
const char *tn_wants_ranges(const struct tn_options *s);
/* What --objective names. False and *error (usage) on an unknown name, and of a percentile under noise
 * where the settings name neither rows, nor noise and repetitions enough. */
bool tn_objective_read(const struct tn_options *s, enum tn_objective *ret, GError **error);

/* What is said must have an effect on one of the algorithms (struct tn_method): a size needs one
 * that has sizes, an element or operation other than the usual one a collective that reduces. */
bool tn_effect_check(const struct tn_options *s, const GPtrArray *algorithms, GError **error);

/* named.c: the algorithm that a word names, by our name or a library's. False and *error (usage). */
bool tn_read_algorithm(enum tn_collective collective, const char *where, const char *word,
                       struct tn_calling *ret, GError **error);

/* What --set names, read (struct tn_override), for any platform. Transfer full; NULL and *error. */
GArray *tn_options_overrides(const struct tn_options *s, GError **error);
/* Fills *ret (-1: the file's own kernel profile), whose overrides the caller frees; nothing where it
 * fails. */
bool tn_resolve(const struct tn_options *s, const struct tn_platform *pf, int kernel,
                struct tn_setup *ret, GError **error);
/* The words of a list; one that contains `open` has the rest, as commas may be its own.
 * NULL-terminated, transfer full. */
char **tn_list_words(const char *text, const char *open);
/* Appends the mechanisms asked for to ret (int64_t, each a list as tn_list_append makes it, to
 * choose from); an empty one when none was. False and *error (usage) on unknown names. */
bool tn_read_mechanisms(const struct tn_options *s, GArray *ret, GError **error);
/* Where the buffers are, as in tn_case, by --memory or by all `mechanisms` (as above). False and
 * *error (usage) where these contradict it, or one another within a list. */
bool tn_read_memory(const struct tn_options *s, const GArray *mechanisms, int *ret, GError **error);
/* Appends the transports asked for to ret (int), as in tn_case; 0 when none was. */
bool tn_read_transports(const struct tn_options *s, GArray *ret, GError **error);
/* One of them by its name. */
bool tn_read_transport(const char *where, const char *word, int *ret, GError **error);

/* Whether --reference, if it is given, is one of these algorithms (char *), which may come again.
 * False and *error (usage). */
bool tn_check_reference(const struct tn_options *s, const GPtrArray *names, GError **error);
/* The same of the plan's. */
bool tn_plan_check_reference(const struct tn_plan *plan, GError **error);

#endif
