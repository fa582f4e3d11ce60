/* Changes parameters by their stated errors, one at a time, to find the verdicts that depend on
 * inexact parameters. Only points that can change a verdict are simulated again. */
#include "board.h"

#include <math.h>

struct plan {
  const GPtrArray *stock; /* struct tn_judgement with the unchanged parameters */
  GArray *relevances;     /* struct relevance: results computed so far, for reuse */
};

/* Points of a claim that can change its verdict although no time changes by more than `factor`. */
struct relevance {
  guint claim;
  double factor;
  bool *points;
};

static void relevance_clear(void *data)
{
  g_free(((struct relevance *)data)->points);
}

static const bool *relevant_points(struct tn_board *board, GArray *known, guint claim,
                                   double factor)
{
  for (guint i = 0; i < known->len; i++) {
    const struct relevance *r = &g_array_index(known, struct relevance, i);
    if (r->claim == claim && !(r->factor < factor) && !(r->factor > factor))
      return r->points;
  }
  const struct relevance found = { claim, factor, tn_judge_relevant(board, claim, factor) };
  g_array_append_val(known, found);
  return found.points;
}

/* Requests the points of claims that the move can change; returns false if there are no such
 * points. */
static bool add_points(struct tn_board *board, const struct plan *plan, struct tn_claim_move *move)
{
  bool any = false;
  for (guint c = 0; c < board->claims->len; c++) {
    const GArray *asked = board->asked->pdata[c];
    if (!tn_claim_move_can_flip(move, plan->stock->pdata[c]))
      continue;
    const bool *relevant = NULL;
    for (guint i = 0; i < asked->len; i++) {
      const struct tn_requested_point *e = board->entries->pdata[g_array_index(asked, guint, i)];
      if (move->points[e->number] != TN_NOT_MOVED || e->missing ||
          tn_study_point(board->study, e->point)->setup != move->from ||
          !tn_trials_charged(board->moved, e->point, move->param))
        continue;
      if (!relevant)
        relevant = relevant_points(board, plan->relevances, c, move->factor);
      if (relevant[i] &&
          tn_trials_under(board->moved, e->point, move->to, &move->points[e->number]))
        any = true;
    }
  }
  return any;
}

/* Appends the move if it can change a verdict. Its factor is rounded up so that moves can share a
 * struct relevance. */
static void add_move(struct tn_board *board, const struct plan *plan, const struct tn_setup *setup,
                     const struct tn_move *m)
{
  const double most = tn_param_most(m->param, setup->values[m->param], m->value);
  const struct tn_setup *to =
      tn_setup_moved(tn_trials_study(board->moved), setup, m->param, m->value);
  if (!to)
    return;
  struct tn_claim_move *move = g_new0(struct tn_claim_move, 1);
  *move = (struct tn_claim_move){ .from = setup,
                                  .to = to,
                                  .param = m->param,
                                  .factor = ceil(10.0 * most) / 10.0,
                                  .points = g_new(guint, board->entries->len) };
  for (guint i = 0; i < board->entries->len; i++)
    move->points[i] = TN_NOT_MOVED;
  if (add_points(board, plan, move))
    g_ptr_array_add(board->moves, move);
  else
    tn_claim_move_free(move);
}

struct tn_study *tn_board_move(struct tn_board *board)
{
  const GPtrArray *setups = tn_study_setups(board->study);
  g_autoptr(GPtrArray) stock = tn_board_judge(board);
  g_autoptr(GArray) relevances = g_array_new(FALSE, FALSE, sizeof(struct relevance));
  const struct plan plan = { stock, relevances };
  g_array_set_clear_func(relevances, relevance_clear);
  g_assert(!board->moved);
  board->moved = tn_trials_new(board->study, NULL);
  for (guint s = 0; s < setups->len; s++) {
    g_autoptr(GArray) moves = tn_setup_moves(setups->pdata[s], 0.0);
    for (guint i = 0; i < moves->len; i++)
      add_move(board, &plan, setups->pdata[s], &g_array_index(moves, struct tn_move, i));
  }
  return tn_trials_study(board->moved);
}
