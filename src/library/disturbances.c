#include <limits.h>

#include "private.h"

G_STATIC_ASSERT((int)TURNSTILE_NOISE_PERIODIC == (int)TN_NOISE_PERIODIC);
G_STATIC_ASSERT((int)TURNSTILE_NOISE_POISSON == (int)TN_NOISE_POISSON);
G_STATIC_ASSERT((int)TURNSTILE_NOISE_ONCE == (int)TN_NOISE_INJECT);
G_STATIC_ASSERT((int)TURNSTILE_NOISE_TRACE == (int)TN_NOISE_TRACE);

/* Whether the conditions of a study can still be changed. */
static bool is_open(const TurnstileStudy *study, GError **error)
{
  if (turnstile_study_n(study) == 0)
    return true;
  g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT,
              "the study has cases already (noise and arrival come first)");
  return false;
}

/* Makes the study anew under its conditions. */
static void reopen(TurnstileStudy *study)
{
  study->conditions.noise = study->noise && study->noise->n > 0 ? study->noise : NULL;
  study->conditions.arrival = study->arrival;
  tn_study_free(study->study);
  study->study = tn_study_new(&study->conditions);
}

static bool check_noise(const TurnstileNoise *noise, GError **error)
{
  if (noise->process <= TURNSTILE_NOISE_TRACE && noise->first_rank >= 0 && noise->n_ranks >= 0 &&
      noise->n_ranks <= INT_MAX - noise->first_rank && noise->n_trace <= INT_MAX / 2 &&
      (noise->process != TURNSTILE_NOISE_TRACE || noise->trace || noise->n_trace == 0))
    return true;
  g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT,
              "noise process %d, ranks from %d, %d of them, %zu in a trace: out of range",
              (int)noise->process, noise->first_rank, noise->n_ranks, (size_t)noise->n_trace);
  return false;
}

static struct tn_noise_source source_of(const TurnstileNoise *noise)
{
  struct tn_noise_source s = { .process = (enum tn_noise_process)noise->process,
                               .first_rank = noise->first_rank,
                               .last_rank = INT_MAX,
                               .irq = noise->irq };
  if (noise->same_phase || noise->phase_spread < 0.0 || noise->phase_spread > 0.0) {
    s.phase = TN_PHASE_SPREAD;
    s.spread = noise->same_phase ? 0.0 : noise->phase_spread;
  }
  if (noise->n_ranks > 0)
    s.last_rank = noise->first_rank + noise->n_ranks - 1;
  if (s.process == TN_NOISE_TRACE) {
    s.n_trace = (int)noise->n_trace;
    s.trace = g_memdup2(noise->trace, sizeof(double) * 2 * noise->n_trace);
    return s;
  }
  s.shortest = noise->shortest;
  s.longest = noise->longest;
  if (s.process == TN_NOISE_INJECT)
    s.at = noise->at;
  else
    s.rate = noise->rate;
  return s;
}

gboolean turnstile_study_set_noise(TurnstileStudy *study, const TurnstileNoise *noise,
                                   gsize n_noise, GError **error)
{
  GError *why = NULL;
  if (!is_open(study, error))
    return FALSE;
  if (study->conditions.ideal && n_noise > 0) {
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "an ideal study has no noise");
    return FALSE;
  }
  for (gsize i = 0; i < n_noise; i++)
    if (!check_noise(&noise[i], error))
      return FALSE;
  struct tn_noises *own = g_new0(struct tn_noises, 1);
  own->sources = g_new0(struct tn_noise_source, n_noise);
  for (gsize i = 0; i < n_noise; i++)
    own->sources[own->n++] = source_of(&noise[i]);
  if (!tn_noises_validate(own, &why)) {
    tn_noises_free(own);
    return tn_library_refuse(error, TURNSTILE_ERROR_INPUT, why);
  }
  own->text = tn_noises_text(own);
  tn_noises_free(study->noise);
  study->noise = own;
  reopen(study);
  return TRUE;
}

gboolean turnstile_study_set_arrival(TurnstileStudy *study, const TurnstileArrival *arrival,
                                     GError **error)
{
  struct tn_arrival *own = NULL;
  GError *why = NULL;
  if (!is_open(study, error))
    return FALSE;
  if (arrival) {
    const bool has_delays = arrival->delays && arrival->n_delays <= INT_MAX;
    own = g_new0(struct tn_arrival, 1);
    own->first = has_delays ? 0 : arrival->first;
    own->last = has_delays ? 0 : arrival->last;
    own->n = has_delays ? (int)arrival->n_delays : 0;
    own->delays = g_memdup2(arrival->delays, sizeof(double) * (gsize)own->n);
    if (arrival->barrier)
      own->barrier = tn_arrival_find_barrier(arrival->barrier, &why);
  }
  if (own && (why || !tn_arrival_validate(own, &why))) {
    tn_arrival_free(own);
    return tn_library_refuse(error, TURNSTILE_ERROR_INPUT, why);
  }
  if (own)
    own->text = tn_arrival_text(own);
  tn_arrival_free(study->arrival);
  study->arrival = own;
  reopen(study);
  return TRUE;
}
