/* Signals that end a run. The program first writes the finished rows; then the process dies by the
 * signal, so that the shell can detect it. */
#ifndef TN_TOOLS_SIGNALS_H
#define TN_TOOLS_SIGNALS_H

#include <signal.h>

/* Signal that arrived since tn_signals_catch, or 0. */
extern volatile sig_atomic_t tn_signal_caught;

/* Makes SIGINT, SIGTERM and SIGHUP (unless nohup ignores it) only set tn_signal_caught. A second
 * signal of the same kind ends the process at once. */
void tn_signals_catch(void);

/* Ends the process by the caught signal; returns if no signal was caught. */
void tn_signals_end(void);

/* Ends the process by SIGPIPE without a message if standard output has no reader. */
void tn_signals_end_unread(void);

#endif
