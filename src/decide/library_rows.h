/* Selects the rows that each release of a library can run, for `tune --for` and for comparing a
 * library with its nearest rival. */
#ifndef TN_DECIDE_LIBRARY_ROWS_H
#define TN_DECIDE_LIBRARY_ROWS_H

#include "study/row.h"
#include "target.h"
#include "tune/versus.h"

struct tn_library_rows {
  enum tn_target target; /* release, which determines the format of files and the algorithms */
  const char *name;      /* such as "ompi-5.0"; static */
};

/* Finds a library by name: ompi, mpich, ucc or xhc (the newest), or a name with a release. `where`
 * begins the message. Returns false and *error (usage) if unknown. */
bool tn_library_rows_find(const char *where, const char *word, struct tn_library_rows *ret,
                          GError **error);

/* Returns why the release's files cannot select the row's algorithm (row_rule.h), or NULL. Ignores
 * the mechanism, which depends on the transport. Transfer full. */
char *tn_library_rows_refusal(const struct tn_library_rows *library_rows, const struct tn_row *row);

bool tn_library_rows_is_decision(const struct tn_library_rows *library_rows,
                                 const struct tn_row *row);

/* Returns the entry of the library's own decision for the collective, or NULL. */
const struct tn_method *tn_library_rows_decision(const struct tn_library_rows *library_rows,
                                                 const char *collective);

/* Finds a library to compare: one that tn_library_rows_find accepts, or a release for which no
 * files can be written (ompi-main, mpich-4.2). ret->transport may be NULL. Returns false and *error
 * (usage), with a list, if the name is unknown. */
bool tn_diff_library_find(const char *where, const char *word, struct tn_diff_library *ret,
                          GError **error);

#endif
