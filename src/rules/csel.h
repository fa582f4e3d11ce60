/* The tests in MPICH's selection tables: which tests a release has, and for which collectives MPICH
 * can evaluate them. Source: parse_json_tree, get_avg_msgsize, get_total_msgsize, get_count,
 * is_commutative and related functions of src/mpi/coll/src/csel.c. The keys of 4.0 are those in its
 * library; 4.0.2 was observed to abort if a call cannot evaluate a test. */
#ifndef TN_RULES_CSEL_H
#define TN_RULES_CSEL_H

#include <glib.h>
#include <stdbool.h>

#include "decide/target.h"

/* Returns a key of the JSON tree without blanks, the form that all functions below expect. Transfer
 * full. */
char *tn_csel_key(const char *name);
/* Returns true for keys such as "any" and "comm_size=any", which every call passes. */
bool tn_csel_is_any(const char *key);
/* Returns the start of a key that compares with a number ("comm_size<="), static; NULL for other
 * keys. */
const char *tn_csel_limit(const char *key);
/* Returns the property that a key tests ("comm_type", "is_commutative") if MPICH allows that the
 * key of the opposite test is missing; NULL if MPICH requires both keys. Transfer full. */
char *tn_csel_half(const char *key);
/* Returns true for the keys "comm_hierarchy=node", "=node_roots" and "=flat", which all mean: not
 * the parent communicator. */
bool tn_csel_is_below_parent(const char *key);

/* Returns true if the release has the key. A release aborts when it reads a file with an unknown
 * key. */
bool tn_csel_has(enum tn_target target, const char *key);
/* Returns true if calls of the collective can evaluate the test of the key, which the release must
 * have; MPICH aborts at the first call that cannot. `collective` NULL: tests at the creation of a
 * communicator, outside of collectives. */
bool tn_csel_asks(const char *key, const char *collective);
/* Returns true if MPICH evaluates the key when a communicator is created; "comm_size<8" then has
 * its normal meaning. Below a test of calls, "comm_size<8" works like "comm_size<=8"
 * (MPIR_Csel_search). */
bool tn_csel_is_of_communicator(const char *key);

#endif
