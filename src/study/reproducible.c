#include "reproducible.h"

#include <string.h>

#include "base/names.h"
#include "base/random.h"
#include "platform/error.h"
#include "platform/machine.h"
#include "usage.h"

const char *const tn_keeps_names[] = { "rank", "size", "arrival", "placement", NULL };

bool tn_keeps_read(const char *where, const char *text, unsigned *ret, GError **error)
{
  g_auto(GStrv) words = g_strsplit(text, ",", -1);
  *ret = 0;
  for (int i = 0; words[i]; i++) {
    const int bit = tn_name_find(tn_keeps_names, words[i]);
    if (bit < 0)
      return tn_usage_unknown(error, where, "kind of change", words[i], tn_keeps_names);
    *ret |= 1u << bit;
  }
  return true;
}

char *tn_keeps_text(unsigned keeps, const char *between)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (int bit = 0; tn_keeps_names[bit]; bit++)
    if (keeps >> bit & 1)
      g_string_append_printf(text, "%s%s", text->len ? between : "", tn_keeps_names[bit]);
  return g_strdup(text->len ? text->str : "none");
}

bool tn_order_matters(enum tn_collective collective, enum tn_type type)
{
  return tn_collective_reduces(collective) && (type == TN_FLOAT32 || type == TN_FLOAT64);
}

/* Orders of arrival. With the long delays the ranks enter short calls one after the other; with the
 * short ones their operations overlap. */
#define LONG 10e-3
#define SHORT 20e-6
static const struct tn_arrival arrivals[] = {
  { .shape = TN_ARRIVAL_ASCENDING, .last = LONG },
  { .shape = TN_ARRIVAL_DESCENDING, .last = LONG },
  { .shape = TN_ARRIVAL_UNIFORM, .last = LONG },
  { .shape = TN_ARRIVAL_UNIFORM, .last = SHORT },
  { .shape = TN_ARRIVAL_LATE, .late = 0, .last = LONG },
};
enum { N_ARRIVALS = sizeof arrivals / sizeof arrivals[0] };

struct tn_study *tn_kept_study(int jobs)
{
  const struct tn_conditions conditions = {
    .protocol = TN_SINGLE, .warmup = 1, .repetitions = 1, .verify = TN_VERIFY_ORDERS, .jobs = jobs
  };
  return tn_study_new(&conditions);
}

/* Returns a mapping that gives the ranks the same units as `core`, in a random order. Transfer
 * full. */
static char *shuffled(const struct tn_platform *platform, int n, GError **error)
{
  struct tn_random random = tn_random_make(1, 1);
  g_autofree int *units = tn_mapping_order(platform, "core", n, error);
  g_autoptr(GString) text = g_string_new("list:");
  for (int i = n - 1; units && i > 0; i--) {
    const int other = (int)(tn_random_uniform(&random) * (i + 1)), unit = units[i];
    units[i] = units[other];
    units[other] = unit;
  }
  for (int i = 0; units && i < n; i++)
    g_string_append_printf(text, "%s%d", i ? "," : "", units[i]);
  return units ? g_strdup(text->str) : NULL;
}

/* Adds the case with other placements of its ranks. A mapping that the node does not support, or
 * that the algorithm refuses, is no placement of these ranks. */
static void add_placements(struct tn_study *study, const struct tn_case *of, int n)
{
  g_autofree char *random = shuffled(of->platform, n, NULL);
  const char *const mappings[] = { "core", "numa", "package", random };
  for (size_t i = 0; i < sizeof mappings / sizeof mappings[0]; i++) {
    struct tn_case other = *of;
    other.mapping = mappings[i];
    if (mappings[i])
      tn_study_add(study, &other, NULL);
  }
}

/* Number of other roots that a case with a root runs with: a rule of a library holds for all. */
enum { OTHER_ROOTS = 2 };

