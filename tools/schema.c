#include "schema.h"

#include "study/rows.h"
#include "tune/tune_text.h"
#include "why/explain.h"

/* A schema is text until it is printed. What a function returns is the caller's. */

/* An object with a member for each column, and further ones whose schemas are given ("name":
 * SCHEMA, ...; names[i] is in it). All have to be there. */
static char *object(const struct tn_columns *columns, const char *more, const char *const *names)
{
  g_autoptr(GString) properties = g_string_new(NULL), required = g_string_new(NULL);
  for (size_t c = 0; c < columns->n; c++) {
    const struct tn_column *column = &columns->of[c];
    g_string_append_printf(properties, "%s\"%s\": {\"type\": %s}", c ? ", " : "", column->name,
                           column->number ? "[\"number\", \"null\"]" : "\"string\"");
    g_string_append_printf(required, "%s\"%s\"", c ? ", " : "", column->name);
  }
  for (int i = 0; more && names[i]; i++)
    g_string_append_printf(required, ", \"%s\"", names[i]);
  return g_strdup_printf("{\"type\": \"object\", \"properties\": {%s%s%s}, \"required\": [%s], "
                         "\"additionalProperties\": false}",
                         properties->str, more ? ", " : "", more ? more : "", required->str);
}

/* An array of objects. */
static char *array(const struct tn_columns *columns)
{
  g_autofree char *items = object(columns, NULL, NULL);
  return g_strdup_printf("{\"type\": \"array\", \"items\": %s}", items);
}

static struct tn_columns all_of(const GArray *columns)
{
  return (struct tn_columns){ (const struct tn_column *)columns->data, columns->len };
}

static char *rows(void)
{
  g_autoptr(GArray) columns = g_array_new(FALSE, FALSE, sizeof(struct tn_column));
  for (int c = 0; c < tn_row_n_columns; c++) {
    const struct tn_column column = { tn_row_columns[c].name, tn_row_is_number(c) };
    g_array_append_val(columns, column);
  }
  const struct tn_columns all = all_of(columns);
  return array(&all);
}

static char *decisions(bool is_tree)
{
  g_autoptr(GArray) columns = tn_tune_columns(is_tree);
  const struct tn_columns all = all_of(columns);
  return array(&all);
}

static char *comparison(void)
{
  static const char *const names[] = { "errors", "choices", "points", NULL };
  g_autofree char *errors = array(&tn_error_columns), *choices = array(&tn_choice_columns);
  g_autofree char *points = array(&tn_compared_columns);
  g_autofree char *more =
      g_strdup_printf("\"errors\": %s, \"choices\": %s, \"points\": %s", errors, choices, points);
  return object(&tn_comparison_columns, more, names);
}

static char *explanation(void)
{
  static const char *const names[] = { "parts_us", "path", "what_if", "sensitivity", NULL };
  g_autoptr(GArray) columns = tn_explain_parts();
  const struct tn_columns all = all_of(columns);
  g_autofree char *parts = object(&all, NULL, NULL), *path = array(&tn_step_columns);
  g_autofree char *variants = array(&tn_variant_columns), *pulls = array(&tn_pull_columns);
  g_autofree char *more =
      g_strdup_printf("\"parts_us\": %s, \"path\": %s, \"what_if\": %s, \"sensitivity\": %s", parts,
                      path, variants, pulls);
  return object(&tn_explain_columns, more, names);
}

/* Outputs that are one table. */
static const struct {
  const char *name;
  const struct tn_columns *columns;
} tables[] = {
  { "tune-robust", &tn_robust_columns },
  { "sensitivity", &tn_sensitivity_columns },
  { "sensitivity-against", &tn_suspect_columns },
  { "validate", &tn_scoreboard_columns },
#ifndef TN_CORE_ONLY
  { "replay", &tn_replay_columns },
  { "trace-show", &tn_trace_columns },
#endif
  { "platform-show", &tn_platform_columns },
#ifndef TN_CORE_ONLY
  { "doctor", &tn_doctor_columns },
#endif
};

/* Takes the schema. */
static void add(GString *definitions, GString *any, const char *name, char *schema)
{
  const char *comma = definitions->len ? ",\n" : "";
  g_string_append_printf(definitions, "%s    \"%s\": %s", comma, name, schema);
  g_string_append_printf(any, "%s    {\"$ref\": \"#/$defs/%s\"}", comma, name);
  g_free(schema);
}

void tn_schema_print(void)
{
  g_autoptr(GString) definitions = g_string_new(NULL), any = g_string_new(NULL);
  add(definitions, any, "run", rows());
  add(definitions, any, "tune", decisions(false));
  add(definitions, any, "tune-tree", decisions(true));
  add(definitions, any, "compare", comparison());
  add(definitions, any, "explain", explanation());
  for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
    add(definitions, any, tables[i].name, array(tables[i].columns));
  printf("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
         "  \"title\": \"turnstile " TN_VERSION
         ", --format json (run: model, measure, sweep too)\",\n"
         "  \"anyOf\": [\n%s\n  ],\n  \"$defs\": {\n%s\n  }\n}\n",
         any->str, definitions->str);
}
