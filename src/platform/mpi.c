/* Tests by which libraries choose a mechanism, from their sources: Open MPI's btl_vader_component.c
 * (4.1), smsc_cma_component.c and smsc_cma_module.c (pull requests 10694, 10713), MPICH's
 * cma_init.c (pull request 7654), UCX's cma_md.c. */
#include "mpi.h"

#include <errno.h>

/* Sources of `segment`. Open MPI 4.1.4 without XPMEM asks for btl_vader_segment_size and a header;
 * 5.0 asks for the same. MPICH has 64 cells (iqueue_init.c). UCX of Debian 12 has 512 receive
 * descriptors (mm_iface.c). */
#define OPEN_MPI(release, how, without, fails)                                                     \
  {                                                                                                \
    .name = "ompi-" release, .transport = TN_TRANSPORT_OMPI_OB1, .library = "ompi-" release,       \
    .test = how, .has_xpmem = true, .has_knem = true, .segment = 4194312, .without_cma = without,  \
    .failing = fails                                                                               \
  }
#define MPICH(release, number, how, cell)                                                          \
  {                                                                                                \
    .name = "mpich-" release, .transport = TN_TRANSPORT_##number, .library = "mpich-" release,     \
    .test = how, .has_xpmem = true, .segment = 64 * (cell),                                        \
    .without_cma = "MPIR_CVAR_CH4_CMA_ENABLE=0", .failing = "aborts at the first long message"     \
  }
const struct tn_mpi tn_mpis[] = {
  OPEN_MPI("4.1", TN_CMA_ASKS, "--mca btl_vader_single_copy_mechanism none",
           "writes \"Read -1, expected ..., errno = 1\" for each long message"),
  OPEN_MPI("5.0", TN_CMA_ASKS_COMPARES, "--mca smsc ^cma", "fails at the first long message"),
  OPEN_MPI("6.0", TN_CMA_ASKS_COMPARES, "--mca smsc ^cma", "fails at the first long message"),
  MPICH("4.0", MPICH_4_0, TN_CMA_NEVER, 69632),
  MPICH("4.2", MPICH_4_2, TN_CMA_NEVER, 16384),
  MPICH("4.3", MPICH_4_3, TN_CMA_ON_REQUEST, 16384),
  MPICH("5.0", MPICH_5_0, TN_CMA_SCOPE_0, 8192),
  /* UCX as Open MPI's pml/ucx uses it */
  { .name = "ucx",
    .transport = TN_TRANSPORT_OMPI_UCX,
    .library = "ompi-5.0",
    .test = TN_CMA_TRIES_ITSELF,
    .has_xpmem = true,
    .has_knem = true,
    .knem_first = true,
    .segment = 4292720,
    .is_filled = true,
    .without_cma = "UCX_TLS=^cma",
    .failing = "aborts at the first long message" },
};
const int tn_n_mpis = G_N_ELEMENTS(tn_mpis);

const char *tn_obstacle_remedy(const struct tn_facts *facts, bool asked)
{
  switch (tn_facts_obstacle(facts, asked)) {
  case TN_OBSTACLE_NONE:
    return NULL;
  case TN_OBSTACLE_YAMA:
    return facts->ptrace_scope >= 3
               ? "boot with kernel.yama.ptrace_scope below 3 (it cannot be lowered at run time)"
               : "on the host, as administrator: sysctl -w kernel.yama.ptrace_scope=0; or the "
                 "capability: docker run --cap-add SYS_PTRACE";
  case TN_OBSTACLE_SECCOMP:
    return "docker run --cap-add SYS_PTRACE, or --security-opt seccomp=PROFILE with a profile that "
           "allows process_vm_readv, process_vm_writev and kcmp";
  case TN_OBSTACLE_KERNEL:
    return "a kernel with CONFIG_CROSS_MEMORY_ATTACH";
  default:
    return "ask the administrator which security module denies ptrace (SELinux: setsebool "
           "deny_ptrace off)";
  }
}

