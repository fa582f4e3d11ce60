/* Checks Open MPI's coll/xhc and coll/accelerator in mca-params.conf (6.0); Open MPI silently
 * ignores unknown names of parameters. Sources: xhc_register and the parsers of
 * coll_xhc_component.c; accelerator_register of coll_accelerator_component.c. */
#include <string.h>

#include "lint.h"
#include "parsed_rules.h"
#include "rule_lines.h"
#include "study/usage.h"

static const char prefix[] = "coll_xhc_", of_devices[] = "coll_accelerator_";

enum kind { INTEGER, BOOLEAN, BYTES, CHUNKS, LEVELS, WORD };

/* Parameters with the same kind of value. */
static const struct parameters {
  const char *component; /* `prefix` or `of_devices`, with which the names begin */
  enum kind kind;
  const char *names; /* names without the component */
  const char *words; /* words of kind WORD, joined by ","; NULL: any */
} known[] = {
  { prefix, INTEGER, "priority barrier_root", NULL },
  { prefix, BOOLEAN, "dynamic_leader uniform_chunks", NULL },
  { prefix, BYTES, "memcpy_chunk_size uniform_chunks_min", NULL },
  { prefix, WORD, "print_info shmem_backing", NULL },
  { prefix, WORD, "dynamic_reduce", "disabled non-float all" },
  { prefix, WORD, "reduce_load_balance", "top first all" },
  { prefix, LEVELS,
    "hierarchy bcast_hierarchy barrier_hierarchy reduce_hierarchy allreduce_hierarchy", NULL },
  { prefix, CHUNKS, "chunk_size bcast_chunk_size reduce_chunk_size allreduce_chunk_size", NULL },
  { prefix, BYTES, "cico_max bcast_cico_max reduce_cico_max allreduce_cico_max", NULL },
  { of_devices, INTEGER, "priority disable_accelerator_coll", NULL },
  { of_devices, BYTES, "bcast_thresh allgather_thresh alltoall_thresh", NULL },
};
static const char *const levels[] = { "node",    "flat",     "socket",  "numa", "l3",
                                      "l3cache", "l2",       "l2cache", "l1",   "l1cache",
                                      "core",    "hwthread", "thread",  NULL };
/* Names of Open MPI's coll components, 4.1 to 6.0. */
static const char *const components[] = {
  "accelerator", "acoll", "adapt", "base",  "basic",  "cuda",       "demo",     "fca",
  "ftagree",     "han",   "hcoll", "inter", "libnbc", "monitoring", "portals4", "self",
  "sm",          "sync",  "tuned", "ucc",   "xhc",    NULL
};
/* Parameters for all collectives. If one of them is also set for a single collective, coll/xhc does
 * not start. */
static const char *const for_all[] = { "hierarchy", "chunk_size", "cico_max", NULL };

/* Returns the names of a component's parameters (`prefix` or `of_devices`) after `before`. */
static GPtrArray *names_after_prefix(const char *before, const char *component)
{
  GPtrArray *names = tn_names_new();
  for (guint i = 0; i < G_N_ELEMENTS(known); i++)
    if (known[i].component == component)
      tn_names_add(names, before, known[i].names);
  return names;
}

static bool is_integer(const char *text)
{
  return tn_line_is_number(text + (*text == '-'));
}

/* Returns true if the text is one group of ranks in a level: "numa", "numa:2", "socket?10",
 * "[0..9,12]". */
static bool is_group(const char *text)
{
  const size_t length = strlen(text);
  const size_t plain = strcspn(text, ":?");
  g_autofree char *name = g_ascii_strdown(text, (gssize)plain);
  if (*text == '[')
    return length > 2 && strcspn(text, "]") > 1 && strspn(text, "[]0123456789.,:?") == length;
  if (name[0] && name[strlen(name) - 1] == '*')
    name[strlen(name) - 1] = '\0';
  const char *number = text + plain + (text[plain] != '\0');
  const size_t digits = strspn(number, "0123456789");
  const bool is_sound =
      !text[plain] || (digits > 0 && (!number[digits] || strcmp(number + digits, "*") == 0));
  return tn_name_find(levels, name) >= 0 && is_sound;
}

static bool is_levels(const char *text)
{
  /* commas inside [] do not separate levels */
  g_autoptr(GString) word = g_string_new(NULL);
  int depth = 0;
  for (const char *c = text;; c++) {
    depth += (*c == '[') - (*c == ']');
    if (*c && (depth > 0 || !strchr(",+", *c))) {
      g_string_append_c(word, *c);
      continue;
    }
    if (!is_group(word->str))
      return false;
    g_string_truncate(word, 0);
    if (!*c)
      return depth == 0;
  }
}

