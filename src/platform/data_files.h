/* Installed data files, found by name. */
#ifndef TN_PLATFORM_DATA_FILES_H
#define TN_PLATFORM_DATA_FILES_H

/* Kind of data file: folder in the source tree and below share/turnstile, extension, and
 * environment variable with further folders, separated by colons. */
struct tn_data {
  const char *folder, *extension, *variable;
};
extern const struct tn_data tn_data_platforms, tn_data_scenarios;

/* Returns the sorted names without extension. Transfer full. */
char **tn_data_names(const struct tn_data *data);
/* Returns a file's path, first from the variable's folders, or NULL. Transfer full. */
char *tn_data_find(const struct tn_data *data, const char *name);

#endif
