#include "study_rows.h"

#include <math.h>
#include <string.h>

#include "algos/kit/reduction.h"
#include "base/names.h"
#include "platform/quantity.h"

static const char no_noise[] = "none", unnamed[] = "unnamed";

static void add(GPtrArray *all, const char *name, const char *value)
{
  g_ptr_array_add(all, g_strdup_printf("%s=%s", name, value));
}

static void add_number(GPtrArray *all, const char *name, int value)
{
  g_ptr_array_add(all, g_strdup_printf("%s=%d", name, value));
}

bool tn_source_has_calls(enum tn_source source)
{
  return source != TN_SOURCE_MODEL;
}

int tn_study_calls(const struct tn_study *study, guint i)
{
  const int counted = tn_study_outcome(study, i)->calls;
  return counted > 0 ? counted : tn_study_point(study, i)->repetitions;
}

static char *overrides(const struct tn_point *p, const struct tn_origin *origin)
{
  struct tn_point usual = *p;
  usual.warmup = TN_AS_MANY_AS_SLOTS;
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
  for (int i = 0; i < p->setup->n_overrides; i++) {
    const struct tn_override *o = &p->setup->overrides[i];
    if (o->transport)
      continue;
    g_autofree char *text = o->text ? g_strdup(o->text) : tn_param_format(o->param, o->value);
    add(all, tn_params[o->param].name, text);
  }
  if (p->ideal)
    add(all, "ideal", "yes");
  if (p->arrival)
    add(all, "arrival", p->arrival->text ? p->arrival->text : unnamed);
  if (p->working_set > 0) {
    g_autofree char *text = tn_format_size(p->working_set);
    add(all, "working-set", text);
  }
  if (p->barrier) {
    const struct tn_arrival own = { .barrier = p->barrier };
    g_autofree char *text = tn_arrival_text(&own);
    add(all, "arrival", text);
  }
  for (int i = 0; origin->labels && origin->labels[i]; i++)
    g_ptr_array_add(all, g_strdup(origin->labels[i]));
  if (origin->source == TN_SOURCE_MEASURED && p->algorithm->runs->strands_per_core &&
      p->algorithm->runs->strands_per_core(&p->call) > 1)
    g_ptr_array_add(all, g_strdup(TN_SHARED_BY_SYSTEM));
  if (tn_point_warmup(p) != tn_point_warmup(&usual))
    add_number(all, "warmup", tn_point_warmup(p));
  if (p->repetitions != tn_protocol_calls(p->protocol) && !origin->hides_calls)
    add_number(all, "repetitions", p->repetitions);
  const bool reduces = tn_collective_reduces(p->call.collective);
  if (reduces && p->call.type != TN_FLOAT32)
    add(all, "type", tn_type_names[p->call.type]);
  if (reduces && p->call.op != TN_SUM)
    add(all, "op", tn_op_names[p->call.op]);
  if (p->counts)
    add(all, "counts", p->counts);
  g_ptr_array_sort(all, tn_by_text);
  g_ptr_array_add(all, NULL);
  return g_strjoinv(";", (char **)all->pdata);
}

static void set_identity(struct tn_row *row, const struct tn_point *p,
                         const struct tn_origin *origin)
{
  g_autofree char *params = tn_point_params(p), *others = overrides(p, origin);
  row->source = origin->source;
  tn_row_name(&row->version, TN_VERSION);
  tn_row_name(&row->platform, tn_platform_name(p->setup->platform));
  tn_row_name(&row->kernel, origin->kernel ? origin->kernel : tn_kernel_names[p->setup->kernel]);
  tn_row_name(&row->backing, tn_backing_names[p->backing]);
  row->ranks = p->call.n_ranks;
  tn_row_name(&row->mapping, p->mapping);
  row->root = p->call.root;
  row->in_place = p->call.in_place;
  tn_row_name(&row->collective, tn_collective_names[p->call.collective]);
  tn_row_name(&row->algorithm, p->algorithm->name);
  tn_values_set(&row->params, params);
  tn_row_name(&row->mechanism, tn_mechanism_names[p->mechanism]);
  tn_row_name(&row->memory, tn_user_memory_names[tn_mechanism_memory(p->mechanism)]);
  tn_values_set(&row->overrides, others);
  if (tn_setup_transport(p->setup))
    tn_row_name(&row->transport, tn_transport_names[tn_setup_transport(p->setup) - 1]);
  row->size = (int64_t)p->call.block;
  if (tn_source_has_calls(origin->source)) {
    tn_row_name(&row->protocol, tn_protocol_names[p->protocol]);
    tn_row_name(&row->buffers, tn_buffers_names[p->buffers]);
  }
  if (origin->source == TN_SOURCE_SIM)
    tn_row_name(&row->law, tn_law_names[p->law]);
  if (origin->source == TN_SOURCE_SIM || p->noise) {
    const char *noise = p->noise && !p->noise->text ? unnamed : no_noise;
    tn_row_name(&row->noise, p->noise && p->noise->text ? p->noise->text : noise);
    row->seed = p->seed;
  }
}

