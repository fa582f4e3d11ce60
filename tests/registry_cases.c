#include "registry_cases.h"

#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int rank_counts[] = { 1, 2, 3, 4, 7, 8, 16, 33, 64 };

#define LENGTH(array) ((int)(sizeof(array) / sizeof(array)[0]))
enum { MAX_SIZES = 16, MAX_VALUES = 8 };
enum depth { FEW, SOME, ALL };

struct iteration {
  const struct tn_method *algorithm;
  size_t page_size;
  int n_types; /* number of element types, alternating; 0 for the default type */
  const enum tn_type *types;
  enum depth depth; /* depth at this rank count */
  int turn;         /* running number over rank counts, roots, sizes, in place or not */
  tn_case_run *run;
  struct tn_case_counts *counts;
};

enum { MAX_RANKS = 64, MAX_CASES = 1 << 18 };
/* Blocks of collectives with counts: all equal; thirds of it, also zero; of one rank only. */
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

static void describe(const struct tn_method *a, const struct tn_call *call, char *text, size_t size)
{
  size_t n = (size_t)snprintf(text, size, "%s %s p=%d root=%d block=%zu%s",
                              tn_collective_names[call->collective], a->name, call->n_ranks,
                              call->root, call->block, call->in_place ? " in place" : "");
  if (call->counts && n < size)
    n += (size_t)snprintf(text + n, size - n, " counts %zu, ...", call->counts[0]);
  for (int i = 0; i < tn_alg_params_number(a->params) && n < size; i++)
    n += (size_t)snprintf(text + n, size - n, " %s=%lld", a->params[i].name,
                          (long long)call->params[i]);
}

static uint64_t mix(uint64_t hash, const void *data, size_t n)
{
  const unsigned char *bytes = data;
  for (size_t i = 0; i < n; i++)
    hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
  return hash;
}

/* Finds the algorithm that the entry runs for the call: itself, or its decision. Returns false if
 * the decision depends on the places, which the transport sets. */
static bool what_runs(const struct tn_method *a, const struct tn_call *call,
                      struct tn_decision *ret)
{
  static int own[MAX_RANKS];
  const struct tn_layout apart = { own, own, own, own, own, NULL, NULL };
  struct tn_call other = *call;
  for (int r = 0; r < MAX_RANKS; r++)
    own[r] = r;
  other.layout = &apart;
  if (!a->chooser) {
    *ret = (struct tn_decision){ .algorithm = a->runs };
    memcpy(ret->params, call->params, sizeof ret->params);
    return true;
  }
  *ret = a->chooser->decide(call);
  const struct tn_decision there = a->chooser->decide(&other);
  return there.algorithm == ret->algorithm && there.nested == ret->nested &&
         memcmp(there.params, ret->params, sizeof there.params) == 0;
}

/* Returns true if the entry only takes another algorithm, which ran with the same parameters and
 * such a call before. Always false if full. */
static bool was_run(const struct iteration *it, const struct tn_call *call)
{
  static uint64_t hashes[MAX_CASES]; /* 0 if unused */
  struct tn_decision what;
  if (getenv("TN_TEST_FULL") || !what_runs(it->algorithm, call, &what))
    return false;
  const uint64_t numbers[] = { (uintptr_t)what.algorithm,
                               (uintptr_t)what.nested,
                               (uint64_t)what.entries,
                               (uintptr_t)it->run,
                               call->collective,
                               (uint64_t)call->n_ranks,
                               (uint64_t)call->root,
                               call->block,
                               call->in_place,
                               call->type };
  uint64_t hash = mix(UINT64_C(14695981039346656037), numbers, sizeof numbers);
  hash = mix(hash, what.params, sizeof what.params);
  if (call->counts)
    hash = mix(hash, call->counts,
               tn_counts_number(call->collective, call->n_ranks) * sizeof *call->counts);
  size_t i = hash % MAX_CASES;
  for (int tries = 0; hashes[i] && hashes[i] != hash && tries < MAX_CASES; tries++)
    i = (i + 1) % MAX_CASES;
  const bool is_known = hashes[i] == hash;
  hashes[i] = hash;
  return is_known && it->algorithm->chooser;
}

