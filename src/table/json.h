/* Parser of JSON (RFC 8259) that records each value's line, unlike json-glib. Accepts a comma after
 * the last item, as Open MPI's json-parser (opal/util/json/3rd-party/json.c) and MPICH's json-c do
 * (observed with 4.0.2). */
#ifndef TN_TABLE_JSON_H
#define TN_TABLE_JSON_H

#include <glib.h>
#include <stdbool.h>

enum tn_json_kind {
  TN_JSON_NULL,
  TN_JSON_BOOL,
  TN_JSON_INTEGER, /* number without fraction and exponent, within 64 bits */
  TN_JSON_REAL,
  TN_JSON_STRING,
  TN_JSON_ARRAY,
  TN_JSON_OBJECT
};

struct tn_json {
  enum tn_json_kind kind;
  int line;         /* line of the value, from 1; for a member the line of its name */
  char *name;       /* name if the value is an object's member, else NULL */
  char *text;       /* text of a string; a \u escape above 0x7f becomes "?" */
  gint64 value;     /* value of an integer */
  double number;    /* value of an integer or real */
  GPtrArray *items; /* struct tn_json: items of an array or object in file order */
};

/* Parses a text; free with tn_json_free. Returns NULL on an error: *ret_line is its line, *ret_why
 * its description (transfer full). */
struct tn_json *tn_json_parse(const char *text, gsize length, int *ret_line, char **ret_why);
/* Parses like tn_json_parse, but accepts text after the value, like json-c. *ret_behind: line of
 * that text, or 0. */
struct tn_json *tn_json_parse_first(const char *text, gsize length, int *ret_behind, int *ret_line,
                                    char **ret_why);
void tn_json_free(struct tn_json *json);

/* Returns the first member with this name, or NULL. */
const struct tn_json *tn_json_get(const struct tn_json *object, const char *name);

/* Appends a string in quotes; control characters become blanks. */
void tn_json_put_string(GString *text, const char *string);

/* Replaces the comments that json-c accepts by blanks; keeps newlines. */
void tn_json_blank_comments(char *text, gsize length);

#endif
