#include "params.h"

#include "base/names.h"
#include "quantity.h"

#include <math.h>
#include <string.h>

const char *const tn_distance_names[TN_N_DISTANCES] = {"core", "llc", "numa", "package", "machine"};
const char *const tn_unit_names[] = {
  [TN_UNIT_NONE] = "", [TN_UNIT_SECONDS] = "s", [TN_UNIT_BYTES] = "B",
  [TN_UNIT_BYTES_PER_SECOND] = "B/s", [TN_UNIT_CHOICE] = "", [TN_UNIT_COUNT] = "",
};
const char *const tn_lock_scope_names[] = {"process", "pagetable", "none", NULL};
const char *const tn_backing_names[] = {"base", "thp", "hugetlb", NULL};
const char *const tn_kernel_names[] = {"paper", "linux-6", "measured", NULL};
static const char *const home_names[] = {"owner", "creator", NULL};
static const char *const package_link_names[] = {"package", "domain", NULL};
static const char *const clean_lines_names[] = {"cache", "memory", NULL};
static const char *const rcache_names[] = {"on", "off", NULL};

/* A rate whose upper end is INFINITY may be "none"; this is the upper end of the others. */
#define MAX_RATE 1e15
#define MAX_TIME 1.0
#define MAX_BYTES 1099511627776.0

#define TIME(p, n, s) [p] = {n, TN_UNIT_SECONDS, 0, MAX_TIME, NULL, s, false}
#define RATE(p, n, top, s) [p] = {n, TN_UNIT_BYTES_PER_SECOND, 1, top, NULL, s, false}
#define BYTES(p, n, low, s) [p] = {n, TN_UNIT_BYTES, low, MAX_BYTES, NULL, s, false}
#define POWER(p, n, low, top, s) [p] = {n, TN_UNIT_BYTES, low, top, NULL, s, true}
#define COUNT(p, n, top, s) [p] = {n, TN_UNIT_COUNT, 1, top, NULL, s, false}
#define NUMBER(p, n, low, top, s) [p] = {n, TN_UNIT_NONE, low, top, NULL, s, false}
#define CHOICE(p, n, words, top, s) [p] = {n, TN_UNIT_CHOICE, 0, top, words, s, false}

