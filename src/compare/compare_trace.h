/* Reads measured times: rows of turnstile; output of the OSU benchmarks, IMB-MPI1, MPICH's bench,
 * nccl-tests and ucc_perftest, with any line prefix of a launcher; and CSV tables. If a file does
 * not state a condition (platform, ranks, algorithm) and the user does not either, the condition is
 * unknown in the rows. */
#ifndef TN_COMPARE_COMPARE_TRACE_H
#define TN_COMPARE_COMPARE_TRACE_H

#include "study/rows.h"

/* A text to parse and the arrays that receive its rows and notes. All members are borrowed. */
struct tn_trace {
  const char *file; /* file name in error messages */
  const char *text;
  gsize length;
  const char *columns; /* "OURS=THEIRS,..." for foreign CSV; if NULL, only columns with our names
                        * are read */
  /* names of additional columns of foreign CSV that the caller reads, NULL-terminated; may be
   * NULL. `columns` may map these names, even to missing columns */
  const char *const *more;
  bool messages;    /* true to read only the tables of one-way messages in output of OSU and IMB;
                     * these rows have no collective */
  GPtrArray *rows;  /* array that receives the rows (tn_rows_new) */
  GPtrArray *notes; /* char *, owned: array that receives one line for each kind of skipped data */
};

/* Appends the rows of a text in any known form, including turnstile's own. Returns false and *error
 * (usage) "file:line: reason" if the input is malformed. Rows of other programs have the source
 * "imported" and the protocol of their program. */
bool tn_trace_parse(struct tn_trace *trace, GError **error);

/* Converts the sizes in rows of nccl-tests from bytes of all ranks to bytes of one block. The rows
 * must state collective and ranks. */
void tn_trace_block_sizes(const GPtrArray *rows);

/* Checks whether a time, in seconds, is plausible for `messages` consecutive messages of `bytes`
 * bytes each within a node. Returns 0 if it is, -1 if it is far too short and 1 if it is far too
 * long, for example because of a wrong unit. */
int tn_trace_doubt(double seconds, double bytes, double messages);
#define TN_TRACE_UNIT                                                                              \
  "in a node 0.01 us to 50 us and 50 MB/s to 1 TB/s are accepted (are the times in us?)"

/* The functions below are private to compare_trace.c and the readers of each family of programs. */

/* Returns the text in UTF-8. The text is converted from UTF-16 if it has a byte order mark, and
 * otherwise from ISO 8859-1 (with a note) if it is not valid UTF-8. Transfer full. Returns NULL and
 * *error (usage) on failure. */
char *tn_trace_decode(const char *file, const char *text, gsize length, gsize *ret_length,
                      GPtrArray *notes, GError **error);
/* Sets *error for a file without rows; the message includes the file's notes, which begin at index
 * `first` of `notes`. Always returns false. */
bool tn_trace_refuse_empty(const char *file, const GPtrArray *notes, guint first, GError **error);
/* Returns true if the text has the title of a benchmark whose tables trace_text.c reads. */
bool tn_trace_text_is(const char *text, gsize length);
bool tn_trace_text_parse(struct tn_trace *trace, GError **error);
bool tn_trace_csv_parse(struct tn_trace *trace, GError **error);

/* Returns true if an algorithm has a parameter of this name, so that CSV may have it as a
 * column. */
bool tn_trace_is_param(const char *name);

/* Sets the row's algorithm by the library's name or number (algos/library/library_names.h). The
 * collective must be known. Number 0 is library:ompi, Open MPI's own decision. */
void tn_trace_name_algorithm(struct tn_row *row);

#endif
