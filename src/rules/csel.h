/* The tests of MPICH's selection tables: which tests a release has, and for which collectives it
 * can evaluate them. Source: parse_json_tree, get_avg_msgsize, get_total_msgsize, get_count,
 * is_commutative and related functions of src/mpi/coll/src/csel.c. The keys of 4.0 are those in
 * its library; 4.0.2 was observed to abort for calls without such a test. */
#ifndef TN_RULES_CSEL_H
#define TN_RULES_CSEL_H

#include <glib.h>
#include <stdbool.h>

#include "decide/target.h"

/* Returns a key without blanks, the form that all functions below expect. Transfer full. */
char *tn_csel_key(const char *name);
/* Returns true for keys such as "any" and "comm_size=any", which every call passes. */
bool tn_csel_is_any(const char *key);
/* Returns the prefix of a test against a number ("comm_size<="), static; NULL for other tests. */
const char *tn_csel_limit(const char *key);
/* Returns the property that a test checks ("comm_type", "is_commutative") if MPICH allows the
 * opposite test to be missing; NULL if MPICH requires it. Transfer full. */
char *tn_csel_half(const char *key);
/* Returns true for "comm_hierarchy=node", node_roots and flat, which all mean: not parent. */
bool tn_csel_is_below_parent(const char *key);

/* Returns true if the release has the key. A release aborts when it reads a file with an unknown
 * key. */
bool tn_csel_has(enum tn_target target, const char *key);
/* Returns true if calls of the collective can evaluate a test that the release has; MPICH aborts
 * at the first call that cannot. `collective` is NULL outside of collectives: communicators. */
bool tn_csel_asks(const char *key, const char *collective);
/* Returns true if the test is evaluated when a communicator is created, where "comm_size<8" has
 * its normal meaning. Below a test of calls, "comm_size<8" works like "comm_size<=8"
 * (MPIR_Csel_search). */
bool tn_csel_is_of_communicator(const char *key);

#endif
