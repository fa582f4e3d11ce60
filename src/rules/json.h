/* JSON (RFC 8259) with the line of each value, which json-glib does not provide. A comma after
 * the last item of an array or object is accepted, as in the libraries' parsers: Open MPI's
 * json-parser (opal/util/json/3rd-party/json.c) and MPICH's json-c (observed with 4.0.2). */
#ifndef TN_RULES_JSON_H
#define TN_RULES_JSON_H

#include <glib.h>
#include <stdbool.h>

enum tn_json_kind {
  TN_JSON_NULL,
  TN_JSON_BOOL,
  TN_JSON_INTEGER, /* a number without fraction and exponent, within 64 bits */
  TN_JSON_REAL,
  TN_JSON_STRING,
  TN_JSON_ARRAY,
  TN_JSON_OBJECT
};

struct tn_json {
  enum tn_json_kind kind;
  int line;         /* number of the line, from 1; for a member of an object the line of its name */
  char *name;       /* name of a member of an object, otherwise NULL */
  char *text;       /* text of a string; a \u escape above 0x7f becomes "?" */
  gint64 value;     /* value of an integer */
  GPtrArray *items; /* struct tn_json: items of an array or object in file order */
};

/* Parses a text; free the tree with tn_json_free. Returns NULL on an error: *ret_line is the
 * error's line and *ret_why its description (transfer full). */
struct tn_json *tn_json_parse(const char *text, gsize length, int *ret_line, char **ret_why);
/* Parses as tn_json_parse does, but accepts text after the value, like json-c. *ret_behind: the
 * line of that text; 0 if nothing follows. */
struct tn_json *tn_json_parse_first(const char *text, gsize length, int *ret_behind, int *ret_line,
                                    char **ret_why);
void tn_json_free(struct tn_json *json);

/* Returns the first member of the object with this name, or NULL. */
const struct tn_json *tn_json_get(const struct tn_json *object, const char *name);

/* Appends a quoted string; control characters become blanks. */
void tn_json_put_string(GString *text, const char *string);

/* Replaces the comments that json-c accepts by blanks and keeps newlines. */
void tn_json_blank_comments(char *text, gsize length);

#endif
