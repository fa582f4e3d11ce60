/* Data files that are installed with turnstile and found by name. */
#ifndef TN_PLATFORM_DATA_FILES_H
#define TN_PLATFORM_DATA_FILES_H

/* Kind of data file: its folder in the source tree and below share/turnstile, its extension, and
 * environment variable with further folders, separated by colons. */
struct tn_data {
  const char *folder, *extension, *variable;
};
extern const struct tn_data tn_data_platforms, tn_data_scenarios;

/* Returns the sorted names without extension. Transfer full. */
char **tn_data_names(const struct tn_data *data);
/* Returns the path of the file called `name`; folders of the environment variable are searched
 * first. Returns NULL if there is no such file, or if `name` is a path. Transfer full. */
char *tn_data_find(const struct tn_data *data, const char *name);

#endif
