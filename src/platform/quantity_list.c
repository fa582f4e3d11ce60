/* Lists and ranges of quantities, and the nearest known word. */
#include "quantity.h"

#include <string.h>

enum { MAX_VALUES = 1000000, MAX_WORD = 63 };

static bool refuse_item(const char *item, const char *what, GError **error)
{
  return tn_refuse(error, TN_QUANTITY_ERROR, 0, "\"%s\" is not %s", item, what);
}

static bool too_many(const char *item, GError **error)
{
  return tn_refuse(error, TN_QUANTITY_ERROR, 0, "\"%s\" makes the list longer than %d values", item,
                   MAX_VALUES);
}

/* Reads an end of a range. Accepts p and p-1 only if the number of ranks is known. */
static bool parse_end(const char *text, int64_t min, int64_t max, int n_ranks, int64_t *ret,
                      GError **error)
{
  bool ranks = strcmp(text, "p") == 0, last = strcmp(text, "p-1") == 0;
  if (!ranks && !last)
    return tn_parse_int(text, min, max, ret, error);
  if (n_ranks <= 0)
    return refuse_item(text, "known here, where there is no number of ranks", error);
  int64_t value = ranks ? n_ranks : n_ranks - 1;
  if (value < min || value > max)
    return tn_refuse(error, TN_QUANTITY_ERROR, 0,
                     "\"%s\" is %" G_GINT64_FORMAT " here, not in %" G_GINT64_FORMAT
                     "..%" G_GINT64_FORMAT,
                     text, (gint64)value, (gint64)min, (gint64)max);
  *ret = value;
  return true;
}

/* Adds the integers of an item: "4", "1..8" or "10..30:5". */
static bool add_ints(const char *item, int64_t min, int64_t max, int n_ranks, GArray *values,
                     GError **error)
{
  g_autofree char *first_text = g_strdup(item);
  char *last_text = strstr(first_text, "..");
  char *step_text = NULL;
  if (last_text) {
    *last_text = '\0';
    last_text += 2;
    step_text = strchr(last_text, ':');
    if (step_text)
      *step_text++ = '\0';
  }
  int64_t first, last, step = 1;
  if (!parse_end(first_text, min, max, n_ranks, &first, error))
    return false;
  last = first;
  if (last_text && !parse_end(last_text, min, max, n_ranks, &last, error))
    return false;
  if (step_text && !tn_parse_int(step_text, 1, INT64_MAX, &step, error))
    return false;
  if (last < first)
    return refuse_item(item, "a range that rises (try 1..8 or 1..p-1)", error);
  /* Unsigned numbers, because the difference of two int64_t may overflow. */
  uint64_t n = ((uint64_t)last - (uint64_t)first) / (uint64_t)step + 1;
  if (n == 0 || n > MAX_VALUES - values->len)
    return too_many(item, error);
  for (uint64_t i = 0; i < n; i++) {
    int64_t value = (int64_t)((uint64_t)first + i * (uint64_t)step);
    g_array_append_val(values, value);
  }
  return true;
}

bool tn_parse_ints(const char *text, int64_t min, int64_t max, int n_ranks, GArray **ret,
                   GError **error)
{
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(int64_t));
  g_auto(GStrv) items = g_strsplit(text, ",", -1);
  if (!items[0])
    return refuse_item(text, "a list of whole numbers (try 1,4..8)", error);
  for (char **item = items; *item; item++) {
    if (!add_ints(*item, min, max, n_ranks, values, error))
      return false;
  }
  *ret = g_steal_pointer(&values);
  return true;
}

/* Adds the sizes of an item: "5000", or a range "1K..4M" or "1K:4M". */
static bool add_sizes(const char *item, GArray *values, GError **error)
{
  g_autofree char *first_text = g_strdup(item);
  size_t skip = 2;
  char *last_text = strstr(first_text, "..");
  if (!last_text) {
    last_text = strchr(first_text, ':');
    skip = 1;
  }
  if (last_text) {
    *last_text = '\0';
    last_text += skip;
  }
  size_t first, last;
  if (!tn_parse_size(first_text, &first, error))
    return false;
  last = first;
  if (last_text && !tn_parse_size(last_text, &last, error))
    return false;
  if (last_text && (first == 0 || last < first))
    return refuse_item(item, "a range that rises from at least 1 (try 1K..4M)", error);
  for (size_t value = first;; value *= 2) {
    if (values->len == MAX_VALUES)
      return too_many(item, error);
    g_array_append_val(values, value);
    if (value > last / 2 || value == 0)
      return true;
  }
}

bool tn_parse_sizes(const char *text, GArray **ret, GError **error)
{
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(size_t));
  g_auto(GStrv) items = g_strsplit(text, ",", -1);
  if (!items[0])
    return refuse_item(text, "a list of sizes (try 1K..4M)", error);
  for (char **item = items; *item; item++) {
    if (!add_sizes(*item, values, error))
      return false;
  }
  *ret = g_steal_pointer(&values);
  return true;
}

/* Computes Levenshtein's distance row by row. */
static size_t edit_distance(const char *a, const char *b)
{
  size_t row[MAX_WORD + 1];
  size_t width = strlen(b);
  for (size_t j = 0; j <= width; j++)
    row[j] = j;
  for (size_t i = 0; a[i]; i++) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < width; j++) {
      size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = MIN(replaced, MIN(row[j], row[j + 1]) + 1);
    }
  }
  return row[width];
}

const char *tn_nearest(const char *text, const char *const *candidates)
{
  size_t length = strlen(text);
  if (length > MAX_WORD)
    return NULL;
  const char *nearest = NULL;
  size_t limit = MAX(1, length / 3) + 1;
  for (; *candidates; candidates++) {
    size_t distance = strlen(*candidates) > MAX_WORD ? limit : edit_distance(text, *candidates);
    if (distance < limit) {
      limit = distance;
      nearest = *candidates;
    }
  }
  return nearest;
}
