/* Classes of reproducibility: the table (study/reproducible.def) is what simulations find, and
 * algorithms that were broken on purpose are found. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "study/reproducible.h"

enum { SMALL = 48, MEDIUM = 65536, LARGE = 1 << 20, FEW = 5 };

struct machines {
  struct tn_platform *first, *second; /* the second one has other caches, domains and packages */
  int memory;                         /* of the user's buffers, as in tn_case */
};

static struct tn_platform *load(const char *name)
{
  GError *error = NULL;
  struct tn_platform *platform = tn_platform_load(name, NULL, &error);
  cr_assert(platform, "%s", error ? error->message : "?");
  return platform;
}

/* What a trial's order must be equal to. */
enum equal_to {
  NOTHING,
  OTHER_SIZES,  /* the order of the first trial with as many ranks */
  OTHER_MACHINE /* the order of the latest trial of OTHER_SIZES */
};

/* A run of a case, or several that show what it keeps. */
struct trial {
  guint first, n;
  unsigned asked;
  int ranks;
  enum equal_to equal;
};

struct trials {
  struct tn_study *study;
  GArray *all; /* struct trial */
};

static bool try(struct trials *t, const struct tn_case *of, unsigned asked, enum equal_to equal)
{
  struct trial trial = {
    .first = tn_study_n(t->study), .asked = asked, .ranks = of->ranks, .equal = equal
  };
  if (!tn_kept_add(t->study, of, asked, &trial.n, NULL))
    return false;
  g_array_append_val(t->all, trial);
  return true;
}

/* Adds the trials of one number of ranks: sizes, other segments, arrivals and placements, arrivals
 * under another placement, another machine. */
static void add(struct trials *t, const struct machines *on, const struct tn_method *m, int ranks)
{
  static const size_t sizes[] = { 4, SMALL, 4096, 20000, MEDIUM, LARGE };
  static const int64_t segments[] = { 1024, 16384 };
  const int n_sizes = ranks == FEW ? 6 : 5;
  for (int i = 0; i < n_sizes; i++) {
    const bool is_varied = sizes[i] == SMALL || sizes[i] == MEDIUM;
    struct tn_case of = {
      .platform = on->first, .algorithm = m, .ranks = ranks, .memory = on->memory, .bytes = sizes[i]
    };
    if (!try(t, &of, is_varied ? TN_KEEPS_ARRIVAL | TN_KEEPS_PLACEMENT : 0, OTHER_SIZES))
      continue;
    if (!is_varied)
      continue;
    of.mapping = "package";
    try(t, &of, TN_KEEPS_ARRIVAL, NOTHING);
    of.mapping = NULL;
    of.platform = on->second;
    try(t, &of, 0, OTHER_MACHINE);
    of.platform = on->first;
    for (int p = 0; p < tn_alg_params_number(m->params); p++)
      for (int k = 0; k < 2 && m->params[p].kind == TN_PARAM_SIZE; k++) {
        of.given = 1u << p;
        of.params[p] = segments[k];
        try(t, &of, 0, OTHER_SIZES);
      }
  }
}

/* Joins what the trials have shown. Returns false if none ran. */
static bool join(const struct trials *t, const struct tn_method *m, struct tn_class *ret)
{
  struct tn_kept first = { 0 }, same = { 0 };
  int ranks = 0;
  bool has_any = false;
  ret->keeps = TN_KEEPS_ALL;
  ret->in_rank_order = true;
  for (guint i = 0; i < t->all->len; i++) {
    const struct trial *trial = &g_array_index(t->all, struct trial, i);
    const struct tn_kept kept = tn_kept_find(t->study, trial->first, trial->n, trial->asked);
    cr_assert_null(kept.message, "%s: %s", m->name, kept.message);
    if (trial->ranks != ranks)
      first = kept;
    ranks = trial->ranks;
    ret->keeps &= kept.keeps;
    if (trial->equal == OTHER_SIZES && kept.order != first.order)
      ret->keeps &= ~(unsigned)TN_KEEPS_SIZE;
    if (trial->equal == OTHER_MACHINE && kept.all != same.all)
      ret->keeps &= ~(unsigned)TN_KEEPS_PLACEMENT;
    ret->in_rank_order = ret->in_rank_order && kept.in_rank_order;
    if (trial->equal == OTHER_SIZES)
      same = kept;
    has_any = true;
  }
  return has_any;
}

