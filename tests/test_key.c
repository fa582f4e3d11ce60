/* Each input of a point, changed alone, gives another key; otherwise a store would reuse old rows.
 * The inputs come from sim/point.def, the parameters of platforms, the entries of the registry and
 * the columns of rows. Structures are initialised member by member, so that a new member does not
 * compile before it has a line below. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <math.h>

#include "algos/registry.h"
#include "store/key.h"
#include "study/study_rows.h"

static const size_t counts[16] = { 100, 200, 300, 400 }, other_counts[16] = { 100, 200, 304, 400 };
static const double trace[] = { 1e-3, 1e-6 }, other_trace[] = { 1e-3, 2e-6 };
static double delays[] = { 1e-6, 0, 0, 2e-6 }, other_delays[] = { 1e-6, 0, 0, 3e-6 };

static struct tn_platform *knl;
static struct tn_study *study; /* owner of the objects that these point to */
static struct tn_point base, other;
static GHashTable *known; /* GBytes: all keys so far */
static struct tn_row *row_of_base;
static bool *seen; /* [columns of rows] true if a change was visible in it */
static bool has_ranges;
static int n_jitter;

static void expect_new(const struct tn_point *point, const char *what)
{
  static const struct tn_origin simulated = { 0 };
  const struct tn_conditions conditions = { .verify = point->verify };
  struct tn_study *own = tn_study_new(&conditions);
  struct tn_keys *keys = tn_keys_new(own, has_ranges, n_jitter);
  struct tn_key key;
  tn_study_take(own, point);
  cr_assert(tn_keys_make(keys, 0, &key, NULL));
  cr_expect(g_hash_table_add(known, g_bytes_new(&key, sizeof key)), "%s: not in the key", what);
  struct tn_row *row = tn_study_row(own, 0, &simulated);
  for (int c = 0; row_of_base && c < tn_row_n_columns; c++)
    seen[c] = seen[c] || !tn_row_same(row, row_of_base, c);
  if (row_of_base)
    tn_row_free(row);
  else
    row_of_base = row;
  tn_keys_free(keys);
  tn_study_free(own);
}

