/* Records machine states during a calibration: a fingerprint after each attempt at a probe, which
 * is also that before the next attempt. */
#ifndef TN_REAL_PROBE_STATES_H
#define TN_REAL_PROBE_STATES_H

#include "probes.h"

struct tn_state_span {
  struct tn_fingerprint before, after;
};

/* Fingerprints before and after attempts; empty on a machine with one core. Free with
 * tn_states_finish. */
struct tn_states {
  GArray *spans;
  struct tn_fingerprint last;
  bool has_last;
};

void tn_states_init(struct tn_states *s, const struct tn_probe_machine *machine,
                    const volatile sig_atomic_t *stop);
void tn_states_finish(struct tn_states *s);

/* Takes the fingerprint after an attempt, whose findings (struct tn_finding) begin at index
 * `first`. Sets their `span`; -1 without a fingerprint. */
void tn_states_note(struct tn_states *s, const struct tn_probe_machine *machine,
                    const volatile sig_atomic_t *stop, GArray *findings, guint first);

/* Stores the state in which most spans ended. Returns false if there are no fingerprints. */
bool tn_states_usual(const struct tn_states *s, struct tn_fingerprint *ret);

/* Removes findings of spans that began or ended in a state other than `usual`. Returns the number
 * of removed spans; -1, without removal, if fewer than `least` spans would remain. */
int tn_states_filter(const struct tn_states *s, const struct tn_fingerprint *usual,
                     GArray *findings, int least);

#endif
