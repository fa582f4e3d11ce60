/* "segment=16384;throttle=8": names with values, as rows have their parameters and overrides. Read once,
 * then shared: equal texts are one pointer as long as somebody holds them. */
#ifndef TN_STUDY_VALUES_H
#define TN_STUDY_VALUES_H

#include "algos/registry.h"

#include <glib.h>
#include <stdint.h>

struct tn_value {
  const char *name;
  const char *value; /* NULL: `text` has no "=" */
  const char *text;  /* "throttle=8" */
};

/* Nothing of it changes. */
struct tn_values {
  const char *text; /* as it was written */
  int n;
  const struct tn_value *at; /* [n] in the order of the text; none is empty */
};

/* The values of a text, which may be "". Transfer full (tn_values_unref); any thread. */
const struct tn_values *tn_values_new(const char *text);
/* Holds them once more; returns them. */
const struct tn_values *tn_values_ref(const struct tn_values *values);
void tn_values_unref(const struct tn_values *values);

/* Sets a field that holds values: tn_values_set(&row->params, "throttle=8"). */
void tn_values_set(const struct tn_values **field, const char *text);
/* Takes those of a name out of a field. The last one's value, NULL where there is none. Transfer
 * full. */
char *tn_values_drop(const struct tn_values **field, const char *name);

/* The first value of a name, "" where it has none; NULL: no such name. */
const char *tn_values_get(const struct tn_values *values, const char *name);
/* Whether there is one of this text ("throttle=8"). */
bool tn_values_has(const struct tn_values *values, const char *text);

/* Whether a value is the default of the entry's parameter of its name; `a` may be NULL. */
bool tn_value_is_preset(const struct tn_method *a, const struct tn_value *value);

/* Without values. Transfer full. */
GArray *tn_axis_new(void);
/* Adds the value, where it is not there. */
void tn_axis_add(GArray *axis, int64_t value);
/* Its place; the number of values where it is none of them. */
guint tn_axis_find(const GArray *axis, int64_t value);

static inline int64_t tn_axis_at(const GArray *axis, guint i)
{
  return g_array_index(axis, int64_t, i);
}

#endif
