/* Writes an explanation as a paragraph of text. Each clause states one fact with its number. */
#include <math.h>
#include <string.h>

#include "base/loss.h"
#include "explain.h"
#include "tune/tune_entries.h"

#define MICROSECONDS 1e6
/* Relative difference below which two times count as equal. */
#define GAIN 0.02

static double share(double part, double whole)
{
  return whole > 0.0 ? 100.0 * part / whole : 0.0;
}

static double seconds_of(const struct tn_sim_path *path, const char *name)
{
  double sum = 0.0;
  for (size_t i = 0; i < path->n; i++)
    if (strcmp(path->step[i].name, name) == 0)
      sum += path->step[i].to - path->step[i].from;
  return sum;
}

const char *tn_explanation_bound(const struct tn_explanation *x)
{
  const enum tn_part part = tn_part_largest(x->result.parts);
  const double half = 0.5;
  if (x->path->n == 0 && !(x->waiting > 0.0))
    return "nothing";
  if (x->waiting > half * x->result.avg)
    return "late ranks";
  if (part == TN_STARTUP && seconds_of(x->path, "attach") > half * x->result.parts[part])
    return "attachment";
  if (part == TN_LOCK && seconds_of(x->path, "fault") > seconds_of(x->path, "pin"))
    return "page faults";
  return tn_parts[part].bound;
}

/* Writes which cause limits the point, and its share of the time. */
static void write_bound(GString *text, const struct tn_explanation *x)
{
  const enum tn_part part = tn_part_largest(x->result.parts);
  const double time = x->result.parts[part];
  if (strcmp(tn_explanation_bound(x), "nothing") == 0) {
    g_string_append(text, "It takes no time. ");
    return;
  }
  g_string_append_printf(text, "Bound by %s: ", tn_explanation_bound(x));
  if (strcmp(tn_explanation_bound(x), "late ranks") == 0)
    g_string_append_printf(text,
                           "rank %d enters last, and the ranks wait for it %.2f us on average, "
                           "%.0f %% of the average time of %.2f us; from then on, ",
                           x->last, x->waiting * MICROSECONDS, share(x->waiting, x->result.avg),
                           x->result.avg * MICROSECONDS);
  g_string_append_printf(text, "%.2f of the critical path's %.2f us (%.0f %%) are %s. ",
                         time * MICROSECONDS, x->result.span * MICROSECONDS,
                         share(time, x->result.span), tn_parts[part].does);
}

static const struct tn_path_step *longest(const struct tn_sim_path *path, const char *name)
{
  const struct tn_path_step *most = NULL;
  for (size_t i = 0; i < path->n; i++) {
    const struct tn_path_step *s = &path->step[i];
    if (strcmp(s->name, name) == 0 && (!most || s->to - s->from > most->to - most->from))
      most = s;
  }
  return most;
}

static void write_lock(GString *text, const struct tn_explanation *x)
{
  const size_t page = (size_t)x->point->setup->values[TN_P_PAGE_SIZE];
  const struct tn_path_step *pin = longest(x->path, "pin");
  if (!pin || x->result.parts[TN_LOCK] < 0.1 * x->result.span)
    return;
  const size_t n_pages = (pin->bytes + page - 1) / page;
  g_string_append_printf(text, "Rank %d pins", pin->rank);
  if (pin->bytes > 0)
    g_string_append_printf(text, " %zu page%s", n_pages, n_pages == 1 ? "" : "s");
  g_string_append_printf(text, " in the address space of rank %d", pin->peer);
  if (pin->callers > 1)
    g_string_append_printf(text, "; up to %d callers contend for one lock", pin->callers);
  g_string_append(text, ". ");
}

