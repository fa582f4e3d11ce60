#include "states.h"

#include "platform/fingerprint.h"
#include "study/same_point.h"
#include "study/usage.h"

enum { MAX_NAMED = 12 };

/* States of the machine before and after the measurement of a row; for predicted rows they are
 * equal. */
struct span {
  struct tn_fingerprint before, after;
};

/* Returns a text that is equal for all predicted and measured rows of the same point. Transfer
 * full. */
static char *point_of(const struct tn_row *r)
{
  GString *key = g_string_new(NULL);
  for (int i = 0; i < TN_N_SAME; i++) {
    g_autofree char *text = tn_same_text(r, (enum tn_same)i);
    if (i != TN_SAME_KERNEL && i != TN_SAME_TYPE)
      g_string_append_printf(key, "%s\n", text);
  }
  return g_string_free(key, FALSE);
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

/* Returns a table: key of a point -> GPtrArray of predicted struct tn_row *. NULL and *error on
 * failure. */
static GHashTable *by_point(const GPtrArray *predicted, GError **error)
{
  g_autoptr(GHashTable) points =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  for (guint i = 0; i < predicted->len; i++) {
    struct tn_row *row = predicted->pdata[i];
    struct span unused;
    g_autofree char *key = point_of(row);
    GPtrArray *rows = g_hash_table_lookup(points, key);
    if (*row->state && !read_state(row, &unused, error))
      return NULL;
    if (!rows) {
      rows = g_ptr_array_new();
      g_hash_table_insert(points, g_steal_pointer(&key), rows);
    }
    g_ptr_array_add(rows, row);
  }
  return g_steal_pointer(&points);
}

/* Finds the predictions of the measured row's point. Adds those for the state in which the row was
 * measured to `same`, and those for other states to `others`. Returns false if the row's state is
 * not known, or if no prediction has a known state. */
static bool part(GHashTable *points, const struct tn_row *row, GHashTable *same, GHashTable *others)
{
  g_autofree char *key = point_of(row);
  const GPtrArray *rows = g_hash_table_lookup(points, key);
  struct span own, span;
  bool is_known = false;
  for (guint i = 0; rows && *row->state && i < rows->len; i++) {
    struct tn_row *repeat = rows->pdata[i];
    if (!*repeat->state || !read_state(row, &own, NULL) || !read_state(repeat, &span, NULL))
      continue;
    is_known = true;
    const bool is_same = tn_fingerprint_factor(&span.before, &own.before) <= TN_FINGERPRINT_SAME &&
                         tn_fingerprint_factor(&span.after, &own.after) <= TN_FINGERPRINT_SAME;
    g_hash_table_add(is_same ? same : others, repeat);
  }
  return is_known;
}

bool tn_states_find(const GPtrArray *predicted, const GPtrArray *measured,
                    struct tn_state_mismatches *ret, GError **error)
{
  struct tn_state_mismatches found = { .others = g_ptr_array_new() };
  g_autoptr(GHashTable) points = by_point(predicted, error);
  g_autoptr(GHashTable) same = g_hash_table_new(NULL, NULL), others = g_hash_table_new(NULL, NULL);
  bool ok = points != NULL;
  for (guint i = 0; ok && i < measured->len; i++) {
    const struct tn_row *row = measured->pdata[i];
    struct span unused;
    ok = !*row->state || read_state(row, &unused, error);
    g_hash_table_remove_all(same);
    if (!ok || !part(points, row, same, others))
      continue;
    found.n_known++;
    if (g_hash_table_size(same) == 0)
      g_ptr_array_add(found.others, (void *)row);
  }
  if (ok)
    *ret = found;
  else
    tn_state_mismatches_clear(&found);
  return ok;
}

void tn_state_mismatches_clear(struct tn_state_mismatches *found)
{
  g_clear_pointer(&found->others, g_ptr_array_unref);
}

void tn_states_remove(const struct tn_state_mismatches *found, GPtrArray *predicted,
                      GPtrArray *measured)
{
  g_autoptr(GHashTable) points = by_point(predicted, NULL);
  g_autoptr(GHashTable) same = g_hash_table_new(NULL, NULL), others = g_hash_table_new(NULL, NULL),
                        elsewhere = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < found->others->len; i++)
    g_hash_table_add(elsewhere, found->others->pdata[i]);
  for (guint i = measured->len; i-- > 0;)
    if (g_hash_table_contains(elsewhere, measured->pdata[i]))
      g_ptr_array_remove_index(measured, i);
    else
      part(points, measured->pdata[i], same, others);
  for (guint i = predicted->len; i-- > 0;)
    if (g_hash_table_contains(others, predicted->pdata[i]) &&
        !g_hash_table_contains(same, predicted->pdata[i]))
      g_ptr_array_remove_index(predicted, i);
}

char *tn_states_text(const struct tn_state_mismatches *found, bool left_out)
{
  if (found->n_known == 0)
    return NULL;
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(
      text,
      "%u of %u measured rows were taken in another machine state than the calibration (line "
      "latency or a copy rate before or after the row differs by more than %g times)%s",
      found->others->len, found->n_known, TN_FINGERPRINT_SAME,
      !found->others->len ? ""
      : left_out          ? " and are skipped"
                          : " (--same-state skips them)");
  for (guint i = 0; i < found->others->len && i < MAX_NAMED; i++) {
    const struct tn_row *row = found->others->pdata[i];
    g_string_append_printf(text, "%s%s:%d", i ? ", " : ": ", row->file, row->line);
  }
  if (found->others->len > MAX_NAMED)
    g_string_append_printf(text, " and %u more", found->others->len - MAX_NAMED);
  return g_string_free(g_steal_pointer(&text), FALSE);
}
