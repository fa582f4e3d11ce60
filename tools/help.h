/* Texts of help and manual pages that are not in the tables of commands and options. */
#ifndef TN_TOOLS_HELP_H
#define TN_TOOLS_HELP_H

#include "commands.h"

#define TN_HELP_EXIT_STATUS "0 success, 1 failure or failed check, 2 wrong usage or input."

/* Example command lines, shown in the help of their command. NULL-terminated. */
extern const char *const tn_help_examples[];

/* Groups of options. A group begins with the option `first` and ends before the next group's. It
 * has a word for --help=GROUP and a heading. The last entry only ends the last group. */
enum { TN_HELP_N_GROUPS = 7 };
struct tn_help_group {
  enum tn_option first;
  const char *word, *title;
};
extern const struct tn_help_group tn_help_groups[];

/* Returns "-n, -np, --ranks" with `between` as separator. Transfer full. */
char *tn_help_spelling(const struct tn_option_info *o, const char *between);

/* Shells with completion: "bash", "zsh", "fish". NULL-terminated. */
extern const char *const tn_completion_shells[];

/* Prints the completion script for a shell (one of tn_completion_shells). */
void tn_completion_print(const char *shell);

#endif
