/* Which parameters are moved by their stated errors, one at a time, and for which points: those
 * that can change a verdict. */
#include "board.h"

#include <math.h>

#include "platform/params.h"
#include "study/shift.h"

/* What moves are planned by. */
struct plan {
  const GPtrArray *stock; /* struct tn_judgement of each claim */
  GArray *relevances;     /* struct relevance, those that are known */
};

/* Whether the point of the entry changes with the move. */
static bool is_charged(const struct tn_board *board, const struct tn_asked *e,
                       const struct tn_move *move, const struct tn_reads *followers)
{
  if (e->missing || tn_study_point(board->study, e->point)->setup != move->from)
    return false;
  const struct tn_outcome *outcome = tn_study_outcome(board->study, e->point);
  return outcome->state == TN_DONE && tn_reads_any(&outcome->result, followers);
}

/* Adds the entry's point to the study of the moves. */
static void add_point(struct tn_board *board, const struct tn_asked *e, struct tn_move *move)
{
  struct tn_point point = *tn_study_point(board->study, e->point);
  point.setup = move->to;
  move->points[e->number] = tn_study_n(board->moved);
  tn_study_take(board->moved, &point);
}

/* Of each claim and factor, which points are relevant. */
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

/* Adds the points of the claims that the move can flip; false: there are none. */
static bool add_points(struct tn_board *board, const struct plan *plan, struct tn_move *move)
{
  const struct tn_reads followers = tn_setup_followers(move->from, move->param);
  const guint before = tn_study_n(board->moved);
  for (guint c = 0; c < board->claims->len; c++) {
    const GArray *asked = board->asked->pdata[c];
    if (!tn_move_can_flip(move, plan->stock->pdata[c]))
      continue;
    const bool *relevant = NULL;
    for (guint i = 0; i < asked->len; i++) {
      const struct tn_asked *e = board->entries->pdata[g_array_index(asked, guint, i)];
      if (move->points[e->number] != TN_NOT_MOVED || !is_charged(board, e, move, &followers))
        continue;
      if (!relevant)
        relevant = relevant_points(board, plan->relevances, c, move->factor);
      if (relevant[i])
        add_point(board, e, move);
    }
  }
  return tn_study_n(board->moved) > before;
}

/* Appends the move, if it can change a verdict. Its factor is rounded up: what is relevant is found
 * once for each. */
static void add_move(struct tn_board *board, const struct plan *plan, const struct tn_setup *setup,
                     enum tn_param p, double value)
{
  const struct tn_setup *to = tn_setup_with(board->moved, setup, p, value);
  if (!to)
    return;
  struct tn_move *move = g_new0(struct tn_move, 1);
  *move = (struct tn_move){ .from = setup,
                            .to = to,
                            .param = p,
                            .factor = ceil(10.0 * tn_param_most(p, setup->values[p], value)) / 10.0,
                            .points = g_new(guint, board->entries->len) };
  for (guint i = 0; i < board->entries->len; i++)
    move->points[i] = TN_NOT_MOVED;
  if (add_points(board, plan, move))
    g_ptr_array_add(board->moves, move);
  else
    tn_move_free(move);
}

struct tn_study *tn_board_move(struct tn_board *board)
{
  const GPtrArray *setups = tn_study_setups(board->study);
  g_autoptr(GPtrArray) stock = tn_board_judge(board);
  g_autoptr(GArray) relevances = g_array_new(FALSE, FALSE, sizeof(struct relevance));
  const struct plan plan = { stock, relevances };
  g_array_set_clear_func(relevances, relevance_clear);
  g_assert(!board->moved);
  board->moved = tn_study_new(tn_study_conditions(board->study));
  for (guint s = 0; s < setups->len; s++) {
    const struct tn_setup *setup = setups->pdata[s];
    for (int p = 0; p < TN_N_PARAMS; p++) {
      const double error = tn_setup_error(setup, (enum tn_param)p);
      double other;
      for (int up = 0; up < 2 && error > 0.0; up++) {
        if (tn_setup_moved(setup, (enum tn_param)p, error, up, &other))
          add_move(board, &plan, setup, (enum tn_param)p, other);
      }
    }
  }
  return board->moved;
}
