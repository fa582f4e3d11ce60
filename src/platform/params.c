#include "params.h"

#include "base/mechanism.h"
#include "choices.h"

#include <math.h>
#include <string.h>

const char *const tn_distance_names[TN_N_ALL_DISTANCES] = { "core",    "llc",     "numa",
                                                            "package", "machine", "network" };
const char *const tn_unit_names[] = {
  [TN_UNIT_NONE] = "",    [TN_UNIT_SECONDS] = "s",
  [TN_UNIT_BYTES] = "B",  [TN_UNIT_BYTES_PER_SECOND] = "B/s",
  [TN_UNIT_CHOICE] = "",  [TN_UNIT_COUNT] = "",
  [TN_UNIT_SHARING] = "",
};
const char *const tn_lock_scope_names[] = { "process", "pagetable", "none", NULL };
const char *const tn_backing_names[] = { "base", "thp", "hugetlb", NULL };
#define NAME(number, name, summary, source) [number] = name,
const char *const tn_kernel_names[] = { TN_KERNELS(NAME) NULL };
#define SUMMARY(number, name, summary, source) [number] = summary,
const char *const tn_kernel_summaries[] = { TN_KERNELS(SUMMARY) NULL };
#define SCOPE(number, name) [number] = name,
const char *const tn_scope_names[TN_N_SCOPES] = { TN_SCOPES(SCOPE) };
#define USE(number, name) [number] = name,
const char *const tn_use_names[TN_N_USES] = { TN_PARAM_USES(USE) };
static const char *const send_completion_names[] = { "handed-over", "taken", NULL };
static const char *const queue_holder_names[] = { "sender", "receiver", NULL };
static const char *const slot_home_names[] = { "sender", "receiver", NULL };
static const char *const slot_stores_names[] = { "cached", "streamed", "streamed-far", NULL };
static const char *const home_names[] = { "component", "owner", "creator", NULL };
static const char *const package_link_names[] = { "package", "domain", NULL };
static const char *const clean_lines_names[] = { "cache", "memory", NULL };
static const char *const rcache_names[] = { "on", "off", NULL };
/* The words are the same as in tn_nccl_generation_names and tn_nccl_fabric_names. */
static const char *const nccl_generation_names[] = { "none",      "volta", "ampere", "hopper",
                                                     "blackwell", "mi200", "mi300",  NULL };
static const char *const nccl_fabric_names[] = { "switch", "mesh", "pcie", NULL };
static const char *const off_on_names[] = { "off", "on", NULL };

/* Upper ends of ranges. If the upper end is INFINITY, "none" is accepted; other rates end at
 * MAX_RATE. */
#define MAX_RATE 1e15
#define MAX_TIME 1.0
#define MAX_BYTES 1099511627776.0

/* Members `scope` and `carried` of a parameter: the scope of a value, and the scope by which the
 * value is converted to another topology. */
#define OF_THREAD TN_OF_THREAD, TN_OF_THREAD
#define OF_CORE TN_OF_CORE, TN_OF_CORE
#define OF_PAIR TN_OF_PAIR, TN_OF_PAIR
#define OF_LLC TN_OF_LLC, TN_OF_LLC
#define LLC_BY_CORE TN_OF_LLC, TN_OF_CORE
#define DOMAIN_BY_PACKAGE TN_OF_DOMAIN, TN_OF_PACKAGE
#define LINK_OF_DOMAINS TN_OF_LINK, TN_OF_PACKAGE
#define LINK_OF_PACKAGES TN_OF_PACKAGE_LINK, TN_OF_PACKAGE
#define OF_NODE TN_OF_NODE, TN_OF_NODE
#define OWN_NODE TN_OF_NODE, TN_OF_NOTHING
#define OF_KERNEL TN_OF_KERNEL, TN_OF_KERNEL
#define OF_LIBRARY TN_OF_LIBRARY, TN_OF_NOTHING
#define OF_NETWORK TN_OF_NETWORK, TN_OF_NOTHING
#define OF_DEVICE TN_OF_DEVICE, TN_OF_DEVICE
#define OF_FABRIC TN_OF_DEVICE, TN_OF_NOTHING /* depends on the links between devices */

