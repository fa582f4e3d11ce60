#include "sensitivity_text.h"

#include <math.h>
#include <string.h>

#include "measured_by.h"
#include "platform/quantity.h"
#include "rows/row.h"
#include "study/study_rows.h"
#include "tune/tune_text.h"
#include "wrap.h"

/* Parameters of a decision that are printed; CSV and JSON have all. */
enum { MOST_LEVERS = 6 };
#define MICROSECONDS 1e6

static struct tn_row *row_of(const struct tn_hinges *h, guint point)
{
  const struct tn_origin simulated = { 0 };
  return tn_study_row(h->study, point, &simulated);
}

/* "throttled-read throttle=4". Transfer full. */
static char *choice_of(const struct tn_hinges *h, guint point)
{
  struct tn_row *row = row_of(h, point);
  g_autofree char *params = tn_tune_params(row);
  char *text = g_strdup_printf("%s%s%s", row->algorithm, *params ? " " : "", params);
  tn_row_free(row);
  return text;
}

static char *percent(double share)
{
  return isnan(share) ? g_strdup("-") : g_strdup_printf("%+.1f %%", 100.0 * share);
}

static void write_lever(FILE *out, const struct tn_hinges *h, const struct tn_lever *l)
{
  g_autofree char *value = tn_param_format(l->param, l->value);
  g_autofree char *error =
      l->is_stated ? g_strdup_printf("%.0f %%", 100.0 * l->error) : g_strdup("-");
  g_autofree char *down = percent(l->down), *up = percent(l->up);
  fprintf(out, "  %s %-22s %10s %7s %10s %10s", l->flips ? "!" : " ", tn_params[l->param].name,
          value, error, down, up);
  if (!isnan(l->flip)) {
    g_autofree char *flip = tn_param_format(l->param, l->flip), *to = choice_of(h, l->flip_to);
    fprintf(out, "  %s: %s", flip, to);
  }
  fputc('\n', out);
}

static void write_decision(FILE *out, const struct tn_hinges *h, const struct tn_decision_point *d)
{
  g_autofree char *winner = choice_of(h, d->winner), *rival = choice_of(h, d->rival);
  g_autofree char *size = tn_format_size(tn_study_point(h->study, d->winner)->call.block);
  guint n_effective = MIN(d->levers->len, MOST_LEVERS);
  fprintf(out, "\n%s: %s %.2f us, before %s %.2f us: lead %+.1f %%%s\n", size, winner,
          d->time * MICROSECONDS, rival, d->rival_time * MICROSECONDS, 100.0 * d->lead,
          d->lead < TN_TUNE_TIE ? " (no difference)" : "");
  if (d->levers->len == 0) {
    fputs("  no parameter changes that\n", out);
    return;
  }
  fprintf(out, "    %-22s %10s %7s %10s %10s  %s\n", "parameter", "value", "error", "lead: down",
          "up", "another wins at");
  for (guint i = 0; i < n_effective; i++)
    write_lever(out, h, &g_array_index(d->levers, struct tn_lever, i));
  if (d->levers->len > n_effective)
    fprintf(out, "    and %u more of less effect\n", d->levers->len - n_effective);
}

static guint n_flips(const struct tn_decision_point *d)
{
  guint n = 0;
  for (guint i = 0; i < d->levers->len; i++)
    n += g_array_index(d->levers, struct tn_lever, i).flips;
  return n;
}

/* Whether all that can flip the decision comes from this measurement. */
static bool is_settled(const struct tn_decision_point *d, const char *measurement)
{
  for (guint i = 0; i < d->levers->len; i++) {
    const struct tn_lever *l = &g_array_index(d->levers, struct tn_lever, i);
    if (l->flips && strcmp(tn_measured_by(l->param), measurement) != 0)
      return false;
  }
  return n_flips(d) > 0;
}

static guint count_settled(const struct tn_hinges *h, const char *measurement)
{
  guint n = 0;
  for (guint i = 0; i < h->decisions->len; i++)
    n += is_settled(h->decisions->pdata[i], measurement);
  return n;
}

