/* A platform file as it is written: properties and SimGrid's elements, each with its line. */
#ifndef TN_PLATFORM_PLATFORM_FILE_H
#define TN_PLATFORM_PLATFORM_FILE_H

#include <glib.h>
#include <stdbool.h>

/* What was found wrong, to be sorted by line; what is missing comes last, because it may be there
 * under a wrong name. */
struct tn_mistake {
  int line;
  bool is_missing;
  char *text;
};

/* An element of SimGrid's part; attributes are name, value, name, value, ..., NULL. */
struct tn_element {
  char *name;
  char **attributes;
  int line;
  int depth; /* 1 is the outer zone */
};

struct tn_property {
  char *name, *value;
  int line;
};

/* Pointer arrays own their elements. */
struct tn_file {
  GPtrArray *elements;   /* struct tn_element, in order, the outer zone first */
  GPtrArray *properties; /* struct tn_property of the outer zone, in order */
  GPtrArray *mistakes;   /* struct tn_mistake */
};

/* Reads text[length]; what is wrong stands in mistakes. Never NULL; tn_file_free. */
struct tn_file *tn_file_read(const char *text, gsize length);
void tn_file_free(struct tn_file *file);

/* Notes a mistake in one line of printable text. */
void tn_file_mistake(struct tn_file *file, int line, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Notes what an error says, and frees it. */
void tn_file_error(struct tn_file *file, int line, GError *error);

/* Notes that the outer zone lacks the property, where it does, with an example of its value. */
void tn_file_demand(struct tn_file *file, const char *name, const char *example);

/* The property called `name`, or NULL. */
const struct tn_property *tn_file_property(const struct tn_file *file, const char *name);

/* The value of an attribute, or NULL. */
const char *tn_element_attribute(const struct tn_element *element, const char *name);

/* A new element; transfer full, tn_element_free. The list of attributes ends with NULL. */
struct tn_element *tn_element_new(const char *name, int depth, ...) G_GNUC_NULL_TERMINATED;
void tn_element_free(struct tn_element *element);

#endif
