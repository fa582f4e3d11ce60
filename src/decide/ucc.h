/* Settings of UCC's tl/ucp: algorithms and radices. Source: src/coll_score/ucc_coll_score.c,
 * ucc_coll_score_map.c, src/components/tl/ucp/tl_ucp.c, src/utils/ucc_coll_utils.c,
 * src/utils/ucc_parser.c. */
#ifndef TN_DECIDE_UCC_H
#define TN_DECIDE_UCC_H

#include "rule.h"

/* tn_ucc_collective returns UCC's name of a collective (number in coll/tuned). tn_ucc_id returns
 * the number of a name, or -1. MPI's reduce_scatter_block is UCC's reduce_scatter, and MPI's
 * reduce_scatter is UCC's reduce_scatterv. */
const char *tn_ucc_collective(int id);
int tn_ucc_id(const char *name);

/* Returns true if tl/ucp has this algorithm, or if turnstile does not know tl/ucp's algorithms of
 * the collective. */
bool tn_ucc_has(int id, const char *name_or_number);

struct tn_ucc_radix {
  const char *collective, *algorithm;
  /* name of the setting without "UCC_TL_UCP_", for example "BCAST_KN_RADIX" */
  const char *variable;
  bool is_ranged; /* true if ranges of sizes may have different radices */
};
extern const struct tn_ucc_radix tn_ucc_radices[]; /* last element has variable == NULL */
/* Returns the setting of the algorithm's radix, or NULL if it has none. */
const struct tn_ucc_radix *tn_ucc_radix(int id, const char *name);

/* Copies a row's parameter into the rule. Returns NULL, or why tl/ucp cannot set it (transfer
 * full). */
char *tn_ucc_take(const struct tn_method *algorithm, const struct tn_value *param,
                  struct tn_rule *rule);

#endif
