/* Signals that end a run: rows that are finished are written first, then the process dies of the
 * signal, so that the shell sees it. */
#ifndef TN_TOOLS_SIGNALS_H
#define TN_TOOLS_SIGNALS_H

#include <signal.h>

/* The signal that arrived since tn_signals_catch, or 0. */
extern volatile sig_atomic_t tn_signal_caught;

/* From here on SIGINT, SIGTERM and SIGHUP (unless nohup has it ignored) only set tn_signal_caught.
 * A second one of the same kind ends the process at once. */
void tn_signals_catch(void);

/* Ends the process by the signal that was caught; returns when there was none. */
void tn_signals_end(void);

/* Ends the process by SIGPIPE, without a word, where nobody reads standard output any more. */
void tn_signals_end_unread(void);

#endif