#define TIME TN_UNIT_SECONDS, 0, MAX_TIME, NULL, false
#define RATE(top) TN_UNIT_BYTES_PER_SECOND, 1, top, NULL, false
#define BYTES_FROM(low) TN_UNIT_BYTES, low, MAX_BYTES, NULL, false
#define POWER(low, top) TN_UNIT_BYTES, low, top, NULL, true
#define COUNT(top) TN_UNIT_COUNT, 1, top, NULL, false
#define NUMBER(low, top) TN_UNIT_NONE, low, top, NULL, false
#define SHARING TN_UNIT_SHARING, TN_SHARING_FOLD, TN_SHARING_MAX, NULL, false
#define CHOICE(words) TN_UNIT_CHOICE, 0, G_N_ELEMENTS(words) - 2, words, false

#define GIVEN                                                                                      \
  {                                                                                                \
    TN_DEFAULT_NONE, NAN, 0, NULL                                                                  \
  }
#define IS(v)                                                                                      \
  {                                                                                                \
    TN_DEFAULT_VALUE, v, 0, "of this program"                                                      \
  }
#define MEASURED(v)                                                                                \
  {                                                                                                \
    TN_DEFAULT_VALUE, v, 0, "of this program: one Zen 3 virtual machine, Linux 6.18, 4 KiB pages"  \
  }
#define FROM(v, note)                                                                              \
  {                                                                                                \
    TN_DEFAULT_VALUE, v, 0, note                                                                   \
  }
#define OF_A100 "assumed, factor 1.5: 6 us for an empty kernel on A100 and GH200"
#define OF_IPC "assumed: up to 8 ms, for 100 MB, are reported"
#define OF_CHANNEL "assumed: half a link of NVLink 3"
#define OF_GDRCOPY "one V100, by gdrcopy"
#define NOTHING                                                                                    \
  {                                                                                                \
    TN_DEFAULT_VALUE, INFINITY, 0, "no such limit is known"                                        \
  }
#define AS(id)                                                                                     \
  {                                                                                                \
    TN_DEFAULT_OF, 1, TN_P_##id, NULL                                                              \
  }
#define PART_OF(id, factor, text)                                                                  \
  {                                                                                                \
    TN_DEFAULT_OF, factor, TN_P_##id, text                                                         \
  }
#define NEAREST(first)                                                                             \
  {                                                                                                \
    TN_DEFAULT_NEAREST, NAN, TN_P_##first,                                                         \
        "as the next class further out, or else further in, that has one"                          \
  }
#define PER_CORE                                                                                   \
  {                                                                                                \
    TN_DEFAULT_CORES, NAN, 0, "one per core"                                                       \
  }

enum {
  CALLS = 1 << TN_BY_CALLS,
  REGIONS = 1 << TN_BY_REGIONS,
  ATTACHING = 1 << TN_BY_ATTACHING,
  FILES = 1 << TN_BY_FILES,
  BYTES = 1 << TN_USE_BYTES,
  SUMS = 1 << TN_USE_SUMS,
  FLAGS = 1 << TN_USE_FLAGS,
  MESSAGES = 1 << TN_USE_MESSAGES,
  NETWORK = 1 << TN_USE_NETWORK,
  NEW_PAGES = 1 << TN_USE_NEW_PAGES,
  ENTRY = 1 << TN_USE_ENTRY,
  STRANDS = 1 << TN_USE_STRANDS,
  DEVICES = 1 << TN_USE_DEVICES,
  RANKS = 1 << TN_USE_RANKS,
  FORMS = 1 << TN_USE_FORMS
};

/* Uses of line_latency: flags, queues of messages, lines of locks. */
#define LATENCY_USES (FLAGS | ENTRY | MESSAGES | CALLS | ATTACHING | FORMS)
/* Uses of latency.l1 to latency.memory: loads of code and of kernel data. */
#define COLD_USES (CALLS | ENTRY | MESSAGES)

