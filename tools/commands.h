/* The commands, and their help. */
#ifndef TN_TOOLS_COMMANDS_H
#define TN_TOOLS_COMMANDS_H

#include "plan/options.h"
#include "platform/platform.h"

struct tn_command {
  const char *name;
  unsigned options;     /* whose options it takes: TN_CMD_RUN, ... */
  const char *next;     /* words that may follow, with blanks between them; NULL: none of ours */
  const char *summary;  /* NULL: the first word has its help, or this build lacks it */
  const char *usage[5]; /* the ways to call it, up to NULL */
};
/* Those with help, then the others; ends at name == NULL. */
extern const struct tn_command tn_commands[];

/* The command that the first two of n words name, or the first one, and how many they are; with help, if
 * so asked. NULL: none. */
const struct tn_command *tn_command_of(guint n, char *const *words, bool has_help, guint *ret_n);

/* What a command does with its settings. False: *error, which is never NULL, or, where that is not set, a
 * point failed, a check did not hold, or a signal ended it. */
#define TN_COMMAND(function, ...) bool tn_cmd_##function(struct tn_options *s, GError **error);
#include "commands.def"
/* Errors of a word that is no command, and of words that begin with none of a command's parts; always
 * false. */
bool tn_refuse_command(const char *word, GError **error);
bool tn_refuse_part(const char *command, const GPtrArray *words, GError **error);

/* Help of the program (command NULL) or of one command to stdout: a group of its options, "all", or
 * those that everybody needs (NULL). False and *error (usage): there is no such group. */
bool tn_help_print(const struct tn_command *command, const char *group, GError **error);
/* The manual page of the program (command NULL) or of a command as roff, to stdout. */
void tn_help_man(const struct tn_command *command);

#endif
