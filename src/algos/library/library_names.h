/* Names of algorithms in libraries. Users and files may name an algorithm by "ompi:NAME",
 * "mpich:NAME", "ucc:NAME", "xhc:NAME" (Open MPI's coll/xhc), or by the number in coll/tuned that
 * coll_tuned_COLLECTIVE_algorithm accepts. struct tn_algorithm has the names (`ompi`, `ompi_id`,
 * `mpich`, `ucc`, `xhc`). library_names.c lists library algorithms that the registry lacks. */
#ifndef TN_ALGOS_LIBRARY_LIBRARY_NAMES_H
#define TN_ALGOS_LIBRARY_LIBRARY_NAMES_H

#include "algos/registry.h"

enum tn_library { TN_OWN_NAME, TN_OMPI, TN_MPICH, TN_UCC, TN_XHC, TN_N_LIBRARIES };
/* "Open MPI", "MPICH", ...; NULL for TN_OWN_NAME */
extern const char *const tn_library_titles[TN_N_LIBRARIES];

/* Returns the library's name of a method, or NULL. `library` is not TN_OWN_NAME. An algorithm of a
 * paper has no library name. */
const char *tn_library_name(const struct tn_method *algorithm, enum tn_library library);

/* Meaning of a word that names an algorithm. All pointers are static. */
struct tn_library_word {
  enum tn_library library;           /* library that uses the name */
  const struct tn_method *algorithm; /* NULL if the word is unknown or if the registry lacks the
                                      * algorithm */
  const char *lacks; /* the library's name of an algorithm that the registry lacks; otherwise
                      * NULL */
};

/* Returns the meaning of `word` for the collective. Our own names precede the names of libraries.
 * The number 0, "ompi:ignore" and "mpich:auto" mean the library's own choice (a chooser). A library
 * name means the library's algorithm by messages, never an algorithm of a paper with the same
 * name. */
struct tn_library_word tn_library_word_of(enum tn_collective collective, const char *word);

/* Returns the method that a name or number without the prefix "ompi:" or "mpich:" means, as
 * programs of Open MPI and MPICH print it; NULL if there is none. */
const struct tn_method *tn_library_word_bare(enum tn_collective collective, const char *word);

/* Returns the i-th of the library's names, without prefix, for the methods of the collective in the
 * registry; i counts from 0. Returns NULL after the last name. */
const char *tn_library_word_name(enum tn_collective collective, enum tn_library library, int i);

#endif
