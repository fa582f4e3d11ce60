#include "host_facts.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/mechanism.h"
#include "platform/platform.h"
#include "processes.h"

/* In control groups of version 1, a value of at least this means "no limit". */
#define UNLIMITED (INT64_C(1) << 60)

/* Returns the text of a file below root; NULL if it cannot be read. Transfer full. */
static char *text_of(const char *root, const char *path)
{
  g_autofree char *name = g_build_filename(root, path, NULL);
  char *text = NULL;
  return g_file_get_contents(name, &text, NULL, NULL) ? g_strstrip(text) : NULL;
}

/* Returns the whole number at the beginning of a file; TN_NOT_KNOWN if there is no file or no
 * number. */
static int64_t number_in(const char *root, const char *path)
{
  g_autofree char *text = text_of(root, path);
  return text && g_ascii_isdigit(*text) ? g_ascii_strtoll(text, NULL, 10) : TN_NOT_KNOWN;
}

/* Returns the text that follows "KEY:" and blanks at the beginning of a line, or NULL. */
static const char *field(const char *text, const char *key)
{
  const size_t n = strlen(key);
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, key, n) == 0 && line[n] == ':')
      return line + n + 1 + strspn(line + n + 1, " \t");
  }
  return NULL;
}

static int64_t field_number(const char *text, const char *key)
{
  const char *value = field(text, key);
  return value && g_ascii_isdigit(*value) ? g_ascii_strtoll(value, NULL, 10) : TN_NOT_KNOWN;
}

static void read_status(const char *root, struct tn_facts *facts)
{
  g_autofree char *text = text_of(root, "proc/self/status");
  const char *set = text ? field(text, "CapEff") : NULL;
  const char *users = text ? field(text, "Uid") : NULL;
  if (!text)
    return;
  facts->has_capabilities = set != NULL;
  facts->capabilities = set ? g_ascii_strtoull(set, NULL, 16) : 0;
  facts->seccomp = (int)field_number(text, "Seccomp");
  facts->no_new_privileges = (int)field_number(text, "NoNewPrivs");
  int real, effective;
  if (users && sscanf(users, "%d %d", &real, &effective) == 2)
    facts->user = effective;
}

/* Reads uid_map's lines "FIRST-INSIDE FIRST-OUTSIDE COUNT". In the machine's own namespace one line
 * maps all users to themselves. */
static void read_user_namespace(const char *root, struct tn_facts *facts)
{
  g_autofree char *text = text_of(root, "proc/self/uid_map");
  if (!text)
    return;
  facts->user_namespace = 1;
  for (const char *line = text; line && *line; line = strchr(line, '\n')) {
    long long inside, outside, count;
    line += *line == '\n';
    if (sscanf(line, "%lld %lld %lld", &inside, &outside, &count) == 3 && inside == 0) {
      facts->root_outside = outside;
      facts->user_namespace = !(outside == 0 && count == 4294967295LL);
    }
  }
}

static void read_yama(const char *root, struct tn_facts *facts)
{
  static const char file[] = "proc/sys/kernel/yama/ptrace_scope";
  enum { STRICTEST = 3 };
  g_autofree char *kernel = g_build_filename(root, "proc/sys/kernel", NULL);
  g_autofree char *path = g_build_filename(root, file, NULL);
  const int64_t scope = number_in(root, file);
  if (scope >= 0 && scope <= STRICTEST)
    facts->ptrace_scope = (int)scope;
  else if (g_file_test(kernel, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_EXISTS))
    facts->ptrace_scope = TN_NO_YAMA;
}

/* Opens a mechanism's device. Returns 0, otherwise errno. */
static int open_device(const char *root, enum tn_mechanism mechanism)
{
  g_autofree char *path = g_build_filename(root, tn_mechanisms[mechanism].device, NULL);
  const int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return errno;
  close(fd);
  return 0;
}

/* Returns true if there is a network adapter with a name like mlx4_0 or mlx5_0. */
static bool has_mlx(const char *root)
{
  g_autofree char *path = g_build_filename(root, "sys/class/infiniband", NULL);
  g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
  const char *name = NULL;
  while (dir && (name = g_dir_read_name(dir)) && !g_str_has_prefix(name, "mlx"))
    continue;
  return name != NULL;
}

/* Stores the word in brackets in ret[16]: "madvise" of "always [madvise] never". */
static void chosen_word(const char *root, const char *path, char *ret)
{
  g_autofree char *text = text_of(root, path);
  char *begin = text ? strchr(text, '[') : NULL, *end = begin ? strchr(begin, ']') : NULL;
  if (!end)
    return;
  *end = '\0';
  g_strlcpy(ret, begin + 1, sizeof((struct tn_facts *)0)->thp);
}

static void read_memory(const char *root, struct tn_facts *facts)
{
  g_autofree char *text = text_of(root, "proc/meminfo");
  const int64_t available = text ? field_number(text, "MemAvailable") : TN_NOT_KNOWN;
  const int64_t huge = text ? field_number(text, "Hugepagesize") : TN_NOT_KNOWN;
  facts->huge_pages = number_in(root, "proc/sys/vm/nr_hugepages");
  facts->huge_pages_free = text ? field_number(text, "HugePages_Free") : TN_NOT_KNOWN;
  facts->memory = available >= 0 ? available << 10 : TN_NOT_KNOWN;
  facts->huge_page_bytes = huge >= 0 ? huge << 10 : TN_NOT_KNOWN;
  chosen_word(root, "sys/kernel/mm/transparent_hugepage/enabled", facts->thp);
  chosen_word(root, "sys/kernel/mm/transparent_hugepage/shmem_enabled", facts->shmem_thp);
}