/* Writes which ranks are on the critical path, and which rank has the largest share of the path. */
static void write_ranks(GString *text, const struct tn_explanation *x)
{
  const int n = x->point->call.n_ranks;
  g_autofree double *of = g_new0(double, n);
  int n_on = 0, most = 0;
  guint hand_overs = 0;
  for (size_t i = 0; i < x->path->n; i++) {
    const struct tn_path_step *s = &x->path->step[i];
    n_on += !(of[s->rank] > 0.0);
    of[s->rank] += s->to - s->from;
    hand_overs += i > 0 && s->rank != x->path->step[i - 1].rank;
  }
  for (int r = 1; r < n; r++)
    if (of[r] > of[most])
      most = r;
  if (n_on == 0)
    return;
  if (n_on == 1)
    g_string_append_printf(text, "The path stays on rank %d. ", most);
  else
    g_string_append_printf(text,
                           "The path leads over %d of %d ranks with %u hand-over%s; the largest "
                           "part, %.2f us, is rank %d's. ",
                           n_on, n, hand_overs, hand_overs == 1 ? "" : "s", of[most] * MICROSECONDS,
                           most);
}

static const struct tn_variant *best_of(const struct tn_explanation *x, enum tn_variant_kind kind,
                                        int param)
{
  const struct tn_variant *best = NULL;
  for (guint i = 0; i < x->variants->len; i++) {
    const struct tn_variant *v = &g_array_index(x->variants, struct tn_variant, i);
    if (v->kind == kind && (kind != TN_VARIANT_PARAM || v->param == param) &&
        (!best || v->avg < best->avg))
      best = v;
  }
  return best;
}

/* Writes a sentence about a variant, as in "With throttle=4 it takes 12.3 us (3.10 times as fast).
 * ". */
static void write_variant(GString *text, const struct tn_explanation *x, const struct tn_variant *v,
                          const char *before, const char *behind)
{
  const double ratio = tn_tune_ratio(x->result.avg, v->avg);
  const bool has_ratio = isfinite(ratio) && ratio > 0.0;
  g_string_append_printf(text, "%s%s%s takes %.2f us", before, v->name, behind,
                         v->avg * MICROSECONDS);
  if (!has_ratio)
    g_string_append(text, ". ");
  else if (ratio >= 1.0 + GAIN)
    g_string_append_printf(text, " (%.2f times as fast). ", ratio);
  else if (ratio <= 1.0 / (1.0 + GAIN))
    g_string_append_printf(text, " (%.2f times as long). ", 1.0 / ratio);
  else
    g_string_append(text, " (no difference). ");
}

double tn_explanation_loss(const struct tn_explanation *x, const struct tn_variant **ret_rival)
{
  /* rival[0]: the fastest one with another time than the point's; rival[1]: one with the same
   * time */
  const struct tn_variant *rival[2] = { NULL };
  const double avg = x->result.avg;
  for (guint i = 0; i < x->variants->len; i++) {
    const struct tn_variant *v = &g_array_index(x->variants, struct tn_variant, i);
    const int same = !(v->avg < avg || v->avg > avg);
    if (v->kind == TN_VARIANT_ALGORITHM && (!rival[same] || v->avg < rival[same]->avg))
      rival[same] = v;
  }
  *ret_rival = rival[rival[0] == NULL];
  return *ret_rival ? tn_expected_loss(tn_tune_ratio((*ret_rival)->avg, avg) - 1, 0) : NAN;
}

