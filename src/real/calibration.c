#include "calibrate.h"

#include <math.h>
#include <string.h>

static void measured_clear(void *data)
{
  g_free(((struct tn_measured *)data)->name);
}

static void not_measured_clear(void *data)
{
  g_free(((struct tn_not_measured *)data)->reason);
}

struct tn_calibration *tn_calibration_alloc(void)
{
  struct tn_calibration *c = g_new0(struct tn_calibration, 1);
  c->measured = g_array_new(FALSE, TRUE, sizeof(struct tn_measured));
  c->not_measured = g_array_new(FALSE, TRUE, sizeof(struct tn_not_measured));
  g_array_set_clear_func(c->measured, measured_clear);
  g_array_set_clear_func(c->not_measured, not_measured_clear);
  c->remarks = g_ptr_array_new_with_free_func(g_free);
  c->notes = g_string_chunk_new(1024);
  for (int p = 0; p < TN_N_PARAMS; p++)
    c->params[p] = (struct tn_param_value){ .value = NAN, .error = NAN };
  return c;
}

void tn_calibration_free(struct tn_calibration *c)
{
  if (!c)
    return;
  g_array_unref(c->measured);
  g_array_unref(c->not_measured);
  g_ptr_array_unref(c->remarks);
  g_string_chunk_free(c->notes);
  g_free(c->fabric.places);
  g_free(c->fabric.links);
  g_free(c);
}

char *tn_note(struct tn_calibration *c, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  g_autofree char *text = g_strdup_vprintf(format, args);
  va_end(args);
  return g_string_chunk_insert(c->notes, text);
}

void tn_remark(struct tn_calibration *c, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  g_ptr_array_add(c->remarks, g_strdup_vprintf(format, args));
  va_end(args);
}

void tn_calibration_omit(struct tn_calibration *c, enum tn_param p)
{
  c->params[p] = (struct tn_param_value){ .value = NAN, .source = "default", .error = NAN };
}

const struct tn_measured *tn_calibration_find(const struct tn_calibration *c, const char *name)
{
  for (guint i = 0; i < c->measured->len; i++) {
    const struct tn_measured *m = &g_array_index(c->measured, struct tn_measured, i);
    if (strcmp(m->name, name) == 0)
      return m;
  }
  return NULL;
}
