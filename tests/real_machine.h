/* Places for any number of ranks on this machine, for tests of real processes. */
#ifndef TN_TESTS_REAL_MACHINE_H
#define TN_TESTS_REAL_MACHINE_H

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "real/processes.h"
#include "real/xpmem.h"
#include "sanitizer.h"

struct real_machine {
  struct tn_platform *platform;
  struct tn_host *host;
};

static inline struct real_machine real_machine_new(void)
{
  GError *error = NULL;
  struct real_machine m = { tn_platform_host(&error), NULL };
  cr_assert_not_null(m.platform, "%s", error ? error->message : "");
  m.host = tn_host_new(&error);
  cr_assert_not_null(m.host, "%s", error ? error->message : "");
  return m;
}

static inline void real_machine_free(struct real_machine *m)
{
  tn_host_free(m->host);
  tn_platform_free(m->platform);
}

/* Uses xpmem_stand_in.c as XPMEM in this process. Skips the test if it was not built. */
static inline void real_use_stand_in(void)
{
  const char *library = getenv("TN_XPMEM_STAND_IN");
  if (!library)
    cr_skip_test("skipped, because TN_XPMEM_STAND_IN does not name the stand-in for XPMEM");
  tn_xpmem_use(library, "/dev/null");
}

/* Counts the child processes, including zombies. */
static inline int real_children(void)
{
  char path[64];
  int n = 0;
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  FILE *file = fopen(path, "r");
  int pid;
  while (file && fscanf(file, "%d", &pid) == 1)
    n++;
  if (file)
    fclose(file);
  return n;
}

/* Counts the entries of a folder with that prefix; other processes use some folders at the same time. */
static inline int real_entries(const char *folder, const char *prefix)
{
  DIR *dir = opendir(folder);
  const struct dirent *entry;
  int n = 0;
  while (dir && (entry = readdir(dir)))
    n += g_str_has_prefix(entry->d_name, prefix);
  if (dir)
    closedir(dir);
  return n;
}

/* Makes process_vm_readv and process_vm_writev fail in this process and its children. */
static inline void real_deny_copies(int why)
{
  struct sock_filter rules[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((unsigned)why & SECCOMP_RET_DATA)),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = { sizeof rules / sizeof rules[0], rules };
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    cr_skip_test("skipped, because no filter of system calls can be set: %s", strerror(errno));
}

#endif
