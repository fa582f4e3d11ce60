/* This machine: its calibration, and cases as real processes. */
#include <math.h>
#include <signal.h>

#include "measure/measure.h"
#include "private.h"

#define DEFAULT_SECONDS 30.0

/* Steps in which a calibration tells how far it is. */
enum { STEPS = 100 };

struct watched {
  TurnstileProgress progress;
  gpointer data;
  volatile sig_atomic_t stop;
};

static void show(void *context, double done, const char *probe)
{
  struct watched *w = context;
  (void)probe;
  if (w->progress && !w->progress((guint)(CLAMP(done, 0, 1) * STEPS), STEPS, w->data))
    w->stop = SIGINT;
}

static TurnstileError code_of(const GError *why)
{
  if (g_error_matches(why, TN_REAL_ERROR, TN_REAL_WRONG))
    return TURNSTILE_ERROR_INPUT;
  return g_error_matches(why, TN_REAL_ERROR, TN_REAL_REFUSED) ? TURNSTILE_ERROR_CASE
                                                              : TURNSTILE_ERROR_RUN;
}

/* Whether a calibration could be written; before half a minute is spent on it. */
static bool check_target(const char *file, const char *like, GError **error)
{
  GError *why = NULL;
  if (!file || !g_str_has_suffix(file, ".xml")) {
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "\"%s\" does not end in .xml",
                file ? file : "(null)");
    return false;
  }
  struct tn_platform *pf = tn_platform_load(like, NULL, &why);
  tn_platform_free(pf);
  return pf || tn_library_refuse(error, TURNSTILE_ERROR_INPUT, why);
}

TurnstilePlatform *turnstile_calibrate(const char *file, const TurnstileCalibration *how,
                                       TurnstileProgress progress, gpointer data, GError **error)
{
  static const TurnstileCalibration usual = { 0 };
  struct watched w = { .progress = progress, .data = data };
  GError *why = NULL;
  how = how ? how : &usual;
  const char *like = how->like ? how->like : tn_calibration_usual_like;
  const struct tn_calibrate what = { .only = how->probes,
                                     .stop = &w.stop,
                                     .progress = show,
                                     .seconds = how->seconds > 0 ? how->seconds : DEFAULT_SECONDS,
                                     .context = &w };
  if (!check_target(file, like, error))
    return NULL;
  struct tn_calibration *c = tn_calibration_new(&what, &why);
  const bool is_written = c && tn_calibration_write(c, like, file, &why);
  tn_calibration_free(c);
  if (is_written)
    return turnstile_platform_new(file, error);
  tn_library_refuse(error, code_of(why), why);
  return NULL;
}

static bool refuse(GError **error, const char *what)
{
  g_set_error_literal(error, TURNSTILE_ERROR, TURNSTILE_ERROR_CASE, what);
  return false;
}

static bool check_measurable(const TurnstileStudy *study, const struct tn_point *p, GError **error)
{
  GError *why = NULL;
  if (study->conditions.ideal || study->conditions.noise)
    return refuse(error, "real processes have the noise that there is (no noise, not ideal)");
  return tn_platform_is_host(p->setup->platform, &why) ||
         tn_library_refuse(error, TURNSTILE_ERROR_CASE, why);
}

gboolean turnstile_study_measure(const TurnstileStudy *study, guint i, double seconds,
                                 TurnstileOutcome *ret_outcome, GError **error)
{
  const bool is_counted = study->conditions.repetitions > 0;
  struct tn_outcome outcome = { .state = TN_DONE };
  GError *why = NULL;
  if (i >= turnstile_study_n(study)) {
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "no case %u of %u", i,
                turnstile_study_n(study));
    return FALSE;
  }
  struct tn_point point = *tn_study_point(study->study, i);
  if (!check_measurable(study, &point, error))
    return FALSE;
  struct tn_host *host = tn_host_new(&why);
  struct tn_real_point shape = { .host = host,
                                 .stagger = TN_REAL_STAGGER,
                                 .patience = TN_REAL_PATIENCE };
  if (!is_counted) {
    point.repetitions = TN_MEASURE_CALLS;
    shape.precision = TN_MEASURE_PRECISION;
  }
  if (seconds > 0 || !is_counted)
    shape.seconds = seconds > 0 ? seconds : TN_MEASURE_SECONDS;
  const bool ok = host && tn_measure_point(&point, &shape, &outcome, NULL, &why);
  tn_host_free(host);
  if (!ok)
    return tn_library_refuse(error, code_of(why), why);
  tn_library_outcome(&outcome, &point, ret_outcome);
  return TRUE;
}
