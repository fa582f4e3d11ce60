#include <math.h>
#include <string.h>

#include "explain.h"
#include "rows/row.h"
#include "study/study_rows.h"
#include "tune/entries.h"
#include "tune/tune_text.h"
#include "wrap.h"

#define MICROSECONDS 1e6
/* Lines of the path at its beginning and its end; between them it is cut. */
enum { FIRST_LINES = 10, LAST_LINES = 6, MOST_PULLS = 8, MOST_OTHERS = 5 };

/* What one strand does on the path before another one goes on. */
struct stay {
  size_t first, end; /* steps */
};

static bool same_lane(const struct tn_path_step *a, const struct tn_path_step *b)
{
  return a->rank == b->rank && a->strand == b->strand;
}

static GArray *stays_of(const struct tn_sim_path *path)
{
  GArray *stays = g_array_new(FALSE, FALSE, sizeof(struct stay));
  for (size_t i = 0; i < path->n; i++) {
    if (i > 0 && same_lane(&path->step[i - 1], &path->step[i])) {
      g_array_index(stays, struct stay, stays->len - 1).end = i + 1;
    } else {
      const struct stay fresh = { i, i + 1 };
      g_array_append_val(stays, fresh);
    }
  }
  return stays;
}

/* "pin 8.10, copy 4.00": by name, in the order in which they come first. Transfer full. */
static char *doings(const struct tn_sim_path *path, const struct stay *stay)
{
  GString *text = g_string_new(NULL);
  for (size_t i = stay->first; i < stay->end; i++) {
    const struct tn_path_step *s = &path->step[i];
    double sum = 0.0;
    bool known = false;
    for (size_t k = stay->first; k < stay->end; k++) {
      const bool same = strcmp(path->step[k].name, s->name) == 0;
      known = known || (same && k < i);
      sum += same ? path->step[k].to - path->step[k].from : 0.0;
    }
    if (!known)
      g_string_append_printf(text, "%s%s %.2f", text->len ? ", " : "", s->name, sum * MICROSECONDS);
  }
  return g_string_free(text, FALSE);
}

static void write_stay(FILE *out, const struct tn_sim_path *path, const struct stay *stay)
{
  const struct tn_path_step *first = &path->step[stay->first], *last = &path->step[stay->end - 1];
  g_autofree char *what = doings(path, stay);
  g_autofree char *lane = first->strand > 0
                              ? g_strdup_printf("%d helper %d", first->rank, first->strand)
                              : g_strdup_printf("%d", first->rank);
  fprintf(out, "  %10.2f %9.2f  %-12s %s\n", first->from * MICROSECONDS,
          (last->to - first->from) * MICROSECONDS, lane, what);
}

static void write_path(FILE *out, const struct tn_explanation *x)
{
  if (x->path->n == 0)
    return;
  g_autoptr(GArray) stays = stays_of(x->path);
  fprintf(out, "\ncritical path, us from the last rank's entry (%.2f us)\n  %10s %9s  %-12s %s\n",
          x->result.span * MICROSECONDS, "from", "for", "rank", "does");
  for (guint i = 0; i < stays->len; i++) {
    if (stays->len > FIRST_LINES + LAST_LINES + 1 && i == FIRST_LINES) {
      fprintf(out, "  %10s %9s  %u more ranks or helpers\n", "...", "",
              stays->len - FIRST_LINES - LAST_LINES);
      i = stays->len - LAST_LINES;
    }
    write_stay(out, x->path, &g_array_index(stays, struct stay, i));
  }
}

static void write_parts(FILE *out, const struct tn_explanation *x)
{
  const char *before = "\nparts, us: ";
  for (int part = 0; part < TN_N_PARTS; part++) {
    if (!(x->result.parts[part] > 0.0))
      continue;
    fprintf(out, "%s%s %.2f", before, tn_parts[part].name, x->result.parts[part] * MICROSECONDS);
    before = ", ";
  }
  if (x->path->n > 0)
    fputc('\n', out);
}

