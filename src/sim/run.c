/* Sets up the engine, runs it with actors and returns the result. */
#include <locale.h>

#include "calls.h"
#include "cores.h"
#include "data.h"
#include "flags.h"
#include "launch.h"
#include "message_queues.h"
#include "movers.h"
#include "operations.h"
#include "orders.h"
#include "pinning.h"
#include "platform/error.h"
#include "sim_transport.h"

#define WORDS(part, ...) [part] = { __VA_ARGS__ },
const struct tn_part_words tn_parts[TN_N_PARTS] = { TN_PARTS(WORDS) };

enum tn_part tn_part_largest(const double *parts)
{
  int most = 0;
  for (int part = 1; part < TN_N_PARTS; part++)
    if (parts[part] > parts[most])
      most = part;
  return (enum tn_part)most;
}

static const struct tn_actors *actors; /* NULL: before tn_sim_init() */

/* Returns the table of actors for the platform, or NULL and *error. It is SimGrid's if the platform
 * file has hosts and links, which only SimGrid's parser can validate, or if the environment
 * variable TURNSTILE_ACTORS asks for it; otherwise it is tn_contexts. */
static const struct tn_actors *actors_of(G_GNUC_UNUSED const struct tn_platform *pf, GError **error)
{
  const char *asked = g_getenv("TURNSTILE_ACTORS");
  if (asked && *asked && strcmp(asked, "simgrid") != 0)
    return tn_refuse_null(error, TN_SIM_ERROR, 0,
                          "TURNSTILE_ACTORS: \"%s\" is not known (try simgrid)", asked);
#ifdef TN_HAS_CONTEXTS
  if (!(asked && *asked) && !tn_platform_has_users_shape(pf))
    return &tn_contexts;
#endif
  return tn_actors_find(error);
}

bool tn_sim_load(const struct tn_platform *pf, GError **error)
{
  return actors_of(pf, error) != NULL;
}

const char *tn_sim_simgrid_version(void)
{
  static char text[32] = "unknown";
  int major, minor, patch;
  const struct tn_actors *simgrid = tn_actors_find(NULL);
  if (simgrid) {
    simgrid->version(&major, &minor, &patch);
    g_snprintf(text, sizeof text, "%d.%d.%d", major, minor, patch);
  }
  return text;
}

bool tn_sim_init(const struct tn_platform *pf, GError **error)
{
  /* SimGrid compares names without case by the rules of the locale, which fails for "i" in a
   * Turkish locale. The calling program may have set a locale. */
  setlocale(LC_ALL, "C");
  actors = actors_of(pf, error);
  if (!actors || !actors->init)
    return actors != NULL;
  const char *file = tn_platform_simgrid_file(pf, error);
  if (file)
    actors->init(file);
  return file != NULL;
}

static void rank_body(struct tn_strand *r, void *arg)
{
  struct tn_sim_strand *s = (struct tn_sim_strand *)r;
  tn_bench_rank(r, arg, &s->call);
}

static double see_price(const void *context, int reader, int writer)
{
  struct tn_engine *e = (struct tn_engine *)context;
  if (tn_engine_distance(e, reader, writer) == TN_OTHER_NODE)
    return tn_network_notice(e);
  return 2.0 * tn_engine_price(e, TN_P_LINE_LATENCY + tn_engine_distance(e, reader, writer));
}

static double *skew_of(struct tn_engine *e)
{
  const struct tn_sim_point *point = e->point;
  double *skew = g_new0(double, e->n_ranks);
  if (point->delays) {
    memcpy(skew, point->delays, sizeof *skew * (size_t)e->n_ranks);
  } else if (!point->ideal) {
    tn_barrier_skew(e->n_ranks, see_price, e, skew);
    for (int r = 0; r < e->n_ranks; r++)
      skew[r] *= tn_engine_price(e, TN_P_BARRIER_SKEW);
  }
  return skew;
}

static struct tn_sizes sizes_of(const struct tn_bench *bench, const struct tn_call *call, int rank)
{
  struct tn_call own = *call;
  own.rank = rank;
  return tn_bench_sizes(bench, &own);
}

