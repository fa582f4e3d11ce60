#include "explain.h"

#include "algos/registry.h"

/* Largest number of choices of a parameter that are tried. */
enum { MAX_VALUES = 12 };

/* Element i of x->variants belongs to trial i. */
struct attempt {
  struct tn_explanation *x;
  struct tn_trials *trials;
};

void tn_variant_clear(void *variant)
{
  g_free(((struct tn_variant *)variant)->name);
}

/* Adds a variant if its algorithm supports it. Takes ownership of `name`. */
static void try(struct attempt *a, const struct tn_point *point, enum tn_variant_kind kind,
                int param, char *name)
{
  struct tn_placed placed;
  tn_sim_place(&point->call, point->places, point->mechanism, point->setup->values, &placed);
  const struct tn_variant v = { .kind = kind, .name = name, .param = param };
  if (tn_method_refusal(point->algorithm, &placed.call)) {
    g_free(name);
    return;
  }
  tn_trials_try(a->trials, point);
  g_array_append_val(a->x->variants, v);
}

static void try_value(struct attempt *a, int i, int64_t value)
{
  struct tn_point point = *a->x->point;
  const struct tn_alg_param *p = &point.algorithm->params[i];
  if (value == point.call.params[i] || !tn_alg_param_accepts(p, value))
    return;
  point.call.params[i] = value;
  g_autofree char *text = tn_param_text(p, value);
  try(a, &point, TN_VARIANT_PARAM, i, g_strdup_printf("%s=%s", p->name, text));
}

/* Tries other values of each parameter: of a choice, all; of a number, powers of two up to the
 * ranks; of a size, 4 and 16 times as small and as large. */
static void try_params(struct attempt *a)
{
  const struct tn_point *point = a->x->point;
  if (point->algorithm->runs->rank_count.per || point->algorithm->runs->rank_count.distant)
    return; /* the parameters determine the number of ranks */
  for (int i = 0; i < tn_alg_params_number(point->algorithm->params); i++) {
    const struct tn_alg_param *p = &point->algorithm->params[i];
    const int64_t own = point->call.params[i];
    if (p->kind == TN_PARAM_CHOICE)
      for (int c = 0; p->choices[c] && c < MAX_VALUES; c++)
        try_value(a, i, c);
    else if (p->kind == TN_PARAM_INT)
      for (int64_t v = 1; v < 2 * (int64_t)point->call.n_ranks; v *= 2)
        try_value(a, i, MIN(v, point->call.n_ranks - 1));
    else if (p->kind != TN_PARAM_LIST && own > 0 && tn_sizes_length(own) == 1)
      for (int64_t v = own / 16; v <= 16 * own && v > 0; v *= 4)
        try_value(a, i, v);
  }
}

/* Tries other mechanisms for buffers in the same memory (host or device). */
static void try_mechanisms(struct attempt *a)
{
  const struct tn_method *algorithm = a->x->point->algorithm;
  const bool on_device = tn_mechanism_is_on_device(a->x->point->mechanism);
  /* With another mechanism, the selected transport gives other values to parameters. */
  const int transport = tn_setup_transport(a->x->point->setup);
  if (transport != tn_platform_transport(a->x->point->setup->platform, NULL) ||
      a->x->point->call.nested)
    return;
  for (int i = 0; i < algorithm->n_mechanisms; i++) {
    struct tn_point point = *a->x->point;
    const enum tn_mechanism mechanism = algorithm->mechanisms[i];
    if (mechanism == point.mechanism || tn_mechanism_is_on_device(mechanism) != on_device ||
        !tn_platform_has_mechanism(point.setup->platform, mechanism))
      continue;
    point.mechanism = mechanism;
    try(a, &point, TN_VARIANT_MECHANISM, -1, g_strdup(tn_mechanism_names[mechanism]));
  }
}

