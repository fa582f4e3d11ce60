/* Values of parameters as text, and the values that a parameter accepts. */
#include "base/names.h"
#include "choices.h"
#include "params.h"
#include "quantity.h"

#include <math.h>
#include <string.h>

/* Smallest accepted values above 0, by unit. Times below the simulator's smallest instant have no
 * effect, divisions by smaller numbers overflow, and shorter time slices leave no time for work. */
static const double smallest[] = {
  [TN_UNIT_SECONDS] = 1e-12, [TN_UNIT_NONE] = 1e-9, [TN_UNIT_SHARING] = 1e-6
};

/* Returns the text in the parentheses of WORD(...), transfer full; NULL for other texts. */
static char *argument_of(const char *text, const char *word)
{
  const size_t n = strlen(word), length = strlen(text);
  if (strncmp(text, word, n) != 0 || text[n] != '(' || text[length - 1] != ')')
    return NULL;
  return g_strndup(text + n + 1, length - n - 2);
}

static bool parse_sharing(const char *text, double *ret, GError **error)
{
  g_autofree char *factor = argument_of(text, "smt"), *time = argument_of(text, "slice");
  if (strcmp(text, "none") == 0) {
    *ret = TN_SHARING_NONE;
    return true;
  }
  if (strcmp(text, "fold") == 0) {
    *ret = TN_SHARING_FOLD;
    return true;
  }
  if (factor && tn_parse_number(factor, ret, NULL) && *ret >= 1.0 && *ret <= TN_SHARING_MAX)
    return true;
  return (time && tn_parse_time(time, ret, NULL) && *ret >= smallest[TN_UNIT_SHARING] &&
          *ret < 1.0) ||
         tn_refuse(error, TN_PLATFORM_ERROR, 0,
                   "\"%s\" is not a kind of core sharing (none, fold, smt(FACTOR) from smt(1) on, "
                   "slice(TIME) from 1us to below 1s)",
                   text);
}

static bool parse_by_unit(const struct tn_param_info *info, const char *text, double *ret,
                          GError **error)
{
  size_t bytes;
  int64_t count;
  g_autofree char *words = NULL;
  if (isinf(info->max) && strcmp(text, "none") == 0) {
    *ret = INFINITY;
    return true;
  }
  switch (info->unit) {
  case TN_UNIT_SECONDS:
    return tn_parse_time(text, ret, error);
  case TN_UNIT_BYTES_PER_SECOND:
    return tn_parse_rate(text, ret, error);
  case TN_UNIT_BYTES:
    if (!tn_parse_size(text, &bytes, error))
      return false;
    *ret = (double)bytes;
    return true;
  case TN_UNIT_COUNT:
    if (!tn_parse_int(text, (int64_t)info->min, (int64_t)info->max, &count, error))
      return false;
    *ret = (double)count;
    return true;
  case TN_UNIT_CHOICE:
    *ret = tn_name_find(info->choices, text);
    words = g_strjoinv(", ", (char **)info->choices);
    return *ret >= 0 || tn_refuse(error, TN_PLATFORM_ERROR, 0, "\"%s\" is not known (there is: %s)",
                                  text, words);
  case TN_UNIT_SHARING:
    return parse_sharing(text, ret, error);
  case TN_UNIT_NONE:
    break;
  }
  return tn_parse_number(text, ret, error);
}

static double smallest_of(const struct tn_param_info *info)
{
  return info->unit < G_N_ELEMENTS(smallest) ? smallest[info->unit] : 0.0;
}

static bool is_in_range(const struct tn_param_info *info, double value)
{
  const double size = fabs(value);
  return value >= info->min && value <= info->max && !(size > 0.0 && size < smallest_of(info));
}

bool tn_param_accepts(enum tn_param p, double value)
{
  const struct tn_param_info *info = &tn_params[p];
  if (!is_in_range(info, value))
    return false;
  const guint64 n = info->power_of_two ? (guint64)value : 1;
  return n != 0 && (n & (n - 1)) == 0;
}

double tn_param_clamp(enum tn_param p, double value)
{
  const struct tn_param_info *info = &tn_params[p];
  return value > 0.0 && value < smallest_of(info) ? MAX(smallest_of(info), info->min)
                                                  : CLAMP(value, info->min, info->max);
}

char *tn_param_range(enum tn_param p)
{
  const struct tn_param_info *info = &tn_params[p];
  const bool has_gap = info->min <= 0.0 && smallest_of(info) > 0.0;
  g_autofree char *min = tn_param_format(p, has_gap ? smallest_of(info) : info->min);
  g_autofree char *max = tn_param_format(p, info->max);
  return g_strdup_printf("%s%s to %s%s", has_gap ? "0, or " : "", min, max,
                         info->power_of_two ? ", a power of two" : "");
}

bool tn_param_parse(enum tn_param p, const char *text, double *ret, GError **error)
{
  const struct tn_param_info *info = &tn_params[p];
  double value;
  if (!parse_by_unit(info, text, &value, error)) {
    g_prefix_error(error, "%s: ", info->name);
    return false;
  }
  if (!is_in_range(info, value)) {
    g_autofree char *range = tn_param_range(p);
    return tn_refuse(error, TN_PLATFORM_ERROR, 0, "%s: \"%s\" is out of range (%s)", info->name,
                     text, range);
  }
  if (!tn_param_accepts(p, value))
    return tn_refuse(error, TN_PLATFORM_ERROR, 0, "%s: \"%s\" is not a power of two (try %s)",
                     info->name, text, tn_param_example(p));
  *ret = value;
  return true;
}

const char *tn_param_example(enum tn_param p)
{
  static const char *const examples[] = {
    [TN_UNIT_NONE] = "0.5", [TN_UNIT_SECONDS] = "1.43us",
    [TN_UNIT_BYTES] = "4K", [TN_UNIT_BYTES_PER_SECOND] = "13.2GB/s",
    [TN_UNIT_COUNT] = "64", [TN_UNIT_SHARING] = "fold",
  };
  const struct tn_param_info *info = &tn_params[p];
  double value;
  if (info->unit == TN_UNIT_CHOICE)
    return info->choices[0];
  if (tn_param_parse(p, examples[info->unit], &value, NULL))
    return examples[info->unit];
  g_autofree char *least = tn_param_format(p, info->min);
  return g_intern_string(least);
}

static char *format_sharing(double value)
{
  g_autofree char *time = NULL;
  switch (tn_core_sharing_of(value).kind) {
  case TN_SHARE_FOLD:
    return g_strdup("fold");
  case TN_SHARE_SMT:
    return g_strdup_printf("smt(%g)", value);
  case TN_SHARE_SLICE:
    time = tn_format_time(value);
    return g_strdup_printf("slice(%s)", time);
  case TN_SHARE_NONE:
    break;
  }
  return g_strdup("none");
}

char *tn_param_format(enum tn_param p, double value)
{
  const struct tn_param_info *info = &tn_params[p];
  if (isinf(value) || isnan(value))
    return g_strdup("none");
  switch (info->unit) {
  case TN_UNIT_SECONDS:
    return tn_format_time(value);
  case TN_UNIT_BYTES:
    return tn_format_size((size_t)value);
  case TN_UNIT_BYTES_PER_SECOND:
    return tn_format_rate(value);
  case TN_UNIT_CHOICE:
    return g_strdup(info->choices[(int)value]);
  case TN_UNIT_SHARING:
    return format_sharing(value);
  default:
    return g_strdup_printf("%g", value);
  }
}
