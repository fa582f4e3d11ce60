/* Tries the system calls that MPI libraries use between ranks. Each attempt has its own process,
 * because a seccomp filter may kill it, and permissions for tracers must not remain. */
#include <errno.h>
#include <linux/kcmp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "host_facts.h"

/* Variable that the processes access; its address is the same in all of them. */
static char mark = 1;

static int read_peer(pid_t owner)
{
  char byte;
  const struct iovec own = { &byte, 1 }, theirs = { &mark, 1 };
  return process_vm_readv(owner, &own, 1, &theirs, 1, 0) == 1 ? 0 : errno;
}

static int write_self(pid_t owner)
{
  char byte = 1;
  const struct iovec own = { &byte, 1 }, theirs = { &mark, 1 };
  (void)owner;
  return process_vm_writev(getpid(), &own, 1, &theirs, 1, 0) == 1 ? 0 : errno;
}

static int compare(pid_t owner)
{
  return syscall(SYS_kcmp, getpid(), owner, KCMP_VM, 0, 0) < 0 ? errno : 0;
}

static int ask(pid_t owner)
{
  (void)owner;
  return prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0) == 0 ? 0 : errno;
}

/* Runs `try` in a process of its own and returns its outcome. */
static int attempt(int (*try)(pid_t owner), pid_t owner)
{
  const pid_t pid = tn_process_fork();
  if (pid == 0)
    _exit(try(owner));
  if (pid < 0)
    return TN_NOT_TRIED;
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return TN_NOT_TRIED;
  return WIFEXITED(status) ? WEXITSTATUS(status) : TN_WAS_KILLED;
}

/* Writes a byte to the pipe `told` when the process is ready, and waits until it is killed. */
static _Noreturn void own(int told, bool asks, pid_t parent)
{
  const char ready = 1;
  tn_process_die_with(parent);
  if (asks)
    ask(0);
  if (write(told, &ready, 1) == 1)
    for (;;)
      pause();
  _exit(1);
}

/* Starts a process whose memory other processes try to read. Returns -1 on failure. */
static pid_t owner_new(bool asks)
{
  int ends[2];
  char ready;
  const pid_t parent = getpid();
  if (pipe(ends) != 0)
    return -1;
  pid_t pid = tn_process_fork();
  if (pid == 0)
    own(ends[1], asks, parent);
  close(ends[1]);
  /* If prctl() causes the death of the process, the pipe ends without a byte. */
  if (pid > 0 && read(ends[0], &ready, 1) != 1) {
    tn_process_reap(pid);
    pid = -1;
  }
  close(ends[0]);
  return pid;
}

static void owner_free(pid_t owner)
{
  kill(owner, SIGKILL);
  tn_process_reap(owner);
}

void tn_facts_try(struct tn_facts *facts)
{
  const pid_t plain = owner_new(false);
  facts->write_self = attempt(write_self, 0);
  facts->ask = attempt(ask, 0);
  if (plain > 0) {
    facts->read = attempt(read_peer, plain);
    facts->compare = attempt(compare, plain);
    owner_free(plain);
  }
  const pid_t asking = owner_new(true);
  if (asking > 0) {
    facts->read_asked = attempt(read_peer, asking);
    owner_free(asking);
  }
}
