#include "reproducible_rows.h"

#include <math.h>
#include <string.h>

#include "algos/kit/reduction.h"
#include "base/names.h"
#include "plan/row_case.h"
#include "rows/notes.h"
#include "run_points.h"
#include "signals.h"
#include "tune_text.h"

/* A row that may win. Candidates of one context, whatever the state of the buffers, follow each
 * other, by size, then by time. */
struct candidate {
  const struct tn_row *row;
  double time;
  guint context, choice; /* numbers of equal columns (tn_tune_number) */
  bool is_known;         /* `kept` is set */
  struct tn_kept kept;
};

struct search {
  const struct tn_bits_asked *asked;
  GArray *all; /* struct candidate */
  GHashTable *found;
  GPtrArray *remarks;
  GPtrArray *platforms; /* struct tn_platform, owned */
};

/* Candidates of one size: from index `begin` to index `end` - 1. */
struct at_size {
  guint begin, end;
};

static struct candidate *at(const struct search *s, guint i)
{
  return &g_array_index(s->all, struct candidate, i);
}

static int by_context_size_and_time(const void *x, const void *y)
{
  const struct candidate *a = x, *b = y;
  return a->context != b->context       ? (a->context > b->context ? 1 : -1)
         : a->row->size != b->row->size ? (a->row->size > b->row->size ? 1 : -1)
         : a->time != b->time           ? (a->time > b->time ? 1 : -1)
                                        : (a->choice > b->choice) - (a->choice < b->choice);
}

static const struct tn_platform *platform_of(struct search *s, const char *name, GError **error)
{
  for (guint i = 0; i < s->platforms->len; i++)
    if (g_str_equal(tn_platform_name(s->platforms->pdata[i]), name))
      return s->platforms->pdata[i];
  struct tn_platform *platform = tn_platform_load_named(name, error);
  if (platform)
    g_ptr_array_add(s->platforms, platform);
  return platform;
}

/* Simulates the orders of the candidates (guint). */
static bool learn(struct search *s, const GArray *wanted, GError **error)
{
  struct tn_study *study = tn_kept_study(s->asked->jobs);
  g_autofree guint *first = g_new(guint, wanted->len + 1), *n = g_new0(guint, wanted->len + 1);
  bool ok = true;
  for (guint i = 0; ok && i < wanted->len; i++) {
    const struct tn_row *row = at(s, g_array_index(wanted, guint, i))->row;
    struct tn_row_case c;
    first[i] = tn_study_n(study);
    ok = tn_row_case_complete(&c, row, "--reproducible", error);
    ok = ok && (c.asked.platform = platform_of(s, row->platform, error)) &&
         tn_kept_add(study, &c.asked, s->asked->keeps, &n[i], error);
    tn_row_case_finish(&c);
  }
  ok = ok && tn_run_trials(study);
  for (guint i = 0; ok && i < wanted->len; i++) {
    struct candidate *c = at(s, g_array_index(wanted, guint, i));
    c->kept = tn_kept_find(study, first[i], n[i], s->asked->keeps);
    c->is_known = true;
  }
  tn_study_free(study);
  if (!ok && error && !*error)
    tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "--reproducible: interrupted");
  return ok;
}

static bool keeps(const struct search *s, const struct candidate *c)
{
  return (c->kept.keeps & s->asked->keeps) == s->asked->keeps;
}

/* Adds to `wanted` the next candidate of a size, unless two algorithms that keep the bits are
 * known; then, or after the last candidate, puts the rows that keep them into the result. */
static void step(struct search *s, struct at_size size, GArray *wanted)
{
  const char *first = NULL;
  bool has_two = false;
  guint i = size.begin;
  for (; i < size.end && at(s, i)->is_known && !has_two; i++) {
    if (!keeps(s, at(s, i)))
      continue;
    g_hash_table_add(s->found, (void *)at(s, i)->row);
    has_two = first && at(s, i)->row->algorithm != first;
    first = first ? first : at(s, i)->row->algorithm;
  }
  if (!has_two && i < size.end)
    g_array_append_val(wanted, i);
}

