/* help: prints the help of the program or a command, manual pages, the schema and completions. */
#include <string.h>

#include "commands.h"
#include "help.h"
#include "plan/expand.h"
#include "schema.h"

bool tn_cmd_help(struct tn_options *s, GError **error)
{
  char *const *words = (char *const *)s->rows->pdata;
  const guint n = s->rows->len;
  const char *shell = s->completion;
  const bool is_alone = shell || s->schema;
  guint n_name = 0;
  const struct tn_command *command = is_alone ? NULL : tn_command_of(n, words, true, &n_name);
  if (n > n_name && (command || is_alone))
    return tn_usage(error, "help: unexpected word \"%s\"", words[n_name]);
  if (n > n_name)
    return tn_refuse_command(words[0], error);
  if (shell && tn_name_find(tn_completion_shells, shell) < 0)
    return tn_usage_unknown(error, "--completion", "shell", shell, tn_completion_shells);
  if (shell)
    tn_completion_print(shell);
  else if (is_alone)
    tn_schema_print();
  else if (s->man)
    tn_help_man(command);
  else
    return tn_help_print(command, NULL, error);
  return true;
}
