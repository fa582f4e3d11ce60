/* Signals that end a run after its finished rows are written. The process then ends by the same
 * signal, which the shell sees. */
#ifndef TN_TOOLS_SIGNALS_H
#define TN_TOOLS_SIGNALS_H

#include <signal.h>

/* Signal that arrived after tn_signals_catch, or 0. */
extern volatile sig_atomic_t tn_signal_caught;

/* Makes SIGINT, SIGTERM and SIGHUP (unless nohup ignores it) set tn_signal_caught in place of
 * ending the process. A second signal of the same kind ends the process. */
void tn_signals_catch(void);

/* Ends the process by the caught signal, if any. */
void tn_signals_end(void);

/* Ends the process by SIGPIPE, without a message, if standard output has no reader. */
void tn_signals_end_unread(void);

#endif
