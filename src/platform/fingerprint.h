/* The state a machine is in: three costs that tell whether it is as fast as at another time. A virtual
 * machine's cores may be moved apart, onto one core or share theirs with somebody else. */
#ifndef TN_PLATFORM_FINGERPRINT_H
#define TN_PLATFORM_FINGERPRINT_H

#include <glib.h>
#include <stdbool.h>

/* Between the first two cores. */
struct tn_fingerprint {
  double line;    /* seconds: one cache line that the other core has written */
  double copy[2]; /* bytes per second: each one's kernel copy of 128 KiB that the other has just
                     written, the call and all; memcpy where there is no kernel copy */
};

/* "copy.0=8.4GB/s;copy.1=8.5GB/s;line=57ns", three digits each. Transfer full. */
char *tn_fingerprint_format(const struct tn_fingerprint *f);
/* The way back. False and *error (TN_QUANTITY_ERROR): what is accepted. */
bool tn_fingerprint_parse(const char *text, struct tn_fingerprint *ret, GError **error);

/* What a row says: the state before its calls and after them. "BEFORE -> AFTER"; transfer full. */
char *tn_fingerprint_span(const struct tn_fingerprint *before, const struct tn_fingerprint *after);
/* The way back; one state alone is before and after. */
bool tn_fingerprint_parse_span(const char *text, struct tn_fingerprint *ret_before,
                               struct tn_fingerprint *ret_after, GError **error);

/* Two states are the same when none of the costs differs by more than this factor: the error that
 * predictions are judged by. Fingerprints of one state scatter by 1.1 times; the states that were seen
 * differ by 1.3 times (a neighbour on the other thread of a core) up to six times (line, both on one
 * core). */
#define TN_FINGERPRINT_SAME 1.15
/* The largest of the factors (>= 1) between two states. */
double tn_fingerprint_factor(const struct tn_fingerprint *a, const struct tn_fingerprint *b);

#endif
