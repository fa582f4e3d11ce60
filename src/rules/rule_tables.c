/* Reads MPICH's default tables from JSON or from its library. */
#include <string.h>

#include "lint.h"
#include "patch.h"
#include "study/usage.h"

const char *const tn_table_variables[] = {
  [TN_TABLE_MPIR] = "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE",
  [TN_TABLE_CH4] = "MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE",
};
const char *const tn_table_files[] = {
  [TN_TABLE_MPIR] = "maint/tuning/coll/mpir/generic.json",
  [TN_TABLE_CH4] = "maint/tuning/coll/ch4/generic.json",
};

void tn_tables_clear(struct tn_tables *tables)
{
  for (int t = 0; t < TN_N_TABLES; t++)
    tn_json_free(tables->table[t]);
}

static int kind_of(const char *text)
{
  if (strstr(text, "\"composition="))
    return TN_TABLE_CH4;
  return strstr(text, "MPIDI_POSIX_") ? -1 : TN_TABLE_MPIR;
}

/* Parses a default table and stores it if the target needs this kind of table. Returns false if
 * *error is set. */
static bool take(struct tn_tables *tables, enum tn_target target, const char *name,
                 const char *text, GError **error)
{
  const int kind = kind_of(text);
  int line;
  g_autofree char *why = NULL;
  if (kind < 0)
    return true;
  if (tables->table[kind])
    return tn_usage_at(name, 1, error, "a second table of this kind (%s)", tn_table_files[kind]);
  g_autoptr(GArray) flaws = tn_lint(target, text, strlen(text));
  for (guint i = 0; i < flaws->len; i++) {
    const struct tn_flaw *flaw = &g_array_index(flaws, struct tn_flaw, i);
    if (!strstr(flaw->what, "fills whole pages"))
      return tn_usage_at(name, flaw->line, error, "not a table of %s: %s", tn_target_names[target],
                         flaw->what);
  }
  g_autofree char *plain = g_strdup(text);
  tn_json_blank_comments(plain, strlen(plain));
  tables->table[kind] = tn_json_parse(plain, strlen(plain), &line, &why);
  return true;
}

bool tn_tables_add(struct tn_tables *tables, enum tn_target target, const char *name,
                   const char *text, gsize length, GError **error)
{
  static const char elf[] = "\177ELF", start[] = "{\"collective=";
  const bool is_library = length > 4 && memcmp(text, elf, 4) == 0;
  const char *end = text + length;
  bool found = false;
  if (!is_library) {
    g_autofree char *copy = g_strndup(text, length);
    found = kind_of(copy) >= 0;
    if (found && !take(tables, target, name, copy, error))
      return false;
  }
  for (const char *at = text; is_library && at < end;) {
    const char *table = memmem(at, (gsize)(end - at), start, sizeof start - 1);
    const char *stop = table ? memchr(table, 0, (gsize)(end - table)) : NULL;
    if (!stop)
      break;
    found = found || kind_of(table) >= 0;
    if (!take(tables, target, name, table, error))
      return false;
    at = stop;
  }
  if (!found)
    tn_usage(error, "%s: not %s, %s or a library that holds them", name,
             tn_table_files[TN_TABLE_MPIR], tn_table_files[TN_TABLE_CH4]);
  return found;
}
