#include "program_point.h"

#include <string.h>

#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"

const struct tn_conditions tn_replay_conditions = { .warmup = 1, .repetitions = 1 };

/* Sets *ret to a communicator's mapping, interned: the program's (NULL: default), or a list of
 * processing units for some of its ranks. Returns false and *error on failure. */
static bool find_mapping(const struct tn_replay *replay, const struct tn_program_group *group,
                         const char **ret, GError **error)
{
  const char *whole = replay->machine.mapping;
  *ret = whole;
  bool is_whole = group->n == replay->program->n_ranks;
  for (int r = 0; is_whole && r < group->n; r++)
    is_whole = group->rank[r] == r;
  if (is_whole)
    return true;
  struct tn_places *places =
      tn_places_new(replay->machine.platform, whole ? whole : TN_DEFAULT_MAPPING,
                    replay->program->n_ranks, error);
  if (!places)
    return false;
  g_autoptr(GString) list = g_string_new("list:");
  for (int r = 0; r < group->n; r++)
    g_string_append_printf(list, "%s%d", r ? "," : "", places->pu[group->rank[r]]);
  tn_places_free(places);
  *ret = g_intern_string(list->str);
  return true;
}

bool tn_replay_point(const struct tn_replay *replay, struct tn_study *study, guint i,
                     const struct tn_choice *choice, struct tn_point *ret, GError **error)
{
  const struct tn_program_call *call = tn_program_call(replay->program, i);
  struct tn_case asked = replay->machine;
  if (!find_mapping(replay, tn_program_group_of(replay->program, call), &asked.mapping, error))
    return false;
  asked.algorithm = choice->algorithm;
  asked.mechanism = choice->mechanism;
  if (choice->transport)
    asked.transport = choice->transport;
  asked.given = choice->given;
  memcpy(asked.params, choice->params, sizeof asked.params);
  asked.buffers = call->fresh ? TN_BUFFERS_NEW : replay->reused;
  asked.ranks = tn_program_group_of(replay->program, call)->n;
  const size_t n = tn_counts_number((enum tn_collective)call->collective, asked.ranks);
  asked.root = call->root;
  asked.in_place = call->in_place;
  /* The type of a call is the nearest one that the registry has; it may be larger than the real
   * type. */
  const size_t element = tn_type_size(call->type);
  bool fits = call->counts || call->bytes % element == 0;
  for (size_t k = 0; call->counts && k < n; k++)
    fits = fits && call->counts[k] % element == 0;
  asked.type = TN_JUST(fits ? call->type : TN_UINT8);
  asked.bytes = call->bytes;
  const struct tn_counts counts = { .bytes = call->counts, .n = n };
  if (call->counts)
    asked.counts = &counts;
  return tn_study_find(study, &asked, ret, error);
}