/* Tests `point` with another value of a member; `of` is part of the point. */
#define WITH(of, member, ...)                                                                      \
  do {                                                                                             \
    const __typeof__(of) kept = of;                                                                \
    (of).member = __VA_ARGS__;                                                                     \
    expect_new(&point, #of "." #member);                                                           \
    memcpy(&(of), &kept, sizeof kept);                                                             \
  } while (0)

static void set_up(void)
{
  const struct tn_counts own = { .bytes = counts, .n = 4 };
  knl = tn_platform_load("knl", NULL, NULL);
  study = tn_study_new(NULL);
  known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  seen = g_new0(bool, tn_row_n_columns);
  struct tn_case asked = { .platform = knl,
                           .algorithm = tn_method_find(TN_REDUCE_SCATTER, "linear"),
                           .ranks = 4,
                           .counts = &own };
  cr_assert(tn_study_find(study, &asked, &base, NULL));
  asked.algorithm = tn_method_find(TN_REDUCE_SCATTER, "ring");
  asked.kernel = TN_JUST(TN_KERNEL_LINUX6);
  asked.mapping = "pu";
  asked.root = 2;
  cr_assert(tn_study_find(study, &asked, &other, NULL));
  expect_new(&base, "the base");
}

static void tear_down(void)
{
  tn_row_free(row_of_base);
  tn_study_free(study);
  tn_platform_free(knl);
  g_hash_table_unref(known);
  g_free(seen);
}

/* Each input gets a value that differs from `base`; a new type has to be added. */
static void change_inputs(void)
{
  struct tn_noises none = { NULL, 0, "of another name" };
  struct tn_arrival together = { TN_ARRIVAL_UNIFORM, -1, 0, 0, NULL, 0, NULL, NULL };
  struct tn_point point = base;
#define INPUT(KEY, type, name)                                                                     \
  WITH(point, name,                                                                                \
       _Generic(base.name,                                                                         \
           bool: true,                                                                             \
           unsigned: 1,                                                                            \
           int: 5,                                                                                 \
           int64_t: 9,                                                                             \
           double: 0.25,                                                                           \
           size_t: 4096,                                                                           \
           const char *: "other",                                                                  \
           struct tn_call: other.call,                                                             \
           const struct tn_setup *: other.setup,                                                   \
           const struct tn_places *: other.places,                                                 \
           const struct tn_method *: other.algorithm,                                           \
           const struct tn_noises *: &none,                                                        \
           const struct tn_arrival *: &together));
#define CONDITION INPUT
#include "sim/point.def"
  WITH(point, mechanism, TN_DEVICE_IPC); /* visible in the memory as well */
}

/* Parameters, and members set by the simulator. */
#define AFTER_EPOCH                                                                                \
  { 0 }, 0, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, false, TN_IN_HOST, NULL, 0

/* Only one operation exists. */
static void change_call(void)
{
  struct tn_point point = base;
  const struct tn_call all = { TN_REDUCE_SCATTER, 4,      0, 0,     400,        counts, false,
                               TN_FLOAT32,        TN_SUM, 0, false, AFTER_EPOCH };
  point.call = all;
  expect_new(&point, "the call's parameters");
  WITH(point.call, collective, TN_SCATTERV);
  WITH(point.call, n_ranks, 5);
  WITH(point.call, root, 1);
  WITH(point.call, block, 404);
  WITH(point.call, counts, other_counts);
  WITH(point.call, in_place, true);
  WITH(point.call, type, TN_FLOAT64);
}

static void change_noise(void)
{
  struct tn_noise_source s = { TN_NOISE_POISSON,     100, 0,     1e-6, 2e-6, 0, 3, false,
                               TN_PHASE_INDEPENDENT, 0,   trace, 1 };
  struct tn_noises noises = { &s, 1, NULL };
  struct tn_point point = base;
  point.noise = &noises;
  expect_new(&point, "a source of noise");
  WITH(s, process, TN_NOISE_PERIODIC);
  WITH(s, rate, 101);
  WITH(s, at, 1);
  WITH(s, shortest, 1.5e-6);
  WITH(s, longest, 2.5e-6);
  WITH(s, first_rank, 1);
  WITH(s, last_rank, 2);
  WITH(s, irq, true);
  WITH(s, phase, TN_PHASE_SPREAD);
  WITH(s, spread, 1e-6);
  WITH(s, trace, other_trace);
  WITH(s, n_trace, 0);
}

static void change_arrival(void)
{
  const struct tn_arrival all[] = {
    { TN_ARRIVAL_UNIFORM, -1, 0, 1e-6, NULL, 0, NULL, NULL },
    { TN_ARRIVAL_ASCENDING, -1, 0, 1e-6, NULL, 0, NULL, NULL },
    { TN_ARRIVAL_UNIFORM, -1, 1e-7, 1e-6, NULL, 0, NULL, NULL },
    { TN_ARRIVAL_UNIFORM, -1, 0, 2e-6, NULL, 0, NULL, NULL },
    { TN_ARRIVAL_LATE, -1, 0, 1e-6, NULL, 0, NULL, NULL },
    { TN_ARRIVAL_LATE, 2, 0, 1e-6, NULL, 0, NULL, NULL },
    { TN_ARRIVAL_UNIFORM, -1, 0, 0, delays, 4, NULL, NULL },
    { TN_ARRIVAL_UNIFORM, -1, 0, 0, other_delays, 4, NULL, NULL },
    { TN_ARRIVAL_UNIFORM, -1, 0, 0, delays, 3, NULL, NULL },
    { TN_ARRIVAL_UNIFORM, -1, 0, 0, NULL, 0, tn_arrival_find_barrier("ompi", NULL), NULL },
  };
  struct tn_point point = base;
  for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
    g_autofree char *text = tn_arrival_text(&all[i]); /* in the form of rows */
    struct tn_arrival arrival = all[i];
    arrival.text = text;
    point.arrival = &arrival;
    expect_new(&point, text);
  }
}

