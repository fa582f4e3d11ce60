#include "key.h"
#include "model_sum.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "algos/kit/counts.h"
#include "platform/fabric.h"
#include "sim/sim.h"
#include "study/study_rows.h"

struct tn_keys {
  const struct tn_study *study;
  bool has_ranges;
  int n_jitter;
  /* address of a setup or of places -> its checksum, guint8[TN_KEY_BYTES] */
  GHashTable *setups, *places;
  struct tn_point last; /* point whose key was computed last, if has_last */
  bool has_last;
  guint8 of_last[TN_KEY_BYTES]; /* checksum of the conditions of `last` */
};

struct tn_keys *tn_keys_new(const struct tn_study *study, bool has_ranges, int n_jitter)
{
  struct tn_keys *keys = g_new0(struct tn_keys, 1);
  keys->study = study;
  keys->has_ranges = has_ranges;
  keys->n_jitter = n_jitter;
  keys->setups = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  keys->places = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  return keys;
}

void tn_keys_free(struct tn_keys *keys)
{
  if (!keys)
    return;
  g_hash_table_unref(keys->setups);
  g_hash_table_unref(keys->places);
  g_free(keys);
}

/* Adds a text with its NUL to the checksum, so that ("a", "bc") and ("ab", "c") differ. */
static void put_text(GChecksum *sum, const char *text)
{
  g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text) + 1);
}

static void put_number(GChecksum *sum, gint64 number)
{
  const gint64 bytes = GINT64_TO_LE(number);
  g_checksum_update(sum, (const guchar *)&bytes, sizeof bytes);
}

static void put_double(GChecksum *sum, double number)
{
  gint64 bits = -1;
  if (!isnan(number))
    memcpy(&bits, &number, sizeof bits);
  put_number(sum, bits);
}

static void put_ints(GChecksum *sum, int n, const int *numbers)
{
  put_number(sum, n);
  for (int i = 0; i < n; i++)
    put_number(sum, numbers[i]);
}

static void put_doubles(GChecksum *sum, int n, const double *numbers)
{
  put_number(sum, n);
  for (int i = 0; i < n; i++)
    put_double(sum, numbers[i]);
}

static void take(GChecksum *sum, guint8 *ret)
{
  guint8 all[32];
  gsize length = sizeof all;
  g_checksum_get_digest(sum, all, &length);
  memcpy(ret, all, TN_KEY_BYTES);
  g_checksum_free(sum);
}

static void put_places(GChecksum *sum, const struct tn_places *places)
{
  const struct tn_idle *idle = &places->idle;
  put_number(sum, places->n_nodes);
  put_number(sum, places->n_numas);
  const int *const of_ranks[] = { places->pu,   places->core,    places->llc,
                                  places->numa, places->package, places->node };
  const int *const of_idle[] = { idle->pu,   idle->core,    idle->llc,
                                 idle->numa, idle->package, idle->node };
  for (size_t i = 0; i < G_N_ELEMENTS(of_ranks); i++) {
    put_ints(sum, places->n, of_ranks[i]);
    put_ints(sum, idle->n, of_idle[i]);
  }
}

static bool sum_setup(const struct tn_setup *setup, guint8 *ret, GError **error)
{
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
  put_text(sum, tn_platform_name(setup->platform));
  put_text(sum, tn_platform_word(setup->platform, TN_WORD_STATE));
  put_text(sum, tn_kernel_names[setup->kernel]);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    put_text(sum, tn_params[p].name);
    put_double(sum, setup->values[p]);
  }
  g_autofree char *fabric = tn_fabric_format(tn_platform_fabric(setup->platform));
  if (*fabric)
    put_text(sum, fabric);
  const struct tn_platform *pf = setup->platform;
  /* Place a rank on each processing unit: their places describe the topology. */
  struct tn_places *all = tn_places_new(pf, "pu", tn_platform_n_pus(pf), error);
  if (!all) {
    g_checksum_free(sum);
    return false;
  }
  put_number(sum, tn_platform_n_nodes(pf));
  put_number(sum, tn_platform_n_packages(pf));
  put_places(sum, all);
  tn_places_free(all);
  take(sum, ret);
  return true;
}

char *tn_store_platform_sum(const struct tn_setup *setup, GError **error)
{
  guint8 sum[TN_KEY_BYTES];
  if (!sum_setup(setup, sum, error))
    return NULL;
  GString *text = g_string_new(NULL);
  for (int i = 0; i < TN_KEY_BYTES; i++)
    g_string_append_printf(text, "%02x", sum[i]);
  return g_string_free(text, FALSE);
}

static void put_noise(GChecksum *sum, const struct tn_noises *noises)
{
  put_number(sum, noises ? noises->n : 0);
  for (int i = 0; noises && i < noises->n; i++) {
    const struct tn_noise_source *s = &noises->sources[i];
    const double numbers[] = { s->rate, s->at, s->shortest, s->longest, s->spread };
    put_number(sum, s->process);
    put_doubles(sum, G_N_ELEMENTS(numbers), numbers);
    put_number(sum, s->first_rank);
    put_number(sum, s->last_rank);
    put_number(sum, s->irq);
    put_number(sum, s->phase);
    put_doubles(sum, 2 * s->n_trace, s->trace);
  }
}

