#include "claims.h"

#include <string.h>

#include "run_points.h"
#include "signals.h"
#include "study/closed_form.h"

const char *const tn_class_names[TN_N_CLASSES] = { "definition", "reproduced", "fitted",
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

struct board {
  GHashTable *entries;   /* key -> struct entry */
  GHashTable *platforms; /* name -> struct tn_platform */
  struct tn_plan plan;   /* its study alone */
  bool is_run;           /* outcomes are there; until then points are collected */
};

struct tn_judge {
  struct board *board;
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
  all.collective = g_intern_string(ask->collective);
  all.algorithm = g_intern_string(ask->algorithm);
  all.mechanism = g_intern_string(ask->mechanism);
  all.mapping = g_intern_string(ask->mapping);
  all.buffers = g_intern_string(ask->buffers);
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
                  ask->collective, ask->algorithm, kernel, tn_or_nothing(ask->mechanism),
                  tn_or_nothing(ask->mapping), tn_or_nothing(ask->buffers), ask->root, ask->size);
  for (int i = 0; i < TN_MAX_ASK_PARAMS && ask->params[i].name; i++)
    g_string_append_printf(key, " %s %s %" G_GINT64_FORMAT, ask->params[i].name,
                           tn_or_nothing(ask->params[i].choice), ask->params[i].value);
  return g_string_free(key, FALSE);
}

static const struct entry *find_entry(struct tn_judge *j, const struct tn_ask *ask)
{
  const enum tn_kernel kernel = tn_paper_find(j->claim->paper)->kernel;
  const struct tn_ask all = complete(j->claim, ask);
  g_autofree char *key = key_of(&all, kernel);
  struct entry *e = g_hash_table_lookup(j->board->entries, key);
  if (e)
    return e;
  g_assert(!j->board->is_run);
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
  if (!j->board->is_run)
    return false;
  if (e->missing)
    j->missing = e->missing;
  else if (tn_study_outcome(j->board->plan.study, e->point)->state != TN_DONE)
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
  return find_point(j, ask, &i) ? &tn_study_outcome(j->board->plan.study, i)->result : &made_up;
}

double tn_ask_model(struct tn_judge *j, const struct tn_ask *ask)
{
  guint i;
  struct tn_cost cost;
  if (!find_point(j, ask, &i))
    return made_up.avg;
  const struct tn_point *point = tn_study_point(j->board->plan.study, i);
  const bool known = tn_closed_form(point, &cost);
  g_assert(known);
  return tn_cost_sum(&cost);
}

