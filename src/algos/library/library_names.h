/* The names that MPI libraries have for algorithms, where users and files name one: "ompi:NAME",
 * "mpich:NAME", "ucc:NAME", "xhc:NAME" (Open MPI's coll/xhc), or coll/tuned's number, which
 * coll_tuned_COLLECTIVE_algorithm takes. An entry has its own names there (`ompi`, `ompi_id`, `mpich`,
 * `ucc`, `xhc`); what a library has and the registry lacks stands in names.c. */
#ifndef TN_ALGOS_LIBRARY_LIBRARY_NAMES_H
#define TN_ALGOS_LIBRARY_LIBRARY_NAMES_H

#include "algos/registry.h"

enum tn_library { TN_OWN_NAME, TN_OMPI, TN_MPICH, TN_UCC, TN_XHC, TN_N_LIBRARIES };
/* "Open MPI", "MPICH", ...; NULL for TN_OWN_NAME */
extern const char *const tn_library_titles[TN_N_LIBRARIES];

/* The name that a library (not TN_OWN_NAME) has for an entry; NULL: it has no such algorithm. A
 * paper's native algorithm is nobody's. */
const char *tn_library_name(const struct tn_method *algorithm, enum tn_library library);

/* What a word means. Everything is static. */
struct tn_calling {
  enum tn_library library;           /* whose name it is */
  const struct tn_method *algorithm; /* NULL: none, or one that the registry lacks */
  const char *lacks;                 /* the library's name of one that the registry lacks */
};

/* What `word` means for the collective: the entry's own name goes before a library's. A number of
 * 0, "ompi:ignore" and "mpich:auto" are the library's own choice. The papers' native
 * algorithms are nobody's: a library has those by messages. */
struct tn_calling tn_calling_of(enum tn_collective collective, const char *word);

/* The same of a bare name or number as programs of Open MPI and MPICH print them, without
 * "ompi:". */
const struct tn_method *tn_calling_bare(enum tn_collective collective, const char *word);

/* Name number i, from 0, of those that the library has for the collective and the registry, too,
 * without "ompi:"; NULL beyond the last one. */
const char *tn_calling_name(enum tn_collective collective, enum tn_library library, int i);

#endif
