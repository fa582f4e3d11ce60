/* A table of a benchmark while its lines are read: between trace_text.c (rows), trace_heading.c (columns)
 * and trace_title.c (what a program states above its rows). */
#ifndef TN_COMPARE_TRACE_TABLE_H
#define TN_COMPARE_TRACE_TABLE_H

#include "compare_trace.h"

enum { TN_TRACE_FIELDS = 24 };
/* What a column holds. */
enum tn_trace_role {
  TN_TRACE_OTHER,
  TN_TRACE_SIZE,
  TN_TRACE_AVERAGE, /* the second of a line: of the call in place */
  TN_TRACE_LEAST,
  TN_TRACE_MOST,
  TN_TRACE_MEDIAN,
  TN_TRACE_P5,
  TN_TRACE_P95,
  TN_TRACE_OVERLAP, /* percent */
  TN_TRACE_ROOT,
  TN_TRACE_TYPE,
  TN_TRACE_CHECK, /* "Pass", or the number of wrong elements */
  TN_TRACE_RATE   /* MB/s of messages, over all pairs */
};

struct tn_trace_table {
  struct tn_trace *trace;
  int line;
  char *collective;       /* "" if the file does not state it; NULL: it is not simulated here */
  struct tn_row *context; /* what is known of all rows of the table */
  int pairs;              /* that send messages at a time */
  bool in_rows;
  bool is_padded; /* rows may have more values than headings: OSU's and UCC's order is known */
  guint n_fields;
  enum tn_trace_role roles[TN_TRACE_FIELDS];
  GHashTable *last;               /* size -> row of this table, borrowed */
  GArray *ranks;                  /* struct tn_trace_rank (trace_table.c) */
  guint n_strange, first_strange; /* lines that are not rows, and the first of them */
  guint n_failed;                 /* rows that failed the benchmark's own check of the data */
  guint n_untimed[3];             /* IMB's out-of-mem., time-out., int-overflow. */
  int short_heading;              /* line of the first row with more values than headings */
  GError *error;                  /* what is wrong with this line, without its place */
};

/* Returns a row that knows its file. tn_row_free. */
struct tn_row *tn_trace_context(const struct tn_trace *trace);
/* Takes the type of elements by what MPI, NCCL or UCC call it, where the collective may reduce. */
void tn_trace_type(struct tn_row *row, const char *name);

/* Returns the words of a line. Transfer full. */
GPtrArray *tn_trace_words(const char *line);

/* Returns true if the line names columns, and takes them. */
bool tn_trace_heading(struct tn_trace_table *table, const char *line);

/* Returns true if the line states something of the rows below it, which the table takes. */
bool tn_trace_title(struct tn_trace_table *table, const char *line);

/* Makes `last` and `ranks`; ends the table, whose lines per rank become rows. */
void tn_trace_table_init(struct tn_trace_table *table);
void tn_trace_table_end(struct tn_trace_table *table);
/* Returns a row with all that is known of the table's rows. */
struct tn_row *tn_trace_row(const struct tn_trace_table *table);
/* Takes XHC's "RRR: 4096 1.25"; false: it is not that. */
bool tn_trace_per_rank(struct tn_trace_table *table, const char *line);

/* Returns the text behind what a launcher puts before each line (mpirun --tag-output or
 * --timestamp-output, srun -l, mpiexec -l, ts); NULL: a line of standard error. Borrowed. */
const char *tn_trace_line(const char *line);

#endif
