#include <string.h>

#include "base/names.h"
#include "platform/choices.h"
#include "private.h"
#include "study/closed_form.h"
#include "study/rows.h"
#include "study/setting.h"

G_STATIC_ASSERT((int)TURNSTILE_BACKING_BASE == TN_JUST(TN_BASE));
G_STATIC_ASSERT((int)TURNSTILE_BACKING_THP == TN_JUST(TN_THP));
G_STATIC_ASSERT((int)TURNSTILE_BACKING_HUGETLB == TN_JUST(TN_HUGETLB));
G_STATIC_ASSERT((int)TURNSTILE_BUFFERS_REWRITTEN == (int)TN_BUFFERS_REWRITTEN);
G_STATIC_ASSERT((int)TURNSTILE_BUFFERS_NEW == (int)TN_BUFFERS_NEW);
G_STATIC_ASSERT((int)TURNSTILE_BUFFERS_COLD == (int)TN_BUFFERS_COLD);
G_STATIC_ASSERT((int)TURNSTILE_TYPE_UINT8 == TN_JUST(TN_UINT8));
G_STATIC_ASSERT((int)TURNSTILE_TYPE_INT32 == TN_JUST(TN_INT32));
G_STATIC_ASSERT((int)TURNSTILE_TYPE_FLOAT32 == TN_JUST(TN_FLOAT32));
G_STATIC_ASSERT((int)TURNSTILE_TYPE_FLOAT64 == TN_JUST(TN_FLOAT64));
G_STATIC_ASSERT((int)TURNSTILE_LAW_QUEUE == (int)TN_LAW_QUEUE);
G_STATIC_ASSERT((int)TURNSTILE_PROTOCOL_OSU == (int)TN_OSU);
G_STATIC_ASSERT((int)TURNSTILE_PROTOCOL_IMB == (int)TN_IMB);
G_STATIC_ASSERT((int)TURNSTILE_PROTOCOL_IMB_OLD == (int)TN_IMB_OLD);
G_STATIC_ASSERT((int)TURNSTILE_PART_LOCK == (int)TN_LOCK);
G_STATIC_ASSERT((int)TURNSTILE_PART_NOISE == (int)TN_NOISE);
G_STATIC_ASSERT((int)TURNSTILE_N_PARTS == (int)TN_N_PARTS);

TurnstileStudy *turnstile_study_new(const TurnstileConditions *conditions)
{
  TurnstileStudy *study = g_new0(TurnstileStudy, 1);
  if (conditions)
    study->conditions = (struct tn_conditions){
      .law = (enum tn_law)conditions->law,
      .protocol = (enum tn_protocol)conditions->protocol,
      .warmup = conditions->warmup,
      .repetitions = conditions->repetitions,
      .seed = conditions->seed,
      .ideal = conditions->ideal,
      .verify = conditions->verify,
      .point_limit = conditions->point_limit,
      .jobs = conditions->jobs,
    };
  study->conditions.mute = true;
  study->study = tn_study_new(&study->conditions);
  return study;
}

void turnstile_study_free(TurnstileStudy *study)
{
  if (!study)
    return;
  tn_study_free(study->study);
  tn_noises_free(study->noise);
  tn_arrival_free(study->arrival);
  g_free(study);
}

static bool refuse(GError **error, const char *what, const char *name)
{
  g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "no %s \"%s\"", what,
              name ? name : "(null)");
  return false;
}

static bool read_settings(const TurnstileCase *asked, struct tn_case *ret, struct tn_nested *nested,
                          GError **error)
{
  for (gsize i = 0; i < asked->n_settings; i++) {
    const TurnstileSetting *setting = &asked->settings[i];
    GError *why = NULL;
    if (tn_case_set(ret, nested, setting->name, setting->word, setting->number, &why))
      continue;
    g_set_error_literal(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, why->message);
    g_error_free(why);
    return false;
  }
  return true;
}

static bool read_mechanism(const char *name, int *ret, GError **error)
{
  const int mechanism = name ? tn_name_find(tn_mechanism_names, name) : -1;
  if (name && mechanism < 0)
    return refuse(error, "mechanism", name);
  if (name)
    *ret = TN_JUST(mechanism);
  return true;
}

/* overrides[asked->n_values] */
static bool read_values(const TurnstileCase *asked, struct tn_override *overrides, GError **error)
{
  for (gsize i = 0; i < asked->n_values; i++) {
    const int p = asked->values[i].name ? tn_param_find(asked->values[i].name) : -1;
    if (p < 0)
      return refuse(error, "parameter of platforms", asked->values[i].name);
    overrides[i] =
        (struct tn_override){ .param = (enum tn_param)p, .value = asked->values[i].value };
  }
  return true;
}

/* Its own progress may not change it. */
static bool is_free(const TurnstileStudy *study, GError **error)
{
  if (!study->is_running)
    return true;
  g_set_error_literal(error, TURNSTILE_ERROR, TURNSTILE_ERROR_RUN,
                      "the study is running (its progress can end it, not run or change it)");
  return false;
}

/* Whether enumerations and pointers hold what the header says. */
static bool check_case(const TurnstileCase *asked, GError **error)
{
  if (!asked->platform)
    return refuse(error, "platform", NULL);
  if (asked->kernel > TURNSTILE_KERNEL_MEASURED || asked->backing > TURNSTILE_BACKING_HUGETLB ||
      asked->buffers > TURNSTILE_BUFFERS_COLD || asked->type > TURNSTILE_TYPE_FLOAT64 ||
      asked->ranks < 0 || asked->ranks > TN_MAX_COUNT) {
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT,
                "kernel %d, backing %d, buffers %d, type %d, %d ranks: out of range",
                (int)asked->kernel, (int)asked->backing, (int)asked->buffers, (int)asked->type,
                asked->ranks);
    return false;
  }
  return true;
}

