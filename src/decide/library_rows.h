/* Describes MPI libraries by release: the rows that a library can run. Used by `tune --for` and its
 * nearest rival. */
#ifndef TN_DECIDE_LIBRARY_ROWS_H
#define TN_DECIDE_LIBRARY_ROWS_H

#include "study/row.h"
#include "target.h"
#include "tune/versus.h"

/* A release of a library. */
struct tn_library_rows {
  enum tn_target target; /* the release's target, which determines the format of its files and
                          * its algorithms */
  const char *name;      /* "ompi-5.0", static */
};

/* Finds the library that a word names: ompi, mpich, ucc or xhc (the newest release), or a name with
 * a release. `where` begins the error message. Returns false and *error (usage) if the library is
 * unknown. */
bool tn_library_rows_find(const char *where, const char *word, struct tn_library_rows *ret,
                          GError **error);

/* Returns the reason why the files of the release cannot select the row's algorithm (row_rule.h),
 * or NULL if they can. Ignores the mechanism, which depends on the transport. Transfer full. */
char *tn_library_rows_refusal(const struct tn_library_rows *library_rows, const struct tn_row *row);

/* Returns true if the row is the library's own decision. */
bool tn_library_rows_is_decision(const struct tn_library_rows *library_rows,
                                 const struct tn_row *row);

/* Returns the entry that runs the library's own decision for the collective, or NULL if there is no
 * such entry. */
const struct tn_method *tn_library_rows_decision(const struct tn_library_rows *library_rows,
                                                 const char *collective);

/* Finds a library whose own decision and transport can be compared: the libraries of
 * tn_library_rows_find, and releases without a format of files (ompi-main, mpich-4.2).
 * ret->transport may be NULL. Returns false and *error (usage), with a list of the libraries, if
 * the library is unknown. */
bool tn_diff_library_find(const char *where, const char *word, struct tn_diff_library *ret,
                          GError **error);

#endif
