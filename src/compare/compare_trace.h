/* The reader of measured times: rows of this program; the text of the OSU benchmarks, IMB-MPI1, MPICH's
 * bench, nccl-tests and ucc_perftest, whatever a launcher puts before its lines; and tables as CSV.
 * What a file does not state (platform, ranks, algorithm) is unknown in its rows unless the user states
 * it. */
#ifndef TN_COMPARE_COMPARE_TRACE_H
#define TN_COMPARE_COMPARE_TRACE_H

#include "study/rows.h"

/* A text and where it goes. Everything is borrowed. */
struct tn_trace {
  const char *file; /* named in errors */
  const char *text;
  gsize length;
  const char *columns; /* "OURS=THEIRS,..." for CSV that is not ours; may be NULL: what has our
                        * names is read by them */
  /* columns of such CSV that the caller reads, too, NULL-terminated: `columns` may name them, and
   * columns that are not there; may be NULL */
  const char *const *more;
  bool messages;    /* of OSU and IMB: the tables of one-way messages, and no collective's; their
                        * rows have none */
  GPtrArray *rows;  /* tn_rows_new(): gets the rows */
  GPtrArray *notes; /* char *, owned: gets one line on whatever was left out */
};

/* Appends the rows of a text of any known form; of ours too. False and *error (usage) as
 * "file:line: what" on anything malformed. Rows of others have the source "imported" and the
 * protocol that their program follows. */
bool tn_trace_parse(struct tn_trace *trace, GError **error);

/* Makes the sizes of nccl-tests, bytes of all ranks, those of one block, once collective and ranks are
 * known. */
void tn_trace_block_sizes(const GPtrArray *rows);

/* Whether a time can be that of so many messages one after another within a node, each of that many
 * bytes: 0, or -1 and 1 where it is too short or too long by far, as in another unit. */
int tn_trace_doubt(double seconds, double bytes, double messages);
#define TN_TRACE_UNIT                                                                              \
  "within a node one takes 0.01 us to 50 us, and 50 MB/s to 1 TB/s (times are in us: ns, ms or "   \
  "s?)"

/* Between trace.c and the readers of one family each. */

/* Returns the text in UTF-8: with a byte order mark from UTF-16, else from ISO 8859-1 with a note. Transfer
 * full; NULL and *error (usage). */
char *tn_trace_decode(const char *file, const char *text, gsize length, gsize *ret_length,
                      GPtrArray *notes, GError **error);
/* Refuses a file without rows, with the notes on it from `first` on; always false. */
bool tn_trace_refuse_empty(const char *file, const GPtrArray *notes, guint first, GError **error);
/* Returns true if the text has the titles of a benchmark that trace_text.c reads. */
bool tn_trace_text_is(const char *text, gsize length);
bool tn_trace_text_parse(struct tn_trace *trace, GError **error);
bool tn_trace_csv_parse(struct tn_trace *trace, GError **error);

/* Whether an algorithm has a parameter of this name: what CSV may have as a column. */
bool tn_trace_is_param(const char *name);

/* Gives the row its algorithm by our names, once its collective is known: from what libraries call
 * it (algos/library/library_names.h); 0 is library:ompi, Open MPI's own decision. */
void tn_trace_name_algorithm(struct tn_row *row);

#endif