const struct tn_param_info tn_params[TN_N_PARAMS] = {
  TIME(TN_P_ALPHA, "alpha", "start-up of one kernel copy"),
  TIME(TN_P_ACCESS_TIME, "access_time", "part of alpha that is serialised per target process"),
  RATE(TN_P_COPY_RATE, "copy_rate", MAX_RATE, "copy rate of one hardware thread"),
  RATE(TN_P_COPY_RATE_CLASS + TN_SAME_CORE, "copy_rate.core", MAX_RATE,
       "copy rate from the same core"),
  RATE(TN_P_COPY_RATE_CLASS + TN_SAME_LLC, "copy_rate.llc", MAX_RATE,
       "copy rate from under the same last-level cache"),
  RATE(TN_P_COPY_RATE_CLASS + TN_SAME_NUMA, "copy_rate.numa", MAX_RATE,
       "copy rate within a memory domain"),
  RATE(TN_P_COPY_RATE_CLASS + TN_SAME_PACKAGE, "copy_rate.package", MAX_RATE,
       "copy rate from another memory domain of the package"),
  RATE(TN_P_COPY_RATE_CLASS + TN_OTHER_PACKAGE, "copy_rate.machine", MAX_RATE,
       "copy rate from another package"),
  RATE(TN_P_COPY_RATE_MEMORY, "copy_rate.memory", INFINITY,
       "cap on a copy whose source is in no cache"),
  RATE(TN_P_CORE_COPY_RATE, "core_copy_rate", INFINITY, "copy rate of a core's threads together"),
  NUMBER(TN_P_WRITE_FACTOR, "write_factor", 0.01, 100,
         "time per byte of writing into a peer over reading from it"),
  RATE(TN_P_MEMCPY_RATE, "memcpy_rate", MAX_RATE, "rate of copies by loads and stores"),
  RATE(TN_P_LINE_RATE + TN_SAME_CORE, "line_rate.core", MAX_RATE,
       "lines in a cache of the same core"),
  RATE(TN_P_LINE_RATE + TN_SAME_LLC, "line_rate.llc", MAX_RATE,
       "lines under the same last-level cache, by loads and stores"),
  RATE(TN_P_LINE_RATE + TN_SAME_NUMA, "line_rate.numa", MAX_RATE,
       "lines in another cache of the memory domain"),
  RATE(TN_P_LINE_RATE + TN_SAME_PACKAGE, "line_rate.package", MAX_RATE,
       "lines in a cache of another memory domain of the package"),
  RATE(TN_P_LINE_RATE + TN_OTHER_PACKAGE, "line_rate.machine", MAX_RATE,
       "lines in a cache of another package"),
  NUMBER(TN_P_RECLAIM_FACTOR, "reclaim_factor", 0, 100,
         "time of storing to lines that another cache has over that of reading them"),
  NUMBER(TN_P_RECLAIM_WAY, "reclaim_way", 0, 100,
         "what that loads of the way out of an LLC (llc_streams) over reading them"),
  TIME(TN_P_PIN_TIME, "pin_time", "locking and pinning of one base page"),
  TIME(TN_P_PIN_TIME_THP, "pin_time.thp", "the same per base page of a transparent huge page"),
  TIME(TN_P_PIN_TIME_HUGETLB, "pin_time.hugetlb", "the same per base page of a hugetlb page"),
  POWER(TN_P_PAGE_SIZE, "page_size", 512, 1 << 20, "base page"),
  COUNT(TN_P_PIN_BATCH, "pin_batch", 1 << 30, "pages pinned at a time"),
  CHOICE(TN_P_LOCK_SCOPE, "lock_scope", tn_lock_scope_names, 2, "what one page lock covers"),
  NUMBER(TN_P_GAMMA_A, "gamma_a", 0, 1e6, "quadratic part of the slow-down of a shared lock"),
  NUMBER(TN_P_GAMMA_B, "gamma_b", 0, 1e6, "linear part of the slow-down of a shared lock"),
  NUMBER(TN_P_GAMMA_CROSS, "gamma_cross", 1, 100, "further slow-down when packages mix"),
  RATE(TN_P_MEMORY_BANDWIDTH, "memory_bandwidth", MAX_RATE, "bandwidth of one memory domain"),
  RATE(TN_P_NUMA_BANDWIDTH, "numa_bandwidth", INFINITY,
       "bandwidth between two memory domains of a package, per direction"),
  RATE(TN_P_PACKAGE_BANDWIDTH, "package_bandwidth", INFINITY,
       "bandwidth of a package link, per direction"),
  CHOICE(TN_P_PACKAGE_LINK, "package_link", package_link_names, 1,
         "who has such a link to each other package"),
  BYTES(TN_P_SIDE_CACHE_SIZE, "side_cache_size", 0,
        "capacity of the cache before one domain's memory"),
  RATE(TN_P_SIDE_CACHE_BANDWIDTH, "side_cache_bandwidth", INFINITY, "bandwidth of that cache"),
  RATE(TN_P_LLC_BANDWIDTH, "llc_bandwidth", INFINITY, "bandwidth of one last-level cache"),
  RATE(TN_P_LLC_PORT_BANDWIDTH, "llc_port_bandwidth", INFINITY,
       "bandwidth between a last-level cache and the rest of the node, per direction"),
  BYTES(TN_P_LLC_SIZE, "llc_size", 0, "capacity of one last-level cache"),
  NUMBER(TN_P_LLC_SHARE, "llc_share", 0, 1, "how often concurrent reads by LLC-mates hit"),
  CHOICE(TN_P_CLEAN_LINES, "clean_lines", clean_lines_names, 1,
         "who hands over a line that other caches have unchanged"),
  NUMBER(TN_P_LLC_STREAMS, "llc_streams", 0, 1e6,
         "readers elsewhere that an LLC feeds at line_rate at a time; 0: any number"),
  BYTES(TN_P_L2_SIZE, "l2_size", 0, "capacity of a private L2"),
  RATE(TN_P_L2_BANDWIDTH, "l2_bandwidth", INFINITY, "bandwidth of a private L2"),
  BYTES(TN_P_L1_SIZE, "l1_size", 0, "capacity of a first-level cache; 0: not looked at"),
  RATE(TN_P_L1_RATE, "l1_rate", INFINITY,
       "lines that another core wrote last and has in its first-level cache"),
  NUMBER(TN_P_WRITE_ALLOCATE, "write_allocate", 0, 1, "fetch before write, as a share of writes"),
  POWER(TN_P_LINE_SIZE, "line_size", 8, 4096, "cache line"),
  TIME(TN_P_LINE_LATENCY + TN_SAME_CORE, "line_latency.core", "one line between threads of a core"),
  TIME(TN_P_LINE_LATENCY + TN_SAME_LLC, "line_latency.llc", "one line under the same LLC"),
  TIME(TN_P_LINE_LATENCY + TN_SAME_NUMA, "line_latency.numa", "one line within a memory domain"),
  TIME(TN_P_LINE_LATENCY + TN_SAME_PACKAGE, "line_latency.package", "one line within a package"),
  TIME(TN_P_LINE_LATENCY + TN_OTHER_PACKAGE, "line_latency.machine", "one line between packages"),
  TIME(TN_P_LINE_OCCUPANCY, "line_occupancy", "service of one reader at a line's home"),
  NUMBER(TN_P_LINE_MLP, "line_mlp", 1, 1024, "line operations of one core under way at a time"),
  TIME(TN_P_ATOMIC_LATENCY + TN_SAME_CORE, "atomic_latency.core", "one atomic, same core"),
  TIME(TN_P_ATOMIC_LATENCY + TN_SAME_LLC, "atomic_latency.llc", "one atomic, same LLC"),
  TIME(TN_P_ATOMIC_LATENCY + TN_SAME_NUMA, "atomic_latency.numa", "one atomic, same domain"),
  TIME(TN_P_ATOMIC_LATENCY + TN_SAME_PACKAGE, "atomic_latency.package", "one atomic, same package"),
  TIME(TN_P_ATOMIC_LATENCY + TN_OTHER_PACKAGE, "atomic_latency.machine",
       "one atomic, other package"),
  NUMBER(TN_P_SHARED_REMOTE, "shared_remote", 0, 1,
         "how far readers of a remotely shared line pay the price of machine"),
  NUMBER(TN_P_LONE_REMOTE, "lone_remote", 1, 100,
         "time of remotely shared bytes that one core alone has over that of others"),
  CHOICE(TN_P_FLAG_HOME, "flag_home", home_names, 1, "where the line of a flag is at home"),
  TIME(TN_P_ATTACH_TIME, "attach_time", "attaching a peer's memory, per call"),
  BYTES(TN_P_ATTACH_ALIGN, "attach_align", 1, "extent that is attached at a time"),
  TIME(TN_P_FAULT_TIME, "fault_time", "first touch of an attached or new page"),
  TIME(TN_P_FAULT_TIME_MEMFD_READ, "fault_time.memfd_read",
       "first read of a page of a peer's mapped file"),
  TIME(TN_P_FAULT_TIME_MEMFD_WRITE, "fault_time.memfd_write",
       "first write to a page of a peer's mapped file"),
  CHOICE(TN_P_RCACHE, "rcache", rcache_names, 1, "whether attachments are kept for the next time"),
  TIME(TN_P_RCACHE_LOOKUP, "rcache_lookup", "look-up in the registration cache"),
  TIME(TN_P_REGION_TIME, "region_time", "declaring a KNEM region"),
  TIME(TN_P_REGION_PAGE_TIME, "region_page_time", "the same, per page"),
  TIME(TN_P_TRAP_TIME, "trap_time", "entering the kernel for a KNEM copy"),
  RATE(TN_P_REDUCE_RATE, "reduce_rate", MAX_RATE, "bytes of result of a reduction"),
  TIME(TN_P_SEND_OVERHEAD, "send_overhead", "software of one point-to-point send"),
  TIME(TN_P_RECEIVE_OVERHEAD, "receive_overhead", "software of one point-to-point receive"),
  BYTES(TN_P_EAGER_LIMIT, "eager_limit", 0, "largest message that is sent eagerly"),
  COUNT(TN_P_EAGER_SLOTS, "eager_slots", 1 << 20, "eager buffers per ordered pair"),
  BYTES(TN_P_FRAGMENT_SIZE, "fragment_size", 1, "piece of a rendezvous message"),
  COUNT(TN_P_FRAGMENTS_IN_FLIGHT, "fragments_in_flight", 1 << 20, "pieces under way at a time"),
  BYTES(TN_P_RENDEZVOUS_LIMIT, "rendezvous_limit", 0,
        "largest message that goes through shared memory though it could be copied once"),
  BYTES(TN_P_INLINE_LIMIT, "inline_limit", 0, "largest message inside its entry of the queue"),
  NUMBER(TN_P_SLOT_LINES, "slot_lines", 0, 1024,
         "line transfers to find the slot of a message above inline_limit"),
  NUMBER(TN_P_QUEUE_LINES, "queue_lines", 0, 1024,
         "line transfers to take over a receiver's queue from another sender"),
  COUNT(TN_P_DEFAULT_RANKS, "default_ranks", 1 << 20, "ranks of a run that names none"),
  NUMBER(TN_P_BARRIER_SKEW, "barrier_skew", 0, 1e6, "factor on the skew of entry"),
};

