#include "study.h"

#include <string.h>

#include "algos/kit/reduction.h"
#include "case_call.h"
#include "cost.h"
#include "mechanisms.h"
#include "platform/choices.h"
#include "platform/fabric.h"
#include "row.h"
#include "study_counts.h"

/* Bytes, more than a node has; larger values are rejected as typing errors. */
#define MAX_BYTES ((size_t)1 << 40)

struct tn_study {
  struct tn_conditions conditions;
  GPtrArray *setups;  /* struct tn_setup */
  GPtrArray *places;  /* struct tn_places, which points share */
  GHashTable *nested; /* set of GBytes, each a struct tn_nested */
  GHashTable *counts; /* set of GBytes: counts of calls */
  GArray *points;     /* struct tn_point */
  GArray *outcomes;
  struct {
    const struct tn_platform *platform;
    const char *mapping; /* interned */
    int n;
    bool shared;
    const struct tn_places *places;
  } last; /* places of the previous case whose algorithm accepts any mapping */
};

static void setup_free(void *data)
{
  struct tn_setup *setup = data;
  for (int i = 0; i < setup->n_overrides; i++)
    g_free((void *)setup->overrides[i].text);
  g_free(setup->overrides);
  g_free(setup);
}

static void outcome_clear(void *data)
{
  struct tn_outcome *outcome = data;
  g_free(outcome->message);
  g_free(outcome->fingerprints);
}

struct tn_study *tn_study_new(const struct tn_conditions *conditions)
{
  struct tn_study *study = g_new0(struct tn_study, 1);
  if (conditions)
    study->conditions = *conditions;
  study->setups = g_ptr_array_new_with_free_func(setup_free);
  study->places = g_ptr_array_new_with_free_func((GDestroyNotify)tn_places_free);
  study->nested =
      g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  study->counts =
      g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  study->points = g_array_new(FALSE, TRUE, sizeof(struct tn_point));
  study->outcomes = g_array_new(FALSE, TRUE, sizeof(struct tn_outcome));
  g_array_set_clear_func(study->outcomes, outcome_clear);
  return study;
}

void tn_study_free(struct tn_study *study)
{
  if (!study)
    return;
  g_array_unref(study->points);
  g_array_unref(study->outcomes);
  g_ptr_array_unref(study->places);
  g_hash_table_unref(study->nested);
  g_hash_table_unref(study->counts);
  g_ptr_array_unref(study->setups);
  g_free(study);
}

const struct tn_conditions *tn_study_conditions(const struct tn_study *study)
{
  return &study->conditions;
}

guint tn_study_n(const struct tn_study *study)
{
  return study->points->len;
}

const struct tn_point *tn_study_point(const struct tn_study *study, guint i)
{
  return &g_array_index(study->points, struct tn_point, i);
}

const struct tn_outcome *tn_study_outcome(const struct tn_study *study, guint i)
{
  return &g_array_index(study->outcomes, struct tn_outcome, i);
}

struct tn_outcome *tn_study_outcomes(struct tn_study *study)
{
  return (struct tn_outcome *)(void *)study->outcomes->data;
}

const GPtrArray *tn_study_setups(const struct tn_study *study)
{
  return study->setups;
}

static bool refuse(GError **error, GError *why, enum tn_study_error code, const char *where)
{
  g_set_error(error, TN_STUDY_ERROR, code, "%s: %s", where, why->message);
  g_error_free(why);
  return false;
}

static bool has_overrides(const struct tn_setup *setup, const struct tn_override *overrides, int n)
{
  if (setup->n_overrides != n)
    return false;
  for (int i = 0; i < n; i++) {
    const struct tn_override *own = &setup->overrides[i];
    if (own->param != overrides[i].param || own->transport != overrides[i].transport ||
        own->mechanism != overrides[i].mechanism || own->per != overrides[i].per ||
        own->value < overrides[i].value || own->value > overrides[i].value)
      return false;
  }
  return true;
}

const struct tn_setup *tn_study_setup(struct tn_study *study, const struct tn_platform *platform,
                                      int kernel, const struct tn_override *overrides, int n,
                                      GError **error)
{
  const enum tn_kernel k = kernel ? (enum tn_kernel)(kernel - 1) : tn_platform_kernel(platform);
  GError *why = NULL;
  /* Searches from the newest setup, because consecutive points often have the same one. */
  for (guint i = study->setups->len; i > 0; i--) {
    const struct tn_setup *known = study->setups->pdata[i - 1];
    if (known->platform == platform && known->kernel == k && has_overrides(known, overrides, n))
      return known;
  }
  struct tn_setup *setup = g_new0(struct tn_setup, 1);
  setup->platform = platform;
  setup->kernel = k;
  if (!tn_platform_values(platform, k, overrides, n, setup->values, &why)) {
    refuse(error, why, TN_STUDY_SETUP, tn_platform_name(platform));
    g_free(setup);
    return NULL;
  }
  setup->overrides = g_memdup2(overrides, sizeof *overrides * (gsize)n);
  setup->n_overrides = n;
  for (int i = 0; i < n; i++)
    setup->overrides[i].text = g_strdup(overrides[i].text);
  g_ptr_array_add(study->setups, setup);
  return setup;
}