static void put_algorithm(GChecksum *sum, const struct tn_method *algorithm)
{
  put_text(sum, algorithm ? algorithm->name : "");
}

static void put_arrival(GChecksum *sum, const struct tn_arrival *arrival)
{
  put_number(sum, arrival != NULL);
  if (!arrival)
    return;
  put_double(sum, arrival->first);
  put_double(sum, arrival->last);
  put_doubles(sum, arrival->delays ? arrival->n : 0, arrival->delays);
  put_algorithm(sum, arrival->barrier);
}

/* Adds a call's counts; all its other properties are in columns of rows. */
static void put_call(GChecksum *sum, struct tn_call call)
{
  const int n = call.counts ? (int)tn_counts_number(call.collective, call.n_ranks) : 0;
  for (int i = 0; i < n; i++)
    put_number(sum, (gint64)call.counts[i]);
}

/* Adds an input of the point to the checksum, by the type of the input. Add each new type to this
 * list. */
#define PUT(name)                                                                                  \
  _Generic(p->name,                                                                                \
      bool: put_number,                                                                            \
      double: put_double,                                                                          \
      size_t: put_number,                                                                          \
      enum tn_verify: put_number,                                                                  \
      struct tn_call: put_call,                                                                    \
      const struct tn_method *: put_algorithm,                                                  \
      const struct tn_noises *: put_noise,                                                         \
      const struct tn_arrival *: put_arrival)(sum, p->name);
#define OF_ROW(name)
#define OF_PLATFORM(name)

static void sum_conditions(const struct tn_point *p, guint8 *ret)
{
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
#define OF_SUM(name) PUT(name)
#define CONDITION(KEY, type, name) OF_##KEY(name)
#include "sim/point.def"
  take(sum, ret);
}

/* Returns the cached checksum of a setup or places. If *ret_new, the caller must compute it. */
static guint8 *known_sum(GHashTable *known, const void *of, bool *ret_new)
{
  guint8 *sum = g_hash_table_lookup(known, of);
  *ret_new = !sum;
  if (!sum) {
    sum = g_new0(guint8, TN_KEY_BYTES);
    g_hash_table_insert(known, (gpointer)of, sum);
  }
  return sum;
}

static void put_known_places(GChecksum *sum, struct tn_keys *keys, const struct tn_places *places)
{
  bool is_new;
  guint8 *part = known_sum(keys->places, places, &is_new);
  if (is_new) {
    GChecksum *of_places = g_checksum_new(G_CHECKSUM_SHA256);
    put_places(of_places, places);
    take(of_places, part);
  }
  g_checksum_update(sum, part, TN_KEY_BYTES);
}

static void sum_inputs(struct tn_keys *keys, const struct tn_point *p, guint8 *ret)
{
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
  bool same = true;
#undef OF_SUM
#define OF_SUM(name) same = same && keys->last.name == p->name;
#define CONDITION(KEY, type, name) OF_##KEY(name)
#include "sim/point.def"
  if (!keys->has_last || !same)
    sum_conditions(p, keys->of_last);
  keys->last = *p;
  keys->has_last = true;
  g_checksum_update(sum, keys->of_last, TN_KEY_BYTES);
#undef OF_SUM
#define OF_SUM(name) PUT(name)
#define OF_PLACES(name) put_known_places(sum, keys, p->name);
#define INPUT(KEY, type, name) OF_##KEY(name)
#include "sim/point.def"
  if (keys->has_ranges)
    put_text(sum, "ranges");
  if (keys->n_jitter)
    put_number(sum, keys->n_jitter);
  take(sum, ret);
}

bool tn_keys_make(struct tn_keys *keys, guint i, struct tn_key *ret, GError **error)
{
  const struct tn_point *p = tn_study_point(keys->study, i);
  struct tn_key key;
  bool is_new;
  guint8 *platform = known_sum(keys->setups, p->setup, &is_new);
  if (is_new && !sum_setup(p->setup, platform, error)) {
    g_hash_table_remove(keys->setups, p->setup);
    return false;
  }
  memcpy(key.platform, platform, TN_KEY_BYTES);
  sum_inputs(keys, p, key.inputs);
  /* Computes key.name. Columns with their default value are skipped, so that a new column does not
   * change the names of existing points. */
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
  struct tn_row *row = tn_study_row(keys->study, i, NULL), *new = tn_row_new();
  for (int c = 0; c < tn_row_n_columns; c++) {
    if (tn_row_columns[c].role == TN_ROLE_RESULT || tn_row_same(row, new, c))
      continue;
    g_autofree char *text = tn_row_text(row, c);
    put_text(sum, tn_row_columns[c].name);
    put_text(sum, text);
  }
  tn_row_free(row);
  tn_row_free(new);
  take(sum, key.name);
  *ret = key;
  return true;
}

const char *tn_store_program(void)
{
  static char *text;
  if (!text)
    text = g_strdup_printf("%s, model %s, SimGrid %s", TN_VERSION, TN_MODEL_SUM,
                           tn_sim_simgrid_version());
  return text;
}
