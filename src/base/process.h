/* Child processes: what all of them do first, and how they are buried. */
#ifndef TN_BASE_PROCESS_H
#define TN_BASE_PROCESS_H

#include <sys/types.h>

/* Forks like fork(), but waits while another thread of this program loads or unloads code. Such a thread
 * holds locks of the C library (the one of atexit), which a child would wait for without end. */
pid_t tn_process_fork(void);
/* Begins and ends a part that loads or unloads code: hwloc with its plugins, SimGrid. Parts of several
 * threads follow one another; a part contains no other one and does not fork. */
void tn_process_hold_forks(void);
void tn_process_release_forks(void);

/* In a child: it does not outlive `parent`, whose process forked it, however that ends. */
void tn_process_die_with(pid_t parent);

/* In a child: what reaches the whole process group (Ctrl-C, the end of a terminal, timeout) is the
 * parent's to decide, which ends its children itself. */
void tn_process_leave_signals(void);

/* Waits until the child has ended: its status, as waitpid has it; 0 where the system keeps none. */
int tn_process_reap(pid_t child);

#endif
