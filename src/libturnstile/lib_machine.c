/* Errors, calibration of this machine, and measurement of cases. */
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "measure/real_cases.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "private.h"
#include "study/study_rows.h"

#define DEFAULT_SECONDS 30.0

/* Number of steps into which the progress of a calibration is divided. */
enum { STEPS = 100 };

GQuark turnstile_error_quark(void)
{
  return g_quark_from_static_string("turnstile-error-quark");
}

const char *turnstile_version(void)
{
  return TN_VERSION;
}

static TurnstileError code_of(const GError *why)
{
  if (why->domain == TN_STUDY_ERROR || g_error_matches(why, TN_REAL_ERROR, TN_REAL_REFUSED))
    return why->code == TN_STUDY_SETUP ? TURNSTILE_ERROR_INPUT : TURNSTILE_ERROR_CASE;
  return why->domain == TN_USAGE_ERROR || why->domain == TN_PLATFORM_ERROR ||
                 why->domain == TN_QUANTITY_ERROR ||
                 g_error_matches(why, TN_REAL_ERROR, TN_REAL_WRONG)
             ? TURNSTILE_ERROR_INPUT
             : TURNSTILE_ERROR_RUN;
}

bool tn_library_refuse(GError **error, GError *why)
{
  g_auto(GStrv) lines = g_strsplit(why->message, "\n", -1); /* the message must be one line */
  g_autofree char *message = g_strjoinv("; ", lines);
  g_set_error_literal(error, TURNSTILE_ERROR, (int)code_of(why), message);
  g_error_free(why);
  return false;
}

void *tn_library_refuse_null(GError **error, GError *why)
{
  tn_library_refuse(error, why);
  return NULL;
}

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

/* Checks, before calibrating, that `file` can be written and platform `like` loaded. */
static bool check_target(const char *file, const char *like, GError **error)
{
  GError *why = NULL;
  if (!g_str_has_suffix(file, ".xml"))
    return tn_refuse(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "\"%s\" does not end in .xml",
                     file);
  g_autofree char *folder = g_path_get_dirname(file);
  const bool is_there = g_file_test(file, G_FILE_TEST_EXISTS);
  if (g_file_test(file, G_FILE_TEST_IS_DIR) || g_access(is_there ? file : folder, W_OK) != 0)
    return tn_refuse(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "%s: cannot write there", file);
  struct tn_platform *pf = tn_platform_load(like, NULL, &why);
  tn_platform_free(pf);
  return pf || tn_library_refuse(error, why);
}

TurnstilePlatform *turnstile_calibrate(const char *file, const TurnstileCase *how,
                                       TurnstileProgress progress, gpointer data, GError **error)
{
  struct watched w = { .progress = progress, .data = data };
  g_autoptr(TurnstileCase) usual = turnstile_case_new();
  GError *why = NULL;
  g_return_val_if_fail(file, NULL);
  const struct tn_options *s = how ? how->settings : usual->settings;
  const char *like = s->like, *only = s->only;
  g_auto(GStrv) probes = only ? g_strsplit(only, ",", -1) : NULL;
  struct tn_calibrate what = { .only = (const char *const *)probes,
                               .device = s->memory == TN_JUST(TN_MEMORY_DEVICE),
                               .seconds = s->budget > 0 ? s->budget : DEFAULT_SECONDS,
                               .stop = &w.stop,
                               .progress = show,
                               .context = &w };
  like = like ? like : tn_calibration_usual_like;
  if (!check_target(file, like, error))
    return NULL;
  struct tn_calibration *c = tn_calibration_new(&what, &why);
  const bool is_written = c && tn_calibration_write(c, like, file, &why);
  if (c)
    tn_calibration_free(c);
  if (is_written)
    return turnstile_platform_new(file, NULL, error);
  return tn_library_refuse_null(error, why);
}

/* Rejects conditions that simulations can have, but real processes cannot. */
static bool check_real(const struct tn_plan *plan, GError **error)
{
  const struct tn_conditions *c = tn_study_conditions(plan->study);
  return (!c->ideal && !(c->arrival && c->arrival->barrier)) ||
         tn_refuse(error, TURNSTILE_ERROR, TURNSTILE_ERROR_CASE, "%s: real processes have none",
                   c->ideal ? "ideal" : "a library's barrier");
}

/* Measures all points. Returns false, with the first error, if all points failed, or if
 * `w->progress` ended the run. */
static bool measure_all(const struct tn_plan *plan, struct watched *w, GError **error)
{
  const struct tn_options *s = plan->settings;
  const bool is_counted = !plan->hides_calls;
  const guint n = tn_study_n(plan->study);
  struct tn_real_point shape = { .stagger = TN_REAL_STAGGER,
                                 .patience = TN_REAL_PATIENCE,
                                 .precision = is_counted ? 0.0 : TN_MEASURE_PRECISION,
                                 .stop = &w->stop };
  const gint64 start = g_get_monotonic_time();
  GError *why = NULL;
  guint n_done = 0;
  struct tn_host *host = tn_host_new(&why);
  shape.host = host;
  for (guint i = 0; host && i < n && !w->stop; i++) {
    const double left = s->budget - (double)(g_get_monotonic_time() - start) / 1e6;
    struct tn_outcome *outcome = &tn_study_outcomes(plan->study)[i];
    shape.seconds = s->budget > 0.0 ? MAX(left / (n - i), 1e-6)
                    : is_counted    ? 0.0
                                    : TN_MEASURE_SECONDS;
    const bool ok =
        tn_measure_point(tn_study_point(plan->study, i), &shape, outcome, NULL, why ? NULL : &why);
    outcome->state = ok ? TN_DONE : TN_FAILED;
    n_done += ok;
    if (w->progress && !w->progress(i + 1, n, w->data))
      w->stop = SIGINT;
  }
  if (host)
    tn_host_free(host);
  if (n_done == 0 && why)
    return tn_library_refuse(error, why);
  g_clear_error(&why);
  if (w->stop)
    g_set_error_literal(error, TURNSTILE_ERROR, TURNSTILE_ERROR_RUN, "progress ended it");
  return !w->stop;
}

TurnstileTable *turnstile_measure(const TurnstileCase *asked, TurnstileProgress progress,
                                  gpointer data, GError **error)
{
  struct watched w = { .progress = progress, .data = data };
  struct tn_plan_kind kind = tn_plan_measured;
  struct utsname system;
  TurnstileTable *table = NULL;
  g_return_val_if_fail(asked, NULL);
  if (g_str_has_prefix(turnstile_case_get(asked, "platform", NULL), "memory:")) {
    kind.platform = NULL;
    kind.accepts = tn_platform_is_host;
  }
  GHashTable *loaded = tn_loaded_new();
  struct tn_selection *own = tn_selection_new(asked, TN_CMD_MEASURE, &kind, loaded, error);
  g_hash_table_unref(loaded);
  uname(&system);
  g_autofree char *kernel = g_strdup_printf("linux-%s", system.release);
  if (own && check_real(own->plan, error) && measure_all(own->plan, &w, error)) {
    const struct tn_origin origin = { .source = TN_SOURCE_MEASURED,
                                      .kernel = kernel,
                                      .labels = (const char *const *)own->plan->labels,
                                      .hides_calls = own->plan->hides_calls };
    GPtrArray *rows = tn_rows_new();
    tn_study_rows(own->plan->study, &origin, rows);
    table = tn_table_of_rows(rows);
  }
  if (own)
    tn_selection_free(own);
  return table;
}
