#include "vary.h"

#include <string.h>

#include "plan/param.h"

/* A parameter of an algorithm, as seen in the columns added so far. */
struct seen {
  char *collective, *algorithm;
  const struct tn_values *held;
  const struct tn_value *param; /* value in the algorithm's first column; owned by `held` */
  bool varies;
};

struct tn_vary {
  GPtrArray *seen;        /* struct seen of each parameter of each algorithm */
  GHashTable *algorithms; /* set of the algorithms' names */
};

static void seen_free(void *data)
{
  struct seen *s = data;
  g_free(s->collective);
  g_free(s->algorithm);
  tn_values_unref(s->held);
  g_free(s);
}

struct tn_vary *tn_vary_new(void)
{
  struct tn_vary *v = g_new0(struct tn_vary, 1);
  v->seen = g_ptr_array_new_with_free_func(seen_free);
  v->algorithms = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  return v;
}

void tn_vary_free(struct tn_vary *v)
{
  if (!v)
    return;
  g_ptr_array_unref(v->seen);
  g_hash_table_unref(v->algorithms);
  g_free(v);
}

static struct seen *find(const struct tn_vary *v, const char *collective, const char *algorithm,
                         const char *name)
{
  for (guint i = 0; i < v->seen->len; i++) {
    struct seen *s = v->seen->pdata[i];
    if (strcmp(s->param->name, name) == 0 && strcmp(s->algorithm, algorithm) == 0 &&
        strcmp(s->collective, collective) == 0)
      return s;
  }
  return NULL;
}

void tn_vary_add(struct tn_vary *v, const char *collective, const char *algorithm,
                 const struct tn_values *params)
{
  g_hash_table_add(v->algorithms, g_strdup(algorithm));
  for (int i = 0; i < params->n; i++) {
    const struct tn_value *param = &params->at[i];
    struct seen *s = find(v, collective, algorithm, param->name);
    if (s) {
      s->varies = s->varies || strcmp(s->param->text, param->text) != 0;
      continue;
    }
    s = g_new0(struct seen, 1);
    s->collective = g_strdup(collective);
    s->algorithm = g_strdup(algorithm);
    s->held = tn_values_ref(params);
    s->param = param;
    g_ptr_array_add(v->seen, s);
  }
}

char *tn_vary_distinct(const struct tn_vary *v, const char *collective, const char *algorithm,
                       const struct tn_values *params, const char *but)
{
  GString *apart = g_string_new(NULL);
  for (int i = 0; i < params->n; i++) {
    const struct tn_value *param = &params->at[i];
    const struct seen *s = find(v, collective, algorithm, param->name);
    if (s && s->varies && g_strcmp0(param->name, but) != 0)
      g_string_append_printf(apart, "%s%s", apart->len ? ";" : "", param->text);
  }
  return g_string_free(apart, FALSE);
}

/* Returns the names of the algorithms that have the parameter value `text` in `kept` (struct seen),
 * joined by ", ". Returns "" if only one algorithm was added. Transfer full. */
static char *owners_of(const struct tn_vary *v, const char *text, const GPtrArray *kept)
{
  GString *owners = g_string_new(NULL);
  for (guint i = 0; i < kept->len; i++) {
    const struct seen *s = kept->pdata[i];
    if (strcmp(s->param->text, text) == 0)
      g_string_append_printf(owners, "%s%s", owners->len ? ", " : "", s->algorithm);
  }
  if (g_hash_table_size(v->algorithms) == 1)
    g_string_truncate(owners, 0);
  return g_string_free(owners, FALSE);
}

/* Appends to `shared` the algorithms `owners`, then the values that all of these and no others
 * have. Adds the values to `done`. */
static void take_group(GString *shared, const struct tn_vary *v, const GPtrArray *kept,
                       GHashTable *done, const char *owners)
{
  g_string_append_printf(shared, "%s%s", shared->len ? "; " : "", owners);
  bool first = !*owners;
  for (guint i = 0; i < kept->len; i++) {
    const struct seen *s = kept->pdata[i];
    g_autofree char *own = owners_of(v, s->param->text, kept);
    if (strcmp(own, owners) != 0 || !g_hash_table_add(done, (void *)s->param->text))
      continue;
    g_string_append_printf(shared, "%s%s", first ? "" : " ", s->param->text);
    first = false;
  }
}

char *tn_vary_shared(const struct tn_vary *v,
                     bool (*keeps)(const char *collective, const char *algorithm,
                                   const struct tn_value *param, const void *data),
                     const void *data)
{
  g_autoptr(GPtrArray) kept = g_ptr_array_new();
  g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);
  GString *shared = g_string_new(NULL);
  for (guint i = 0; i < v->seen->len; i++) {
    struct seen *s = v->seen->pdata[i];
    if (!s->varies && (!keeps || keeps(s->collective, s->algorithm, s->param, data)))
      g_ptr_array_add(kept, s);
  }
  for (guint i = 0; i < kept->len; i++) {
    const struct seen *s = kept->pdata[i];
    g_autofree char *owners = owners_of(v, s->param->text, kept);
    if (!g_hash_table_contains(done, s->param->text))
      take_group(shared, v, kept, done, owners);
  }
  return g_string_free(shared, FALSE);
}

bool tn_vary_is_unusual(const char *collective, const char *algorithm, const struct tn_value *param,
                        const void *data)
{
  (void)data;
  return !tn_value_is_preset(tn_method_named(collective, algorithm), param);
}
