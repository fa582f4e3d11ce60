#include "probe_states.h"

static const struct tn_state_span *span_at(const struct tn_states *s, int i)
{
  return &g_array_index(s->spans, struct tn_state_span, (guint)i);
}

static bool take(const struct tn_probe_machine *machine, const volatile sig_atomic_t *stop,
                 struct tn_fingerprint *ret)
{
  return machine->pair && tn_state_take(machine->host, machine->pair, stop, ret, NULL);
}

void tn_states_init(struct tn_states *s, const struct tn_probe_machine *machine,
                    const volatile sig_atomic_t *stop)
{
  s->spans = g_array_new(FALSE, FALSE, sizeof(struct tn_state_span));
  s->has_last = take(machine, stop, &s->last);
}

void tn_states_finish(struct tn_states *s)
{
  g_array_unref(s->spans);
}

void tn_states_note(struct tn_states *s, const struct tn_probe_machine *machine,
                    const volatile sig_atomic_t *stop, GArray *findings, guint first)
{
  struct tn_state_span span = { .before = s->last };
  const bool has_before = s->has_last;
  int number = -1;
  s->has_last = take(machine, stop, &s->last);
  if (has_before && s->has_last && first < findings->len) {
    number = (int)s->spans->len;
    span.after = s->last;
    g_array_append_val(s->spans, span);
  }
  for (guint i = first; i < findings->len; i++)
    g_array_index(findings, struct tn_finding, i).span = number;
}

static bool is_in(const struct tn_state_span *span, const struct tn_fingerprint *state)
{
  return tn_fingerprint_factor(&span->before, state) <= TN_FINGERPRINT_SAME &&
         tn_fingerprint_factor(&span->after, state) <= TN_FINGERPRINT_SAME;
}

bool tn_states_usual(const struct tn_states *s, struct tn_fingerprint *ret)
{
  guint most = 0;
  for (guint i = 0; i < s->spans->len; i++) {
    const struct tn_fingerprint *candidate = &span_at(s, (int)i)->after;
    guint n = 0;
    for (guint k = 0; k < s->spans->len; k++)
      n += is_in(span_at(s, (int)k), candidate);
    if (n > most) {
      most = n;
      *ret = *candidate;
    }
  }
  return most > 0;
}

/* Returns true if the finding's attempt began and ended in the usual state, or has no
 * fingerprint. */
static bool is_usual(const struct tn_states *s, const struct tn_fingerprint *usual,
                     const struct tn_finding *f)
{
  return f->span < 0 || is_in(span_at(s, f->span), usual);
}

int tn_states_filter(const struct tn_states *s, const struct tn_fingerprint *usual,
                     GArray *findings, int least)
{
  int n_kept = 0, n_dropped = 0, last = -2;
  guint to = 0;
  for (guint i = 0; i < findings->len; i++) {
    const struct tn_finding *f = &g_array_index(findings, struct tn_finding, i);
    if (f->span == last)
      continue;
    last = f->span;
    if (is_usual(s, usual, f))
      n_kept++;
    else
      n_dropped++;
  }
  if (n_dropped > 0 && n_kept < least)
    return -1;
  for (guint i = 0; i < findings->len; i++) {
    const struct tn_finding f = g_array_index(findings, struct tn_finding, i);
    if (is_usual(s, usual, &f))
      g_array_index(findings, struct tn_finding, to++) = f;
  }
  g_array_set_size(findings, to);
  return n_dropped;
}
