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
  const char *kernel;                 /* kernel profile for measured rows: the running kernel */
  struct tn_outcome *outcome;         /* outcomes, borrowed from the study */
  struct tn_uncertainty *uncertainty; /* uncertainties of the points; NULL if not requested */
};

/* Returns the outcomes of a plan's study together with their source (enum tn_source). */
struct tn_results tn_results_of(const struct tn_plan *plan, enum tn_source source);

/* Returns the text of the kernel column for a point. */
const char *tn_kernel_of(const struct tn_results *results, const struct tn_point *p);

/* Returns true if point i has a result that becomes a row. */
bool tn_has_row(const struct tn_results *results, guint i);
/* Returns row i; point i must have one. Transfer full (tn_row_free). */
struct tn_row *tn_row_take(const struct tn_results *results, guint i);
/* Appends the rows of all points that have one to `rows` (tn_rows_new). */
void tn_rows_take(GPtrArray *rows, const struct tn_results *results);

/* Writes the output of a run; rows appear in the order of the plan while the plan runs. */
struct tn_writer {
  FILE *file;
  struct tn_save save;   /* saved file; .file is NULL for standard output */
  const char *name;      /* name of the file, for errors */
  bool is_partial;       /* true if a point has no row; then FILE.part does not replace FILE */
  bool is_left;          /* true if tn_writer_finish left FILE.part */
  goffset whole;         /* bytes up to the last complete row of a regular file; -1 if unknown */
  int why;               /* errno of the first failed write; 0 if all succeeded */
  enum tn_output format; /* format of the document from `end` */
  enum tn_objective objective; /* selects the time that a table shows */
  GPtrArray *blocks;           /* struct tn_block of the table, set by `ask`; or NULL */
  /* Writes the finished rows from `first` up to, but not including, `end`. May be NULL. */
  void (*rows)(struct tn_writer *w, const struct tn_results *results, guint first, guint end);
  /* Runs the additional simulations that `end` needs. May be NULL. */
  void (*ask)(struct tn_writer *w, const struct tn_results *results, tn_study_runner *run);
  /* Returns the whole output; only for formats that need all rows first. Transfer full. May be
   * NULL. */
  struct tn_document *(*end)(struct tn_writer *w, const struct tn_results *results);
};

/* Initialises the writer of a format. Returns false and *error (usage) if the format does not
 * exist. */
bool tn_writer_init(struct tn_writer *w, const struct tn_options *s, GError **error);
/* Returns true if the settings describe a valid writer, else false and *error. Does not touch
 * files. */
bool tn_writer_check(const struct tn_options *s, GError **error);
/* Initialises only `file` and `name` of the writer, from --output. Refuses a file that was read,
 * and one that another process is writing. Returns false and *error then. */
bool tn_writer_open(struct tn_writer *w, const struct tn_options *s, GError **error);
/* Writes a text to the file of --output. */
bool tn_writer_write(const struct tn_options *s, const char *text, GError **error);
/* Writes a document and frees it. A page gets the command as its title if it has no title. */
void tn_page_write(FILE *out, const struct tn_options *s, struct tn_document *d);
/* Writes a document to the file of --output, as tn_page_write does. */
bool tn_writer_print(const struct tn_options *s, struct tn_document *d, GError **error);
/* Writes a text to another file; NULL: standard output. */
bool tn_writer_write_to(const struct tn_options *s, const char *name, const char *text,
                        GError **error);
/* Returns true if the file can be written and was not read, else false and *error. Does not create
 * the file. */
bool tn_writer_can_write(const struct tn_options *s, const char *name, GError **error);
/* Checks, before the simulation, each file that an option of `command` (TN_CMD_...) names, as
 * tn_writer_can_write does. */
bool tn_writer_check_all(const struct tn_options *s, unsigned command, GError **error);
/* Checks that the file of option o, if given, can be written in addition to the rows: it can be
 * opened, was not read, and is not the file of --output. Returns false and *error (usage)
 * otherwise. */
bool tn_writer_check_other(const struct tn_options *s, enum tn_option o, const char *name,
                           GError **error);
/* Closes the file and renames FILE.part to FILE. If rows are missing or the process was
 * interrupted, FILE.part remains; such a file is removed if its format is not one for rows. Returns
 * false and *error after a write error; FILE.part in CSV or OSU format is then truncated after its
 * last complete row. */
bool tn_writer_finish(struct tn_writer *w, GError **error);

/* Returns true if the plan has several noises or seeds. tn_slowdowns_write then writes one line
 * for all seeds of a choice under a noise (slowdown_text.c). */
bool tn_slowdowns_asked(const struct tn_plan *plan);
void tn_slowdowns_write(struct tn_document *d, const struct tn_results *results,
                        enum tn_objective objective);

/* Functions `ask` and `end` of the writer for the text format, which includes the assumed
 * parameters (rows_table.c). */
void tn_blocks_ask(struct tn_writer *w, const struct tn_results *results, tn_study_runner *run);
struct tn_document *tn_blocks_write(struct tn_writer *w, const struct tn_results *results);

#endif
