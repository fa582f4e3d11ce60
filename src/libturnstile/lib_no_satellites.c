/* Functions that only return errors, because the code that they need was not built
 * (-Dsatellites=disabled). */
#include "private.h"

TurnstileTable *turnstile_replay(const char *trace, const TurnstileCase *asked,
                                 TurnstileProgress progress, gpointer data, GError **error)
{
  (void)trace;
  (void)asked;
  (void)progress;
  (void)data;
  g_set_error_literal(error, TURNSTILE_ERROR, TURNSTILE_ERROR_RUN,
                      "replay: this build lacks it (-Dsatellites=disabled)");
  return NULL;
}
