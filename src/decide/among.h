/* Describes MPI libraries by release: the rows that a library can run. Used by `tune --for` and its
 * nearest rival. */
#ifndef TN_DECIDE_AMONG_H
#define TN_DECIDE_AMONG_H

#include "study/row.h"
#include "target.h"
#include "tune/versus.h"

/* A release of a library. */
struct tn_among {
  enum tn_target target; /* the release's target, which determines the format of its files and
                          * its algorithms */
  const char *name;      /* "ompi-5.0", static */
};

/* Finds the library that a word names: ompi, mpich, ucc or xhc (the newest release), or a name with
 * a release. `where` begins the error message. Returns false and *error (usage) if the library is
 * unknown. */
bool tn_among_find(const char *where, const char *word, struct tn_among *ret, GError **error);

/* Returns the reason why the files of the release cannot select the row's algorithm (express.h), or
 * NULL if they can. Ignores the mechanism, which depends on the transport. Transfer full. */
char *tn_among_refusal(const struct tn_among *among, const struct tn_row *row);

/* Returns true if the row is the library's own decision. */
bool tn_among_is_own(const struct tn_among *among, const struct tn_row *row);

/* Returns the entry that runs the library's own decision for the collective, or NULL if there is no
 * such entry. */
const struct tn_method *tn_among_own(const struct tn_among *among, const char *collective);

/* Finds a library whose own decision and transport can be compared: the libraries of tn_among_find,
 * and releases without a format of files (ompi-main, mpich-4.2). ret->transport may be NULL.
 * Returns false and *error (usage), with a list of the libraries, if the library is unknown. */
bool tn_party_find(const char *where, const char *word, struct tn_party *ret, GError **error);

#endif
