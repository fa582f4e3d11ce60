/* Output files of commands. A regular FILE is written as FILE.part in the same folder, which
 * replaces FILE when it is complete, so that a failed command never destroys FILE. Pipes, devices
 * and redirected standard streams are written directly. */
#ifndef TN_TABLE_SAVE_H
#define TN_TABLE_SAVE_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

struct tn_save {
  FILE *file;
  /* path of the file to replace, with links resolved; NULL if FILE is written directly */
  char *target;
  char *part; /* path of FILE.part; NULL if FILE is written directly */
  /* true if FILE has hard links or another owner: the bytes of FILE.part are then copied to FILE */
  bool copies;
};

enum tn_save_end {
  TN_SAVE_REPLACE, /* FILE.part replaces FILE */
  TN_SAVE_LEAVE,   /* FILE is unchanged; FILE.part is removed if empty */
  TN_SAVE_DISCARD, /* FILE is unchanged; FILE.part is removed */
};

/* Returns the path of FILE.part with links resolved, or NULL if `name` is written directly.
 * Transfer full. */
char *tn_save_part(const char *name);

/* Checks that `name` can be written, without creating a file or opening a pipe. Returns false and
 * *error (G_FILE_ERROR: "NAME: cannot write there: why") if it cannot. */
bool tn_save_check(const char *name, GError **error);

/* Opens an empty file and locks it. Returns false and *error as tn_save_check does, also if another
 * process is writing the file. */
bool tn_save_open(struct tn_save *ret, const char *name, GError **error);

/* Closes the file as `end` requests. If the bytes could not be written, returns false and *error,
 * and FILE is unchanged. */
bool tn_save_close(struct tn_save *save, enum tn_save_end end, GError **error);

/* Writes a whole file of `length` bytes (-1: up to the NUL). */
bool tn_save_write(const char *name, const char *text, gssize length, GError **error);

#endif
