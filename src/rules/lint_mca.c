/* Parameters of Open MPI's coll/xhc and coll/acoll in a file as mca-params.conf, which 6.0 reads:
 * what nobody registers is passed over in silence. Source: xhc_register and the parsers of
 * coll_xhc_component.c, acoll_register of coll_acoll_component.c. */
#include <string.h>

#include "lines.h"
#include "lint.h"
#include "study/usage.h"

enum kind { INTEGER, BOOLEAN, BYTES, CHUNKS, LEVELS, WORD };

struct parameter {
  const char *name; /* without "coll_xhc_" */
  enum kind kind;
  const char *const *words; /* that a WORD may be, joined by ",", or NULL: any */
};

static const char *const orders[] = { "disabled", "non-float", "all", NULL };
static const char *const balances[] = { "top", "first", "all", NULL };
static const char *const levels[] = { "node",    "flat",     "socket",  "numa", "l3",
                                      "l3cache", "l2",       "l2cache", "l1",   "l1cache",
                                      "core",    "hwthread", "thread",  NULL };

static const struct parameter of_xhc[] = {
  { "priority", INTEGER, NULL },
  { "print_info", WORD, NULL },
  { "shmem_backing", WORD, NULL },
  { "memcpy_chunk_size", BYTES, NULL },
  { "dynamic_leader", BOOLEAN, NULL },
  { "barrier_root", INTEGER, NULL },
  { "dynamic_reduce", WORD, orders },
  { "reduce_load_balance", WORD, balances },
  { "uniform_chunks", BOOLEAN, NULL },
  { "uniform_chunks_min", BYTES, NULL },
  { "hierarchy", LEVELS, NULL },
  { "chunk_size", CHUNKS, NULL },
  { "cico_max", BYTES, NULL },
  { "bcast_hierarchy", LEVELS, NULL },
  { "bcast_chunk_size", CHUNKS, NULL },
  { "bcast_cico_max", BYTES, NULL },
  { "barrier_hierarchy", LEVELS, NULL },
  { "reduce_hierarchy", LEVELS, NULL },
  { "reduce_chunk_size", CHUNKS, NULL },
  { "reduce_cico_max", BYTES, NULL },
  { "allreduce_hierarchy", LEVELS, NULL },
  { "allreduce_chunk_size", CHUNKS, NULL },
  { "allreduce_cico_max", BYTES, NULL },
  { 0 },
};
static const struct parameter of_acoll[] = {
  { "priority", INTEGER, NULL },
  { "max_comms", INTEGER, NULL },
  { "sg_size", INTEGER, NULL },
  { "sg_scale", INTEGER, NULL },
  { "node_size", INTEGER, NULL },
  { "use_dynamic_rules", INTEGER, NULL },
  { "mnode_enable", INTEGER, NULL },
  { "bcast_lin0", INTEGER, NULL },
  { "bcast_lin1", INTEGER, NULL },
  { "bcast_lin2", INTEGER, NULL },
  { "bcast_nonsg", INTEGER, NULL },
  { "allgather_lin", INTEGER, NULL },
  { "allgather_ring_1", INTEGER, NULL },
  { "reserve_memory_for_algo", INTEGER, NULL },
  { "reserve_memory_size_for_algo", INTEGER, NULL },
  { "without_xpmem", INTEGER, NULL },
  { "xpmem_buffer_size", INTEGER, NULL },
  { "xpmem_use_sr_buf", INTEGER, NULL },
  { 0 },
};
/* Of Open MPI's coll, 4.1 to 6.0. */
static const char *const components[] = {
  "accelerator", "acoll", "adapt", "base",  "basic",  "cuda",       "demo",     "fca",
  "ftagree",     "han",   "hcoll", "inter", "libnbc", "monitoring", "portals4", "self",
  "sm",          "sync",  "tuned", "ucc",   "xhc",    NULL
};
/* Of coll/xhc, one for all collectives each, which excludes those of one collective. */
static const char *const for_all[] = { "hierarchy", "chunk_size", "cico_max", NULL };

static const struct parameter *find(const struct parameter *known, const char *name)
{
  for (; known->name; known++)
    if (strcmp(known->name, name) == 0)
      return known;
  return NULL;
}

static bool is_integer(const char *text)
{
  const char *digits = text + (*text == '-');
  return *digits && strspn(digits, "0123456789") == strlen(digits);
}

static bool is_boolean(const char *text)
{
  static const char *const words[] = { "0",  "1",   "true",    "false",    "yes", "no",
                                       "on", "off", "enabled", "disabled", NULL };
  g_autofree char *lower = g_ascii_strdown(text, -1);
  return tn_name_find(words, lower) >= 0;
}

/* One group of a level: "numa", "numa:2", "socket?10", "[0..9,12]". */
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
  /* Commas within [] do not part levels. */
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

static bool all_of(const char *text, const char *const *words, bool is_chunks)
{
  g_auto(GStrv) items = g_strsplit(text, ",", -1);
  for (int i = 0; items[i]; i++)
    if (is_chunks ? tn_line_bytes(items[i], false) < 0 || strpbrk(items[i], "bBtT")
                  : tn_name_find(words, items[i]) < 0)
      return false;
  return items[0] != NULL;
}

static bool is_sound(const struct parameter *p, const char *value)
{
  switch (p->kind) {
  case INTEGER:
    return is_integer(value);
  case BOOLEAN:
    return is_boolean(value);
  case BYTES:
    return tn_line_bytes(value, false) >= 0;
  case CHUNKS:
    return all_of(value, NULL, true);
  case LEVELS:
    return is_levels(value);
  case WORD:
    return !p->words || is_integer(value) || all_of(value, p->words, false);
  }
  return true;
}

