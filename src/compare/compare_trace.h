/* Reads measured times: rows of turnstile; output of the OSU benchmarks, IMB-MPI1, MPICH's bench,
 * nccl-tests and ucc_perftest, with any launcher's line prefix; CSV tables. Conditions that neither
 * the file nor the user states are unknown. */
#ifndef TN_COMPARE_COMPARE_TRACE_H
#define TN_COMPARE_COMPARE_TRACE_H

#include "study/rows.h"

/* A text to parse and the arrays that receive its rows and notes. All members are borrowed. */
struct tn_trace {
  const char *file; /* name in error messages */
  const char *text;
  gsize length;
  /* names of columns of foreign CSV as "OURS=THEIRS,..."; NULL: all are ours */
  const char *columns;
  /* names of additional columns of foreign CSV that the caller needs, NULL-terminated, may be NULL;
   * `columns` may map them, even to missing columns */
  const char *const *more;
  bool messages; /* true to read only one-way messages of OSU and IMB; these rows have no
                  * collective */
  GPtrArray *rows;
  GPtrArray *notes; /* char *, owned: one line for each kind of skipped data */
};

/* Appends the rows of a text in any known form, including turnstile's own. Returns false and *error
 * (usage) "file:line: reason" if the input is malformed. Rows of other programs have source
 * "imported" and their program's protocol. */
bool tn_trace_parse(struct tn_trace *trace, GError **error);

/* Converts nccl-tests' sizes from bytes of all ranks to bytes of one block. The rows must have
 * their collective and ranks. */
void tn_trace_block_sizes(const GPtrArray *rows);

/* Returns 0 if a time in seconds is plausible for `messages` consecutive messages of `bytes` bytes
 * within a node, -1 if far too short, 1 if far too long (wrong unit?). */
int tn_trace_doubt(double seconds, double bytes, double messages);
#define TN_TRACE_UNIT                                                                              \
  "in a node 0.01 us to 50 us and 50 MB/s to 1 TB/s are accepted (are the times in us?)"

/* Functions below are private to compare_trace.c and the readers. */

/* Returns the text in UTF-8, converted from UTF-16 by its byte order mark, or from ISO 8859-1 (with
 * a note). Transfer full. Returns NULL and *error (usage) on failure. */
char *tn_trace_decode(const char *file, const char *text, gsize length, gsize *ret_length,
                      GPtrArray *notes, GError **error);
/* Sets *error for a file without rows. The message lists the notes from index `first` on. Always
 * returns false. */
bool tn_trace_refuse_empty(const char *file, const GPtrArray *notes, guint first, GError **error);
bool tn_trace_text_is(const char *text, gsize length);
bool tn_trace_text_parse(struct tn_trace *trace, GError **error);
bool tn_trace_csv_parse(struct tn_trace *trace, GError **error);

/* Returns true if an algorithm has a parameter of this name, so that CSV may have it as a
 * column. */
bool tn_trace_is_param(const char *name);

/* Replaces the row's algorithm, a library's name or number (library_names.h), by our name. The
 * collective must be known. Number 0 becomes library:ompi, Open MPI's own decision. */
void tn_trace_name_algorithm(struct tn_row *row);

#endif
