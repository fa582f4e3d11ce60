/* Points under several arrivals: one run of the selection for each. */
#include <stdio.h>
#include <string.h>

#include "field.h"
#include "signals.h"

/* Where --arrival names none. A delay of this length is that of late ranks in programs, and longer
 * than most calls within a node; what matters is that one is there. */
#define PRESET                                                                                     \
  "barrier;uniform(0,100us);ascending(0,100us);descending(0,100us);late(0,100us);late(last,100us)"

/* Appends what was collected to the field, whose notes are the first's. */
static void take(struct tn_field *field, struct tn_field *one)
{
  while (one->rows->len)
    g_ptr_array_add(field->rows, g_ptr_array_steal_index(one->rows, 0));
  field->ok = field->ok && one->ok;
  if (!field->notes)
    field->notes = g_steal_pointer(&one->notes);
}

static bool collect_one(struct tn_field *field, const struct tn_settings *s, const char *arrival,
                        char *const *words, GError **error)
{
  struct tn_settings *own = tn_settings_copy(s);
  struct tn_field one = tn_field_like(field);
  const char *where = tn_settings_where(s, TN_OPT_ARRIVAL);
  const bool ok = tn_settings_put(own, TN_OPT_ARRIVAL, arrival, where, error) &&
                  tn_field_collect(&one, own, words, false, error);
  /* There is no going on with the rows of one arrival. */
  if (!ok && tn_signal_caught) {
    g_clear_error(error);
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "tune: interrupted");
  }
  if (ok)
    take(field, &one);
  tn_field_clear(&one);
  tn_settings_free(own);
  return ok;
}

bool tn_field_collect_arrivals(struct tn_field *field, const struct tn_settings *s,
                               char *const *words, GError **error)
{
  const char *said = tn_settings_changed(s, TN_OPT_ARRIVAL);
  g_auto(GStrv) arrivals = g_strsplit(said ? said : PRESET, ";", -1);
  if (s->rows->len) {
    if (!tn_field_collect(field, s, words, false, error))
      return false;
  } else if (tn_settings_get(s, TN_OPT_ROWS)) {
    g_set_error(error, TN_USAGE_ERROR, 0,
                "--rows: not with --objective worst-arrival (run with "
                "--arrival SPEC, once for each, and give tune the files)");
    return false;
  } else {
    field->rows = tn_rows_new();
    field->ok = true;
    for (int i = 0; arrivals[i]; i++)
      if (!collect_one(field, s, g_strstrip(arrivals[i]), words, error))
        return false;
  }
  field->worst = tn_worst_arrivals_new(field->rows, error);
  if (!field->worst)
    return false;
  g_ptr_array_unref(field->rows);
  field->rows = g_ptr_array_ref(field->worst->rows);
  if (field->worst->n_left)
    fprintf(stderr, "turnstile: %u points left out: they have no row under some arrival\n",
            field->worst->n_left);
  if (field->rows->len == 0)
    g_set_error(error, TN_USAGE_ERROR, 0, "worst-arrival: no point has rows under all %u arrivals",
                field->worst->all->len);
  return field->rows->len > 0;
}
