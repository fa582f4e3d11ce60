#include "claims.h"

#include <string.h>

#include "run_points.h"
#include "signals.h"

const char *const tn_class_names[TN_N_CLASSES] = { "definition", "reproduced", "fitted",
                                                   "predicted", "cannot be tested" };
const char *const tn_verdict_names[TN_N_VERDICTS] = { "holds", "fails", "not judged", "error" };

/* Points that differ in nothing but the size: one selection of the plan. */
struct group {
  char *key; /* what it is told by; begins with the platform, so that its groups stand together */
  struct tn_settings *settings;
  GArray *sizes; /* size_t; ascending once the group is planned */
  guint first;   /* point of the first size */
  char *missing; /* why it has no points, or NULL */
};

struct board {
  GHashTable *groups; /* key -> struct group */
  struct tn_plan *plan;
  struct tn_results results; /* outcome is NULL while points are collected */
};

struct tn_judge {
  struct board *board;
  const struct tn_claim *claim;
  bool fails;
  GString *figures;
  const char *missing; /* of a group, or NULL */
  bool broken;
};

/* Where the settings come from, in messages. */
static const char where[] = "validate";

static const struct tn_sim_result made_up = { .avg = 1, .min = 1, .max = 1, .span = 1 };

static void group_free(void *data)
{
  struct group *g = data;
  g_free(g->key);
  tn_settings_free(g->settings);
  g_array_unref(g->sizes);
  g_free(g->missing);
  g_free(g);
}

/* What a point asks for beyond its platform and ranks, as options. */
static void put_ask(struct tn_settings *s, const struct tn_ask *ask)
{
  const struct {
    enum tn_option option;
    const char *text;
  } said[] = { { TN_OPT_COLLECTIVE, ask->collective }, { TN_OPT_ALGORITHM, ask->algorithm },
               { TN_OPT_MECHANISM, ask->mechanism },   { TN_OPT_MAPPING, ask->mapping },
               { TN_OPT_BUFFERS, ask->buffers } };
  g_auto(GStrv) params = g_strsplit(ask->params ? ask->params : "", ";", -1);
  g_autofree char *root = g_strdup_printf("%d", ask->root);
  for (size_t i = 0; i < G_N_ELEMENTS(said); i++)
    if (said[i].text)
      tn_settings_put(s, said[i].option, said[i].text, where, NULL);
  for (int i = 0; params[i]; i++)
    tn_settings_put(s, TN_OPT_PARAM, params[i], where, NULL);
  if (ask->root)
    tn_settings_put(s, TN_OPT_ROOT, root, where, NULL);
}

static struct tn_settings *settings_of(enum tn_kernel kernel, const char *platform, int ranks,
                                       const struct tn_ask *ask)
{
  struct tn_settings *s = tn_settings_new();
  g_autofree char *count = g_strdup_printf("%d", ranks);
  tn_settings_put(s, TN_OPT_PLATFORM, platform, where, NULL);
  tn_settings_put(s, TN_OPT_KERNEL, tn_kernel_names[kernel], where, NULL);
  tn_settings_put(s, TN_OPT_LAW, TN_CLAIM_LAW, where, NULL);
  tn_settings_put(s, TN_OPT_PROTOCOL, TN_CLAIM_PROTOCOL, where, NULL);
  tn_settings_put(s, TN_OPT_RANKS, count, where, NULL);
  put_ask(s, ask);
  return s;
}

static struct group *find_group(struct tn_judge *j, const struct tn_ask *ask)
{
  const char *platform = ask->platform ? ask->platform : j->claim->platform;
  const int ranks = ask->ranks ? ask->ranks : j->claim->ranks;
  const enum tn_kernel kernel = tn_paper_find(j->claim->paper)->kernel;
  g_autofree char *key =
    g_strdup_printf("%s %04d %s %s %s %d %s %s %s %d", platform, ranks, ask->collective,
                    ask->algorithm, tn_or_nothing(ask->params), kernel,
                    tn_or_nothing(ask->mechanism), tn_or_nothing(ask->mapping),
                    tn_or_nothing(ask->buffers), ask->root);
  struct group *g = g_hash_table_lookup(j->board->groups, key);
  if (g)
    return g;
  g_assert(!j->board->results.outcome);
  g = g_new0(struct group, 1);
  g->settings = settings_of(kernel, platform, ranks, ask);
  g->sizes = g_array_new(FALSE, FALSE, sizeof(size_t));
  g->key = g_steal_pointer(&key);
  g_hash_table_insert(j->board->groups, g->key, g);
  return g;
}

