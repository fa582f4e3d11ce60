/* Library names of algorithms, where users and files name an algorithm: "ompi:NAME", "mpich:NAME",
 * "ucc:NAME", "xhc:NAME" (Open MPI's coll/xhc), or coll/tuned's number, as
 * coll_tuned_COLLECTIVE_algorithm accepts it. An entry stores its names (`ompi`, `ompi_id`,
 * `mpich`, `ucc`, `xhc`). library_names.c lists library algorithms that the registry lacks. */
#ifndef TN_ALGOS_LIBRARY_LIBRARY_NAMES_H
#define TN_ALGOS_LIBRARY_LIBRARY_NAMES_H

#include "algos/registry.h"

enum tn_library { TN_OWN_NAME, TN_OMPI, TN_MPICH, TN_UCC, TN_XHC, TN_N_LIBRARIES };
/* "Open MPI", "MPICH", ...; NULL for TN_OWN_NAME */
extern const char *const tn_library_titles[TN_N_LIBRARIES];

/* Returns the library's name of an entry (the library is not TN_OWN_NAME), or NULL. A paper's
 * native algorithm has no library name. */
const char *tn_library_name(const struct tn_method *algorithm, enum tn_library library);

/* Meaning of a word. All pointers are static. */
struct tn_calling {
  enum tn_library library;           /* library that uses the name */
  const struct tn_method *algorithm; /* NULL if unknown or if the registry lacks it */
  const char *lacks; /* the library's name of an algorithm that the registry lacks */
};

/* Returns the meaning of `word` for the collective. An entry's own name precedes a library's. The
 * number 0, "ompi:ignore" and "mpich:auto" are the library's own choice. A library name never means
 * a paper's native algorithm but the library's algorithm by messages. */
struct tn_calling tn_calling_of(enum tn_collective collective, const char *word);

/* Returns the meaning of a name or number without "ompi:", as programs of Open MPI and MPICH print
 * it. */
const struct tn_method *tn_calling_bare(enum tn_collective collective, const char *word);

/* Returns name number i, from 0, of the names that both the library and the registry have for the
 * collective, without "ompi:"; NULL after the last one. */
const char *tn_calling_name(enum tn_collective collective, enum tn_library library, int i);

#endif