/* Returns true if prctl(PR_SET_PTRACER) succeeds, which only kernels without Yama refuse. */
static bool is_granted(const struct tn_facts *facts)
{
  return facts->ask == TN_NOT_TRIED ? facts->ptrace_scope >= 0 : facts->ask == 0;
}

/* Returns true if UCX takes the process to have CAP_SYS_PTRACE. UCX uses the number of this
 * capability, 19, as a bit mask, not as a bit number. */
static bool ucx_finds_capability(const struct tn_facts *facts)
{
  return facts->has_capabilities && (facts->capabilities & 19) != 0;
}

/* Returns true if the release chooses CMA. *ret_why: the fact that causes the choice, static. */
static bool chooses_cma(const struct tn_mpi *mpi, const struct tn_facts *facts,
                        const char **ret_why)
{
  const int scope = facts->ptrace_scope;
  const bool is_open = scope <= 0;
  *ret_why = is_open ? "Yama does not restrict it" : "prctl(PR_SET_PTRACER) is granted";
  switch (mpi->test) {
  case TN_CMA_NEVER:
    *ret_why = "this release has no CMA";
    return false;
  case TN_CMA_ON_REQUEST:
    *ret_why = "CMA is off in this release";
    return false;
  case TN_CMA_SCOPE_0:
    if (!is_open)
      *ret_why = "it drops CMA unless ptrace_scope is 0, even with the capability";
    return is_open;
  case TN_CMA_ASKS_COMPARES:
    if (facts->compare > 0 || facts->compare == TN_WAS_KILLED) {
      *ret_why = "kcmp between two ranks is refused, so it does not try CMA";
      return false;
    }
    /* fall through */
  case TN_CMA_ASKS:
    if (!is_open && !is_granted(facts))
      *ret_why = "prctl(PR_SET_PTRACER) is refused";
    return is_open || is_granted(facts);
  case TN_CMA_TRIES_ITSELF:
    if (facts->write_self > 0 || facts->write_self == TN_WAS_KILLED) {
      *ret_why = "process_vm_writev is refused even on its own memory";
      return false;
    }
    if (scope == 1 && !is_granted(facts))
      *ret_why = "prctl(PR_SET_PTRACER) is refused";
    if (scope == 2)
      *ret_why = ucx_finds_capability(facts)
                     ? "it mistakes a capability of this process for CAP_SYS_PTRACE"
                     : "ptrace_scope 2 requires CAP_SYS_PTRACE";
    if (scope == 3)
      *ret_why = "ptrace_scope 3 forbids it";
    return is_open || (scope == 1 && is_granted(facts)) ||
           (scope == 2 && ucx_finds_capability(facts));
  }
  return false;
}

