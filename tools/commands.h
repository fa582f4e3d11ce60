/* Commands of the program and their help. */
#ifndef TN_TOOLS_COMMANDS_H
#define TN_TOOLS_COMMANDS_H

#include "plan/options.h"
#include "platform/platform.h"

struct tn_command {
  const char *name;
  unsigned options;     /* its bit in the tables of options: TN_CMD_RUN, ... */
  const char *next;     /* fixed words that may follow the name, separated by blanks; NULL if there
                         * are no fixed words */
  const char *summary;  /* one line for the help; NULL if the first word's help covers it or the
                         * build lacks it */
  const char *usage[5]; /* NULL-terminated */
};
/* Commands with help first, then the others; the entry with name == NULL ends the array. */
extern const struct tn_command tn_commands[];

/* Finds the command of the first two of n words, else of the first; may return NULL. *ret_n: words
 * of the name. has_help: only commands with help. */
const struct tn_command *tn_command_of(guint n, char *const *words, bool has_help, guint *ret_n);

/* Functions of the commands. Return false without *error if a point or check failed or a signal
 * ended the command; other failures set *error. */
#define TN_COMMAND(function, ...) bool tn_cmd_##function(struct tn_options *s, GError **error);
#include "commands.def"
/* Set *error for an unknown command or second word; return false. */
bool tn_refuse_command(const char *word, GError **error);
bool tn_refuse_part(const char *command, const GPtrArray *words, GError **error);

/* Prints the help of the program (command NULL) or a command. group: a group of options, "all", or
 * NULL: the most used ones. Fails (usage) on an unknown group. */
bool tn_help_print(const struct tn_command *command, const char *group, GError **error);
/* Prints the manual page of the program (command NULL) or a command as roff. */
void tn_help_man(const struct tn_command *command);

#endif
