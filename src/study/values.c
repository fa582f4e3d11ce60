#include "values.h"

#include <glib.h>
#include <string.h>

#include "study_point.h"

/* Values with their number of references. `values` must be the first member, because its address is
 * the address of the structure. */
struct held {
  struct tn_values values;
  guint n_holders;
};

static GMutex lock;
static GHashTable *known; /* text -> struct held; NULL before the first values are made */

static struct held *parse(const char *text)
{
  struct held *held = g_new0(struct held, 1);
  g_auto(GStrv) words = g_strsplit(text, ";", -1);
  struct tn_value *at = g_new0(struct tn_value, g_strv_length(words));
  for (int i = 0; words[i]; i++) {
    if (!*words[i])
      continue;
    const char *word = g_strdup(words[i]), *equals = strchr(word, '=');
    at[held->values.n++] = (struct tn_value){
      .name = equals ? g_strndup(word, (gsize)(equals - word)) : g_strdup(word),
      .value = equals ? equals + 1 : NULL,
      .text = word,
    };
  }
  held->values.text = g_strdup(text);
  held->values.at = at;
  return held;
}

const struct tn_values *tn_values_new(const char *text)
{
  g_mutex_lock(&lock);
  if (!known)
    known = g_hash_table_new(g_str_hash, g_str_equal);
  struct held *held = g_hash_table_lookup(known, text);
  if (!held) {
    held = parse(text);
    g_hash_table_insert(known, (void *)held->values.text, held);
  }
  held->n_holders++;
  g_mutex_unlock(&lock);
  return &held->values;
}

const struct tn_values *tn_values_ref(const struct tn_values *values)
{
  g_mutex_lock(&lock);
  ((struct held *)(void *)values)->n_holders++;
  g_mutex_unlock(&lock);
  return values;
}

void tn_values_unref(const struct tn_values *values)
{
  struct held *held = (struct held *)(void *)values;
  g_mutex_lock(&lock);
  const bool is_last = --held->n_holders == 0;
  if (is_last)
    g_hash_table_remove(known, values->text);
  if (g_hash_table_size(known) == 0)
    g_clear_pointer(&known, g_hash_table_unref);
  g_mutex_unlock(&lock);
  if (!is_last)
    return;
  for (int i = 0; i < values->n; i++) {
    g_free((void *)values->at[i].name);
    g_free((void *)values->at[i].text);
  }
  g_free((void *)values->at);
  g_free((void *)values->text);
  g_free(held);
}

void tn_values_set(const struct tn_values **field, const char *text)
{
  const struct tn_values *values = tn_values_new(text);
  tn_values_unref(*field);
  *field = values;
}

char *tn_values_drop(const struct tn_values **field, const char *name)
{
  const struct tn_values *values = *field;
  g_autoptr(GString) rest = g_string_new(NULL);
  const char *last = NULL;
  for (int i = 0; i < values->n; i++)
    if (values->at[i].value && strcmp(values->at[i].name, name) == 0)
      last = values->at[i].value;
    else
      g_string_append_printf(rest, "%s%s", rest->len ? ";" : "", values->at[i].text);
  char *dropped = g_strdup(last);
  if (last)
    tn_values_set(field, rest->str);
  return dropped;
}

const char *tn_values_get(const struct tn_values *values, const char *name)
{
  for (int i = 0; i < values->n; i++)
    if (strcmp(values->at[i].name, name) == 0)
      return values->at[i].value ? values->at[i].value : "";
  return NULL;
}

bool tn_values_has(const struct tn_values *values, const char *text)
{
  for (int i = 0; i < values->n; i++)
    if (strcmp(values->at[i].text, text) == 0)
      return true;
  return false;
}

bool tn_value_is_preset(const struct tn_method *a, const struct tn_value *value)
{
  for (int i = 0; a && value->value && i < tn_alg_params_number(a->params); i++) {
    if (strcmp(a->params[i].name, value->name) != 0)
      continue;
    g_autofree char *preset = tn_param_text(&a->params[i], a->params[i].preset);
    return strcmp(preset, value->value) == 0;
  }
  return false;
}

GArray *tn_axis_new(void)
{
  return g_array_new(FALSE, FALSE, sizeof(int64_t));
}

static int by_value(const void *x, const void *y)
{
  const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
  return (a > b) - (a < b);
}

void tn_axis_add(GArray *axis, int64_t value)
{
  guint place = axis->len;
  while (place > 0 && tn_axis_at(axis, place - 1) > value)
    place--;
  if (place == 0 || tn_axis_at(axis, place - 1) < value)
    g_array_insert_val(axis, place, value);
}

guint tn_axis_find(const GArray *axis, int64_t value)
{
  guint place = axis->len;
  g_array_binary_search((GArray *)axis, &value, by_value, &place);
  return place;
}
