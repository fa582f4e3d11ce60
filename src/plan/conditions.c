/* Reads the conditions that all points share, and creates the study. */
#include "expand.h"
#include "platform/quantity.h"

#include <string.h>

/* Smallest accepted time limit of a point, in seconds: the resolution of the system's timers. */
#define SHORTEST_LIMIT 1e-3

/* Returns TN_REALLY_ZERO if the user gave 0, because in a study 0 means the default. */
static int64_t or_zero(int64_t value)
{
  return value == 0 ? TN_REALLY_ZERO : value;
}

/* Reads --precision, the relative error of times; TN_REALLY_ZERO requests exact times. */
static bool read_precision(const struct tn_options *s, double *ret, GError **error)
{
  const char *where = tn_options_where(s, TN_OPT_PRECISION);
  if (s->exact && s->value[TN_OPT_PRECISION])
    return tn_usage(error, "%s: not with exact times (%s)", where,
                    tn_options_where(s, TN_OPT_EXACT));
  if (!(s->precision > 0.0 && s->precision <= TN_LEAST_PRECISION))
    return tn_usage(error, "%s: \"%s\" is out of range (above 0, up to %g%%; --exact: no error)",
                    where, tn_options_text(s, TN_OPT_PRECISION), 100.0 * TN_LEAST_PRECISION);
  *ret = s->exact ? TN_REALLY_ZERO : s->precision;
  return true;
}

static bool read_numbers(struct tn_plan *plan, struct tn_conditions *c, GError **error)
{
  const struct tn_options *s = plan->settings;
  g_autoptr(GArray) seeds = NULL;
  if (s->value[TN_OPT_POINT_TIMEOUT] &&
      !(s->point_timeout >= SHORTEST_LIMIT && s->point_timeout <= TN_LONGEST_LIMIT))
    return tn_usage(error, "%s: \"%s\" is out of range (1ms to 1e8s)",
                    tn_options_where(s, TN_OPT_POINT_TIMEOUT), s->value[TN_OPT_POINT_TIMEOUT]);
  const bool is_open = !s->value[TN_OPT_REPETITIONS];
  const int most = plan->kind->most_calls;
  c->protocol = (enum tn_protocol)s->protocol;
  c->repetitions = !is_open ? s->repetitions : most ? most : tn_protocol_calls(c->protocol);
  plan->hides_calls = is_open && most;
  c->point_limit = s->point_timeout;
  c->jobs = s->jobs;
  c->working_set = s->working_set;
  if (!tn_read_ints(s, TN_OPT_SEED, G_MAXINT64, &seeds, error))
    return false;
  g_array_append_vals(plan->seeds, seeds->data, seeds->len);
  if (s->warmup >= 0)
    c->warmup = (int)or_zero(s->warmup);
  c->seed = or_zero(g_array_index(seeds, int64_t, 0));
  return true;
}

/* Reads --noise; "|" separates alternatives, and each point runs once with each alternative. */
static bool read_noises(struct tn_plan *plan, const char *text, GError **error)
{
  g_auto(GStrv) words = g_strsplit(text, "|", -1);
  for (char **word = words; *word; word++) {
    const bool is_none = strcmp(g_strstrip(*word), tn_option_table[TN_OPT_NOISE].preset) == 0;
    struct tn_noises *noises = is_none ? NULL : tn_noises_parse(*word, error);
    if (!noises && !is_none)
      return false;
    g_ptr_array_add(plan->noises, noises);
  }
  return true;
}

static bool read_disturbances(struct tn_plan *plan, struct tn_conditions *c, GError **error)
{
  const struct tn_options *s = plan->settings;
  const char *arrival = tn_options_changed(s, TN_OPT_ARRIVAL);
  if (c->ideal && !TN_NONE_SAID(s, error, "there is no noise under --ideal", TN_OPT_NOISE))
    return false;
  if (!read_noises(plan, tn_options_text(s, TN_OPT_NOISE), error))
    return tn_usage_prefix(error, tn_options_where(s, TN_OPT_NOISE));
  if (arrival && !(plan->arrival = tn_arrival_parse(arrival, error)))
    return tn_usage_prefix(error, tn_options_where(s, TN_OPT_ARRIVAL));
  c->noise = plan->noises->pdata[0];
  c->arrival = plan->arrival;
  return true;
}

bool tn_read_conditions(struct tn_plan *plan, GError **error)
{
  const struct tn_options *s = plan->settings;
  struct tn_conditions c = { 0 };
  if (!read_numbers(plan, &c, error) || !read_precision(s, &c.precision, error))
    return false;
  c.law = (enum tn_law)s->law;
  c.ideal = s->ideal;
  c.verify = s->verify;
  c.mute = plan->kind->mute;
  c.outputs.timeline = s->timeline;
  if (c.outputs.timeline && g_str_has_suffix(c.outputs.timeline, ".trace"))
    return tn_usage(
        error, "%s: \"%s\": Paje is removed; FILE.json is for Perfetto, FILE.goal for LogGOPSim",
        tn_options_where(s, TN_OPT_TIMELINE), c.outputs.timeline);
  if (!read_disturbances(plan, &c, error))
    return false;
  plan->n_jitter = s->jitter;
  plan->study = tn_study_new(&c);
  return true;
}
