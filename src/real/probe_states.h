/* The states that a machine was in during a calibration: a fingerprint after each attempt of a probe,
 * which is that before the next. */
#ifndef TN_REAL_PROBE_STATES_H
#define TN_REAL_PROBE_STATES_H

#include "probes.h"

struct tn_state_span {
  struct tn_fingerprint before, after;
};

/* All empty where the machine has one core. tn_states_finish. */
struct tn_states {
  GArray *spans; /* struct tn_state_span */
  struct tn_fingerprint last;
  bool has_last;
};

void tn_states_init(struct tn_states *s, const struct tn_probe_machine *machine,
                    const volatile sig_atomic_t *stop);
void tn_states_finish(struct tn_states *s);

/* Takes the fingerprint after an attempt, and writes its span into findings from `first` on (struct
 * tn_finding; -1: not known). */
void tn_states_note(struct tn_states *s, const struct tn_probe_machine *machine,
                    const volatile sig_atomic_t *stop, GArray *findings, guint first);

/* The state that most of the spans ended in. False: nothing was taken. */
bool tn_states_usual(const struct tn_states *s, struct tn_fingerprint *ret);

/* Removes the findings of spans that began or ended in a state other than `usual`, unless fewer
 * than `least` spans would be left. The number of spans that went; -1: all were kept, since too few
 * would have been left. */
int tn_states_keep(const struct tn_states *s, const struct tn_fingerprint *usual, GArray *findings,
                   int least);

#endif
