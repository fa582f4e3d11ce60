/* What a composition is made of: an algorithm for each of its roles. Ranks that share a place form
 * groups, the groups' leaders form the groups of the next level, and so on; at each level one
 * algorithm runs in the groups (`inner`, `middle`, `upper`, from the inside out) and one among the
 * leaders of the last (`outer`). Collectives that go to the leaders and come back have a second
 * algorithm in the groups, which is called by its collective: `inner-bcast`. */
#ifndef TN_ALGOS_COMPOSE_NESTED_H
#define TN_ALGOS_COMPOSE_NESTED_H

#include "algos/registry.h"

/* Levels that a composition may name. */
#define TN_MOST_LEVELS_NAMED 3

/* Two roles of each level, there and back, and the leaders'. */
enum { TN_ROLE_OUTER = 2 * TN_MOST_LEVELS_NAMED, TN_N_ROLES };
enum { TN_ROLE_NAME = 32 }; /* bytes of a role's name */

/* An entry with the values of its parameters. */
struct tn_chosen {
  const struct tn_method *algorithm; /* NULL: none */
  int64_t params[TN_MAX_PARAMS];
};

struct tn_nested {
  struct tn_chosen part[TN_N_ROLES]; /* level 0 there and back, level 1 there and back, ... */
};

/* Whether compositions of the collective have the role, and the collective of its algorithm. */
bool tn_role_find_collective(enum tn_collective collective, int role,
                             enum tn_collective *ret_collective);

/* "inner-bcast"; the role is one of the collective's. */
void tn_role_name(enum tn_collective collective, int role, char ret_name[TN_ROLE_NAME]);

/* The role that "inner" or "inner.throttle" is about, or -1; *ret_param: "throttle", or NULL. */
int tn_role_find(enum tn_collective collective, const char *name, const char **ret_param);

/* The algorithm with its defaults. */
struct tn_chosen tn_chosen_make(const struct tn_method *algorithm);

/* Gives the ways back of n_levels levels that have no algorithm the one of the same name as the way
 * there, where there is one. */
void tn_nested_complete(struct tn_nested *nested, enum tn_collective collective, int n_levels);

/* The role, if any, whose algorithm lacks the mechanism; -1: none does. */
int tn_nested_lacking(const struct tn_nested *nested, enum tn_mechanism mechanism);

#endif
