#include "fit_take.h"

#include <string.h>

#include "platform/quantity.h"
#include "study/usage.h"

static const char *const keys[] = { "ranks", "size", "time", NULL };
enum { MOST_RANKS = 1000000 };

static bool read_times(struct tn_fit_take *t, const char *text, GError **error)
{
  g_auto(GStrv) words = g_strsplit(text, "+", -1);
  memset(t->times, 0, sizeof t->times);
  for (char **word = words; *word; word++) {
    const int time = tn_name_find(tn_fit_take_times, *word);
    if (time < 0)
      return tn_usage_unknown(error, "--take", "time", *word, tn_fit_take_times);
    t->times[time] = true;
  }
  return true;
}

static bool read_pair(struct tn_fit_take *t, const char *pair, GError **error)
{
  const char *equals = strchr(pair, '=');
  g_autofree char *name = g_strndup(pair, equals ? (gsize)(equals - pair) : strlen(pair));
  g_autofree char *value = g_strdup(equals ? equals + 1 : "");
  if (!equals || tn_name_find(keys, name) < 0)
    return tn_usage_unknown(error, "--take", "key", name, keys);
  if (strcmp(name, "time") == 0)
    return read_times(t, value, error);
  g_strdelimit(value, "+", ',');
  const bool is_ranks = strcmp(name, "ranks") == 0;
  if (is_ranks ? t->ranks != NULL : t->sizes != NULL)
    return tn_usage(error, "--take: \"%s\" says %s twice", t->text, name);
  return (is_ranks ? tn_parse_ints(value, 1, MOST_RANKS, 0, &t->ranks, error)
                   : tn_parse_sizes(value, &t->sizes, error)) ||
         tn_usage_prefix(error, "--take");
}

GPtrArray *tn_takes_parse(const char *text, GError **error)
{
  g_autoptr(GPtrArray) takes = g_ptr_array_new_with_free_func((GDestroyNotify)tn_fit_take_free);
  g_auto(GStrv) parts = g_strsplit(text, ";", -1);
  for (char **part = parts; *part; part++) {
    struct tn_fit_take *t = g_new0(struct tn_fit_take, 1);
    g_auto(GStrv) pairs = g_strsplit(*part, ",", -1);
    g_ptr_array_add(takes, t);
    t->text = g_strdup(*part);
    t->times[TN_TAKE_AVG] = true;
    if (!**part)
      return tn_usage_null(
          error, "--take: \"%s\" has an empty part (between ; are groups such as ranks=2,time=max)",
          text);
    for (char **pair = pairs; *pair; pair++)
      if (!read_pair(t, *pair, error))
        return NULL;
  }
  return g_steal_pointer(&takes);
}
