/* Finds algorithms by our names, or by the names that MPI libraries give them. */
#include <stdio.h>
#include <string.h>

#include "algos/device/nccl_tuning.h"
#include "algos/library/library.h"
#include "algos/library/library_names.h"
#include "decide/target.h"
#include "expand.h"
#include "study/setup.h"

/* Returns a hint such as ", and -c reduce_scatter_block has it" if a collective whose name differs
 * by "v" or "_block" has the algorithm; otherwise "". Transfer full. */
static char *namesake_of(enum tn_collective collective, const char *word)
{
  const char *own = tn_collective_names[collective];
  for (int c = 0; c < TN_N_COLLECTIVES; c++) {
    const char *other = tn_collective_names[c];
    const bool is_longer = g_str_has_prefix(other, own), is_shorter = g_str_has_prefix(own, other);
    const char *rest = is_longer ? other + strlen(own) : is_shorter ? own + strlen(other) : "";
    if ((strcmp(rest, "v") == 0 || strcmp(rest, "_block") == 0) &&
        tn_library_word_of((enum tn_collective)c, word).algorithm)
      return g_strdup_printf(", and -c %s has it", other);
  }
  return g_strdup("");
}

/* Sets *error to the reason why the library's name means none of our algorithms. Returns false. */
static bool refuse_library(enum tn_collective collective, const char *where, const char *word,
                           const struct tn_library_word *meaning, GError **error)
{
  /* a number without a library's name means an algorithm of Open MPI */
  const char *colon = strchr(word, ':'), *name;
  g_autofree char *prefix = colon ? g_strndup(word, (gsize)(colon + 1 - word)) : g_strdup("ompi:");
  g_autoptr(GString) list = g_string_new(NULL);
  for (int i = 0; (name = tn_library_word_name(collective, meaning->library, i)); i++)
    g_string_append_printf(list, "%s%s%s", i ? ", " : "", prefix, name);
  if (!list->len)
    g_string_append(list, "none");
  if (meaning->lacks)
    return tn_usage(error, "%s: %s's %s %s is not simulated (there are: %s)", where,
                    tn_library_titles[meaning->library], tn_collective_names[collective],
                    meaning->lacks, list->str);
  g_autofree char *namesake = namesake_of(collective, word);
  return tn_usage(error, "%s: %s has no %s \"%s\" (there are: %s%s)", where,
                  tn_library_titles[meaning->library], tn_collective_names[collective], word,
                  list->str, namesake);
}

bool tn_read_algorithm(enum tn_collective collective, const char *where, const char *word,
                       struct tn_library_word *ret, GError **error)
{
  const struct tn_library_word meaning = tn_library_word_of(collective, word);
  *ret = meaning;
  if (meaning.algorithm)
    return true;
  if (meaning.library != TN_OWN_NAME)
    return refuse_library(collective, where, word, &meaning, error);
  const char *bare =
      g_str_has_prefix(word, TN_LIBRARY_PREFIX) ? word + strlen(TN_LIBRARY_PREFIX) : "";
  for (int t = 0; t < TN_N_TARGETS; t++)
    if (strcmp(bare, tn_target_names[t]) == 0 && !tn_releases[t].own)
      return tn_usage(
          error, "%s: %s's own decision is not simulated (export --for %s writes rules for it)",
          where, bare, bare);
  g_autoptr(GPtrArray) known = g_ptr_array_new();
  g_autoptr(GString) others = g_string_new(NULL); /* collectives that have this chooser */
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if ((*a)->collective == collective)
      g_ptr_array_add(known, (void *)(*a)->name);
    else if ((*a)->chooser && strcmp((*a)->name, word) == 0)
      g_string_append_printf(others, "%s%s", others->len ? ", " : "",
                             tn_collective_names[(*a)->collective]);
  g_ptr_array_add(known, NULL);
  if (others->len)
    return tn_usage(error, "%s: no %s of %s is simulated (there are: %s)", where,
                    tn_collective_names[collective], word, others->str);
  return tn_usage_unknown(error, where, tn_collective_names[collective], word,
                          (const char *const *)known->pdata);
}

void tn_reference_translate(struct tn_options *s)
{
  const char *text = s->reference;
  g_auto(GStrv) collectives = g_strsplit(s->collective ? s->collective : "", ",", -1);
  for (int i = 0; text && collectives[i]; i++) {
    const int c = tn_collective_find(collectives[i]);
    if (c < 0)
      continue;
    const struct tn_library_word meaning = tn_library_word_of((enum tn_collective)c, text);
    if (!meaning.algorithm)
      continue;
    s->reference = meaning.algorithm->name;
    return;
  }
}

