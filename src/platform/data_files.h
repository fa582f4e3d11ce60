/* Files that come with turnstile and are known by name. */
#ifndef TN_PLATFORM_DATA_FILES_H
#define TN_PLATFORM_DATA_FILES_H

/* A kind of them: its folder in the source tree and below share/turnstile, how its files end, and
 * the environment variable that names further folders, separated by colons. */
struct tn_data {
  const char *folder, *extension, *variable;
};
extern const struct tn_data tn_data_platforms, tn_data_scenarios;

/* The names, without the ending, sorted. Transfer full. */
char **tn_data_names(const struct tn_data *data);
/* The file of a name (folders of the variable first), NULL: there is none, or it is a path. Transfer
 * full. */
char *tn_data_find(const struct tn_data *data, const char *name);

#endif