enum default_kind { GIVEN, VALUE, SAME_AS, DERIVED };

/* Everything not listed is GIVEN: the platform file must say it. */
struct param_default {
  enum default_kind kind;
  double value;         /* VALUE */
  enum tn_param source; /* SAME_AS: an earlier parameter */
  const char *note;
};

#define IS(p, v) [p] = {VALUE, v, 0, "of this program"}
#define MEASURED(p, v) \
  [p] = {VALUE, v, 0, "of this program: one Zen 3 virtual machine, Linux 6.18, 4 KiB pages"}
#define NOTHING(p) [p] = {VALUE, INFINITY, 0, "no such limit is known"}
#define AS(p, q, name) [p] = {SAME_AS, 0, q, "as " name}
#define FROM(p, text) [p] = {DERIVED, 0, 0, text}
#define CLASS_AS(p, q, name) \
  AS(p + TN_SAME_CORE, q, name), AS(p + TN_SAME_LLC, q, name), AS(p + TN_SAME_NUMA, q, name), \
    AS(p + TN_SAME_PACKAGE, q, name), AS(p + TN_OTHER_PACKAGE, q, name)
#define LINES(class, name) \
  AS(TN_P_LINE_RATE + class, TN_P_COPY_RATE_CLASS + class, "copy_rate." name)
