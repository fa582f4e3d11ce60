/* One strict reader of quantities, for options, INI files and platform files alike. */
#ifndef TN_PLATFORM_QUANTITY_H
#define TN_PLATFORM_QUANTITY_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

GQuark tn_quantity_error_quark(void);
#define TN_QUANTITY_ERROR tn_quantity_error_quark()

/* "64K" -> 65536; K, M, G (KiB, MiB, GiB, small letters too) are powers of 1024; a trailing B is allowed. Whole,
 * not negative. The message names the text and an example that is accepted. */
bool tn_parse_size(const char *text, size_t *ret, GError **error);
/* "90ns", "1.43us", "10ms", "2s", "5min", "2h" -> seconds; finite, not negative; a bare number only if 0. */
bool tn_parse_time(const char *text, double *ret, GError **error);
/* "13.2GB/s" (decimal prefixes k/K, M, G, T) -> bytes per second; finite, positive. */
bool tn_parse_rate(const char *text, double *ret, GError **error);
/* A whole number in [min, max]. */
bool tn_parse_int(const char *text, int64_t min, int64_t max, int64_t *ret, GError **error);
/* A finite decimal number. */
bool tn_parse_number(const char *text, double *ret, GError **error);
/* "1,4..8,10..30:5,1..p-1": every integer, in the order written; `p-1`, `p` stand for n_ranks - 1,
 * n_ranks when n_ranks > 0. ret: GArray of int64_t, transfer full. At most 1 million values. */
bool tn_parse_ints(const char *text, int64_t min, int64_t max, int n_ranks, GArray **ret,
                   GError **error);
/* "1K..4M,5000": a range is powers of two from the first by doubling; 1:4M is accepted as a range
 * (OSU's -m). ret: GArray of size_t. */
bool tn_parse_sizes(const char *text, GArray **ret, GError **error);
/* The candidate nearest to `text` by edit distance, or NULL when none is near. candidates is
 * NULL-terminated. */
const char *tn_nearest(const char *text, const char *const *candidates);
/* Shortest texts that the parsers read back: 65536 -> "64K". Transfer full. */
char *tn_format_size(size_t bytes);
char *tn_format_time(double seconds);
char *tn_format_rate(double bytes_per_second);
/* The value in so many digits: more would say nothing, or make a file hard to read. */
double tn_in_digits(double value, int digits);
/* A time in us, as tables for people have it: with the digits that its error (seconds) allows, two of
 * the error's own, and two decimals at most. An error of 0: it is exact. Transfer full. */
char *tn_format_us(double seconds, double error);

#endif
