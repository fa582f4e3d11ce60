/* Parts of a composition: one algorithm for each of its roles. Ranks that share a place form
 * groups; the leaders of these groups form the groups of the next level, and so on. At each level
 * one algorithm runs in the groups (`inner`, `middle`, `upper`, from the inside out), and one more
 * algorithm (`outer`) runs among the leaders of the last level. Collectives that move data to the
 * leaders and back have a second algorithm in the groups, which is named by its collective:
 * `inner-bcast`. */
#ifndef TN_ALGOS_COMPOSE_NESTED_H
#define TN_ALGOS_COMPOSE_NESTED_H

#include "algos/registry.h"

/* Maximum number of levels that a composition may name. */
#define TN_MAX_LEVELS_NAMED 3

/* Roles: two for each level (to the leaders, and back), and one among the leaders of the last
 * level. */
enum { TN_ROLE_OUTER = 2 * TN_MAX_LEVELS_NAMED, TN_N_ROLES };
enum { TN_ROLE_NAME = 32 }; /* bytes of a role's name */

/* A method and its parameter values. */
struct tn_nested_choice {
  const struct tn_method *algorithm; /* NULL if the role is unused */
  int64_t params[TN_MAX_PARAMS];
};

struct tn_nested {
  /* by role: level 0 to the leaders, level 0 back, level 1 to the leaders, level 1 back, ...,
   * outer */
  struct tn_nested_choice part[TN_N_ROLES];
};

/* Returns true if compositions of the collective have the role. Sets *ret_collective to the
 * collective of the role's algorithm. */
bool tn_role_find_collective(enum tn_collective collective, int role,
                             enum tn_collective *ret_collective);

/* Writes the name of a role of the collective, e.g. "inner-bcast". */
void tn_role_name(enum tn_collective collective, int role, char ret_name[TN_ROLE_NAME]);

/* Returns the role that a name such as "inner" or "inner.throttle" denotes, or -1. Sets *ret_param
 * to the part after the point ("throttle"), or to NULL. */
int tn_role_find(enum tn_collective collective, const char *name, const char **ret_param);

struct tn_nested_choice tn_nested_choice_make(const struct tn_method *algorithm);

/* Completes the first n_levels levels: a missing second algorithm (back) becomes the algorithm with
 * the same name as the first one, if there is such an algorithm. */
void tn_nested_complete(struct tn_nested *nested, enum tn_collective collective, int n_levels);

/* Returns the first role whose algorithm does not support the mechanism, or -1. */
int tn_nested_unsupported(const struct tn_nested *nested, enum tn_mechanism mechanism);

#endif