gboolean turnstile_study_add(TurnstileStudy *study, const TurnstileCase *asked, GError **error)
{
  struct tn_case c = { 0 };
  struct tn_nested nested = { 0 };
  GError *why = NULL;
  if (!is_free(study, error) || !check_case(asked, error))
    return FALSE;
  if (!tn_conditions_check(&study->conditions, &why))
    return tn_library_refuse(error, TURNSTILE_ERROR_INPUT, why);
  g_autofree struct tn_override *overrides = g_new0(struct tn_override, asked->n_values);
  c.algorithm = asked->collective && asked->algorithm
                    ? tn_library_algorithm(asked->collective, asked->algorithm)
                    : NULL;
  if (!c.algorithm)
    return refuse(error, asked->collective ? asked->collective : "collective", asked->algorithm);
  c.platform = tn_platform_of(asked->platform);
  c.kernel = (int)asked->kernel;
  c.overrides = overrides;
  c.n_overrides = (int)asked->n_values;
  c.backing = (int)asked->backing;
  c.buffers = (enum tn_buffers)asked->buffers;
  c.mapping = asked->mapping;
  c.ranks = asked->ranks;
  c.root = asked->root;
  c.in_place = asked->in_place;
  c.type = (int)asked->type;
  c.bytes = asked->bytes;
  const struct tn_counts counts = { .bytes = asked->counts, .n = asked->n_counts };
  c.counts = asked->counts ? &counts : NULL;
  if (!read_values(asked, overrides, error) || !read_settings(asked, &c, &nested, error) ||
      !read_mechanism(asked->mechanism, &c.mechanism, error))
    return FALSE;
  return tn_study_add(study->study, &c, &why) ||
         tn_library_refuse(error, TURNSTILE_ERROR_CASE, why);
}

struct watched {
  TurnstileProgress progress;
  gpointer data;
  guint n;
};

static bool goes_on(void *data, guint n_known)
{
  const struct watched *w = data;
  return w->progress(n_known, w->n, w->data);
}

gboolean turnstile_study_run(TurnstileStudy *study, TurnstileProgress progress, gpointer data,
                             GError **error)
{
  struct watched w = { .progress = progress, .data = data, .n = turnstile_study_n(study) };
  const struct tn_watch watch = { .data = &w, .goes_on = progress ? goes_on : NULL };
  GError *why = NULL;
  if (!is_free(study, error))
    return FALSE;
  study->is_running = true;
  const bool ok = tn_study_run(study->study, &watch, &why);
  study->is_running = false;
  return ok || tn_library_refuse(error, TURNSTILE_ERROR_RUN, why);
}

guint turnstile_study_n(const TurnstileStudy *study)
{
  return tn_study_n(study->study);
}

void tn_library_outcome(const struct tn_outcome *o, const struct tn_point *p,
                        TurnstileOutcome *ret_outcome)
{
  const struct tn_sim_result *r = &o->result;
  TurnstileOutcome out = { .state = TURNSTILE_PENDING,
                           .message = o->message,
                           .ranks = p->call.n_ranks };
  if (o->state == TN_DONE) {
    out = (TurnstileOutcome){ .state = TURNSTILE_DONE,
                              .ranks = out.ranks,
                              .avg = r->avg,
                              .min = r->min,
                              .max = r->max,
                              .span = r->span,
                              .median = r->avg_median,
                              .low = r->avg_low,
                              .high = r->avg_high,
                              .p5 = r->avg_p5,
                              .p95 = r->avg_p95,
                              .transfers = r->transfers,
                              .inter_node = r->inter_node,
                              .inter_package = r->inter_package,
                              .inter_numa = r->inter_numa,
                              .intra_numa = r->intra_numa,
                              .max_callers = r->max_callers,
                              .verified = r->verified == 1 };
    memcpy(out.parts, r->parts, sizeof out.parts);
  } else if (o->state != TN_PENDING) {
    out.state = TURNSTILE_FAILED;
  }
  *ret_outcome = out;
}

gboolean turnstile_study_outcome(const TurnstileStudy *study, guint i,
                                 TurnstileOutcome *ret_outcome)
{
  if (i >= turnstile_study_n(study))
    return FALSE;
  tn_library_outcome(tn_study_outcome(study->study, i), tn_study_point(study->study, i),
                     ret_outcome);
  return ret_outcome->state == TURNSTILE_DONE;
}

char *turnstile_study_describe(const TurnstileStudy *study, guint i)
{
  return i < turnstile_study_n(study) ? tn_point_describe(tn_study_point(study->study, i)) : NULL;
}

GPtrArray *tn_library_rows(const TurnstileStudy *study)
{
  const struct tn_origin simulated = { 0 };
  GPtrArray *rows = tn_rows_new();
  tn_study_rows(study->study, &simulated, rows);
  return rows;
}

char *turnstile_study_csv(const TurnstileStudy *study)
{
  g_autoptr(GPtrArray) rows = tn_library_rows(study);
  return tn_rows_csv(rows);
}

gboolean turnstile_study_form(const TurnstileStudy *study, guint i, TurnstileForm *ret_form)
{
  struct tn_cost cost;
  if (i >= turnstile_study_n(study))
    return FALSE;
  const struct tn_point *p = tn_study_point(study->study, i);
  if (tn_choices_of(p->setup->values).lock_scope != TN_SCOPE_PROCESS || !tn_closed_form(p, &cost))
    return FALSE;
  *ret_form = (TurnstileForm){
    .sum = tn_cost_sum(&cost), .startup = cost.startup, .lock = cost.lock, .copy = cost.copy
  };
  return TRUE;
}
