#include "doctor_findings.h"

#include <errno.h>
#include <string.h>

#include "document/wrap.h"
#include "schema.h"

const char *const tn_severity_names[] = { "ok", "note", "problem", NULL };

const char tn_doctor_columns[] = "what value verdict meaning remedy";

static void advice_free(void *data)
{
  struct tn_advice *advice = data;
  g_free(advice->what);
  g_free(advice->value);
  g_free(advice->meaning);
  g_free(advice->remedy);
  g_free(advice);
}

GPtrArray *tn_advice_new(void)
{
  return g_ptr_array_new_with_free_func(advice_free);
}

struct tn_advice *tn_advice_add(GPtrArray *all, const char *what, char *value,
                                enum tn_severity severity, const char *meaning)
{
  struct tn_advice *advice = g_new0(struct tn_advice, 1);
  *advice = (struct tn_advice){ tn_printable(what), tn_printable(value), severity,
                                tn_printable(meaning), NULL };
  g_free(value);
  g_ptr_array_add(all, advice);
  return advice;
}

void tn_doctor_write(struct tn_document *d, const GPtrArray *all)
{
  enum { VALUE_WIDTH = 18 };
  static const char layout[] = "\n{=wrong:yes!} {=what:22} {=value:18} {=meaning:wrap}";
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < all->len; i++) {
    const struct tn_advice *a = all->pdata[i];
    const bool shifts = *a->meaning && strlen(a->value) > VALUE_WIDTH;
    tn_table_answer(t, a->severity == TN_SEVERITY_PROBLEM);
    tn_table_text(t, a->what);
    tn_table_print(t, "%s%s", a->value, shifts ? ";" : "");
    tn_table_text(t, a->meaning);
  }
  tn_document_table(d, t, layout);
}

struct tn_table *tn_doctor_table(const GPtrArray *first, const GPtrArray *second)
{
  const GPtrArray *const both[] = { first, second };
  struct tn_table *t = tn_table_new(tn_doctor_columns);
  for (int k = 0; k < 2; k++)
    for (guint i = 0; i < both[k]->len; i++) {
      const struct tn_advice *a = both[k]->pdata[i];
      tn_table_texts(t, a->what, a->value, tn_severity_names[a->severity], a->meaning, a->remedy);
    }
  return t;
}

