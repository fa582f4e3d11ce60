/* doctor: behaviour of libraries on artificial machines, and detection of facts. Expectations come
 * from the libraries' sources and Yama's documentation. */
#include <criterion/criterion.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "doctor/doctor_findings.h"
#include "real/host_facts.h"

#define SYS_PTRACE (UINT64_C(1) << 19)

/* Returns a machine without restrictions, for an ordinary user. */
static struct tn_facts open_machine(void)
{
  struct tn_facts f;
  tn_facts_init(&f);
  f.user = 1000;
  f.ptrace_scope = TN_NO_YAMA;
  f.has_capabilities = true;
  f.seccomp = TN_SECCOMP_NONE;
  f.xpmem = f.knem = ENOENT;
  f.shm_bytes = f.shm_free = INT64_C(1) << 30;
  f.cores = f.units = 16;
  return f;
}

static struct tn_facts with_yama(int scope, uint64_t capabilities)
{
  struct tn_facts f = open_machine();
  f.ptrace_scope = scope;
  f.capabilities = capabilities;
  return f;
}

/* Returns a container whose filter refuses the calls. */
static struct tn_facts with_filter(int why, int compare)
{
  struct tn_facts f = open_machine();
  f.seccomp = TN_SECCOMP_FILTER;
  f.read = f.read_asked = f.write_self = why;
  f.compare = compare;
  f.ask = EINVAL;
  return f;
}

/* Formats the result of each release in the order of the table, "cma cma! cico": ! if CMA will be
 * refused, # if /dev/shm is too small, ~ if it is large enough until segments are filled. */
static char *fates(const struct tn_facts *facts, int n_ranks)
{
  static const char *const rooms[] = { "", "~", "#" };
  GString *text = g_string_new(NULL);
  for (int i = 0; i < tn_n_mpis; i++) {
    struct tn_mpi_prediction prediction;
    tn_mpi_predict(&tn_mpis[i], facts, n_ranks, &prediction);
    cr_assert(*prediction.why);
    cr_assert(!prediction.breaks ||
              (prediction.remedy && strstr(prediction.remedy, tn_mpis[i].without_cma)));
    g_string_append_printf(text, "%s%s%s%s", i ? " " : "", tn_mechanism_names[prediction.mechanism],
                           prediction.breaks ? "!" : "", rooms[prediction.room]);
    tn_mpi_prediction_clear(&prediction);
  }
  return g_string_free(text, FALSE);
}

static void expect(const struct tn_facts *facts, const char *wanted)
{
  g_autofree char *found = fates(facts, 16);
  cr_expect_str_eq(found, wanted, "ptrace_scope %d: %s, not %s", facts->ptrace_scope, found,
                   wanted);
}

/* Open MPI 4.1, 5.0, 6.0; MPICH 4.0, 4.2, 4.3, 5.0; UCX. */
Test(doctor, yama)
{
  static const struct {
    int scope;
    uint64_t capabilities;
    const char *wanted;
  } cases[] = {
    { TN_NO_YAMA, 0, "cma cma cma cico cico cico cma cma" },
    { 0, 0, "cma cma cma cico cico cico cma cma" },
    { 1, 0, "cma cma cma cico cico cico cico cma" },
    { 2, 0, "cma! cma! cma! cico cico cico cico cico" },
    { 3, 0, "cma! cma! cma! cico cico cico cico cico" },
    { 0, SYS_PTRACE, "cma cma cma cico cico cico cma cma" },
    { 1, SYS_PTRACE | 1, "cma cma cma cico cico cico cico cma" },
    { 2, SYS_PTRACE | 1, "cma cma cma cico cico cico cico cma" },
    { 3, SYS_PTRACE | 1, "cma! cma! cma! cico cico cico cico cico" },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    const struct tn_facts f = with_yama(cases[i].scope, cases[i].capabilities);
    expect(&f, cases[i].wanted);
  }
}

/* UCX masks the set with the number of the capability: CAP_CHOWN is enough. */
Test(doctor, ucx_mistakes_a_capability)
{
  const struct tn_facts f = with_yama(2, 1);
  expect(&f, "cma! cma! cma! cico cico cico cico cma!");
}

