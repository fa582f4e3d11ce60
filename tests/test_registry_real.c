/* Every registry entry on real processes, with every mechanism of this machine and a stand-in for
 * XPMEM: data equal the definition of the collective, also under imb-old, and nothing is left
 * behind. If full, it runs twice in a row, except with a sanitizer, which is slow. */
#include "real_machine.h"
#include "registry_cases.h"

enum { PAGE = 4096, STRETCH_RANKS = 3, STAND_IN_RANKS = 4 };

static const struct tn_case_ranges ranges = { .brief = { 0, 0, HAS_ADDRESS_SANITIZER ? 4 : 8 },
                                              .full = { 0, 0, 8 } };

static struct real_machine machine;
static bool refused[TN_N_MECHANISMS];

/* Under imb-old every rank is the root once, and one rank twice. */
static bool run_mechanism(const struct tn_method *algorithm, const struct tn_call *template,
                          enum tn_mechanism mechanism, enum tn_protocol protocol,
                          char **ret_message)
{
  GError *error = NULL;
  struct tn_real_times times;
  struct tn_places *places =
      tn_places_new_shared(machine.platform, "core", template->n_ranks, &error);
  cr_assert_not_null(places);
  const int calls = protocol == TN_IMB_OLD ? template->n_ranks + 1 : 1;
  struct tn_real_point point = {
    .bench = { .algorithm = algorithm, .warmup = 1, .repetitions = calls, .protocol = protocol },
    .call = *template,
    .places = places,
    .host = machine.host,
    .mechanism = mechanism,
    .stagger = TN_REAL_STAGGER,
    .verify = true,
    .patience = TN_REAL_PATIENCE
  };
  if (template->n_ranks % 2 == 0) /* odd numbers as on a machine with more cores */
    point.call.idle = &places->idle;
  const bool ok = tn_real_run(&point, &times, &error);
  tn_places_free(places);
  if (ok) {
    tn_real_times_clear(&times);
    return true;
  }
  refused[mechanism] = g_error_matches(error, TN_REAL_ERROR, TN_REAL_REFUSED);
  if (refused[mechanism])
    fprintf(stderr, "%s is skipped, because %s\n", tn_mechanism_names[mechanism], error->message);
  else
    *ret_message = g_strdup_printf("%s: %s", tn_mechanism_names[mechanism], error->message);
  const bool skipped = refused[mechanism];
  g_error_free(error);
  return skipped;
}

/* 7 ranks test nothing that 3 ranks do not. */
static bool run_case(const struct tn_method *algorithm, const struct tn_call *template,
                     char **ret_message)
{
  if (template->n_ranks == 7)
    return true;
  for (int i = 0; i < algorithm->n_mechanisms; i++) {
    const enum tn_mechanism mechanism = algorithm->mechanisms[i];
    if (mechanism == TN_XPMEM && template->n_ranks > STAND_IN_RANKS)
      continue;
    const bool has_stretch = template->n_ranks == STRETCH_RANKS && template->root == 0;
    for (int protocol = TN_SINGLE; protocol <= TN_IMB_OLD; protocol += TN_IMB_OLD - TN_SINGLE)
      if (!refused[mechanism] && (protocol == TN_SINGLE || has_stretch) &&
          !run_mechanism(algorithm, template, mechanism, (enum tn_protocol)protocol, ret_message))
        return false;
  }
  return true;
}

static void check_collective(enum tn_collective collective)
{
  struct tn_case_counts counts = { 0 };
  machine = real_machine_new();
  if (getenv("TN_XPMEM_STAND_IN"))
    real_use_stand_in();
  const int n_shm = real_entries("/dev/shm", "turnstile");
  const int n_files = real_entries("/proc/self/fd", "");
  const int n_turns = getenv("TN_TEST_FULL") && !HAS_ADDRESS_SANITIZER ? 2 : 1;
  for (int turn = 0; turn < n_turns; turn++) {
    for (const struct tn_method *const *a = tn_methods(); *a; a++)
      if ((*a)->collective == collective)
        tn_registry_cases(*a, PAGE, &ranges, run_case, &counts);
    cr_assert(tn_registry_report(tn_collective_names[collective], &counts));
    cr_assert_eq(counts.n_failed, 0, "%ld of %ld cases failed, the first: %s", counts.n_failed,
                 counts.n_run, counts.first_failure);
    cr_assert_eq(real_children(), 0, "a process is left");
    cr_assert_eq(real_entries("/dev/shm", "turnstile"), n_shm, "a segment is left");
    cr_assert_eq(real_entries("/proc/self/fd", ""), n_files, "a file is left open");
  }
  cr_assert_not(refused[TN_MEMFD]);
  real_machine_free(&machine);
}

Test(registry_real, bcast)
{
  check_collective(TN_BCAST);
}

Test(registry_real, scatter)
{
  check_collective(TN_SCATTER);
}

Test(registry_real, gather)
{
  check_collective(TN_GATHER);
}

Test(registry_real, allgather)
{
  check_collective(TN_ALLGATHER);
}

Test(registry_real, alltoall)
{
  check_collective(TN_ALLTOALL);
}

Test(registry_real, scatterv)
{
  check_collective(TN_SCATTERV);
}

Test(registry_real, gatherv)
{
  check_collective(TN_GATHERV);
}

Test(registry_real, allgatherv)
{
  check_collective(TN_ALLGATHERV);
}

Test(registry_real, alltoallv)
{
  check_collective(TN_ALLTOALLV);
}

Test(registry_real, reduce)
{
  check_collective(TN_REDUCE);
}

Test(registry_real, allreduce)
{
  check_collective(TN_ALLREDUCE);
}

Test(registry_real, reduce_scatter_block)
{
  check_collective(TN_REDUCE_SCATTER_BLOCK);
}

Test(registry_real, reduce_scatter)
{
  check_collective(TN_REDUCE_SCATTER);
}

Test(registry_real, scan)
{
  check_collective(TN_SCAN);
}

Test(registry_real, exscan)
{
  check_collective(TN_EXSCAN);
}

Test(registry_real, barrier)
{
  check_collective(TN_BARRIER);
}

Test(registry_real, ibcast)
{
  check_collective(TN_IBCAST);
}

Test(registry_real, iscatter)
{
  check_collective(TN_ISCATTER);
}

Test(registry_real, igather)
{
  check_collective(TN_IGATHER);
}

Test(registry_real, ireduce)
{
  check_collective(TN_IREDUCE);
}

Test(registry_real, iallreduce)
{
  check_collective(TN_IALLREDUCE);
}
