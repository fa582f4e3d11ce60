#include "library_names.h"

#include <stdlib.h>
#include <string.h>

#include "library.h"

const char *const tn_library_titles[TN_N_LIBRARIES] = {
  [TN_OMPI] = "Open MPI", [TN_MPICH] = "MPICH", [TN_UCC] = "UCC", [TN_XHC] = "coll/xhc"
};

/* For each library: prefix of names, name for the library's own choice, our chooser for this
 * choice. */
static const struct {
  const char *prefix, *own_choice, *chooser;
} libraries[TN_N_LIBRARIES] = {
  [TN_OMPI] = { "ompi:", "ignore", TN_OMPI_CHOICE },
  [TN_MPICH] = { "mpich:", "auto", TN_LIBRARY_PREFIX "mpich" },
  [TN_UCC] = { "ucc:", "auto", TN_LIBRARY_PREFIX "ucc" },
  [TN_XHC] = { "xhc:", "auto", TN_LIBRARY_PREFIX "xhc" },
};

enum { EVERY_BLOCKING = TN_N_COLLECTIVES }; /* matches all collectives up to TN_BARRIER */

/* Library names that no method has. `entry`: our method that has the library's default parameters;
 * NULL if the registry lacks it. coll/tuned up to main of 2026 (docs/tuning-apps/coll-tuned.rst),
 * MPICH 3.4 to 5.0 (MPIR_CVAR_COLLECTIVE_INTRA_ALGORITHM and those of POSIX in
 * src/include/mpir_cvars.h), UCC's tl/ucp of 2026. */
static const struct {
  int collective;
  enum tn_library library;
  const char *name;
  int number;
  const char *entry;
} others[] = {
  { TN_ALLGATHER, TN_OMPI, "bruck-k-fanout", 2, "bruck-p2p" },
  { TN_BARRIER, TN_OMPI, "two_proc", 5, NULL },
  { TN_BARRIER, TN_MPICH, "k_dissemination", 0, "dissemination" },
  { TN_ALLGATHER, TN_OMPI, "linear", 1, NULL },
  { TN_ALLREDUCE, TN_OMPI, "basic_linear", 1, NULL },
  { TN_ALLREDUCE, TN_OMPI, "allgather_reduce", 7, NULL },
  { TN_REDUCE, TN_OMPI, "in-order_binary", 6, NULL },
  { TN_REDUCE, TN_OMPI, "knomial", 8, NULL },
  { EVERY_BLOCKING, TN_MPICH, "nb", 0, NULL },
  { TN_BCAST, TN_MPICH, "smp", 0, NULL },
  { TN_BCAST, TN_MPICH, "pipelined_tree", 0, NULL },
  { TN_BCAST, TN_MPICH, "tree", 0, NULL },
  { TN_BCAST, TN_MPICH, "ipc_read", 0, NULL },
  { TN_ALLGATHER, TN_MPICH, "k_brucks", 0, NULL },
  { TN_ALLGATHER, TN_MPICH, "recexch_doubling", 0, NULL },
  { TN_ALLGATHER, TN_MPICH, "recexch_halving", 0, NULL },
  { TN_ALLGATHER, TN_MPICH, "ipc_read", 0, NULL },
  { TN_ALLTOALL, TN_MPICH, "k_brucks", 0, NULL },
  { TN_ALLTOALL, TN_MPICH, "ipc_read", 0, NULL },
  { TN_REDUCE, TN_MPICH, "smp", 0, NULL },
  { TN_ALLREDUCE, TN_MPICH, "smp", 0, NULL },
  { TN_ALLREDUCE, TN_MPICH, "tree", 0, NULL },
  { TN_ALLREDUCE, TN_MPICH, "recexch", 0, NULL },
  { TN_ALLREDUCE, TN_MPICH, "recursive_multiplying", 0, NULL },
  { TN_ALLREDUCE, TN_MPICH, "ring", 0, NULL },
  { TN_ALLREDUCE, TN_MPICH, "k_reduce_scatter_allgather", 0, NULL },
  { TN_SCAN, TN_MPICH, "smp", 0, NULL },
  { TN_BARRIER, TN_MPICH, "smp", 0, NULL },
  { TN_BARRIER, TN_MPICH, "recexch", 0, NULL },
  { TN_ALLTOALL, TN_UCC, "onesided", 0, NULL },
  { TN_ALLTOALLV, TN_UCC, "hybrid", 0, NULL },
  { TN_ALLTOALLV, TN_UCC, "onesided", 0, NULL },
  { TN_ALLREDUCE, TN_UCC, "sliding_window", 0, NULL },
};
enum { N_OTHERS = sizeof others / sizeof *others };

