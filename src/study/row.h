/* A point and what is known of it: one row of what is written, read, compared and decided on. Every
 * value has its type; text is made of it and read into it in rows_read.c only. One
 * table of columns says what there is, in the order of the files.
 *
 * Names are interned (GRefString): equal names are one pointer as long as a row holds them. */
#ifndef TN_STUDY_ROW_H
#define TN_STUDY_ROW_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/sim.h"
#include "values.h"

/* Where a row comes from. */
enum tn_source {
  TN_SOURCE_UNKNOWN = -1,
  TN_SOURCE_SIM,
  TN_SOURCE_MODEL, /* closed forms */
  TN_SOURCE_MEASURED,
  TN_SOURCE_IMPORTED, /* what other programs wrote */
  TN_N_SOURCES
};
extern const char *const tn_source_names[];        /* "sim", ..., NULL-terminated */
const char *tn_source_name(enum tn_source source); /* "" for unknown */
bool tn_source_predicts(enum tn_source source);    /* simulated or computed, not measured */

/* A field for each column. Names are never NULL: "" is unknown. Counts: -1 is unknown. Times: seconds, NAN
 * is unknown; whole picoseconds (tn_row_seconds), so that a row of a run and the same row of a file are
 * equal. Shares: millionths (tn_row_share). Answers: 1 yes, 0 no, -1 unknown. */
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
  bool is_stopped; /* of a race (study/race.h): the time is above avg */
  const char
      *others; /* "node=a;run=3": columns of its file that are none of ours, as they were there */
  const char *file; /* where it was read, "" when it was not */
  int line;         /* there, from 1 */
  int digits;       /* behind the point of the time in microseconds, the most of `avg`, `span`,
                     * `avg_median` and `avg_p5` as they were written; 6 when nothing was read */
};

/* What a time is chosen by. */
enum tn_objective {
  TN_OBJECTIVE_AVG,
  TN_OBJECTIVE_SPAN,
  TN_OBJECTIVE_MEDIAN,
  TN_OBJECTIVE_P5,
  TN_OBJECTIVE_P95,
  TN_OBJECTIVE_MAX,
  TN_N_OBJECTIVES
};
extern const char *const tn_objective_names[];                /* "avg", ..., NULL-terminated */
const char *tn_objective_column(enum tn_objective objective); /* "avg_us" */
const char *tn_objective_says(enum tn_objective objective);   /* in words */
const char *tn_objective_title(enum tn_objective objective);  /* in few words, for pictures */

enum tn_row_kind {
  TN_ROW_SOURCE,
  TN_ROW_NAME,
  TN_ROW_VALUES,
  TN_ROW_COUNT,
  TN_ROW_TIME,
  TN_ROW_SHARE,
  TN_ROW_ANSWER
};

/* What a column is to a decision. Rows of one context, with one size, are the choices. */
enum tn_row_role { TN_ROLE_CONTEXT = 1, TN_ROLE_CHOICE = 2, TN_ROLE_SIZE = 4, TN_ROLE_RESULT = 8 };

struct tn_row_column {
  const char *name;
  enum tn_row_kind kind;
  size_t offset; /* of the field in struct tn_row */
  enum tn_row_role role;
};
extern const struct tn_row_column tn_row_columns[]; /* in the order of the files */
extern const int tn_row_n_columns;

/* Number of the column called `name`, or -1. */
int tn_row_column(const char *name);

/* A row that knows nothing but that buffers are the host's. tn_row_free; so is a copy's. */
struct tn_row *tn_row_new(void);
struct tn_row *tn_row_copy(const struct tn_row *row);
void tn_row_free(struct tn_row *row);

/* An array (struct tn_row *) that owns its rows. Transfer full. */
GPtrArray *tn_rows_new(void);

/* Sets a name of a row: tn_row_name(&row->kernel, "linux-6"). */
void tn_row_name(const char **field, const char *text);

/* Seconds as rows hold them: whole picoseconds, the nearest of those that print as the same
 * microseconds with 6 digits behind the point. NAN stays. */
double tn_row_seconds(double microseconds);
/* The way back: the number that stands for such a time in a file. */
double tn_row_microseconds(double seconds);
/* A share as rows hold it: the nearest of those that are written with 6 digits. NAN stays. */
double tn_row_share(double share);

/* The time that an objective chooses by, NAN when unknown. The median and 5th percentile of one call,
 * and of simulated and computed rows that have none, are the average, as is the longest time of computed
 * ones; the 95th percentile is known only where it is told, of simulated rows only where there was
 * noise. */
double tn_row_time(const struct tn_row *row, enum tn_objective objective);

/* The noise that the row was under: "none", too, where it says nothing of it; and whether there was
 * none. */
const char *tn_row_noise(const struct tn_row *row);
bool tn_row_is_quiet(const struct tn_row *row);

/* Whether two rows agree in a column. */
bool tn_row_same(const struct tn_row *a, const struct tn_row *b, int column);
/* A hash of a column; equal for rows that are the same there. */
guint tn_row_hash_column(const struct tn_row *row, int column);
/* Whether the value of a column is known. */
bool tn_row_knows(const struct tn_row *row, int column);
/* Whether they agree in all columns of these roles (bits of enum tn_row_role) but `except` (-1:
 * none). Times agree when both are unknown, too. */
bool tn_row_agrees(const struct tn_row *a, const struct tn_row *b, unsigned roles, int except);

/* A row under the columns of some roles but `except` (-1: none), as hash tables know it. All keys
 * of a table name the same roles and exception. */
struct tn_row_key {
  const struct tn_row *row;
  unsigned roles;
  int except;
};
guint tn_row_key_hash(const void *key);
gboolean tn_row_key_equal(const void *a, const void *b);

/* For hash tables of rows: by context; by all that makes a point. */
guint tn_row_context_hash(const void *row);
gboolean tn_row_context_equal(const void *a, const void *b);
guint tn_row_point_hash(const void *row);
gboolean tn_row_point_equal(const void *a, const void *b);

/* Drops rows that are there twice: predictions that are alike in every column, and of measured ones all but
 * the median of each point. False and *error (usage), naming the lines of both, when two predictions of one
 * point differ. */
bool tn_rows_unique(GPtrArray *rows, GError **error);

/* The value of a column as it is written, "" when unknown. Transfer full. */
char *tn_row_text(const struct tn_row *row, int column);
/* The number of a column, microseconds for times; NAN when it is unknown or none. */
double tn_row_number(const struct tn_row *row, int column);

/* The value of a parameter of the row's algorithm, as in `params`; NULL when it has none. Transfer
 * full. */
char *tn_row_param(const struct tn_row *row, const char *name);
/* The same of a column of its file that is none of ours. */
char *tn_row_other(const struct tn_row *row, const char *name);
/* The same of a column, a parameter or such a column. */
char *tn_row_value(const struct tn_row *row, const char *name);

/* Adds a column that is none of ours. */
void tn_row_add_other(struct tn_row *row, const char *name, const char *value);
/* A column that is none of ours and in which the rows differ, NULL: none. Numbers with a fraction do not
 * count: they are results. Transfer full. */
char *tn_row_differs(const struct tn_row *a, const struct tn_row *b);

#endif