static guint size_index(const struct group *g, size_t size)
{
  guint i = 0;
  while (i < g->sizes->len && g_array_index(g->sizes, size_t, i) != size)
    i++;
  return i;
}

/* The number of the point; false while points are collected, and when it cannot be had. */
static bool find_point(struct tn_judge *j, const struct tn_ask *ask, guint *ret)
{
  struct group *g = find_group(j, ask);
  const guint i = size_index(g, ask->size);
  if (!j->board->results.outcome) {
    if (i == g->sizes->len)
      g_array_append_val(g->sizes, ask->size);
    return false;
  }
  g_assert(i < g->sizes->len);
  *ret = g->first + i;
  if (g->missing)
    j->missing = g->missing;
  else if (j->board->results.outcome[*ret].state != TN_DONE)
    j->broken = true;
  return !j->missing && !j->broken;
}

const struct tn_claim *tn_judge_claim(const struct tn_judge *j)
{
  return j->claim;
}

const struct tn_sim_result *tn_ask(struct tn_judge *j, const struct tn_ask *ask)
{
  guint i;
  return find_point(j, ask, &i) ? &j->board->results.outcome[i].result : &made_up;
}

double tn_ask_model(struct tn_judge *j, const struct tn_ask *ask)
{
  guint i;
  double cost[4];
  if (!find_point(j, ask, &i))
    return made_up.avg;
  const struct tn_point *point = &g_array_index(j->board->plan->points, struct tn_point, i);
  const bool known = tn_closed_form(point, cost);
  g_assert(known);
  return cost[3];
}

double tn_ask_value(struct tn_judge *j, const struct tn_ask *ask, enum tn_param param)
{
  guint i;
  if (!find_point(j, ask, &i))
    return 1;
  return g_array_index(j->board->plan->points, struct tn_point, i).setup->values[param];
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
  const struct group *const *a = x, *const *b = y;
  return strcmp((*a)->key, (*b)->key);
}

static int by_size(const void *x, const void *y)
{
  const size_t a = *(const size_t *)x, b = *(const size_t *)y;
  return (a > b) - (a < b);
}

static void plan_group(struct board *board, struct group *g)
{
  g_autoptr(GString) sizes = g_string_new(NULL);
  g_autoptr(GError) why = NULL;
  g_array_sort(g->sizes, by_size);
  for (guint i = 0; i < g->sizes->len; i++)
    g_string_append_printf(sizes, "%s%zu", i ? "," : "", g_array_index(g->sizes, size_t, i));
  tn_settings_put(g->settings, TN_OPT_SIZE, sizes->str, where, NULL);
  g->first = board->plan->points->len;
  if (!tn_plan_add(board->plan, g->settings, NULL, &why)) {
    /* The list of what there is would fill the table, and where is plain. */
    g_auto(GStrv) words = g_strsplit(why->message, " (", 2);
    const bool prefixed = g_str_has_prefix(words[0], where);
    g->missing = g_strdup(words[0] + (prefixed ? strlen(where) + strlen(": ") : 0));
    return;
  }
  g_assert(board->plan->points->len - g->first == g->sizes->len);
}

static bool run_points(struct board *board, int jobs, int *ret_signal)
{
  GPtrArray *groups = g_ptr_array_new();
  GHashTableIter iter;
  void *group;
  g_hash_table_iter_init(&iter, board->groups);
  while (g_hash_table_iter_next(&iter, NULL, &group))
    g_ptr_array_add(groups, group);
  g_ptr_array_sort(groups, by_key);
  for (guint i = 0; i < groups->len; i++)
    plan_group(board, groups->pdata[i]);
  g_ptr_array_unref(groups);
  board->results.plan = board->plan;
  board->results.outcome = g_new0(struct tn_outcome_of, board->plan->points->len + 1);
  if (board->plan->points->len)
    tn_run_points(&board->results, NULL, jobs);
  *ret_signal = tn_signal_caught;
  return *ret_signal == 0;
}

GPtrArray *tn_claims_judge(const GPtrArray *claims, int jobs, int *ret_signal)
{
  struct board board = { .plan = tn_plan_empty(), .results = { .source = "sim" } };
  GPtrArray *findings = NULL;
  board.groups = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, group_free);
  g_ptr_array_unref(judge_all(&board, claims));
  if (run_points(&board, jobs, ret_signal))
    findings = judge_all(&board, claims);
  g_free(board.results.outcome);
  tn_plan_free(board.plan);
  g_hash_table_unref(board.groups);
  return findings;
}
