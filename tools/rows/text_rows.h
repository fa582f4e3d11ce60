/* Finished points as rows, and the writers of all output formats. */
#ifndef TN_TOOLS_ROWS_TEXT_ROWS_H
#define TN_TOOLS_ROWS_TEXT_ROWS_H

#include <stdio.h>

#include "document/document.h"
#include "perturb/trials.h"
#include "plan/points.h"
#include "study/csv.h"
#include "study/rows.h"
#include "table/save.h"

struct tn_uncertainty;

/* The results of a plan: outcome[i] belongs to point i. */
struct tn_results {
  const struct tn_plan *plan; /* borrowed */
  enum tn_source source;
  /* running kernel of measured rows, as in "linux-6.1.0"; NULL: the point's kernel profile */
  const char *kernel;
  struct tn_outcome *outcome;         /* borrowed from the study */
  struct tn_uncertainty *uncertainty; /* uncertainties of the points; NULL if not requested */
};

/* Returns the results of a plan: the outcomes of its study, and their source. */
struct tn_results tn_results_of(const struct tn_plan *plan, enum tn_source source);

const char *tn_kernel_of(const struct tn_results *results, const struct tn_point *p);

/* Returns true if point i has a row, because it ran. */
bool tn_has_row(const struct tn_results *results, guint i);
/* Returns the row of point i, which must have one. Transfer full (tn_row_free). */
struct tn_row *tn_row_take(const struct tn_results *results, guint i);
/* Appends the rows of all points that have one to `rows` (tn_rows_new). */
void tn_rows_take(GPtrArray *rows, const struct tn_results *results);

/* Writer of a run's output. Rows are written in plan order during the run. */
struct tn_writer {
  FILE *file;
  struct tn_save save; /* .file is NULL for standard output */
  const char *name;    /* name of the file, for errors */
  bool is_partial;     /* true if a point lacks a row, so that FILE.part remains */
  bool is_left;        /* true if FILE.part remains */
  /* length up to the end of the last complete row of a regular file, in bytes; -1 if unknown */
  goffset whole;
  int why;                     /* errno of the first failed write, or 0 */
  enum tn_output format;       /* format of the document that `end` returns */
  enum tn_objective objective; /* time that tables show */
  GPtrArray *blocks;           /* struct tn_block: made by `ask`; or NULL */
  /* Writes the rows of the finished points in [first, end). May be NULL. */
  void (*rows)(struct tn_writer *w, const struct tn_results *results, guint first, guint end);
  /* Runs the simulations that `end` needs. May be NULL. */
  void (*ask)(struct tn_writer *w, const struct tn_results *results, tn_study_runner *run);
  /* Returns the whole output, for formats that need all rows first. Transfer full. NULL for other
   * formats. */
  struct tn_document *(*end)(struct tn_writer *w, const struct tn_results *results);
};

/* Initialises the writer of --format. Returns false and *error (usage) if the format does not
 * exist. */
bool tn_writer_init(struct tn_writer *w, const struct tn_options *s, GError **error);
/* Returns true if the options describe a valid writer, otherwise false and *error. Does not touch
 * files. */
bool tn_writer_check(const struct tn_options *s, GError **error);
/* Initialises only `file` and `name`, by --output. Refuses files that this program has read, or
 * that another process is writing. */
bool tn_writer_open(struct tn_writer *w, const struct tn_options *s, GError **error);
/* Writes a text to the file of --output. */
bool tn_writer_write(const struct tn_options *s, const char *text, GError **error);
/* Writes and frees a document. A page without a title gets the command as its title. */
void tn_page_write(FILE *out, const struct tn_options *s, struct tn_document *d);
/* Writes a document to --output, as tn_page_write. */
bool tn_writer_print(const struct tn_options *s, struct tn_document *d, GError **error);
/* Writes a text to the file `name`; NULL: to standard output. */
bool tn_writer_write_to(const struct tn_options *s, const char *name, const char *text,
                        GError **error);
/* Checks that the file can be written and was not read. Does not create it. */
bool tn_writer_can_write(const struct tn_options *s, const char *name, GError **error);
/* Checks, before simulating, the files of all options of `command` (TN_CMD_...), as
 * tn_writer_can_write. */
bool tn_writer_check_all(const struct tn_options *s, unsigned command, GError **error);
/* Returns true if option o's file, if given, can be written in addition to the rows: it can be
 * opened, was not read, and is not the file of --output. Errors are usage errors. */
bool tn_writer_check_other(const struct tn_options *s, enum tn_option o, const char *name,
                           GError **error);
/* Closes the file and renames FILE.part to FILE. After missing rows or an interruption, FILE.part
 * remains if the format is one for rows, otherwise it is removed. After a write error, FILE.part in
 * CSV or OSU format is truncated to its last whole row. */
bool tn_writer_finish(struct tn_writer *w, GError **error);

/* Returns true for several noises or seeds. tn_slowdowns_write then writes, for each noise, a line
 * per choice with the results of all seeds (slowdown_text.c). */
bool tn_slowdowns_asked(const struct tn_plan *plan);
void tn_slowdowns_write(struct tn_document *d, const struct tn_results *results,
                        enum tn_objective objective);

/* Functions `ask` and `end` of struct tn_writer for the text format, with assumed parameters
 * (rows_table.c). */
void tn_blocks_ask(struct tn_writer *w, const struct tn_results *results, tn_study_runner *run);
struct tn_document *tn_blocks_write(struct tn_writer *w, const struct tn_results *results);

#endif
