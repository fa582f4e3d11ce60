/* For the tests of real processes: places for any number of ranks on whatever this machine has. */
#ifndef TN_TESTS_REAL_MACHINE_H
#define TN_TESTS_REAL_MACHINE_H

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "real/processes.h"

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

static inline int real_entries(const char *folder)
{
  DIR *dir = opendir(folder);
  int n = 0;
  while (dir && readdir(dir))
    n++;
  if (dir)
    closedir(dir);
  return n;
}

#endif