static bool find(const struct machines *on, const struct tn_method *m, struct tn_class *ret)
{
  static const int ranks[] = { 3, FEW, 7, 8, 16 };
  struct trials t = { tn_kept_study(0), g_array_new(FALSE, FALSE, sizeof(struct trial)) };
  GError *error = NULL;
  for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++)
    add(&t, on, m, ranks[i]);
  cr_assert(tn_study_run(t.study, NULL, &error), "%s", error ? error->message : "?");
  const bool ran = join(&t, m, ret);
  tn_study_free(t.study);
  g_array_unref(t.all);
  return ran;
}

/* Returns "COLLECTIVE|NAME|BITS|ORDER" with the constants of the table. Transfer full. */
static char *line_of(const struct tn_method *m, const struct tn_class *class)
{
  g_autofree char *keeps = tn_keeps_text(class->keeps, " + ");
  g_autofree char *bits = class->keeps ? g_ascii_strup(keeps, -1) : g_strdup("0");
  g_autofree char *collective = g_ascii_strup(tn_collective_names[m->collective], -1);
  return g_strdup_printf("TN_%s|%s|%s|%s", collective, m->name, bits,
                         class->in_rank_order ? "true" : "false");
}

/* An allreduce that reads all vectors, and what is wrong with it. */
enum fault { SOUND, BY_RANK, BY_SIZE, BY_ARRIVAL, BY_PLACE, WRONG };
static enum fault fault;
enum { FLAG = 0 }; /* slot of the flag that announces a vector, and then the end */

/* Returns the rank whose vector is added as number `i` to half `half` of the result. */
static int added(const struct tn_call *call, int i, int half)
{
  const int p = call->n_ranks;
  int n = 0;
  switch (fault) {
  case BY_RANK:
    return (call->rank + i) % p;
  case BY_SIZE:
    return half == 1 ? p - 1 - i : i;
  case WRONG:
    return i == p - 1 ? 0 : i;
  case BY_PLACE: /* the ranks of one package after the other */
    for (int package = 0; package < p; package++)
      for (int r = 0; r < p; r++)
        if (call->layout->package[r] == package && n++ == i)
          return r;
    break;
  case SOUND:
  case BY_ARRIVAL:
    break;
  }
  return i;
}

static void add_half(struct tn_strand *r, int peer, int half, bool is_first)
{
  const size_t first = r->call->block / 8 * 4, len = half ? r->call->block - first : first;
  const struct tn_span from = { peer, TN_SEND, half * first, len };
  const struct tn_span to = { r->call->rank, TN_RECV, half * first, len };
  if (len > 0 && is_first)
    tn_move(r, to, from);
  else if (len > 0)
    tn_reduce(r, to, from);
}

static void run_direct(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int p = call->n_ranks;
  struct tn_cond here[16];
  int rank_of[16];
  r->transport->expose(r, TN_SEND);
  tn_post(r, FLAG, 1);
  for (int i = 0; i < p; i++) {
    here[i] = (struct tn_cond){ .rank = i, .slot = FLAG, .value = tn_value(r, 1) };
    rank_of[i] = i;
    if (i != call->rank)
      r->transport->attach(r, i, TN_SEND);
  }
  for (int i = 0; i < p; i++) {
    const int next = fault == BY_ARRIVAL ? r->transport->wait_any(r, p - i, here) : 0;
    const int arrived = rank_of[next];
    here[next] = here[p - 1 - i];
    rank_of[next] = rank_of[p - 1 - i];
    for (int half = 0; half < 2; half++) {
      const int peer = fault == BY_ARRIVAL ? arrived : added(call, i, half);
      tn_wait(r, peer, FLAG, 1);
      add_half(r, peer, half, i == 0);
    }
  }
  tn_post(r, FLAG, 2);
  for (int i = 0; i < p; i++)
    tn_wait(r, i, FLAG, 2);
}

