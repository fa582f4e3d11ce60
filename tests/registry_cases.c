#include "registry_cases.h"

#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int rank_counts[] = { 1, 2, 3, 4, 7, 8, 16, 33, 64 };
static const int64_t int_values[] = { 2, 3, 5 };

#define LENGTH(array) ((int)(sizeof(array) / sizeof(array)[0]))
enum { MAX_SIZES = 16, MAX_VALUES = 8 };
enum depth { FEW, SOME, ALL };

struct iteration {
  const struct tn_algorithm *algorithm;
  size_t page_size;
  enum tn_type type; /* of a reduction's elements */
  enum depth depth; /* at this rank count */
  int turn;         /* of rank counts, roots, sizes, in place or not */
  tn_case_run *run;
  struct tn_case_counts *counts;
};

enum { MOST_RANKS = 64 };
/* Of collectives with counts: blocks of one size; thirds of it, zero too; one rank's only. */
enum shape { EVEN, UNEVEN, LONE, N_SHAPES };

static int lesser(int a, int b)
{
  return a < b ? a : b;
}

static struct tn_case_range range_asked(const struct tn_case_ranges *ranges)
{
  const struct tn_case_range range = getenv("TN_TEST_FULL") ? ranges->full : ranges->brief;
  const char *text = getenv("TN_TEST_MAX_RANKS");
  const int most = text && atoi(text) > 0 ? atoi(text) : range.few;
  return (struct tn_case_range){ lesser(range.all, most), lesser(range.some, most),
                                 lesser(range.few, most) };
}

static void describe(const struct tn_algorithm *a, const struct tn_call *call, char *text,
                     size_t size)
{
  size_t n = (size_t)snprintf(text, size, "%s %s p=%d root=%d block=%zu%s",
                              tn_collective_names[call->collective], a->name, call->n_ranks,
                              call->root, call->block, call->in_place ? " in place" : "");
  if (call->counts && n < size)
    n += (size_t)snprintf(text + n, size - n, " counts %zu, ...", call->counts[0]);
  for (int i = 0; i < tn_algorithm_n_params(a) && n < size; i++)
    n += (size_t)snprintf(text + n, size - n, " %s=%lld", a->params[i].name,
                          (long long)call->params[i]);
}

static void run_case(const struct iteration *it, const struct tn_call *call)
{
  if (it->algorithm->unsupported(call)) {
    it->counts->n_unsupported++;
    return;
  }
  char *message = NULL;
  it->counts->n_run++;
  if (it->run(it->algorithm, call, &message))
    return;
  if (it->counts->n_failed++ == 0) {
    char text[256];
    describe(it->algorithm, call, text, sizeof text);
    snprintf(it->counts->first_failure, sizeof it->counts->first_failure, "%s: %s", text,
             message ? message : "no message");
  }
  free(message);
}

/* Values of one parameter beside its default. */
static int values_of(const struct tn_alg_param *param, int64_t values[MAX_VALUES])
{
  int n = 0;
  if (param->kind == TN_PARAM_CHOICE) {
    for (int i = 0; param->choices[i] && n < MAX_VALUES; i++)
      if (i != param->preset)
        values[n++] = i;
    return n;
  }
  if (param->kind == TN_PARAM_LIST) {
    int64_t all = 0;
    for (int i = 0; param->choices[i]; i++) {
      values[n++] = tn_list_append(0, i);
      all = tn_list_append(all, i);
    }
    values[n++] = all;
    return n;
  }
  values[n++] = param->min;
  if (param->at_zero)
    values[n++] = 0;
  for (int i = 0; i < LENGTH(int_values) && param->kind == TN_PARAM_INT; i++)
    if (int_values[i] >= param->min && (param->max <= 0 || int_values[i] <= param->max))
      values[n++] = int_values[i];
  return n;
}

/* Whether a value of a parameter has its turn: briefly each is run in every third. */
static bool is_due(const struct iteration *it, int param, int value)
{
  enum { EVERY = 3 };
  return getenv("TN_TEST_FULL") || (it->turn + param + value) % EVERY == 0;
}

