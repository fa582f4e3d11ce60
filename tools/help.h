/* What help and the manual pages are made of, beside the tables of commands and options. */
#ifndef TN_TOOLS_HELP_H
#define TN_TOOLS_HELP_H

#include "commands.h"

#define TN_HELP_EXIT_STATUS "0 done, 1 failed or a check did not hold, 2 wrong usage or input."

/* Shown with the command that they begin with. Ends at NULL. */
extern const char *const tn_help_examples[];

/* The groups of options, each from its first option to that of the next: the word that --help=GROUP
 * takes, and the heading. The last entry ends the last group. */
enum { TN_HELP_N_GROUPS = 7 };
struct tn_help_group {
  enum tn_option first;
  const char *word, *title;
};
extern const struct tn_help_group tn_help_groups[];

/* "-n, -np, --ranks", with `between` between them. Transfer full. */
char *tn_help_spelling(const struct tn_option_info *o, const char *between);

/* NULL-terminated: "bash", "zsh", "fish". */
extern const char *const tn_completion_shells[];

/* Prints what the shell (one of tn_completion_shells) is to read, to stdout. */
void tn_completion_print(const char *shell);

#endif
