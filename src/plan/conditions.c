/* What all points of a plan share, from options: makes its study. */
#include "expand.h"
#include "platform/quantity.h"

#include <string.h>

/* Seconds for one point: what the system's timers can tell. */
#define SHORTEST_LIMIT 1e-3

/* 0 where it was said: a study takes 0 for its default. */
static int64_t or_zero(int64_t value)
{
  return value == 0 ? TN_REALLY_ZERO : value;
}

bool tn_jobs_read(const struct tn_settings *s, int *ret, GError **error)
{
  *ret = 0;
  return tn_read_count(s, TN_OPT_JOBS, 1, TN_MAX_JOBS, ret, error);
}

static bool read_point_limit(const struct tn_settings *s, double *ret, GError **error)
{
  const char *text = tn_settings_get(s, TN_OPT_POINT_TIMEOUT);
  double limit = 0.0;
  if (!tn_read_time(s, TN_OPT_POINT_TIMEOUT, &limit, error))
    return false;
  if (text && !(limit >= SHORTEST_LIMIT && limit <= TN_LONGEST_LIMIT))
    return tn_usage(error, "%s: \"%s\" is not from 1ms to 1e8s",
                    tn_settings_where(s, TN_OPT_POINT_TIMEOUT), text);
  *ret = limit;
  return true;
}

/* Below 0: exact. */
static bool read_precision(const struct tn_settings *s, double *ret, GError **error)
{
  const char *where = tn_settings_where(s, TN_OPT_PRECISION);
  const bool exact = tn_says_yes(s, TN_OPT_EXACT);
  if (exact && s->value[TN_OPT_PRECISION])
    return tn_usage(error, "%s: exact times (%s) have none", where,
                    tn_settings_where(s, TN_OPT_EXACT));
  if (!tn_read_percent(s, TN_OPT_PRECISION, ret, error))
    return false;
  if (!(*ret > 0.0 && *ret <= TN_LEAST_PRECISION))
    return tn_usage(error, "%s: \"%s\" is not above 0 and up to %g%% (--exact: no error)", where,
                    tn_settings_get(s, TN_OPT_PRECISION), 100.0 * TN_LEAST_PRECISION);
  *ret = exact ? TN_REALLY_ZERO : *ret;
  return true;
}

static bool read_numbers(struct tn_plan *plan, struct tn_conditions *c, GError **error)
{
  const struct tn_settings *s = plan->settings;
  const bool warms = s->value[TN_OPT_WARMUP] != NULL;
  g_autoptr(GArray) seeds = NULL;
  if (!tn_read_count(s, TN_OPT_WARMUP, 0, TN_MAX_COUNT, &c->warmup, error) ||
      !tn_read_count(s, TN_OPT_REPETITIONS, 1, TN_MAX_COUNT, &c->repetitions, error) ||
      !read_point_limit(s, &c->point_limit, error) || !tn_jobs_read(s, &c->jobs, error) ||
      !tn_read_size(s, TN_OPT_WORKING_SET, &c->working_set, error))
    return false;
  if (!tn_parse_ints(tn_settings_get(s, TN_OPT_SEED), 0, G_MAXINT64, 0, &seeds, error))
    return tn_usage_prefix(error, tn_settings_where(s, TN_OPT_SEED));
  g_array_append_vals(plan->seeds, seeds->data, seeds->len);
  if (plan->kind->most_calls && !s->value[TN_OPT_REPETITIONS])
    c->repetitions = plan->kind->most_calls;
  if (warms)
    c->warmup = (int)or_zero(c->warmup);
  c->seed = or_zero(g_array_index(seeds, int64_t, 0));
  return true;
}

/* The noises that --noise names, with bars between those that come one after another. */
static bool read_noises(struct tn_plan *plan, const char *text, GError **error)
{
  g_auto(GStrv) words = g_strsplit(text, "|", -1);
  for (char **word = words; *word; word++) {
    const bool is_none = strcmp(g_strstrip(*word), tn_options[TN_OPT_NOISE].preset) == 0;
    struct tn_noises *noises = is_none ? NULL : tn_noises_parse(*word, error);
    if (!noises && !is_none)
      return false;
    if (noises)
      noises->text = g_strdup(*word);
    g_ptr_array_add(plan->noises, noises);
  }
  return true;
}

/* What comes from outside the collective: noise and late entries. */
static bool read_disturbances(struct tn_plan *plan, struct tn_conditions *c, GError **error)
{
  const struct tn_settings *s = plan->settings;
  const char *noise = tn_settings_changed(s, TN_OPT_NOISE);
  const char *arrival = tn_settings_changed(s, TN_OPT_ARRIVAL);
  if (noise && c->ideal)
    return tn_usage(error, "%s: there is no noise under --ideal",
                    tn_settings_where(s, TN_OPT_NOISE));
  if (!read_noises(plan, tn_settings_get(s, TN_OPT_NOISE), error))
    return tn_usage_prefix(error, tn_settings_where(s, TN_OPT_NOISE));
  if (arrival && !(plan->arrival = tn_arrival_parse(arrival, error)))
    return tn_usage_prefix(error, tn_settings_where(s, TN_OPT_ARRIVAL));
  if (arrival)
    plan->arrival->text = g_strdup(arrival);
  c->noise = plan->noises->pdata[0];
  c->arrival = plan->arrival;
  return true;
}

bool tn_read_conditions(struct tn_plan *plan, GError **error)
{
  const struct tn_settings *s = plan->settings;
  struct tn_conditions c = { 0 };
  int protocol, law;
  if (!tn_read_single(s, TN_OPT_LAW, tn_law_names, "one law at a time (batched or queue)", &law,
                      error) ||
      !tn_read_name(s, TN_OPT_PROTOCOL, tn_protocol_names, &protocol, error) ||
      !read_numbers(plan, &c, error) || !read_precision(s, &c.precision, error))
    return false;
  c.law = (enum tn_law)law;
  c.protocol = (enum tn_protocol)protocol;
  if (!plan->kind->most_calls && !s->value[TN_OPT_REPETITIONS])
    c.repetitions = tn_protocol_calls(c.protocol);
  c.ideal = tn_says_yes(s, TN_OPT_IDEAL);
  c.verify = tn_says_yes(s, TN_OPT_VERIFY);
  c.mute = plan->kind->mute;
  c.outputs.timeline = tn_settings_get(s, TN_OPT_TIMELINE);
  if (c.outputs.timeline && g_str_has_suffix(c.outputs.timeline, ".trace"))
    return tn_usage(
        error, "%s: \"%s\": Paje is removed; FILE.json is for Perfetto, FILE.goal for LogGOPSim",
        tn_settings_where(s, TN_OPT_TIMELINE), c.outputs.timeline);
  if (!read_disturbances(plan, &c, error) ||
      !tn_read_count(s, TN_OPT_JITTER, 1, TN_MAX_COUNT, &plan->n_jitter, error))
    return false;
  plan->study = tn_study_new(&c);
  plan->hides_calls = plan->kind->most_calls && !s->value[TN_OPT_REPETITIONS];
  return true;
}
