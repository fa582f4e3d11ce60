/* State of the parser within a benchmark's table. It is shared by trace_text.c (rows),
 * trace_heading.c (columns) and trace_title.c (text above the rows). */
#ifndef TN_COMPARE_TRACE_TABLE_H
#define TN_COMPARE_TRACE_TABLE_H

#include "compare_trace.h"

enum { TN_TRACE_FIELDS = 24 };
enum tn_trace_role {
  TN_TRACE_OTHER,
  TN_TRACE_SIZE,
  /* mean time; if a line has two averages, the second is that of the in-place call */
  TN_TRACE_AVERAGE,
  TN_TRACE_LEAST,
  TN_TRACE_MAX,
  TN_TRACE_MEDIAN,
  TN_TRACE_P5,
  TN_TRACE_P95,
  TN_TRACE_OVERLAP, /* overlap in percent */
  TN_TRACE_ROOT,
  TN_TRACE_TYPE,
  TN_TRACE_CHECK, /* "Pass", or the number of wrong elements */
  TN_TRACE_RATE   /* MB/s over all pairs */
};

struct tn_trace_table {
  struct tn_trace *trace;
  int line;
  /* name of the collective; "" if the file does not name it; NULL if turnstile lacks it */
  char *collective;
  struct tn_row *context; /* values that all rows of the table share */
  int pairs;              /* pairs of ranks that send concurrently */
  bool in_rows;
  /* true if rows may have more values than there are headings, in the order of OSU or UCC */
  bool is_padded;
  guint n_fields;
  enum tn_trace_role roles[TN_TRACE_FIELDS];
  GHashTable *last; /* key: size; value: the row of this table with that size,
                     * borrowed */
  GArray *ranks;    /* struct tn_trace_rank (trace_table.c) */
  /* number of lines that are not rows; number of the first such line */
  guint n_strange, first_strange;
  guint n_failed;     /* number of rows that failed the benchmark's own check of the
                       * data */
  guint n_untimed[3]; /* number of lines with each of IMB's words out-of-mem.,
                       * time-out., int-overflow. */
  int short_heading;  /* number of the first line that has more values than the table
                       * has headings */
  GError *error;      /* error in the current line, without position */
};

/* Returns a row with the file name of the trace; free the row with tn_row_free. */
struct tn_row *tn_trace_context(const struct tn_trace *trace);
/* Sets the element type from its name in MPI, NCCL or UCC, if the collective can reduce. */
void tn_trace_type(struct tn_row *row, const char *name);

/* Returns the words of a line (char *). Transfer full. */
GPtrArray *tn_trace_words(const char *line);

/* Returns true if the line has column headings, which are stored. */
bool tn_trace_heading(struct tn_trace_table *table, const char *line);

/* Returns true if the line describes the rows below it; stores the description. */
bool tn_trace_title(struct tn_trace_table *table, const char *line);

/* tn_trace_table_init initialises `last` and `ranks`. tn_trace_table_end ends the table and makes
 * rows of its lines per rank. */
void tn_trace_table_init(struct tn_trace_table *table);
void tn_trace_table_end(struct tn_trace_table *table);
struct tn_row *tn_trace_row(const struct tn_trace_table *table);
/* Parses XHC's "RRR: 4096 1.25". Returns false for another form. */
bool tn_trace_per_rank(struct tn_trace_table *table, const char *line);

/* Returns the part of the line after a launcher's prefix (mpirun --tag-output or
 * --timestamp-output, srun -l, mpiexec -l, ts), borrowed. Returns NULL for a line of standard
 * error. */
const char *tn_trace_line(const char *line);

#endif
