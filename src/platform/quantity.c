#include "quantity.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number as written: digits, an optional point, an optional exponent. */
struct decimal {
  const char *start;
  int length; /* length of the mantissa, with sign */
  int exponent;
};

struct suffix {
  const char *text;
  int exponent;
  /* factor of the unit beyond the power of ten, 60 for "min"; 0: no further factor */
  double factor;
};

/* Largest number of digits of the exponent; more overflow a double in any case. */
enum { MAX_EXPONENT_DIGITS = 4 };

static const struct suffix time_suffixes[] = {
  { "ns", -9, 0 }, { "us", -6, 0 },  { "ms", -3, 0 },
  { "s", 0, 0 },   { "min", 0, 60 }, { "h", 0, 3600 },
};

/* Times are written with the first four units of time_suffixes, which are powers of ten. */
enum { N_WRITTEN_TIMES = 4 };

static const struct suffix rate_suffixes[] = {
  { "B/s", 0, 0 },  { "KB/s", 3, 0 }, { "kB/s", 3, 0 },
  { "MB/s", 6, 0 }, { "GB/s", 9, 0 }, { "TB/s", 12, 0 },
};

G_DEFINE_QUARK(tn_quantity_error, tn_quantity_error)

static bool refuse(const char *text, const char *what, GError **error)
{
  return tn_refuse(error, TN_QUANTITY_ERROR, 0, "\"%s\" is not %s", text, what);
}

static const char *skip_digits(const char *s)
{
  while (g_ascii_isdigit(*s))
    s++;
  return s;
}

/* Reads "1", "1.5", "1.5e-3". Returns the rest of the text, or NULL if there is no number. */
static const char *read_decimal(const char *s, struct decimal *ret)
{
  const char *whole = *s == '-' ? s + 1 : s;
  const char *p = skip_digits(whole);
  if (p == whole)
    return NULL;
  if (*p == '.') {
    const char *fraction = p + 1;
    p = skip_digits(fraction);
    if (p == fraction)
      return NULL;
  }
  *ret = (struct decimal){ .start = s, .length = (int)(p - s) };
  if (*p == 'e' || *p == 'E') {
    const char *digits = p[1] == '-' || p[1] == '+' ? p + 2 : p + 1;
    const char *end = skip_digits(digits);
    if (end == digits || end - digits > MAX_EXPONENT_DIGITS)
      return NULL;
    ret->exponent = atoi(p + 1);
    p = end;
  }
  return p;
}

/* Converts the whole text at once: "1.43us" is exactly the double 1.43e-6. */
static double decimal_value(const struct decimal *d, int unit_exponent)
{
  g_autofree char *text =
      g_strdup_printf("%.*se%d", d->length, d->start, d->exponent + unit_exponent);
  return g_ascii_strtod(text, NULL);
}

static bool read_with_suffix(const char *text, const struct suffix *suffixes, size_t n, double *ret)
{
  struct decimal d;
  const char *rest = read_decimal(text, &d);
  if (!rest || *text == '-')
    return false;
  for (size_t i = 0; i < n; i++) {
    if (strcmp(rest, suffixes[i].text) == 0) {
      *ret = decimal_value(&d, suffixes[i].exponent);
      if (suffixes[i].factor > 0.0)
        *ret *= suffixes[i].factor;
      return isfinite(*ret);
    }
  }
  return false;
}

bool tn_parse_time(const char *text, double *ret, GError **error)
{
  double value;
  if (strcmp(text, "0") == 0) {
    *ret = 0;
    return true;
  }
  if (!read_with_suffix(text, time_suffixes, G_N_ELEMENTS(time_suffixes), &value))
    return refuse(text, "a time (try 90ns, 1.43us, 10ms, 2s, 5min or 2h)", error);
  *ret = value;
  return true;
}

bool tn_parse_rate(const char *text, double *ret, GError **error)
{
  double value;
  if (!read_with_suffix(text, rate_suffixes, G_N_ELEMENTS(rate_suffixes), &value) || value <= 0)
    return refuse(text, "a rate (try 13.2GB/s)", error);
  *ret = value;
  return true;
}

bool tn_parse_number(const char *text, double *ret, GError **error)
{
  struct decimal d;
  const char *rest = read_decimal(text, &d);
  if (!rest || *rest)
    return refuse(text, "a number (try 0.25)", error);
  double value = decimal_value(&d, 0);
  if (!isfinite(value))
    return refuse(text, "a finite number (try 0.25)", error);
  *ret = value;
  return true;
}

