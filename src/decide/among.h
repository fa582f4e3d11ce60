/* Which rows are of what an MPI library, of a release, has: who may win under `tune --for`, and
 * what is the nearest to a winner there. */
#ifndef TN_DECIDE_AMONG_H
#define TN_DECIDE_AMONG_H

#include "study/row.h"
#include "target.h"
#include "tune/versus.h"

/* A library, of one release. */
struct tn_among {
  enum tn_target target; /* whose files say what it has */
  const char *name;      /* "ompi-5.0", static */
};

/* The library that a word names: ompi, mpich, ucc, xhc (of the newest release), or with a release.
 * False and *error (usage). */
bool tn_among_find(const char *where, const char *word, struct tn_among *ret, GError **error);

/* Why the library cannot be told to do as the row, by the release's files of decisions (express.h);
 * NULL: it can. Mechanisms are not asked for: these are the transport's. Transfer full. */
char *tn_among_refusal(const struct tn_among *among, const struct tn_row *row);

/* Whether the row is what the library does by itself. */
bool tn_among_is_own(const struct tn_among *among, const struct tn_row *row);

/* The entry with the library's own decision for the collective, NULL: there is none. */
const struct tn_algorithm *tn_among_own(const struct tn_among *among, const char *collective);

/* The library whose own decision and transport are compared: any of those, and releases for which no file
 * can be written (ompi-main, mpich-4.2); ret->transport NULL: none is asked for. False and *error (usage), which lists them. */
bool tn_party_find(const char *where, const char *word, struct tn_party *ret, GError **error);

#endif
