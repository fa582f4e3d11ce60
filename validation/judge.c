/* Runs the judge of a claim on its points, with or without a changed parameter. */
#include "board.h"

#include <math.h>
#include <string.h>

#include "study/closed_form.h"

const char *const tn_claim_class_names[TN_N_CLASSES] = { "definition", "reproduced",
                                                         "fitted",     "checked beforehand",
                                                         "predicted",  "cannot be tested" };
const char *const tn_verdict_names[TN_N_VERDICTS] = { "holds",     "fails",      "lower limit met",
                                                      "undecided", "not judged", "error" };

struct tn_judge {
  struct tn_board *board;
  const struct tn_claim *claim;
  const struct tn_claim_move *move; /* the changed parameter, or NULL */
  /* numbers of the requested entries, in the order of the requests */
  GArray *asked;
  guint n_asked; /* number of requests so far in this run, while points are judged */
  bool fails;
  bool is_lower_limit; /* true if a claimed number was only a lower limit */
  /* for each requirement, the factor (double) by which its ratio must change to change its result:
   * above 1 if it holds, otherwise below; NAN if unknown */
  GArray *factors;
  struct tn_points points;
  bool by_spans; /* true if tn_ask_time returns the last rank's time */
  /* entry whose times are multiplied by `scale`; may be NULL */
  const struct tn_requested_point *scaled;
  double scale;
  struct tn_sim_result scaled_result;
  GString *figures;
  const char *missing; /* reason why an entry cannot run, or NULL */
  bool broken;
  /* true if the claim replays a program: the effect of one call's time on the verdict is then
   * unknown */
  bool replays;
};

static const struct tn_sim_result made_up = { .avg = 1, .min = 1, .max = 1, .span = 1 };

/* Returns the result of the entry's point under the move; NULL if the point failed. */
static const struct tn_sim_result *result_of(const struct tn_judge *j,
                                             const struct tn_requested_point *e)
{
  const guint moved = j->move ? j->move->points[e->number] : TN_NOT_MOVED;
  const struct tn_outcome *own = tn_study_outcome(j->board->study, e->point);
  if (moved != TN_NOT_MOVED)
    return tn_trials_answer(j->board->moved, moved);
  return own->state == TN_DONE ? &own->result : NULL;
}

/* Returns the entry of a requested point; NULL while points are collected, or if it cannot run. */
static const struct tn_requested_point *find_point(struct tn_judge *j, const struct tn_ask *ask)
{
  if (!j->board->is_planned) {
    g_array_append_val(j->asked, tn_board_entry(j->board, j->claim, ask)->number);
    return NULL;
  }
  const struct tn_requested_point *e =
      j->board->entries->pdata[g_array_index(j->asked, guint, j->n_asked++)];
  g_assert(e->ask.size == ask->size && strcmp(e->ask.algorithm, ask->algorithm) == 0);
  if (e->missing)
    j->missing = e->missing;
  else if (!result_of(j, e))
    j->broken = true;
  return j->missing || j->broken ? NULL : e;
}

/* Returns the setup with which the entry's point ran, which the move may have changed. */
static const struct tn_setup *setup_of(const struct tn_judge *j, const struct tn_requested_point *e)
{
  const struct tn_setup *setup = tn_study_point(j->board->study, e->point)->setup;
  return j->move && j->move->from == setup ? j->move->to : setup;
}

const struct tn_claim *tn_judge_claim(const struct tn_judge *j)
{
  return j->claim;
}

static void scale_result(struct tn_sim_result *ret, const struct tn_sim_result *result,
                         double scale)
{
  *ret = *result;
  ret->avg *= scale;
  ret->min *= scale;
  ret->max *= scale;
  ret->span *= scale;
  for (int i = 0; i < TN_N_FIRST; i++)
    ret->first[i] *= scale;
  for (int i = 0; i < TN_N_PARTS; i++)
    ret->parts[i] *= scale;
}

const struct tn_sim_result *tn_ask(struct tn_judge *j, const struct tn_ask *ask)
{
  const struct tn_requested_point *e = find_point(j, ask);
  if (!e)
    return &made_up;
  const struct tn_sim_result *result = result_of(j, e);
  for (int i = 0; i < TN_N_PARTS && result->span > 0.0; i++)
    j->points.parts[i] += result->parts[i] / result->span;
  if (e != j->scaled)
    return result;
  scale_result(&j->scaled_result, result, j->scale);
  return &j->scaled_result;
}

