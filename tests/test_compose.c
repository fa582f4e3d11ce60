/* Compositions (algos/compose): random combinations of levels, algorithms and parameters with a
 * fixed seed. Their data are verified on the simulator, on threads and on processes. Also refused
 * combinations. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algos/compose/nested.h"
#include "algos/compose/partition.h"
#include "algos/kit/reduction.h"
#include "base/random.h"
#include "real_machine.h"
#include "sim/sim.h"
#include "threads.h"

enum { MAX_RANKS = 24, MAX_TRIES = 4000 };
#define SEED 12

static const enum tn_collective collectives[] = { TN_BCAST,     TN_SCATTER,  TN_GATHER,
                                                  TN_ALLGATHER, TN_ALLTOALL, TN_REDUCE,
                                                  TN_ALLREDUCE, TN_BARRIER };
enum { N_COLLECTIVES = sizeof collectives / sizeof collectives[0] };

/* A random composition. */
struct combination {
  struct tn_call call;
  struct tn_nested nested;
  enum tn_mechanism mechanism;
  char text[512];
};

static int below(struct tn_random *random, int n)
{
  return (int)(tn_random_uniform(random) * n);
}

static const struct tn_method *any_of(struct tn_random *random, enum tn_collective collective)
{
  const struct tn_method *all[64];
  int n = 0;
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if ((*a)->collective == collective && !(*a)->runs->composed && (!(*a)->chooser || n == 0))
      all[n++] = *a;
  return all[below(random, n)];
}

/* Sets a random parameter to another value than its default. */
static void vary(struct tn_random *random, struct tn_nested_choice *part)
{
  const int n = tn_alg_params_number(part->algorithm->params);
  if (n == 0 || below(random, 2))
    return;
  const int i = below(random, n);
  const struct tn_alg_param *p = &part->algorithm->params[i];
  int n_choices = 0;
  while (p->choices && p->choices[n_choices])
    n_choices++;
  const int64_t value = p->kind == TN_PARAM_LIST  ? tn_list_append(0, below(random, n_choices))
                        : p->choices              ? below(random, n_choices)
                        : p->kind == TN_PARAM_INT ? p->min + below(random, 3)
                                                  : 512 << below(random, 4);
  if (tn_alg_param_accepts(p, value))
    part->params[i] = value;
}

static int64_t any_levels(struct tn_random *random, int *ret_n)
{
  static const int lists[][3] = { { 5 },    { 3 },    { 1 },    { 6 },       { 1, 5 },
                                  { 3, 5 }, { 1, 3 }, { 5, 6 }, { 1, 3, 5 }, { 3, 5, 6 } };
  const int *list = lists[below(random, (int)(sizeof lists / sizeof lists[0]))];
  int64_t levels = 0;
  for (*ret_n = 0; *ret_n < 3 && list[*ret_n] > 0; ++*ret_n)
    levels = tn_list_append(levels, list[*ret_n]);
  return levels;
}

static void describe(struct combination *c)
{
  size_t n = (size_t)snprintf(c->text, sizeof c->text,
                              "%s p=%d root=%d block=%zu%s levels=%llx "
                              "segment=%lld",
                              tn_collective_names[c->call.collective], c->call.n_ranks,
                              c->call.root, c->call.block, c->call.in_place ? " in place" : "",
                              (unsigned long long)c->call.params[0], (long long)c->call.params[1]);
  for (int role = 0; role < TN_N_ROLES && n < sizeof c->text; role++) {
    const struct tn_nested_choice *part = &c->nested.part[role];
    if (part->algorithm)
      n += (size_t)snprintf(c->text + n, sizeof c->text - n, " %d=%s(%lld,%lld,%lld)", role,
                            part->algorithm->name, (long long)part->params[0],
                            (long long)part->params[1], (long long)part->params[2]);
  }
}

