#include "point.h"

#include <string.h>

#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"

const struct tn_conditions tn_replay_conditions = { .warmup = 1, .repetitions = 1 };

/* The units of a communicator's ranks as a mapping; NULL: it is the whole program. Interned. */
static const char *mapping_of(const struct tn_replay *replay, const struct tn_places *places,
                              int group)
{
  const struct tn_program_group *g =
    &g_array_index(replay->program->groups, struct tn_program_group, group);
  GString *list = g_string_new("list:");
  bool is_whole = g->n == replay->program->n_ranks;
  for (int r = 0; r < g->n; r++) {
    is_whole = is_whole && g->rank[r] == r;
    g_string_append_printf(list, "%s%d", r ? "," : "", places->pu[g->rank[r]]);
  }
  const char *mapping = is_whole ? replay->machine.mapping : g_intern_string(list->str);
  g_string_free(list, TRUE);
  return mapping;
}

/* Elements of the nearest type may be longer than those of the call. */
static enum tn_type type_of(const struct tn_program_call *call, size_t n_counts)
{
  const size_t element = tn_type_size(call->type);
  bool fits = call->counts || call->bytes % element == 0;
  for (size_t i = 0; call->counts && i < n_counts; i++)
    fits = fits && call->counts[i] % element == 0;
  return fits ? call->type : TN_UINT8;
}

bool tn_replay_point(const struct tn_replay *replay, struct tn_study *study, guint i,
                     const struct tn_choice *choice, struct tn_point *ret, GError **error)
{
  const struct tn_program_call *call = tn_program_call(replay->program, i);
  struct tn_case asked = replay->machine;
  struct tn_places *places = tn_places_new(asked.platform, asked.mapping ? asked.mapping
                                                                         : TN_DEFAULT_MAPPING,
                                           replay->program->n_ranks, error);
  if (!places)
    return false;
  asked.mapping = mapping_of(replay, places, call->group);
  tn_places_free(places);
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
  asked.type = TN_JUST(type_of(call, n));
  asked.bytes = call->bytes;
  const struct tn_counts counts = { .bytes = call->counts, .n = n };
  if (call->counts)
    asked.counts = &counts;
  return tn_study_find(study, &asked, ret, error);
}