/* Returns the order that a candidate has or, if it has not been simulated, the order of its choice
 * at another size. 0: it does not keep the bits. */
static uint64_t order_of(const struct search *s, const GArray *sizes, guint i)
{
  const guint begin = g_array_index(sizes, struct at_size, 0).begin;
  const guint end = g_array_index(sizes, struct at_size, sizes->len - 1).end;
  const struct candidate *c = at(s, i);
  for (guint k = begin; k < end && !c->is_known; k++)
    if (at(s, k)->choice == at(s, i)->choice && at(s, k)->is_known)
      c = at(s, k);
  return c->is_known && keeps(s, c) ? c->kept.order : 0;
}

/* Finds the fastest candidate of an order at each size. Returns the mean of the logarithms of their
 * times over the times of the fastest choices; INFINITY if the order lacks a size. */
static double price_of(const struct search *s, const GArray *sizes, uint64_t order,
                       guint *ret_picks)
{
  double sum = 0.0;
  for (guint k = 0; k < sizes->len; k++) {
    const struct at_size size = g_array_index(sizes, struct at_size, k);
    guint i = size.begin;
    while (i < size.end && order_of(s, sizes, i) != order)
      i++;
    if (i == size.end)
      return INFINITY;
    ret_picks[k] = i;
    sum += log(tn_tune_ratio(at(s, i)->time, at(s, size.begin)->time));
  }
  return sum / sizes->len;
}

/* Finds the choices of one order for a context, simulating those that are not known yet. */
static bool find_one_order(struct search *s, const GArray *sizes, GError **error)
{
  const guint begin = g_array_index(sizes, struct at_size, 0).begin;
  const guint end = g_array_index(sizes, struct at_size, sizes->len - 1).end;
  g_autofree guint *picks = g_new(guint, sizes->len), *best = g_new(guint, sizes->len);
  g_autoptr(GArray) wanted = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = begin; i < end; i++) {
    bool is_first = true;
    for (guint k = begin; k < i && is_first; k++)
      is_first = at(s, k)->choice != at(s, i)->choice;
    if (is_first)
      g_array_append_val(wanted, i);
  }
  double least = 0.0;
  while (wanted->len > 0) {
    if (!learn(s, wanted, error))
      return false;
    g_array_set_size(wanted, 0);
    least = INFINITY;
    for (guint i = begin; i < end; i++) {
      const uint64_t order = at(s, i)->is_known && keeps(s, at(s, i)) ? at(s, i)->kept.order : 0;
      const double price = order ? price_of(s, sizes, order, picks) : INFINITY;
      if (!(price < least))
        continue;
      least = price;
      memcpy(best, picks, sizes->len * sizeof *picks);
    }
    for (guint k = 0; k < sizes->len && isfinite(least); k++)
      if (!at(s, best[k])->is_known)
        g_array_append_val(wanted, best[k]);
  }
  for (guint k = 0; k < sizes->len && isfinite(least); k++)
    g_hash_table_add(s->found, (void *)at(s, best[k])->row);
  if (!isfinite(least))
    tn_note_add(s->remarks, "%s: no order of additions is available at all %u sizes",
                at(s, begin)->row->collective, sizes->len);
  return true;
}

/* Finds the fastest choices of each size alone. */
static bool find_by_size(struct search *s, const GArray *sizes, GError **error)
{
  g_autoptr(GArray) wanted = g_array_new(FALSE, FALSE, sizeof(guint));
  do {
    if (wanted->len > 0 && !learn(s, wanted, error))
      return false;
    g_array_set_size(wanted, 0);
    for (guint k = 0; k < sizes->len; k++)
      step(s, g_array_index(sizes, struct at_size, k), wanted);
  } while (wanted->len > 0);
  for (guint k = 0; k < sizes->len; k++) {
    const struct at_size size = g_array_index(sizes, struct at_size, k);
    bool has_any = false;
    for (guint i = size.begin; i < size.end && !has_any; i++)
      has_any = g_hash_table_contains(s->found, at(s, i)->row);
    g_autofree char *bytes =
        tn_tune_size_range(at(s, size.begin)->row->size, at(s, size.begin)->row->size);
    if (!has_any)
      tn_note_add(s->remarks, "%s of %s: no choice keeps the bits",
                  at(s, size.begin)->row->collective, bytes);
  }
  return true;
}

