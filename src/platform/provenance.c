#include "base/names.h"
#include "machine.h"
#include "quantity.h"

#include <math.h>
#include <string.h>

static const char *const source_words[] = { "paper",  "measured", "datasheet",
                                            "fitted", "assumed",  NULL };
static const char source_list[] = "paper, measured, datasheet, fitted, assumed";
static const double max_error = 100; /* relative */

char *tn_provenance_stem(const char *name)
{
  static const char *const suffixes[] = { ".source", ".note", ".error", NULL };
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
  /* As import and calibrate write it. */
  const bool is_lent = note && strstr(note->value, "as on ");
  return (struct tn_provenance){ .is_lent = is_lent,
                                 .source = source ? g_strdup(source->value) : NULL,
                                 .note = note ? g_strdup(note->value) : NULL,
                                 .error = error ? read_error(file, error) : NAN };
}
