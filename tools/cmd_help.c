/* help: of the program or a command, manual pages, the schema, completions. */
#include <string.h>

#include "commands.h"
#include "help.h"
#include "plan/expand.h"
#include "schema.h"

/* The command that the words at the beginning name, two if they can be, and how many they are. Transfer
 * full; NULL: none. */
static char *command_of(guint n, char *const *words, guint *ret_n)
{
  for (*ret_n = MIN(n, 2); *ret_n > 0; --*ret_n) {
    g_autofree char *name = g_strjoin(" ", words[0], *ret_n > 1 ? words[1] : NULL, NULL);
    if (tn_command_find(name))
      return g_steal_pointer(&name);
  }
  return NULL;
}

bool tn_help_asked(guint n, char *const *words, char **ret_command, const char **ret_group)
{
  guint i = 0, n_name;
  while (i < n && strcmp(words[i], "-h") != 0 && strcmp(words[i], "--help") != 0 &&
         !g_str_has_prefix(words[i], "--help="))
    i++;
  *ret_command = i < n ? command_of(n, words, &n_name) : NULL;
  *ret_group = *ret_command && strchr(words[i], '=') ? strchr(words[i], '=') + 1 : NULL;
  return *ret_command != NULL;
}

bool tn_cmd_help(struct tn_settings *s, GError **error)
{
  char *const *words = (char *const *)s->rows->pdata;
  const guint n = s->rows->len;
  const char *shell = s->value[TN_OPT_COMPLETION];
  const bool is_alone = shell || tn_says_yes(s, TN_OPT_SCHEMA);
  guint n_name = 0;
  g_autofree char *name = is_alone ? NULL : command_of(n, words, &n_name);
  if (n > n_name && (name || is_alone))
    return tn_usage(error, "help: a word too many, \"%s\"", words[n_name]);
  if (n > n_name)
    return tn_refuse_command(words[0], error);
  if (shell && tn_name_find(tn_completion_shells, shell) < 0)
    return tn_usage_unknown(error, "--completion", "shell", shell, tn_completion_shells);
  if (shell)
    tn_completion_print(shell);
  else if (is_alone)
    tn_schema_print();
  else if (tn_says_yes(s, TN_OPT_MAN))
    tn_help_man(name);
  else
    return tn_help_print(name, NULL, error);
  return true;
}
