/* What the rules of Open MPI's coll/tuned rest on: its numbers of the collectives, which of them
 * rules decide, what size they go by, and which algorithms a release has. Source:
 * ompi/mca/coll/base/coll_base_functions.h, coll_base_util.c and
 * ompi/mca/coll/tuned/coll_tuned_decision_dynamic.c, coll_tuned_module.c. The sizes were checked by
 * running 4.1.4 with rules that fail from a size on. */
#ifndef TN_DECIDE_TUNED_H
#define TN_DECIDE_TUNED_H

#include "algos/registry.h"
#include "target.h"

#define TN_TUNED_N_IDS 22 /* COLLCOUNT */

/* What a library compares with the sizes of rules. */
enum tn_tuned_size {
  TN_TUNED_CALL,    /* the bytes of a call as rows have them */
  TN_TUNED_ALL,     /* the same times the ranks */
  TN_TUNED_NONE,    /* always 0 */
  TN_TUNED_ELEMENT, /* the bytes of an element times the ranks, whatever the call has */
  TN_TUNED_IGNORED  /* no rule is ever looked at */
};

/* Open MPI's name of a collective (0 <= id < TN_TUNED_N_IDS), and the number of a name or -1. */
const char *tn_tuned_name(int id);
int tn_tuned_id(const char *name);

/* What a library's files of that format go by. */
enum tn_tuned_size tn_tuned_size(enum tn_format format, int id);

/* Whether the release has the algorithm of this number, or, in a file of JSON, of this name, for a
 * collective that rules decide. 0 ("ignore") is the library's own decision. */
bool tn_tuned_has(enum tn_target target, int id, const char *number_or_name);
/* The release's name of one of its algorithms (algorithm->ompi is not NULL). */
const char *tn_tuned_algorithm(enum tn_target target, const struct tn_algorithm *algorithm);
/* The least fan-out that a rule may give the algorithm: 2 where 6.0 takes it for the radix of
 * allgather's bruck, which never ends with 0 or 1 (ompi_coll_base_allgather_intra_k_bruck); 0:
 * any. */
int tn_tuned_least_fanout(enum tn_target target, int id, const char *number_or_name);
/* The numbers of its algorithms as text: "0 to 9". Transfer full. */
char *tn_tuned_range(enum tn_target target, int id);

#endif
