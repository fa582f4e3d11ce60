/* Between the files of the library: its opaque types are the simulator's own. */
#ifndef TN_LIBRARY_PRIVATE_H
#define TN_LIBRARY_PRIVATE_H

#include <stdbool.h>

#include "study/study_rows.h"
#include "turnstile.h"

static inline struct tn_study *tn_study_of(const TurnstileStudy *study)
{
  return (struct tn_study *)study;
}

static inline struct tn_platform *tn_platform_of(const TurnstilePlatform *platform)
{
  return (struct tn_platform *)platform;
}

/* Sets *error to the message of `why` under the library's domain and frees `why`; always false. */
bool tn_library_refuse(GError **error, TurnstileError code, GError *why);

/* The algorithm of these names, or NULL. */
const struct tn_algorithm *tn_library_algorithm(const char *collective, const char *algorithm);

/* The rows of what is done (tn_rows_new). Transfer full. */
GPtrArray *tn_library_rows(const TurnstileStudy *study);

#endif