static void least_memory(const char *root, const char *folder, const char *file,
                         struct tn_facts *facts)
{
  g_autofree char *path = g_build_filename(folder, file, NULL);
  const int64_t limit = number_in(root, path);
  if (limit >= 0 && limit < UNLIMITED &&
      (facts->memory_limit == TN_NOT_KNOWN || limit < facts->memory_limit))
    facts->memory_limit = limit;
}

static void least_processors(double quota, double period, struct tn_facts *facts)
{
  if (quota > 0.0 && period > 0.0 && (facts->cpu_limit <= 0.0 || quota / period < facts->cpu_limit))
    facts->cpu_limit = quota / period;
}

/* Adds the limits of a control group. Files of the other version (1 or 2) are absent. */
static void read_group(const char *root, const char *folder, struct tn_facts *facts)
{
  g_autofree char *max = g_build_filename(folder, "cpu.max", NULL);
  g_autofree char *quota = g_build_filename(folder, "cpu.cfs_quota_us", NULL);
  g_autofree char *period = g_build_filename(folder, "cpu.cfs_period_us", NULL);
  g_autofree char *text = text_of(root, max);
  long long time, of;
  least_memory(root, folder, "memory.max", facts);
  least_memory(root, folder, "memory.limit_in_bytes", facts);
  if (text && sscanf(text, "%lld %lld", &time, &of) == 2)
    least_processors((double)time, (double)of, facts);
  least_processors((double)number_in(root, quota), (double)number_in(root, period), facts);
}

/* Adds the limits of a control group and its ancestors; the smallest applies. In a container the
 * process's group may appear as the outermost one, or its folder may be invisible. */
static void read_branch(const char *root, const char *top, const char *group,
                        struct tn_facts *facts)
{
  g_autofree char *rest = g_strdup(group);
  for (;;) {
    g_autofree char *folder = g_build_filename(top, rest, NULL);
    char *slash = strrchr(rest, '/');
    read_group(root, folder, facts);
    if (!slash)
      return;
    *slash = '\0';
  }
}

/* Reads the control groups from lines "NUMBER:CONTROLLERS:GROUP". The line of version 2 has no
 * controllers. */
static void read_groups(const char *root, struct tn_facts *facts)
{
  g_autofree char *text = text_of(root, "proc/self/cgroup");
  g_auto(GStrv) lines = g_strsplit(text ? text : "", "\n", -1);
  for (int i = 0; lines[i]; i++) {
    g_auto(GStrv) parts = g_strsplit(lines[i], ":", 3);
    if (g_strv_length(parts) != 3)
      continue;
    g_auto(GStrv) controllers = g_strsplit(parts[1], ",", -1);
    if (!*controllers) {
      read_branch(root, "sys/fs/cgroup", parts[2], facts);
      read_branch(root, "sys/fs/cgroup/unified", parts[2], facts);
    }
    for (int c = 0; controllers[c]; c++) {
      g_autofree char *top = g_build_filename("sys/fs/cgroup", controllers[c], NULL);
      read_branch(root, top, parts[2], facts);
    }
  }
}

static void count_processors(struct tn_facts *facts)
{
  cpu_set_t mask;
  struct tn_platform *host = tn_platform_host(NULL);
  if (host) {
    facts->packages = tn_platform_n_packages(host);
    facts->numas = tn_platform_n_numas(host);
    facts->cores = tn_platform_n_cores(host);
    facts->units = tn_platform_n_pus(host);
  }
  tn_platform_free(host);
  if (sched_getaffinity(0, sizeof mask, &mask) == 0)
    facts->affinity = CPU_COUNT(&mask);
}

bool tn_facts_gather(const char *root, struct tn_facts *ret, GError **error)
{
  const char *top = root ? root : "/";
  struct tn_facts facts;
  tn_facts_init(&facts);
  g_autofree char *release = text_of(top, "proc/sys/kernel/osrelease");
  g_strlcpy(facts.kernel, release ? release : "", sizeof facts.kernel);
  read_yama(top, &facts);
  read_status(top, &facts);
  if (!release && !facts.has_capabilities && facts.ptrace_scope == TN_NOT_KNOWN)
    return tn_real_refuse(error, FAILED, "%s: proc cannot be read (is it mounted?)", top);
  read_user_namespace(top, &facts);
  g_autofree char *shm = g_build_filename(top, "dev/shm", NULL);
  struct statvfs info;
  if (statvfs(shm, &info) == 0) {
    facts.shm_refusal = faccessat(AT_FDCWD, shm, W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno;
    facts.shm_bytes = (int64_t)(info.f_blocks * info.f_frsize);
    facts.shm_free = (int64_t)(info.f_bavail * info.f_frsize);
  }
  read_memory(top, &facts);
  read_groups(top, &facts);
  facts.xpmem = open_device(top, TN_XPMEM);
  facts.knem = open_device(top, TN_KNEM);
  facts.has_mlx = has_mlx(top);
  if (!root) {
    count_processors(&facts);
    tn_facts_try(&facts);
  }
  *ret = facts;
  return true;
}
