/* The folder in which advise stores its options and measured rows between runs. */
#ifndef TN_TOOLS_ADVISE_CMD_ADVISE_FOLDER_H
#define TN_TOOLS_ADVISE_CMD_ADVISE_FOLDER_H

#include "plan/options.h"

/* Creates the folder if it does not exist, opens it, and locks it until this process ends; waits
 * while another process holds the lock. Refuses symbolic links inside the folder, because they
 * might lead to any file of the user. A new folder records the options; later runs take from this
 * record the options that their command does not give. Returns false and *error (usage) if the path
 * is not a folder of advise, if the folder was made with other options, or if advise cannot measure
 * what the options select. */
bool tn_folder_open(const char *folder, struct tn_options *s, GError **error);

/* Replaces a file of the folder. The umask determines the file's mode. Files with the suffix ".sh"
 * become executable. */
bool tn_folder_write(const char *folder, const char *name, const char *text, GError **error);

/* Stores measured rows (CSV text) under measured/; the same text is stored only once. */
bool tn_folder_store(const char *folder, const char *text, GError **error);
/* Returns the paths of the measured files (char *), sorted. Transfer full. */
GPtrArray *tn_folder_measured(const char *folder);

#endif