/* What rounds to 0 has no sign. */
static char *percent(double change)
{
  const double tenths = nearbyint(1000.0 * change);
  return isnan(change)        ? g_strdup("-")
         : fabs(tenths) < 0.5 ? g_strdup("0.0 %")
                              : g_strdup_printf("%+.1f %%", 100.0 * change);
}

static void write_pulls(FILE *out, const struct tn_explanation *x)
{
  if (x->pulls->len == 0)
    return;
  fprintf(out, "\n  %-24s %10s %12s %12s\n", "parameter", "value", "10 % lower", "10 % higher");
  for (guint i = 0; i < MIN(x->pulls->len, MOST_PULLS); i++) {
    const struct tn_pull *p = &g_array_index(x->pulls, struct tn_pull, i);
    g_autofree char *value = tn_param_format(p->param, p->value);
    g_autofree char *down = percent(p->down), *up = percent(p->up);
    fprintf(out, "  %-24s %10s %12s %12s\n", tn_params[p->param].name, value, down, up);
  }
}

static int by_time(gconstpointer a, gconstpointer b)
{
  const struct tn_variant *x = a, *y = b;
  const bool first = x->kind == TN_VARIANT_ALGORITHM, second = y->kind == TN_VARIANT_ALGORITHM;
  if (first != second)
    return first ? 1 : -1;
  if (x->avg < y->avg || x->avg > y->avg)
    return x->avg < y->avg ? -1 : 1;
  return strcmp(x->name, y->name);
}

/* Over a point that takes no time nothing has a ratio but what takes none either. */
static char *ratio_text(double time, double point)
{
  const double ratio = tn_tune_ratio(time, point);
  return isfinite(ratio) ? g_strdup_printf("%.2f", ratio) : g_strdup("-");
}

static void write_variants(FILE *out, const struct tn_explanation *x)
{
  guint n_others = 0;
  g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE, sizeof(struct tn_variant));
  g_array_append_vals(sorted, x->variants->data, x->variants->len);
  g_array_sort(sorted, by_time);
  fprintf(out, "\n  %-12s %-40s %10s %8s\n", "what if", "(each simulated)", "us", "x");
  fprintf(out, "  %-12s %-40s %10.2f %8s\n", "as it is", "", x->result.avg * MICROSECONDS, "1.00");
  for (guint i = 0; i < sorted->len; i++) {
    const struct tn_variant *v = &g_array_index(sorted, struct tn_variant, i);
    if (v->kind == TN_VARIANT_ALGORITHM && n_others++ >= MOST_OTHERS)
      continue;
    g_autofree char *ratio = ratio_text(v->avg, x->result.avg);
    fprintf(out, "  %-12s %-40s %10.2f %8s\n", tn_variant_kinds[v->kind], v->name,
            v->avg * MICROSECONDS, ratio);
  }
}

void tn_explanation_write_text(FILE *out, const struct tn_explanation *x)
{
  g_autofree char *what = tn_point_describe(x->point), *words = tn_explanation_words(x);
  g_autofree char *context = tn_point_context(x->point);
  fprintf(out,
          "%s, kernel %s, mechanism %s%s: %.2f us on average, %.2f from the last entry to the last "
          "exit\n\n",
          what, tn_kernel_names[x->point->setup->kernel], tn_mechanism_names[x->point->mechanism],
          context, x->result.avg * MICROSECONDS, x->result.span * MICROSECONDS);
  tn_wrap_write(out, 0, 0, TN_LINE_WIDTH, words);
  write_parts(out, x);
  write_path(out, x);
  write_pulls(out, x);
  write_variants(out, x);
}

static void json_text(FILE *out, const char *name, const char *text, const char *end)
{
  fputs("  ", out);
  tn_json_field(out, name, text, false);
  fputs(end, out);
}

/* What rounds to 0 has no sign. */
static void json_number(FILE *out, const char *name, double value, const char *end)
{
  const double least = 0.5e-6;
  g_autofree char *text =
      isfinite(value) ? g_strdup_printf("%.6f", fabs(value) < least ? 0.0 : value) : g_strdup("");
  tn_json_field(out, name, text, true);
  fputs(end, out);
}

