#include "nested.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define NO_COLLECTIVE TN_N_COLLECTIVES

static const char *const level_names[TN_MAX_LEVELS_NAMED] = { "inner", "middle", "upper" };
static const char outer[] = "outer";

/* Collectives that run in the groups: `there` to the leaders, and `back` to the members. If data
 * move in only one direction, `there` is the only collective and `back` is NO_COLLECTIVE. */
struct composed {
  bool composes;
  enum tn_collective there, back;
};

static struct composed composed_of(enum tn_collective collective)
{
  switch (collective) {
  case TN_BCAST:
  case TN_SCATTER:
  case TN_GATHER:
  case TN_REDUCE:
  case TN_BARRIER:
    return (struct composed){ true, collective, NO_COLLECTIVE };
  case TN_ALLGATHER:
    return (struct composed){ true, TN_GATHER, TN_BCAST };
  case TN_ALLTOALL:
    return (struct composed){ true, TN_GATHER, TN_SCATTER };
  case TN_ALLREDUCE:
    return (struct composed){ true, TN_REDUCE, TN_BCAST };
  default:
    return (struct composed){ false, NO_COLLECTIVE, NO_COLLECTIVE };
  }
}

bool tn_role_find_collective(enum tn_collective collective, int role,
                             enum tn_collective *ret_collective)
{
  const struct composed composed = composed_of(collective);
  const enum tn_collective c = role == TN_ROLE_OUTER ? collective
                               : role % 2            ? composed.back
                                                     : composed.there;
  if (!composed.composes || c == NO_COLLECTIVE)
    return false;
  *ret_collective = c;
  return true;
}

void tn_role_name(enum tn_collective collective, int role, char ret_name[TN_ROLE_NAME])
{
  enum tn_collective own;
  const bool is_found = tn_role_find_collective(collective, role, &own);
  assert(is_found);
  (void)is_found;
  if (role == TN_ROLE_OUTER)
    snprintf(ret_name, TN_ROLE_NAME, "%s", outer);
  else
    snprintf(ret_name, TN_ROLE_NAME, "%s%s%s", level_names[role / 2], role % 2 ? "-" : "",
             role % 2 ? tn_collective_names[own] : "");
}

int tn_role_find(enum tn_collective collective, const char *name, const char **ret_param)
{
  const size_t length = strcspn(name, ".");
  for (int role = 0; role < TN_N_ROLES; role++) {
    enum tn_collective own;
    char text[TN_ROLE_NAME];
    if (!tn_role_find_collective(collective, role, &own))
      continue;
    tn_role_name(collective, role, text);
    if (strlen(text) == length && strncmp(text, name, length) == 0) {
      *ret_param = name[length] ? name + length + 1 : NULL;
      return role;
    }
  }
  return -1;
}

struct tn_nested_choice tn_nested_choice_make(const struct tn_method *algorithm)
{
  struct tn_nested_choice part = { .algorithm = algorithm };
  if (algorithm)
    tn_alg_params_defaults(algorithm->params, part.params);
  return part;
}

void tn_nested_complete(struct tn_nested *nested, enum tn_collective collective, int n_levels)
{
  for (int level = 0; level < n_levels && level < TN_MAX_LEVELS_NAMED; level++) {
    const struct tn_method *there = nested->part[2 * level].algorithm;
    struct tn_nested_choice *back = &nested->part[2 * level + 1];
    enum tn_collective own;
    if (there && !back->algorithm && tn_role_find_collective(collective, 2 * level + 1, &own))
      *back = tn_nested_choice_make(tn_method_find(own, there->name));
  }
}

int tn_nested_unsupported(const struct tn_nested *nested, enum tn_mechanism mechanism)
{
  for (int role = 0; role < TN_N_ROLES; role++) {
    const struct tn_method *a = nested->part[role].algorithm;
    if (a && !tn_method_has(a, mechanism))
      return role;
  }
  return -1;
}