double tn_ask_value(struct tn_judge *j, const struct tn_ask *ask, enum tn_param param)
{
  guint i;
  if (!find_point(j, ask, &i))
    return 1;
  return tn_study_point(j->board->plan.study, i)->setup->values[param];
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

static struct tn_finding *judge(struct board *board, const struct tn_claim *claim)
{
  struct tn_judge j = { .board = board, .claim = claim, .figures = g_string_new(NULL) };
  struct tn_finding *finding = g_new0(struct tn_finding, 1);
  finding->claim = claim;
  finding->class = claim->class;
  finding->verdict = TN_UNJUDGED;
  if (claim->judge) {
    claim->judge(&j);
    finding->verdict = j.fails ? TN_FAILS : TN_HOLDS;
  }
  if (j.missing) {
    finding->class = TN_UNTESTED;
    finding->verdict = TN_UNJUDGED;
    g_string_assign(j.figures, j.missing);
  } else if (j.broken) {
    finding->verdict = TN_BROKEN;
    g_string_assign(j.figures, "a point that it rests on failed");
  }
  finding->figures = g_string_free(j.figures, FALSE);
  return finding;
}

static void finding_free(void *data)
{
  struct tn_finding *finding = data;
  g_free(finding->figures);
  g_free(finding);
}

static GPtrArray *judge_all(struct board *board, const GPtrArray *claims)
{
  GPtrArray *findings = g_ptr_array_new_with_free_func(finding_free);
  for (guint i = 0; i < claims->len; i++)
    g_ptr_array_add(findings, judge(board, claims->pdata[i]));
  return findings;
}

static int by_key(const void *x, const void *y)
{
  const struct entry *const *a = x, *const *b = y;
  return strcmp((*a)->key, (*b)->key);
}

/* The number of `name` among names[n]; false and *error when it is none of them. */
static bool name_find(const char *what, const char *name, const char *const *names, int n,
                      int *ret, GError **error)
{
  for (int i = 0; i < n && names[i]; i++) {
    if (strcmp(names[i], name) != 0)
      continue;
    *ret = i;
    return true;
  }
  g_set_error(error, TN_USAGE_ERROR, 0, "no %s \"%s\"", what, name);
  return false;
}

static bool put_params(const struct tn_ask *ask, struct tn_case *ret, GError **error)
{
  const struct tn_algorithm *a = ret->algorithm;
  for (int i = 0; i < TN_MAX_ASK_PARAMS && ask->params[i].name; i++) {
    const struct tn_ask_param *p = &ask->params[i];
    bool is_alias = false;
    int choice;
    const int n = tn_algorithm_param(a, p->name, &is_alias);
    if (n < 0) {
      g_set_error(error, TN_USAGE_ERROR, 0, "no parameter \"%s\"", p->name);
      return false;
    }
    ret->given |= 1u << n;
    ret->params[n] = p->value + (is_alias ? a->params[n].alias_offset : 0);
    if (!p->choice)
      continue;
    if (!name_find(p->name, p->choice, a->params[n].choices, G_MAXINT, &choice, error))
      return false;
    ret->params[n] = a->params[n].kind == TN_PARAM_LIST ? tn_list_append(0, choice) : choice;
  }
  return true;
}

/* The names of an ask, looked up. */
static bool case_of(const struct tn_ask *ask, struct tn_case *ret, GError **error)
{
  int collective, mechanism, buffers = TN_BUFFERS_UNCHANGED;
  if (!name_find("collective", ask->collective, tn_collective_names, TN_N_COLLECTIVES, &collective,
                 error))
    return false;
  ret->algorithm = tn_algorithm_find((enum tn_collective)collective, ask->algorithm);
  if (!ret->algorithm) {
    g_set_error(error, TN_USAGE_ERROR, 0, "no %s \"%s\"", ask->collective, ask->algorithm);
    return false;
  }
  if (ask->mechanism) {
    if (!name_find("mechanism", ask->mechanism, tn_mechanism_names, TN_N_MECHANISMS, &mechanism,
                   error))
      return false;
    ret->mechanism = TN_JUST(mechanism);
  }
  if (ask->buffers && !name_find("buffers", ask->buffers, tn_buffers_names, G_MAXINT, &buffers,
                                 error))
    return false;
  ret->buffers = (enum tn_buffers)buffers;
  ret->mapping = ask->mapping;
  ret->ranks = ask->ranks;
  ret->root = ask->root;
  ret->bytes = ask->size;
  return put_params(ask, ret, error);
}

static struct tn_platform *load(struct board *board, const char *name, GError **error)
{
  struct tn_platform *pf = g_hash_table_lookup(board->platforms, name);
  if (!pf && (pf = tn_platform_load(name, NULL, error)))
    g_hash_table_insert(board->platforms, (void *)name, pf);
  return pf;
}

/* Adds the point of an entry to the study, or says why it has none. */
static void plan_entry(struct board *board, struct entry *e)
{
  struct tn_case asked = { .kernel = TN_JUST(e->kernel) };
  g_autoptr(GError) why = NULL;
  asked.platform = load(board, e->ask.platform, &why);
  e->point = tn_study_n(board->plan.study);
  if (asked.platform && case_of(&e->ask, &asked, &why) &&
      tn_study_add(board->plan.study, &asked, &why))
    return;
  /* The list of what there is would fill the table. */
  g_auto(GStrv) words = g_strsplit(why->message, " (", 2);
  e->missing = g_strdup(words[0]);
}

static bool run_points(struct board *board, int *ret_signal)
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
  struct tn_results results = tn_results_of(&board->plan, "sim");
  if (board->plan.points->len)
    tn_run_points(&results, NULL);
  board->is_run = true;
  *ret_signal = tn_signal_caught;
  return *ret_signal == 0;
}

GPtrArray *tn_claims_judge(const GPtrArray *claims, int jobs, int *ret_signal)
{
  const struct tn_conditions conditions = { .law = TN_CLAIM_LAW, .protocol = TN_CLAIM_PROTOCOL,
                                            .jobs = jobs };
  struct board board = { 0 };
  GPtrArray *findings = NULL;
  board.plan.study = tn_study_new(&conditions);
  board.plan.points = tn_study_points(board.plan.study);
  board.entries = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, entry_free);
  board.platforms = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
                                          (GDestroyNotify)tn_platform_free);
  g_ptr_array_unref(judge_all(&board, claims));
  if (run_points(&board, ret_signal))
    findings = judge_all(&board, claims);
  tn_study_free(board.plan.study);
  g_hash_table_unref(board.entries);
  g_hash_table_unref(board.platforms);
  return findings;
}