/* The result of a try precedes the expectation from Yama. */
Test(doctor, filters)
{
  struct tn_facts f = with_filter(EPERM, EPERM);
  expect(&f, "cma! cico cico cico cico cico cma! cico");
  cr_expect_eq(tn_facts_obstacle(&f, false), TN_OBSTACLE_SECCOMP);
  cr_expect(strstr(tn_obstacle_remedy(&f, false), "--cap-add SYS_PTRACE") != NULL);
  f = with_filter(ENOSYS, 0);
  expect(&f, "cma! cma! cma! cico cico cico cma! cico");
  cr_expect_eq(tn_facts_obstacle(&f, true), TN_OBSTACLE_SECCOMP);
  f = with_filter(TN_WAS_KILLED, TN_WAS_KILLED);
  expect(&f, "cma! cico cico cico cico cico cma! cico");
  f.seccomp = TN_SECCOMP_NONE;
  f.read = f.read_asked = ENOSYS;
  cr_expect_eq(tn_facts_obstacle(&f, true), TN_OBSTACLE_KERNEL);
}

/* Docker's profile since 4.8: copies are allowed, kcmp needs the capability. */
Test(doctor, kcmp_alone)
{
  const struct tn_facts f = with_filter(0, EPERM);
  struct tn_mpi_prediction prediction;
  expect(&f, "cma cico cico cico cico cico cma cma");
  tn_mpi_predict(&tn_mpis[1], &f, 2, &prediction);
  cr_expect(prediction.remedy && strstr(prediction.remedy, "kcmp"));
  tn_mpi_prediction_clear(&prediction);
}

Test(doctor, devices)
{
  struct tn_facts f = open_machine();
  f.xpmem = 0;
  expect(&f, "xpmem xpmem xpmem xpmem xpmem xpmem xpmem xpmem");
  f.knem = 0;
  expect(&f, "xpmem xpmem xpmem xpmem xpmem xpmem xpmem knem");
  f.xpmem = EACCES;
  expect(&f, "cma cma cma cico cico cico cma knem");
  f.ptrace_scope = 1;
  f.ask = EPERM;
  expect(&f, "knem knem knem cico cico cico cico knem");
}

/* 16 ranks: slightly more than 64 MiB for Open MPI, 68 for MPICH 4.0, 16 and 8 for later ones; UCX
 * fills its segments at once. */
Test(doctor, shared_memory)
{
  struct tn_facts f = open_machine();
  f.shm_bytes = f.shm_free = INT64_C(64) << 20;
  expect(&f, "cma~ cma~ cma~ cico~ cico cico cma cma#");
  f.shm_free = INT64_C(4) << 20;
  expect(&f, "cma# cma# cma# cico# cico~ cico~ cma~ cma#");
  f.xpmem = 0; /* Open MPI's segments are anonymous then */
  expect(&f, "xpmem xpmem xpmem xpmem# xpmem~ xpmem~ xpmem~ xpmem#");
  f.shm_free = TN_NOT_KNOWN;
  expect(&f, "xpmem xpmem xpmem xpmem xpmem xpmem xpmem xpmem");
}

/* Returns the row named `what`. */
static const struct tn_advice *find(const GPtrArray *all, const char *what)
{
  guint i = 0;
  while (i < all->len && strcmp(((const struct tn_advice *)all->pdata[i])->what, what) != 0)
    i++;
  cr_assert_lt(i, all->len, "no %s", what);
  return all->pdata[i];
}

Test(doctor, findings)
{
  struct tn_facts f = with_yama(1, 0);
  f.shm_free = f.shm_bytes = INT64_C(1) << 20;
  f.cpu_limit = 2.5;
  g_autoptr(GPtrArray) machine = tn_findings_of_machine(&f, 16);
  g_autoptr(GPtrArray) libraries = tn_findings_of_libraries(&f, 16);
  cr_expect_eq(find(machine, "ptrace_scope")->severity, TN_SEVERITY_NOTE);
  cr_expect_eq(find(machine, "process_vm_readv")->severity, TN_SEVERITY_NOTE);
  cr_expect(strstr(find(machine, "process_vm_readv")->value, "works after PR_SET_PTRACER") != NULL);
  cr_expect_eq(find(machine, "processors")->severity, TN_SEVERITY_PROBLEM);
  cr_expect(strstr(find(machine, "processors")->meaning, "2 ranks fit") != NULL);
  cr_expect_eq(libraries->len, (guint)tn_n_mpis);
  cr_expect_eq(find(libraries, "ompi-5.0")->severity, TN_SEVERITY_PROBLEM);
  cr_expect(strstr(find(libraries, "ompi-5.0")->remedy, "--shm-size=128m") != NULL);
  cr_expect(strstr(find(libraries, "mpich-4.2")->meaning, "/dev/shm has 1.0 MiB, for 1 of them") !=
            NULL);
  cr_expect(strstr(find(libraries, "mpich-5.0")->remedy, "ptrace_scope=0") != NULL);
}