static double whole(double seconds)
{
  return tn_row_seconds(seconds * 1e6);
}

struct tn_row *tn_study_row(const struct tn_study *study, guint i, const struct tn_origin *origin)
{
  static const struct tn_origin simulated = { 0 };
  const struct tn_outcome *outcome = tn_study_outcome(study, i);
  const struct tn_sim_result *r = &outcome->result;
  const struct tn_point *point = tn_study_point(study, i);
  g_autofree char *decision = tn_point_decision(point);
  struct tn_row *row = tn_row_new();
  set_identity(row, point, origin ? origin : &simulated);
  row->avg = whole(r->avg);
  row->min = whole(r->min);
  row->max = whole(r->max);
  row->span = whole(r->span);
  for (int part = 0; part < TN_N_PARTS; part++)
    row->parts[part] = whole(r->parts[part]);
  row->transfers = r->transfers;
  row->inter_node = r->inter_node;
  row->inter_package = r->inter_package;
  row->inter_numa = r->inter_numa;
  row->intra_numa = r->intra_numa;
  row->max_callers = r->max_callers;
  row->verified = r->verified;
  if (outcome->high > 0.0) {
    row->low = whole(outcome->low);
    row->high = whole(outcome->high);
  }
  if (outcome->jitter_high > 0.0) {
    row->jitter_low = whole(outcome->jitter_low);
    row->jitter_high = whole(outcome->jitter_high);
  }
  row->is_stopped = r->is_stopped;
  row->precision = row->source == TN_SOURCE_SIM ? tn_row_share(point->precision) : NAN;
  /* OSU's overlap: 1 - (extension of the computation) / (time of the collective alone). */
  if (r->computed > 0.0 && r->alone > 0.0)
    row->overlap = tn_row_share(CLAMP(1.0 - (r->together - r->computed) / r->alone, 0.0, 1.0));
  if (tn_source_has_calls(row->source))
    row->calls = tn_study_calls(study, i);
  if (row->calls >= 2) {
    row->avg_median = whole(r->avg_median);
    row->avg_low = whole(r->avg_low);
    row->avg_high = whole(r->avg_high);
    row->avg_p5 = whole(r->avg_p5);
    row->avg_p95 = whole(r->avg_p95);
  }
  tn_row_name(&row->decision, decision);
  const char *calibrated = tn_platform_word(point->setup->platform, TN_WORD_STATE);
  if (row->source != TN_SOURCE_MEASURED)
    tn_row_name(&row->state, calibrated);
  else if (tn_study_outcome(study, i)->fingerprints)
    tn_row_name(&row->state, tn_study_outcome(study, i)->fingerprints);
  return row;
}

double tn_study_time(const struct tn_study *study, guint i, enum tn_objective objective)
{
  if (tn_study_outcome(study, i)->state != TN_DONE)
    return NAN;
  struct tn_row *row = tn_study_row(study, i, NULL);
  const double time = tn_row_time(row, objective);
  tn_row_free(row);
  return time;
}

void tn_study_rows(const struct tn_study *study, const struct tn_origin *origin, GPtrArray *rows)
{
  for (guint i = 0; i < tn_study_n(study); i++)
    if (tn_study_outcome(study, i)->state == TN_DONE)
      g_ptr_array_add(rows, tn_study_row(study, i, origin));
}

char *tn_point_decision(const struct tn_point *point)
{
  if (!point->algorithm->chooser)
    return g_strdup("");
  struct tn_placed placed;
  tn_sim_place(&point->call, point->places, point->mechanism, point->setup->values, &placed);
  const struct tn_decision d = tn_chooser_decide(point->algorithm->chooser, &placed.call);
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "%s %s %s", d.name, d.is_substitute ? "~" : "=",
                         d.algorithm ? d.algorithm->name : "none");
  for (int i = 0; d.algorithm && i < tn_alg_params_number(d.algorithm->params); i++) {
    const struct tn_alg_param *p = &d.algorithm->params[i];
    g_autofree char *value = tn_param_text(p, d.params[i]);
    if (d.params[i] != p->preset)
      g_string_append_printf(text, ";%s=%s", p->name, value);
  }
  if (d.staging != TN_STAGE_NOTHING)
    g_string_append(text, ";staged");
  g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(g_free);
  tn_add_nested(parts, point->call.collective, d.nested, true);
  for (guint i = 0; i < parts->len; i++)
    g_string_append_printf(text, ";%s", (const char *)parts->pdata[i]);
  return g_string_free(g_steal_pointer(&text), FALSE);
}
