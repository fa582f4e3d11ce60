#include "claims.h"

#include <string.h>

#include "study/closed_form.h"
#include "study/usage.h"

const char *const tn_claim_class_names[TN_N_CLASSES] = { "definition", "reproduced", "fitted",
                                                         "predicted", "cannot be tested" };
const char *const tn_verdict_names[TN_N_VERDICTS] = { "holds", "fails", "not judged", "error" };

/* A point that was asked for. */
struct entry {
  char *key; /* what it is told by; begins with the platform, so that its points stand together */
  struct tn_ask ask; /* its names interned */
  enum tn_kernel kernel;
  guint point;   /* its number in the study */
  char *missing; /* why it has none, or NULL */
};

struct tn_board {
  const struct tn_paper *papers; /* borrowed */
  const GPtrArray *claims;       /* struct tn_claim, borrowed */
  GHashTable *entries;           /* key -> struct entry */
  GHashTable *platforms;         /* name -> struct tn_platform */
  struct tn_study *study;
  bool is_planned;               /* until then points are collected */
};

struct tn_judge {
  struct tn_board *board;
  const struct tn_claim *claim;
  bool fails;
  GString *figures;
  const char *missing; /* of an entry, or NULL */
  bool broken;
};

static const struct tn_sim_result made_up = { .avg = 1, .min = 1, .max = 1, .span = 1 };

static void entry_free(void *data)
{
  struct entry *e = data;
  g_free(e->key);
  g_free(e->missing);
  g_free(e);
}

/* The ask with what the claim gives, its names interned. */
static struct tn_ask complete(const struct tn_claim *claim, const struct tn_ask *ask)
{
  struct tn_ask all = *ask;
  all.platform = g_intern_string(ask->platform ? ask->platform : claim->platform);
  all.ranks = ask->ranks ? ask->ranks : claim->ranks;
  all.algorithm = g_intern_string(ask->algorithm);
  all.mapping = g_intern_string(ask->mapping);
  for (int i = 0; i < TN_MAX_ASK_PARAMS; i++) {
    all.params[i].name = g_intern_string(ask->params[i].name);
    all.params[i].choice = g_intern_string(ask->params[i].choice);
  }
  return all;
}

static char *key_of(const struct tn_ask *ask, enum tn_kernel kernel)
{
  GString *key = g_string_new(NULL);
  g_string_printf(key, "%s %04d %s %s %d %s %s %s %d %020zu", ask->platform, ask->ranks,
                  tn_collective_names[ask->collective], ask->algorithm, kernel,
                  ask->mechanism ? tn_mechanism_names[ask->mechanism - 1] : "",
                  tn_or_nothing(ask->mapping),
                  ask->buffers ? tn_buffers_names[ask->buffers - 1] : "", ask->root, ask->size);
  for (int i = 0; i < TN_MAX_ASK_PARAMS && ask->params[i].name; i++)
    g_string_append_printf(key, " %s %s %" G_GINT64_FORMAT, ask->params[i].name,
                           tn_or_nothing(ask->params[i].choice), ask->params[i].value);
  return g_string_free(key, FALSE);
}

/* The profile that the claims of a paper are judged with. */
static enum tn_kernel kernel_of(const struct tn_board *board, const char *paper)
{
  const struct tn_paper *p = board->papers;
  while (strcmp(p->name, paper) != 0)
    p++;
  return p->kernel;
}

static const struct entry *find_entry(struct tn_judge *j, const struct tn_ask *ask)
{
  const enum tn_kernel kernel = kernel_of(j->board, j->claim->paper);
  const struct tn_ask all = complete(j->claim, ask);
  g_autofree char *key = key_of(&all, kernel);
  struct entry *e = g_hash_table_lookup(j->board->entries, key);
  if (e)
    return e;
  g_assert(!j->board->is_planned);
  e = g_new0(struct entry, 1);
  e->ask = all;
  e->kernel = kernel;
  e->key = g_steal_pointer(&key);
  g_hash_table_insert(j->board->entries, e->key, e);
  return e;
}

