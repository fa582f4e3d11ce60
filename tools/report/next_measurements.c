#include "next_measurements.h"

#include <math.h>

#include "base/names.h"
#include "figure/figure_words.h"
#include "infer/bias.h"
#include "infer/gain.h"
#include "study/case.h"

enum { PAIR = 2 };

/* Points of one collective on one platform. Items 2 * i and 2 * i + 1 are the winner and the rival
 * of point i. */
struct contest {
  const struct tn_chapter *first; /* first chapter of the collective (tn_chapter.alike) */
  GArray *points;                 /* struct tn_next_measurement */
  GArray *item;                   /* int: items of each point */
  struct tn_contests cells;
  struct tn_gauss times; /* logarithms of the times */
};

static void contest_free(void *data)
{
  struct contest *c = data;
  g_array_unref(c->points);
  g_array_unref(c->item);
  tn_gauss_clear(&c->times);
  g_free(c);
}

/* Returns the fastest row of another algorithm with another time than the winner, or NULL. Equal
 * times are those of equal code, and a library's decision runs another entry's code. */
static const struct tn_row *rival_of(const struct tn_chapter *c, guint r, guint s,
                                     const struct tn_row *winner)
{
  const struct tn_row *rival = NULL;
  const double best = tn_chapter_time(c, winner);
  for (guint a = 0; a < c->algorithms->len; a++) {
    const struct tn_row *row = tn_chapter_best(c, c->algorithms->pdata[a], r, s);
    if (row && row->algorithm != winner->algorithm && !tn_is_library(row->algorithm) &&
        (!c->terms.role || c->terms.role(c->terms.data, row) & TN_AS_CHOICE) &&
        tn_chapter_time(c, row) > best &&
        (!rival || tn_chapter_time(c, row) < tn_chapter_time(c, rival)))
      rival = row;
  }
  return rival;
}

static void add_points(struct contest *contest, const struct tn_chapter *c)
{
  for (guint r = 0; r < c->ranks->len; r++)
    for (guint s = 0; s < c->sizes->len; s++) {
      const struct tn_winner *w = tn_chapter_winner(c, r, s);
      const struct tn_row *rival = w ? rival_of(c, r, s, w->first) : NULL;
      const struct tn_next_measurement point = { .winner = w ? w->first : NULL, .rival = rival };
      if (rival && tn_chapter_time(c, w->first) > 0)
        g_array_append_val(contest->points, point);
    }
}

/* Computes the distribution of the points' times from the model's own error. */
static void fill(struct contest *c)
{
  const int n = PAIR * (int)c->points->len;
  g_autoptr(GHashTable) known = tn_tune_numbers_new();
  g_autofree struct tn_advice_at *at = g_new(struct tn_advice_at, n);
  tn_gauss_init(&c->times, n);
  for (int i = 0; i < n; i++) {
    const struct tn_next_measurement *p =
        &g_array_index(c->points, struct tn_next_measurement, i / PAIR);
    const struct tn_row *row = i % PAIR ? p->rival : p->winner;
    at[i] = (struct tn_advice_at){ (int)tn_tune_number(known, row, TN_ROLE_CHOICE, -1),
                                   tn_name_find(tn_buffers_names, row->buffers),
                                   log2((double)row->ranks), log2(fmax(1, (double)row->size)), 0 };
    c->times.mean[i] = log(tn_row_time(row, c->first->terms.objective));
    g_array_append_val(c->item, i);
    for (int j = 0; j <= i; j++)
      c->times.cov[i * n + j] = c->times.cov[j * n + i] = tn_bias_covariance(&at[i], &at[j]);
  }
  c->cells = (struct tn_contests){ (int)c->points->len, PAIR, (const int *)(void *)c->item->data };
}

static GPtrArray *contests_of(const GPtrArray *chapters)
{
  GPtrArray *all = g_ptr_array_new_with_free_func(contest_free);
  for (guint i = 0; i < chapters->len; i++) {
    const struct tn_chapter *c = chapters->pdata[i];
    struct contest *contest = NULL;
    for (guint k = 0; k < all->len && !contest; k++)
      if (((struct contest *)all->pdata[k])->first == c->alike)
        contest = all->pdata[k];
    if (!tn_source_predicts(c->first->source))
      continue;
    if (!contest) {
      contest = g_new0(struct contest, 1);
      contest->first = c->alike;
      contest->points = g_array_new(FALSE, FALSE, sizeof(struct tn_next_measurement));
      contest->item = g_array_new(FALSE, FALSE, sizeof(int));
      g_ptr_array_add(all, contest);
    }
    add_points(contest, c);
  }
  for (guint k = 0; k < all->len; k++)
    fill(all->pdata[k]);
  return all;
}

static struct tn_observations observe(const struct contest *c, int point)
{
  return (struct tn_observations){ .n = PAIR, .item = c->cells.item + PAIR * point };
}

static bool is_taken(const GArray *taken, const struct tn_next_measurement *point)
{
  for (guint i = 0; i < taken->len; i++)
    if (g_array_index(taken, struct tn_next_measurement, i).winner == point->winner)
      return true;
  return false;
}

GArray *tn_next_measurements(const GPtrArray *chapters, guint n)
{
  GArray *ret = g_array_new(FALSE, FALSE, sizeof(struct tn_next_measurement));
  g_autoptr(GPtrArray) all = contests_of(chapters);
  g_autofree double *deviates = tn_deviates_new(PAIR, 1);
  for (double most = 1; ret->len < n && most > 0;) {
    struct contest *best = NULL;
    int at = 0;
    most = 0;
    for (guint k = 0; k < all->len; k++) {
      struct contest *c = all->pdata[k];
      for (int i = 0; i < c->cells.n; i++) {
        const struct tn_observations observed = observe(c, i);
        if (is_taken(ret, &g_array_index(c->points, struct tn_next_measurement, i)))
          continue;
        const double gain = tn_gain(&c->times, &c->cells, &observed, deviates);
        if (gain > most) {
          most = gain;
          best = c;
          at = i;
        }
      }
    }
    if (!best)
      break;
    const struct tn_observations observed = observe(best, at);
    struct tn_next_measurement found = g_array_index(best->points, struct tn_next_measurement, at);
    double wins[PAIR];
    tn_cell_wins(&best->times, &best->cells, at, deviates, wins);
    found.chance = wins[1];
    g_array_append_val(ret, found);
    tn_gauss_condition(&best->times, &observed);
  }
  return ret;
}
