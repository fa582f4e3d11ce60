/* What libraries copy between devices and the host before and after a collective (staging.def). */
#ifndef TN_ALGOS_LIBRARY_DEVICE_STAGING_H
#define TN_ALGOS_LIBRARY_DEVICE_STAGING_H

#include "algos/registry.h"

/* What the library whose entry is called `name` copies of a call on devices' memory. */
enum tn_staging tn_library_staging(const char *name, const struct tn_call *call);

#endif
