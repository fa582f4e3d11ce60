/* The commands, and their help. */
#ifndef TN_TOOLS_COMMANDS_H
#define TN_TOOLS_COMMANDS_H

#include "plan/options.h"
#include "platform/platform.h"

struct tn_command {
  const char *name, *usage, *summary;
};
extern const struct tn_command tn_commands[]; /* ends at name == NULL */

/* The command of this name, or NULL. */
const struct tn_command *tn_command_find(const char *name);

/* Whose options a command of this name, in this build or in others, takes: TN_CMD_RUN, ...; 0: there is
 * none. */
unsigned tn_command_options(const char *name);

/* What a command does with its settings. False: *error, which is never NULL, or, where that is not set, a
 * point failed, a check did not hold, or a signal ended it. */
#define TN_COMMAND(function, name, options)                                                        \
  bool tn_cmd_##function(struct tn_settings *s, GError **error);
#include "commands.def"
/* Errors of a word that is no command, and of words that begin with none of a command's parts; always
 * false. */
bool tn_refuse_command(const char *word, GError **error);
bool tn_refuse_part(const char *command, const GPtrArray *words, GError **error);

/* Help of the program (command NULL) or of one command to stdout: a group of its options, "all", or
 * those that everybody needs (NULL). False and *error (usage): there is no such group. */
bool tn_help_print(const char *command, const char *group, GError **error);
/* Whether the n words after "turnstile" ask for a command's help, by -h, --help or --help=GROUP: for
 * tn_help_print; *ret_command transfer full. */
bool tn_help_asked(guint n, char *const *words, char **ret_command, const char **ret_group);
/* The manual page of the program (command NULL) or of a command as roff, to stdout. */
void tn_help_man(const char *command);

#endif