static guint roots_of(const struct tn_point *point)
{
  return tn_collective_rooted(point->call.collective) && point->call.n_ranks > 2 ? OTHER_ROOTS : 0;
}

bool tn_kept_add(struct tn_study *study, const struct tn_case *of, unsigned asked, guint *ret_n,
                 GError **error)
{
  const guint first = tn_study_n(study);
  struct tn_case own = *of;
  own.conditions = NULL;
  if (!tn_study_add(study, &own, error))
    return false;
  const int n = tn_study_point(study, first)->call.n_ranks;
  for (guint i = roots_of(tn_study_point(study, first)); i > 0; i--) {
    own.root = i == 1 ? n / 2 : n - 1;
    if (!tn_study_add(study, &own, error))
      return false;
  }
  own.root = of->root;
  struct tn_conditions under = *tn_study_conditions(study);
  own.conditions = &under;
  for (int i = 0; asked & TN_KEEPS_ARRIVAL && i < N_ARRIVALS; i++) {
    under.arrival = &arrivals[i];
    under.seed = i + 1;
    if (!tn_study_add(study, &own, error))
      return false;
  }
  own.conditions = NULL;
  if (asked & TN_KEEPS_PLACEMENT)
    add_placements(study, &own, n);
  *ret_n = tn_study_n(study) - first;
  return true;
}

struct tn_kept tn_kept_find(const struct tn_study *study, guint first, guint n, unsigned asked)
{
  const struct tn_sum_order *own = &tn_study_outcome(study, first)->result.order;
  struct tn_kept kept = {
    .keeps = TN_KEEPS_ALL, .order = own->element, .all = own->all, .in_rank_order = true
  };
  const guint n_roots = roots_of(tn_study_point(study, first));
  const guint n_arrivals = asked & TN_KEEPS_ARRIVAL ? N_ARRIVALS : 0;
  for (guint i = 0; i < n; i++) {
    const struct tn_outcome *outcome = tn_study_outcome(study, first + i);
    const struct tn_sum_order *order = &outcome->result.order;
    if (outcome->state != TN_DONE) {
      kept.keeps = 0;
      kept.message = g_strdup(outcome->message ? outcome->message : "the run was ended");
      return kept;
    }
    if (!order->is_uniform)
      kept.keeps &= ~(unsigned)TN_KEEPS_SIZE;
    if (!order->is_same_on_ranks)
      kept.keeps &= ~(unsigned)TN_KEEPS_RANK;
    if (i > 0 && i <= n_roots) {
      kept.order = kept.order * 31 + order->element;
      kept.all = kept.all * 31 + order->all;
    }
    const bool is_other = i > n_roots && order->all != own->all;
    if (!order->is_repeated || (is_other && i <= n_roots + n_arrivals))
      kept.keeps &= ~(unsigned)TN_KEEPS_ARRIVAL;
    if (is_other && i > n_roots + n_arrivals)
      kept.keeps &= ~(unsigned)TN_KEEPS_PLACEMENT;
    kept.in_rank_order = kept.in_rank_order && order->in_rank_order;
  }
  return kept;
}

const struct tn_class *tn_class_of(const struct tn_method *method)
{
  enum {
    RANK = TN_KEEPS_RANK,
    SIZE = TN_KEEPS_SIZE,
    ARRIVAL = TN_KEEPS_ARRIVAL,
    PLACEMENT = TN_KEEPS_PLACEMENT
  };
  static const struct {
    enum tn_collective collective;
    struct tn_class class;
    const char *names[24]; /* names of its algorithms, NULL-terminated */
  } classes[] = {
#define TN_CLASS(collective, keeps, in_rank_order, ...)                                            \
  { collective, { keeps, in_rank_order }, { __VA_ARGS__, NULL } },
#include "reproducible.def"
#undef TN_CLASS
  };
  for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
    if (classes[i].collective == method->collective &&
        tn_name_find(classes[i].names, method->name) >= 0)
      return &classes[i].class;
  return NULL;
}
