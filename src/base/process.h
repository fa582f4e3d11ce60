/* Start and end of child processes. */
#ifndef TN_BASE_PROCESS_H
#define TN_BASE_PROCESS_H

#include <sys/types.h>

/* Forks, but not while another thread loads or unloads code: the child would wait forever for that
 * thread's lock in the C library (atexit). */
pid_t tn_process_fork(void);
/* Begin and end a section that loads or unloads code: hwloc's plugins, SimGrid. One thread is in a
 * section at a time; sections must not contain sections or forks. */
void tn_process_hold_forks(void);
void tn_process_release_forks(void);

/* Makes the system kill the calling child when its parent ends. */
void tn_process_die_with(pid_t parent);

/* Makes the calling child ignore signals that go to the process group (Ctrl-C, hangup, timeout). */
void tn_process_leave_signals(void);

/* Waits for the child's end. Returns the status of waitpid, or 0 if not available. */
int tn_process_reap(pid_t child);

#endif
