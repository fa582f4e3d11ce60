#include "composition.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Maximum number of segments of a vector, so that the numbers of calls in a group do not
 * overflow. */
enum { MAX_SEGMENTS = 4096 };

static _Thread_local char reason[256];

__attribute__((format(printf, 1, 2))) static const char *refuse(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  return reason;
}

static const char *place_name(int64_t levels, int i)
{
  return tn_place_names[tn_list_item(levels, i)];
}

/* Checks that a role (nested.h) has an algorithm if the call names the role's level, and none
 * otherwise. Returns NULL, or the reason of a refusal. */
static const char *check_role(const struct tn_call *call, int n_levels, int role)
{
  enum tn_collective own;
  char name[TN_ROLE_NAME];
  if (!tn_role_find_collective(call->collective, role, &own))
    return NULL;
  const bool is_wanted = role == TN_ROLE_OUTER || role / 2 < n_levels;
  const bool is_there = call->nested->part[role].algorithm != NULL;
  tn_role_name(call->collective, role, name);
  if (is_wanted && !is_there)
    return refuse("no algorithm for %s (-P %s=NAME, of %s)", name, name, tn_collective_names[own]);
  if (is_there && !is_wanted)
    return refuse("%s is given, but levels names %d level%s only", name, n_levels,
                  n_levels == 1 ? "" : "s");
  return NULL;
}

static int count_places(const int *places, int n_ranks)
{
  struct tn_partition p;
  tn_partition_init(&p, n_ranks, places, 0);
  const int n = p.n_groups;
  tn_partition_finish(&p);
  return n;
}

/* Checks that each group of the level below (at level 0: each rank) is within one group of level i,
 * and that some groups of level i contain several of them. Returns NULL, or a refusal. */
static const char *check_level(const struct tn_call *call, int64_t levels, int i)
{
  const int *own = tn_places_at(call->layout, tn_list_item(levels, i));
  const int *below = i > 0 ? tn_places_at(call->layout, tn_list_item(levels, i - 1)) : NULL;
  const int n_own = count_places(own, call->n_ranks);
  const int n_below = i > 0 ? count_places(below, call->n_ranks) : call->n_ranks;
  struct tn_partition p;
  const char *why = NULL;
  if (n_own == 1)
    return refuse("level %s has one group only, of all %d ranks", place_name(levels, i),
                  call->n_ranks);
  tn_partition_init(&p, call->n_ranks, below, 0);
  for (int r = 0; i > 0 && r < call->n_ranks && !why; r++) {
    const int first = p.member[p.first[p.group[r]]];
    if (own[r] != own[first])
      why = refuse("levels must go from the inside out, but ranks %d and %d share a %s and no %s",
                   first, r, place_name(levels, i - 1), place_name(levels, i));
  }
  tn_partition_finish(&p);
  if (!why && n_own == n_below)
    why = i == 0 ? refuse("level %s has no effect: no two of the %d ranks share one",
                          place_name(levels, 0), call->n_ranks)
                 : refuse("level %s has no effect: its groups are those of level %s",
                          place_name(levels, i), place_name(levels, i - 1));
  return why;
}

/* Returns NULL, or why the algorithm of a stage (composition.h) cannot run in one group. */
static const char *check_stage(const struct tn_composition *c, enum tn_stage_kind kind, int group,
                               int role, enum tn_collective collective)
{
  int n;
  const int *members = tn_stage_members(c, kind, group, &n);
  const struct tn_method *a = c->stage[kind][0].part.algorithm;
  struct tn_group_layout l;
  char name[TN_ROLE_NAME];
  tn_group_layout_init(&l, c->call.layout, n, members);
  struct tn_call call = tn_stage_call(c, kind, false, group, 0);
  call.layout = &l.layout;
  const char *own = tn_method_refusal(a, &call);
  if (own) {
    char text[sizeof reason];
    snprintf(text, sizeof text, "%s", own);
    tn_role_name(collective, role, name);
    own = refuse("%s %s on %d ranks: %.120s", name, a->name, n, text);
  }
  tn_group_layout_finish(&l);
  return own;
}

/* Returns NULL, or why an algorithm cannot run in a group of the levels from `depth` on. */
static const char *check_parts(const struct tn_call *call, int depth)
{
  struct tn_composition c;
  const char *why = NULL;
  tn_composition_init(&c, call);
  for (int back = 0; back < 2; back++)
    for (int g = 0; g < c.groups.n_groups && !why && c.stage[back][0].is_used; g++)
      why = check_stage(&c, (enum tn_stage_kind)back, g, 2 * depth + back, call->collective);
  if (!why && !c.stage[TN_STAGE_REST][0].nested) {
    why = check_stage(&c, TN_STAGE_REST, 0, TN_ROLE_OUTER, call->collective);
  } else if (!why) {
    int n;
    const int *members = tn_stage_members(&c, TN_STAGE_REST, 0, &n);
    struct tn_group_layout l;
    tn_group_layout_init(&l, call->layout, n, members);
    struct tn_call rest = tn_stage_call(&c, TN_STAGE_REST, false, 0, 0);
    rest.layout = &l.layout;
    why = check_parts(&rest, depth + 1);
    tn_group_layout_finish(&l);
  }
  tn_composition_finish(&c);
  return why;
}

const char *tn_compose_unsupported(const struct tn_call *call)
{
  const int64_t levels = call->params[TN_COMPOSE_LEVELS];
  const int n_levels = tn_list_length(levels);
  const size_t segment = (size_t)call->params[TN_COMPOSE_SEGMENT];
  const char *why = NULL;
  if (n_levels == 0 || !call->nested)
    return refuse("made of nothing (-P levels=package;inner=NAME;outer=NAME)");
  if (n_levels > TN_MAX_LEVELS_NAMED)
    return refuse("%d levels (at most %d)", n_levels, TN_MAX_LEVELS_NAMED);
  if (segment > 0 && (call->block + segment - 1) / segment > MAX_SEGMENTS)
    return refuse("%zu bytes are more than %d segments of %zu", call->block, MAX_SEGMENTS, segment);
  for (int role = 0; role < TN_N_ROLES && !why; role++)
    why = check_role(call, n_levels, role);
  for (int i = 0; i < n_levels && !why; i++)
    why = check_level(call, levels, i);
  return why ? why : check_parts(call, 0);
}
