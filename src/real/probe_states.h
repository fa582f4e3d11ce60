/* Machine states during a calibration: a fingerprint after each attempt of a probe, which also
 * begins the next. */
#ifndef TN_REAL_PROBE_STATES_H
#define TN_REAL_PROBE_STATES_H

#include "probes.h"

struct tn_state_span {
  struct tn_fingerprint before, after;
};

/* Empty on a machine with one core. Free with tn_states_finish. */
struct tn_states {
  GArray *spans;
  struct tn_fingerprint last;
  bool has_last;
};

void tn_states_init(struct tn_states *s, const struct tn_probe_machine *machine,
                    const volatile sig_atomic_t *stop);
void tn_states_finish(struct tn_states *s);

/* Takes the fingerprint after an attempt. Sets the span of findings (struct tn_finding) from index
 * `first` on; -1 without a fingerprint. */
void tn_states_note(struct tn_states *s, const struct tn_probe_machine *machine,
                    const volatile sig_atomic_t *stop, GArray *findings, guint first);

/* Stores the state in which most spans ended. Returns false without fingerprints. */
bool tn_states_usual(const struct tn_states *s, struct tn_fingerprint *ret);

/* Removes findings of spans that began or ended in a state other than `usual`. Returns the removed
 * spans; -1, without removal, if fewer than `least` would remain. */
int tn_states_filter(const struct tn_states *s, const struct tn_fingerprint *usual,
                     GArray *findings, int least);

#endif