/* The number of the point; false while points are collected, and when it cannot be had. */
static bool find_point(struct tn_judge *j, const struct tn_ask *ask, guint *ret)
{
  const struct entry *e = find_entry(j, ask);
  if (!j->board->is_planned)
    return false;
  if (e->missing)
    j->missing = e->missing;
  else if (tn_study_outcome(j->board->study, e->point)->state != TN_DONE)
    j->broken = true;
  *ret = e->point;
  return !j->missing && !j->broken;
}

const struct tn_claim *tn_judge_claim(const struct tn_judge *j)
{
  return j->claim;
}

const struct tn_sim_result *tn_ask(struct tn_judge *j, const struct tn_ask *ask)
{
  guint i;
  return find_point(j, ask, &i) ? &tn_study_outcome(j->board->study, i)->result : &made_up;
}

double tn_ask_model(struct tn_judge *j, const struct tn_ask *ask)
{
  guint i;
  struct tn_cost cost;
  if (!find_point(j, ask, &i))
    return made_up.avg;
  const struct tn_point *point = tn_study_point(j->board->study, i);
  const bool known = tn_closed_form(point, &cost);
  g_assert(known);
  return tn_cost_sum(&cost);
}

double tn_ask_value(struct tn_judge *j, const struct tn_ask *ask, enum tn_param param)
{
  guint i;
  if (!find_point(j, ask, &i))
    return 1;
  return tn_study_point(j->board->study, i)->setup->values[param];
}

