#include "page_findings.h"

#include <math.h>

#include "figure/figure_words.h"

struct tn_library_loss tn_library_loss(const struct tn_chapter *c, const char *library, guint r,
                                       guint first, guint last)
{
  struct tn_library_loss loss = { .worst = 1, .at = first };
  for (guint s = first; s <= last; s++) {
    const struct tn_row *row = tn_chapter_best(c, library, r, s);
    const struct tn_winner *w = tn_chapter_winner(c, r, s);
    if (!row || !w)
      continue;
    const double best = tn_chapter_time(c, w->first), time = tn_chapter_time(c, row);
    const double ratio = best > 0 ? time / best : 1;
    loss.n_sizes++;
    loss.n_lost += ratio > 1 + TN_TUNE_TIE;
    if (ratio > loss.worst) {
      loss.worst = ratio;
      loss.at = s;
    }
  }
  return loss;
}

char *tn_words_where(const struct tn_chapter *c, guint first, guint last)
{
  g_autofree char *from = tn_words_size(tn_chapter_size(c, first));
  g_autofree char *to = tn_words_size(tn_chapter_size(c, last));
  const bool is_first = first == 0, is_last = last + 1 == c->sizes->len;
  if (is_first && is_last && first != last)
    return g_strdup("at all sizes");
  if (first == last)
    return g_strdup_printf("at %s", from);
  if (is_last)
    return g_strdup_printf("from %s", from);
  return is_first ? g_strdup_printf("up to %s", to) : g_strdup_printf("from %s to %s", from, to);
}

/* The run with the most sizes, of equal ones the last. */
static struct tn_run main_run(const GArray *runs)
{
  struct tn_run most = g_array_index(runs, struct tn_run, 0);
  for (guint i = 1; i < runs->len; i++) {
    const struct tn_run *run = &g_array_index(runs, struct tn_run, i);
    if (run->last - run->first >= most.last - most.first)
      most = *run;
  }
  return most;
}

enum { MOST_LIBRARIES = 2, MOST_RUNS = 4 };

/* Appends what the libraries' defaults take over a run, and where they take most at other sizes.
 * Returns the worst ratio at any size; NAN: no library. */
static double append_libraries(GString *text, const struct tn_chapter *c, guint r,
                               const struct tn_run *run)
{
  double worst = NAN;
  guint n = 0;
  for (guint a = 0; a < c->algorithms->len && n < MOST_LIBRARIES; a++) {
    const char *library = c->algorithms->pdata[a];
    if (!tn_is_library(library) || library == run->algorithm)
      continue;
    const struct tn_library_loss loss = tn_library_loss(c, library, r, run->first, run->last);
    if (loss.n_sizes == 0)
      continue;
    g_autofree char *name = tn_words_algorithm(library), *takes = tn_words_takes(loss.worst);
    g_autofree char *size = tn_words_size(tn_chapter_size(c, loss.at));
    if (loss.n_lost == 0)
      g_string_append_printf(text, "%s %s is as good", n ? "," : ";", name);
    else
      g_string_append_printf(text, "%s %s takes %s%s%s%s%s", n ? "," : ";", name,
                             run->first < run->last ? "up to " : "", takes,
                             run->first < run->last ? " (at " : "",
                             run->first < run->last ? size : "", run->first < run->last ? ")" : "");
    const struct tn_library_loss all = tn_library_loss(c, library, r, 0, c->sizes->len - 1);
    if (all.worst > loss.worst && all.worst > 1 + TN_TUNE_TIE) {
      g_autofree char *more = tn_words_takes(all.worst);
      g_autofree char *there = tn_words_size(tn_chapter_size(c, all.at));
      g_string_append_printf(text, " there, and at %s takes %s", there, more);
    }
    worst = isnan(worst) ? all.worst : MAX(worst, all.worst);
    n++;
  }
  return worst;
}

/* The same of the next best algorithms. */
static double append_second(GString *text, const struct tn_chapter *c, guint r,
                            const struct tn_run *run)
{
  const struct tn_winner *most = NULL;
  guint at = run->first;
  for (guint s = run->first; s <= run->last; s++) {
    const struct tn_winner *w = tn_chapter_winner(c, r, s);
    if (!isnan(w->margin_max) && (!most || w->margin_max > most->margin_max)) {
      most = w;
      at = s;
    }
  }
  if (!most)
    return 1;
  g_autofree char *name = tn_words_algorithm(most->second->algorithm);
  g_autofree char *takes = tn_words_takes(1 + most->margin_max);
  g_autofree char *size = tn_words_size(tn_chapter_size(c, at));
  if (run->first < run->last)
    g_string_append_printf(text, "; the next best takes up to %s (%s at %s)", takes, name, size);
  else
    g_string_append_printf(text, "; the next best, %s, takes %s", name, takes);
  return 1 + most->margin_max;
}

