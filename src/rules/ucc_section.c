#include "ucc_section.h"

#include <string.h>

#include "study/usage.h"

static const char dropped[] = "the whole file is dropped";
static const char *const section_keys[] = { "vendor", "model",  "team_size", "ppn",
                                            "sock",   "nnodes", NULL };
/* Valid names of CPU vendors and models. A similar word in a file is reported as misspelt. */
static const char *const machines[] = { "intel",     "amd",         "arm",     "ppc",
                                        "fujitsu",   "zhaoxin",     "nvidia",  "ivybridge",
                                        "nehalem",   "sandybridge", "haswell", "westmere",
                                        "broadwell", "skylake",     "naples",  "rome",
                                        "milan",     "genoa",       "grace",   NULL };

bool tn_ucc_read_range(const char *text, gint64 *ret_from, gint64 *ret_to)
{
  g_auto(GStrv) ends = g_strsplit(text, "-", -1);
  const guint n = g_strv_length(ends);
  if (n < 1 || n > 2 || !tn_line_is_number(ends[0]) || !tn_line_is_number(ends[n - 1]))
    return false;
  *ret_from = g_ascii_strtoll(ends[0], NULL, 10);
  *ret_to = g_ascii_strtoll(ends[n - 1], NULL, 10);
  return true;
}

static void check_key(GArray *flaws, const struct tn_config_line *line, const char *word)
{
  g_auto(GStrv) parts = g_strsplit(word, "=", 2);
  gint64 from = 0, to = 0;
  if (!parts[0] || !parts[1] || !*parts[1]) {
    tn_flaws_add(flaws, line->number, "\"%s\" has no value: %s", word, dropped);
    return;
  }
  const int key = tn_name_find(section_keys, parts[0]);
  if (key < 0) {
    g_autofree char *hint = tn_hint(parts[0], section_keys);
    tn_flaws_add(flaws, line->number, "sections have no \"%s\"%s: %s", parts[0], hint, dropped);
  } else if (key < 2) {
    g_autofree char *name = g_ascii_strdown(parts[1], -1);
    g_autofree char *hint = tn_hint(name, machines);
    if (tn_name_find(machines, name) < 0 && *hint)
      tn_flaws_add(flaws, line->number, "no %s \"%s\"%s: this section never applies", parts[0],
                   parts[1], hint);
  } else if (!tn_ucc_read_range(parts[1], &from, &to)) {
    tn_flaws_add(flaws, line->number, "\"%s\" is not a range of numbers (4, 4-8): %s", parts[1],
                 dropped);
  } else if (from > to) {
    tn_flaws_add(flaws, line->number, "%s never applies: %s is above what follows it", word,
                 parts[0]);
  }
}

void tn_ucc_check_section(GArray *flaws, const struct tn_config_line *line)
{
  g_auto(GStrv) words = g_strsplit(line->section, " ", -1);
  for (int i = 0; words[i]; i++)
    if (*words[i] || !words[1])
      check_key(flaws, line, words[i]);
}

/* Returns true if the words "key=value" of two sections have the same key and values that exclude
 * each other, so that no team matches both. */
static bool excludes(const char *word, const char *other)
{
  const size_t key = strcspn(word, "=");
  gint64 from, to, other_from, other_to;
  if (!word[key] || strncmp(word, other, key + 1) != 0)
    return false;
  const char *value = word + key + 1, *its = other + key + 1;
  if (tn_ucc_read_range(value, &from, &to) && tn_ucc_read_range(its, &other_from, &other_to))
    return to < other_from || other_to < from;
  return g_ascii_strcasecmp(value, its) != 0;
}

bool tn_ucc_may_both_apply(const char *section, const char *other)
{
  g_auto(GStrv) words = g_strsplit(section, " ", -1);
  g_auto(GStrv) others = g_strsplit(other, " ", -1);
  for (int i = 0; words[i]; i++)
    for (int k = 0; others[k]; k++)
      if (excludes(words[i], others[k]))
        return false;
  return true;
}
