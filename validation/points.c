/* The points that judges request. All requests for the same point share one entry. */
#include "board.h"

#include <string.h>

#include "study/setting.h"
#include "study/usage.h"

void tn_requested_point_free(void *data)
{
  struct tn_requested_point *e = data;
  g_free(e->key);
  g_free(e->missing);
  g_free(e);
}

struct tn_ask tn_ask_complete(const struct tn_claim *claim, const struct tn_ask *ask)
{
  struct tn_ask all = *ask;
  all.platform = g_intern_string(ask->platform ? ask->platform : claim->platform);
  all.ranks = ask->ranks ? ask->ranks : claim->ranks;
  all.algorithm = g_intern_string(ask->algorithm);
  all.mapping = g_intern_string(ask->mapping ? ask->mapping : claim->mapping);
  for (int i = 0; i < TN_MAX_ASK_PARAMS; i++) {
    all.params[i].name = g_intern_string(ask->params[i].name);
    all.params[i].choice = g_intern_string(ask->params[i].choice);
  }
  return all;
}

static struct tn_noises noises_of(const struct tn_ask *ask)
{
  return (struct tn_noises){ .sources = (struct tn_noise_source *)&ask->noise,
                             .n = ask->noise.longest > 0.0 };
}

char *tn_ask_key(const struct tn_ask *ask, enum tn_kernel kernel)
{
  GString *key = g_string_new(NULL);
  g_string_printf(key, "%s %04d %s %s %d %s %s %s %d %020zu", ask->platform, ask->ranks,
                  tn_collective_names[ask->collective], ask->algorithm, kernel,
                  ask->mechanism ? tn_mechanism_names[ask->mechanism - 1] : "",
                  tn_or_empty(ask->mapping), ask->buffers ? tn_buffers_names[ask->buffers - 1] : "",
                  ask->root, ask->size);
  for (int i = 0; i < TN_MAX_ASK_PARAMS && ask->params[i].name; i++)
    g_string_append_printf(key, " %s %s %" G_GINT64_FORMAT, ask->params[i].name,
                           tn_or_empty(ask->params[i].choice), ask->params[i].value);
  const struct tn_noises noise = noises_of(ask);
  g_autofree char *text = tn_noises_text(&noise);
  g_string_append_printf(key, " %d %d %d %" G_GINT64_FORMAT " %s", ask->transport, ask->protocol,
                         ask->repetitions, ask->seed, text);
  return g_string_free(key, FALSE);
}

const struct tn_paper *tn_paper_find(const struct tn_paper *papers, const char *name)
{
  for (const struct tn_paper *p = papers; p->name; p++)
    if (strcmp(p->name, name) == 0)
      return p;
  return NULL;
}

const struct tn_requested_point *
tn_board_entry(struct tn_board *board, const struct tn_claim *claim, const struct tn_ask *ask)
{
  const enum tn_kernel kernel = tn_paper_find(board->papers, claim->paper)->kernel;
  const struct tn_ask all = tn_ask_complete(claim, ask);
  g_autofree char *key = tn_ask_key(&all, kernel);
  struct tn_requested_point *e = g_hash_table_lookup(board->by_key, key);
  if (e)
    return e;
  g_assert(!board->is_planned);
  e = g_new0(struct tn_requested_point, 1);
  e->ask = all;
  e->kernel = kernel;
  e->key = g_steal_pointer(&key);
  e->number = board->entries->len;
  g_hash_table_insert(board->by_key, e->key, e);
  g_ptr_array_add(board->entries, e);
  return e;
}

static int by_key(const void *x, const void *y)
{
  const struct tn_requested_point *const *a = x, *const *b = y;
  return strcmp((*a)->key, (*b)->key);
}

bool tn_ask_case(const struct tn_ask *ask, struct tn_case *ret, struct tn_nested *nested,
                 GError **error)
{
  ret->algorithm = tn_method_find(ask->collective, ask->algorithm);
  if (!ret->algorithm)
    return tn_usage(error, "no %s \"%s\"", tn_collective_names[ask->collective], ask->algorithm);
  ret->mechanism = ask->mechanism;
  ret->transport = ask->transport;
  ret->buffers = ask->buffers ? (enum tn_buffers)(ask->buffers - 1) : TN_BUFFERS_UNCHANGED;
  ret->mapping = ask->mapping;
  ret->ranks = ask->ranks;
  ret->root = ask->root;
  ret->bytes = ask->size;
  for (int i = 0; i < TN_MAX_ASK_PARAMS && ask->params[i].name; i++) {
    const struct tn_ask_param *p = &ask->params[i];
    if (!tn_case_set(ret, nested, p->name, p->choice, p->value, error))
      return false;
  }
  return true;
}

/* Sets the conditions of an entry's point. They have pointers into the entry, which therefore must
 * not move in memory. */
static bool set_conditions(const struct tn_board *board, struct tn_requested_point *e,
                           GError **error)
{
  const struct tn_ask *ask = &e->ask;
  e->noise = noises_of(ask);
  e->conditions = *tn_study_conditions(board->study);
  if (ask->protocol)
    e->conditions.protocol = (enum tn_protocol)(ask->protocol - 1);
  e->conditions.repetitions = ask->repetitions;
  e->conditions.seed = ask->seed;
  e->conditions.noise = e->noise.n > 0 ? &e->noise : NULL;
  return tn_noises_validate(&e->noise, error);
}

struct tn_platform *tn_board_platform(struct tn_board *board, const char *name, GError **error)
{
  struct tn_platform *pf = g_hash_table_lookup(board->platforms, name);
  if (!pf && (pf = tn_platform_load(name, NULL, error)))
    g_hash_table_insert(board->platforms, (void *)name, pf);
  return pf;
}

/* Adds the point of an entry to the study. If it cannot run, sets the reason instead. */
static void plan_entry(struct tn_board *board, struct tn_requested_point *e)
{
  struct tn_case asked = { .kernel = TN_JUST(e->kernel),
                           .overrides = board->overrides,
                           .n_overrides = board->n_overrides,
                           .conditions = &e->conditions };
  struct tn_nested nested = { 0 };
  g_autoptr(GError) why = NULL;
  asked.platform = tn_board_platform(board, e->ask.platform, &why);
  e->point = tn_study_n(board->study);
  if (asked.platform && tn_ask_case(&e->ask, &asked, &nested, &why) &&
      set_conditions(board, e, &why) && tn_study_add(board->study, &asked, &why))
    return;
  /* Removes the list of valid names from the message, because it would fill the table. */
  g_auto(GStrv) words = g_strsplit(why->message, " (", 2);
  e->missing = g_strdup(words[0]);
}

void tn_board_plan(struct tn_board *board)
{
  g_autoptr(GPtrArray) sorted = g_ptr_array_new();
  for (guint i = 0; i < board->entries->len; i++)
    g_ptr_array_add(sorted, board->entries->pdata[i]);
  g_ptr_array_sort(sorted, by_key);
  for (guint i = 0; i < sorted->len; i++)
    plan_entry(board, sorted->pdata[i]);
}