/* Returns the library that runs the algorithm: the transport's, else the library by whose name the
 * user gave the algorithm, else TN_OWN_NAME. */
static enum tn_library library_of(const struct tn_plan *plan, const struct tn_point *point)
{
  const int transport = tn_setup_transport(point->setup);
  const bool is_own = transport == tn_platform_transport(point->setup->platform, NULL);
  if (transport && (!is_own || plan->settings->transport))
    return g_str_has_prefix(tn_transport_libraries[transport - 1], "ompi") ? TN_OMPI : TN_MPICH;
  return (enum tn_library)GPOINTER_TO_INT(g_hash_table_lookup(plan->called, point->algorithm));
}

/* Returns true if the default of `param` cuts the point's vector into segments. */
static bool cuts(const struct tn_point *point, const char *param)
{
  bool is_alias;
  const int i = tn_alg_params_find(point->algorithm->params, param, &is_alias);
  return i >= 0 && point->algorithm->params[i].at_zero && point->call.params[i] > 0 &&
         point->call.block > (size_t)point->call.params[i];
}

/* Returns true if Open MPI does not decide by coll/tuned's tables for one node. On several nodes it
 * uses coll/han from 5.0 on, except for alltoall. With one rank per node, 6.0 has other tables. */
static bool is_not_tuned(const struct tn_point *point)
{
  static const char *const with_tables[] = { "library:ompi", "library:ompi-6.0",
                                             "library:ompi-main", NULL };
  const int n_nodes = point->places->n_nodes;
  if (n_nodes == 1)
    return false;
  if (g_strv_contains(with_tables, point->algorithm->name))
    return point->places->n == n_nodes || point->call.collective != TN_ALLTOALL;
  return strcmp(point->algorithm->name, "library:ompi-5.0") == 0 && point->places->n > n_nodes &&
         point->call.collective != TN_ALLTOALL;
}

static bool warn_of_nodes(const struct tn_point *point)
{
  if (is_not_tuned(point))
    fprintf(
        stderr, "turnstile: %s: %s; these are coll/tuned's choices within a node\n",
        point->algorithm->name,
        point->places->n == point->places->n_nodes
            ? "with one rank on each node Open MPI 6.0 uses other tables, which are not simulated"
            : "on several nodes Open MPI 5.0 and later use coll/han, which is not simulated");
  return is_not_tuned(point);
}