static void draw(struct tn_random *random, enum tn_collective collective, int most_ranks,
                 struct combination *c)
{
  static const size_t blocks[] = { 0, 1, 24, 1000, 4096, 5001, 20000 };
  int n_levels;
  *c = (struct combination){ .call = { .collective = collective } };
  c->call.n_ranks = 2 + below(random, most_ranks - 1);
  c->call.block = collective == TN_BARRIER ? 0 : blocks[below(random, 7)];
  c->call.root = tn_collective_rooted(collective) ? below(random, c->call.n_ranks) : 0;
  c->call.in_place = collective != TN_BCAST && collective != TN_BARRIER && below(random, 2);
  c->call.type = !tn_collective_reduces(collective) ? TN_FLOAT32
                 : c->call.block % 8 == 0           ? (enum tn_type)below(random, 4)
                                                    : TN_UINT8;
  c->call.params[0] = any_levels(random, &n_levels);
  const struct tn_method *compose = tn_method_find(collective, "compose");
  if (tn_alg_params_number(compose->params) > 1)
    c->call.params[1] = 1000 * below(random, 4);
  for (int role = 0; role < TN_N_ROLES; role++) {
    enum tn_collective own;
    if (!tn_role_find_collective(collective, role, &own) ||
        (role != TN_ROLE_OUTER && role / 2 >= n_levels))
      continue;
    c->nested.part[role] = tn_nested_choice_make(any_of(random, own));
    vary(random, &c->nested.part[role]);
  }
  c->call.nested = &c->nested;
}

/* Two, four and eight neighbours share places, or ranks are placed cyclically and unevenly. */
static void lay_out(struct tn_layout *layout, bool in_turn, int (*places)[MAX_RANKS])
{
  for (int r = 0; r < MAX_RANKS; r++) {
    places[0][r] = r;
    places[1][r] = in_turn ? r % 8 : r / 2;
    places[2][r] = in_turn ? r % 4 : r / 4;
    places[3][r] = in_turn ? (r % 4 > 2) : r / 8;
    places[4][r] = in_turn ? 0 : r / 16;
  }
  *layout = (struct tn_layout){ places[0], places[1], places[2], places[3], places[4], NULL, NULL };
}

/* Places the ranks of the next case, and runs it. */
typedef void place_ranks(struct tn_random *random, int n_ranks, struct tn_layout *ret);
typedef bool run_combination(const struct combination *c, const struct tn_layout *layout,
                             enum tn_protocol protocol, char **ret_message);

static void place_anywhere(struct tn_random *random, int n_ranks, struct tn_layout *ret)
{
  static int places[5][MAX_RANKS];
  (void)n_ranks;
  lay_out(ret, below(random, 2), places);
}

/* Returns a mechanism that all parts have, or TN_N_MECHANISMS. */
static enum tn_mechanism common_mechanism(struct tn_random *random, const struct tn_nested *nested)
{
  const int first = below(random, TN_N_MECHANISMS);
  for (int i = 0; i < TN_N_MECHANISMS; i++) {
    const enum tn_mechanism m = (enum tn_mechanism)((first + i) % TN_N_MECHANISMS);
    if (tn_nested_unsupported(nested, m) < 0 && !tn_mechanism_is_on_device(m))
      return m;
  }
  return TN_N_MECHANISMS;
}

/* Runs n combinations of each collective that are supported. */
static void check_random(int n, int most_ranks, place_ranks *place, run_combination *run)
{
  struct tn_random random = tn_random_make(SEED, 0);
  for (int k = 0; k < N_COLLECTIVES; k++) {
    const struct tn_method *compose = tn_method_find(collectives[k], "compose");
    int n_run = 0;
    for (int i = 0; i < MAX_TRIES && n_run < n; i++) {
      static struct combination c;
      struct tn_layout layout;
      char *message = NULL;
      draw(&random, collectives[k], most_ranks, &c);
      place(&random, c.call.n_ranks, &layout);
      const enum tn_protocol protocol = below(&random, 2) ? TN_SINGLE : TN_IMB_OLD;
      c.mechanism = common_mechanism(&random, &c.nested);
      struct tn_call placed = c.call;
      placed.layout = &layout;
      if (c.mechanism == TN_N_MECHANISMS || tn_method_refusal(compose, &placed))
        continue;
      describe(&c);
      if (getenv("TN_TEST_TALK"))
        fprintf(stderr, "%s\n", c.text);
      cr_assert(run(&c, &layout, protocol, &message), "%s %s %s: %s", c.text,
                tn_protocol_names[protocol], tn_mechanism_names[c.mechanism],
                message ? message : "?");
      n_run++;
    }
    cr_assert_eq(n_run, n, "%s: %d cases", tn_collective_names[collectives[k]], n_run);
  }
}

