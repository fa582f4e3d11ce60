#include "taken_over.h"

#include <string.h>

#include "platform/platform.h"
#include "wrap.h"

bool tn_taken_over_write(FILE *out, const char *file, const char *like, GError **error)
{
  struct tn_platform *pf = tn_platform_load(file, NULL, error);
  g_autoptr(GString) names = g_string_new(NULL), unknown = g_string_new(NULL);
  int n = 0;
  if (!pf)
    return false;
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const struct tn_param_value v = tn_platform_param(pf, (enum tn_param)p);
    if (tn_param_is_unknown(&v))
      g_string_append_printf(unknown, "%s%s", unknown->len ? ", " : "", tn_params[p].name);
    if (strcmp(v.source, "assumed") != 0)
      continue;
    g_string_append_printf(names, "%s%s", n ? ", " : "", tn_params[p].name);
    n++;
  }
  tn_platform_free(pf);
  if (n > 0) {
    g_autofree char *text = g_strdup_printf("%d parameters from %s: %s", n, like, names->str);
    const int at = fprintf(out, "\nassumed: ");
    tn_wrap_write(out, at - 1, 2, TN_LINE_WIDTH, text);
  } else {
    fprintf(out, "\nassumed: nothing\n");
  }
  if (unknown->len > 0) {
    g_string_append(unknown, ": no other machine's are taken over (platform show: their ranges)");
    tn_wrap_write(out, fprintf(out, "unknown: "), 2, TN_LINE_WIDTH, unknown->str);
  }
  g_autofree char *quoted = tn_shell_word(file);
  fprintf(out, "next: turnstile tune -p %s -c bcast\n", quoted);
  return true;
}
