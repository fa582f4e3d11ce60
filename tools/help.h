/* Texts of help and manual pages besides the tables of commands and options. */
#ifndef TN_TOOLS_HELP_H
#define TN_TOOLS_HELP_H

#include "commands.h"

#define TN_HELP_EXIT_STATUS "0 success, 1 failure or failed check, 2 wrong usage or input."

/* Shown with the command of their first word. NULL-terminated. */
extern const char *const tn_help_examples[];

/* Groups of options, each from its first option to the next group's, with a word for --help=GROUP
 * and a heading. The last entry ends the last group. */
enum { TN_HELP_N_GROUPS = 7 };
struct tn_help_group {
  enum tn_option first;
  const char *word, *title;
};
extern const struct tn_help_group tn_help_groups[];

/* Returns "-n, -np, --ranks" with `between` as separator. Transfer full. */
char *tn_help_spelling(const struct tn_option_info *o, const char *between);

/* "bash", "zsh", "fish". NULL-terminated. */
extern const char *const tn_completion_shells[];

/* Prints a shell's completion script (one of tn_completion_shells). */
void tn_completion_print(const char *shell);

#endif
