
#include "fit_read.h"
#include "platform/quantity.h"
#include "study/csv.h"
#include "study/usage.h"

/* Takes line i of the matrix: the pairs with smaller numbers. */
static bool take_line(GArray *pairs, guint i, const GPtrArray *fields, const struct tn_csv *csv,
                      GError **error)
{
  for (guint j = 0; j < fields->len; j++) {
    const char *text = fields->pdata[j];
    struct tn_fit_pair pair = { (int)i, (int)j, 0 };
    if (!*text)
      continue;
    if (j >= i)
      return tn_usage_at(csv->file, (int)i + 1, error,
                         "a value on or above the diagonal (row i "
                         "has the pairs with units below i)");
    if (!tn_parse_number(text, &pair.nanoseconds, NULL) || !(pair.nanoseconds > 0))
      return tn_usage_at(csv->file, (int)i + 1, error, "\"%s\" is not a latency in ns (try 52.5)",
                         text);
    g_array_append_val(pairs, pair);
  }
  return true;
}

bool tn_fit_pairs_parse(GArray *pairs, const struct tn_platform *pf, const char *file,
                        const char *text, gsize length, GError **error)
{
  struct tn_csv csv;
  struct tn_pu_place place;
  const int n = tn_platform_n_pus(pf);
  const guint before = pairs->len;
  if (!tn_csv_init(&csv, file, text, length, error))
    return false;
  for (guint i = 0; tn_csv_more(&csv); i++) {
    const int line = csv.line;
    g_autoptr(GPtrArray) fields = tn_csv_record(&csv, error);
    if (!fields)
      return false;
    if ((int)i >= n || !tn_platform_os_place(pf, (int)i, &place))
      return tn_usage_at(file, line, error, "the topology has no processing unit %u", i);
    if (!take_line(pairs, i, fields, &csv, error))
      return false;
  }
  return pairs->len > before || tn_usage_at(file, 1, error, "no latency in it");
}
