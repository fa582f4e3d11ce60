/* Row: a point and its results as typed values. Only rows_read.c converts text; row.def lists the
 * columns. Names are interned (GRefString): equal names are one pointer while a row holds them. */
#ifndef TN_STUDY_ROW_H
#define TN_STUDY_ROW_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/sim.h"
#include "values.h"

enum tn_source {
  TN_SOURCE_UNKNOWN = -1,
  TN_SOURCE_SIM,
  TN_SOURCE_MODEL,
  TN_SOURCE_MEASURED,
  TN_SOURCE_IMPORTED,
  TN_N_SOURCES
};
/* names of the sources, "sim" and so on; NULL-terminated */
extern const char *const tn_source_names[];
const char *tn_source_name(enum tn_source source); /* "" for TN_SOURCE_UNKNOWN */
bool tn_source_predicts(enum tn_source source);    /* true for simulated and computed rows */

/* A field per column. Unknown values: "" of names (never NULL), -1 of counts and answers (1 yes, 0
 * no), NAN of times and shares. Times are seconds in whole picoseconds (tn_row_seconds), so that a
 * run's row equals the same row read from a file; shares are in millionths (tn_row_share). */
struct tn_row {
#define TN_COLUMN(role, name, kind, field) TN_ROW_FIELD_##kind field;
#define TN_ROW_FIELD_SOURCE enum tn_source
#define TN_ROW_FIELD_NAME const char *
#define TN_ROW_FIELD_VALUES const struct tn_values *
#define TN_ROW_FIELD_COUNT int64_t
#define TN_ROW_FIELD_TIME double
#define TN_ROW_FIELD_SHARE double
#define TN_ROW_FIELD_ANSWER int
#define TN_COLUMNS_OF_PARTS(list)
#include "row.def"
#undef TN_COLUMN
#undef TN_COLUMNS_OF_PARTS
  double parts[TN_N_PARTS];
  /* true if a race stopped the simulation of the point (study/race.h): its time is longer than
   * avg */
  bool is_stopped;
  /* expected loss of choosing the row at its point, a fraction, given measurements (advise); NAN if
   * not computed */
  double loss;
  /* columns of the file that row.def lacks, with their values: "node=a;run=3" */
  const char *others;
  const char *file; /* name of the file from which the row was read; "": not read from a file */
  int line;         /* number of the row's line, from 1 */
  /* largest number of decimal places in the file's columns of objectives (microseconds); 6 without
   * a file */
  int digits;
};

enum tn_objective {
  TN_OBJECTIVE_AVG,
  TN_OBJECTIVE_SPAN,
  TN_OBJECTIVE_MEDIAN,
  TN_OBJECTIVE_P5,
  TN_OBJECTIVE_P95,
  TN_OBJECTIVE_MAX,
  TN_N_OBJECTIVES
};
/* names of the objectives, "avg" and so on; NULL-terminated */
extern const char *const tn_objective_names[];
const char *tn_objective_column(enum tn_objective objective); /* "avg_us" */
const char *tn_objective_text(enum tn_objective objective);
const char *tn_objective_title(enum tn_objective objective); /* for plots */

enum tn_row_kind {
  TN_ROW_SOURCE,
  TN_ROW_NAME,
  TN_ROW_VALUES,
  TN_ROW_COUNT,
  TN_ROW_TIME,
  TN_ROW_SHARE,
  TN_ROW_ANSWER
};

/* Role of a column in a decision. Rows with the same context and size compete. */
enum tn_row_role { TN_ROLE_CONTEXT = 1, TN_ROLE_CHOICE = 2, TN_ROLE_SIZE = 4, TN_ROLE_RESULT = 8 };

struct tn_row_column {
  const char *name;
  enum tn_row_kind kind;
  size_t offset; /* offset of the field in struct tn_row */
  enum tn_row_role role;
};
extern const struct tn_row_column tn_row_columns[]; /* in file order */
extern const int tn_row_n_columns;

/* Returns the number of the column `name`, or -1. */
int tn_row_column(const char *name);

