/* The values of something by which results are laid out, sizes or ranks: int64_t, ascending, each once. */
#ifndef TN_STUDY_AXIS_H
#define TN_STUDY_AXIS_H

#include <glib.h>
#include <stdint.h>

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