double tn_ask_time(struct tn_judge *j, const struct tn_ask *ask)
{
  const struct tn_sim_result *result = tn_ask(j, ask);
  return j->by_spans ? result->span : result->avg;
}

/* Requests one call of each kind as a point, to find on which parameters the program depends.
 * Returns true if the move changes one of these points. */
static bool ask_calls(struct tn_judge *j, const struct tn_ask_program *ask)
{
  bool is_moved = false;
  for (int i = 0; i < TN_MAX_ASK_CALLS && ask->calls[i].times > 0; i++) {
    const struct tn_application_call *call = &ask->calls[i];
    struct tn_ask one = ask->way;
    one.collective = call->collective;
    one.buffers = TN_JUST(TN_BUFFERS_REWRITTEN);
    one.root = MAX(call->root, 0);
    one.size = call->bytes;
    const struct tn_requested_point *e = find_point(j, &one);
    is_moved = is_moved || (e && j->move && setup_of(j, e) == j->move->to);
  }
  return is_moved;
}

const struct tn_program_sums *tn_ask_program(struct tn_judge *j, const struct tn_ask_program *ask)
{
  static const struct tn_program_sums nothing = { 1, 1, 0 };
  struct tn_ask_program all = *ask;
  j->replays = true;
  all.way = tn_ask_complete(j->claim, &ask->way);
  const bool is_moved = ask_calls(j, &all);
  if (!j->board->is_planned || j->missing || j->broken)
    return &nothing;
  const char *missing;
  const struct tn_program_sums *sums =
      tn_board_program(j->board, tn_paper_find(j->board->papers, j->claim->paper)->kernel, &all,
                       is_moved ? j->move : NULL, &missing);
  j->missing = missing;
  return missing ? &nothing : sums;
}

double tn_ask_model(struct tn_judge *j, const struct tn_ask *ask)
{
  const struct tn_requested_point *e = find_point(j, ask);
  struct tn_cost cost;
  if (!e)
    return made_up.avg;
  struct tn_point point = *tn_study_point(j->board->study, e->point);
  point.setup = setup_of(j, e);
  const bool known = tn_closed_form(&point, &cost);
  g_assert(known);
  return tn_cost_sum(&cost);
}

double tn_ask_value(struct tn_judge *j, const struct tn_ask *ask, enum tn_param param)
{
  const struct tn_requested_point *e = find_point(j, ask);
  return e ? setup_of(j, e)->values[param] : 1;
}

static void require(struct tn_judge *j, bool holds, double factor)
{
  j->fails = j->fails || !holds;
  factor = j->replays ? NAN : factor;
  g_array_append_val(j->factors, factor);
}

void tn_require(struct tn_judge *j, bool holds)
{
  require(j, holds, NAN);
}

void tn_require_below(struct tn_judge *j, double less, double more)
{
  require(j, less < more, more / less);
  tn_direction(j, less < more);
}

void tn_require_least(struct tn_judge *j, double ratio, double least)
{
  require(j, least < ratio, ratio / least);
  tn_direction(j, 1 < ratio);
}

void tn_require_lower_limit(struct tn_judge *j, double ratio, double limit)
{
  tn_require_least(j, ratio, limit);
  j->is_lower_limit = true;
}

void tn_require_within(struct tn_judge *j, double value, double low, double high)
{
  require(j, low <= value && value <= high, MIN(value / low, high / value));
}

void tn_direction(struct tn_judge *j, bool right)
{
  j->points.n++;
  j->points.n_right += right;
}

void tn_claimed(struct tn_judge *j, double found, double claimed)
{
  const double off = found > claimed ? found / claimed : claimed / found;
  if (claimed > 1.0 || claimed < 1.0)
    tn_direction(j, claimed > 1.0 ? found > 1.0 : found < 1.0);
  g_array_append_val(j->points.off, off);
}

void tn_figure(struct tn_judge *j, const char *format, ...)
{
  va_list args;
  if (j->figures->len)
    g_string_append(j->figures, "; ");
  va_start(args, format);
  g_string_append_vprintf(j->figures, format, args);
  va_end(args);
}

