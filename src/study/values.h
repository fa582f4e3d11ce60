/* Values of rows, "segment=16384;throttle=8": parameters and overrides. Equal texts are parsed once
 * and have one pointer while there is a reference. */
#ifndef TN_STUDY_VALUES_H
#define TN_STUDY_VALUES_H

#include "algos/registry.h"

#include <glib.h>
#include <stdint.h>

struct tn_value {
  const char *name;
  const char *value; /* text after "="; NULL if `text` has no "=" */
  const char *text;  /* whole value, "throttle=8" */
};

/* All values of a parsed text; immutable. */
struct tn_values {
  const char *text;
  int n;
  const struct tn_value *at; /* [n] in the order of the text; empty values are omitted */
};

/* Returns the values of a text, which may be "". Transfer full (tn_values_unref). Thread-safe. */
const struct tn_values *tn_values_new(const char *text);
const struct tn_values *tn_values_ref(const struct tn_values *values);
void tn_values_unref(const struct tn_values *values);

/* Sets a field of values: tn_values_set(&row->params, "throttle=8"). */
void tn_values_set(const struct tn_values **field, const char *text);
/* Removes all values with this name. Returns the text of the last one, or NULL if there was no such
 * value. Transfer full. */
char *tn_values_drop(const struct tn_values **field, const char *name);

/* Returns the first value of this name, "" if it has no "="; NULL if there is no such name. */
const char *tn_values_get(const struct tn_values *values, const char *name);
/* Returns true if the values contain `text`, e.g. "throttle=8". */
bool tn_values_has(const struct tn_values *values, const char *text);

/* Returns true if the value is the parameter's default; `a` may be NULL. */
bool tn_value_is_preset(const struct tn_method *a, const struct tn_value *value);

GArray *tn_axis_new(void);
void tn_axis_add(GArray *axis, int64_t value);
/* Returns the index of the value, or the number of values if it is missing. */
guint tn_axis_find(const GArray *axis, int64_t value);

static inline int64_t tn_axis_at(const GArray *axis, guint i)
{
  return g_array_index(axis, int64_t, i);
}

#endif
