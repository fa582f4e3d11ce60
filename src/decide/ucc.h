/* What tl/ucp of UCC can be told: algorithms by name, and radices. Source:
 * src/coll_score/ucc_coll_score.c, ucc_coll_score_map.c, src/components/tl/ucp/tl_ucp.c,
 * src/utils/ucc_coll_utils.c, src/utils/ucc_parser.c. */
#ifndef TN_DECIDE_UCC_H
#define TN_DECIDE_UCC_H

#include "rule.h"

/* UCC's name of a collective, by coll/tuned's number: MPI's reduce_scatter_block is its reduce_scatter,
 * and MPI's reduce_scatter its reduce_scatterv. The number of one by UCC's name; -1: none. */
const char *tn_ucc_collective(int id);
int tn_ucc_id(const char *name);

/* Whether tl/ucp has an algorithm of this name or number for the collective; where none of its
 * algorithms is known: any. */
bool tn_ucc_has(int id, const char *name_or_number);

/* The radix of an algorithm. */
struct tn_ucc_radix {
  const char *collective, *algorithm;
  const char *variable; /* "BCAST_KN_RADIX", without "UCC_TL_UCP_" */
  bool is_ranged;       /* it may differ by size */
};
extern const struct tn_ucc_radix tn_ucc_radices[]; /* ends at variable == NULL */
/* That of the algorithm `name`; NULL: it has none. */
const struct tn_ucc_radix *tn_ucc_radix(int id, const char *name);

/* As tn_mpich_take. */
char *tn_ucc_take(const struct tn_algorithm *algorithm, const struct tn_value *param,
                  struct tn_rule *rule);

#endif
