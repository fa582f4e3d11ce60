/* What advise keeps between its runs. */
#ifndef TN_TOOLS_ADVISE_FOLDER_H
#define TN_TOOLS_ADVISE_FOLDER_H

#include <glib.h>
#include <stdbool.h>

/* Opens a folder, which is made where there is none, and locks it until this process ends; waits where another
 * process has it. Refuses symbolic links in it, which might lead to any file of the user. *ret_words: the words of the command that it was
 * made by; NULL: it is new. False and *error (usage): something else is there. */
bool tn_folder_open(const char *folder, char ***ret_words, GError **error);
/* Notes the words of its command. */
bool tn_folder_note(const char *folder, char *const *words, GError **error);

/* FOLDER/NAME. Transfer full. */
char *tn_folder_file(const char *folder, const char *name);
/* Replaces the file, with the mode that the umask gives. A name in ".sh" gets execute permission. */
bool tn_folder_write(const char *folder, const char *name, const char *text, GError **error);

/* Keeps measured rows, as CSV, under measured/; once however often they are given. */
bool tn_folder_keep(const char *folder, const char *text, GError **error);
/* Its measured files (char *), sorted. Transfer full. */
GPtrArray *tn_folder_measured(const char *folder);

#endif
