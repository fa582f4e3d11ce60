/* Commands of the program and their help. */
#ifndef TN_TOOLS_COMMANDS_H
#define TN_TOOLS_COMMANDS_H

#include "plan/options.h"
#include "platform/platform.h"

struct tn_command {
  const char *name;
  unsigned options; /* bit of this command in the tables of options: TN_CMD_RUN, ... */
  /* fixed words that may follow the name, separated by blanks; NULL if there are no fixed words */
  const char *next;
  /* one line for the help; NULL if the help of the command's first word covers it, or the build
   * lacks it */
  const char *summary;
  const char *usage[5]; /* NULL-terminated */
};
/* Commands with help come first. The entry with name == NULL ends the array. */
extern const struct tn_command tn_commands[];

/* Returns the command that the first two of n words name, otherwise that of the first word, or
 * NULL. *ret_n: number of words in its name. has_help: true to find only commands with help. */
const struct tn_command *tn_command_of(guint n, char *const *words, bool has_help, guint *ret_n);

/* Functions of the commands. They return false without *error if a point or check failed or a
 * signal ended the command; other failures set *error. */
#define TN_COMMAND(function, ...) bool tn_cmd_##function(struct tn_options *s, GError **error);
#include "commands.def"
/* Set *error for an unknown command or second word; return false. */
bool tn_refuse_command(const char *word, GError **error);
bool tn_refuse_part(const char *command, const GPtrArray *words, GError **error);

/* Prints the help of a command (NULL: of the program). group: a group of options, "all", or NULL
 * for the most used ones. Fails (usage error) on an unknown group. */
bool tn_help_print(const struct tn_command *command, const char *group, GError **error);
/* Prints the manual page of a command (NULL: of the program) as roff. */
void tn_help_man(const struct tn_command *command);

#endif
