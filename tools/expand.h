/* Between plan.c and expand.c: the state of the product of all axes, and helpers of both. */
#ifndef TN_TOOLS_EXPAND_H
#define TN_TOOLS_EXPAND_H

#include "points.h"

/* Where the expansion stands: the outer axes are fixed, the inner ones still to come. */
struct tn_axes {
  int platform;
  const struct tn_setup *setup;
  enum tn_backing backing;
  enum tn_buffers buffers;
  enum tn_collective collective;
  GArray *sizes;      /* size_t, owned by tn_plan_new */
  GArray *mechanisms; /* int, owned by tn_plan_new; -1: each entry's first */
  int mechanism;      /* one of them */
  int root;
  bool in_place;
  enum tn_type type; /* of reductions */
  enum tn_op op;
  bool (*has_form)(const struct tn_point *point);
  guint first; /* number of the product's first point */
};

/* Appends the points of the innermost axes, from the collective on. */
bool tn_expand_collectives(struct tn_plan *plan, struct tn_axes *axes, GError **error);

/* Whether the point's size can be: a plausible total, whole elements of a reduction. */
bool tn_size_check(const struct tn_plan *plan, const struct tn_point *point, GError **error);

/* An element or operation other than the usual one needs a collective that reduces among the
 * algorithms (struct tn_algorithm). */
bool tn_element_check(const struct tn_plan *plan, const GPtrArray *algorithms, GError **error);

/* Sets *error to "where: why" in the usage domain and frees `why`; always false. */
bool tn_usage_prefix(GError **error, GError *why, const char *where);
/* "where: no WHAT "text" (nearest: x)", or the whole list when none is near; always false. */
bool tn_usage_unknown(GError **error, const char *where, const char *what, const char *text,
                      const char *const *known);
/* Index of `name` in the NULL-terminated `names`, or -1. */
int tn_name_find(const char *const *names, const char *name);

/* The --set texts, NULL-terminated, transfer full. */
char **tn_settings_sets(const struct tn_settings *s);
/* Fills *ret with the values of a platform under a kernel profile (-1: the file's own). */
bool tn_resolve(const struct tn_settings *s, struct tn_platform *pf, int kernel,
                struct tn_setup *ret, GError **error);
/* Appends the profiles asked for to ret (int); -1 when none was. */
bool tn_read_kernels(const struct tn_settings *s, GArray *ret, GError **error);

#endif