void tn_require(struct tn_judge *j, bool holds)
{
  j->fails = j->fails || !holds;
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

static struct tn_judgement *judge(struct tn_board *board, const struct tn_claim *claim)
{
  struct tn_judge j = { .board = board, .claim = claim, .figures = g_string_new(NULL) };
  struct tn_judgement *judgement = g_new0(struct tn_judgement, 1);
  judgement->claim = claim;
  judgement->class = claim->class;
  judgement->verdict = TN_UNJUDGED;
  if (claim->judge) {
    claim->judge(&j);
    judgement->verdict = j.fails ? TN_FAILS : TN_HOLDS;
  }
  if (j.missing) {
    judgement->class = TN_UNTESTED;
    judgement->verdict = TN_UNJUDGED;
    g_string_assign(j.figures, j.missing);
  } else if (j.broken) {
    judgement->verdict = TN_BROKEN;
    g_string_assign(j.figures, "a point that it rests on failed");
  }
  judgement->figures = g_string_free(j.figures, FALSE);
  return judgement;
}

static void judgement_free(void *data)
{
  struct tn_judgement *judgement = data;
  g_free(judgement->figures);
  g_free(judgement);
}

GPtrArray *tn_board_judge(struct tn_board *board)
{
  GPtrArray *judgements = g_ptr_array_new_with_free_func(judgement_free);
  for (guint i = 0; i < board->claims->len; i++)
    g_ptr_array_add(judgements, judge(board, board->claims->pdata[i]));
  return judgements;
}

static int by_key(const void *x, const void *y)
{
  const struct entry *const *a = x, *const *b = y;
  return strcmp((*a)->key, (*b)->key);
}

static bool put_params(const struct tn_ask *ask, struct tn_case *ret, GError **error)
{
  const struct tn_algorithm *a = ret->algorithm;
  for (int i = 0; i < TN_MAX_ASK_PARAMS && ask->params[i].name; i++) {
    const struct tn_ask_param *p = &ask->params[i];
    bool is_alias = false;
    const int n = tn_algorithm_param(a, p->name, &is_alias);
    if (n < 0) {
      g_set_error(error, TN_USAGE_ERROR, 0, "no parameter \"%s\"", p->name);
      return false;
    }
    ret->given |= 1u << n;
    ret->params[n] = p->value + (is_alias ? a->params[n].alias_offset : 0);
    if (!p->choice)
      continue;
    const int choice = a->params[n].choices ? tn_name_find(a->params[n].choices, p->choice) : -1;
    if (choice < 0) {
      g_set_error(error, TN_USAGE_ERROR, 0, "no %s \"%s\"", p->name, p->choice);
      return false;
    }
    ret->params[n] = a->params[n].kind == TN_PARAM_LIST ? tn_list_append(0, choice) : choice;
  }
  return true;
}

/* The ask with its algorithm and parameters looked up. */
static bool case_of(const struct tn_ask *ask, struct tn_case *ret, GError **error)
{
  ret->algorithm = tn_algorithm_find(ask->collective, ask->algorithm);
  if (!ret->algorithm) {
    g_set_error(error, TN_USAGE_ERROR, 0, "no %s \"%s\"", tn_collective_names[ask->collective],
                ask->algorithm);
    return false;
  }
  ret->mechanism = ask->mechanism;
  ret->buffers = ask->buffers ? (enum tn_buffers)(ask->buffers - 1) : TN_BUFFERS_UNCHANGED;
  ret->mapping = ask->mapping;
  ret->ranks = ask->ranks;
  ret->root = ask->root;
  ret->bytes = ask->size;
  return put_params(ask, ret, error);
}

static struct tn_platform *load(struct tn_board *board, const char *name, GError **error)
{
  struct tn_platform *pf = g_hash_table_lookup(board->platforms, name);
  if (!pf && (pf = tn_platform_load(name, NULL, error)))
    g_hash_table_insert(board->platforms, (void *)name, pf);
  return pf;
}

/* Adds the point of an entry to the study, or says why it has none. */
static void plan_entry(struct tn_board *board, struct entry *e)
{
  struct tn_case asked = { .kernel = TN_JUST(e->kernel) };
  g_autoptr(GError) why = NULL;
  asked.platform = load(board, e->ask.platform, &why);
  e->point = tn_study_n(board->study);
  if (asked.platform && case_of(&e->ask, &asked, &why) &&
      tn_study_add(board->study, &asked, &why))
    return;
  /* The list of what there is would fill the table. */
  g_auto(GStrv) words = g_strsplit(why->message, " (", 2);
  e->missing = g_strdup(words[0]);
}

/* The points of all entries; one platform's stand together. */
static void plan_entries(struct tn_board *board)
{
  g_autoptr(GPtrArray) entries = g_ptr_array_new();
  GHashTableIter iter;
  void *entry;
  g_hash_table_iter_init(&iter, board->entries);
  while (g_hash_table_iter_next(&iter, NULL, &entry))
    g_ptr_array_add(entries, entry);
  g_ptr_array_sort(entries, by_key);
  for (guint i = 0; i < entries->len; i++)
    plan_entry(board, entries->pdata[i]);
}

struct tn_board *tn_board_new(const struct tn_paper *papers, const GPtrArray *claims, int jobs)
{
  const struct tn_conditions conditions = { .law = TN_CLAIM_LAW, .protocol = TN_CLAIM_PROTOCOL,
                                            .jobs = jobs };
  struct tn_board *board = g_new0(struct tn_board, 1);
  board->papers = papers;
  board->claims = claims;
  board->study = tn_study_new(&conditions);
  board->entries = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, entry_free);
  board->platforms = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
                                           (GDestroyNotify)tn_platform_free);
  g_ptr_array_unref(tn_board_judge(board));
  plan_entries(board);
  board->is_planned = true;
  return board;
}

void tn_board_free(struct tn_board *board)
{
  if (!board)
    return;
  tn_study_free(board->study);
  g_hash_table_unref(board->entries);
  g_hash_table_unref(board->platforms);
  g_free(board);
}

struct tn_study *tn_board_study(const struct tn_board *board)
{
  return board->study;
}

struct tn_tally tn_judgements_count(const GPtrArray *judgements, const char *paper)
{
  struct tn_tally tally = { 0 };
  for (guint i = 0; i < judgements->len; i++) {
    const struct tn_judgement *judgement = judgements->pdata[i];
    if (!paper || strcmp(judgement->claim->paper, paper) == 0)
      tally.n[judgement->class][judgement->verdict]++;
  }
  return tally;
}
