/* The folder of advise with options and measured rows. */
#ifndef TN_TOOLS_ADVISE_CMD_ADVISE_FOLDER_H
#define TN_TOOLS_ADVISE_CMD_ADVISE_FOLDER_H

#include "plan/options.h"

/* Returns true if an earlier advise has made the folder. */
bool tn_folder_exists(const char *folder);

/* Opens or creates the folder and locks it until this process ends; waits for the lock. Refuses
 * symbolic links inside, which might lead to any file of the user. A new folder records the
 * options; later runs take absent ones from this record. Fails (usage) if the path is no folder of
 * advise, has other options, or advise cannot measure the selection. */
bool tn_folder_open(const char *folder, struct tn_options *s, GError **error);

/* Replaces a file, with a mode by the umask; "*.sh" becomes executable. */
bool tn_folder_write(const char *folder, const char *name, const char *text, GError **error);

/* Stores measured rows (CSV) under measured/; equal texts once. */
bool tn_folder_store(const char *folder, const char *text, GError **error);
/* Ending of the file that a start of measure.sh writes. A start that ends renames it to *.csv. */
#define TN_UNFINISHED ".part"
/* Returns the paths (char *) of the measured files, sorted, with unfinished ones. Transfer full. */
GPtrArray *tn_folder_measured(const char *folder);

#endif
