/* Fingerprint of a machine's state: three costs that show whether it is as fast as before. A
 * virtual machine's cores may be moved apart, onto one core, or to a core shared with others. */
#ifndef TN_PLATFORM_FINGERPRINT_H
#define TN_PLATFORM_FINGERPRINT_H

#include <glib.h>
#include <stdbool.h>

/* Costs between the first two cores. */
struct tn_fingerprint {
  double line;    /* seconds to read one cache line that the other core has written */
  double copy[2]; /* bytes per second of each core's kernel copy of 128 KiB that the other core
                     has just written, including the call; memcpy where there is no kernel copy */
};

/* Formats with three digits each: "copy.0=8.4GB/s;copy.1=8.5GB/s;line=57ns". Transfer full. */
char *tn_fingerprint_format(const struct tn_fingerprint *f);
/* Parses the format of tn_fingerprint_format. Errors (TN_QUANTITY_ERROR) name what is accepted. */
bool tn_fingerprint_parse(const char *text, struct tn_fingerprint *ret, GError **error);

/* Formats the states before and after the calls of a row: "BEFORE -> AFTER". Transfer full. */
char *tn_fingerprint_span(const struct tn_fingerprint *before, const struct tn_fingerprint *after);
/* Parses the format of tn_fingerprint_span. A single state sets both results. */
bool tn_fingerprint_parse_span(const char *text, struct tn_fingerprint *ret_before,
                               struct tn_fingerprint *ret_after, GError **error);

/* Upper limit of the factor between two equal states. It is the error by which predictions are
 * judged. Fingerprints of one state scatter by a factor of 1.1. Observed states differ by a factor
 * of 1.3 (a neighbour on the core's other thread) to 6 (line, both ranks on one core). */
#define TN_FINGERPRINT_SAME 1.15
/* Returns the largest factor (>= 1) between the costs of two states. */
double tn_fingerprint_factor(const struct tn_fingerprint *a, const struct tn_fingerprint *b);

#endif