static void engine_init(struct tn_engine *e, struct tn_loop *loop, const struct tn_sim_point *point,
                        const struct tn_bench *bench, struct tn_sim_result *result)
{
  *loop = (struct tn_loop){ .operations = &tn_sim_operations,
                            .transport = &tn_sim_transport,
                            .actors = actors };
  *e = (struct tn_engine){ .point = point,
                           .choices = tn_choices_of(point->values),
                           .loop = loop,
                           .bench = bench,
                           .n_ranks = point->call.n_ranks,
                           .result = result };
  tn_sim_p2p_limits(point->values, point->mechanism, &e->limits);
  tn_pinning_init(e);
  tn_flags_init(e);
  tn_calls_init(e, skew_of(e));
  e->sizes = g_new0(struct tn_sizes, e->n_ranks);
  for (int r = 0; r < e->n_ranks; r++)
    e->sizes[r] = sizes_of(e->bench, &e->point->call, r);
  tn_memory_init(e);
  tn_movers_init(e);
  tn_launches_init(e);
  tn_cores_init(e);
  tn_attachments_init(e);
  tn_cold_init(e);
  const bool is_noisy = point->noise && point->noise->n > 0;
  g_assert(!is_noisy || !point->ideal);
  if (is_noisy)
    e->noise =
        tn_noise_new(e->n_ranks, point->noise->n, point->noise->sources, (uint64_t)point->seed);
  tn_message_queues_init(e);
  e->strands = g_ptr_array_new_with_free_func((GDestroyNotify)tn_strand_free);
  tn_loop_init(loop, e->n_ranks);
}

static void engine_finish(struct tn_engine *e)
{
  g_ptr_array_unref(e->strands);
  tn_loop_finish(e->loop);
  tn_noise_free(e->noise);
  tn_flags_finish(e);
  tn_calls_finish(e);
  tn_data_finish(e);
  tn_timeline_free(e->timeline);
  tn_pinning_finish(e);
  tn_launches_finish(e);
  tn_movers_finish(e);
  tn_memory_finish(e);
  tn_cores_finish(e);
  tn_attachments_finish(e);
  tn_cold_finish(e);
  tn_events_finish(&e->events);
  tn_message_queues_finish(e);
  g_free(e->sizes);
}

/* Runs the loop as an actor. After a failed run, kills the blocked ranks' actors. */
static void engine_body(void *data)
{
  struct tn_engine *e = data;
  tn_loop_run(e);
  for (unsigned i = 0; e->stop && i < e->strands->len; i++)
    tn_actor_state_kill(e->strands->pdata[i]);
}

static void run_actors(struct tn_engine *e)
{
  for (int r = 0; r < e->n_ranks; r++) {
    struct tn_sim_strand *s = tn_engine_strand(e, r);
    tn_core_take(e, s, TN_CORE_OWN);
    tn_transport_start(s, rank_body, (void *)e->bench);
  }
  e->loop->n_running = e->loop->n_unfinished = e->n_ranks;
  struct tn_role role = { engine_body, e };
  char host[TN_ACTOR_NAME];
  tn_transport_host(e, 0, host);
  actors->start("engine", host, &role);
  actors->run();
}

void tn_sim_place(const struct tn_call *call, const struct tn_places *places,
                  enum tn_mechanism mechanism, const double *values, struct tn_placed *ret)
{
  ret->layout = (struct tn_layout){ .core = places->core,
                                    .llc = places->llc,
                                    .numa = places->numa,
                                    .package = places->package,
                                    .node = places->node,
                                    .platform = places->platform,
                                    .nccl = &ret->nccl };
  ret->nccl = tn_sim_nccl(values);
  ret->call = *call;
  ret->call.layout = &ret->layout;
  ret->call.memory = tn_mechanism_is_on_device(mechanism) ? TN_IN_DEVICE : TN_IN_HOST;
}

struct setting {
  struct tn_sim_point point;
  struct tn_placed placed;
  struct tn_p2p_limits limits, host_limits;
  struct tn_bench bench;
};

