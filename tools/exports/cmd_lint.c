/* lint: prints the lines in files of rules that a library would silently ignore. */
#include <stdio.h>

#include "commands.h"
#include "document/wrap.h"
#include "export.h"
#include "rows/rows_files.h"
#include "rules/lint.h"
#include "rules/parsed_rules.h"

/* Prints the flaws of one file, read as `release` reads it (NULL: the release that a comment of the
 * file names). Sets *ret_found to true if there are flaws. */
static bool lint_file(const char *file, const char *release, bool *ret_found, GError **error)
{
  enum tn_target target;
  const char *name;
  gsize length;
  g_autofree char *text = tn_text_read(file, &name, &length, error);
  if (!text)
    return false;
  if (release || !tn_rules_find_target(text, length, &target)) {
    if (!tn_target_find(release, &target, error))
      return false;
  } else
    tn_print_message("%s: read as %s reads it, which its comment names (--for names another)", name,
                     tn_target_names[target]);
  g_autoptr(GArray) flaws = tn_flaws_new(), parsed = tn_parsed_rules_new();
  tn_lint_read(flaws, parsed, target, text, length);
  tn_flaws_sort(flaws);
  g_autofree char *where = tn_printable(name);
  for (guint i = 0; i < flaws->len; i++) {
    const struct tn_flaw *flaw = &g_array_index(flaws, struct tn_flaw, i);
    g_autofree char *what = tn_printable(flaw->what);
    printf("%s:%d: %s\n", where, flaw->line, what);
  }
  *ret_found = *ret_found || flaws->len > 0;
  return tn_lint_orders(where, target, parsed, error);
}

bool tn_cmd_lint(struct tn_options *s, GError **error)
{
  bool found = false;
  if (s->rows->len == 0)
    return tn_usage(error, "lint: no FILE (a library's file of decisions)");
  for (guint i = 0; i < s->rows->len; i++)
    if (!lint_file(s->rows->pdata[i], s->release, &found, error))
      return false;
  return !found;
}
