#include "process.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t forks = PTHREAD_MUTEX_INITIALIZER;

void tn_process_hold_forks(void)
{
  pthread_mutex_lock(&forks);
}

void tn_process_release_forks(void)
{
  pthread_mutex_unlock(&forks);
}

pid_t tn_process_fork(void)
{
  tn_process_hold_forks();
  const pid_t pid = fork();
  tn_process_release_forks(); /* both the parent and the child release the lock */
  return pid;
}

void tn_process_die_with(pid_t parent)
{
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
}

void tn_process_leave_signals(void)
{
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
}

int tn_process_reap(pid_t child)
{
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  return status;
}