static void setting_init(struct setting *s, const struct tn_sim_point *point)
{
  const struct tn_places *places = point->places;
  s->point = *point;
  tn_sim_place(&point->call, places, point->mechanism, point->values, &s->placed);
  s->point.call = s->placed.call;
  s->limits = tn_sim_p2p_limits(point->values, point->mechanism, NULL);
  /* Fragments that touch new pages are not bundled: faults alternate with the peer's copies. */
  s->limits.bundles = point->race.is_coarse ? TN_BUNDLES_COARSE
                      : point->precision > 0.0 && point->buffers != TN_BUFFERS_NEW
                          ? TN_BUNDLES_FINE
                          : TN_BUNDLES_NONE;
  if (tn_mechanism_is_on_device(point->mechanism))
    tn_memory_bar_ways(&s->point, s->placed.nccl.by_host);
  for (int way = 0; way < TN_N_P2P_DISTANCES; way++)
    s->limits.single_copy[way] = s->limits.single_copy[way] && !s->placed.nccl.by_host[way];
  s->host_limits = tn_sim_p2p_limits(point->values, tn_mechanism_of_host(point->mechanism), NULL);
  s->host_limits.bundles = s->limits.bundles;
  s->point.call.idle = &places->idle;
  s->point.call.p2p = &s->limits;
  s->point.call.host_p2p = &s->host_limits;
  s->point.call.pattern = point->algorithm->runs->pattern;
  s->point.call.page_size = (size_t)point->values[TN_P_PAGE_SIZE];
  s->bench = (struct tn_bench){ .algorithm = point->algorithm,
                                .warmup = point->warmup,
                                .repetitions = point->repetitions,
                                .protocol = point->protocol };
}

bool tn_sim_schedule(const struct tn_sim_point *point, struct tn_schedule *ret)
{
  struct setting s;
  setting_init(&s, point);
  return !point->algorithm->balance && tn_bench_schedule(&s.bench, &s.point.call, ret);
}

size_t tn_sim_data_bytes(const struct tn_sim_point *point)
{
  struct setting s;
  size_t total = 0;
  setting_init(&s, point);
  for (int r = 0; r < point->call.n_ranks; r++) {
    const struct tn_sizes sizes = sizes_of(&s.bench, &s.point.call, r);
    total += tn_data_bytes(&sizes);
  }
  return total;
}

/* Runs a point whose arrival (delays) is known. Unless ret_exit is NULL, sets ret_exit[n_ranks] to
 * the seconds from the first exit of the last call to each rank's exit. */
static bool run(const struct tn_sim_point *point, struct tn_sim_result *ret, double *ret_exit,
                GError **error)
{
  struct tn_sim_result result = { .verified = -1 };
  struct tn_engine engine;
  struct tn_loop loop;
  struct setting s;
  setting_init(&s, point);
  engine_init(&engine, &loop, &s.point, &s.bench, &result);
  if (!point->verify || tn_data_init(&engine))
    run_actors(&engine);
  if (!engine.error && point->verify)
    result.verified = 1;
  if (!engine.error && engine.orders)
    result.order = tn_orders_summary(engine.orders);
  tn_calls_summarise(&engine);
  if (!engine.error && engine.timeline && point->path)
    tn_timeline_path(engine.timeline, point->path);
  if (!engine.error && engine.timeline && point->timeline)
    result.lacks_timeline =
        !tn_timeline_write(engine.timeline, point->places, point->title, point->timeline, NULL);
  const bool ok = engine.error == NULL;
  if (!ok)
    g_propagate_error(error, engine.error);
  if (result.is_stopped)
    result.avg = point->race.most_avg;
  *ret = result;
  if (ret_exit)
    tn_calls_exits(&engine, ret_exit);
  engine_finish(&engine);
  return ok;
}

/* Runs the point's barrier twice; all ranks enter the first at once. Returns each rank's exit from
 * the second [n_ranks] in seconds after the first exit, owned by the caller, or NULL and *error.
 * Adds the used parameters to *ret_reads. */
