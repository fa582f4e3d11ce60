/* Points under several arrivals: one run of the selection for each. */
#include <stdio.h>
#include <string.h>

#include "field.h"

/* Where --arrival names none. A delay of this length is that of late ranks in programs, and longer
 * than most calls within a node; what matters is that one is there. */
#define LATE .last = 100e-6
static const struct tn_arrival presets[] = {
  { .shape = TN_ARRIVAL_UNIFORM, LATE, .text = (char *)"uniform(0,100us)" },
  { .shape = TN_ARRIVAL_ASCENDING, LATE, .text = (char *)"ascending(0,100us)" },
  { .shape = TN_ARRIVAL_DESCENDING, LATE, .text = (char *)"descending(0,100us)" },
  { .shape = TN_ARRIVAL_LATE, LATE, .text = (char *)"late(0,100us)" },
  { .shape = TN_ARRIVAL_LATE, LATE, .late = -1, .text = (char *)"late(last,100us)" },
};

static bool collect_one(struct tn_field *field, const struct tn_settings *s,
                        const struct tn_arrival *arrival, GError **error)
{
  const struct tn_instead instead = { .has_arrival = true, .arrival = arrival };
  return tn_field_add(field, &instead, s, error);
}

static bool collect_presets(struct tn_field *field, const struct tn_settings *s, GError **error)
{
  bool ok = collect_one(field, s, NULL, error);
  for (size_t i = 0; ok && i < G_N_ELEMENTS(presets); i++)
    ok = collect_one(field, s, &presets[i], error);
  return ok;
}

static bool collect_said(struct tn_field *field, const struct tn_settings *s, const char *text,
                         GError **error)
{
  struct tn_arrival *arrival = NULL;
  if (strcmp(text, tn_options[TN_OPT_ARRIVAL].preset) != 0) {
    arrival = tn_arrival_parse(text, error);
    if (!arrival)
      return tn_usage_prefix(error, tn_settings_where(s, TN_OPT_ARRIVAL));
    arrival->text = g_strdup(text);
  }
  const bool ok = collect_one(field, s, arrival, error);
  tn_arrival_free(arrival);
  return ok;
}

bool tn_field_collect_arrivals(struct tn_field *field, const struct tn_settings *s, GError **error)
{
  const char *said = tn_settings_changed(s, TN_OPT_ARRIVAL);
  g_auto(GStrv) arrivals = g_strsplit(said ? said : "", ";", -1);
  if (s->rows->len) {
    if (!tn_field_collect(field, s, error))
      return false;
  } else {
    field->rows = tn_rows_new();
    field->ok = true;
    bool ok = said || collect_presets(field, s, error);
    for (int i = 0; ok && arrivals[i]; i++)
      ok = collect_said(field, s, g_strstrip(arrivals[i]), error);
    if (!ok)
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
