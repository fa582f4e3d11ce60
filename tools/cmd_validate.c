/* validate: the scoreboard of the papers' claims. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "plan/expand.h"
#include "rows/text_rows.h"
#include "run_points.h"
#include "scoreboard/scoreboard.h"
#include "signals.h"

static int by_id(const void *x, const void *y)
{
  const struct tn_claim *const *a = x, *const *b = y;
  const int ids = strcmp((*a)->id, (*b)->id);
  /* Equal identifiers keep the order of their table, in which they stand together. */
  return ids ? ids : (*a > *b) - (*a < *b);
}

/* Whether every word is the identifier of a claim; these are in their order. */
static bool check_words(const GPtrArray *words, const GPtrArray *all, GError **error)
{
  g_autoptr(GPtrArray) known = g_ptr_array_new();
  for (guint i = 0; i < all->len; i++) {
    const char *id = ((const struct tn_claim *)all->pdata[i])->id;
    if (known->len == 0 || strcmp(known->pdata[known->len - 1], id) != 0)
      g_ptr_array_add(known, (void *)id);
  }
  g_ptr_array_add(known, NULL);
  const char *const *ids = (const char *const *)known->pdata;
  for (guint i = 0; i < words->len; i++)
    if (tn_name_find(ids, words->pdata[i]) < 0)
      return tn_usage_unknown(error, "validate", "claim", words->pdata[i], ids);
  return true;
}

/* The claims asked for, by identifier. Transfer full; NULL and *error on an unknown word. */
static GPtrArray *select_claims(const struct tn_options *s, GError **error)
{
  int paper;
  g_autoptr(GPtrArray) all = g_ptr_array_new(), names = g_ptr_array_new();
  g_ptr_array_add(names, (void *)"all");
  for (const struct tn_paper *p = tn_papers; p->name; p++) {
    g_ptr_array_add(names, (void *)p->name);
    for (const struct tn_claim_table *t = p->tables; t->title; t++)
      for (const struct tn_claim *c = t->claims; c->id; c++)
        g_ptr_array_add(all, (void *)c);
  }
  g_ptr_array_add(names, NULL);
  const char *const *papers = (const char *const *)names->pdata;
  g_ptr_array_sort(all, by_id);
  if (!tn_read_name(s, TN_OPT_PAPER, papers, &paper, error) || !check_words(s->rows, all, error))
    return NULL;
  GPtrArray *selected = g_ptr_array_new();
  for (guint i = 0; i < all->len; i++) {
    const struct tn_claim *c = all->pdata[i];
    const bool named =
        s->rows->len == 0 || g_ptr_array_find_with_equal_func(s->rows, c->id, g_str_equal, NULL);
    if (named && (paper == 0 || strcmp(papers[paper], c->paper) == 0))
      g_ptr_array_add(selected, (void *)c);
  }
  return selected;
}

/* A claim that fails is a result, which only `strict` minds; a point that fails, or
 * that cannot be had, is none. */
static bool are_well(const GPtrArray *judgements, bool strict)
{
  for (guint i = 0; i < judgements->len; i++) {
    const struct tn_judgement *f = judgements->pdata[i];
    if (f->verdict == TN_BROKEN ||
        (strict && f->verdict == TN_FAILS && f->claim->class != TN_FITTED))
      return false;
  }
  return true;
}

/* The judgements of claims; NULL when a signal has ended the run. Transfer full. */
static GPtrArray *judge(const GPtrArray *claims, const GArray *overrides, bool moved, int jobs)
{
  struct tn_board *board =
      tn_board_new(tn_papers, claims, (const struct tn_override *)(void *)overrides->data,
                   (int)overrides->len, jobs);
  GPtrArray *judgements = NULL;
  tn_run_study(tn_board_study(board));
  if (moved && !tn_signal_caught)
    tn_run_study(tn_board_move(board));
  if (!tn_signal_caught)
    judgements = tn_board_judge(board);
  tn_board_free(board);
  return judgements;
}

bool tn_cmd_validate(struct tn_options *s, GError **error)
{
  g_auto(GStrv) sets = tn_options_sets(s);
  struct tn_scoreboard board = { .sets = sets, .moved = s->errors };
  int format;
  struct tn_writer w = { 0 };
  g_autoptr(GPtrArray) claims = select_claims(s, error);
  g_autoptr(GArray) overrides = claims ? tn_options_overrides(s, error) : NULL;
  if (!overrides || !tn_read_name(s, TN_OPT_FORMAT, tn_scoreboard_formats, &format, error) ||
      !tn_writer_open(&w, s, error))
    return false;
  g_autoptr(GPtrArray) judgements = judge(claims, overrides, board.moved, s->jobs);
  board.judgements = judgements;
  if (judgements && !board.moved && !*sets)
    board.recalled = tn_judgements_recall(judgements);
  const bool written = !judgements || tn_scoreboard_write(w.file, &board, format, error);
  w.is_partial = !judgements || !written;
  if (!tn_writer_finish(&w, written ? error : NULL) || !written)
    return false;
  if (!judgements)
    fprintf(stderr, "turnstile: validate: interrupted\n");
  return judgements && are_well(judgements, s->strict);
}
