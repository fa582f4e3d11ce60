#include "schema.h"

#include "study/rows.h"
#include "tuning/tune_text.h"
#include "tuning/versus_text.h"
#include "why/explain.h"

/* Schemas are JSON texts; the caller owns returned texts. */

/* Returns the schema of an object that requires the columns of an empty table, and names[i]
 * (NULL-terminated; may be NULL) with schemas[i]. Takes ownership of table and schemas. */
static char *object(struct tn_table *t, const char *const *names, char *const *schemas)
{
  g_autoptr(GString) properties = g_string_new(NULL), required = g_string_new(NULL);
  for (guint c = 0; c < tn_table_n_columns(t); c++) {
    const bool is_text = tn_table_type(t, c) == TN_CELL_TEXT;
    g_string_append_printf(properties, "%s\"%s\": {\"type\": %s}", c ? ", " : "",
                           tn_table_name(t, c), is_text ? "\"string\"" : "[\"number\", \"null\"]");
    g_string_append_printf(required, "%s\"%s\"", c ? ", " : "", tn_table_name(t, c));
  }
  for (int i = 0; names && names[i]; i++) {
    g_string_append_printf(properties, ", \"%s\": %s", names[i], schemas[i]);
    g_string_append_printf(required, ", \"%s\"", names[i]);
    g_free(schemas[i]);
  }
  tn_table_free(t);
  return g_strdup_printf("{\"type\": \"object\", \"properties\": {%s}, \"required\": [%s], "
                         "\"additionalProperties\": false}",
                         properties->str, required->str);
}

/* Returns the schema of an array of a table's lines. Takes ownership of the table. */
static char *array(struct tn_table *t)
{
  g_autofree char *items = object(t, NULL, NULL);
  return g_strdup_printf("{\"type\": \"array\", \"items\": %s}", items);
}

static char *array_of(const char *columns)
{
  return array(tn_table_new(columns));
}

static char *rows(void)
{
  struct tn_table *t = tn_table_new_empty();
  for (int c = 0; c < tn_row_n_columns; c++)
    tn_row_add_column(t, c);
  return array(t);
}

static char *comparison(void)
{
  static const char *const names[] = { "sealed", "errors", "choices", "points", NULL };
  char *const schemas[] = { array_of(tn_sealed_columns), array_of(tn_error_columns),
                            array_of(tn_choice_columns), array_of(tn_compared_columns) };
  return object(tn_table_new(tn_comparison_columns), names, schemas);
}

static char *explanation(void)
{
  static const char *const names[] = { "parts_us", "path", "what_if", "sensitivity", NULL };
  char *const schemas[] = { object(tn_explain_parts(), NULL, NULL), array_of(tn_step_columns),
                            array_of(tn_variant_columns), array_of(tn_pull_columns) };
  return object(tn_table_new(tn_explain_columns), names, schemas);
}

/* Names and columns of the commands' outputs that consist of one table. */
static const struct {
  const char *name;
  const char *columns;
} tables[] = {
  { "tune-robust", tn_robust_columns },     { "explain-sensitivity", tn_sensitivity_columns },
  { "run-delay-map", tn_delay_columns },
#ifndef TN_CORE_ONLY
  { "replay", tn_replay_columns },          { "trace-show", tn_trace_columns },
#endif
  { "platform-show", tn_platform_columns },
#ifndef TN_CORE_ONLY
  { "doctor", tn_doctor_columns },
#endif
};

/* Adds a schema, and to `any` a reference to the schema. Takes ownership of the schema. */
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
  add(definitions, any, "tune", array(tn_tune_table(false)));
  add(definitions, any, "tune-tree", array(tn_tune_table(true)));
  add(definitions, any, "diff", array(tn_versus_table()));
  add(definitions, any, "compare", comparison());
  add(definitions, any, "explain", explanation());
  for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
    add(definitions, any, tables[i].name, array_of(tables[i].columns));
  for (const struct tn_list *l = tn_lists; l->name; l++) {
    g_autofree char *name = g_strconcat("list-", l->name, NULL);
    add(definitions, any, name, array_of(l->columns));
  }
  printf("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
         "  \"title\": \"turnstile " TN_VERSION ", --format json (run: measure, sweep too)\",\n"
         "  \"anyOf\": [\n%s\n  ],\n  \"$defs\": {\n%s\n  }\n}\n",
         any->str, definitions->str);
}
