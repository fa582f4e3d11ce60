/* Strict parser of quantities for options, INI files and platform files. */
#ifndef TN_PLATFORM_QUANTITY_H
#define TN_PLATFORM_QUANTITY_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

GQuark tn_quantity_error_quark(void);
#define TN_QUANTITY_ERROR tn_quantity_error_quark()

/* Parses "64K" as 65536: whole numbers from 0 on; K, M, G (KiB, MiB, GiB, in either case) are
 * powers of 1024; a trailing B is allowed. Errors name the text and an example. */
bool tn_parse_size(const char *text, size_t *ret, GError **error);
/* Parses "90ns", "1.43us", "10ms", "2s", "5min", "2h" into seconds, finite, >= 0; only 0 may have
 * no unit. */
bool tn_parse_time(const char *text, double *ret, GError **error);
/* Parses "13.2GB/s" (decimal prefixes k/K, M, G, T) into bytes per second, finite, > 0. */
bool tn_parse_rate(const char *text, double *ret, GError **error);
bool tn_parse_int(const char *text, int64_t min, int64_t max, int64_t *ret, GError **error);
bool tn_parse_number(const char *text, double *ret, GError **error);
/* Parses "1,4..8,10..30:5,1..p-1" into integers from min to max in this order, at most 1 million.
 * If n_ranks > 0, `p` is n_ranks and `p-1` is n_ranks - 1. ret: GArray of int64_t, transfer
 * full. */
bool tn_parse_ints(const char *text, int64_t min, int64_t max, int n_ranks, GArray **ret,
                   GError **error);
/* Parses "1K..4M,5000". A range contains its first value and its doublings up to the last; 1:4M is
 * also a range (OSU's -m). ret: GArray of size_t, transfer full. */
bool tn_parse_sizes(const char *text, GArray **ret, GError **error);
/* Returns the candidate (NULL-terminated) nearest to `text` by edit distance, or NULL if none is
 * near. */
const char *tn_nearest(const char *text, const char *const *candidates);
/* Format values as the shortest texts that the parsers read back: 65536 as "64K". Transfer full. */
char *tn_format_size(size_t bytes);
char *tn_format_time(double seconds);
char *tn_format_rate(double bytes_per_second);
/* Rounds to significant digits. */
double tn_in_digits(double value, int digits);
/* Formats a time in us for tables. Its last digit is the second digit of `error` (seconds), but at
 * most the second decimal. `error` 0: the time is exact. Transfer full. */
char *tn_format_us(double seconds, double error);

#endif