#define ATOMIC(class, name) \
  AS(TN_P_ATOMIC_LATENCY + class, TN_P_LINE_LATENCY + class, "line_latency." name)
#define LINE(class) \
  FROM(TN_P_LINE_LATENCY + class, "as the next class further out, or else further in, that has one")

static const struct param_default defaults[TN_N_PARAMS] = {
  IS(TN_P_ACCESS_TIME, 0),
  CLASS_AS(TN_P_COPY_RATE_CLASS, TN_P_COPY_RATE, "copy_rate"),
  NOTHING(TN_P_COPY_RATE_MEMORY),
  NOTHING(TN_P_CORE_COPY_RATE),
  IS(TN_P_WRITE_FACTOR, 1),
  AS(TN_P_MEMCPY_RATE, TN_P_COPY_RATE, "copy_rate"),
  LINES(TN_SAME_CORE, "core"), LINES(TN_SAME_LLC, "llc"), LINES(TN_SAME_NUMA, "numa"),
  LINES(TN_SAME_PACKAGE, "package"), LINES(TN_OTHER_PACKAGE, "machine"),
  IS(TN_P_RECLAIM_FACTOR, 0),
  IS(TN_P_RECLAIM_WAY, 0),
  AS(TN_P_PIN_TIME_THP, TN_P_PIN_TIME, "pin_time"),
  AS(TN_P_PIN_TIME_HUGETLB, TN_P_PIN_TIME_THP, "pin_time.thp"),
  FROM(TN_P_PIN_BATCH, "2 * page_size / 8 (Linux, mm/process_vm_access.c)"),
  IS(TN_P_GAMMA_A, 0),
  IS(TN_P_GAMMA_B, 1),
  IS(TN_P_GAMMA_CROSS, 1),
  NOTHING(TN_P_NUMA_BANDWIDTH),
  NOTHING(TN_P_PACKAGE_BANDWIDTH),
  IS(TN_P_PACKAGE_LINK, TN_LINK_OF_PACKAGE),
  IS(TN_P_SIDE_CACHE_SIZE, 0),
  NOTHING(TN_P_SIDE_CACHE_BANDWIDTH),
  NOTHING(TN_P_LLC_BANDWIDTH),
  NOTHING(TN_P_LLC_PORT_BANDWIDTH),
  IS(TN_P_LLC_SHARE, 0),
  IS(TN_P_CLEAN_LINES, TN_CLEAN_FROM_CACHE),
  IS(TN_P_LLC_STREAMS, 0),
  IS(TN_P_L2_SIZE, 0),
  NOTHING(TN_P_L2_BANDWIDTH),
  IS(TN_P_L1_SIZE, 0),
  NOTHING(TN_P_L1_RATE),
  IS(TN_P_WRITE_ALLOCATE, 1),
  LINE(TN_SAME_CORE), LINE(TN_SAME_LLC), LINE(TN_SAME_NUMA), LINE(TN_SAME_PACKAGE),
  LINE(TN_OTHER_PACKAGE),
  ATOMIC(TN_SAME_CORE, "core"), ATOMIC(TN_SAME_LLC, "llc"), ATOMIC(TN_SAME_NUMA, "numa"),
  ATOMIC(TN_SAME_PACKAGE, "package"), ATOMIC(TN_OTHER_PACKAGE, "machine"),
  IS(TN_P_SHARED_REMOTE, 0),
  IS(TN_P_LONE_REMOTE, 1),
  IS(TN_P_FLAG_HOME, 0),
  AS(TN_P_ATTACH_ALIGN, TN_P_PAGE_SIZE, "page_size"),
  IS(TN_P_RCACHE, 0),
  MEASURED(TN_P_FAULT_TIME_MEMFD_READ, 220e-9),
  MEASURED(TN_P_FAULT_TIME_MEMFD_WRITE, 1.8e-6),
  AS(TN_P_REDUCE_RATE, TN_P_COPY_RATE, "copy_rate"),
  IS(TN_P_EAGER_LIMIT, 4096),
  IS(TN_P_EAGER_SLOTS, 8),
  IS(TN_P_FRAGMENT_SIZE, 32768),
  IS(TN_P_FRAGMENTS_IN_FLIGHT, 4),
  AS(TN_P_RENDEZVOUS_LIMIT, TN_P_EAGER_LIMIT, "eager_limit"),
  IS(TN_P_INLINE_LIMIT, 0),
  IS(TN_P_SLOT_LINES, 0),
  IS(TN_P_QUEUE_LINES, 0),
  FROM(TN_P_DEFAULT_RANKS, "one per core"),
  IS(TN_P_BARRIER_SKEW, 1),
};

