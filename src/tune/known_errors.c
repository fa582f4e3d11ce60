#include "known_errors.h"

#include <math.h>
#include <string.h>

#include "platform/platform.h"

struct tn_known_errors {
  const char *files;
  /* struct tn_platform by name, both owned; NULL if no platform has the name */
  GHashTable *platforms;
  /* [TN_N_COLLECTIVES + 1] largest error of each collective on any platform, then largest of all
   * collectives; NULL until first needed */
  double *largest;
};

struct tn_known_errors *tn_known_errors_new(const char *files)
{
  struct tn_known_errors *known = g_new0(struct tn_known_errors, 1);
  known->files = files;
  known->platforms =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)tn_platform_free);
  return known;
}

void tn_known_errors_free(struct tn_known_errors *known)
{
  if (!known)
    return;
  g_hash_table_destroy(known->platforms);
  g_free(known->largest);
  g_free(known);
}

/* Loads the platform with the name in a row: a file in `files` (--platform), or an included
 * platform. */
static struct tn_platform *load(const char *files, const char *name)
{
  g_auto(GStrv) words = g_strsplit(files ? files : "", ",", -1);
  for (int i = 0; words[i]; i++) {
    struct tn_platform *platform = tn_platform_load(words[i], NULL, NULL);
    if (platform && strcmp(tn_platform_name(platform), name) == 0)
      return platform;
    tn_platform_free(platform);
  }
  return tn_platform_load_named(name, NULL);
}

double tn_percentage_in(const char *text)
{
  const char *end = text ? strchr(text, '%') : NULL;
  if (!end)
    return NAN;
  while (end > text && end[-1] == ' ')
    end--;
  const char *begin = end;
  while (begin > text && (g_ascii_isdigit(begin[-1]) || begin[-1] == '.'))
    begin--;
  return begin < end ? g_ascii_strtod(begin, NULL) / 100 : NAN;
}

double tn_known_error_most(struct tn_known_errors *known, const struct tn_row *row)
{
  gpointer found = NULL;
  if (tn_source_predicts(row->source) &&
      !g_hash_table_lookup_extended(known->platforms, row->platform, NULL, &found)) {
    found = load(known->files, row->platform);
    g_hash_table_insert(known->platforms, g_strdup(row->platform), found);
  }
  return tn_percentage_in(found ? tn_platform_known_error(found, row->collective) : NULL);
}

double tn_known_error_or_any(struct tn_known_errors *known, const struct tn_row *row)
{
  const double own = tn_known_error_most(known, row);
  const int c = tn_collective_find(row->collective);
  if (!isnan(own))
    return own;
  if (!known->largest) {
    g_auto(GStrv) names = tn_platform_names();
    known->largest = g_new0(double, TN_N_COLLECTIVES + 1);
    for (int i = 0; names[i]; i++) {
      struct tn_platform *platform = tn_platform_load_named(names[i], NULL);
      for (int k = 0; platform && k < TN_N_COLLECTIVES; k++) {
        const char *text = tn_platform_known_error(platform, tn_collective_names[k]);
        known->largest[k] = fmax(known->largest[k], tn_percentage_in(text));
        known->largest[TN_N_COLLECTIVES] =
            fmax(known->largest[TN_N_COLLECTIVES], known->largest[k]);
      }
      tn_platform_free(platform);
    }
  }
  return known->largest[c >= 0 && known->largest[c] > 0 ? c : TN_N_COLLECTIVES];
}
