/* Settings of UCC's tl/ucp: algorithms by name, and radices. Source:
 * src/coll_score/ucc_coll_score.c, ucc_coll_score_map.c, src/components/tl/ucp/tl_ucp.c,
 * src/utils/ucc_coll_utils.c, src/utils/ucc_parser.c. */
#ifndef TN_DECIDE_UCC_H
#define TN_DECIDE_UCC_H

#include "rule.h"

/* Return UCC's name of a collective (coll/tuned's number), and the number of UCC's name, or -1.
 * MPI's reduce_scatter_block is UCC's reduce_scatter; MPI's reduce_scatter is its reduce_scatterv. */
const char *tn_ucc_collective(int id);
int tn_ucc_id(const char *name);

/* Returns true if tl/ucp has an algorithm of this name or number for the collective, or if none of
 * its algorithms is known. */
bool tn_ucc_has(int id, const char *name_or_number);

/* The radix of an algorithm. */
struct tn_ucc_radix {
  const char *collective, *algorithm;
  const char *variable; /* "BCAST_KN_RADIX", without "UCC_TL_UCP_" */
  bool is_ranged;       /* true if it may depend on the size */
};
extern const struct tn_ucc_radix tn_ucc_radices[]; /* ends with variable == NULL */
/* Returns the radix of the algorithm `name`, or NULL. */
const struct tn_ucc_radix *tn_ucc_radix(int id, const char *name);

/* Copies a parameter of a row into the rule. Returns NULL, or why that is impossible (transfer full). */
char *tn_ucc_take(const struct tn_method *algorithm, const struct tn_value *param,
                  struct tn_rule *rule);

#endif
