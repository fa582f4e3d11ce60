/* From settings to points: what each run is, in the order in which rows come out. */
#ifndef TN_TOOLS_POINTS_H
#define TN_TOOLS_POINTS_H

#include "disturb.h"
#include "options.h"
#include "study/point.h"

/* Everything of one command line. Owned by tn_plan_free. */
struct tn_plan {
  const struct tn_settings *settings; /* borrowed */
  GPtrArray *platforms;               /* struct tn_platform, each loaded once */
  GPtrArray *platform_keys;           /* char *: what each was loaded by */
  GPtrArray *setups;                  /* struct tn_setup: platform-major, then kernel */
  GPtrArray *places;                  /* struct tn_places, shared by points */
  GPtrArray *mappings;                /* char **: the words that points borrow */
  GArray *points;                     /* struct tn_point; one platform's stand together */
  char **sets;                        /* "name=value", NULL-terminated */
  enum tn_law law;
  bool ideal, verify;
  int warmup, repetitions;
  enum tn_protocol protocol;
  struct tn_noises *noise;     /* NULL: none */
  struct tn_arrival *arrival;  /* NULL: as a barrier leaves them */
  uint64_t seed;
};

/* Expands the product of interface.md: platform, kernel, backing, buffers, mapping, root,
 * collective, mechanism, algorithm, ranks, parameters by name, size. NULL and *error on anything
 * unknown, impossible or not available yet; `has_form` (may be NULL) tells what `all` may select
 * and what naming an algorithm must have. */
struct tn_plan *tn_plan_new(const struct tn_settings *s,
                            bool (*has_form)(const struct tn_point *point), GError **error);
void tn_plan_free(struct tn_plan *plan);

/* A plan without points, for tn_plan_add. Transfer full. */
struct tn_plan *tn_plan_empty(void);
/* Appends the product of `s` (borrowed until the plan is freed) to the plan, as tn_plan_new; noise,
 * arrival and sets are left alone. Law, warm-up and the like belong to the whole plan: products
 * that are added to one plan must agree in them. False and *error: nothing was added. */
bool tn_plan_add(struct tn_plan *plan, const struct tn_settings *s,
                 bool (*has_form)(const struct tn_point *point), GError **error);

/* The paper's closed form of a point, seconds: startup, lock, copy, and their sum. False when none
 * is known. Only for a lock_scope of process. */
bool tn_closed_form(const struct tn_point *point, double ret[4]);

#endif