/* Whether anybody else has a row at sizes of the run. */
static bool has_rivals(const struct tn_chapter *c, guint r, const struct tn_run *run)
{
  for (guint s = run->first; s <= run->last; s++)
    if (tn_chapter_winner(c, r, s)->second)
      return true;
  return false;
}

/* " (xpmem)": the winner's, where it is one throughout; else "". Transfer full. */
static char *mechanism_of(const struct tn_chapter *c, guint r, const struct tn_run *run)
{
  const char *mechanism = tn_chapter_winner(c, r, run->first)->first->mechanism;
  for (guint s = run->first; s <= run->last; s++)
    if (tn_chapter_winner(c, r, s)->first->mechanism != mechanism)
      return g_strdup("");
  return *mechanism ? g_strdup_printf(" (%s)", mechanism) : g_strdup("");
}

/* The next best where it is one algorithm throughout. Transfer full. */
static char *second_of(const struct tn_chapter *c, guint r, const struct tn_run *run)
{
  const struct tn_row *second = tn_chapter_winner(c, r, run->first)->second;
  for (guint s = run->first; second && s <= run->last; s++) {
    const struct tn_row *here = tn_chapter_winner(c, r, s)->second;
    if (!here || here->algorithm != second->algorithm)
      second = NULL;
  }
  return second ? tn_words_algorithm(second->algorithm) : g_strdup("the next best");
}

struct tn_headline tn_headline_of(const struct tn_chapter *c)
{
  const guint r = c->ranks->len - 1;
  g_autoptr(GArray) runs = tn_chapter_runs(c, r);
  const struct tn_run run = main_run(runs);
  g_autofree char *name = tn_words_algorithm(run.algorithm);
  g_autofree char *ranks = tn_words_ranks(tn_chapter_ranks(c, r));
  g_autofree char *where = tn_words_where(c, run.first, run.last);
  g_autofree char *mechanism = mechanism_of(c, r, &run);
  g_autofree char *second = second_of(c, r, &run);
  GString *text = g_string_new(NULL);
  struct tn_headline finding = { .gain = 1 };
  g_string_append_printf(text, "On %s with %s%s%s%s, ", c->first->platform, ranks,
                         *c->context ? " (" : "", c->context, *c->context ? ")" : "");
  if (!has_rivals(c, r, &run)) {
    g_string_append_printf(text, "the rows have no rival of %s as %s %s", name,
                           c->first->collective, where);
  } else {
    if (run.is_tie)
      g_string_append_printf(text, "%s%s and %s make no difference and are the fastest %s %s", name,
                             mechanism, second, c->first->collective, where);
    else
      g_string_append_printf(text, "%s%s is the fastest %s %s%s", name, mechanism,
                             c->first->collective, where,
                             run.is_sure ? "" : ", by no more than noise or the known error");
    finding.gain = append_libraries(text, c, r, &run);
    if (isnan(finding.gain))
      finding.gain = run.is_tie ? 1 : append_second(text, c, r, &run);
  }
  g_string_append_c(text, '.');
  finding.text = g_string_free(text, FALSE);
  return finding;
}

char *tn_headline_others(const struct tn_chapter *c)
{
  const guint r = c->ranks->len - 1;
  g_autoptr(GArray) runs = tn_chapter_runs(c, r);
  const struct tn_run most = main_run(runs);
  GString *text = g_string_new(NULL);
  guint n = 0;
  for (guint i = 0; i < runs->len; i++) {
    const struct tn_run *run = &g_array_index(runs, struct tn_run, i);
    if (run->first == most.first || n++ >= MOST_RUNS)
      continue;
    g_autofree char *name = tn_words_algorithm(run->algorithm);
    g_autofree char *where = tn_words_where(c, run->first, run->last);
    g_string_append_printf(text, "%s%s %s%s", text->len ? ", " : "Elsewhere: ", name, where,
                           run->is_tie ? " (a tie)" : "");
  }
  if (n > MOST_RUNS)
    g_string_append_printf(text, ", and %u more changes", n - MOST_RUNS);
  g_string_append(text, text->len ? "." : "");
  return g_string_free(text, FALSE);
}
