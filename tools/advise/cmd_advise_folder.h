/* What advise keeps between its runs. */
#ifndef TN_TOOLS_ADVISE_CMD_ADVISE_FOLDER_H
#define TN_TOOLS_ADVISE_CMD_ADVISE_FOLDER_H

#include "plan/options.h"

/* Opens a folder, which is made where there is none, and locks it until this process ends; waits where another
 * process has it. Refuses symbolic links in it, which might lead to any file of the user. Settings that are not
 * given become those of its first run; a new folder notes them. False and *error (usage): something else is
 * there, the folder was made with other settings, or advise can not measure what these ask for. */
bool tn_folder_open(const char *folder, struct tn_options *s, GError **error);

/* Replaces the file, with the mode that the umask gives. A name in ".sh" gets execute permission. */
bool tn_folder_write(const char *folder, const char *name, const char *text, GError **error);

/* Keeps measured rows, as CSV, under measured/; once however often they are given. */
bool tn_folder_keep(const char *folder, const char *text, GError **error);
/* Its measured files (char *), sorted. Transfer full. */
GPtrArray *tn_folder_measured(const char *folder);

#endif
