/* Finished points as rows, and the formats in which they come out. */
#ifndef TN_TOOLS_ROWS_TEXT_ROWS_H
#define TN_TOOLS_ROWS_TEXT_ROWS_H

#include <stdio.h>

#include "document/document.h"
#include "perturb/trials.h"
#include "plan/points.h"
#include "study/csv.h"
#include "study/rows.h"
#include "table/save.h"

struct tn_doubts;

/* The results of a plan: outcome[i] belongs to point i. */
struct tn_results {
  const struct tn_plan *plan; /* borrowed */
  enum tn_source source;
  const char *kernel;         /* of measured rows: the running one */
  struct tn_outcome *outcome; /* the study's */
  struct tn_doubts *doubts;   /* of its points; NULL: nobody asked for them */
};

/* The outcomes of a plan's study under their source's name. */
struct tn_results tn_results_of(const struct tn_plan *plan, enum tn_source source);

/* What the kernel column says of a point. */
const char *tn_kernel_of(const struct tn_results *results, const struct tn_point *p);

/* Whether point i has a row. */
bool tn_has_row(const struct tn_results *results, guint i);
/* Row i, of a point that has one. Transfer full (tn_row_free). */
struct tn_row *tn_row_take(const struct tn_results *results, guint i);
/* Appends all rows that there are to rows (tn_rows_new). */
void tn_rows_take(GPtrArray *rows, const struct tn_results *results);

/* Rows in the order of the plan, while it goes on. */
struct tn_writer {
  FILE *file;
  struct tn_save save; /* the file's; .file is NULL for standard output */
  const char *name;    /* of the file, for errors */
  bool is_partial;     /* true if a point has no row: FILE.part then does not replace FILE */
  bool is_left;        /* true after tn_writer_finish if FILE.part was left */
  goffset whole;       /* bytes of a regular file up to the last whole row; -1: nothing is known */
  int why;             /* errno of the first row that did not reach it, 0: none */
  enum tn_output format;       /* of the document that `end` writes */
  enum tn_objective objective; /* whose time a table shows */
  GPtrArray *blocks;           /* struct tn_block of the table, once it has asked; NULL */
  /* Writes the rows from `first` up to `end`; finished ones only. May be NULL. */
  void (*rows)(struct tn_writer *w, const struct tn_results *results, guint first, guint end);
  /* Simulates what `end` tells beside the rows. May be NULL. */
  void (*ask)(struct tn_writer *w, const struct tn_results *results, tn_study_runner *run);
  /* Returns all of the output, of formats that need all rows first. Transfer full. May be NULL. */
  struct tn_document *(*end)(struct tn_writer *w, const struct tn_results *results);
};

/* The writer of a format; NULL and *error (usage) when it does not exist. */
bool tn_writer_init(struct tn_writer *w, const struct tn_options *s, GError **error);
/* Whether the settings make one, as far as that can be told without touching a file. */
bool tn_writer_check(const struct tn_options *s, GError **error);
/* Only its file and name, from --output. Refuses a file that was read, and one that another process
 * is writing. */
bool tn_writer_open(struct tn_writer *w, const struct tn_options *s, GError **error);
/* Writes a text there. */
bool tn_writer_write(const struct tn_options *s, const char *text, GError **error);
/* Writes a document, a page with the command as its title unless it has one, and frees it. */
void tn_page_write(FILE *out, const struct tn_options *s, struct tn_document *d);
/* Writes a document so to the file of --output. */
bool tn_writer_print(const struct tn_options *s, struct tn_document *d, GError **error);
/* Writes a text to another file; NULL: standard output. */
bool tn_writer_write_to(const struct tn_options *s, const char *name, const char *text,
                        GError **error);
/* Whether the file can be written, and was not read; makes no file. */
bool tn_writer_can_write(const struct tn_options *s, const char *name, GError **error);
/* The same for each file that an option of `command` (TN_CMD_...) names, before it simulates. */
bool tn_writer_check_all(const struct tn_options *s, unsigned command, GError **error);
/* That the file which option o names, if any, can be written beside the rows: it can be opened, is
 * neither read nor that of --output. False and *error (usage) otherwise. */
bool tn_writer_check_other(const struct tn_options *s, enum tn_option o, const char *name,
                           GError **error);
/* Closes the file; FILE.part becomes FILE. It stays FILE.part if it is partial or the process was
 * interrupted, and is removed then if it is no file of rows. False and *error when not everything
 * reached it; FILE.part of CSV or OSU's text is then cut back to its last whole row. */
bool tn_writer_finish(struct tn_writer *w, GError **error);

/* Whether the plan has several noises or seeds, and the text for people then: a line for all seeds
 * of a choice under a noise (slowdown_text.c). */
bool tn_slowdowns_asked(const struct tn_plan *plan);
void tn_slowdowns_write(struct tn_document *d, const struct tn_results *results,
                        enum tn_objective objective);

/* The document for people (rows_table.c), and what it tells of the assumed parameters. */
void tn_blocks_ask(struct tn_writer *w, const struct tn_results *results, tn_study_runner *run);
struct tn_document *tn_blocks_write(struct tn_writer *w, const struct tn_results *results);

#endif
