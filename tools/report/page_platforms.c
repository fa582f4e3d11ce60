#include <string.h>

#include "report.h"
#include "study/usage.h"

static void report_platform_free(void *data)
{
  struct tn_report_platform *p = data;
  g_free(p->spec);
  tn_platform_free(p->platform);
  g_free(p);
}

static bool add(GPtrArray *platforms, const char *spec, struct tn_platform *platform)
{
  if (!platform)
    return false;
  struct tn_report_platform *p = g_new(struct tn_report_platform, 1);
  *p = (struct tn_report_platform){ g_strdup(spec), platform };
  g_ptr_array_add(platforms, p);
  return true;
}

/* Checks that the rows have a requested platform. */
static bool check_named(const GPtrArray *rows, const struct tn_report_platform *p, GError **error)
{
  const char *name = tn_platform_name(p->platform);
  for (guint i = 0; i < rows->len; i++)
    if (strcmp(((const struct tn_row *)rows->pdata[i])->platform, name) == 0)
      return true;
  return tn_usage(error, "no row has platform \"%s\"%s%s", name,
                  rows->len ? "; the first has " : "",
                  rows->len ? ((const struct tn_row *)rows->pdata[0])->platform : "");
}

GPtrArray *tn_report_platforms(const GPtrArray *rows, const char *specs, GError **error)
{
  g_autoptr(GPtrArray) platforms = g_ptr_array_new_with_free_func(report_platform_free);
  const struct tn_report known = { .platforms = platforms };
  g_autoptr(GHashTable) tried = g_hash_table_new(NULL, NULL);
  g_auto(GStrv) given = g_strsplit(specs ? specs : "", ",", -1);
  for (int i = 0; given[i]; i++)
    if (!add(platforms, given[i], tn_platform_load(given[i], NULL, error)) ||
        !check_named(rows, platforms->pdata[i], error))
      return NULL;
  for (guint i = 0; i < rows->len; i++) {
    const char *name = ((const struct tn_row *)rows->pdata[i])->platform;
    /* A platform that cannot be loaded is ignored; the page then has less information about it. */
    if (g_hash_table_add(tried, (void *)name) && !tn_report_platform(&known, name))
      add(platforms, name, tn_platform_load_named(name, NULL));
  }
  return g_steal_pointer(&platforms);
}

const struct tn_report_platform *tn_report_platform(const struct tn_report *report,
                                                    const char *name)
{
  for (guint i = 0; i < report->platforms->len; i++) {
    const struct tn_report_platform *p = report->platforms->pdata[i];
    if (strcmp(tn_platform_name(p->platform), name) == 0)
      return p;
  }
  return NULL;
}

const char *tn_report_known_error(const struct tn_report *report, const struct tn_row *row)
{
  const struct tn_report_platform *known = tn_report_platform(report, row->platform);
  return known && row->source != TN_SOURCE_MEASURED
             ? tn_platform_known_error(known->platform, row->collective)
             : NULL;
}
