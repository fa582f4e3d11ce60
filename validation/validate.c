/* The validate program: judges the papers' claims and prints the scoreboard. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "document/wrap.h"
#include "scoreboard.h"
#include "store/outcomes.h"
#include "study/usage.h"
#include "table/save.h"

enum { MAX_JOBS = 1024 };
enum { DONE, FAILED, USAGE }; /* exit status of the program */

/* Options; owned, may be NULL. */
struct request {
  char *paper, *format, *output;
  char **sets, **claims;
  int jobs;
  gboolean moves, is_strict;
};

static bool read_request(int argc, char **argv, struct request *r, GError **error)
{
  const GOptionEntry entries[] = {
    { "paper", 0, 0, G_OPTION_ARG_STRING, &r->paper, "claims of one paper, e.g. split", "NAME" },
    { "errors", 0, 0, G_OPTION_ARG_NONE, &r->moves,
      "judge again with each parameter moved by its stated error: a claim whose verdict changes is "
      "undecided",
      NULL },
    { "strict", 0, 0, G_OPTION_ARG_NONE, &r->is_strict,
      "exit with status 1 when a claim fails to which nothing was fitted", NULL },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &r->sets,
      "a parameter's value on the machines of all claims", "PARAM=VALUE" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &r->format,
      "text, csv, json or markdown (default: text)", "FORMAT" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &r->output, "file to write to instead of stdout",
      "FILE" },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &r->jobs,
      "worker processes (default: the processors online)", "N" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &r->claims, NULL, "[CLAIM]..." },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr(GOptionContext) context = g_option_context_new(NULL);
  g_option_context_set_summary(context, "Check the papers' claims, all or some, e.g. C031.");
  g_option_context_add_main_entries(context, entries, NULL);
  if (!g_option_context_parse(context, &argc, &argv, error))
    return tn_usage_prefix(error, NULL);
  return (r->jobs >= 0 && r->jobs <= MAX_JOBS) ||
         tn_usage(error, "--jobs: %d is not one of 0 to %d (0: the processors online)", r->jobs,
                  MAX_JOBS);
}

static int by_id(const void *x, const void *y)
{
  const struct tn_claim *const *a = x, *const *b = y;
  const int ids = strcmp((*a)->id, (*b)->id);
  /* equal identifiers are adjacent in their table and keep its order */
  return ids ? ids : (*a > *b) - (*a < *b);
}

/* Returns true if each word of the list (may be NULL) is the identifier of a claim; otherwise
 * returns false and *error. `all`: the claims, sorted by identifier. */
static bool check_words(char *const *words, const GPtrArray *all, GError **error)
{
  g_autoptr(GPtrArray) known = g_ptr_array_new();
  for (guint i = 0; i < all->len; i++) {
    const char *id = ((const struct tn_claim *)all->pdata[i])->id;
    if (known->len == 0 || strcmp(known->pdata[known->len - 1], id) != 0)
      g_ptr_array_add(known, (void *)id);
  }
  g_ptr_array_add(known, NULL);
  const char *const *ids = (const char *const *)known->pdata;
  for (; words && *words; words++)
    if (tn_name_find(ids, *words) < 0)
      return tn_usage_unknown(error, "validate", "claim", *words, ids);
  return true;
}

/* Returns the selected claims, sorted by identifier. Transfer full. Returns NULL and *error for an
 * unknown identifier. */
static GPtrArray *select_claims(const struct request *r, GError **error)
{
  const char *paper = r->paper ? r->paper : "all";
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
  if (tn_name_find(papers, paper) < 0) {
    tn_usage_unknown(error, "--paper", "paper", paper, papers);
    return NULL;
  }
  if (!check_words(r->claims, all, error))
    return NULL;
  GPtrArray *selected = g_ptr_array_new();
  for (guint i = 0; i < all->len; i++) {
    const struct tn_claim *c = all->pdata[i];
    const bool named = !r->claims || g_strv_contains((const char *const *)r->claims, c->id);
    if (named && (strcmp(paper, "all") == 0 || strcmp(paper, c->paper) == 0))
      g_ptr_array_add(selected, (void *)c);
  }
  return selected;
}

/* Returns true if no point failed and, with `strict`, no claim failed except those of class
 * TN_FITTED. */
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

/* Returns the overrides of --set (struct tn_override). Transfer full. Returns NULL and *error on
 * failure. */