static int scale(int brief, int full)
{
  return getenv("TN_TEST_FULL") ? full : brief;
}

static bool run_threads(const struct combination *c, const struct tn_layout *layout,
                        enum tn_protocol protocol, char **ret_message)
{
  const struct tn_bench bench = { tn_method_find(c->call.collective, "compose"), 1,
                                  protocol == TN_SINGLE ? 2 : c->call.n_ranks + 1, protocol };
  return tn_threads_run(&bench, &c->call, layout, true, NULL, ret_message);
}

Test(compose, on_threads)
{
  check_random(scale(40, 400), 12, place_anywhere, run_threads);
}

static struct tn_platform *platform;
static double values[TN_N_PARAMS];
static struct tn_places *sites;

static struct tn_layout layout_of(const struct tn_places *p)
{
  return (struct tn_layout){ p->core, p->llc, p->numa, p->package, p->node, NULL, NULL };
}

/* Places ranks by a mapping, or on cores with gaps. */
static void place_on_platform(struct tn_random *random, int n_ranks, struct tn_layout *ret)
{
  static const char *const mappings[] = { "core", "numa", "socket" };
  const int n_cores = tn_platform_n_cores(platform), step = 1 + 2 * below(random, 20);
  const int which = below(random, 5);
  GString *list = g_string_new("list:");
  GError *error = NULL;
  for (int i = 0; i < n_ranks; i++)
    g_string_append_printf(list, "%s%d", i ? "," : "", i * step % n_cores);
  tn_places_free(sites);
  sites = tn_places_new(platform, which < 3 ? mappings[which] : list->str, n_ranks, &error);
  cr_assert(sites, "%s", error ? error->message : "?");
  *ret = layout_of(sites);
  g_string_free(list, TRUE);
}

static bool run_sim(const struct combination *c, const struct tn_layout *layout,
                    enum tn_protocol protocol, char **ret_message)
{
  GError *error = NULL;
  struct tn_sim_result result;
  (void)layout;
  const struct tn_sim_point point = { .algorithm = tn_method_find(c->call.collective, "compose"),
                                      .call = c->call,
                                      .places = sites,
                                      .values = values,
                                      .n_packages = tn_platform_n_packages(platform),
                                      .backing = TN_BASE,
                                      .verify = true,
                                      .mechanism = c->mechanism,
                                      .warmup = 1,
                                      .repetitions =
                                          protocol == TN_SINGLE ? 2 : c->call.n_ranks + 1,
                                      .protocol = protocol };
  const bool ok = tn_sim_run(&point, &result, &error);
  if (!ok)
    *ret_message = strdup(error->message);
  g_clear_error(&error);
  return ok;
}

Test(compose, in_the_simulation)
{
  GError *error = NULL;
  platform = tn_platform_load("epyc-2p", NULL, &error);
  cr_assert(platform, "%s", error ? error->message : "?");
  cr_assert(tn_platform_resolve(platform, tn_platform_kernel(platform), NULL, values, &error));
  cr_assert(tn_sim_init(platform, &error));
  check_random(scale(40, 400), scale(17, MAX_RANKS), place_on_platform, run_sim);
  tn_places_free(sites);
  tn_platform_free(platform);
}

/* Two packages of 32 cores: the second half has its own leader. */
enum { HALF = 32 };

static struct tn_sim_result simulate(const struct tn_call *call, const char *algorithm,
                                     const char *mapping, bool ideal)
{
  GError *error = NULL;
  struct tn_sim_result result;
  struct tn_places *places = tn_places_new(platform, mapping, call->n_ranks, &error);
  cr_assert(places, "%s", error ? error->message : "?");
  const struct tn_sim_point point = { .algorithm = tn_method_find(call->collective, algorithm),
                                      .call = *call,
                                      .places = places,
                                      .values = values,
                                      .n_packages = tn_platform_n_packages(platform),
                                      .backing = TN_BASE,
                                      .mechanism = TN_CMA,
                                      .ideal = ideal,
                                      .warmup = 1,
                                      .repetitions = 1 };
  cr_assert(tn_sim_run(&point, &result, &error), "%s", error ? error->message : "?");
  tn_places_free(places);
  return result;
}

