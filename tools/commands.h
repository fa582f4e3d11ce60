/* Commands of the program and their help. */
#ifndef TN_TOOLS_COMMANDS_H
#define TN_TOOLS_COMMANDS_H

#include "plan/options.h"
#include "platform/platform.h"

struct tn_command {
  const char *name;
  unsigned options;     /* bit of the command in the tables of options: TN_CMD_RUN, ... */
  const char *next;     /* fixed words that may follow the name, separated by blanks; NULL if there
                         * are no fixed words */
  const char *summary;  /* one line for the help; NULL if the help of the first word covers the
                         * command, or if this build lacks it */
  const char *usage[5]; /* usage lines, NULL-terminated */
};
/* Commands with help first, then the others; the entry with name == NULL ends the array. */
extern const struct tn_command tn_commands[];

/* Returns the command that the first two of n words name, else the command that the first word
 * names; NULL if there is no such command. *ret_n: number of words in the name. has_help: searches
 * only commands with help. */
const struct tn_command *tn_command_of(guint n, char *const *words, bool has_help, guint *ret_n);

/* Functions of the commands. Each returns true on success. If a point or a check failed, or a
 * signal ended the command, it returns false and leaves *error unset; other failures set *error. */
#define TN_COMMAND(function, ...) bool tn_cmd_##function(struct tn_options *s, GError **error);
#include "commands.def"
/* Set *error for an unknown command, or for an unknown second word of a command. Always return
 * false. */
bool tn_refuse_command(const char *word, GError **error);
bool tn_refuse_part(const char *command, const GPtrArray *words, GError **error);

/* Prints the help of the program (command NULL) or of one command to stdout. group: a group of
 * options, "all", or NULL for the most used options. Returns false and *error (usage) if there is
 * no such group. */
bool tn_help_print(const struct tn_command *command, const char *group, GError **error);
/* Prints the manual page of the program (command NULL) or of a command as roff to stdout. */
void tn_help_man(const struct tn_command *command);

#endif