/* Finds the class of the allreduce with a fault. */
static struct tn_class class_of(enum fault own)
{
  const struct machines on = { load("epyc-7763"), load("broadwell"), 0 };
  struct tn_algorithm direct = *tn_method_find(TN_ALLREDUCE, "xhc-flat")->runs;
  struct tn_class class;
  direct.run = run_direct;
  fault = own;
  const struct tn_method method = tn_method_make(&direct, TN_ALLREDUCE);
  cr_assert(find(&on, &method, &class));
  tn_platform_free(on.first);
  tn_platform_free(on.second);
  return class;
}

Test(reproducible, each_fault_costs_its_class)
{
  const struct tn_class sound = class_of(SOUND);
  cr_expect_eq(sound.keeps, TN_KEEPS_ALL);
  cr_expect(sound.in_rank_order);
  cr_expect_eq(class_of(BY_RANK).keeps, TN_KEEPS_ALL & ~TN_KEEPS_RANK);
  cr_expect_eq(class_of(BY_SIZE).keeps, TN_KEEPS_ALL & ~TN_KEEPS_SIZE);
  cr_expect_eq(class_of(BY_ARRIVAL).keeps & TN_KEEPS_ARRIVAL, 0);
  cr_expect_eq(class_of(BY_PLACE).keeps, TN_KEEPS_ALL & ~TN_KEEPS_PLACEMENT);
  cr_expect_not(class_of(BY_PLACE).in_rank_order);
}

Test(reproducible, a_sum_that_lacks_an_operand_has_no_order)
{
  struct tn_platform *platform = load("knl");
  struct tn_algorithm direct = *tn_method_find(TN_ALLREDUCE, "xhc-flat")->runs;
  struct tn_study *study = tn_kept_study(0);
  direct.run = run_direct;
  fault = WRONG;
  const struct tn_method method = tn_method_make(&direct, TN_ALLREDUCE);
  const struct tn_case of = { .platform = platform, .algorithm = &method, .ranks = 4, .bytes = 64 };
  guint n;
  cr_assert(tn_kept_add(study, &of, 0, &n, NULL) && tn_study_run(study, NULL, NULL));
  const struct tn_kept kept = tn_kept_find(study, 0, n, 0);
  cr_assert_eq(kept.keeps, 0);
  cr_assert_not_null(strstr(kept.message, "wrong data on rank"), "%s", kept.message);
  g_free(kept.message);
  tn_study_free(study);
  tn_platform_free(platform);
}

/* With TN_REGENERATE the found lines go to stdout, each behind "+ " (dev/refresh-classes). */
Test(reproducible, table_is_what_simulations_find)
{
  const struct machines on = { load("epyc-7763"), load("broadwell"), 0 };
  const struct machines devices = { load("hgx-h100"), load("a100-mesh4"),
                                    TN_JUST(TN_MEMORY_DEVICE) };
  const bool is_full = getenv("TN_TEST_FULL") || getenv("TN_REGENERATE");
  int n = 0, n_known = 0, n_wrong = 0;
  for (const struct tn_method *const *m = tn_methods(); *m; m++) {
    struct tn_class found;
    if (!tn_collective_reduces((*m)->collective) || (!is_full && n++ % 12))
      continue;
    if (!find(tn_mechanism_is_on_device((*m)->mechanisms[0]) ? &devices : &on, *m, &found))
      continue;
    const struct tn_class *known = tn_class_of(*m);
    g_autofree char *line = line_of(*m, &found), *own = known ? line_of(*m, known) : NULL;
    if (getenv("TN_REGENERATE"))
      printf("+ %s\n", line);
    else if (g_strcmp0(line, own) != 0)
      fprintf(stderr, "reproducible.def: %s %s\n", own ? "must have" : "may have", line);
    n_known += own != NULL;
    n_wrong += own && strcmp(line, own) != 0;
  }
  tn_platform_free(on.first);
  tn_platform_free(on.second);
  tn_platform_free(devices.first);
  tn_platform_free(devices.second);
  cr_assert(getenv("TN_REGENERATE") || (n_known > 0 && n_wrong == 0), "%d of %d are wrong", n_wrong,
            n_known);
}
