/* Transports of MPI libraries: values for messages, by library and release, from transports.def. They
 * stand over a file's values and a kernel profile, and under what the user sets. */
#ifndef TN_PLATFORM_TRANSPORTS_H
#define TN_PLATFORM_TRANSPORTS_H

#include "base/mechanism.h"
#include "platform.h"

enum tn_transport_profile {
#define TN_TRANSPORT(id, ...) TN_TRANSPORT_##id,
#include "transports.def"
  TN_N_TRANSPORTS
};

extern const char *const tn_transport_names[];     /* NULL-terminated */
extern const char *const tn_transport_summaries[]; /* what each is */
extern const char *const tn_transport_libraries[]; /* whose barrier is in library:NAME: "ompi" */

/* Mechanism number i, from 0, that the library may use: its own choice first; TN_N_MECHANISMS beyond
 * the last. */
enum tn_mechanism tn_transport_mechanism(enum tn_transport_profile transport, int i);
/* Whether it is one of them. */
bool tn_transport_uses(enum tn_transport_profile transport, enum tn_mechanism mechanism);

/* What the transport puts in place of a file's value of p where the mechanism, one of its own, copies
 * long messages. False: nothing, the file's stands. */
bool tn_transport_param(enum tn_transport_profile transport, enum tn_mechanism mechanism,
                        enum tn_param p, struct tn_param_value *ret);

enum { TN_MOST_TRANSPORT_VALUES = 48 };
/* The same of all parameters, as overrides of that transport: ret[TN_MOST_TRANSPORT_VALUES]. Returns
 * their number. Under the platform's own transport, what its file states stays and is left out, but
 * for what is unknown or another machine's. */
int tn_transport_overrides(const struct tn_platform *pf, enum tn_transport_profile transport,
                           enum tn_mechanism mechanism, struct tn_override *ret);

#endif
