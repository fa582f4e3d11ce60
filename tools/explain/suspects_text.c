#include <math.h>

#include "document/layout.h"
#include "document/wrap.h"
#include "hinges.h"
#include "schema.h"
#include "sensitivity_text.h"

enum { MOST_SUSPECTS = 8 };

static const struct tn_suspect *suspect(const GArray *suspects, guint i)
{
  return &g_array_index(suspects, struct tn_suspect, i);
}

/* The suspects that are like the first, by " or ". Transfer full. */
static char *named(const GArray *suspects)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < suspects->len && suspect(suspects, i)->is_like_first; i++)
    g_string_append_printf(text, "%s%s", i ? " or " : "",
                           tn_params[suspect(suspects, i)->param].name);
  return g_string_free(text, FALSE);
}

const char tn_suspect_columns[] =
    "rank:i parameter value fits error:d differs:d left:d like_first measured_by";

/* The first n. Transfer full. */
static struct tn_table *table_of(const GArray *suspects, guint n)
{
  struct tn_table *t = tn_table_new(tn_suspect_columns);
  for (guint i = 0; i < n; i++) {
    const struct tn_suspect *s = suspect(suspects, i);
    tn_table_count(t, i + 1);
    tn_table_text(t, tn_params[s->param].name);
    tn_table_takes(t, tn_param_format(s->param, s->value), tn_param_format(s->param, s->fits));
    tn_table_numbers(t, 6, s->error > 0.0 ? s->error : NAN, s->before, s->after);
    tn_table_answer(t, s->is_like_first);
    tn_table_text(t, tn_measured_by(s->param));
  }
  return t;
}

void tn_suspects_write(FILE *out, const GArray *suspects, bool is_json)
{
  tn_table_write(out, table_of(suspects, suspects->len), is_json);
}

void tn_suspects_write_text(FILE *out, const GArray *suspects, guint n_points, double before)
{
  if (suspects->len == 0 && before < TN_BLAME_NOTHING) {
    fprintf(out, "%u time%s: there is no difference to explain\n", n_points,
            n_points == 1 ? "" : "s");
    return;
  }
  if (suspects->len == 0) {
    fprintf(out, "%u times differ by %.2f %% (root mean square): no parameter brings them nearer\n",
            n_points, 100.0 * before);
    return;
  }
  const struct tn_suspect *first = suspect(suspects, 0);
  g_autofree char *who = named(suspects);
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "%u times differ by %.2f %% (root mean square). ", n_points,
                         100.0 * first->before);
  if (first->after > 0.5 * first->before)
    g_string_append_printf(text, "No single parameter explains half of that; the nearest is %s.",
                           who);
  else
    g_string_append_printf(text, "%s explains it best: %.2f %% is left.", who,
                           100.0 * first->after);
  tn_paragraph(out, 2, "%s", text->str);
  fputc('\n', out);
  tn_table_write_text(out, table_of(suspects, MIN(suspects->len, MOST_SUSPECTS)),
                      "  {=like_first:yes*} {parameter:22} {value:>10} {fits:>10} {error:>8.0 %} "
                      "{left:>8.2 %}  {measured by=measured_by}");
  fprintf(out,
          "* the first, and what these times cannot tell from it (within %.0f %% of the "
          "difference)\n",
          100.0 * TN_BLAME_TELLS);
}
