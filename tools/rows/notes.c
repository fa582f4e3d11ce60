#include "notes.h"

#include <math.h>
#include <string.h>

#include "algos/registry.h"
#include "perturb/assumed.h"
#include "plan/disturb.h"
#include "platform/quantity.h"
#include "signals.h"
#include "study/setup.h"

struct tn_assumption tn_assumption_of(const struct tn_results *results, const GArray *points,
                                      tn_study_runner *run)
{
  const struct tn_study *study = results->plan->study;
  const bool is_model = results->source != TN_SOURCE_SIM;
  struct tn_assumption a = { .list = tn_assumed_of(study, points, is_model), .n_effective = -1 };
  if (a.list->len > 0)
    a.error = TN_USUAL_ERROR;
  if (!is_model && !tn_signal_caught && !tn_study_conditions(study)->outputs.timeline)
    a.n_effective = tn_assumed_sort(a.list, study, points, run, &a.error);
  return a;
}

void tn_label_put(struct tn_table *t, size_t size, const char *mark, const char *algorithm,
                  const char *apart)
{
  const size_t width = 28; /* width of the column for names in the tables' layouts, in characters */
  g_autofree char *bytes = tn_format_size(size);
  g_autofree char *name = g_strchomp(g_strdup_printf("%s %s", algorithm, apart));
  const bool fits = strlen(name) <= width;
  tn_table_texts(t, bytes, mark, fits ? name : algorithm, fits ? NULL : apart);
}

struct tn_table *tn_path_table(void)
{
  return tn_table_new("size mark name more mean last lock copy memory others");
}

void tn_path_put(struct tn_table *t, double avg, double span, const double *parts, double error)
{
  const double memory = isnan(parts[TN_MEMORY]) ? 0 : parts[TN_MEMORY];
  double others = 0;
  for (int part = 0; part < TN_N_PARTS; part++)
    if (part != TN_LOCK && part != TN_COPY && part != TN_MEMORY && !isnan(parts[part]))
      others += parts[part];
  const double path[] = { avg, span, parts[TN_LOCK], parts[TN_COPY], memory, others };
  for (size_t i = 0; i < G_N_ELEMENTS(path); i++)
    tn_table_take(t, tn_format_us(path[i], error));
}

void tn_path_write(struct tn_document *d, struct tn_table *t)
{
  tn_document_table(d, t,
                    "{size:>8} {=mark:2} {=name:28} {mean:>9} {last rank=last:>9} "
                    "{= lock=lock:>9} {+ copy=copy:>9} {+ memory=memory:>9} "
                    "{+ others=others:>9}\n            {more}");
}

void tn_note_assumed(GPtrArray *remarks, const struct tn_setup *setup,
                     const struct tn_assumption *a, guint most)
{
  const GArray *list = a->list;
  most = a->n_effective > 0 ? MIN((guint)a->n_effective, most) : most;
  g_autoptr(GString) text = g_string_new("assumed: ");
  for (guint i = 0; i < MIN(list->len, most); i++) {
    const enum tn_param p = g_array_index(list, enum tn_param, i);
    const struct tn_bounds bounds = tn_setup_bounds(setup, p);
    struct tn_param_value of_kernel;
    const bool is_kernels = tn_platform_kernel_param(setup->platform, setup->kernel, p, &of_kernel);
    g_autofree char *range = tn_bounds_text(p, &bounds);
    g_string_append_printf(text, "%s%s", i ? ", " : "", tn_params[p].name);
    if (tn_bounds_are_stated(&bounds))
      g_string_append_printf(text, " (%s%s%s)", is_kernels ? tn_kernel_names[setup->kernel] : "",
                             is_kernels ? ": " : "", range);
  }
  if (list->len > most)
    g_string_append_printf(text, " and %u more", list->len - most);
  if (list->len == 0)
    g_string_append(text, "none of the parameters that matter");
  tn_note_add(remarks, "%s", text->str);
}

char *tn_note_no_noise(const char *noise, guint n_no_noise, guint n, double shortest)
{
  double period = INFINITY;
  struct tn_noises *noises = tn_noises_parse(noise, NULL);
  for (int i = 0; noises && i < noises->n; i++) {
    const struct tn_noise_source *s = &noises->sources[i];
    const bool is_endless = s->process == TN_NOISE_PERIODIC || s->process == TN_NOISE_POISSON;
    const bool is_traced = s->process == TN_NOISE_TRACE && s->n_trace > 0;
    period = fmin(period, is_endless ? 1.0 / s->rate : is_traced ? s->trace[0] : s->at);
  }
  tn_noises_free(noises);
  if (n_no_noise == 0 || !(shortest > 0.0) || isinf(period))
    return NULL;
  return g_strdup_printf(
      "no noise hit %u of %u calls, the shortest of %.3g ms: noise comes after %.4g ms "
      "(--repetitions %.0f or more would meet it)",
      n_no_noise, n, shortest * 1e3, period * 1e3, ceil(period / shortest));
}

void tn_note_error(GPtrArray *remarks, const struct tn_setup *setup, enum tn_collective collective)
{
  const char *what = tn_collective_names[collective];
  const char *known = tn_platform_known_error(setup->platform, what);
  if (known)
    tn_note_add(remarks, "known error: %s", known);
  else
    tn_note_add(remarks, "no measured %s on %s to compare with", what,
                tn_platform_name(setup->platform));
}

void tn_note_release(GPtrArray *remarks, const struct tn_method *a)
{
  if (a->n_mechanisms == 1 && tn_mechanism_is_on_device(a->mechanisms[0]))
    tn_note_add(remarks, "%s is %s: other releases choose and cost otherwise", a->name, a->source);
}