static void write_variants(GString *text, const struct tn_explanation *x)
{
  static const struct {
    enum tn_variant_kind kind;
    const char *before, *behind;
  } phrases[] = {
    { TN_VARIANT_MECHANISM, "By ", " it" },         { TN_VARIANT_KERNEL, "On ", " it" },
    { TN_VARIANT_BACKING, "With backing ", " it" }, { TN_VARIANT_NO_NOISE, "With ", " it" },
    { TN_VARIANT_MEETING, "Entered ", ", it" },     { TN_VARIANT_LATER, "Then ", "" }
  };
  const struct tn_method *a = x->point->algorithm;
  g_autoptr(GString) best_already = g_string_new(NULL);
  for (int i = 0; i < tn_alg_params_number(a->params); i++) {
    const struct tn_variant *best = best_of(x, TN_VARIANT_PARAM, i);
    if (best && best->avg < x->result.avg / (1.0 + GAIN))
      write_variant(text, x, best, "With ", " it");
    else if (best)
      g_string_append_printf(best_already, "%s%s", best_already->len ? ", " : "",
                             a->params[i].name);
  }
  if (best_already->len > 0)
    g_string_append_printf(text, "No other value that was tried is faster by %.0f %%: %s. ",
                           100.0 * GAIN, best_already->str);
  for (size_t k = 0; k < G_N_ELEMENTS(phrases); k++) {
    const struct tn_variant *best = best_of(x, phrases[k].kind, -1);
    if (best)
      write_variant(text, x, best, phrases[k].before, phrases[k].behind);
  }
  const struct tn_variant *other = best_of(x, TN_VARIANT_ALGORITHM, -1);
  if (other && other->avg < x->result.avg / (1.0 + GAIN))
    write_variant(text, x, other, "The fastest other algorithm, ", ",");
  else if (other)
    g_string_append_printf(
        text, "No other algorithm with its default parameters is faster (%s takes %.2f us). ",
        other->name, other->avg * MICROSECONDS);
  const struct tn_variant *rival;
  const double loss = tn_explanation_loss(x, &rival);
  if (rival)
    g_string_append_printf(text,
                           "Its expected loss against %s is %.1f %% by the model's own error "
                           "(--sensitivity adds the errors of the parameters). ",
                           rival->name, 100 * loss);
}

char *tn_explanation_words(const struct tn_explanation *x)
{
  GString *text = g_string_new(NULL);
  write_bound(text, x);
  write_lock(text, x);
  const double attaching = seconds_of(x->path, "attach");
  const struct tn_path_step *attached = longest(x->path, "attach");
  if (attached && attaching >= 0.05 * x->result.span)
    g_string_append_printf(
        text, "Attaching takes %.2f us of it, the longest by rank %d to memory of rank %d. ",
        attaching * MICROSECONDS, attached->rank, attached->peer);
  const struct tn_path_step *most = NULL;
  for (size_t i = 0; i < x->path->n; i++)
    if (x->path->step[i].noise > (most ? most->noise : 0.0))
      most = &x->path->step[i];
  if (most)
    g_string_append_printf(
        text, "The longest noise on the path takes rank %d away from its %s for %.2f us. ",
        most->rank, most->name, most->noise * MICROSECONDS);
  write_ranks(text, x);
  enum { MOST = 3 };
  /* half of the last printed digit, 0.1 %: smaller shares are not printed */
  const double least = 0.0005;
  guint n = 0;
  for (guint i = 0; i < x->pulls->len && n < MOST; i++) {
    const struct tn_pull *p = &g_array_index(x->pulls, struct tn_pull, i);
    const bool up = fabs(p->up) >= fabs(p->down) || isnan(p->down);
    const double change = up ? p->up : p->down;
    if (fabs(change) < least)
      continue;
    g_string_append_printf(text, "%s%s %s %s makes it %.1f %% %s", n++ ? "; " : "",
                           tn_params[p->param].name, tn_param_is_share(p->param) ? "0.1" : "10 %",
                           up ? "higher" : "lower", fabs(100.0 * change),
                           change > 0.0 ? "longer" : "shorter");
  }
  if (n > 0)
    g_string_append(text, ". ");
  write_variants(text, x);
  const struct tn_variant *ideal = best_of(x, TN_VARIANT_IDEAL, -1);
  if (isfinite(x->form))
    g_string_append_printf(text, "The closed form gives %.2f us", x->form * MICROSECONDS);
  if (isfinite(x->form) && x->result.avg > 0.0)
    g_string_append_printf(text, " (%.2f of the simulated average)", x->form / x->result.avg);
  if (isfinite(x->form))
    g_string_append(text, ". ");
  if (ideal)
    g_string_append_printf(
        text, "Without the effects that closed forms ignore (--ideal) it takes %.2f us. ",
        ideal->avg * MICROSECONDS);
  return g_strchomp(g_string_free(text, FALSE));
}