int tn_param_find(const char *name)
{
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (strcmp(tn_params[p].name, name) == 0)
      return p;
  }
  return -1;
}

const char *tn_param_example(enum tn_param p)
{
  static const char *const examples[] = {
    [TN_UNIT_NONE] = "0.5",  [TN_UNIT_SECONDS] = "1.43us", [TN_UNIT_BYTES] = "4K",
    [TN_UNIT_BYTES_PER_SECOND] = "13.2GB/s", [TN_UNIT_COUNT] = "64",
  };
  return tn_params[p].unit == TN_UNIT_CHOICE ? tn_params[p].choices[0]
                                             : examples[tn_params[p].unit];
}

bool tn_param_is_mandatory(enum tn_param p)
{
  return defaults[p].kind == GIVEN;
}

int tn_param_follows(enum tn_param p)
{
  if (p == TN_P_PIN_BATCH)
    return TN_P_PAGE_SIZE;
  return defaults[p].kind == SAME_AS ? (int)defaults[p].source : -1;
}

const char *tn_param_default_note(enum tn_param p)
{
  return defaults[p].note;
}

static bool parse_choice(const struct tn_param_info *info, const char *text, double *ret,
                         GError **error)
{
  int choice = tn_name_find(info->choices, text);
  if (choice < 0) {
    g_autofree char *words = g_strjoinv(", ", (char **)info->choices);
    g_set_error(error, TN_PLATFORM_ERROR, 0, "\"%s\" is not known (there is: %s)", text, words);
    return false;
  }
  *ret = choice;
  return true;
}

static bool parse_by_unit(const struct tn_param_info *info, const char *text, double *ret,
                          GError **error)
{
  size_t bytes;
  int64_t count;
  switch (info->unit) {
  case TN_UNIT_SECONDS:
    return tn_parse_time(text, ret, error);
  case TN_UNIT_BYTES_PER_SECOND:
    if (isinf(info->max) && strcmp(text, "none") == 0) {
      *ret = INFINITY;
      return true;
    }
    return tn_parse_rate(text, ret, error);
  case TN_UNIT_BYTES:
    if (!tn_parse_size(text, &bytes, error))
      return false;
    *ret = (double)bytes;
    return true;
  case TN_UNIT_COUNT:
    if (!tn_parse_int(text, (int64_t)info->min, (int64_t)info->max, &count, error))
      return false;
    *ret = (double)count;
    return true;
  case TN_UNIT_CHOICE:
    return parse_choice(info, text, ret, error);
  case TN_UNIT_NONE:
    break;
  }
  return tn_parse_number(text, ret, error);
}

