/* JSON (RFC 8259) with the line of each value, which json-glib does not keep. A comma behind the
 * last item of an array or object is taken, as the libraries' readers take it: Open MPI's
 * json-parser (opal/util/json/3rd-party/json.c), MPICH's json-c (seen with 4.0.2). */
#ifndef TN_RULES_JSON_H
#define TN_RULES_JSON_H

#include <glib.h>
#include <stdbool.h>

enum tn_json_kind {
  TN_JSON_NULL,
  TN_JSON_BOOL,
  TN_JSON_INTEGER, /* without fraction and exponent, within 64 bits */
  TN_JSON_REAL,
  TN_JSON_STRING,
  TN_JSON_ARRAY,
  TN_JSON_OBJECT
};

struct tn_json {
  enum tn_json_kind kind;
  int line;         /* from 1; of a member of an object: its name's */
  char *name;       /* of a member of an object, else NULL */
  char *text;       /* of a string; a \u escape above 0x7f is "?" */
  gint64 value;     /* of an integer */
  GPtrArray *items; /* struct tn_json, of arrays and objects, in the order of the file */
};

/* The text as a tree; tn_json_free. NULL on a mistake: its line and what it is (transfer full). */
struct tn_json *tn_json_parse(const char *text, gsize length, int *ret_line, char **ret_why);
/* The same of a text that may go on behind it, as json-c reads: *ret_behind is the line where it
 * does, 0: nowhere. */
struct tn_json *tn_json_parse_first(const char *text, gsize length, int *ret_behind, int *ret_line,
                                    char **ret_why);
void tn_json_free(struct tn_json *json);

/* The first member of this name, or NULL. */
const struct tn_json *tn_json_get(const struct tn_json *object, const char *name);

/* Appends a string in its quotes; control characters become blanks. */
void tn_json_put_string(GString *text, const char *string);

/* Turns comments as json-c takes them into blanks, line ends kept. */
void tn_json_blank_comments(char *text, gsize length);

#endif