static double *exits_of_barrier(const struct tn_sim_point *point, uint64_t *ret_reads,
                                GError **error)
{
  const int n = point->call.n_ranks;
  double *delays = g_new0(double, n);
  struct tn_sim_result result;
  struct tn_sim_point barrier = *point;
  barrier.algorithm = point->barrier;
  barrier.call = (struct tn_call){ .collective = TN_BARRIER, .n_ranks = n };
  tn_alg_params_defaults(barrier.algorithm->params, barrier.call.params);
  if (!tn_method_has(barrier.algorithm, barrier.mechanism))
    barrier.mechanism = barrier.algorithm->mechanisms[0];
  barrier.delays = delays;
  barrier.buffers = TN_BUFFERS_UNCHANGED;
  barrier.protocol = TN_SINGLE;
  barrier.warmup = barrier.repetitions = 1;
  barrier.noise = NULL;
  barrier.verify = false;
  barrier.outputs = (struct tn_sim_outputs){ 0 };
  barrier.race = (struct tn_sim_race){ 0 };
  if (!run(&barrier, &result, delays, error)) {
    g_prefix_error(error, "the barrier before the calls: ");
    g_clear_pointer(&delays, g_free);
    return NULL;
  }
  tn_reads_join(ret_reads, result.reads);
  return delays;
}

/* Computes the span of a call without noise, for the result of another call. Adds the used
 * parameters to `reads`. Returns false and *error on failure. */
static bool span_of(const struct tn_sim_point *point, double *ret_span, uint64_t *reads,
                    GError **error)
{
  struct tn_sim_result result;
  struct tn_sim_point own = *point;
  own.noise = NULL;
  own.verify = false;
  own.outputs = (struct tn_sim_outputs){ 0 };
  own.race = (struct tn_sim_race){ 0 };
  if (!run(&own, &result, NULL, error))
    return false;
  tn_reads_join(reads, result.reads);
  *ret_span = result.span;
  return true;
}

/* Sets *ret_computed to the seconds of each rank's computation (0: none): the time of the blocking
 * collective on all cores, scaled to the same total work. *ret_alone: seconds of the collective
 * alone. */
static bool find_computation(const struct tn_sim_point *point, double *ret_computed,
                             double *ret_alone, uint64_t *reads, GError **error)
{
  struct tn_sim_point blocking = *point, alone = *point;
  double span;
  alone.call.idle = &point->places->idle;
  blocking.algorithm =
      point->algorithm->balance ? point->algorithm->balance(&alone.call, &blocking.call) : NULL;
  if (!blocking.algorithm) {
    *ret_computed = *ret_alone = 0.0;
    return true;
  }
  struct tn_places *all = tn_places_fill(point->places);
  g_assert(all->n == blocking.call.n_ranks);
  blocking.places = all;
  blocking.delays = NULL;
  const bool ok = span_of(&blocking, &span, reads, error);
  tn_places_free(all);
  if (!ok || !span_of(&alone, ret_alone, reads, error)) {
    g_prefix_error(error, "without the computation: ");
    return false;
  }
  *ret_computed = span * blocking.call.n_ranks / point->call.n_ranks;
  return true;
}

bool tn_sim_run(const struct tn_sim_point *point, struct tn_sim_result *ret, GError **error)
{
  struct tn_sim_point own = *point;
  uint64_t reads[TN_READ_WORDS] = { 0 };
  double computed, alone;
  g_autofree double *exits = NULL;
  if (point->barrier && !point->ideal) {
    own.delays = exits = exits_of_barrier(point, reads, error);
    if (!exits)
      return false;
  }
  if (!find_computation(&own, &computed, &alone, reads, error))
    return false;
  own.call.compute = computed;
  if (!run(&own, ret, NULL, error))
    return false;
  tn_reads_join(ret->reads, reads);
  ret->computed = computed;
  ret->alone = alone;
  ret->together = computed > 0.0 ? ret->span : 0.0;
  return true;
}
