/* Parts of a composition: an algorithm for each role. Ranks that share a place form groups; their
 * leaders form the groups of the next level, and so on. `inner`, `middle` and `upper` run in the
 * groups of a level, `outer` among the last leaders. Collectives that move data to the leaders and
 * back have a second algorithm in the groups: `inner-bcast`. */
#ifndef TN_ALGOS_COMPOSE_NESTED_H
#define TN_ALGOS_COMPOSE_NESTED_H

#include "algos/registry.h"

#define TN_MAX_LEVELS_NAMED 3

/* Two roles per level (to the leaders, and back), and one among the last leaders. */
enum { TN_ROLE_OUTER = 2 * TN_MAX_LEVELS_NAMED, TN_N_ROLES };
enum { TN_ROLE_NAME = 32 }; /* bytes of a name, with the terminating 0 */

struct tn_nested_choice {
  const struct tn_method *algorithm; /* NULL if the role is unused */
  int64_t params[TN_MAX_PARAMS];
};

struct tn_nested {
  /* [role] level 0 to the leaders, level 0 back, level 1 to the leaders, ..., outer */
  struct tn_nested_choice part[TN_N_ROLES];
};

/* Returns true if compositions of the collective have the role. *ret_collective is the collective
 * that the role's algorithm performs. */
bool tn_role_find_collective(enum tn_collective collective, int role,
                             enum tn_collective *ret_collective);

/* Writes the name of a role of the collective, e.g. "inner-bcast". */
void tn_role_name(enum tn_collective collective, int role, char ret_name[TN_ROLE_NAME]);

/* Returns the role in a name like "inner" or "inner.throttle", or -1. *ret_param is the name of the
 * parameter after the point, or NULL. */
int tn_role_find(enum tn_collective collective, const char *name, const char **ret_param);

struct tn_nested_choice tn_nested_choice_make(const struct tn_method *algorithm);

/* Completes n_levels levels: if a level has no algorithm that moves data back to the members, sets
 * the one with the same name as the level's first algorithm, if it exists. */
void tn_nested_complete(struct tn_nested *nested, enum tn_collective collective, int n_levels);

/* Returns the first role whose algorithm lacks the mechanism, or -1. */
int tn_nested_unsupported(const struct tn_nested *nested, enum tn_mechanism mechanism);

#endif