#define PROBED TN_CALIBRATE_PROBED
#define SYSTEM TN_CALIBRATE_SYSTEM
#define CHOSEN TN_CALIBRATE_CHOSEN
#define NOT_PROBED TN_CALIBRATE_NOT_PROBED
#define OMITTED TN_CALIBRATE_OMITTED

const struct tn_param_info tn_params[TN_N_PARAMS] = {
#define TN_PARAM(id, ...) [TN_P_##id] = { __VA_ARGS__ },
#include "parameters.def"
};

int tn_param_find(const char *name)
{
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (strcmp(tn_params[p].name, name) == 0)
      return p;
  }
  return -1;
}

bool tn_param_is_mandatory(enum tn_param p)
{
  return tn_params[p].preset.kind == TN_DEFAULT_NONE;
}

bool tn_param_is_share(enum tn_param p)
{
  return tn_params[p].unit == TN_UNIT_NONE && tn_params[p].max <= 1.0;
}

bool tn_param_is_software(enum tn_param p)
{
  return tn_params[p].scope == TN_OF_LIBRARY && tn_params[p].unit == TN_UNIT_SECONDS;
}

bool tn_param_is_of_network(enum tn_param p)
{
  return tn_params[p].uses == NETWORK;
}

const char *tn_param_default_note(enum tn_param p)
{
  const struct tn_param_default *preset = &tn_params[p].preset;
  if (preset->note || preset->kind != TN_DEFAULT_OF)
    return preset->note;
  g_autofree char *text = g_strdup_printf("as %s", tn_params[preset->source].name);
  return g_intern_string(text);
}

int tn_param_origin(enum tn_param p, const bool *given)
{
  const struct tn_param_default *preset = &tn_params[p].preset;
  if (given[p])
    return -1;
  /* A topology may have a distance for which no value is given. The value of the next larger
   * distance is tried first, because a cost that is too high is the safer guess. */
  if (preset->kind == TN_DEFAULT_NEAREST) {
    for (int q = (int)p + 1; q < (int)preset->source + TN_N_DISTANCES; q++)
      if (given[q])
        return q;
    for (int q = (int)p - 1; q >= (int)preset->source; q--)
      if (given[q])
        return q;
    return -1;
  }
  return preset->kind == TN_DEFAULT_OF ? (int)preset->source : -1;
}

/* Returns the default of p, given the values of earlier parameters, or NAN if p must be given. */
static double default_of(enum tn_param p, const double *values, const bool *given, int n_cores)
{
  const struct tn_param_default *preset = &tn_params[p].preset;
  const int origin = tn_param_origin(p, given);
  switch (preset->kind) {
  case TN_DEFAULT_VALUE:
    return preset->value;
  case TN_DEFAULT_OF:
    return preset->value * values[origin];
  case TN_DEFAULT_NEAREST:
    return origin >= 0 ? values[origin] : NAN;
  case TN_DEFAULT_CORES:
    return n_cores;
  case TN_DEFAULT_NONE:
    break;
  }
  return NAN;
}

const char *tn_params_flaw(const double *values)
{
  const bool is_free = values[TN_P_GAMMA_A] + values[TN_P_GAMMA_B] <= 0.0;
  return is_free && !(values[TN_P_LOCK_LINES] > 0.0)
             ? "gamma_a and gamma_b are both 0: callers of a shared lock would take no time (with "
               "gamma_b=1 they take turns at no cost)"
             : NULL;
}

void tn_params_fill(double *values, int n_cores)
{
  bool given[TN_N_PARAMS];
  for (int p = 0; p < TN_N_PARAMS; p++)
    given[p] = !isnan(values[p]);
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (!given[p])
      values[p] = default_of((enum tn_param)p, values, given, n_cores);
}

enum tn_param tn_pin_param(enum tn_backing backing)
{
  static const enum tn_param by_backing[] = {
    [TN_BASE] = TN_P_PIN_TIME,
    [TN_THP] = TN_P_PIN_TIME_THP,
    [TN_HUGETLB] = TN_P_PIN_TIME_HUGETLB,
  };
  return by_backing[backing];
}

double tn_pin_time(const double *values, enum tn_backing backing)
{
  return values[tn_pin_param(backing)];
}
