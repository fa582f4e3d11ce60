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
  /* path of the file to replace, with symbolic links resolved; NULL if FILE is written directly */
  char *target;
  char *part; /* path of FILE.part; NULL if FILE is written directly */
  /* true if FILE has several hard links or another owner: FILE.part is then copied into FILE,
   * instead of replacing it */
  bool copies;
};

enum tn_save_end {
  TN_SAVE_REPLACE,
  TN_SAVE_LEAVE,   /* leave FILE unchanged; remove FILE.part if it is empty */
  TN_SAVE_DISCARD, /* leave FILE unchanged; remove FILE.part */
};

/* Returns the path of FILE.part, with symbolic links resolved; NULL if FILE is written directly.
 * Transfer full. */
char *tn_save_part(const char *name);

/* Returns true if `name` can be written, without creating or opening it. Otherwise returns false
 * and *error (G_FILE_ERROR: "NAME: cannot write there: reason"). */
bool tn_save_check(const char *name, GError **error);

/* Opens and locks an empty output file. Fails like tn_save_check, or if another process writes
 * it. */
bool tn_save_open(struct tn_save *ret, const char *name, GError **error);

/* Closes the file as `end` requests. Returns false and *error after a write error; FILE is then
 * unchanged. */
bool tn_save_close(struct tn_save *save, enum tn_save_end end, GError **error);

/* Writes an output file with `length` bytes of `text` (-1: up to the NUL). */
bool tn_save_write(const char *name, const char *text, gssize length, GError **error);

#endif