/* Returns a size as text with an ordinary blank, as in "1.5 GiB". Transfer full. */
static char *size_text(int64_t bytes)
{
  if (bytes < 0)
    return g_strdup("not known");
  g_autofree char *text = g_format_size_full((guint64)bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_auto(GStrv) parts = g_strsplit(text, "\xc2\xa0", -1);
  return g_strjoinv(" ", parts);
}

/* Returns the outcome of an attempt as text: "works", or the error of the attempt. Transfer
 * full. */
static char *attempt_text(int outcome)
{
  if (outcome == 0)
    return g_strdup("works");
  if (outcome == TN_WAS_KILLED)
    return g_strdup("kills the process");
  return outcome < 0 ? g_strdup("not tried") : g_strdup(g_strerror(outcome));
}

static void find_yama(GPtrArray *all, const struct tn_facts *facts)
{
  static const char *const meanings[] = {
    "processes of one user may read each other",
    "only ancestors and processes that the target names (Open MPI and UCX name them, MPICH not)",
    "only processes with CAP_SYS_PTRACE",
    "no process, even with the capability, until the next boot",
  };
  const int scope = facts->ptrace_scope;
  const bool is_lifted = scope == 2 && tn_facts_may_trace(facts);
  if (scope == TN_NO_YAMA)
    tn_advice_add(all, "ptrace_scope", g_strdup("none"), TN_SEVERITY_NONE,
                  "no Yama: no restriction");
  else if (scope < 0 || scope > 3)
    tn_advice_add(all, "ptrace_scope", g_strdup("not known"), TN_SEVERITY_NOTE, "");
  else
    tn_advice_add(all, "ptrace_scope", g_strdup_printf("%d", scope),
                  scope == 0                ? TN_SEVERITY_NONE
                  : scope == 1 || is_lifted ? TN_SEVERITY_NOTE
                                            : TN_SEVERITY_PROBLEM,
                  meanings[scope]);
}

static void find_rights(GPtrArray *all, const struct tn_facts *facts)
{
  static const char *const filters[] = { "none", "strict", "filter" };
  const bool may = tn_facts_may_trace(facts);
  tn_advice_add(all, "CAP_SYS_PTRACE",
                g_strdup(!facts->has_capabilities ? "not known"
                         : may                    ? "yes"
                                                  : "no"),
                TN_SEVERITY_NONE,
                may ? "ptrace_scope 1 and 2 do not bind this process"
                    : "usual for users who are not root, and in containers");
  if (facts->seccomp < 0 || facts->seccomp > 2)
    tn_advice_add(all, "seccomp", g_strdup("not known"), TN_SEVERITY_NOTE, "");
  else
    tn_advice_add(
        all, "seccomp", g_strdup(filters[facts->seccomp]),
        facts->seccomp == 0 ? TN_SEVERITY_NONE : TN_SEVERITY_NOTE,
        facts->seccomp == 0
            ? "no system call is filtered"
            : "calls are filtered, as in containers; process_vm_readv shows whether it matters");
  if (facts->no_new_privileges != TN_NOT_KNOWN)
    tn_advice_add(all, "no_new_privs", g_strdup(facts->no_new_privileges ? "yes" : "no"),
                  TN_SEVERITY_NONE,
                  facts->no_new_privileges ? "programs get no capabilities from their files" : "");
}

static void find_namespace(GPtrArray *all, const struct tn_facts *facts)
{
  if (facts->user_namespace == TN_NOT_KNOWN)
    return;
  if (!facts->user_namespace)
    tn_advice_add(all, "user namespace", g_strdup("the machine's"), TN_SEVERITY_NONE, "");
  else
    tn_advice_add(
        all, "user namespace",
        facts->root_outside == TN_NOT_KNOWN
            ? g_strdup("its own")
            : g_strdup_printf("root is user %lld outside", (long long)facts->root_outside),
        TN_SEVERITY_NOTE,
        "capabilities count inside only; ranks in different namespaces (one container each) get no "
        "CMA");
}

static void find_device(GPtrArray *all, const char *what, int outcome, const char *use)
{
  const bool is_there = outcome == 0 || (outcome > 0 && outcome != ENOENT);
  tn_advice_add(all, what,
                g_strdup(outcome == ENOENT ? "absent"
                         : outcome == 0    ? "can be opened"
                         : outcome > 0     ? g_strerror(outcome)
                                           : "not known"),
                is_there && outcome != 0 ? TN_SEVERITY_NOTE : TN_SEVERITY_NONE,
                outcome == 0 ? use
                : is_there   ? "the administrator has to let users open it"
                             : "");
}

static void find_memory(GPtrArray *all, const struct tn_facts *facts)
{
  g_autofree char *free_shm = size_text(facts->shm_free), *shm = size_text(facts->shm_bytes);
  g_autofree char *memory = size_text(facts->memory), *limit = size_text(facts->memory_limit);
  if (facts->shm_bytes == TN_NOT_KNOWN)
    tn_advice_add(all, "/dev/shm", g_strdup("absent"), TN_SEVERITY_PROBLEM,
                  "libraries cannot place their segments, or use files in /tmp");
  else
    tn_advice_add(all, "/dev/shm", g_strdup_printf("%s free of %s", free_shm, shm),
                  facts->shm_refusal ? TN_SEVERITY_PROBLEM : TN_SEVERITY_NONE,
                  facts->shm_refusal == 0 ? ""
                  : facts->shm_refusal == EROFS
                      ? "read-only: libraries cannot place their segments, or use files in /tmp"
                      : "no files can be made there: libraries cannot place their segments, or use "
                        "files in /tmp");
  tn_advice_add(
      all, "memory",
      facts->memory_limit == TN_NOT_KNOWN ? g_strdup_printf("%s free", memory)
                                          : g_strdup_printf("%s free, limit %s", memory, limit),
      TN_SEVERITY_NONE,
      facts->memory_limit == TN_NOT_KNOWN ? "" : "the control group's; /dev/shm counts against it");
  tn_advice_add(all, "huge pages",
                g_strdup_printf("%lld set aside", (long long)MAX(facts->huge_pages, 0)),
                TN_SEVERITY_NONE,
                facts->huge_pages > 0 ? "" : "none for --backing hugetlb (vm.nr_hugepages)");
  if (*facts->thp)
    tn_advice_add(
        all, "transparent huge pages",
        *facts->shmem_thp ? g_strdup_printf("%s, shared memory %s", facts->thp, facts->shmem_thp)
                          : g_strdup(facts->thp),
        TN_SEVERITY_NONE,
        strcmp(facts->thp, "always") == 0  ? "large buffers have huge pages: copies pin fewer"
        : strcmp(facts->thp, "never") == 0 ? "buffers have base pages"
                                           : "huge pages for programs that ask by madvise");
}

/* Appends a number and its noun, as in "2 cores", after a comma unless the text is empty. */
static void append_count(GString *text, int n, const char *what)
{
  g_string_append_printf(text, "%s%d %s%s", text->len ? ", " : "", n, what,
                         n == 1 || g_str_has_suffix(what, ")") ? "" : "s");
}

static void find_processors(GPtrArray *all, const struct tn_facts *facts, int n_ranks)
{
  const int fit = tn_facts_ranks(facts);
  if (facts->cores == TN_NOT_KNOWN)
    return;
  GString *value = g_string_new(NULL);
  append_count(value, facts->cores, "core");
  append_count(value, facts->units, facts->units > facts->cores ? "units (SMT)" : "unit");
  append_count(value, facts->numas, "memory domain");
  append_count(value, facts->packages, "package");
  if (facts->affinity != TN_NOT_KNOWN && facts->affinity != facts->units)
    g_string_append_printf(value, ", affinity mask of %d", facts->affinity);
  if (facts->cpu_limit > 0.0)
    g_string_append_printf(value, ", limit of %.4g processors", facts->cpu_limit);
  g_autofree char *meaning =
      g_strdup_printf("%d rank%s fit, a core each", fit, fit == 1 ? "" : "s");
  g_autofree char *more = g_strdup_printf("%s; %d share cores", meaning, n_ranks);
  tn_advice_add(all, "processors", g_string_free(value, FALSE),
                n_ranks > fit ? TN_SEVERITY_PROBLEM : TN_SEVERITY_NONE,
                n_ranks > fit ? more : meaning);
}

GPtrArray *tn_findings_of_machine(const struct tn_facts *facts, int n_ranks)
{
  GPtrArray *all = tn_advice_new();
  if (*facts->kernel)
    tn_advice_add(all, "kernel", g_strdup(facts->kernel), TN_SEVERITY_NONE, "");
  if (facts->user != TN_NOT_KNOWN)
    tn_advice_add(all, "user", g_strdup_printf("%d", facts->user), TN_SEVERITY_NONE,
                  facts->user == 0 ? "root" : "");
  find_yama(all, facts);
  find_rights(all, facts);
  find_namespace(all, facts);
  const int plain = tn_facts_read(facts, false), asked = tn_facts_read(facts, true);
  char *value = plain != 0 && asked == 0
                    ? g_strdup_printf("%s; works after PR_SET_PTRACER", g_strerror(plain))
                    : attempt_text(plain);
  struct tn_advice *advice = tn_advice_add(all, "process_vm_readv", value,
                                           plain == 0   ? TN_SEVERITY_NONE
                                           : asked == 0 ? TN_SEVERITY_NOTE
                                                        : TN_SEVERITY_PROBLEM,
                                           plain == 0   ? "ranks may copy from each other (CMA)"
                                           : asked == 0 ? "CMA for libraries that ask"
                                                        : "no CMA");
  advice->remedy = g_strdup(tn_obstacle_remedy(facts, asked != 0));
  if (facts->compare > 0 || facts->compare == TN_WAS_KILLED)
    tn_advice_add(all, "kcmp", attempt_text(facts->compare), TN_SEVERITY_NOTE,
                  "Open MPI 5.0 and later read that as a refusal of CMA");
  find_device(all, "/dev/xpmem", facts->xpmem, "for libraries that were built with XPMEM");
  find_device(all, "/dev/knem", facts->knem, "for libraries that were built with KNEM");
  if (facts->has_mlx)
    tn_advice_add(all, "adapter", g_strdup("mlx"), TN_SEVERITY_NOTE,
                  "Open MPI built with UCX uses it even inside the node: see ucx");
  find_memory(all, facts);
  find_processors(all, facts, n_ranks);
  return all;
}

static void find_library(GPtrArray *all, const struct tn_mpi *mpi, const struct tn_facts *facts,
                         int n_ranks)
{
  struct tn_mpi_prediction prediction;
  tn_mpi_predict(mpi, facts, n_ranks, &prediction);
  const char *name = tn_mechanism_names[prediction.mechanism];
  const bool is_single = tn_mechanism_is_single_copy(prediction.mechanism);
  g_autofree char *need = size_text(prediction.segments), *room = size_text(facts->shm_free);
  int64_t mib = 64;
  while (mib << 20 <= prediction.segments)
    mib *= 2;
  g_autofree char *size =
      prediction.room == TN_SHM_ENOUGH
          ? NULL
          : g_strdup_printf("docker run --shm-size=%lldm, or as administrator: mount -o "
                            "remount,size=%lldm /dev/shm",
                            (long long)mib, (long long)mib);
  g_autofree char *meaning =
      prediction.room == TN_SHM_ENOUGH
          ? g_strdup(prediction.why)
          : g_strdup_printf(
                "%s; segments of %d ranks take up to %s, and /dev/shm has %s, for %d of them: %s",
                prediction.why, n_ranks, need, room, (int)(facts->shm_free / mpi->segment),
                prediction.room == TN_SHM_TOO_SMALL ? "it does not start, or sends by TCP"
                                                    : "ranks that fill them die of SIGBUS");
  struct tn_advice *advice = tn_advice_add(
      all, mpi->name, g_strdup_printf("%s%s", name, prediction.breaks ? ", refused" : ""),
      prediction.breaks || prediction.room == TN_SHM_TOO_SMALL ? TN_SEVERITY_PROBLEM
      : prediction.room == TN_SHM_ENOUGH && is_single          ? TN_SEVERITY_NONE
                                                               : TN_SEVERITY_NOTE,
      meaning);
  advice->remedy = prediction.remedy && size ? g_strdup_printf("%s; %s", size, prediction.remedy)
                                             : g_strdup(size ? size : prediction.remedy);
  tn_mpi_prediction_clear(&prediction);
}

GPtrArray *tn_findings_of_libraries(const struct tn_facts *facts, int n_ranks)
{
  GPtrArray *all = tn_advice_new();
  for (int i = 0; i < tn_n_mpis; i++)
    find_library(all, &tn_mpis[i], facts, n_ranks);
  return all;
}
