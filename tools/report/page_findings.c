#include "page_findings.h"

#include <math.h>

#include "figure/figure_words.h"

enum { MAX_LIBRARIES = 2 };

/* Neighbouring sizes won by one algorithm with any parameters. */
struct run {
  guint first, last;             /* indices of the first and the last size */
  const struct tn_winner *start; /* winner at the first size */
  const struct tn_winner *most;  /* winner with the largest margin; NULL without a rival */
  const char *mechanism;         /* mechanism of the winners; "" if several */
  bool is_tie;                   /* true if the margin is a tie at all sizes */
  bool is_sure;                  /* true if a margin exceeds a tie, noise and the known error */
};

/* Returns the last of the longest runs; sizes without rows end a run. */
static struct run main_run(const struct tn_chapter *c, guint r)
{
  struct run run = { .last = G_MAXUINT - 1 }, most = { 0 };
  for (guint s = 0; s < c->sizes->len; s++) {
    const struct tn_winner *w = tn_chapter_winner(c, r, s);
    if (!w)
      continue;
    if (run.last + 1 != s || run.start->first->algorithm != w->first->algorithm)
      run =
          (struct run){ .first = s, .start = w, .mechanism = w->first->mechanism, .is_tie = true };
    run.last = s;
    run.is_tie = run.is_tie && !w->differs;
    run.is_sure = run.is_sure || tn_winner_is_sure(w);
    if (run.mechanism != w->first->mechanism)
      run.mechanism = "";
    if (w->second && (!run.most || w->margin_max > run.most->margin_max))
      run.most = w;
    if (!most.start || run.last - run.first >= most.last - most.first)
      most = run;
  }
  return most;
}

/* Returns "from 16K", "up to 8K", "at 64K", "at all sizes". Transfer full. */
static char *where_of(const struct tn_chapter *c, const struct run *run)
{
  g_autofree char *from = tn_words_size(tn_chapter_size(c, run->first));
  g_autofree char *to = tn_words_size(tn_chapter_size(c, run->last));
  const bool is_first = run->first == 0, is_last = run->last + 1 == c->sizes->len;
  if (run->first == run->last)
    return g_strdup_printf("at %s", from);
  if (is_last)
    return is_first ? g_strdup("at all sizes") : g_strdup_printf("from %s", from);
  return is_first ? g_strdup_printf("up to %s", to) : g_strdup_printf("from %s to %s", from, to);
}

/* Greatest ratio of a default's time to the fastest, over all ranks and sizes. */
struct loss {
  const char *library; /* NULL without points */
  double worst;
  const struct tn_row *winner; /* at that point */
};

static gint by_worst(gconstpointer x, gconstpointer y)
{
  const double a = ((const struct loss *)x)->worst, b = ((const struct loss *)y)->worst;
  return (a < b) - (a > b);
}

static struct loss loss_of(const struct tn_chapter *c, const char *library)
{
  struct loss loss = { .worst = 1 };
  for (guint r = 0; r < c->ranks->len; r++)
    for (guint s = 0; s < c->sizes->len; s++) {
      const struct tn_row *row = tn_chapter_best(c, library, r, s);
      const struct tn_winner *w = tn_chapter_winner(c, r, s);
      const double best = w ? tn_chapter_time(c, w->first) : 0;
      const double ratio = row && best > 0 ? tn_chapter_time(c, row) / best : 1;
      if (row && w && (!loss.library || ratio > loss.worst))
        loss = (struct loss){ library, fmax(ratio, 1), w->first };
    }
  return loss;
}

/* Appends a sentence for each library's default, the largest loss first: the point with its largest
 * loss. Returns the greatest ratio, or NAN without defaults. */
static double append_libraries(GString *text, const struct tn_chapter *c, const char *context)
{
  g_autoptr(GArray) losses = g_array_new(FALSE, FALSE, sizeof(struct loss));
  for (guint a = 0; a < c->algorithms->len && losses->len < MAX_LIBRARIES; a++) {
    const char *algorithm = c->algorithms->pdata[a];
    const struct loss loss = tn_is_library(algorithm) ? loss_of(c, algorithm) : (struct loss){ 0 };
    if (loss.library)
      g_array_append_val(losses, loss);
  }
  g_array_sort(losses, by_worst);
  for (guint i = 0; i < losses->len; i++) {
    const struct loss *loss = &g_array_index(losses, struct loss, i);
    const struct tn_row *winner = loss->winner;
    g_autofree char *name = tn_words_algorithm(loss->library);
    g_autofree char *takes = tn_words_longer(loss->worst), *at = tn_words_size(winner->size);
    g_autofree char *ranks = tn_words_ranks(winner->ranks);
    if (loss->worst > 1 + TN_TUNE_TIE)
      g_string_append_printf(text, "At %s with %s on %s%s, %s takes %s for %s (the fastest: %s). ",
                             at, ranks, winner->platform, context, name, takes, winner->collective,
                             winner->algorithm);
    else
      g_string_append_printf(text, "On %s%s, %s is as good as the fastest %s. ", winner->platform,
                             context, name, winner->collective);
  }
  return losses->len ? g_array_index(losses, struct loss, 0).worst : NAN;
}

/* Appends how much longer the second-best take; returns the greatest ratio. */
static double append_second(GString *text, const struct run *run)
{
  const struct tn_winner *w = run->most;
  g_autofree char *name = tn_words_algorithm(w->second->algorithm);
  g_autofree char *takes = tn_words_longer(1 + w->margin_max);
  g_autofree char *size = tn_words_size(w->first->size);
  if (run->first < run->last)
    g_string_append_printf(text, "; the next best takes up to %s (%s at %s)", takes, name, size);
  else
    g_string_append_printf(text, "; the next best, %s, takes %s", name, takes);
  return 1 + w->margin_max;
}

struct tn_headline tn_headline_of(const struct tn_chapter *c)
{
  const guint r = c->ranks->len - 1;
  const struct run run = main_run(c, r);
  const char *what = c->first->collective;
  g_autofree char *name = tn_words_algorithm(run.start->first->algorithm);
  g_autofree char *ranks = tn_words_ranks(tn_chapter_ranks(c, r)), *where = where_of(c, &run);
  g_autofree char *mechanism =
      *run.mechanism ? g_strdup_printf(" (%s)", run.mechanism) : g_strdup("");
  g_autofree char *context = *c->context ? g_strdup_printf(" (%s)", c->context) : g_strdup("");
  GString *text = g_string_new(NULL);
  double gain = run.most ? append_libraries(text, c, context) : 1;
  if (text->len)
    g_string_append_printf(text, "With %s, ", ranks);
  else
    g_string_append_printf(text, "On %s with %s%s, ", c->first->platform, ranks, context);
  if (!run.most)
    g_string_append_printf(text, "the rows have no rival of %s for %s %s", name, what, where);
  else if (run.is_tie)
    g_string_append_printf(text, "%s%s and the next best are equal and the fastest %s %s", name,
                           mechanism, what, where);
  else
    g_string_append_printf(text, "%s%s is the fastest %s %s%s", name, mechanism, what, where,
                           run.is_sure ? "" : ", by no more than noise or the known error");
  if (isnan(gain))
    gain = run.is_tie ? 1 : append_second(text, &run);
  g_string_append_c(text, '.');
  return (struct tn_headline){ g_string_free(text, FALSE), gain };
}
