/* A platform file as written: properties and SimGrid's elements, with line numbers. */
#ifndef TN_PLATFORM_PLATFORM_FILE_H
#define TN_PLATFORM_PLATFORM_FILE_H

#include <glib.h>
#include <stdbool.h>

/* A mistake in a file. Mistakes are sorted by line, but missing items come last, because they may
 * be present under a wrong name. */
struct tn_mistake {
  int line;
  bool is_missing;
  char *text;
};

/* An XML element for SimGrid. `attributes` is name, value, name, value, ..., NULL. */
struct tn_element {
  char *name;
  char **attributes;
  int line;
  int depth; /* depth of the element; 1 for the outer zone */
};

struct tn_property {
  char *name, *value;
  int line;
};

struct tn_file {
  GPtrArray *elements;   /* struct tn_element, the outer zone first */
  GPtrArray *properties; /* struct tn_property of the outer zone */
  GPtrArray *mistakes;   /* struct tn_mistake */
};

/* Reads text[length]; errors go to the result's `mistakes`. Never returns NULL. */
struct tn_file *tn_file_read(const char *text, gsize length);
void tn_file_free(struct tn_file *file);

/* Adds a mistake with a line of printable text. */
void tn_file_mistake(struct tn_file *file, int line, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Adds the error's message as a mistake, and frees the error. */
void tn_file_error(struct tn_file *file, int line, GError *error);

/* Adds a mistake, with an example, if the outer zone lacks the property. */
void tn_file_require(struct tn_file *file, const char *name, const char *example);

/* Returns the property, or NULL. */
const struct tn_property *tn_file_property(const struct tn_file *file, const char *name);

const char *tn_element_attribute(const struct tn_element *element, const char *name);

/* Builds an element from attributes that end with NULL. Free with tn_element_free. */
struct tn_element *tn_element_new(const char *name, int depth, ...) G_GNUC_NULL_TERMINATED;
void tn_element_free(struct tn_element *element);

#endif
