/* Completion in shells, from the tables of commands and options and the registries. */
#ifndef TN_TOOLS_COMPLETION_H
#define TN_TOOLS_COMPLETION_H

/* NULL-terminated: "bash", "zsh", "fish". */
extern const char *const tn_completion_shells[];

/* Prints what the shell (one of tn_completion_shells) is to read, to stdout. */
void tn_completion_print(const char *shell);

#endif