/* Returns true if the parameters accept the value. */
static bool is_sound(const struct parameters *p, const char *value)
{
  static const char *const booleans[] = { "0",  "1",   "true",    "false",    "yes", "no",
                                          "on", "off", "enabled", "disabled", NULL };
  g_auto(GStrv) items = g_strsplit(value, ",", -1);
  g_autofree char *lower = g_ascii_strdown(value, -1);
  bool ok = items[0] != NULL;
  switch (p->kind) {
  case INTEGER:
    return is_integer(value);
  case BOOLEAN:
    return tn_name_find(booleans, lower) >= 0;
  case BYTES:
    return tn_line_bytes(value, false) >= 0;
  case CHUNKS:
    for (int i = 0; items[i]; i++)
      ok = ok && tn_line_bytes(items[i], false) >= 0 && !strpbrk(items[i], "bBtT");
    return ok;
  case LEVELS:
    return is_levels(value);
  case WORD:
    for (int i = 0; p->words && items[i]; i++)
      ok = ok && tn_words_have(p->words, items[i]);
    return !p->words || is_integer(value) || ok;
  }
  return true;
}

static const char *const wanted[] = {
  [INTEGER] = "a whole number",
  [BOOLEAN] = "true or false",
  [BYTES] = "a number of bytes (4096, 4K)",
  [CHUNKS] = "numbers of bytes, one for each level (16K, 16K,64K)",
  [LEVELS] = "levels (numa,socket; flat; numa:2; [0..9])",
  [WORD] = "one of its words",
};

static void check_value(GArray *flaws, const struct tn_config_line *line, const char *component)
{
  const char *name = line->name + strlen(component);
  const struct parameters *p = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(known) && !p; i++)
    p = known[i].component == component && tn_words_have(known[i].names, name) ? &known[i] : NULL;
  if (!p) {
    g_autoptr(GPtrArray) names = names_after_prefix("", component);
    g_autofree char *hint = tn_names_hint(names, name);
    tn_flaws_add(flaws, line->number, "%s is never read: Open MPI 6.0 has no such parameter%s",
                 line->name, hint);
  } else if (!is_sound(p, line->value)) {
    tn_flaws_add(flaws, line->number, "%s = %s: expected %s", line->name, line->value,
                 wanted[p->kind]);
  }
}

/* Reports line i if its name is unknown, its value is invalid, or it conflicts with another
 * line. */
static void check_line(GArray *flaws, const GPtrArray *lines, guint i)
{
  const struct tn_config_line *line = lines->pdata[i];
  if (!line->value) {
    tn_flaws_add(flaws, line->number, "not NAME = VALUE: it is skipped");
    return;
  }
  if (g_str_has_prefix(line->name, "OMPI_MCA_") || g_str_has_prefix(line->name, "-"))
    tn_flaws_add(flaws, line->number, "\"%s\" has a prefix: parameters in a file have none",
                 line->name);
  if (line->before)
    tn_flaws_add(flaws, line->number, "%s for the second time: line %d is lost", line->name,
                 line->before->number);
  if (g_str_has_prefix(line->name, of_devices)) {
    check_value(flaws, line, of_devices);
    return;
  }
  if (!g_str_has_prefix(line->name, prefix)) {
    /* the component in the name may be misspelt; parameters of other components are not checked */
    g_auto(GStrv) parts = g_strsplit(line->name, "_", 3);
    g_autoptr(GPtrArray) names = names_after_prefix(prefix, prefix);
    g_autofree char *hint = tn_names_hint(names, line->name);
    if (*hint && g_strv_length(parts) == 3 && g_ascii_strcasecmp(parts[0], "coll") == 0 &&
        (strcmp(parts[0], "coll") != 0 || tn_name_find(components, parts[1]) < 0))
      tn_flaws_add(flaws, line->number, "%s is never read%s", line->name, hint);
    return;
  }
  check_value(flaws, line, prefix);
  /* Reports parameters that are set both for all collectives and for one. */
  const char *name = line->name + strlen(prefix);
  for (int k = 0; for_all[k]; k++) {
    g_autofree char *all = g_strconcat(prefix, for_all[k], NULL);
    g_autofree char *suffix = g_strconcat("_", for_all[k], NULL);
    if (!g_str_has_suffix(name, suffix) || strstr(name, "uniform") || strstr(name, "memcpy"))
      continue;
    for (guint j = 0; j < lines->len; j++) {
      const struct tn_config_line *other = lines->pdata[j];
      if (other->value && strcmp(other->name, all) == 0)
        tn_flaws_add(flaws, line->number,
                     "%s together with %s in line %d: coll/xhc refuses to start", line->name, all,
                     other->number);
    }
  }
}

bool tn_lint_mca(GArray *flaws, GArray *parsed, enum tn_target target, const char *text,
                 gsize length)
{
  g_autoptr(GPtrArray) lines = tn_lines_read(text, length, false);
  bool has_priority = false;
  int first = 0;
  for (guint i = 0; i < lines->len; i++) {
    const struct tn_config_line *line = lines->pdata[i];
    if (line->value && first == 0 && g_str_has_prefix(line->name, prefix))
      first = line->number;
    tn_parsed_rules_add_setting(parsed, line);
    check_line(flaws, lines, i);
    has_priority = has_priority || (line->value && strcmp(line->name, "coll_xhc_priority") == 0 &&
                                    g_ascii_strtoll(line->value, NULL, 10) > 0);
  }
  if (!has_priority && (target == TN_FOR_XHC || first > 0))
    tn_flaws_add(flaws, MAX(first, 1),
                 "no %spriority above 0 (the default): the component is not used", prefix);
  return true;
}