Test(doctor, nothing_known)
{
  struct tn_facts f;
  tn_facts_init(&f);
  g_autoptr(GPtrArray) machine = tn_findings_of_machine(&f, 1);
  expect(&f, "cma cma cma cico cico cico cma cma");
  cr_expect_eq(tn_facts_ranks(&f), 1);
  for (guint i = 0; i < machine->len; i++)
    cr_expect(((const struct tn_advice *)machine->pdata[i])->value != NULL);
}

/* Detection of facts. */

static void put(const char *root, const char *path, const char *text)
{
  g_autofree char *name = g_build_filename(root, path, NULL);
  g_autofree char *folder = g_path_get_dirname(name);
  cr_assert_eq(g_mkdir_with_parents(folder, 0700), 0);
  cr_assert(g_file_set_contents(name, text, -1, NULL));
}

static void remove_tree(const char *path)
{
  GDir *dir = g_dir_open(path, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name(dir));) {
    g_autofree char *inner = g_build_filename(path, name, NULL);
    remove_tree(inner);
  }
  if (dir)
    g_dir_close(dir);
  g_remove(path);
}

Test(doctor, gathers_below_a_root)
{
  g_autofree char *root = g_dir_make_tmp("doctor-XXXXXX", NULL);
  struct tn_facts f;
  GError *error = NULL;
  cr_assert(!tn_facts_gather(root, &f, &error));
  cr_expect(strstr(error->message, root) != NULL);
  g_clear_error(&error);
  put(root, "proc/sys/kernel/osrelease", "6.1.0-13-amd64\n");
  put(root, "proc/sys/kernel/yama/ptrace_scope", "2\n");
  put(root, "proc/self/status",
      "Name:\tx\nUid:\t1000\t1001\t1000\t1000\nCapEff:\t00000000a80425fb\n"
      "NoNewPrivs:\t1\nSeccomp:\t2\n");
  put(root, "proc/self/uid_map", "         0     100000      65536\n");
  put(root, "proc/meminfo",
      "MemTotal: 100 kB\nMemAvailable:  2048 kB\nHugePages_Free:  3\n"
      "Hugepagesize:    2048 kB\n");
  put(root, "proc/sys/vm/nr_hugepages", "4\n");
  put(root, "sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  put(root, "proc/self/cgroup", "0::/a/b\n");
  put(root, "sys/fs/cgroup/a/b/memory.max", "max\n");
  put(root, "sys/fs/cgroup/a/memory.max", "1073741824\n");
  put(root, "sys/fs/cgroup/a/b/cpu.max", "250000 100000\n");
  put(root, "sys/fs/cgroup/a/cpu.max", "max 100000\n");
  put(root, "dev/xpmem", "");
  put(root, "sys/class/infiniband/mlx5_0/node_type", "1: CA\n");
  cr_assert(tn_facts_gather(root, &f, &error), "%s", error ? error->message : "");
  remove_tree(root);
  cr_expect_str_eq(f.kernel, "6.1.0-13-amd64");
  cr_expect_eq(f.ptrace_scope, 2);
  cr_expect_eq(f.user, 1001);
  cr_expect_eq(f.capabilities, UINT64_C(0xa80425fb));
  cr_expect(!tn_facts_may_trace(&f));
  cr_expect_eq(f.seccomp, TN_SECCOMP_FILTER);
  cr_expect_eq(f.no_new_privileges, 1);
  cr_expect_eq(f.user_namespace, 1);
  cr_expect_eq(f.root_outside, 100000);
  cr_expect_eq(f.memory, INT64_C(2) << 20);
  cr_expect_eq(f.huge_pages, 4);
  cr_expect_eq(f.huge_pages_free, 3);
  cr_expect_str_eq(f.thp, "madvise");
  cr_expect_str_eq(f.shmem_thp, "");
  cr_expect_eq(f.memory_limit, INT64_C(1) << 30);
  cr_expect_float_eq(f.cpu_limit, 2.5, 0.0);
  cr_expect_eq(f.xpmem, 0);
  cr_expect_eq(f.knem, ENOENT);
  cr_expect(f.has_mlx);
  cr_expect_eq(f.shm_bytes, TN_NOT_KNOWN);
  cr_expect_eq(f.read, TN_NOT_TRIED);
}

/* A file of Yama with unknown content differs from a missing one. */
Test(doctor, ptrace_scope_that_cannot_be_read)
{
  static const char *const texts[] = { "", "strict\n", "4\n", "99999999999\n" };
  for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *root = g_dir_make_tmp("doctor-XXXXXX", NULL);
    struct tn_facts f;
    put(root, "proc/sys/kernel/osrelease", "6.1.0\n");
    put(root, "proc/sys/kernel/yama/ptrace_scope", texts[i]);
    cr_assert(tn_facts_gather(root, &f, NULL));
    remove_tree(root);
    cr_expect_eq(f.ptrace_scope, TN_NOT_KNOWN, "%s", texts[i]);
  }
}