/* In how many open decisions it is among what matters. */
static guint count_concerned(const struct tn_hinges *h, const char *measurement)
{
  guint n = 0;
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    bool concerned = false;
    for (guint k = 0; k < d->levers->len; k++) {
      const struct tn_lever *l = &g_array_index(d->levers, struct tn_lever, k);
      concerned = concerned || (l->flips && strcmp(tn_measured_by(l->param), measurement) == 0);
    }
    n += concerned;
  }
  return n;
}

/* The measurement that settles most of the open decisions, else is concerned in most; NULL: none is
 * open. */
static const char *best_measurement(const struct tn_hinges *h, guint *ret_settled)
{
  const char *best = NULL;
  guint most = 0, concerned = 0;
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const char *way = tn_measured_by((enum tn_param)p);
    const guint settles = count_settled(h, way), touches = count_concerned(h, way);
    if (touches == 0 || (best && (settles < most || (settles == most && touches <= concerned))))
      continue;
    best = way;
    most = settles;
    concerned = touches;
  }
  *ret_settled = most;
  return best;
}

/* The parameters that flip decisions and come from the measurement, by ", ". Transfer full. */
static char *params_of(const struct tn_hinges *h, const char *measurement)
{
  bool flips[TN_N_PARAMS] = { false };
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    for (guint k = 0; k < d->levers->len; k++) {
      const struct tn_lever *l = &g_array_index(d->levers, struct tn_lever, k);
      flips[l->param] = flips[l->param] || l->flips;
    }
  }
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (flips[p] && strcmp(tn_measured_by((enum tn_param)p), measurement) == 0)
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", tn_params[p].name);
  return g_string_free(text, FALSE);
}

static void write_measurement(FILE *out, const struct tn_hinges *h)
{
  guint open = 0, settled;
  for (guint i = 0; i < h->decisions->len; i++)
    open += n_flips(h->decisions->pdata[i]) > 0;
  const char *best = best_measurement(h, &settled);
  g_autoptr(GString) text = g_string_new(NULL);
  if (!best) {
    g_string_append_printf(text, "no choice changes when one parameter moves by its stated error");
  } else {
    g_autofree char *params = params_of(h, best);
    g_string_append_printf(text,
                           "%u of %u choices hang on a stated error. One measurement: %s "
                           "(%s) ",
                           open, h->decisions->len, best, params);
    if (settled > 0)
      g_string_append_printf(text, "settles %u of them", settled);
    else
      g_string_append(text, "settles none of them alone, but is part of most");
  }
  fputc('\n', out);
  tn_wrap_write(out, 0, 2, TN_LINE_WIDTH, text->str);
}

void tn_hinges_write_text(FILE *out, const struct tn_hinges *h)
{
  struct tn_row *before = NULL;
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    struct tn_row *row = row_of(h, d->winner);
    if (!before || !tn_row_context_equal(before, row)) {
      g_autofree char *subject = tn_tune_subject(row, NULL), *context = tn_tune_context(row, NULL);
      g_autofree char *text =
          g_strdup_printf("%s (%s%s%s): what the choice hangs on", subject, context,
                          *row->overrides ? "; " : "", row->overrides);
      fputs(i ? "\n" : "", out);
      tn_wrap_write(out, 0, 2, TN_LINE_WIDTH, text);
    }
    write_decision(out, h, d);
    tn_row_free(before);
    before = row;
  }
  tn_row_free(before);
  write_measurement(out, h);
  fprintf(out,
          "! flips the choice within its stated error; lead: the rival's time over the winner's, "
          "less 1, with\n  the parameter moved by its error (- none is stated: by %.0f %%); %s; %u "
          "runs\n",
          100.0 * TN_LEVER_STEP, tn_objective_says(h->objective), h->n_runs);
}

