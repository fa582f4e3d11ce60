/* Judges claims with the unchanged parameters, and again with changed parameters if these may
 * matter. */
#include "board.h"

#include <string.h>

#include "platform/params.h"

void tn_claim_move_free(void *data)
{
  struct tn_claim_move *move = data;
  g_free(move->points);
  g_free(move);
}

bool tn_claim_move_can_flip(const struct tn_claim_move *move, const struct tn_judgement *stock)
{
  return stock->stock < TN_UNDECIDED && stock->room <= move->factor;
}

struct tn_board *tn_board_new(const struct tn_paper *papers, const GPtrArray *claims,
                              const struct tn_override *overrides, int n_overrides, int jobs)
{
  const struct tn_conditions conditions = { .law = TN_CLAIM_LAW,
                                            .protocol = TN_CLAIM_PROTOCOL,
                                            .jobs = jobs };
  struct tn_board *board = g_new0(struct tn_board, 1);
  board->papers = papers;
  board->claims = claims;
  board->overrides = g_memdup2(overrides, sizeof *overrides * (gsize)n_overrides);
  board->n_overrides = n_overrides;
  board->study = tn_study_new(&conditions);
  board->by_key = g_hash_table_new(g_str_hash, g_str_equal);
  board->entries = g_ptr_array_new_with_free_func(tn_requested_point_free);
  board->asked = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  board->platforms =
      g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)tn_platform_free);
  board->programs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, tn_replayed_free);
  board->moves = g_ptr_array_new_with_free_func(tn_claim_move_free);
  /* run the judges to collect their points */
  for (guint i = 0; i < board->claims->len; i++) {
    g_ptr_array_add(board->asked, g_array_new(FALSE, FALSE, sizeof(guint)));
    tn_judgement_free(tn_judge_claim_under(board, i, NULL, false));
  }
  tn_board_plan(board);
  board->is_planned = true;
  return board;
}

void tn_board_free(struct tn_board *board)
{
  if (!board)
    return;
  tn_trials_free(board->moved);
  tn_study_free(board->study);
  g_ptr_array_unref(board->moves);
  g_hash_table_unref(board->by_key);
  g_ptr_array_unref(board->entries);
  g_ptr_array_unref(board->asked);
  g_hash_table_unref(board->programs);
  g_hash_table_unref(board->platforms);
  g_free(board->overrides);
  g_free(board);
}

struct tn_study *tn_board_study(const struct tn_board *board)
{
  return board->study;
}

/* Judges again by the last rank's time if the paper does not define its times; if the verdicts
 * differ, the claim is undecided. */
static void judge_by_spans(struct tn_board *board, guint number, struct tn_judgement *judgement)
{
  if (!tn_paper_find(board->papers, judgement->claim->paper)->spans_too)
    return;
  struct tn_judgement *spans = tn_judge_claim_under(board, number, NULL, true);
  if (spans->verdict != judgement->stock) {
    char *figures = g_strdup_printf("%s; by spans: %s", judgement->figures, spans->figures);
    g_free(judgement->figures);
    g_free(judgement->flips);
    judgement->figures = figures;
    judgement->flips = g_strdup("spans");
    judgement->verdict = TN_UNDECIDED;
  }
  tn_judgement_free(spans);
}

/* Judges a claim again under each move (changed parameter) that may matter. If the verdict changes,
 * the claim is undecided. */
static void judge_moved(struct tn_board *board, guint number, struct tn_judgement *judgement)
{
  const GArray *asked = board->asked->pdata[number];
  g_autoptr(GString) flips = g_string_new(judgement->flips);
  for (guint i = 0; i < board->moves->len; i++) {
    const struct tn_claim_move *move = board->moves->pdata[i];
    guint k = 0; /* index of the first point of the claim that the move changes */
    while (k < asked->len && move->points[g_array_index(asked, guint, k)] == TN_NOT_MOVED)
      k++;
    if (!tn_claim_move_can_flip(move, judgement) || k == asked->len)
      continue;
    struct tn_judgement *moved = tn_judge_claim_under(board, number, move, false);
    /* text of the move: "copy_rate.machine=3.67GB/s", with " on epyc-2p" if that is not the claim's
     * platform */
    const char *machine = tn_platform_name(move->from->platform);
    const bool is_own = strcmp(machine, judgement->claim->platform) == 0;
    g_autofree char *to = tn_param_format(move->param, move->to->values[move->param]);
    g_autofree char *text = g_strdup_printf("%s=%s%s%s", tn_params[move->param].name, to,
                                            is_own ? "" : " on ", is_own ? "" : machine);
    if (moved->verdict == TN_BROKEN) {
      judgement->verdict = TN_BROKEN;
      g_free(judgement->figures);
      judgement->figures = g_strdup_printf("%s, with %s", moved->figures, text);
    } else if (moved->verdict != judgement->stock) {
      g_string_append_printf(flips, "%s%s", flips->len ? ", " : "", text);
    }
    tn_judgement_free(moved);
  }
  if (flips->len && judgement->verdict != TN_BROKEN)
    judgement->verdict = TN_UNDECIDED;
  g_free(judgement->flips);
  judgement->flips = g_strdup(flips->str);
}

GPtrArray *tn_board_judge(struct tn_board *board)
{
  GPtrArray *judgements = g_ptr_array_new_with_free_func(tn_judgement_free);
  for (guint i = 0; i < board->claims->len; i++) {
    struct tn_judgement *judgement = tn_judge_claim_under(board, i, NULL, false);
    if (judgement->verdict < TN_UNDECIDED) {
      judge_by_spans(board, i, judgement);
      judge_moved(board, i, judgement);
    }
    g_ptr_array_add(judgements, judgement);
  }
  return judgements;
}
