/* The tests of MPICH's selections: which there are in a release, and of which collectives they can
 * be asked. Source: parse_json_tree, get_avg_msgsize, get_total_msgsize, get_count, is_commutative
 * and their kin of src/mpi/coll/src/csel.c; 4.0's keys are those in its library, and 4.0.2 was seen
 * to abort at calls that have no such test. */
#ifndef TN_RULES_CSEL_H
#define TN_RULES_CSEL_H

#include <glib.h>
#include <stdbool.h>

#include "decide/target.h"

/* A key without its blanks, as all below want it. Transfer full. */
char *tn_csel_key(const char *name);
/* "any" and "comm_size=any": all that comes here passes. */
bool tn_csel_is_any(const char *key);
/* The beginning of a test against a number ("comm_size<="), static, or NULL. */
const char *tn_csel_limit(const char *key);
/* What a test is of, where its opposite may be missing: "comm_type", "is_commutative"; NULL: MPICH
 * wants one behind it. Transfer full. */
char *tn_csel_half(const char *key);
/* "comm_hierarchy=node", node_roots and flat, which all mean: not parent. */
bool tn_csel_is_below_parent(const char *key);

/* Whether the release has the key; others abort it when it reads the file. */
bool tn_csel_has(enum tn_target target, const char *key);
/* Whether calls of the collective can be asked a test that the release has; MPICH aborts at the
 * first call that cannot. NULL, outside of collectives: communicators. */
bool tn_csel_asks(const char *key, const char *collective);
/* Whether it is decided when a communicator is made, where "comm_size<8" means what it says. Behind
 * one that is not, a call takes it for "comm_size<=8" (MPIR_Csel_search). */
bool tn_csel_is_of_communicator(const char *key);

#endif