/* Returns a row in which all values are unknown except memory ("host"). Free it and copies of it
 * with tn_row_free. */
struct tn_row *tn_row_new(void);
struct tn_row *tn_row_copy(const struct tn_row *row);
void tn_row_free(struct tn_row *row);

/* Returns an array (struct tn_row *) that owns its rows. Transfer full. */
GPtrArray *tn_rows_new(void);

/* Sets a field of names: tn_row_name(&row->kernel, "linux-6"). */
void tn_row_name(const char **field, const char *text);

/* Converts microseconds to seconds in whole picoseconds, which keeps 6 decimal places. NAN stays
 * NAN. */
double tn_row_seconds(double microseconds);
/* Converts seconds that tn_row_seconds returned to microseconds. */
double tn_row_microseconds(double seconds);
/* Returns a share rounded to 6 decimal places. NAN stays NAN. */
double tn_row_share(double share);

/* Returns an objective's time in seconds, NAN if unknown. The average replaces an unknown median or
 * 5th percentile of one call and of simulated and computed rows, and the unknown maximum of
 * computed rows. The 95th percentile must be in the row; that of a simulated row counts only under
 * noise. */
double tn_row_time(const struct tn_row *row, enum tn_objective objective);

/* tn_row_noise returns the noise of the row, or "none" if the row has no noise value.
 * tn_row_is_quiet returns true if the noise is "none". */
const char *tn_row_noise(const struct tn_row *row);
bool tn_row_is_quiet(const struct tn_row *row);

bool tn_row_same(const struct tn_row *a, const struct tn_row *b, int column);
/* Returns equal hashes for rows that agree in the column. */
guint tn_row_hash_column(const struct tn_row *row, int column);
bool tn_row_has_value(const struct tn_row *row, int column);
/* Returns true if the rows agree in all columns of these roles (bits of enum tn_row_role) except
 * column `except` (-1: no exception). Two unknown times agree. */
bool tn_row_agrees(const struct tn_row *a, const struct tn_row *b, unsigned roles, int except);

/* Key of hash tables: a row's columns of `roles` except column `except` (-1: no exception). All
 * keys of a table have the same `roles` and `except`. */
struct tn_row_key {
  const struct tn_row *row;
  unsigned roles;
  int except;
};
guint tn_row_key_hash(const void *key);
gboolean tn_row_key_equal(const void *a, const void *b);

/* Functions for hash tables of rows: by context, and by all columns that identify a point. */
guint tn_row_context_hash(const void *row);
gboolean tn_row_context_equal(const void *a, const void *b);
guint tn_row_point_hash(const void *row);
gboolean tn_row_point_equal(const void *a, const void *b);

/* Removes duplicates: one of predictions that are equal in all columns remains, and the median of a
 * point's measured rows. If two predictions of a point differ, returns false and *error (usage),
 * which names the lines of both. */
bool tn_rows_unique(GPtrArray *rows, GError **error);

/* Returns the text of a row's column as in files, "" if unknown. Transfer full. */
char *tn_row_text(const struct tn_row *row, int column);
/* Returns the number in a row's column, in microseconds for times; NAN if unknown or not a
 * number. */
double tn_row_number(const struct tn_row *row, int column);

/* Returns the value of a parameter of the row's algorithm, as in `params`; NULL if the row has no
 * such parameter. Transfer full. */
char *tn_row_param(const struct tn_row *row, const char *name);
/* Returns the value of a column that row.def lacks, or NULL. Transfer full. */
char *tn_row_foreign(const struct tn_row *row, const char *name);
/* Returns the value of the column, parameter or foreign column `name`, or NULL. Transfer full. */
char *tn_row_value(const struct tn_row *row, const char *name);

void tn_row_add_foreign(struct tn_row *row, const char *name, const char *value);
/* Returns the name of a foreign column in which the rows differ, or NULL. Ignores numbers with a
 * fraction, which are results. Transfer full. */
char *tn_row_differs(const struct tn_row *a, const struct tn_row *b);

#endif
