/* Tests in MPICH's selection tables: which a release has, and for which collectives MPICH can
 * evaluate them. Source: parse_json_tree, get_avg_msgsize, get_total_msgsize, get_count,
 * is_commutative and others of src/mpi/coll/src/csel.c. The keys of 4.0 are those in its library;
 * 4.0.2 was observed to abort if a call cannot evaluate a test. */
#ifndef TN_RULES_CSEL_H
#define TN_RULES_CSEL_H

#include <glib.h>
#include <stdbool.h>

#include "decide/target.h"

/* Returns the key of a JSON member without blanks, the form that all functions below expect.
 * Transfer full. */
char *tn_csel_key(const char *name);
/* Returns true if every call passes the test: "any", "comm_size=any". */
bool tn_csel_is_any(const char *key);
/* Returns the beginning of a numeric test ("comm_size<="), static; NULL for other keys. */
const char *tn_csel_limit(const char *key);
/* Returns the property that a key tests ("comm_type", "is_commutative") if MPICH accepts a table
 * with this test but not the opposite one; NULL if the table needs both. Transfer full. */
char *tn_csel_half(const char *key);
/* Returns true for the keys "comm_hierarchy=node", "comm_hierarchy=node_roots" and
 * "comm_hierarchy=flat", which only communicators below the parent communicator pass. */
bool tn_csel_is_below_parent(const char *key);

/* Returns true if the release has the key. Unknown keys in a file abort MPICH. */
bool tn_csel_has(enum tn_target target, const char *key);
/* Returns true if MPICH can evaluate the key in calls of the collective or, if `collective` is
 * NULL, when a communicator is created. MPICH aborts if it cannot. The release must have the
 * key. */
bool tn_csel_asks(const char *key, const char *collective);
/* Returns true if MPICH evaluates the key when it creates a communicator, where "comm_size<8" means
 * less than 8. Below a test that is evaluated in calls, "comm_size<8" works like "comm_size<=8"
 * (MPIR_Csel_search). */
bool tn_csel_is_of_communicator(const char *key);

#endif