/* The defaults, then each parameter at its other values, one after another. */
static void run_params(const struct iteration *it, struct tn_call call)
{
  const int n_params = tn_algorithm_n_params(it->algorithm);
  for (int i = 0; i < n_params; i++)
    call.params[i] = it->algorithm->params[i].preset;
  tn_algorithm_fit(it->algorithm, &call);
  const struct tn_call as_fit = call;
  run_case(it, &call);
  for (int i = 0; i < n_params && it->depth > FEW; i++) {
    const struct tn_alg_param *param = &it->algorithm->params[i];
    int64_t values[MAX_VALUES];
    const int n = values_of(param, values);
    for (int v = 0; v < n; v++) {
      if (values[v] == as_fit.params[i] || !is_due(it, i, v))
        continue;
      call.params[i] = values[v];
      run_case(it, &call);
    }
    call.params[i] = as_fit.params[i];
  }
}

/* Around the page, and around the default of every parameter that is a size. */
static int sizes_of(const struct iteration *it, size_t sizes[MAX_SIZES])
{
  const size_t page = it->page_size;
  const size_t each_side[] = { 1, page + 1 };
  const size_t all[] = { 0, 1, page - 1, page, page + 1, 3 * page + 5 };
  const bool has_all = it->depth == ALL;
  int n = has_all ? LENGTH(all) : LENGTH(each_side);
  memcpy(sizes, has_all ? all : each_side, (size_t)n * sizeof sizes[0]);
  const int n_params = tn_algorithm_n_params(it->algorithm);
  for (int i = 0; i < n_params && n + 3 <= MAX_SIZES; i++) {
    const struct tn_alg_param *param = &it->algorithm->params[i];
    if (param->kind != TN_PARAM_SIZE || param->preset < 1)
      continue;
    if (has_all)
      sizes[n++] = (size_t)param->preset - 1;
    sizes[n++] = (size_t)param->preset;
    sizes[n++] = (size_t)param->preset + 1;
  }
  return n;
}

/* Cores for second strands: three, to an algorithm. All are the first of the machine, as any machine
 * has that. */
static int zeros[3];
static const struct tn_idle idle = { 3, zeros, zeros, zeros, zeros, zeros, zeros };

/* As much from i to j as from j to i, which calls in place ask for. */
static size_t count_between(enum shape shape, int n_ranks, int i, int j, size_t block)
{
  enum { PARTS = 3 };
  if (shape == LONE)
    return i == n_ranks / 2 || j == n_ranks / 2 ? block : 0;
  return block * (size_t)((i + j + 2) % (PARTS + 1)) / PARTS;
}

/* Gives the call counts of that shape, static ones. */
static void set_counts(enum shape shape, struct tn_call *call)
{
  static size_t counts[MOST_RANKS * MOST_RANKS];
  const int n_ranks = call->n_ranks;
  const size_t n = tn_counts_number(call->collective, n_ranks);
  if (shape == EVEN || n == 0)
    return;
  for (int k = 0; k < (int)n; k++)
    counts[k] = (int)n == n_ranks ? count_between(shape, n_ranks, k, k, call->block)
                                  : count_between(shape, n_ranks, k / n_ranks, k % n_ranks,
                                                  call->block);
  if (tn_collective_reduces(call->collective))
    for (size_t k = 0; k < n; k++)
      counts[k] -= counts[k] % tn_type_size(call->type);
  call->counts = counts;
  call->block = tn_counts_largest(n, counts);
}

static void run_sizes(struct iteration it, int n_ranks, int root)
{
  const enum tn_collective collective = it.algorithm->collective;
  const bool has_in_place = !tn_collectives[collective].one_buffer &&
                            collective != TN_BARRIER && collective != TN_PATTERN;
  const int n_shapes = tn_counts_number(collective, n_ranks) > 0 ? N_SHAPES : 1;
  size_t sizes[MAX_SIZES];
  const int n_sizes = sizes_of(&it, sizes);
  for (int s = 0; s < n_sizes; s++) {
    for (int in_place = 0; in_place <= has_in_place; in_place++, it.turn++) {
      const size_t block = it.algorithm->sizeless ? 0 : sizes[s];
      struct tn_call call = { .collective = collective,
                                    .n_ranks = n_ranks,
                                    .root = root,
                                    .pattern = it.algorithm->pattern,
                                    .type = it.type,
                                    .block = block - block % tn_type_size(it.type),
                                    .idle = &idle,
                                    .in_place = in_place };
      set_counts((enum shape)(it.turn % n_shapes), &call);
      run_params(&it, call);
    }
  }
}

