#include "states.h"

#include <inttypes.h>

#include "platform/fingerprint.h"
#include "study/usage.h"

enum { MOST_NAMED = 12 };

/* A row's state, before and after; both alike of a predicted one. */
struct span {
  struct tn_fingerprint before, after;
};

static bool is_same(const struct span *a, const struct span *b)
{
  return tn_fingerprint_factor(&a->before, &b->before) <= TN_FINGERPRINT_SAME &&
         tn_fingerprint_factor(&a->after, &b->after) <= TN_FINGERPRINT_SAME;
}

/* What makes a point on both sides. */
static char *point_of(const struct tn_row *r)
{
  return g_strdup_printf(
      "%s\n%s\n%s\n%s\n%" PRId64 "\n%" PRId64 "\n%s\n%" PRId64 "\n%s\n%s\n%s\n%d", r->collective,
      r->algorithm, r->params->text, r->mechanism, r->ranks, r->size, r->mapping, r->root,
      r->backing, r->buffers, r->protocol, r->in_place);
}

static bool read_state(const struct tn_row *row, struct span *ret, GError **error)
{
  GError *why = NULL;
  if (tn_fingerprint_parse_span(row->state, &ret->before, &ret->after, &why))
    return true;
  tn_usage_at(row->file, row->line, error, "state: %s", why->message);
  g_error_free(why);
  return false;
}

/* The predicted rows by point: char * -> GPtrArray of struct tn_row *. NULL and *error. */
static GHashTable *by_point(const GPtrArray *predicted, GError **error)
{
  GHashTable *points =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  for (guint i = 0; i < predicted->len; i++) {
    struct tn_row *row = predicted->pdata[i];
    struct span unused;
    char *key = point_of(row);
    if (*row->state && !read_state(row, &unused, error)) {
      g_free(key);
      g_hash_table_unref(points);
      return NULL;
    }
    GPtrArray *rows = g_hash_table_lookup(points, key);
    if (!rows) {
      rows = g_ptr_array_new();
      g_hash_table_insert(points, key, rows);
    } else {
      g_free(key);
    }
    g_ptr_array_add(rows, row);
  }
  return points;
}

/* Whether one of the rows has this state; *ret_known: whether one says its state at all. */
static bool has_state(const GPtrArray *rows, const struct span *state, bool *ret_known)
{
  *ret_known = false;
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    struct span span;
    if (!*row->state || !read_state(row, &span, NULL))
      continue;
    *ret_known = true;
    if (is_same(&span, state))
      return true;
  }
  return false;
}

bool tn_states_find(const GPtrArray *predicted, const GPtrArray *measured,
                    struct tn_states_found *ret, GError **error)
{
  struct tn_states_found found = { .others = g_ptr_array_new() };
  GHashTable *points = by_point(predicted, error);
  bool ok = points != NULL;
  for (guint i = 0; ok && i < measured->len; i++) {
    const struct tn_row *row = measured->pdata[i];
    struct span span;
    bool known;
    if (!*row->state)
      continue;
    ok = read_state(row, &span, error);
    g_autofree char *key = point_of(row);
    const GPtrArray *rows = ok ? g_hash_table_lookup(points, key) : NULL;
    const bool same = rows && has_state(rows, &span, &known);
    if (!rows || !known)
      continue;
    found.n_known++;
    if (!same)
      g_ptr_array_add(found.others, (void *)row);
  }
  g_clear_pointer(&points, g_hash_table_unref);
  if (ok)
    *ret = found;
  else
    tn_states_found_clear(&found);
  return ok;
}

void tn_states_found_clear(struct tn_states_found *found)
{
  g_clear_pointer(&found->others, g_ptr_array_unref);
}

static void leave_measured(const struct tn_states_found *found, GPtrArray *measured)
{
  g_autoptr(GHashTable) others = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < found->others->len; i++)
    g_hash_table_add(others, found->others->pdata[i]);
  for (guint i = measured->len; i > 0; i--)
    if (g_hash_table_contains(others, measured->pdata[i - 1]))
      g_ptr_array_remove_index(measured, i - 1);
}

void tn_states_leave_out(const struct tn_states_found *found, GPtrArray *predicted,
                         GPtrArray *measured)
{
  g_autoptr(GHashTable) useful = g_hash_table_new(NULL, NULL); /* predicted rows that match one */
  g_autoptr(GHashTable) matched = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  leave_measured(found, measured);
  GHashTable *points = by_point(predicted, NULL);
  for (guint i = 0; i < measured->len; i++) {
    const struct tn_row *row = measured->pdata[i];
    struct span span, state;
    char *key = point_of(row);
    const GPtrArray *rows = g_hash_table_lookup(points, key);
    const bool known = *row->state && rows && read_state(row, &span, NULL);
    for (guint k = 0; known && k < rows->len; k++) {
      struct tn_row *repeat = rows->pdata[k];
      if (*repeat->state && read_state(repeat, &state, NULL) && is_same(&state, &span))
        g_hash_table_add(useful, repeat);
    }
    if (known)
      g_hash_table_add(matched, g_steal_pointer(&key));
    g_free(key);
  }
  for (guint i = predicted->len; i > 0; i--) {
    struct tn_row *row = predicted->pdata[i - 1];
    g_autofree char *key = point_of(row);
    if (*row->state && g_hash_table_contains(matched, key) && !g_hash_table_contains(useful, row))
      g_ptr_array_remove_index(predicted, i - 1);
  }
  g_hash_table_unref(points);
}

char *tn_states_say(const struct tn_states_found *found, bool left_out)
{
  if (found->n_known == 0)
    return NULL;
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text,
                         "%u of %u measured rows are of another state of the machine than the "
                         "calibration's (its line latency or a copy rate, before or after the row, "
                         "differs by more than %g times)%s",
                         found->others->len, found->n_known, TN_FINGERPRINT_SAME,
                         !found->others->len ? ""
                         : left_out          ? ", and are left out"
                                             : " (--same-state leaves them out)");
  for (guint i = 0; i < found->others->len && i < MOST_NAMED; i++) {
    const struct tn_row *row = found->others->pdata[i];
    g_string_append_printf(text, "%s%s:%d", i ? ", " : ": ", row->file, row->line);
  }
  if (found->others->len > MOST_NAMED)
    g_string_append_printf(text, " and %u more", found->others->len - MOST_NAMED);
  return g_string_free(g_steal_pointer(&text), FALSE);
}