static struct tn_call package_bcast(struct tn_nested *nested, const char *inner, const char *outer)
{
  struct tn_call call = { .collective = TN_BCAST, .n_ranks = 2 * HALF, .block = 65536 };
  nested->part[0] = tn_nested_choice_make(tn_method_find(TN_BCAST, inner));
  nested->part[TN_ROLE_OUTER] = tn_nested_choice_make(tn_method_find(TN_BCAST, outer));
  call.params[0] = tn_list_append(0, 5);
  call.nested = nested;
  return call;
}

Test(compose, takes_as_long_as_its_parts_one_after_another)
{
  GError *error = NULL;
  struct tn_nested nested = { 0 };
  platform = tn_platform_load("epyc-2p", NULL, &error);
  cr_assert(platform, "%s", error ? error->message : "?");
  cr_assert_eq(tn_platform_n_cores(platform), 2 * HALF);
  cr_assert(tn_platform_resolve(platform, tn_platform_kernel(platform), NULL, values, &error));
  cr_assert(tn_sim_init(platform, &error));
  const struct tn_call whole = package_bcast(&nested, "direct-read", "direct-read");
  const struct tn_call leaders = { .collective = TN_BCAST, .n_ranks = 2, .block = whole.block };
  const struct tn_call group = { .collective = TN_BCAST, .n_ranks = HALF, .block = whole.block };
  const struct tn_sim_result both = simulate(&whole, "compose", "core", true);
  const double parts = simulate(&leaders, "direct-read", "socket", true).span +
                       simulate(&group, "direct-read", "core", true).span;
  cr_assert_float_eq(both.span, parts, 1e-9 * parts);
  cr_assert_eq(both.transfers, 2 * HALF - 1);
  cr_assert_eq(both.inter_package, 1, "only the leaders'");
  tn_platform_free(platform);
}

Test(compose, groups_are_those_of_the_layout)
{
  const int places[] = { 4, 1, 4, 0, 1, 4, 1 }, members[] = { 0, 2, 5, 1, 4, 6, 3 };
  const int leaders[] = { 0, 4, 3 };
  struct tn_partition p;
  tn_partition_init(&p, 7, places, 4);
  cr_assert_eq(p.n_groups, 3);
  cr_assert_eq(p.largest, 3);
  cr_assert_not(p.is_even);
  cr_assert_arr_eq(p.member, members, sizeof members);
  cr_assert_arr_eq(p.leader, leaders, sizeof leaders);
  tn_partition_finish(&p);
  const int halves[] = { 7, 7, 2, 2 };
  tn_partition_init(&p, 4, halves, 0);
  cr_assert(p.is_even);
  tn_partition_finish(&p);
}

static struct real_machine machine;

static bool run_real(const struct combination *c, const struct tn_layout *layout,
                     enum tn_protocol protocol, char **ret_message)
{
  GError *error = NULL;
  struct tn_real_times times;
  struct tn_places *places =
      tn_places_new_shared(machine.platform, "core", c->call.n_ranks, &error);
  cr_assert_not_null(places);
  const size_t bytes = (size_t)c->call.n_ranks * sizeof(int);
  memcpy(places->llc, layout->llc, bytes);
  memcpy(places->numa, layout->numa, bytes);
  memcpy(places->package, layout->package, bytes);
  memcpy(places->node, layout->node, bytes);
  const bool has_memfd = tn_nested_unsupported(&c->nested, TN_MEMFD) < 0;
  const struct tn_real_point point = {
    .bench = { .algorithm = tn_method_find(c->call.collective, "compose"),
               .warmup = 1,
               .repetitions = protocol == TN_SINGLE ? 2 : c->call.n_ranks + 1,
               .protocol = protocol },
    .call = c->call,
    .places = places,
    .host = machine.host,
    .mechanism = has_memfd ? TN_MEMFD : TN_CICO,
    .stagger = TN_REAL_STAGGER,
    .verify = true,
    .patience = TN_REAL_PATIENCE
  };
  const bool ok = tn_real_run(&point, &times, &error);
  if (ok)
    tn_real_times_clear(&times);
  else
    *ret_message = strdup(error->message);
  g_clear_error(&error);
  tn_places_free(places);
  return ok;
}

Test(compose, on_processes)
{
  machine = real_machine_new();
  check_random(scale(6, 30), 8, place_anywhere, run_real);
  real_machine_free(&machine);
}
