/* How far figures can be trusted. */
#include <math.h>
#include <string.h>

#include "document/markup.h"
#include "page.h"

enum { MOST_ERRORS = 60, MOST_PLATFORMS = 8 };

/* What is known of the error, and of what: "bcast, scatter on knl". */
struct known {
  const char *platform; /* borrowed */
  char *error;
  GString *collectives;
};

static void known_clear(void *data)
{
  struct known *known = data;
  g_free(known->error);
  g_string_free(known->collectives, TRUE);
}

static void add_known(GArray *all, const struct tn_page *p, const struct tn_row *row)
{
  const struct tn_report_platform *platform = tn_report_platform(p->report, row->platform);
  const char *error =
      platform ? tn_platform_known_error(platform->platform, row->collective) : NULL;
  const char *text = error      ? error
                     : platform ? "not compared with measurements"
                                : "not known: there is no platform of that name here";
  guint i = 0;
  while (i < all->len && (g_array_index(all, struct known, i).platform != row->platform ||
                          strcmp(g_array_index(all, struct known, i).error, text) != 0))
    i++;
  if (i == all->len) {
    const struct known fresh = { row->platform, g_strdup(text), g_string_new(NULL) };
    g_array_append_val(all, fresh);
  }
  GString *collectives = g_array_index(all, struct known, i).collectives;
  g_string_append_printf(collectives, "%s%s", collectives->len ? ", " : "", row->collective);
}

/* By platform and what is known (struct known). Transfer full. */
static GArray *known_errors(const struct tn_page *p)
{
  GArray *all = g_array_new(FALSE, FALSE, sizeof(struct known));
  g_autoptr(GHashTable) done = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_array_set_clear_func(all, known_clear);
  for (guint i = 0; i < p->chapters->len && all->len < MOST_ERRORS; i++) {
    const struct tn_row *row = ((const struct tn_chapter *)p->chapters->pdata[i])->first;
    if (tn_source_predicts(row->source) &&
        g_hash_table_add(done, g_strdup_printf("%s\n%s", row->platform, row->collective)))
      add_known(all, p, row);
  }
  return all;
}

static void append_errors(const struct tn_page *p)
{
  g_autoptr(GArray) all = known_errors(p);
  g_string_append(p->s,
                  "<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>How far predictions "
                  "were off where they were compared with measurements</caption>\n<thead><tr>"
                  "<th scope=\"col\">platform</th><th scope=\"col\">collectives</th>"
                  "<th scope=\"col\">known error</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < all->len; i++) {
    const struct known *known = &g_array_index(all, struct known, i);
    tn_markup(p->s, "<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td></tr>\n", known->platform,
              known->collectives->str, known->error);
  }
  g_string_append(p->s, "</tbody></table></div>\n");
  if (all->len >= MOST_ERRORS)
    g_string_append(p->s, "<p class=\"muted\">Others are left out.</p>\n");
}

static bool has_predictions(const struct tn_page *p)
{
  for (guint i = 0; i < p->chapters->len; i++)
    if (tn_source_predicts(((const struct tn_chapter *)p->chapters->pdata[i])->first->source))
      return true;
  return false;
}

/* The names of the parameters that the platform's file assumes. */
static void append_assumed_of(GString *s, const struct tn_platform *pf)
{
  g_autoptr(GString) names = g_string_new(NULL);
  guint n = 0;
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const struct tn_param_value v = tn_platform_param(pf, (enum tn_param)p);
    if (!tn_param_is_guess(&v))
      continue;
    g_string_append_printf(names, "%s%s", n++ ? ", " : "", tn_params[p].name);
  }
  if (n > 0)
    tn_markup(s,
              "<details><summary>%u parameter%s of %s %s assumed, neither published nor measured"
              "</summary>\n<p>%s.</p></details>\n",
              n, n == 1 ? "" : "s", tn_platform_name(pf), n == 1 ? "is" : "are", names->str);
}

static void append_assumed(const struct tn_page *p)
{
  const GPtrArray *platforms = p->report->platforms;
  for (guint i = 0; i < MIN(platforms->len, MOST_PLATFORMS); i++)
    append_assumed_of(p->s, ((const struct tn_report_platform *)platforms->pdata[i])->platform);
}

/* Whether the stated errors reach further than the margin between winner and next best. */
static bool is_open(const struct tn_winner *w)
{
  return w->second && w->first->high > w->second->low;
}

/* All decisions with a rival: how many, how many of them know their errors, how many of these are
 * open. */
struct doubts {
  guint n, n_known, n_open;
};

static void count_doubts(struct doubts *d, const struct tn_chapter *c)
{
  GHashTableIter iter;
  gpointer data;
  g_hash_table_iter_init(&iter, c->winners);
  while (g_hash_table_iter_next(&iter, NULL, &data)) {
    const struct tn_winner *w = data;
    if (!w->second || !tn_winner_is_sure(w))
      continue;
    d->n++;
    d->n_known += !isnan(w->first->high) && !isnan(w->second->low);
    d->n_open += is_open(w);
  }
}

static struct doubts doubts_of(const struct tn_page *p)
{
  struct doubts d = { 0 };
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_chapter *c = p->chapters->pdata[i];
    if (tn_source_predicts(c->first->source))
      count_doubts(&d, c);
  }
  return d;
}

static void append_doubts(const struct tn_page *p)
{
  const struct doubts d = doubts_of(p);
  if (d.n == 0)
    return;
  if (d.n_known > 0)
    tn_markup(p->s,
              "<p>Of %u decisions whose errors the rows know, %u %s open: the stated errors of the "
              "platform’s parameters reach further than the margin.</p>\n",
              d.n_known, d.n_open, d.n_open == 1 ? "is" : "are");
  else
    g_string_append(p->s, "<p>The rows do not say how far the stated errors of the platform’s "
                          "parameters reach; those of <code>turnstile run --uncertainty</code> do."
                          "</p>\n");
}

void tn_page_append_trust(const struct tn_page *p)
{
  tn_markup(p->s,
            "<section id=\"trust\"><h2>How far to trust this</h2>\n<p>Differences below %g %% "
            "count as none, and those within the known error or noise are marked.%s</p>\n",
            100 * TN_TUNE_TIE,
            has_predictions(p) ? " Predicted times are as good as the model and the parameters of "
                                 "the platform."
                               : " All times are measured or imported.");
  if (has_predictions(p)) {
    append_errors(p);
    append_assumed(p);
    append_doubts(p);
  }
  g_string_append(p->s, "</section>\n");
}