static void try_kernels(struct attempt *a)
{
  const struct tn_setup *own = a->x->point->setup;
  for (int k = 0; tn_kernel_names[k]; k++) {
    struct tn_point point = *a->x->point;
    if (k == (int)own->kernel)
      continue;
    point.setup = tn_study_setup(tn_trials_study(a->trials), own->platform, TN_JUST(k),
                                 own->overrides, own->n_overrides, NULL);
    if (point.setup)
      try(a, &point, TN_VARIANT_KERNEL, -1, g_strdup(tn_kernel_names[k]));
  }
}

/* Tries the other kinds of pages, if the point pins pages. */
static void try_backings(struct attempt *a)
{
  const enum tn_backing own = a->x->point->backing;
  for (int k = 0; tn_backing_names[k] && tn_sim_has_read(&a->x->result, tn_pin_param(own)); k++) {
    struct tn_point point = *a->x->point;
    point.backing = (enum tn_backing)k;
    if (point.backing != own)
      try(a, &point, TN_VARIANT_BACKING, -1, g_strdup(tn_backing_names[k]));
  }
}

/* Tries the collective's other algorithms with default parameters. A pattern cannot replace another
 * pattern. */
static void try_algorithms(struct attempt *a, const struct tn_plan *all)
{
  if (a->x->point->call.collective == TN_PATTERN)
    return;
  for (guint i = 0; i < tn_study_n(all->study); i++) {
    const struct tn_point *other = tn_study_point(all->study, i);
    if (other->algorithm == a->x->point->algorithm)
      continue;
    struct tn_point point = *other;
    g_autofree char *mechanism =
        other->mechanism == a->x->point->mechanism
            ? g_strdup("")
            : g_strdup_printf(" (%s)", tn_mechanism_names[other->mechanism]);
    try(a, &point, TN_VARIANT_ALGORITHM, -1,
        g_strdup_printf("%s%s", other->algorithm->name, mechanism));
  }
}

bool tn_variants_run(struct tn_explanation *x, struct tn_trials *trials)
{
  struct attempt a = { x, trials };
  const struct tn_plan_kind kind = { .loaded = x->plan->kind->loaded,
                                     .replacements = { .ranks = x->point->call.n_ranks,
                                                       .is_all = true } };
  struct tn_plan *all = tn_plan_new(x->plan->settings, &kind, NULL);
  try_params(&a);
  try_mechanisms(&a);
  try_kernels(&a);
  try_backings(&a);
  const struct tn_point *own = a.x->point;
  struct tn_point silent = *own, meeting = *own, later = *own, ideal = *own;
  silent.noise = ideal.noise = NULL;
  meeting.arrival = NULL;
  later.warmup = 1;
  ideal.ideal = true;
  if (own->noise)
    try(&a, &silent, TN_VARIANT_NO_NOISE, -1, g_strdup("no noise"));
  if (own->arrival)
    try(&a, &meeting, TN_VARIANT_MEETING, -1, g_strdup("as a barrier leaves the ranks"));
  if (own->warmup == 0)
    try(&a, &later, TN_VARIANT_LATER, -1, g_strdup("the second call"));
  if (!own->ideal && tn_platform_n_nodes(own->setup->platform) == 1)
    try(&a, &ideal, TN_VARIANT_IDEAL, -1, g_strdup("ideal"));
  if (all)
    try_algorithms(&a, all);
  const bool ok = tn_trials_run(trials);
  /* Copies the results of the variants that ran, and removes the variants that could not run. */
  if (ok) {
    for (guint i = a.x->variants->len; i > 0; i--) {
      struct tn_variant *v = &g_array_index(a.x->variants, struct tn_variant, i - 1);
      const struct tn_sim_result *r = tn_trials_answer(a.trials, i - 1);
      if (!r) {
        g_array_remove_index(a.x->variants, i - 1);
        continue;
      }
      v->avg = r->avg;
      v->span = r->span;
    }
  }
  tn_plan_free(all);
  return ok;
}