/* Returns the smallest factor on ratios of times that changes the verdict: it makes all failing
 * requirements hold or, if all hold, one fail. Returns 1 if unknown. */
static double room_of(const struct tn_judge *j)
{
  double slack = INFINITY, lack = 1.0;
  for (guint i = 0; i < j->factors->len; i++) {
    const double factor = g_array_index(j->factors, double, i);
    if (isnan(factor))
      slack = 1.0;
    else if (factor < 1.0)
      lack = MAX(lack, factor > 0.0 ? 1.0 / factor : INFINITY);
    else
      slack = MIN(slack, factor);
  }
  return j->fails ? lack : slack;
}

struct tn_judgement *tn_judge_claim_under(struct tn_board *board, guint number,
                                          const struct tn_claim_move *move, bool by_spans)
{
  const struct tn_claim *claim = board->claims->pdata[number];
  g_autoptr(GArray) factors = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(double));
  struct tn_judge j = { .board = board,
                        .claim = claim,
                        .move = move,
                        .by_spans = by_spans,
                        .asked = board->asked->pdata[number],
                        .factors = factors,
                        .points.off = off,
                        .figures = g_string_new(NULL) };
  struct tn_judgement *judgement = g_new0(struct tn_judgement, 1);
  judgement->claim = claim;
  judgement->verdict = TN_UNJUDGED;
  if (claim->judge) {
    claim->judge(&j);
    judgement->verdict = j.fails ? TN_FAILS : j.is_lower_limit ? TN_LOWER_LIMIT_MET : TN_HOLDS;
  }
  if (j.missing || j.broken) {
    judgement->verdict = TN_BROKEN;
    g_string_assign(j.figures, j.missing ? j.missing : "a point that it rests on failed");
  }
  judgement->stock = judgement->verdict;
  judgement->degree = tn_degree_of(judgement->verdict == TN_BROKEN ? NULL : &j.points);
  judgement->room = room_of(&j);
  judgement->figures = g_string_free(j.figures, FALSE);
  judgement->flips = g_strdup("");
  return judgement;
}

/* Returns the factors of a claim's requirements (tn_judge.factors) if the times of the entry
 * `scaled` (NULL: of no entry) are multiplied by `scale`. Transfer full. */
static GArray *factors_of(struct tn_board *board, guint number,
                          const struct tn_requested_point *scaled, double scale)
{
  const struct tn_claim *claim = board->claims->pdata[number];
  g_autoptr(GString) figures = g_string_new(NULL);
  g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(double));
  struct tn_judge j = { .board = board,
                        .claim = claim,
                        .asked = board->asked->pdata[number],
                        .figures = figures,
                        .points.off = off,
                        .factors = g_array_new(FALSE, FALSE, sizeof(double)),
                        .scaled = scaled,
                        .scale = scale };
  claim->judge(&j);
  return j.factors;
}

/* Returns true if a requirement that held fails, the factor of a failing requirement has changed,
 * or a factor is unknown. */
static bool matters(const GArray *before, const GArray *after)
{
  if (before->len != after->len)
    return true;
  for (guint i = 0; i < before->len; i++) {
    const double was = g_array_index(before, double, i), is = g_array_index(after, double, i);
    if (isnan(was) || isnan(is) || (was < 1.0 ? is < was || is > was : is < 1.0))
      return true;
  }
  return false;
}

bool *tn_judge_relevant(struct tn_board *board, guint number, double factor)
{
  const GArray *asked = board->asked->pdata[number];
  bool *relevant = g_new0(bool, asked->len);
  g_autoptr(GArray) before = factors_of(board, number, NULL, 1.0);
  for (guint i = 0; i < asked->len; i++) {
    const struct tn_requested_point *e = board->entries->pdata[g_array_index(asked, guint, i)];
    relevant[i] = !isfinite(factor);
    for (int up = 0; up < 2 && !relevant[i]; up++) {
      g_autoptr(GArray) after = factors_of(board, number, e, up ? factor : 1.0 / factor);
      relevant[i] = matters(before, after);
    }
  }
  return relevant;
}

void tn_judgement_free(void *data)
{
  struct tn_judgement *judgement = data;
  g_free(judgement->figures);
  g_free(judgement->flips);
  g_free(judgement);
}