static int size_shift(const char *suffix)
{
  static const char prefixes[] = "KMG";
  const char *prefix = *suffix ? strchr(prefixes, g_ascii_toupper(*suffix)) : NULL;
  if (!prefix)
    return *suffix == '\0' || strcmp(suffix, "B") == 0 ? 0 : -1;
  const char *unit = suffix + 1;
  if (*unit && strcmp(unit, "B") != 0 && strcmp(unit, "iB") != 0)
    return -1;
  return 10 * (int)(prefix - prefixes + 1);
}

bool tn_parse_size(const char *text, size_t *ret, GError **error)
{
  const char *suffix = skip_digits(text);
  int shift = size_shift(suffix);
  if (suffix == text || shift < 0)
    return refuse(text, "a size (try 16K)", error);
  errno = 0;
  guint64 value = g_ascii_strtoull(text, NULL, 10);
  if (errno == ERANGE || value > SIZE_MAX >> shift)
    return refuse(text, "a size that fits this machine (try 16K)", error);
  *ret = (size_t)value << shift;
  return true;
}

bool tn_parse_int(const char *text, int64_t min, int64_t max, int64_t *ret, GError **error)
{
  const char *digits = *text == '-' ? text + 1 : text;
  const char *end = skip_digits(digits);
  errno = 0;
  gint64 value = g_ascii_strtoll(text, NULL, 10);
  if (end == digits || *end || errno == ERANGE || value < min || value > max)
    return tn_refuse(error, TN_QUANTITY_ERROR, 0,
                     "\"%s\" is not a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                     text, (gint64)min, (gint64)max);
  *ret = value;
  return true;
}

char *tn_format_size(size_t bytes)
{
  static const char prefixes[] = "KMG";
  int n = 0;
  while (n < 3 && bytes && bytes % 1024 == 0) {
    bytes /= 1024;
    n++;
  }
  return n ? g_strdup_printf("%zu%c", bytes, prefixes[n - 1]) : g_strdup_printf("%zu", bytes);
}

/* Formats value/10^exponent with the fewest digits that the parser reads back. */
static char *format_with_suffix(double value, const struct suffix *suffix)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  double scaled = value / pow(10, suffix->exponent);
  for (int precision = 1; precision <= DBL_DECIMAL_DIG; precision++) {
    char format[8];
    g_snprintf(format, sizeof format, "%%.%dg", precision);
    g_ascii_formatd(digits, sizeof digits, format, scaled);
    struct decimal d;
    if (read_decimal(digits, &d) && decimal_value(&d, suffix->exponent) == value &&
        !(scaled >= 1 && scaled < 1000 && strchr(digits, 'e')))
      break;
  }
  return g_strconcat(digits, suffix->text, NULL);
}

/* Returns the largest unit in which the value is >= 1, else the smallest. */
static const struct suffix *fitting_suffix(double value, const struct suffix *suffixes, size_t n)
{
  const struct suffix *best = &suffixes[0];
  for (size_t i = 1; i < n; i++) {
    if (value >= pow(10, suffixes[i].exponent))
      best = &suffixes[i];
  }
  return best;
}

char *tn_format_time(double seconds)
{
  if (seconds == 0)
    return g_strdup("0");
  return format_with_suffix(seconds, fitting_suffix(seconds, time_suffixes, N_WRITTEN_TIMES));
}

double tn_in_digits(double value, int digits)
{
  char format[16], text[G_ASCII_DTOSTR_BUF_SIZE];
  g_snprintf(format, sizeof format, "%%.%dg", digits);
  return g_ascii_strtod(g_ascii_formatd(text, sizeof text, format, value), NULL);
}

char *tn_format_us(double seconds, double error)
{
  const int most = 2;
  const double us = 1e6 * seconds;
  double unit = 1; /* value of the last digit in us */
  int decimals = most;
  /* The factor is slightly below 0.1, so that rounding does not matter for an error of exactly 10
   * us. */
  for (double left = 0.0999999 * 1e6 * error; left >= 0.1 && decimals > 0; left /= 10)
    decimals--;
  for (double left = 0.00999999 * 1e6 * error; left >= 1 && isfinite(left); left /= 10)
    unit *= 10;
  return g_strdup_printf("%.*f", decimals, unit > 1 ? unit * nearbyint(us / unit) : us);
}

char *tn_format_rate(double bytes_per_second)
{
  return format_with_suffix(bytes_per_second, fitting_suffix(bytes_per_second, rate_suffixes,
                                                             G_N_ELEMENTS(rate_suffixes)));
}
