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

/* Takes the fingerprint after an attempt. Sets `span` of the attempt's findings (struct
 * tn_finding), which begin at index `first`; -1 if there is no fingerprint. */
void tn_states_note(struct tn_states *s, const struct tn_probe_machine *machine,
                    const volatile sig_atomic_t *stop, GArray *findings, guint first);

/* Sets *ret to the state after most attempts. Returns false if there are no fingerprints. */
bool tn_states_usual(const struct tn_states *s, struct tn_fingerprint *ret);

/* Removes the findings of attempts that began or ended in a state other than `usual`. Returns the
 * number of these attempts. Returns -1 and removes nothing if fewer than `least` attempts would
 * remain. */
int tn_states_filter(const struct tn_states *s, const struct tn_fingerprint *usual,
                     GArray *findings, int least);

#endif
