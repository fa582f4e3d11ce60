/* Start and end of child processes. */
#ifndef TN_BASE_PROCESS_H
#define TN_BASE_PROCESS_H

#include <sys/types.h>

/* Forks like fork(), but waits while another thread loads or unloads code. Such a thread holds
 * locks of the C library (atexit), and the child would wait for them forever. */
pid_t tn_process_fork(void);
/* Begin and end a section that loads or unloads code: hwloc with its plugins, SimGrid. Sections of
 * several threads exclude each other. A section must not contain another section or a fork. */
void tn_process_hold_forks(void);
void tn_process_release_forks(void);

/* Arranges that the calling child process is killed when its parent ends. */
void tn_process_die_with(pid_t parent);

/* Makes the calling child process ignore signals to the whole process group (Ctrl-C, hangup,
 * timeout). The parent ends its children itself. */
void tn_process_leave_signals(void);

/* Waits until the child has ended. Returns the child's status as waitpid does, or 0 if the status
 * is not available. */
int tn_process_reap(pid_t child);

#endif
