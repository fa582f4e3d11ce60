/* What tl/ucp of UCC can be told: algorithms by name, and radices. Source:
 * src/coll_score/ucc_coll_score.c, ucc_coll_score_map.c, src/components/tl/ucp/tl_ucp.c,
 * src/utils/ucc_coll_utils.c, src/utils/ucc_parser.c. */
#ifndef TN_DECIDE_UCC_H
#define TN_DECIDE_UCC_H

#include "rule.h"

/* Whether tl/ucp has an algorithm of this name or number for the collective; where none of its
 * algorithms is known: any. */
bool tn_ucc_has(int id, const char *name_or_number);

/* The variable of an algorithm's radix ("BCAST_KN_RADIX", without "UCC_TL_UCP_"); NULL: it has
 * none. *ret_is_ranged: whether it may differ by size. */
const char *tn_ucc_radix(int id, const char *name, bool *ret_is_ranged);
/* The same variables; index from 0, NULL beyond the last one. */
const char *tn_ucc_radix_at(int i, bool *ret_is_ranged);

/* As tn_mpich_take. */
char *tn_ucc_take(const struct tn_algorithm *algorithm, const struct tn_value *param,
                  struct tn_rule *rule);

#endif
