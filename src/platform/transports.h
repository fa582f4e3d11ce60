/* Transports of MPI libraries: values for messages by library and release, from transports.def.
 * They replace the values of a platform file and of a kernel profile. The user's settings replace
 * them. */
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
extern const char *const tn_transport_summaries[]; /* summary of each transport */
extern const char *const tn_transport_libraries[]; /* library:NAME whose barrier the transport
                                                      uses: "ompi" */

/* Returns mechanism number i (from 0) of those that the library may use, in the order of its
 * preference; TN_N_MECHANISMS if there are i mechanisms or fewer. */
enum tn_mechanism tn_transport_mechanism(enum tn_transport_profile transport, int i);
/* Returns true if the library may use the mechanism. */
bool tn_transport_uses(enum tn_transport_profile transport, enum tn_mechanism mechanism);

/* Sets *ret to the value with which the transport replaces the file's value of p. `mechanism`, one
 * that the transport may use, copies long messages. Returns false if the file's value remains. */
bool tn_transport_param(enum tn_transport_profile transport, enum tn_mechanism mechanism,
                        enum tn_param p, struct tn_param_value *ret);

enum { TN_MAX_TRANSPORT_VALUES = 48 };
/* Fills ret[TN_MAX_TRANSPORT_VALUES] with all values of the transport as overrides. Returns their
 * number. If the transport is the platform's own, omits parameters whose value the file states,
 * unless this value is unknown or that of another machine. */
int tn_transport_overrides(const struct tn_platform *pf, enum tn_transport_profile transport,
                           enum tn_mechanism mechanism, struct tn_override *ret);

#endif