static GArray *read_sets(const struct request *r, GError **error)
{
  g_autoptr(GArray) overrides = g_array_new(FALSE, FALSE, sizeof(struct tn_override));
  for (char **set = r->sets; set && *set; set++) {
    struct tn_override one;
    if (!tn_override_parse(*set, &one, error)) {
      tn_usage_prefix(error, "--set");
      return NULL;
    }
    g_array_append_val(overrides, one);
  }
  return g_steal_pointer(&overrides);
}

/* State of a run of a study. `outcomes`: cache of outcomes, or NULL. */
struct run {
  struct tn_study *study;
  struct tn_outcomes *outcomes;
};

static void on_known(void *data, guint point)
{
  const struct run *run = data;
  if (run->outcomes)
    tn_outcomes_store(run->outcomes, point);
}

static bool on_progress(void *data, guint n_known)
{
  const struct run *run = data;
  if (isatty(STDERR_FILENO))
    fprintf(stderr, "\r%u of %u points\033[K\r", n_known, tn_study_n(run->study));
  return true;
}

/* Runs the points that the cache in $TN_OUTCOMES lacks (set by dev/refresh-docs and tests). */
static bool run_study(struct tn_study *study, GError **error)
{
  const char *folder = g_getenv("TN_OUTCOMES");
  struct run run = { .study = study };
  const struct tn_watch watch = { .data = &run, .known = on_known, .may_continue = on_progress };
  if (folder && *folder && !(run.outcomes = tn_outcomes_open(study, folder, error)))
    return false;
  for (guint i = 0; run.outcomes && i < tn_study_n(study); i++)
    tn_outcomes_recall(run.outcomes, study, i);
  const bool ok = tn_study_run(study, &watch, error);
  tn_outcomes_close(run.outcomes);
  if (isatty(STDERR_FILENO))
    fputs("\033[K", stderr);
  return ok;
}

static GPtrArray *judge(const struct request *r, const GPtrArray *claims, const GArray *overrides,
                        GError **error)
{
  struct tn_board *board =
      tn_board_new(tn_papers, claims, (const struct tn_override *)(void *)overrides->data,
                   (int)overrides->len, r->jobs);
  const bool ok = run_study(tn_board_study(board), error) &&
                  (!r->moves || run_study(tn_board_move(board), error));
  GPtrArray *judgements = ok ? tn_board_judge(board) : NULL;
  tn_board_free(board);
  return judgements;
}

/* Writes the scoreboard to the file of --output, or to stdout. */
static bool write_board(const struct request *r, const struct tn_scoreboard *board, int format,
                        GError **error)
{
  struct tn_save save = { 0 };
  if (!r->output) {
    if (!tn_scoreboard_write(stdout, board, format, error))
      return false;
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                     "standard output: not everything could be written: %s", g_strerror(errno));
  }
  if (!tn_save_open(&save, r->output, error))
    return tn_usage_prefix(error, NULL);
  const bool ok = tn_scoreboard_write(save.file, board, format, error);
  return tn_save_close(&save, ok ? TN_SAVE_REPLACE : TN_SAVE_DISCARD, ok ? error : NULL) && ok;
}

static bool validate(const struct request *r, GError **error)
{
  const char *format_name = r->format ? r->format : tn_scoreboard_formats[0];
  const int format = tn_name_find(tn_scoreboard_formats, format_name);
  char *no_sets[] = { NULL };
  struct tn_scoreboard board = { .sets = r->sets ? r->sets : no_sets, .moved = r->moves };
  if (format < 0)
    return tn_usage_unknown(error, "--format", "format", format_name, tn_scoreboard_formats);
  /* checks the file before an hour of simulation */
  if (r->output && !tn_save_check(r->output, error))
    return tn_usage_prefix(error, NULL);
  g_autoptr(GPtrArray) claims = select_claims(r, error);
  g_autoptr(GArray) overrides = claims ? read_sets(r, error) : NULL;
  g_autoptr(GPtrArray) judgements = overrides ? judge(r, claims, overrides, error) : NULL;
  if (!judgements)
    return false;
  board.judgements = judgements;
  if (!r->moves && !r->sets)
    board.recalled = tn_judgements_recall(judgements);
  return write_board(r, &board, format, error) && are_well(judgements, r->is_strict);
}

int main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;
  struct request r = { 0 };
  setlocale(LC_CTYPE, "");
  const bool ok = read_request(argc, argv, &r, &error) && validate(&r, &error);
  g_free(r.paper);
  g_free(r.format);
  g_free(r.output);
  g_strfreev(r.sets);
  g_strfreev(r.claims);
  if (error)
    tn_print_message("%s", error->message);
  return ok ? DONE : error && error->domain == TN_USAGE_ERROR ? USAGE : FAILED;
}
