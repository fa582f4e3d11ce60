#include "notes.h"

#include "algos/registry.h"
#include "wrap.h"

static void add_name(GString *names, const char *name)
{
  g_string_append_printf(names, "%s%s", names->len ? ", " : "", name);
}

static void add_if_assumed(GString *names, const struct tn_setup *setup, enum tn_param p)
{
  if (g_strcmp0(tn_platform_param(setup->platform, p).source, "assumed") == 0)
    add_name(names, tn_params[p].name);
}

/* What it costs to reach a peer's memory. */
static void add_reaching(GString *names, const struct tn_setup *setup, unsigned mechanisms)
{
  static const struct {
    enum tn_mechanism mechanism;
    enum tn_param p;
  } reaching[] = {
    { TN_KNEM, TN_P_REGION_TIME },  { TN_KNEM, TN_P_REGION_PAGE_TIME },
    { TN_KNEM, TN_P_TRAP_TIME },    { TN_XPMEM, TN_P_ATTACH_TIME },
    { TN_XPMEM, TN_P_FAULT_TIME },  { TN_XPMEM, TN_P_RCACHE_LOOKUP },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(reaching); i++)
    if (mechanisms & 1u << reaching[i].mechanism)
      add_if_assumed(names, setup, reaching[i].p);
}

void tn_note_assumed(FILE *file, const struct tn_setup *setup, unsigned mechanisms, bool is_sim)
{
  static const enum tn_param used[] = {
    TN_P_ALPHA,         TN_P_COPY_RATE,        TN_P_PIN_TIME,         TN_P_GAMMA_A,
    TN_P_GAMMA_B,       TN_P_ACCESS_TIME,      TN_P_GAMMA_CROSS,      TN_P_MEMORY_BANDWIDTH,
    TN_P_LINE_LATENCY,  TN_P_LINE_OCCUPANCY,   TN_P_LINE_MLP,         TN_P_PACKAGE_BANDWIDTH,
    TN_P_MEMCPY_RATE,   TN_P_BARRIER_SKEW,     TN_P_COPY_RATE_MEMORY,
    TN_P_LLC_SHARE,     TN_P_WRITE_ALLOCATE,   TN_P_COPY_RATE_CLASS + TN_OTHER_PACKAGE,
    TN_P_REDUCE_RATE,   TN_P_RECLAIM_FACTOR,   TN_P_LLC_PORT_BANDWIDTH,
    TN_P_LINE_RATE + TN_SAME_NUMA, TN_P_LINE_LATENCY + TN_SAME_NUMA,
    TN_P_LINE_LATENCY + TN_OTHER_PACKAGE, TN_P_LLC_STREAMS, TN_P_NUMA_BANDWIDTH,
    TN_P_SHARED_REMOTE, TN_P_LONE_REMOTE, TN_P_L1_RATE, TN_P_SIDE_CACHE_SIZE,
    TN_P_SIDE_CACHE_BANDWIDTH, TN_P_LLC_BANDWIDTH,
  };
  const size_t n_closed = 5; /* the closed forms know the first few */
  g_autoptr(GString) names = g_string_new(NULL);
  for (size_t i = 0; i < (is_sim ? G_N_ELEMENTS(used) : n_closed); i++)
    add_if_assumed(names, setup, used[i]);
  if (is_sim)
    add_reaching(names, setup, mechanisms);
  if (setup->kernel == TN_KERNEL_LINUX6)
    add_name(names, "gamma beyond two readers (kernel linux-6)");
  if (names->len == 0)
    add_name(names, "none of the parameters that matter");
  const int at = fprintf(file, "assumed: ");
  tn_wrap_write(file, at, 2, TN_LINE_WIDTH, names->str);
}

void tn_note_error(FILE *file, const struct tn_setup *setup, enum tn_collective collective)
{
  const char *what = tn_collective_names[collective];
  const char *known = tn_platform_known_error(setup->platform, what);
  g_autofree char *unknown = g_strdup_printf("nothing measured on %s was compared for %s",
                                             tn_platform_name(setup->platform), what);
  const int at = fprintf(file, "known error: ");
  tn_wrap_write(file, at, 2, TN_LINE_WIDTH, known ? known : unknown);
}