static const char *wanted(const struct parameter *p)
{
  static const char *const texts[] = {
    [INTEGER] = "a whole number",
    [BOOLEAN] = "true or false",
    [BYTES] = "a number of bytes (4096, 4K)",
    [CHUNKS] = "numbers of bytes, one for each level (16K, 16K,64K)",
    [LEVELS] = "levels (numa,socket; flat; numa:2; [0..9])",
    [WORD] = "one of its words",
  };
  return texts[p->kind];
}

/* A parameter of the component whose own name is misspelt; others of coll are none of ours. */
static void check_component(GArray *flaws, const struct tn_config_line *line, const char *prefix,
                            const struct parameter *known)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) parts = g_strsplit(line->name, "_", 3);
  if (!parts[0] || !parts[1] || !parts[2] || g_ascii_strcasecmp(parts[0], "coll") != 0 ||
      (strcmp(parts[0], "coll") == 0 && tn_name_find(components, parts[1]) >= 0))
    return;
  for (const struct parameter *p = known; p->name; p++)
    g_ptr_array_add(names, g_strconcat(prefix, p->name, NULL));
  g_ptr_array_add(names, NULL);
  g_autofree char *hint = tn_hint(line->name, (const char *const *)names->pdata);
  if (*hint)
    tn_flaws_add(flaws, line->number, "%s is never read%s", line->name, hint);
}

static void check_name(GArray *flaws, const struct tn_config_line *line, const char *prefix,
                       const struct parameter *known)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (const struct parameter *p = known; p->name; p++)
    g_ptr_array_add(names, (void *)p->name);
  g_ptr_array_add(names, NULL);
  g_autofree char *hint = tn_hint(line->name + strlen(prefix), (const char *const *)names->pdata);
  tn_flaws_add(flaws, line->number, "%s is never read: Open MPI 6.0 has no such parameter%s",
               line->name, hint);
}

/* Of coll/xhc: what is set for all and for one collective too. */
static void check_exclusive(GArray *flaws, const GPtrArray *lines,
                            const struct tn_config_line *line, const char *prefix)
{
  for (guint i = 0; i < lines->len; i++) {
    const struct tn_config_line *other = lines->pdata[i];
    for (int k = 0; other->value && for_all[k]; k++) {
      g_autofree char *all = g_strconcat(prefix, for_all[k], NULL);
      g_autofree char *suffix = g_strconcat("_", for_all[k], NULL);
      if (strcmp(other->name, all) == 0 && g_str_has_prefix(line->name, prefix) &&
          strcmp(line->name, all) != 0 && g_str_has_suffix(line->name, suffix) &&
          strstr(line->name, "uniform") == NULL && strstr(line->name, "memcpy") == NULL)
        tn_flaws_add(flaws, line->number, "%s beside %s in line %d: coll/xhc then refuses to start",
                     line->name, all, other->number);
    }
  }
}

/* Returns whether the line gives the component a priority above 0. */
static bool check_line(GArray *flaws, const GPtrArray *lines, guint i, const char *prefix,
                       const struct parameter *known)
{
  const struct tn_config_line *line = lines->pdata[i];
  const struct tn_config_line *before = tn_lines_before(lines, i);
  if (!line->value) {
    tn_flaws_add(flaws, line->number, "no NAME = VALUE: it is skipped");
    return false;
  }
  if (g_str_has_prefix(line->name, "OMPI_MCA_") || g_str_has_prefix(line->name, "-"))
    tn_flaws_add(flaws, line->number,
                 "\"%s\" is how it is written elsewhere: in a file parameters stand without prefix",
                 line->name);
  if (before)
    tn_flaws_add(flaws, line->number, "%s for the second time: line %d is forgotten", line->name,
                 before->number);
  if (!g_str_has_prefix(line->name, prefix)) {
    check_component(flaws, line, prefix, known);
    return false;
  }
  const struct parameter *p = find(known, line->name + strlen(prefix));
  if (!p)
    check_name(flaws, line, prefix, known);
  else if (!is_sound(p, line->value))
    tn_flaws_add(flaws, line->number, "%s = %s: %s should stand there", line->name, line->value,
                 wanted(p));
  check_exclusive(flaws, lines, line, prefix);
  return p && strcmp(p->name, "priority") == 0 && g_ascii_strtoll(line->value, NULL, 10) > 0;
}

void tn_lint_mca(GArray *flaws, enum tn_target target, const char *text, gsize length)
{
  const bool is_xhc = target == TN_FOR_XHC;
  const char *prefix = is_xhc ? "coll_xhc_" : "coll_acoll_";
  g_autoptr(GPtrArray) lines = tn_lines_read(text, length, false);
  bool has_priority = false;
  int first = 0;
  for (guint i = 0; i < lines->len; i++) {
    const struct tn_config_line *line = lines->pdata[i];
    const bool is_mine = line->value && g_str_has_prefix(line->name, prefix);
    first = first == 0 && is_mine ? line->number : first;
    has_priority = check_line(flaws, lines, i, prefix, is_xhc ? of_xhc : of_acoll) || has_priority;
  }
  if (!has_priority)
    tn_flaws_add(flaws, MAX(first, 1),
                 "no %spriority above 0, which is the default: the component is not used", prefix);
}
