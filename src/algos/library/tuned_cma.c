/* The CMA paper's own design ("Tuned CMA", section VII): for each machine, collective and size it
 * has an algorithm of sections IV and V with its throttle factor, or, for small sizes, an algorithm
 * by shared memory.
 *
 * tuned_cma.def is the table: results of `turnstile tune` on the paper's machines, with the paper's
 * ranks. Other machines use the table of the most similar one, by page size, then packages, then
 * ratio of ranks. Between nodes a gather and a scatter have two levels (VII.G).
 *
 * Departures: the paper does not print its table, so this one has predictions; its lines serve any
 * number of ranks. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "algos/compose/partition.h"
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "library.h"

enum { MACHINE };

static const struct machine {
  const char *name;
  int ranks, packages;
  size_t page;
} machines[] = {
#define TN_TUNED_MACHINE(...) { __VA_ARGS__ },
#include "tuned_cma.def"
};
enum { N_MACHINES = sizeof machines / sizeof *machines };

/* Choices of `machine`: "nearest", the most similar machine, then all machines of the table. */
static const char *const machine_names[] = {
  "nearest",
#define TN_TUNED_MACHINE(name, ...) name,
#include "tuned_cma.def"
  NULL,
};

/* Lines of the table, sorted by machine, collective and minimum size in bytes. The first size of a
 * collective is 0. */
static const struct line {
  const char *machine;
  enum tn_collective collective;
  size_t from;
  const char *algorithm, *params;
} lines[] = {
#define TN_TUNED(...) { __VA_ARGS__ },
#include "tuned_cma.def"
};

/* Returns the ratio of the larger number to the smaller one, in thousandths. */
static int64_t times(int64_t a, int64_t b)
{
  return 1000 * (a > b ? a : b) / (a > b ? b : a);
}

/* Returns the machine whose table the call uses. *ret_exact is true if this is the call's own
 * machine or if the user has named it. */
static const struct machine *machine_of(const struct tn_call *call, bool *ret_exact)
{
  enum { PAGES = 1 << 30, PACKAGES = 1 << 29 };
  const size_t page = call->page_size ? call->page_size : 4096;
  const int n_nodes = tn_places_number(call, "node");
  const int n_packages = tn_places_number(call, "package") / n_nodes; /* packages of one node */
  const char *name = call->layout ? call->layout->platform : NULL;
  const struct machine *nearest = machines;
  int64_t least = INT64_MAX;
  *ret_exact = call->params[MACHINE] > 0;
  if (*ret_exact)
    return &machines[call->params[MACHINE] - 1];
  for (const struct machine *m = machines; m < machines + N_MACHINES && !*ret_exact; m++) {
    const int64_t off = times(m->ranks, call->n_ranks) + (m->page != page) * (int64_t)PAGES +
                        (m->packages != n_packages) * (int64_t)PACKAGES;
    *ret_exact = name && strcmp(m->name, name) == 0;
    if (off < least || *ret_exact) {
      least = off;
      nearest = m;
    }
  }
  return nearest;
}

/* Sets parameters from "name=value;..."; a value is a number or a choice. */
static void set_params(struct tn_decision *decision, const char *text)
{
  while (*text) {
    char word[64];
    const size_t length = strcspn(text, ";");
    assert(length < sizeof word);
    memcpy(word, text, length);
    word[length] = '\0';
    char *value = strchr(word, '=');
    *value++ = '\0';
    bool is_alias;
    const int i = tn_alg_params_find(decision->algorithm->params, word, &is_alias);
    tn_decision_set(decision, word,
                    decision->algorithm->params[i].choices ? tn_decision_find(decision, word, value)
                                                           : strtoll(value, NULL, 10));
    text += length + (text[length] == ';');
  }
}

static const struct line *line_of(const struct tn_call *call, const char *machine)
{
  const struct line *found = NULL;
  for (const struct line *l = lines; l < lines + sizeof lines / sizeof *lines; l++)
    if (l->collective == call->collective && strcmp(l->machine, machine) == 0 &&
        l->from <= call->block)
      found = l;
  assert(found);
  return found;
}

static struct tn_decision tuned(const struct tn_call *call)
{
  bool is_exact;
  const struct machine *machine = machine_of(call, &is_exact);
  const bool is_rooted = call->collective == TN_GATHER || call->collective == TN_SCATTER;
  const bool in_two_levels = is_rooted && tn_spans_nodes(call);
  const struct line *line = line_of(call, machine->name);
  const char *algorithm = in_two_levels ? "two-level" : line->algorithm;
  struct tn_decision decision =
      tn_decision_make(tn_method_find(call->collective, algorithm)->runs, machine->name);
  decision.is_substitute = !is_exact;
  if (!in_two_levels)
    set_params(&decision, line->params);
  return decision;
}

const struct tn_chooser tn_choosers_cma[] = {
  { .name = "tuned-cma",
    .summary = "the CMA paper's design: algorithm, throttle or shared memory by machine and size",
    .source = "CMA paper, VII; table by turnstile tune",
    .collectives = TN_SET_TUNED,
    .decide = tuned,
    .params = { [MACHINE] = TN_CHOICE_PARAM("machine", machine_names, 0,
                                            "machine of the table; nearest: the most similar one",
                                            .max = N_MACHINES) },
    .mechanisms = { TN_CMA, TN_KNEM },
    .n_mechanisms = 2 },
  { .name = NULL },
};