static char *format_bound(enum tn_unit unit, double bound)
{
  switch (unit) {
  case TN_UNIT_SECONDS:
    return tn_format_time(bound);
  case TN_UNIT_BYTES:
    return tn_format_size((size_t)bound);
  case TN_UNIT_BYTES_PER_SECOND:
    return isinf(bound) ? g_strdup("none") : tn_format_rate(bound);
  default:
    return g_strdup_printf("%g", bound);
  }
}

static bool is_power_of_two(double value)
{
  const guint64 n = (guint64)value;
  return n != 0 && (n & (n - 1)) == 0;
}

bool tn_param_accepts(enum tn_param p, double value)
{
  const struct tn_param_info *info = &tn_params[p];
  return value >= info->min && value <= info->max &&
         (!info->power_of_two || is_power_of_two(value));
}

bool tn_param_parse(enum tn_param p, const char *text, double *ret, GError **error)
{
  const struct tn_param_info *info = &tn_params[p];
  double value;
  if (!parse_by_unit(info, text, &value, error)) {
    g_prefix_error(error, "%s: ", info->name);
    return false;
  }
  if (value < info->min || value > info->max) {
    g_autofree char *min = format_bound(info->unit, info->min);
    g_autofree char *max = format_bound(info->unit, info->max);
    g_set_error(error, TN_PLATFORM_ERROR, 0, "%s: \"%s\" is out of range (%s to %s)", info->name,
                text, min, max);
    return false;
  }
  if (!tn_param_accepts(p, value)) {
    g_set_error(error, TN_PLATFORM_ERROR, 0, "%s: \"%s\" is not a power of two (try %s)",
                info->name, text, tn_param_example(p));
    return false;
  }
  *ret = value;
  return true;
}

/* A platform without a class still needs its price when it lends its parameters to a synthetic
 * topology that has it; further out first, since that errs on the dear side. */
static void fill_line_latency(double *latency)
{
  double given[TN_N_DISTANCES];
  memcpy(given, latency, sizeof given);
  for (int class = 0; class < TN_N_DISTANCES; class++) {
    for (int c = class + 1; isnan(latency[class]) && c < TN_N_DISTANCES; c++)
      latency[class] = given[c];
    for (int c = class - 1; isnan(latency[class]) && c >= 0; c--)
      latency[class] = given[c];
  }
}

static double derived(enum tn_param p, const double *values, int n_cores)
{
  if (p == TN_P_PIN_BATCH)
    return 2 * values[TN_P_PAGE_SIZE] / 8;
  return p == TN_P_DEFAULT_RANKS ? n_cores : values[p];
}

void tn_params_fill(double *values, int n_cores)
{
  fill_line_latency(&values[TN_P_LINE_LATENCY]);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (!isnan(values[p]))
      continue;
    switch (defaults[p].kind) {
    case VALUE:
      values[p] = defaults[p].value;
      break;
    case SAME_AS:
      values[p] = values[defaults[p].source];
      break;
    case DERIVED:
      values[p] = derived(p, values, n_cores);
      break;
    case GIVEN:
      break;
    }
  }
}

double tn_pin_time(const double *values, enum tn_backing backing)
{
  static const enum tn_param by_backing[] = {
    [TN_BASE] = TN_P_PIN_TIME, [TN_THP] = TN_P_PIN_TIME_THP, [TN_HUGETLB] = TN_P_PIN_TIME_HUGETLB,
  };
  return values[by_backing[backing]];
}

char *tn_param_format(enum tn_param p, double value)
{
  const struct tn_param_info *info = &tn_params[p];
  if (isinf(value) || isnan(value))
    return g_strdup("none");
  switch (info->unit) {
  case TN_UNIT_SECONDS:
    return tn_format_time(value);
  case TN_UNIT_BYTES:
    return tn_format_size((size_t)value);
  case TN_UNIT_BYTES_PER_SECOND:
    return tn_format_rate(value);
  case TN_UNIT_CHOICE:
    return g_strdup(info->choices[(int)value]);
  default:
    return g_strdup_printf("%g", value);
  }
}
