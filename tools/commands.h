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
  int (*run)(int n, char *const *words);
};
extern const struct tn_command tn_commands[]; /* ends at name == NULL */

/* The command of this name, or NULL. */
const struct tn_command *tn_command_find(const char *name);

int tn_cmd_list(int n, char *const *words);
int tn_cmd_run(int n, char *const *words);
int tn_cmd_model(int n, char *const *words);
int tn_cmd_measure(int n, char *const *words);
int tn_cmd_sweep(int n, char *const *words);
int tn_cmd_tune(int n, char *const *words);
int tn_cmd_explain(int n, char *const *words);
int tn_cmd_sensitivity(int n, char *const *words);
int tn_cmd_replay(int n, char *const *words);
int tn_cmd_calibrate(int n, char *const *words);
int tn_cmd_plot(int n, char *const *words);
int tn_cmd_validate(int n, char *const *words);
int tn_cmd_compare(int n, char *const *words);
int tn_cmd_platform(int n, char *const *words);
/* platform fit, with the words after `fit`. */
int tn_cmd_platform_fit(int n, char *const *words);
int tn_cmd_export(int n, char *const *words);
int tn_cmd_report(int n, char *const *words);
int tn_cmd_merge(int n, char *const *words);
int tn_cmd_lint(int n, char *const *words);
int tn_cmd_trace(int n, char *const *words);
int tn_cmd_doctor(int n, char *const *words);
int tn_cmd_help(int n, char *const *words);

/* Help of the program (command NULL) or of one command, to stdout. */
void tn_help_print(const char *command);
/* The manual page as roff, to stdout. */
void tn_help_man(void);

/* Prints the error as one line on stderr and frees it; the exit status that it means. */
int tn_fail(GError *error);
/* Flushes stdout: TN_EXIT_DONE, or TN_EXIT_FAILED and one line when something was lost. */
int tn_finish_stdout(void);
/* Complains about an unknown word, with the nearest known; TN_EXIT_USAGE. */
int tn_fail_unknown(const char *what, const char *word, const char *const *known);
/* The same for a word that is no command. */
int tn_fail_unknown_command(const char *word);

#endif