static int roots_of(const struct iteration *it, int p, int roots[8])
{
  if (!tn_collective_rooted(it->algorithm->collective)) {
    roots[0] = 0;
    return 1;
  }
  if (p <= (it->depth == ALL ? 8 : it->depth == SOME ? 3 : 2)) {
    for (int i = 0; i < p; i++)
      roots[i] = i;
    return p;
  }
  int n = 0;
  roots[n++] = 0;
  roots[n++] = p - 1;
  if (it->depth >= SOME)
    roots[n++] = 1;
  if (it->depth == ALL)
    roots[n++] = p / 2;
  return n;
}

static void run_ranks(struct iteration it, const struct tn_case_ranges *ranges)
{
  const struct tn_case_range range = range_asked(ranges);
  const bool is_brief = it.algorithm->decide && !getenv("TN_TEST_FULL");
  const int most = is_brief ? range.some : range.few;
  for (int i = 0; i < LENGTH(rank_counts) && rank_counts[i] <= most; i++) {
    it.depth = rank_counts[i] <= range.all ? ALL : rank_counts[i] <= range.some ? SOME : FEW;
    int roots[8];
    const int n_roots = roots_of(&it, rank_counts[i], roots);
    for (int k = 0; k < n_roots; k++) {
      it.turn = i + k;
      run_sizes(it, rank_counts[i], roots[k]);
    }
  }
}

/* Whether an earlier entry is the same but for its name, as those of some releases of a library. */
static bool is_repeated(const struct tn_algorithm *algorithm)
{
  const struct tn_algorithm *const *a = tn_algorithms;
  while (*a != algorithm && ((*a)->collective != algorithm->collective || !(*a)->decide ||
                             (*a)->decide != algorithm->decide))
    a++;
  return *a != algorithm;
}

/* TN_TEST_ENTRIES: only entries whose name contains this. */
static bool is_asked_for(const struct tn_algorithm *algorithm)
{
  const char *part = getenv("TN_TEST_ENTRIES");
  return !part || strstr(algorithm->name, part);
}

void tn_registry_cases(const struct tn_algorithm *algorithm, size_t page_size,
                       const struct tn_case_ranges *ranges, tn_case_run *run,
                       struct tn_case_counts *counts)
{
  const struct iteration it = { .algorithm = algorithm, .page_size = page_size,
                                .type = TN_UINT8, .run = run, .counts = counts };
  if (!is_repeated(algorithm) && is_asked_for(algorithm))
    run_ranks(it, ranges);
}

void tn_registry_typed_cases(const struct tn_algorithm *algorithm, size_t page_size,
                             const struct tn_case_ranges *ranges, tn_case_run *run,
                             struct tn_case_counts *counts)
{
  struct iteration it = { .algorithm = algorithm, .page_size = page_size, .run = run,
                          .counts = counts };
  for (int type = 0; tn_type_names[type] && tn_collective_reduces(algorithm->collective) &&
                     is_asked_for(algorithm); type++) {
    it.type = (enum tn_type)type;
    if (it.type != TN_UINT8)
      run_ranks(it, ranges);
  }
}

const struct tn_layout *tn_registry_layout(void)
{
  static int core[MOST_RANKS], llc[MOST_RANKS], numa[MOST_RANKS], package[MOST_RANKS];
  static int node[MOST_RANKS];
  static const struct tn_layout layout = { core, llc, numa, package, node };
  for (int r = 0; r < MOST_RANKS; r++) {
    core[r] = r;
    llc[r] = r / 2;
    numa[r] = r / 4;
    package[r] = r / 8;
  }
  return &layout;
}
