/* Child processes: what all of them do first, and how they are buried. */
#ifndef TN_BASE_PROCESS_H
#define TN_BASE_PROCESS_H

#include <sys/types.h>

/* In a child: it does not outlive `parent`, whose process forked it, however that ends. */
void tn_process_die_with(pid_t parent);

/* In a child: what reaches the whole process group (Ctrl-C, the end of a terminal, timeout) is the
 * parent's to decide, which ends its children itself. */
void tn_process_leave_signals(void);

/* Waits until the child has ended: its status, as waitpid has it; 0 where the system keeps none. */
int tn_process_reap(pid_t child);

#endif
