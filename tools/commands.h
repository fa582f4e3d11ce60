/* The subcommands: each gets the words after its name and returns the exit status. */
#ifndef TN_TOOLS_COMMANDS_H
#define TN_TOOLS_COMMANDS_H

#include "plan/options.h"
#include "platform/platform.h"

/* 0 done, 1 failed or a check did not hold, 2 wrong usage or input. */
enum { TN_EXIT_DONE, TN_EXIT_FAILED, TN_EXIT_USAGE };

struct tn_command {
  const char *name, *usage, *summary;
  unsigned options; /* TN_CMD_RUN, ...; 0: none beside --help */
};
extern const struct tn_command tn_commands[]; /* ends at name == NULL */

/* The command of this name, or NULL. */
const struct tn_command *tn_command_find(const char *name);

#define TN_COMMAND(function, name) int tn_cmd_##function(int n, char *const *words);
#include "commands.def"

/* What a command does with its settings. False: *error, which is never NULL, or, where that is not set, a
 * point failed, a check did not hold, or a signal ended it. */
typedef bool (*tn_command_body)(struct tn_settings *s, GError **error);
/* Reads the settings from options of these commands (TN_CMD_RUN, ...) and does that; the exit status. */
int tn_command_run(unsigned options, int n, char *const *words, tn_command_body body);

/* Help of the program (command NULL) or of one command to stdout: a group of its options, "all", or
 * those that everybody needs (NULL). The exit status. */
int tn_help_print(const char *command, const char *group);
/* Whether the words after "turnstile" ask for a command's help, by -h, --help or --help=GROUP; then
 * prints it, with *ret_status. */
bool tn_help_asked(int n, char *const *words, int *ret_status);
/* The manual page of the program (command NULL) or of a command as roff, to stdout. */
void tn_help_man(const char *command);

/* Prints the error as one line on stderr and frees it; the exit status that it means. */
int tn_fail(GError *error);
/* Flushes stdout: TN_EXIT_DONE, or TN_EXIT_FAILED and one line when something was lost. */
int tn_finish_stdout(void);
/* Complains about an unknown word, with the nearest known; TN_EXIT_USAGE. */
int tn_fail_unknown(const char *what, const char *word, const char *const *known);
/* The same for a word that is no command. */
int tn_fail_unknown_command(const char *word);

#endif