static void run_case(const struct iteration *it, const struct tn_call *call)
{
  if (tn_method_refusal(it->algorithm, call)) {
    it->counts->n_unsupported++;
    return;
  }
  if (was_run(it, call)) {
    it->counts->n_same++;
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

/* Collects values of one parameter other than its default. */
static int values_of(const struct tn_alg_param *param, int n_ranks, int64_t values[MAX_VALUES])
{
  const int64_t ints[] = { 2, 3, 5, n_ranks - 1, n_ranks, n_ranks + 1 };
  int n = 0;
  if (param->kind == TN_PARAM_CHOICE) {
    for (int i = 0; param->choices[i] && n < MAX_VALUES; i++)
      if (i != param->preset)
        values[n++] = i;
    return n;
  }
  if (param->kind == TN_PARAM_LIST) {
    int64_t all = 0;
    for (int i = 0; param->choices[i] && n < MAX_VALUES - 1; i++) {
      values[n++] = tn_list_append(0, i);
      all = tn_list_append(all, i);
    }
    values[n++] = all;
    return n;
  }
  if (param->kind == TN_PARAM_SIZES)
    values[n++] = tn_sizes_make((const int64_t[]){ 3 * param->min, param->min, 5 * param->min }, 3);
  values[n++] = param->min;
  if (param->at_zero)
    values[n++] = 0;
  for (int i = 0; i < LENGTH(ints) && param->kind == TN_PARAM_INT; i++) {
    bool is_done = !tn_alg_param_accepts(param, ints[i]);
    for (int k = 0; k < n; k++)
      is_done = is_done || values[k] == ints[i];
    if (!is_done)
      values[n++] = ints[i];
  }
  return n;
}

/* Returns true if the value of a parameter runs in this case: every third, or every one if full. */
static bool is_due(const struct iteration *it, int param, int value)
{
  enum { EVERY = 3 };
  return getenv("TN_TEST_FULL") || (it->turn + param + value) % EVERY == 0;
}

/* Runs the defaults, then each parameter at each of its other values. */
static void run_params(const struct iteration *it, struct tn_call call)
{
  const int n_params = tn_alg_params_number(it->algorithm->params);
  const struct tn_call as_fit = call;
  run_case(it, &call);
  for (int i = 0; i < n_params && it->depth > FEW; i++) {
    const struct tn_alg_param *param = &it->algorithm->params[i];
    int64_t values[MAX_VALUES];
    const int n = values_of(param, call.n_ranks, values);
    for (int v = 0; v < n; v++) {
      if (values[v] == as_fit.params[i] || !is_due(it, i, v))
        continue;
      call.params[i] = values[v];
      run_case(it, &call);
    }
    call.params[i] = as_fit.params[i];
  }
}

/* Collects sizes around the page and around each parameter's default size, plus and minus
 * `unit`. */
static int sizes_of(const struct iteration *it, size_t unit, size_t sizes[MAX_SIZES])
{
  const size_t page = it->page_size;
  const size_t each_side[] = { unit, page + unit };
  const size_t all[] = { 0, unit, page - unit, page, page + unit, 3 * page + 5 * unit };
  const bool has_all = it->depth == ALL;
  int n = has_all ? LENGTH(all) : LENGTH(each_side);
  memcpy(sizes, has_all ? all : each_side, (size_t)n * sizeof sizes[0]);
  const int n_params = tn_alg_params_number(it->algorithm->params);
  for (int i = 0; i < n_params && n + 3 <= MAX_SIZES; i++) {
    const struct tn_alg_param *param = &it->algorithm->params[i];
    if ((param->kind != TN_PARAM_SIZE && param->kind != TN_PARAM_SIZES) || param->preset < 1)
      continue;
    if (has_all)
      sizes[n++] = (size_t)param->preset - unit;
    sizes[n++] = (size_t)param->preset;
    sizes[n++] = (size_t)param->preset + unit;
  }
  return n;
}

/* Three cores for second strands. All are the machine's first core, which every machine has. */
static int zeros[3];
static const struct tn_idle idle = { 3, zeros, zeros, zeros, zeros, zeros, zeros };

/* Returns a count that is symmetric in i and j, as calls in place require. */
static size_t count_between(enum shape shape, int n_ranks, int i, int j, size_t block)
{
  enum { PARTS = 3 };
  if (shape == LONE)
    return i == n_ranks / 2 || j == n_ranks / 2 ? block : 0;
  return block * (size_t)((i + j + 2) % (PARTS + 1)) / PARTS;
}

/* Sets the call's counts to that shape; the array is static. */
static void set_counts(enum shape shape, struct tn_call *call)
{
  static size_t counts[MAX_RANKS * MAX_RANKS];
  const int n_ranks = call->n_ranks;
  const size_t n = tn_counts_number(call->collective, n_ranks);
  if (shape == EVEN || n == 0)
    return;
  for (int k = 0; k < (int)n; k++)
    counts[k] = (int)n == n_ranks
                    ? count_between(shape, n_ranks, k, k, call->block)
                    : count_between(shape, n_ranks, k / n_ranks, k % n_ranks, call->block);
  if (tn_collective_reduces(call->collective))
    for (size_t k = 0; k < n; k++)
      counts[k] -= counts[k] % tn_type_size(call->type);
  call->counts = counts;
  call->block = tn_counts_largest(n, counts);
}

bool tn_registry_goes_round(const struct tn_call *call)
{
  return (call->n_ranks + call->root + call->in_place) % 2 == 1;
}

static const struct tn_layout *layout_of(const struct tn_call *call)
{
  static int core[MAX_RANKS], llc[MAX_RANKS], numa[MAX_RANKS], package[MAX_RANKS];
  static int node[MAX_RANKS];
  static const struct tn_layout layout = { core, llc, numa, package, node, NULL, NULL };
  const bool goes_round = tn_registry_goes_round(call);
  for (int r = 0; r < call->n_ranks; r++) {
    const int place = goes_round ? r % 2 * ((call->n_ranks + 1) / 2) + r / 2 : r;
    core[r] = place;
    llc[r] = place / 2;
    numa[r] = place / 4;
    package[r] = place / 8;
  }
  return &layout;
}

/* Runs the call as from the command line, with float32 even without a reduction. Sizes then differ
 * from the page by 1, 2 or 3 bytes, alternating. Vectors of reductions have whole elements. */
static void run_sizes(struct iteration it, int n_ranks, int root)
{
  const enum tn_collective collective = it.algorithm->collective;
  const bool has_in_place = !tn_collectives[collective].one_buffer && collective != TN_BARRIER &&
                            collective != TN_PATTERN;
  const int n_shapes = tn_counts_number(collective, n_ranks) > 0 ? N_SHAPES : 1;
  size_t sizes[MAX_SIZES];
  const size_t odd = 1 + (size_t)it.turn % 3;
  const int n_sizes = sizes_of(&it, odd, sizes);
  for (int s = 0; s < n_sizes; s++) {
    for (int in_place = 0; in_place <= has_in_place; in_place++, it.turn++) {
      struct tn_call call = tn_method_call(it.algorithm, n_ranks, 0);
      if (it.n_types > 0)
        call.type = it.types[it.turn % it.n_types];
      const size_t element = tn_element_size(&call);
      sizes_of(&it, tn_collective_reduces(collective) ? element : odd, sizes);
      if (!it.algorithm->sizeless)
        call.block = sizes[s] - sizes[s] % element;
      call.root = root;
      call.in_place = in_place;
      call.idle = &idle;
      call.layout = layout_of(&call);
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
  const bool is_brief = it.algorithm->chooser && !getenv("TN_TEST_FULL");
  const int most = is_brief ? range.some : range.few;
  const int n_nodes = ranges->nodes ? ranges->nodes : 1;
  for (int i = 0; i < LENGTH(rank_counts) && rank_counts[i] * n_nodes <= most; i++) {
    const int p = rank_counts[i] * n_nodes;
    it.depth = p <= range.all ? ALL : p <= range.some ? SOME : FEW;
    int roots[8];
    const int n_roots = roots_of(&it, p, roots);
    for (int k = 0; k < n_roots; k++) {
      it.turn = i + k;
      run_sizes(it, p, roots[k]);
    }
  }
}

/* Returns true if an earlier entry has the same decision function, as some releases of a
 * library. */
static bool is_repeated(const struct tn_method *algorithm)
{
  const struct tn_method *const *a = tn_methods();
  while (*a != algorithm && ((*a)->collective != algorithm->collective || !(*a)->chooser ||
                             (*a)->chooser != algorithm->chooser))
    a++;
  return *a != algorithm;
}

/* Reads TN_TEST_PART=I/N: every Nth entry from number I on. Returns false if it is not set. */
static bool part_asked(int *ret_i, int *ret_n)
{
  const char *text = getenv("TN_TEST_PART");
  int i, n;
  char rest;
  if (!text || !*text)
    return false;
  if (sscanf(text, "%d/%d%c", &i, &n, &rest) != 2 || n < 1 || i < 0 || i >= n) {
    fprintf(stderr, "TN_TEST_PART: \"%s\" is no part (I/N with I from 0 to N - 1 is)\n", text);
    abort();
  }
  *ret_i = i;
  *ret_n = n;
  return true;
}

/* Returns true if TN_TEST_ENTRIES is unset or part of the entry's name. */
static bool is_asked_for(const struct tn_method *algorithm)
{
  const char *name = getenv("TN_TEST_ENTRIES");
  const struct tn_method *const *a = tn_methods();
  int i, n;
  while (*a != algorithm)
    a++;
  return (!name || strstr(algorithm->name, name)) &&
         (!part_asked(&i, &n) || (a - tn_methods()) % n == i);
}

bool tn_registry_report(const char *what, const struct tn_case_counts *counts)
{
  int i, n;
  const bool is_part = part_asked(&i, &n);
  fprintf(stderr, "%s: %ld cases, %ld as another entry's, %ld refused", what, counts->n_run,
          counts->n_same, counts->n_unsupported);
  if (is_part)
    fprintf(stderr, " (of TN_TEST_PART=%d/%d)", i, n);
  fprintf(stderr, "\n");
  return counts->n_run > 0 || is_part || getenv("TN_TEST_ENTRIES");
}

void tn_registry_cases(const struct tn_method *algorithm, size_t page_size,
                       const struct tn_case_ranges *ranges, tn_case_run *run,
                       struct tn_case_counts *counts)
{
  const struct iteration it = {
    .algorithm = algorithm, .page_size = page_size, .run = run, .counts = counts
  };
  if (!is_repeated(algorithm) && is_asked_for(algorithm))
    run_ranks(it, ranges);
}

void tn_registry_typed_cases(const struct tn_method *algorithm, size_t page_size,
                             const struct tn_case_ranges *ranges, tn_case_run *run,
                             struct tn_case_counts *counts)
{
  static const enum tn_type others[] = { TN_UINT8, TN_INT32, TN_FLOAT64 };
  const int n_types = getenv("TN_TEST_FULL") ? 1 : LENGTH(others);
  struct iteration it = {
    .algorithm = algorithm, .page_size = page_size, .n_types = n_types, .run = run, .counts = counts
  };
  if (!tn_collective_reduces(algorithm->collective) || !is_asked_for(algorithm))
    return;
  for (int first = 0; first < LENGTH(others); first += n_types) {
    it.types = others + first;
    run_ranks(it, ranges);
  }
}
