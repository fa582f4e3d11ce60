/* Fingerprint of a machine's state: three costs that show if it is as fast as before. The host of a
 * virtual machine may move two of its cores farther apart, to one physical core, or to a core that
 * others use. */
#ifndef TN_PLATFORM_FINGERPRINT_H
#define TN_PLATFORM_FINGERPRINT_H

#include <glib.h>
#include <stdbool.h>

/* Costs measured between the machine's first two cores. */
struct tn_fingerprint {
  double line; /* seconds to read a line that the other core has written */
  /* bytes per second, including the call, at which each core copies 128 KiB that the other core has
   * just written: by a kernel copy or, where it is refused, memcpy */
  double copy[2];
};

/* Formats the costs with three digits each: "copy.0=8.4GB/s;copy.1=8.5GB/s;line=57ns". Transfer
 * full. */
char *tn_fingerprint_format(const struct tn_fingerprint *f);
/* Parses the text that tn_fingerprint_format writes. Errors (TN_QUANTITY_ERROR) contain the
 * accepted form. */
bool tn_fingerprint_parse(const char *text, struct tn_fingerprint *ret, GError **error);

/* Formats the machine's states before and after the calls of a row: "BEFORE -> AFTER". Transfer
 * full. */
char *tn_fingerprint_span(const struct tn_fingerprint *before, const struct tn_fingerprint *after);
/* Parses the text of tn_fingerprint_span. A text with one state sets both results to it. */
bool tn_fingerprint_parse_span(const char *text, struct tn_fingerprint *ret_before,
                               struct tn_fingerprint *ret_after, GError **error);

/* Largest factor between the costs of two fingerprints that count as the same state; also the
 * accepted error of predictions. Fingerprints of one state scatter by a factor of 1.1; different
 * states differ by 1.3 (another process on the core's second thread) to 6 (`line` if both ranks are
 * on one core). */
#define TN_FINGERPRINT_SAME 1.15
/* Returns the largest factor (>= 1) between a cost in `a` and the same cost in `b`. */
double tn_fingerprint_factor(const struct tn_fingerprint *a, const struct tn_fingerprint *b);

#endif