static const struct tn_column columns[] = {
  { "platform", false },    { "kernel", false },     { "ranks", true },
  { "buffers", false },     { "collective", false }, { "size_bytes", true },
  { "objective", false },   { "algorithm", false },  { "params", false },
  { "time_us", true },      { "rival", false },      { "rival_params", false },
  { "rival_us", true },     { "lead", true },        { "rank", true },
  { "parameter", false },   { "value", false },      { "error", true },
  { "lead_down", true },    { "lead_up", true },     { "flips", false },
  { "flips_at", false },    { "flips_to", false },   { "flips_to_params", false },
  { "measured_by", false },
};

static void put(GPtrArray *fields, char *text)
{
  g_ptr_array_add(fields, text);
}

static char *number(double value)
{
  return isnan(value) ? g_strdup("") : g_strdup_printf("%.6f", value);
}

static void put_lever(GPtrArray *f, const struct tn_hinges *h, const struct tn_lever *l, guint rank)
{
  const bool found = !isnan(l->flip);
  const struct tn_point *to = found ? tn_study_point(h->study, l->flip_to) : NULL;
  put(f, g_strdup_printf("%u", rank));
  put(f, g_strdup(tn_params[l->param].name));
  put(f, tn_param_format(l->param, l->value));
  put(f, l->is_stated ? number(l->error) : g_strdup(""));
  put(f, number(l->down));
  put(f, number(l->up));
  put(f, g_strdup(l->flips ? "yes" : "no"));
  put(f, found ? tn_param_format(l->param, l->flip) : g_strdup(""));
  put(f, g_strdup(found ? to->algorithm->name : ""));
  put(f, found ? tn_point_params(to) : g_strdup(""));
  put(f, g_strdup(tn_measured_by(l->param)));
}

/* The texts of `columns`, NULL-terminated. Transfer full. */
static char **fields_of(const struct tn_hinges *h, const struct tn_decision_point *d,
                        const struct tn_lever *l, guint rank)
{
  const struct tn_point *w = tn_study_point(h->study, d->winner);
  const struct tn_point *r = tn_study_point(h->study, d->rival);
  struct tn_row *row = row_of(h, d->winner);
  GPtrArray *f = g_ptr_array_new();
  put(f, g_strdup(row->platform));
  put(f, g_strdup(row->kernel));
  put(f, g_strdup_printf("%d", w->call.n_ranks));
  put(f, g_strdup(row->buffers));
  put(f, g_strdup(row->collective));
  put(f, g_strdup_printf("%zu", w->call.block));
  put(f, g_strdup(tn_objective_names[h->objective]));
  put(f, g_strdup(w->algorithm->name));
  put(f, tn_point_params(w));
  put(f, number(d->time * MICROSECONDS));
  put(f, g_strdup(r->algorithm->name));
  put(f, tn_point_params(r));
  put(f, number(d->rival_time * MICROSECONDS));
  put(f, number(d->lead));
  put_lever(f, h, l, rank);
  g_assert(f->len == G_N_ELEMENTS(columns));
  put(f, NULL);
  tn_row_free(row);
  return (char **)g_ptr_array_free(f, FALSE);
}

void tn_hinges_write_csv(FILE *out, const struct tn_hinges *h)
{
  tn_csv_columns(out, columns, G_N_ELEMENTS(columns));
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    for (guint k = 0; k < d->levers->len; k++) {
      g_auto(GStrv) fields = fields_of(h, d, &g_array_index(d->levers, struct tn_lever, k), k + 1);
      tn_csv_line(out, fields);
    }
  }
}

void tn_hinges_write_json(FILE *out, const struct tn_hinges *h)
{
  bool any = false;
  fputs("[\n", out);
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    for (guint k = 0; k < d->levers->len; k++) {
      g_auto(GStrv) fields = fields_of(h, d, &g_array_index(d->levers, struct tn_lever, k), k + 1);
      fputs(any ? ",\n" : "", out);
      tn_json_object(out, columns, fields);
      any = true;
    }
  }
  fputs(any ? "\n]\n" : "]\n", out);
}
