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

/* Returns the library's name of the algorithm, or NULL, e.g. for a paper's algorithm. `library` is
 * not TN_OWN_NAME. */
const char *tn_library_name(const struct tn_method *algorithm, enum tn_library library);

/* Meaning of a word that names an algorithm; pointers are static. */
struct tn_library_word {
  enum tn_library library;
  const struct tn_method *algorithm; /* NULL if the word is unknown or if the registry lacks the
                                      * algorithm */
  const char *lacks; /* library's name of an algorithm that the registry lacks, or NULL */
};

/* Returns the meaning of `word`. Our own names come first. 0, "ompi:ignore" and "mpich:auto" are
 * the library's own choice (a chooser). A library name never means a paper's algorithm of the same
 * name. */
struct tn_library_word tn_library_word_of(enum tn_collective collective, const char *word);

/* Returns the method for a name or number without "ompi:" or "mpich:", as programs of these
 * libraries print it; or NULL. */
const struct tn_method *tn_library_word_bare(enum tn_collective collective, const char *word);

/* Returns the library's name, without prefix, of the i-th (from 0) of the collective's methods that
 * have one; NULL after the last. */
const char *tn_library_word_name(enum tn_collective collective, enum tn_library library, int i);

#endif