/* Changes one number of one rank or of an idle core at a time. The numbers of cores, LLCs and
 * packages of a node belong to the platform's topology. */
static void change_places(void)
{
  struct tn_places *made = tn_places_new(knl, "core", 4, NULL);
  struct tn_places p = { made->n,       made->n_nodes,    made->n_cores, made->n_llcs,
                         made->n_numas, made->n_packages, made->pu,      made->core,
                         made->llc,     made->numa,       made->package, made->node,
                         made->idle,    made->platform };
  struct tn_point point = base;
  point.places = &p;
  WITH(p, n_nodes, 2);
  WITH(p, n_numas, 2);
  WITH(p, idle.n, 5);
  WITH(p, pu[1], 7);
  int *const arrays[] = { p.core,      p.llc,          p.numa,      p.package,
                          p.node,      p.idle.pu,      p.idle.core, p.idle.llc,
                          p.idle.numa, p.idle.package, p.idle.node };
  for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++) {
    g_autofree char *what = g_strdup_printf("array %zu of places", i);
    arrays[i][1]--;
    expect_new(&point, what);
    arrays[i][1]++;
  }
  tn_places_free(made);
}

/* Sets another value of parameter i. */
static void change_param(const struct tn_point *point, const struct tn_method *a, int64_t *params,
                         int i)
{
  static const int64_t candidates[] = { 0, 1, 2, 3, 512, 1024 };
  const int64_t kept = params[i];
  size_t c = 0;
  while (candidates[c] == kept || !tn_alg_param_accepts(&a->params[i], candidates[c]))
    cr_assert_lt(++c, G_N_ELEMENTS(candidates), "%s %s", a->name, a->params[i].name);
  params[i] = candidates[c];
  expect_new(point, a->params[i].name);
  params[i] = kept;
}

/* Changes all parameters of all entries, and all parts of a composition. */
static void change_entries(void)
{
  struct tn_point point = base;
  struct tn_nested nested = { { { NULL, { 0 } } } };
  point.call.root = 3;
  point.call.counts = NULL; /* other collectives need more counts */
  for (int a = 0; tn_methods()[a]; a++) {
    const struct tn_nested_choice preset = tn_nested_choice_make(point.algorithm = tn_methods()[a]);
    point.call.collective = point.algorithm->collective;
    memcpy(point.call.params, preset.params, sizeof preset.params);
    expect_new(&point, point.algorithm->name);
    for (int i = 0; i < tn_alg_params_number(point.algorithm->params); i++)
      change_param(&point, point.algorithm, point.call.params, i);
  }
  point.algorithm = tn_method_find(point.call.collective = TN_ALLREDUCE, "compose");
  point.call.nested = &nested;
  for (int role = 0; role < TN_N_ROLES; role++) {
    struct tn_nested_choice *part = &nested.part[role];
    enum tn_collective collective;
    if (!tn_role_find_collective(TN_ALLREDUCE, role, &collective))
      continue;
    for (int a = 0; !part->algorithm; a++)
      if (tn_methods()[a]->collective == collective)
        *part = tn_nested_choice_make(tn_methods()[a]);
    expect_new(&point, "a role");
    for (int i = 0; i < tn_alg_params_number(part->algorithm->params); i++)
      change_param(&point, part->algorithm, part->params, i);
  }
}

#define FIRST "<prop id=\"cpu\""
#define NAMED(name, value)                                                                         \
  "<prop id=\"" name "\" value=\"" value "\"/><prop id=\"" name ".source\" value=\"paper\"/>"
#define PLACES(memory, engine, link)                                                               \
  NAMED("place.hbm0", "memory " memory)                                                            \
  NAMED("place.hbm1", "memory")                                                                    \
  NAMED("place.ce0", "engine " engine) NAMED("link.hbm0>hbm1", link)
#define PAIR(link)                                                                                 \
  PLACES("rate=1GB/s", "launch=1us serves=hbm0", link) NAMED("link.hbm1>hbm0", "1GB/s 1us")

