/* Applications for claims, each replayed once per board and once per move that affects it. */
#include <string.h>

#include "board.h"
#include "program/replay.h"

static guint n_calls(const struct tn_ask_program *ask)
{
  guint n = 0;
  while (n < TN_MAX_ASK_CALLS && ask->calls[n].times > 0)
    n++;
  return n;
}

static struct tn_program *program_of(const struct tn_ask_program *ask)
{
  const struct tn_application application = { .name = "application",
                                              .n_ranks = ask->way.ranks,
                                              .iterations = ask->iterations,
                                              .simulated = ask->simulated,
                                              .computation = ask->computation,
                                              .type = TN_FLOAT32,
                                              .calls = ask->calls,
                                              .n_calls = n_calls(ask) };
  return tn_application_program(&application);
}

/* Selects the requested algorithm and mechanism for a class of calls. */
static bool choose(const struct tn_ask_program *ask, const struct tn_call_class *class,
                   struct tn_choice *ret, GError **error)
{
  struct tn_ask way = ask->way;
  struct tn_case asked = { 0 };
  struct tn_nested nested = { 0 };
  way.collective = (enum tn_collective) class->collective;
  if (!tn_ask_case(&way, &asked, &nested, error))
    return false;
  *ret = (struct tn_choice){ .algorithm = asked.algorithm,
                             .mechanism = (int)asked.mechanism,
                             .given = asked.given };
  memcpy(ret->params, asked.params, sizeof ret->params);
  return true;
}

/* Replays a program on a machine and sets *ret to its times. Returns false and *error on
 * failure. */
static bool replay(const struct tn_ask_program *ask, const struct tn_case *machine,
                   struct tn_program_sums *ret, GError **error)
{
  struct tn_program *program = program_of(ask);
  struct tn_call_classes *classes = tn_call_classes_new(program);
  struct tn_program_times *times = tn_program_times_new(program, classes);
  g_autofree struct tn_choice *choices = g_new(struct tn_choice, classes->all->len);
  const struct tn_choice *const variants[] = { choices };
  const struct tn_replay asked = { .program = program,
                                   .classes = classes,
                                   .machine = *machine,
                                   .reused = TN_BUFFERS_REWRITTEN,
                                   .jobs = 1 };
  bool ok = true;
  for (guint i = 0; ok && i < classes->all->len; i++)
    ok = choose(ask, tn_call_class(classes, i), &choices[i], error);
  ok = ok && tn_replay_run(&asked, 1, variants, &times, NULL, error);
  *ret = (struct tn_program_sums){ times->total, times->inside, times->waiting };
  tn_program_times_free(times);
  tn_call_classes_free(classes);
  tn_program_free(program);
  return ok;
}

static char *key_of(const struct tn_ask_program *ask, enum tn_kernel kernel,
                    const struct tn_claim_move *move)
{
  g_autofree char *way = tn_ask_key(&ask->way, kernel);
  GString *key = g_string_new(way);
  g_string_append_printf(key, " %u %u %.17g", ask->iterations, ask->simulated, ask->computation);
  for (guint i = 0; i < n_calls(ask); i++)
    g_string_append_printf(key, " %d %zu %u %d", ask->calls[i].collective, ask->calls[i].bytes,
                           ask->calls[i].times, ask->calls[i].root);
  if (move)
    g_string_append_printf(key, " %d %.17g", move->param, move->to->values[move->param]);
  return g_string_free(key, FALSE);
}

struct replayed {
  struct tn_program_sums sums;
  char *missing; /* reason why there are no times, or NULL */
};

void tn_replayed_free(void *data)
{
  struct replayed *replayed = data;
  g_free(replayed->missing);
  g_free(replayed);
}

const struct tn_program_sums *tn_board_program(struct tn_board *board, enum tn_kernel kernel,
                                               const struct tn_ask_program *ask,
                                               const struct tn_claim_move *move,
                                               const char **ret_missing)
{
  g_autofree char *key = key_of(ask, kernel, move);
  struct replayed *replayed = g_hash_table_lookup(board->programs, key);
  if (!replayed) {
    g_autoptr(GError) why = NULL;
    const struct tn_case machine = { .platform = tn_board_platform(board, ask->way.platform, &why),
                                     .kernel = TN_JUST(kernel),
                                     .transport = ask->way.transport,
                                     .mapping = ask->way.mapping,
                                     .overrides = board->overrides,
                                     .n_overrides = board->n_overrides };
    g_autofree struct tn_case *moved =
        move ? tn_case_with(&machine, move->param, move->to->values[move->param]) : NULL;
    replayed = g_new0(struct replayed, 1);
    if (!machine.platform || !replay(ask, moved ? moved : &machine, &replayed->sums, &why))
      replayed->missing = g_strdup(why->message);
    g_hash_table_insert(board->programs, g_steal_pointer(&key), replayed);
  }
  *ret_missing = replayed->missing;
  return &replayed->sums;
}