static bool find_context(struct search *s, guint begin, guint end, GError **error)
{
  g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(struct at_size));
  for (guint i = begin; i < end; i++) {
    if (i == begin || at(s, i)->row->size != at(s, i - 1)->row->size) {
      const struct at_size size = { i, i };
      g_array_append_val(sizes, size);
    }
    g_array_index(sizes, struct at_size, sizes->len - 1).end = i + 1;
  }
  return s->asked->keeps & TN_KEEPS_SIZE ? find_one_order(s, sizes, error)
                                         : find_by_size(s, sizes, error);
}

/* Adds the found choices' rows with other states of the buffers, which have the same orders. */
static void add_other_states(struct search *s)
{
  for (guint i = 0; i < s->all->len; i++) {
    const struct candidate *a = at(s, i);
    guint k = i;
    if (!g_hash_table_contains(s->found, a->row))
      continue;
    while (k > 0 && at(s, k - 1)->context == a->context && at(s, k - 1)->row->size == a->row->size)
      k--;
    for (;
         k < s->all->len && at(s, k)->context == a->context && at(s, k)->row->size == a->row->size;
         k++)
      if (at(s, k)->choice == a->choice)
        g_hash_table_add(s->found, (void *)at(s, k)->row);
  }
}

/* Returns true if the row's sums depend on their order. */
static bool matters(const struct tn_row *row)
{
  const int collective = tn_collective_find(row->collective);
  const char *name = tn_values_get(row->overrides, "type");
  const int type = name ? tn_name_find(tn_type_names, name) : TN_FLOAT32;
  return collective >= 0 && type >= 0 &&
         tn_order_matters((enum tn_collective)collective, (enum tn_type)type);
}

GHashTable *tn_bits_kept(const struct tn_bits_asked *asked, GPtrArray *remarks, GError **error)
{
  struct search s = { .asked = asked,
                      .all = g_array_new(FALSE, FALSE, sizeof(struct candidate)),
                      .found = g_hash_table_new(NULL, NULL),
                      .remarks = remarks,
                      .platforms =
                          g_ptr_array_new_with_free_func((GDestroyNotify)tn_platform_free) };
  g_autoptr(GHashTable) contexts = tn_tune_numbers_new();
  g_autoptr(GHashTable) choices = tn_tune_numbers_new();
  bool ok = true;
  for (guint i = 0; i < asked->rows->len; i++) {
    const struct tn_row *row = asked->rows->pdata[i];
    const struct candidate c = { .row = row,
                                 .time = tn_row_time(row, asked->objective),
                                 .context = tn_tune_number(contexts, row, TN_ROLE_CONTEXT,
                                                           tn_row_column("buffers")),
                                 .choice = tn_tune_number(choices, row, TN_ROLE_CHOICE, -1) };
    if (!matters(row))
      g_hash_table_add(s.found, (void *)row);
    else if (!asked->may_win || asked->may_win(asked->data, row))
      g_array_append_val(s.all, c);
  }
  g_array_sort(s.all, by_context_size_and_time);
  for (guint begin = 0, end; ok && begin < s.all->len; begin = end) {
    end = begin + 1;
    while (end < s.all->len && at(&s, begin)->context == at(&s, end)->context)
      end++;
    ok = find_context(&s, begin, end, error);
  }
  add_other_states(&s);
  for (guint i = 0; i < s.all->len; i++)
    g_free(at(&s, i)->kept.message);
  g_array_unref(s.all);
  g_ptr_array_unref(s.platforms);
  if (!ok)
    g_clear_pointer(&s.found, g_hash_table_unref);
  return s.found;
}