/* Changes each value under the same overrides, and the other contents of a file. */
static void change_platform(void)
{
  static const char *const lines[][2] = {
    { "L2:34(size=1MiB) Core:2", "L2:17(size=1MiB) Core:4" },
    { "PU:4", "PU:2" },
    { "\"knl\"", "\"knx\"" },
    { FIRST, "<prop id=\"state\" value=\"copy.0=8GB/s;copy.1=8GB/s;line=57ns\"/>" FIRST },
    { FIRST, PLACES("rate=1GB/s", "launch=1us width=1 serves=hbm0", "1GB/s 1us") FIRST },
    { FIRST, PLACES("rate=2GB/s", "launch=1us width=1 serves=hbm0", "1GB/s 1us") FIRST },
    { FIRST, PLACES("rate=1GB/s", "launch=2us width=1 serves=hbm0", "1GB/s 1us") FIRST },
    { FIRST, PLACES("rate=1GB/s", "launch=1us width=2 serves=hbm0", "1GB/s 1us") FIRST },
    { FIRST, PLACES("rate=1GB/s", "launch=1us width=1 serves=hbm1", "1GB/s 1us") FIRST },
    { FIRST, PLACES("rate=1GB/s", "launch=1us width=1 serves=hbm0", "1.001GB/s 1us") FIRST },
    { FIRST, PLACES("rate=1GB/s", "launch=1us width=1 serves=hbm0", "1GB/s 2us") FIRST },
    { FIRST, PLACES("rate=1GB/s", "launch=1us start=1us serves=hbm0", "1GB/s 1us") FIRST },
    { FIRST, PLACES("rate=1GB/s", "launch=1us sync=1us serves=hbm0", "1GB/s 1us") FIRST },
    { FIRST, PLACES("rate=1GB/s", "launch=1us moves=in serves=hbm0", "1GB/s 1us") FIRST },
    { FIRST, PAIR("1GB/s 1us") FIRST },
    { FIRST, PAIR("1GB/s 1us duplex=0.6") FIRST },
    { FIRST, PAIR("1GB/s 1us duplex=0.7") FIRST },
  };
  struct tn_setup setup = *base.setup;
  struct tn_override one = { .param = TN_P_ALPHA, .value = setup.values[TN_P_ALPHA] };
  struct tn_point point = base;
  point.setup = &setup;
  for (int p = 0; p < TN_N_PARAMS; p++)
    WITH(setup, values[p], isfinite(setup.values[p]) ? setup.values[p] + 1.0 : 1.0);
  g_autofree char *text = NULL, *folder = g_dir_make_tmp("test-key-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "knl.xml", NULL);
  cr_assert(g_file_get_contents("platforms/knl.xml", &text, NULL, NULL));
  for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_autoptr(GString) changed = g_string_new(text);
    cr_assert(g_string_replace(changed, lines[i][0], lines[i][1], 0), "%s", lines[i][0]);
    cr_assert(g_file_set_contents(file, changed->str, -1, NULL));
    struct tn_platform *platform = tn_platform_load(file, NULL, NULL);
    cr_assert(platform, "%s", lines[i][1]);
    setup.platform = platform;
    expect_new(&point, lines[i][1]);
    setup.platform = knl;
    tn_platform_free(platform);
  }
  g_remove(file);
  g_rmdir(folder);
  setup.overrides = &one;
  setup.n_overrides = 1;
  expect_new(&point, "an override");
  WITH(one, transport, 1);
}

Test(key, changes_with_each_input_alone, .init = set_up, .fini = tear_down)
{
  change_inputs();
  change_call();
  change_noise();
  change_arrival();
  change_places();
  change_entries();
  change_platform();
  for (n_jitter = 0; n_jitter < 3; n_jitter++)
    for (int more = n_jitter == 0; more < 2; more++) {
      has_ranges = more;
      expect_new(&base, "ranges or jitter");
    }
  for (int c = 0; c < tn_row_n_columns; c++)
    cr_expect(seen[c] || tn_row_columns[c].role == TN_ROLE_RESULT ||
                  strcmp(tn_row_columns[c].name, "source") == 0,
              "no input above shows in %s", tn_row_columns[c].name);
}
