/* Remarks below a table of times. */
#include <math.h>

#include "block.h"
#include "notes.h"
#include "platform/quantity.h"

/* CLIFF: smallest ratio of the times at two neighbouring sizes that is reported. NEAR: largest
 * ratio of two sizes that are compared. */
#define CLIFF 10
#define NEAR 4

/* Returns the ratio of the larger to the smaller time of a column at sizes s - 1 and s. Returns 0
 * if a time is unknown or the ratio of the sizes exceeds NEAR. */
static double step_of(const struct tn_block *b, guint s, guint c)
{
  const double here = tn_block_time(b, s, c), before = tn_block_time(b, s - 1, c);
  const double low = fmin(here, before);
  if (isnan(here + before) || !(low > 0) || tn_block_size(b, s) > NEAR * tn_block_size(b, s - 1))
    return 0;
  return fmax(here, before) / low;
}

/* Names only the largest ratio, because one limit often shows in many columns. */
void tn_note_cliff(GPtrArray *remarks, const struct tn_block *b)
{
  double most = CLIFF;
  guint size = 0, column = 0, n = 0;
  for (guint s = 1; s < b->sizes->len; s++)
    for (guint c = 0; c < b->columns->len; c++) {
      const double step = step_of(b, s, c);
      n += step >= CLIFF;
      if (step < most || (n > 1 && !(step > most)))
        continue;
      most = step;
      size = s;
      column = c;
    }
  if (n == 0)
    return;
  const bool falls = tn_block_time(b, size, column) < tn_block_time(b, size - 1, column);
  g_autofree char *from = tn_format_size(tn_block_size(b, size - falls));
  g_autofree char *to = tn_format_size(tn_block_size(b, size - !falls));
  g_autofree char *more =
      n > 1 ? g_strdup_printf(" (and %u more such steps)", n - 1) : g_strdup("");
  tn_note_add(remarks, "cliff: %s takes %.0f times as long at %s as at %s%s",
              tn_block_column(b, column)->algorithm->name, most, from, to, more);
}

void tn_note_noise(GPtrArray *remarks, const struct tn_block *b)
{
  guint n = 0, n_no_noise = 0;
  double shortest = INFINITY;
  if (!b->first->noise || b->results->source != TN_SOURCE_SIM)
    return;
  for (guint c = 0; c < b->columns->len; c++)
    for (guint s = 0; s < b->sizes->len; s++) {
      const struct tn_sim_result *r = tn_block_result(b, s, c);
      n += r != NULL;
      if (!r || r->parts[TN_NOISE] > 0.0)
        continue;
      n_no_noise++;
      shortest = fmin(shortest, r->avg);
    }
  g_autofree char *no_noise = tn_note_no_noise(b->first->noise->text, n_no_noise, n, shortest);
  if (no_noise)
    tn_note_add(remarks, "%s", no_noise);
}

void tn_note_hits(GPtrArray *remarks, const struct tn_block *b)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint c = 0; c < b->columns->len; c++) {
    const struct tn_block_column *its = tn_block_column(b, c);
    long long look_ups = 0, hits = 0;
    for (guint s = 0; s < b->sizes->len; s++) {
      const struct tn_sim_result *r = tn_block_result(b, s, c);
      look_ups += r ? r->look_ups : 0;
      hits += r ? r->hits : 0;
    }
    if (look_ups > 0)
      g_string_append_printf(text, "%s%s%s%s %.4g %% of %lld", text->len ? ", " : "",
                             its->algorithm->name, its->heading->n ? " " : "", its->heading->text,
                             100.0 * (double)hits / (double)look_ups, look_ups);
  }
  if (text->len)
    tn_note_add(remarks, "hits of registration caches: %s", text->str);
}

void tn_note_host(GPtrArray *remarks, const struct tn_block *b)
{
  const double much = 1.5, uncertain = 0.1;
  guint n = 0, n_disturbed = 0, n_uncertain = 0;
  double worst = 0.0;
  for (guint s = 0; s < b->sizes->len; s++)
    for (guint c = 0; c < b->columns->len; c++) {
      const struct tn_sim_result *r = tn_block_result(b, s, c);
      if (!r || !(r->avg_median > 0.0))
        continue;
      n++;
      n_disturbed += r->avg_p95 > much * r->avg_median;
      n_uncertain += r->avg_high - r->avg_low > 2.0 * uncertain * r->avg_median;
      worst = fmax(worst, r->avg_p95 / r->avg_median);
    }
  if (n == 0)
    return;
  g_autofree char *trust = g_strdup_printf(
      "; not to be trusted, since their medians are uncertain by more than 10 %%: %u (measure on a "
      "quiet host, or longer)",
      n_uncertain);
  tn_note_add(remarks,
              "host: %s; cells in which the slowest 5 %% of the calls take more than 1.5 times the "
              "median: %u of %u (%.*f times at most)%s",
              n_disturbed + n_uncertain > 0 ? "disturbed" : "quiet", n_disturbed, n,
              worst < 10.0 ? 1 : 0, worst, n_uncertain > 0 ? trust : "");
}

void tn_note_verified(GPtrArray *remarks, const struct tn_block *b)
{
  const struct tn_results *results = b->results;
  guint n_verified = 0;
  if (!tn_study_conditions(results->plan->study)->verify)
    return;
  for (guint i = 0; i < b->points->len; i++) {
    const struct tn_outcome *o = &results->outcome[g_array_index(b->points, guint, i)];
    n_verified += o->state == TN_DONE && o->result.verified == 1;
  }
  tn_note_add(remarks, "verified: %u of %u", n_verified, b->points->len);
}