static void json_time(FILE *out, const char *name, double seconds, const char *end)
{
  json_number(out, name, seconds * MICROSECONDS, end);
}

/* Whole picoseconds, of which none is lost between two steps. */
static void json_steps(FILE *out, const struct tn_sim_path *path)
{
  fputs("  \"path\": [\n", out);
  for (size_t i = 0; i < path->n; i++) {
    const struct tn_path_step *s = &path->step[i];
    fprintf(out, "    {\"from_ps\": %lld, \"to_ps\": %lld, ", llround(s->from * 1e12),
            llround(s->to * 1e12));
    tn_json_field(out, "does", s->name, false);
    fprintf(out, ", \"rank\": %d, \"strand\": %d, \"peer\": ", s->rank, s->strand);
    if (s->peer >= 0)
      fprintf(out, "%d", s->peer);
    else
      fputs("null", out);
    fprintf(out, ", \"bytes\": %zu, \"callers\": %d, ", s->bytes, s->callers);
    json_time(out, "noise_us", s->noise, i + 1 < path->n ? "},\n" : "}\n");
  }
  fputs("  ],\n", out);
}

static void json_variants(FILE *out, const struct tn_explanation *x)
{
  fputs("  \"what_if\": [\n", out);
  for (guint i = 0; i < x->variants->len; i++) {
    const struct tn_variant *v = &g_array_index(x->variants, struct tn_variant, i);
    fputs("    {", out);
    tn_json_field(out, "kind", tn_variant_kinds[v->kind], false);
    fputs(", ", out);
    tn_json_field(out, "name", v->name, false);
    fputs(", ", out);
    json_time(out, "avg_us", v->avg, ", ");
    json_time(out, "span_us", v->span, i + 1 < x->variants->len ? "},\n" : "}\n");
  }
  fputs("  ],\n", out);
}

static void json_pulls(FILE *out, const struct tn_explanation *x)
{
  fputs("  \"sensitivity\": [\n", out);
  for (guint i = 0; i < x->pulls->len; i++) {
    const struct tn_pull *p = &g_array_index(x->pulls, struct tn_pull, i);
    g_autofree char *value = tn_param_format(p->param, p->value);
    fputs("    {", out);
    tn_json_field(out, "parameter", tn_params[p->param].name, false);
    fputs(", ", out);
    tn_json_field(out, "value", value, false);
    fputs(", ", out);
    json_number(out, "lower_10_percent", p->down, ", ");
    json_number(out, "higher_10_percent", p->up, i + 1 < x->pulls->len ? "},\n" : "}\n");
  }
  fputs("  ]\n", out);
}

void tn_explanation_write_json(FILE *out, const struct tn_explanation *x)
{
  g_autofree char *what = tn_point_describe(x->point), *words = tn_explanation_words(x);
  fputs("{\n", out);
  json_text(out, "point", what, ",\n");
  json_text(out, "kernel", tn_kernel_names[x->point->setup->kernel], ",\n");
  json_text(out, "mechanism", tn_mechanism_names[x->point->mechanism], ",\n");
  json_text(out, "bound", tn_explanation_bound(x), ",\n");
  json_text(out, "words", words, ",\n  ");
  json_time(out, "avg_us", x->result.avg, ",\n  ");
  json_time(out, "span_us", x->result.span, ",\n  ");
  json_time(out, "waiting_us", x->waiting, ",\n  ");
  json_time(out, "closed_form_us", x->form, ",\n  \"parts_us\": {");
  for (int part = 0; part < TN_N_PARTS; part++)
    json_time(out, tn_parts[part].name, x->result.parts[part],
              part + 1 < TN_N_PARTS ? ", " : "},\n");
  json_steps(out, x->path);
  json_variants(out, x);
  json_pulls(out, x);
  fputs("}\n", out);
}
