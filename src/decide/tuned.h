/* Open MPI's coll/tuned: numbers of collectives, collectives with rules, sizes that rules compare,
 * and algorithms by release. Source: ompi/mca/coll/base/coll_base_functions.h, coll_base_util.c and
 * ompi/mca/coll/tuned/coll_tuned_decision_dynamic.c, coll_tuned_module.c. The sizes were checked by
 * runs of 4.1.4 with rules that fail from a size on. */
#ifndef TN_DECIDE_TUNED_H
#define TN_DECIDE_TUNED_H

#include "algos/registry.h"
#include "target.h"

#define TN_TUNED_N_IDS 22 /* COLLCOUNT of Open MPI */

/* Size that a library compares with rules. */
enum tn_tuned_size {
  TN_TUNED_CALL,    /* bytes of a call, as in rows */
  TN_TUNED_ALL,     /* bytes of a call times the number of ranks */
  TN_TUNED_NONE,    /* always 0 */
  TN_TUNED_ELEMENT, /* bytes of an element times the number of ranks, for any number of elements */
  TN_TUNED_IGNORED  /* the library never looks at rules for the collective */
};

/* tn_tuned_name returns Open MPI's name of a collective (0 <= id < TN_TUNED_N_IDS). tn_tuned_id
 * returns the number of a name, or -1. */
const char *tn_tuned_name(int id);
int tn_tuned_id(const char *name);

/* Returns the size that rules in files of `format` compare for a collective. */
enum tn_tuned_size tn_tuned_size(enum tn_format format, int id);

/* Returns true if the release has an algorithm with this number (or name, in JSON) for a collective
 * with rules. Number 0 ("ignore") is the library's own decision. */
bool tn_tuned_has(enum tn_target target, int id, const char *number_or_name);
/* Returns the release's name of an algorithm (algorithm->runs->ompi is not NULL). */
const char *tn_tuned_algorithm(enum tn_target target, const struct tn_method *algorithm);
/* Returns the smallest fan-out that a rule must set for an algorithm: 2 for allgather's bruck in
 * 6.0, otherwise 0. There the fan-out is the radix, and with a radix of 0 or 1 the algorithm does
 * not end (ompi_coll_base_allgather_intra_k_bruck). */
int tn_tuned_least_fanout(enum tn_target target, int id, const char *number_or_name);
/* Returns the range of a collective's algorithm numbers: "0 to 9". Transfer full. */
char *tn_tuned_range(enum tn_target target, int id);

#endif