Test(doctor, groups_of_version_1)
{
  g_autofree char *root = g_dir_make_tmp("doctor-XXXXXX", NULL);
  struct tn_facts f;
  put(root, "proc/sys/kernel/osrelease", "4.18.0\n");
  put(root, "proc/self/cgroup", "4:memory:/job/1\n2:cpu,cpuacct:/job\n");
  put(root, "sys/fs/cgroup/memory/job/1/memory.limit_in_bytes", "9223372036854771712\n");
  put(root, "sys/fs/cgroup/memory/job/memory.limit_in_bytes", "4096\n");
  put(root, "sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "300000\n");
  put(root, "sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
  put(root, "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  cr_assert(tn_facts_gather(root, &f, NULL));
  remove_tree(root);
  cr_expect_eq(f.ptrace_scope, TN_NO_YAMA);
  cr_expect_eq(f.memory_limit, 4096);
  cr_expect_float_eq(f.cpu_limit, 3.0, 0.0);
}

/* Applies `action` to copies between processes, in this process and its children. */
static void filter_copies(unsigned action)
{
  struct sock_filter code[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, action),
  };
  const struct sock_fprog program = { G_N_ELEMENTS(code), code };
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    cr_skip_test("no filter of system calls: %s", g_strerror(errno));
}

Test(doctor, tries_against_a_refusing_filter)
{
  struct tn_facts f;
  tn_facts_init(&f);
  filter_copies(SECCOMP_RET_ERRNO | ENOSYS);
  tn_facts_try(&f);
  cr_expect_eq(f.read, ENOSYS);
  cr_expect_eq(f.read_asked, ENOSYS);
  cr_expect_eq(f.write_self, 0);
}

Test(doctor, tries_against_a_killing_filter)
{
  struct tn_facts f;
  tn_facts_init(&f);
  filter_copies(SECCOMP_RET_KILL);
  tn_facts_try(&f);
  cr_expect_eq(f.read, TN_WAS_KILLED);
  cr_expect_eq(f.read_asked, TN_WAS_KILLED);
}

/* Without Yama and filters nothing restricts processes of one user. */
Test(doctor, this_machine)
{
  struct tn_facts f;
  cr_assert(tn_facts_gather(NULL, &f, NULL));
  cr_expect_geq(f.cores, 1);
  if (f.ptrace_scope != TN_NO_YAMA || f.seccomp != TN_SECCOMP_NONE)
    cr_skip_test("ptrace_scope %d, seccomp %d", f.ptrace_scope, f.seccomp);
  cr_expect_eq(f.read, 0);
  cr_expect_eq(f.read_asked, 0);
  cr_expect_eq(f.write_self, 0);
}
