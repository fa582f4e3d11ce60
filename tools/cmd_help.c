/* help: of the program or a command, manual pages, the schema, completions. */
#include <string.h>

#include "commands.h"
#include "completion.h"
#include "schema.h"

static int print_completion(int n, char *const *words)
{
  if (n == 0) {
    g_autofree char *list = g_strjoinv(", ", (char **)tn_completion_shells);
    return tn_fail(g_error_new(TN_USAGE_ERROR, 0, "--completion: which shell? (%s)", list));
  }
  if (tn_name_find(tn_completion_shells, words[0]) < 0) {
    g_autofree char *list = g_strjoinv(", ", (char **)tn_completion_shells);
    return tn_fail(g_error_new(TN_USAGE_ERROR, 0, "--completion: no shell \"%s\" (there are: %s)",
                               words[0], list));
  }
  tn_completion_print(words[0]);
  return tn_finish_stdout();
}

/* The words at the beginning that name a command, two if they can be. */
static int words_of_command(int n, char *const *words)
{
  g_autofree char *two = n > 1 ? g_strjoin(" ", words[0], words[1], NULL) : NULL;
  if (two && tn_command_find(two))
    return 2;
  return n > 0 && tn_command_find(words[0]) ? 1 : 0;
}

bool tn_help_asked(int n, char *const *words, int *ret_status)
{
  const int n_name = words_of_command(n, words);
  int i = 0;
  while (i < n && strcmp(words[i], "-h") != 0 && strcmp(words[i], "--help") != 0 &&
         !g_str_has_prefix(words[i], "--help="))
    i++;
  if (i == n || n_name == 0)
    return false;
  g_autofree char *name = g_strjoin(" ", words[0], n_name > 1 ? words[1] : NULL, NULL);
  const char *group = strchr(words[i], '=');
  *ret_status = tn_help_print(name, group ? group + 1 : NULL);
  return true;
}

int tn_cmd_help(int n, char *const *words)
{
  const char *option = n > 0 && words[0][0] == '-' ? words[0] : "";
  const bool completes = strcmp(option, "--completion") == 0, is_man = strcmp(option, "--man") == 0;
  const bool is_schema = strcmp(option, "--schema") == 0;
  if (*option && !completes && !is_man && !is_schema)
    return tn_fail(g_error_new(TN_USAGE_ERROR, 0,
                               "help: no option \"%s\" (there are: --man, --schema, --completion)",
                               option));
  n -= *option != '\0';
  words += *option != '\0';
  const bool takes_command = !*option || is_man;
  const int n_name = takes_command ? words_of_command(n, words) : 0;
  if (n > 0 && takes_command && n_name == 0)
    return tn_fail_unknown_command(words[0]);
  if (n > n_name + completes)
    return tn_fail(
        g_error_new(TN_USAGE_ERROR, 0, "help: a word too many, \"%s\"", words[n_name + completes]));
  g_autofree char *name =
      n_name ? g_strjoin(" ", words[0], n_name > 1 ? words[1] : NULL, NULL) : NULL;
  if (!*option)
    return tn_help_print(name, NULL);
  if (completes)
    return print_completion(n, words);
  if (is_man)
    tn_help_man(name);
  else
    tn_schema_print();
  return tn_finish_stdout();
}
