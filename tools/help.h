/* Texts of the help and the manual pages that the tables of commands and options do not have. */
#ifndef TN_TOOLS_HELP_H
#define TN_TOOLS_HELP_H

#include "commands.h"

#define TN_HELP_EXIT_STATUS "0 success, 1 failure or failed check, 2 wrong usage or input."

/* Examples; each is shown with the command that it begins with. NULL-terminated. */
extern const char *const tn_help_examples[];

/* Groups of options. Each group starts at its first option and ends before the next group's; it
 * has a word for --help=GROUP and a heading. The last entry ends the last group. */
enum { TN_HELP_N_GROUPS = 7 };
struct tn_help_group {
  enum tn_option first;
  const char *word, *title;
};
extern const struct tn_help_group tn_help_groups[];

/* Returns the spellings of an option, "-n, -np, --ranks", joined by `between`. Transfer full. */
char *tn_help_spelling(const struct tn_option_info *o, const char *between);

/* Shells with completion: "bash", "zsh", "fish". NULL-terminated. */
extern const char *const tn_completion_shells[];

/* Prints the completion script of a shell (one of tn_completion_shells) to stdout. */
void tn_completion_print(const char *shell);

#endif