/* Predicts what the release chooses if XPMEM and KNEM are missing. */
static void predict_cma(const struct tn_mpi *mpi, const struct tn_facts *facts,
                        struct tn_mpi_prediction *ret)
{
  const char *why;
  /* true if the release calls prctl(PR_SET_PTRACER) before it copies */
  const bool asked = mpi->test == TN_CMA_TRIES_ITSELF
                         ? facts->ptrace_scope == 1
                         : (mpi->test == TN_CMA_ASKS || mpi->test == TN_CMA_ASKS_COMPARES) &&
                               facts->ptrace_scope > 0;
  const bool works = tn_facts_read(facts, asked) == 0;
  ret->mechanism = chooses_cma(mpi, facts, &why) ? TN_CMA : TN_CICO;
  ret->breaks = ret->mechanism == TN_CMA && !works;
  if (ret->breaks) {
    ret->why =
        g_strdup_printf("%s, so it uses CMA, which is refused here: it %s", why, mpi->failing);
    ret->remedy =
        g_strdup_printf("%s; until then %s", tn_obstacle_remedy(facts, asked), mpi->without_cma);
    return;
  }
  ret->why = g_strdup(why);
  if (ret->mechanism == TN_CMA)
    return;
  if (mpi->test == TN_CMA_NEVER)
    ret->remedy = g_strdup("MPICH 5.0, or XPMEM in the kernel and in the build");
  else if (mpi->test == TN_CMA_ON_REQUEST && works)
    ret->remedy = g_strdup("MPIR_CVAR_CH4_CMA_ENABLE=1");
  else if (mpi->test == TN_CMA_ON_REQUEST)
    ret->remedy = g_strdup_printf("%s; only then MPIR_CVAR_CH4_CMA_ENABLE=1 (before, it %s)",
                                  tn_obstacle_remedy(facts, false), mpi->failing);
  else if (mpi->test == TN_CMA_SCOPE_0)
    ret->remedy = g_strdup(facts->ptrace_scope == 3 ? "boot with kernel.yama.ptrace_scope=0"
                                                    : "on the host, as administrator: sysctl -w "
                                                      "kernel.yama.ptrace_scope=0");
  else if (!works)
    ret->remedy = g_strdup(tn_obstacle_remedy(facts, asked));
  else if (facts->compare > 0 || facts->compare == TN_WAS_KILLED)
    ret->remedy =
        g_strdup("docker run --cap-add SYS_PTRACE, or a seccomp profile that allows kcmp");
}

/* Replaces the predicted mechanism by XPMEM or KNEM. */
static void take_device(enum tn_mechanism mechanism, const char *why, struct tn_mpi_prediction *ret)
{
  g_autofree char *otherwise = ret->why;
  ret->why = g_strdup_printf(
      "%s can be opened%s; built without %s: %s%s (%s)", tn_mechanisms[mechanism].device, why,
      mechanism == TN_XPMEM ? "XPMEM" : "KNEM", tn_mechanism_names[ret->mechanism],
      ret->breaks ? ", refused" : "", otherwise);
  g_clear_pointer(&ret->remedy, g_free);
  ret->mechanism = mechanism;
  ret->breaks = false;
}

void tn_mpi_predict(const struct tn_mpi *mpi, const struct tn_facts *facts, int n_ranks,
                    struct tn_mpi_prediction *ret)
{
  *ret = (struct tn_mpi_prediction){ 0 };
  predict_cma(mpi, facts, ret);
  const bool has_knem = mpi->has_knem && facts->knem == 0;
  /* Open MPI 5 chooses CMA before it tries KNEM. If kcmp fails later, it does not return to
   * KNEM. */
  const bool settled =
      mpi->test == TN_CMA_ASKS_COMPARES && (facts->ptrace_scope <= 0 || is_granted(facts));
  if (has_knem && !mpi->knem_first && ret->mechanism == TN_CICO && !settled)
    take_device(TN_KNEM, "", ret);
  if (mpi->has_xpmem && facts->xpmem == 0)
    take_device(TN_XPMEM, mpi->test == TN_CMA_SCOPE_0 ? ", for messages from 64K" : "", ret);
  if (has_knem && mpi->knem_first)
    take_device(TN_KNEM,
                ", and was seen to be preferred (ucx issue 10652; UCX_PROTO_INFO=y shows it)", ret);
  const bool is_anonymous = ret->mechanism == TN_XPMEM && mpi->transport == TN_TRANSPORT_OMPI_OB1;
  ret->segments = is_anonymous ? 0 : n_ranks * mpi->segment;
  ret->room = TN_SHM_ENOUGH;
  if (facts->shm_free != TN_NOT_KNOWN && ret->segments > facts->shm_free)
    ret->room = mpi->is_filled || mpi->segment > facts->shm_free ? TN_SHM_TOO_SMALL : TN_SHM_FILLS;
}

void tn_mpi_prediction_clear(struct tn_mpi_prediction *prediction)
{
  g_free(prediction->why);
  g_free(prediction->remedy);
  *prediction = (struct tn_mpi_prediction){ 0 };
}
