/* Between the files of the library, whose opaque types hold the simulator's. */
#ifndef TN_LIBRARY_PRIVATE_H
#define TN_LIBRARY_PRIVATE_H

#include <stdbool.h>

#include "study/study_rows.h"
#include "turnstile.h"

struct _TurnstileStudy {
  struct tn_study *study;          /* made anew when conditions change, while it has no cases */
  struct tn_conditions conditions; /* its own */
  struct tn_noises *noise;         /* the conditions', owned; or NULL */
  struct tn_arrival *arrival;      /* the conditions', owned; or NULL */
  bool is_running;                 /* turnstile_study_run goes on, and calls its progress */
};

static inline struct tn_platform *tn_platform_of(const TurnstilePlatform *platform)
{
  return (struct tn_platform *)platform;
}

/* Sets *error to the message of `why` under the library's domain and frees `why`; always false. */
bool tn_library_refuse(GError **error, TurnstileError code, GError *why);

/* The algorithm of these names, or NULL. */
const struct tn_algorithm *tn_library_algorithm(const char *collective, const char *algorithm);

/* An outcome of a point in the public form. */
void tn_library_outcome(const struct tn_outcome *o, const struct tn_point *p,
                        TurnstileOutcome *ret_outcome);

/* The rows of what is done (tn_rows_new). Transfer full. */
GPtrArray *tn_library_rows(const TurnstileStudy *study);

#endif