/* Returns the value of a decimal number, or -1 for any other word. */
static int number_of(const char *word)
{
  enum { LONGEST = 6 };
  const size_t length = strlen(word);
  return length > 0 && length <= LONGEST && strspn(word, "0123456789") == length ? atoi(word) : -1;
}

/* Returns NULL for the CMA paper's algorithms: in a library, the same name may denote an algorithm
 * that sends messages. */
const char *tn_library_name(const struct tn_method *a, enum tn_library library)
{
  const char *const names[TN_N_LIBRARIES] = { [TN_OMPI] = a->runs->ompi,
                                              [TN_MPICH] = a->runs->mpich,
                                              [TN_UCC] = a->runs->ucc,
                                              [TN_XHC] = a->runs->xhc };
  return a->runs->cma_native ? NULL : names[library];
}

static bool is_called(const struct tn_method *a, enum tn_library library, const char *name,
                      int number)
{
  const char *own = tn_library_name(a, library);
  return own && (strcmp(own, name) == 0 || (library == TN_OMPI && number == a->runs->ompi_id));
}

static bool is_of(int of, enum tn_collective collective)
{
  return of == (int)collective || (of == EVERY_BLOCKING && collective <= TN_BARRIER);
}

/* Returns the meaning of a library's name or, for Open MPI, of a number. */
static struct tn_library_word find(enum tn_collective collective, enum tn_library library,
                                   const char *name)
{
  const int number = library == TN_OMPI ? number_of(name) : -1;
  struct tn_library_word meaning = { .library = library };
  if (number == 0 || strcmp(name, libraries[library].own_choice) == 0) {
    meaning.algorithm = tn_method_find(collective, libraries[library].chooser);
    return meaning;
  }
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if ((*a)->collective == collective && is_called(*a, library, name, number)) {
      meaning.algorithm = *a;
      return meaning;
    }
  for (int i = 0; i < N_OTHERS; i++)
    if (is_of(others[i].collective, collective) && others[i].library == library &&
        (strcmp(others[i].name, name) == 0 || (number > 0 && others[i].number == number))) {
      meaning.lacks = others[i].entry ? NULL : others[i].name;
      meaning.algorithm = others[i].entry ? tn_method_find(collective, others[i].entry) : NULL;
      break;
    }
  return meaning;
}

struct tn_library_word tn_library_word_of(enum tn_collective collective, const char *word)
{
  struct tn_library_word own = { .algorithm = tn_method_find(collective, word) };
  if (own.algorithm)
    return own;
  for (enum tn_library l = TN_OMPI; l < TN_N_LIBRARIES; l++)
    if (strncmp(word, libraries[l].prefix, strlen(libraries[l].prefix)) == 0)
      return find(collective, l, word + strlen(libraries[l].prefix));
  return number_of(word) >= 0 ? find(collective, TN_OMPI, word) : own;
}

const struct tn_method *tn_library_word_bare(enum tn_collective collective, const char *word)
{
  struct tn_library_word meaning = tn_library_word_of(collective, word);
  for (enum tn_library l = TN_OMPI; l <= TN_MPICH && !meaning.algorithm; l++) {
    meaning = find(collective, l, word);
    /* Ignore a chooser ("auto"): programs may print this word with another meaning. */
    if (meaning.algorithm && meaning.algorithm->chooser)
      meaning.algorithm = NULL;
  }
  return meaning.algorithm;
}

const char *tn_library_word_name(enum tn_collective collective, enum tn_library library, int i)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    const char *name = tn_library_name(*a, library);
    if ((*a)->collective == collective && name && i-- == 0)
      return name;
  }
  return NULL;
}
