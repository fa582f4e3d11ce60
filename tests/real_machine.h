/* For the tests of real processes: places for any number of ranks on whatever this machine has. */
#ifndef TN_TESTS_REAL_MACHINE_H
#define TN_TESTS_REAL_MACHINE_H

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "real/processes.h"

#ifdef __SANITIZE_ADDRESS__
#define REAL_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define REAL_SANITIZED 1
#endif
#endif
#ifndef REAL_SANITIZED
#define REAL_SANITIZED 0
#endif

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

/* Children of this process that are still there, zombies too. */
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

/* Entries of a folder whose names begin so; others use some folders at the same time. */
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

#endif