/* Returns the data of the entry of `kept` that equals `bytes`; adds `bytes` if there is none. Takes
 * ownership of `bytes`. `kept` owns the result. */
static const void *intern(GHashTable *kept, GBytes *bytes)
{
  void *known;
  if (g_hash_table_lookup_extended(kept, bytes, &known, NULL))
    g_bytes_unref(bytes);
  else
    g_hash_table_add(kept, known = bytes);
  return g_bytes_get_data(known, NULL);
}

/* Returns the algorithms of the composition's parts, owned by the study. */
static const struct tn_nested *intern_nested(struct tn_study *study, const struct tn_case *asked,
                                             int64_t levels)
{
  struct tn_nested nested = *asked->nested;
  tn_nested_complete(&nested, asked->algorithm->collective, tn_list_length(levels));
  return intern(study->nested, g_bytes_new(&nested, sizeof nested));
}

static bool find_counts(struct tn_study *study, const struct tn_case *asked, struct tn_point *p,
                        GError **error)
{
  if (!asked->counts)
    return true;
  GBytes *counts = tn_counts_expand(asked->counts, &p->call, error);
  if (!counts)
    return false;
  p->call.counts = intern(study->counts, counts);
  p->call.block =
      tn_counts_largest(tn_counts_number(p->call.collective, p->call.n_ranks), p->call.counts);
  p->counts = tn_counts_text(asked->counts->name, &p->call);
  return true;
}

/* Returns the setup of a case, overridden by the transport's values for messages by the mechanism,
 * then by the case's overrides. */
static const struct tn_setup *setup_for(struct tn_study *study, const struct tn_case *asked,
                                        enum tn_mechanism mechanism, GError **error)
{
  g_autofree struct tn_override *all =
      g_new0(struct tn_override, TN_MAX_TRANSPORT_VALUES + asked->n_overrides);
  int n = 0;
  const int t = tn_case_transport(asked);
  if (t)
    n = tn_transport_overrides(asked->platform, (enum tn_transport_profile)(t - 1), mechanism, all);
  for (int i = 0; i < asked->n_overrides; i++)
    all[n++] = asked->overrides[i];
  return tn_study_setup(study, asked->platform, asked->kernel, all, n, error);
}

const struct tn_setup *tn_study_case_setup(struct tn_study *study, const struct tn_case *asked,
                                           GError **error)
{
  const int t = tn_case_transport(asked) - 1;
  return setup_for(study, asked,
                   t < 0 ? TN_CMA : tn_transport_mechanism((enum tn_transport_profile)t, 0), error);
}

/* Finds or creates the ranks' places: by the mapping, or two ranks at a given distance for
 * algorithms that need one. */
static bool find_places(struct tn_study *study, const struct tn_case *asked, struct tn_point *p,
                        GError **error)
{
  GError *why = NULL;
  if (!p->algorithm->runs->rank_count.distant && study->last.platform == asked->platform &&
      study->last.mapping == p->mapping && study->last.n == p->call.n_ranks &&
      study->last.shared == asked->share_cores) {
    p->places = study->last.places;
    return true;
  }
  const struct tn_rank_count *rank_count = &p->algorithm->runs->rank_count;
  const int64_t distance = rank_count->distant ? p->call.params[rank_count->param] : 0;
  struct tn_places *places =
      distance > 0
          ? tn_places_pair(asked->platform, p->mapping, (enum tn_distance)(distance - 1), &why)
      : asked->share_cores
          ? tn_places_new_shared(asked->platform, p->mapping, p->call.n_ranks, &why)
          : tn_places_new(asked->platform, p->mapping, p->call.n_ranks, &why);
  if (!places)
    return refuse(error, why, TN_STUDY_PLACES, tn_platform_name(asked->platform));
  places->platform = tn_platform_name(asked->platform);
  g_ptr_array_add(study->places, places);
  p->places = places;
  if (!p->algorithm->runs->rank_count.distant) {
    study->last.platform = asked->platform;
    study->last.mapping = p->mapping;
    study->last.n = p->call.n_ranks;
    study->last.shared = asked->share_cores;
    study->last.places = places;
  }
  return true;
}

/* Checks that core_sharing is not "none" if strands share a core. */
static bool check_strands(const struct tn_point *point, const struct tn_case *asked, GError **error)
{
  const struct tn_method *a = point->algorithm;
  const struct tn_choices choices = tn_choices_of(point->setup->values);
  const int n = a->runs->strands_per_core ? a->runs->strands_per_core(&point->call) : 1;
  return n <= 1 || asked->strands_share || choices.core_sharing.kind != TN_SHARE_NONE ||
         tn_study_refuse(
             error, UNSUPPORTED,
             "%s %s, %d ranks: %d strands on one core of %s, whose core_sharing is none (fold, "
             "smt(FACTOR) and slice(TIME) let them share)",
             tn_collective_names[a->collective], a->name, point->call.n_ranks, n,
             tn_platform_name(point->setup->platform));
}

