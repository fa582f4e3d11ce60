/* Parameters of messages by MPI library and release, from transports.def. These values replace
 * those of the platform file and the kernel profile; the user's settings replace them. */
#ifndef TN_PLATFORM_TRANSPORTS_H
#define TN_PLATFORM_TRANSPORTS_H

#include "base/mechanism.h"
#include "platform.h"

enum tn_transport_profile {
#define TN_TRANSPORT(id, ...) TN_TRANSPORT_##id,
#include "transports.def"
  TN_N_TRANSPORTS
};

extern const char *const tn_transport_names[];
extern const char *const tn_transport_summaries[];
/* NAME of the entry library:NAME whose barrier the library uses: "ompi" */
extern const char *const tn_transport_libraries[];

/* Returns mechanism i (from 0) in the library's order of preference; TN_N_MECHANISMS if it has
 * fewer. */
enum tn_mechanism tn_transport_mechanism(enum tn_transport_profile transport, int i);
/* Returns true if the library of the transport may use the mechanism. */
bool tn_transport_uses(enum tn_transport_profile transport, enum tn_mechanism mechanism);

/* Sets *ret to the transport's value of p if `mechanism`, one of the transport's, copies long
 * messages. Returns false if the transport has no value, so that the file's applies. */
bool tn_transport_param(enum tn_transport_profile transport, enum tn_mechanism mechanism,
                        enum tn_param p, struct tn_param_value *ret);

enum { TN_MAX_TRANSPORT_VALUES = 48 };
/* Fills ret[TN_MAX_TRANSPORT_VALUES] with the transport's values and returns their number. For the
 * platform's own transport, omits values that the file states itself (not "unknown", not another
 * machine's). */
int tn_transport_overrides(const struct tn_platform *pf, enum tn_transport_profile transport,
                           enum tn_mechanism mechanism, struct tn_override *ret);

#endif