/* Warns if our default cuts vectors into segments and the library's default does not. */
static void warn_of_segments(const struct tn_plan *plan)
{
  static const char segment[] = "segment";
  enum { MAX_NAMES = 5 };
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  enum tn_library library = TN_OWN_NAME;
  /* With --for, the parameter has the library's values, so no warning is needed. */
  const bool is_chosen =
      tn_options_pair(plan->settings->params, segment) || plan->settings->release;
  for (guint i = 0; !is_chosen && i < tn_study_n(plan->study); i++) {
    const struct tn_point *point = tn_study_point(plan->study, i);
    const enum tn_library named = library_of(plan, point);
    if (named == TN_OWN_NAME || !cuts(point, segment) || (library && named != library))
      continue;
    g_autofree char *name = g_strdup_printf("%s %s", tn_collective_names[point->call.collective],
                                            point->algorithm->name);
    if (!g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
      g_ptr_array_add(names, g_steal_pointer(&name));
    library = named;
  }
  if (names->len == 0)
    return;
  fputs("turnstile: messages are cut into segments by default: ", stderr);
  for (guint i = 0; i < MIN(names->len, MAX_NAMES); i++)
    fprintf(stderr, "%s%s", i ? ", " : "", (const char *)names->pdata[i]);
  if (names->len > MAX_NAMES)
    fprintf(stderr, " and %u more", names->len - MAX_NAMES);
  fprintf(stderr, "; %s does not cut them (-P segment=0)\n", tn_library_titles[library]);
}

/* Warns if only some of a transport's limits of sizes are set, because a limit that is not set may
 * decide alone. */
static bool warn_of_limits(const struct tn_point *point)
{
  const struct tn_setup *setup = point->setup;
  const bool eager = tn_setup_sets(setup, TN_P_EAGER_LIMIT);
  const bool rendezvous = tn_setup_sets(setup, TN_P_RENDEZVOUS_LIMIT);
  if (!tn_setup_transport(setup) || !(eager || rendezvous) ||
      (eager && rendezvous && tn_setup_sets(setup, TN_P_BLOCKING_LIMIT)))
    return false;
  fprintf(stderr,
          "turnstile: --set %s keeps the other limits of %s, which may still decide: set "
          "eager_limit, rendezvous_limit and rendezvous_limit.blocking\n",
          eager ? "eager_limit" : "rendezvous_limit",
          tn_transport_names[tn_setup_transport(setup) - 1]);
  return true;
}

/* Warns if a transport with the limits of NVIDIA's devices is used on AMD's. */
static bool warn_of_devices(const struct tn_point *point)
{
  const struct tn_setup *setup = point->setup;
  const int transport = tn_setup_transport(setup) - 1;
  const bool warns =
      tn_mechanism_is_on_device(point->mechanism) &&
      !tn_setup_sets(setup, TN_P_MAPPED_READ_LIMIT) &&
      tn_nccl_is_rccl((enum tn_nccl_generation)setup->values[TN_P_NCCL_GENERATION]) &&
      (transport == TN_TRANSPORT_OMPI_UCX || transport == TN_TRANSPORT_OMPI_UCX_1_16 ||
       transport == TN_TRANSPORT_MPICH_UCX || transport == TN_TRANSPORT_MPICH_UCX_1_16);
  if (warns)
    fprintf(stderr,
            "turnstile: %s has the limits of gdr_copy and cuda_ipc on NVIDIA's devices; those of "
            "rocm_copy and rocm_ipc on AMD's: --transport ompi-ucx-rocm\n",
            tn_transport_names[transport]);
  return warns;
}

/* Warns if an MPI library's choice runs on device memory without a transport, so that its limits of
 * loads and stores are 0. */
static bool warn_of_no_transport(const struct tn_point *point)
{
  const struct tn_setup *setup = point->setup;
  const struct tn_method *a = point->algorithm;
  if (!tn_mechanism_is_on_device(point->mechanism) || !a->chooser || !a->chooser->stage ||
      tn_setup_transport(setup) || tn_setup_sets(setup, TN_P_STAGED_READ_LIMIT) ||
      tn_setup_sets(setup, TN_P_MAPPED_READ_LIMIT))
    return false;
  const char *release = a->name + strlen(TN_LIBRARY_PREFIX);
  const bool is_amd = tn_nccl_is_rccl((enum tn_nccl_generation)setup->values[TN_P_NCCL_GENERATION]);
  const char *other =
      g_str_has_prefix(release, "mpich")
          ? tn_transport_names[TN_TRANSPORT_MPICH_5_0]
          : tn_transport_names[is_amd ? TN_TRANSPORT_OMPI_UCX_ROCM : TN_TRANSPORT_OMPI_UCX];
  fprintf(stderr,
          "turnstile: %s on device memory without --transport: the sizes up to which it copies by "
          "loads and stores are unknown and taken as 0 (--transport %s)\n",
          a->name, tn_name_find(tn_transport_names, release) >= 0 ? release : other);
  return true;
}

static bool warn_of_cores(const struct tn_point *point)
{
  const struct tn_platform *pf = point->setup->platform;
  const int n = point->call.n_ranks, n_cores = tn_platform_n_cores(pf);
  if (n > n_cores)
    fprintf(stderr,
            "turnstile: %d ranks on the %d cores of %s: some ranks share a core (-n %d: one rank "
            "each)\n",
            n, n_cores, tn_platform_name(pf), n_cores);
  return n > n_cores;
}

static void warn_once(const struct tn_plan *plan, bool (*warn)(const struct tn_point *point))
{
  guint i = 0;
  while (i < tn_study_n(plan->study) && !warn(tn_study_point(plan->study, i)))
    i++;
}

void tn_warn_lines(const char *who, const char *lines)
{
  g_auto(GStrv) all = g_strsplit(lines ? lines : "", "\n", -1);
  for (int i = 0; all[i]; i++)
    if (*all[i])
      fprintf(stderr, "turnstile: %s: %s\n", who, all[i]);
}

void tn_plan_warn(const struct tn_plan *plan)
{
  for (guint i = 0; i < plan->platforms->len; i++)
    tn_warn_lines(tn_platform_name(plan->platforms->pdata[i]),
                  tn_platform_remarks(plan->platforms->pdata[i]));
  warn_once(plan, warn_of_limits);
  warn_once(plan, warn_of_devices);
  warn_once(plan, warn_of_no_transport);
  warn_of_segments(plan);
  warn_once(plan, warn_of_nodes);
  warn_once(plan, warn_of_cores);
}