bool tn_study_find(struct tn_study *study, const struct tn_case *asked, struct tn_point *ret,
                   GError **error)
{
  const struct tn_method *a = asked->algorithm;
  struct tn_point p = { .algorithm = a,
                        .mechanism = tn_mechanism_choose(asked),
                        .buffers = asked->buffers };
  tn_point_under(&p, asked->conditions ? asked->conditions : &study->conditions);
  p.verify = study->conditions.verify;
  if (!tn_kernels_check_nodes(a, asked->platform, asked->mapping, error) ||
      !tn_mechanism_check(asked, p.mechanism, error))
    return false;
  /* If an algorithm sends no messages, the values of a transport do not depend on the mechanism,
   * unless the mechanism is one for devices. */
  p.setup = tn_method_sends(a) || tn_mechanism_is_on_device(p.mechanism)
                ? setup_for(study, asked, p.mechanism, error)
                : tn_study_case_setup(study, asked, error);
  if (!p.setup)
    return false;
  p.backing =
      asked->backing ? (enum tn_backing)(asked->backing - 1) : tn_platform_backing(asked->platform);
  p.mapping =
      g_intern_string(asked->mapping ? asked->mapping : tn_usual_mapping(tn_case_memory(asked)));
  p.barrier = p.arrival ? NULL : asked->barrier;
  if (!tn_case_check_params(asked, error))
    return false;
  p.call = tn_case_call(asked);
  if (a->runs->composed && asked->nested)
    p.call.nested = intern_nested(study, asked, p.call.params[0]);
  if (!find_counts(study, asked, &p, error))
    return false;
  if (p.call.root < 0 || p.call.root >= p.call.n_ranks)
    return tn_study_refuse(error, ROOT, "rank %d of %d (0..%d are accepted)", p.call.root,
                           p.call.n_ranks, p.call.n_ranks - 1);
  if (!find_places(study, asked, &p, error))
    return false;
  p.call.idle = &p.places->idle;
  p.call.page_size = (size_t)p.setup->values[TN_P_PAGE_SIZE];
  if (!tn_kernels_check_ranks(a, asked->platform, p.call.n_ranks, error))
    return false;
  const struct tn_arrival own = { .barrier = p.barrier };
  const size_t bytes = p.call.block, ranks = (size_t)p.call.n_ranks;
  const size_t element = tn_element_size(&p.call);
  if (bytes > MAX_BYTES / ranks)
    return tn_refuse(error, TN_STUDY_ERROR, p.call.counts ? TN_STUDY_COUNTS : TN_STUDY_SIZE,
                     "%zu bytes on %zu ranks are more than 1 TiB (smaller sizes are accepted)",
                     bytes, ranks);
  if (!p.call.counts && bytes % element != 0)
    return tn_refuse(error, TN_STUDY_ERROR, TN_STUDY_SIZE,
                     "%zu bytes are not a whole number of %s (multiples of %zu are accepted)",
                     bytes, tn_type_names[p.call.type], element);
  if (p.call.counts && !tn_counts_check(&p.call, error))
    return false;
  struct tn_placed placed;
  tn_sim_place(&p.call, p.places, p.mechanism, p.setup->values, &placed);
  const char *why = tn_method_refusal(a, &placed.call);
  if (why)
    return tn_refuse(error, TN_STUDY_ERROR, TN_STUDY_UNSUPPORTED, "%s: %s", a->name, why);
  if (!((!p.noise || tn_noises_check(p.noise, p.call.n_ranks, error)) &&
        (!p.arrival || tn_arrival_check(p.arrival, p.call.n_ranks, &placed.layout, error)) &&
        (!p.barrier || tn_arrival_check(&own, p.call.n_ranks, &placed.layout, error))) ||
      !check_strands(&p, asked, error))
    return false;
  if (p.ideal || tn_point_fragments(&p) <= TN_MANY_FRAGMENTS)
    p.precision = 0.0;
  *ret = p;
  return true;
}

void tn_study_take(struct tn_study *study, const struct tn_point *point)
{
  struct tn_point own = *point;
  own.verify = study->conditions.verify;
  g_array_append_val(study->points, own);
  g_array_set_size(study->outcomes, study->points->len);
}

bool tn_study_add(struct tn_study *study, const struct tn_case *asked, GError **error)
{
  struct tn_point point;
  if (!tn_study_find(study, asked, &point, error))
    return false;
  tn_study_take(study, &point);
  return true;
}

struct tn_sim_point tn_study_sim_point(const struct tn_study *study, const struct tn_point *p,
                                       const double *delays)
{
  const struct tn_platform *platform = p->setup->platform;
  struct tn_sim_point sim = { .point = *p,
                              .values = p->setup->values,
                              .n_packages =
                                  tn_platform_n_packages(platform) / tn_platform_n_nodes(platform),
                              .fabric = tn_platform_fabric(platform),
                              .delays = delays,
                              .data_limit = study->conditions.data_limit,
                              .outputs = study->conditions.outputs };
  sim.warmup = tn_point_warmup(p);
  if (p->arrival)
    sim.barrier = p->arrival->barrier;
  return sim;
}
