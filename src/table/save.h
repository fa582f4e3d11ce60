/* Files that commands write. A regular FILE is written as FILE.part beside it, which replaces FILE when
 * it is complete, so that FILE is never lost to a command that fails. Pipes, devices and what
 * standard output or error are redirected to are written directly. */
#ifndef TN_TABLE_SAVE_H
#define TN_TABLE_SAVE_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

struct tn_save {
  FILE *file;
  char *target; /* the file to replace, links resolved; NULL: written directly */
  char *part;   /* target.part; NULL: written directly */
  bool copies; /* true if FILE has a second name or another owner: it gets the bytes of FILE.part */
};

/* How the writing of a file ends. */
enum tn_save_end {
  TN_SAVE_REPLACE, /* FILE.part replaces FILE */
  TN_SAVE_LEAVE,   /* FILE stays; FILE.part, too, unless it is empty */
  TN_SAVE_DISCARD, /* FILE stays; FILE.part is removed */
};

/* Returns the name of FILE.part with links resolved, or NULL if `name` is written directly. Transfer
 * full. */
char *tn_save_part(const char *name);

/* Returns true if `name` can be written; makes no file and opens no pipe. Otherwise sets *error
 * (G_FILE_ERROR: "NAME: cannot write there: why"). */
bool tn_save_check(const char *name, GError **error);

/* Opens the file, empty, and locks it. False and *error as above, and if another process writes to it. */
bool tn_save_open(struct tn_save *ret, const char *name, GError **error);

/* Closes the file. False and *error if it cannot be written; FILE then is as it was. */
bool tn_save_close(struct tn_save *save, enum tn_save_end end, GError **error);

/* Writes a whole file of `length` bytes (-1: up to the NUL). */
bool tn_save_write(const char *name, const char *text, gssize length, GError **error);

#endif
