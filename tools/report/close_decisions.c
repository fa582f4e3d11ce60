#include "close_decisions.h"

static gint by_closeness(gconstpointer x, gconstpointer y)
{
  const struct tn_close_decision *a = x, *b = y;
  if (a->is_open != b->is_open)
    return a->is_open ? -1 : 1;
  return (a->margin > b->margin) - (a->margin < b->margin);
}

static gint by_time(gconstpointer x, gconstpointer y, gpointer data)
{
  const struct tn_row *a = *(const struct tn_row *const *)x, *b = *(const struct tn_row *const *)y;
  const double time = tn_chapter_time(data, a), other = tn_chapter_time(data, b);
  return (time > other) - (time < other);
}

/* Returns the fastest row of each algorithm with another time than the winner's, by time: const
 * struct tn_row *, borrowed. Transfer container. */
static GPtrArray *rivals_of(const struct tn_chapter *c, guint r, guint s,
                            const struct tn_row *winner)
{
  GPtrArray *rivals = g_ptr_array_new();
  const double best = tn_chapter_time(c, winner);
  for (guint a = 0; a < c->algorithms->len; a++) {
    const struct tn_row *row = tn_chapter_best(c, c->algorithms->pdata[a], r, s);
    const double time = row ? tn_chapter_time(c, row) : best;
    if (row && row->algorithm != winner->algorithm && (time < best || time > best))
      g_ptr_array_add(rivals, (void *)row);
  }
  /* The sort is stable: rows with equal times keep their order. */
  g_ptr_array_sort_with_data(rivals, by_time, (void *)c);
  return rivals;
}

/* Finds the decision for a number of ranks and a size. Returns false if the choice makes no
 * difference. */
static bool decision_at(const struct tn_chapter *c, guint r, guint s, struct tn_close_decision *ret)
{
  const struct tn_winner *w = tn_chapter_winner(c, r, s);
  g_autoptr(GPtrArray) rivals = w ? rivals_of(c, r, s, w->first) : NULL;
  if (!rivals || rivals->len == 0)
    return false;
  const struct tn_row *rival = rivals->pdata[0];
  const struct tn_tune_terms *terms = &c->terms;
  const double margin = tn_tune_ratio(tn_chapter_time(c, rival), tn_chapter_time(c, w->first)) - 1;
  *ret =
      (struct tn_close_decision){ c, r, s, w->first, rival, margin, w->first->high > rival->low };
  ret->is_open |= terms->known_error && margin < terms->known_error(terms->data, w->first);
  return margin >= TN_TUNE_TIE;
}

GArray *tn_close_decisions_of(const GPtrArray *chapters)
{
  GArray *all = g_array_new(FALSE, FALSE, sizeof(struct tn_close_decision));
  for (guint i = 0; i < chapters->len; i++) {
    const struct tn_chapter *c = chapters->pdata[i];
    struct tn_close_decision best, d;
    bool any = false;
    for (guint r = 0; r < c->ranks->len && c->first->source == TN_SOURCE_SIM; r++)
      for (guint s = 0; s < c->sizes->len; s++)
        if (decision_at(c, r, s, &d) && (!any || by_closeness(&d, &best) < 0)) {
          best = d;
          any = true;
        }
    if (any)
      g_array_append_val(all, best);
  }
  /* The sort is stable: equal margins keep the chapters' order. */
  g_array_sort(all, by_closeness);
  return all;
}

GPtrArray *tn_close_decision_rows(const struct tn_close_decision *d)
{
  GPtrArray *rows = rivals_of(d->chapter, d->r, d->s, d->winner);
  g_ptr_array_insert(rows, 0, (void *)d->winner);
  g_ptr_array_set_size(rows, (int)MIN(rows->len, TN_MAX_CONTENDERS));
  return rows;
}
