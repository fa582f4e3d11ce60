#include "base/names.h"
#include "machine.h"
#include "params.h"
#include "quantity.h"
#include "scope.h"

#include <math.h>
#include <string.h>

static const char unknown[] = "unknown";
static const char *const source_words[] = { "paper",   "measured", "datasheet", "fitted",
                                            "assumed", unknown,    NULL };
static const char source_list[] = "paper, measured, datasheet, fitted, assumed, unknown";
static const double max_error = 100; /* largest accepted relative error */

char *tn_provenance_stem(const char *name)
{
  static const char *const suffixes[] = { ".source", ".note", ".error", ".range", NULL };
  const char *dot = strrchr(name, '.');
  return dot && tn_name_find(suffixes, dot) >= 0 ? g_strndup(name, (gsize)(dot - name)) : NULL;
}

static double read_error(struct tn_file *file, const struct tn_property *property)
{
  GError *error = NULL;
  double value;
  if (!tn_parse_number(property->value, &value, &error)) {
    g_prefix_error(&error, "%s: ", property->name);
    tn_file_error(file, property->line, error);
  } else if (value < 0 || value > max_error) {
    tn_file_mistake(file, property->line, "%s: \"%s\" is out of range (0 to %g)", property->name,
                    property->value, max_error);
  } else {
    return value;
  }
  return NAN;
}

static const struct tn_property *about(const struct tn_file *file, const char *name,
                                       const char *suffix)
{
  g_autofree char *full = g_strconcat(name, suffix, NULL);
  return tn_file_property(file, full);
}

struct tn_provenance tn_provenance_read(struct tn_file *file, const char *name)
{
  const struct tn_property *source = about(file, name, ".source");
  const struct tn_property *note = about(file, name, ".note");
  const struct tn_property *error = about(file, name, ".error");
  if (!source)
    tn_file_mistake(file, tn_file_property(file, name)->line, "%s has no %s.source (%s)", name,
                    name, source_list);
  else if (tn_name_find(source_words, source->value) < 0)
    tn_file_mistake(file, source->line, "%s: \"%s\" is not a source (%s)", source->name,
                    source->value, source_list);
  /* import and calibrate write this phrase */
  const bool is_inherited = note && strstr(note->value, "as on ");
  return (struct tn_provenance){ .is_inherited = is_inherited,
                                 .source = source ? g_strdup(source->value) : NULL,
                                 .note = note ? g_strdup(note->value) : NULL,
                                 .error = error ? read_error(file, error) : NAN };
}

static struct tn_bounds read_range(struct tn_file *file, enum tn_param p, double value,
                                   const struct tn_property *property)
{
  g_auto(GStrv) ends = g_strsplit(property->value, "..", 2);
  GError *error = NULL;
  struct tn_bounds range;
  if (g_strv_length(ends) == 2 && tn_param_parse(p, ends[0], &range.low, &error) &&
      tn_param_parse(p, ends[1], &range.high, &error) && range.low < range.high &&
      (isnan(value) || (value >= range.low && value <= range.high)))
    return range;
  if (error)
    tn_file_error(file, property->line, error);
  else
    tn_file_mistake(file, property->line, "%s: \"%s\" is not a range around the value (LOW..HIGH)",
                    property->name, property->value);
  return (struct tn_bounds){ 0 };
}

struct tn_provenance tn_provenance_read_param(struct tn_file *file, enum tn_param p, double value)
{
  const char *name = tn_params[p].name;
  struct tn_provenance from = tn_provenance_read(file, name);
  const struct tn_property *range = about(file, name, ".range");
  const bool is_unknown = tn_source_is_unknown(from.source);
  if (range)
    from.range = read_range(file, p, value, range);
  else if (is_unknown && from.error > 0)
    from.range = (struct tn_bounds){ tn_param_clamp(p, value / (1 + from.error)),
                                     tn_param_clamp(p, value * (1 + from.error)) };
  else if (is_unknown)
    tn_file_mistake(file, tn_file_property(file, name)->line,
                    "%s is unknown without %s.range (LOW..HIGH)", name, name);
  return from;
}

bool tn_provenance_own(enum tn_param p, const struct tn_topology *t, struct tn_provenance *ret,
                       double *ret_value)
{
  static const struct {
    enum tn_param param;
    double low, value, high;
    const char *note;
  } own[] = {
#define TN_OWN(id, low, value, high, note) { TN_P_##id, low, value, high, note },
#include "parameters.def"
  };
  for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
    struct tn_bounds range = { own[i].low, own[i].high };
    if (own[i].param != p)
      continue;
    *ret_value = own[i].value;
    if (tn_params[p].carried != tn_params[p].scope && tn_params[p].carried != TN_OF_NOTHING) {
      range.low = tn_scope_value(p, own[i].low, tn_params[p].carried, t, false, NULL);
      *ret_value = tn_scope_value(p, own[i].value, tn_params[p].carried, t, false, NULL);
    }
    if (isnan(range.low) || isnan(*ret_value))
      return false;
    *ret = (struct tn_provenance){ .source = g_strdup(unknown),
                                   .note = g_strdup_printf("%s; settled by %s", own[i].note,
                                                           tn_param_measured_by(p)),
                                   .error = NAN,
                                   .range = range };
    return true;
  }
  return false;
}

bool tn_source_is_unknown(const char *source)
{
  return g_strcmp0(source, unknown) == 0;
}

bool tn_param_is_unknown(const struct tn_param_value *v)
{
  return tn_source_is_unknown(v->source);
}

bool tn_param_is_guess(const struct tn_param_value *v)
{
  return tn_param_is_unknown(v) || g_strcmp0(v->source, "assumed") == 0;
}

char *tn_bounds_text(enum tn_param p, const struct tn_bounds *range)
{
  g_autofree char *low = tn_param_format(p, range->low), *high = tn_param_format(p, range->high);
  return g_strdup_printf("%s to %s", low, high);
}
