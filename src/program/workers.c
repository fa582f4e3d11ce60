#include "workers.h"

#include <errno.h>
#include <gio/gio.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/sim.h"

#define TICK_US 20000

enum task_state { TASK_WAITS, TASK_RUNS, TASK_DONE, TASK_FAILED };

struct task {
  _Atomic int state;
  char message[400];
};

/* At the begin of the shared memory; results and tasks follow. */
struct shared {
  _Atomic guint next, steps;
};

static struct shared *steps_of; /* of the process that runs tasks */

void tn_workers_step(void)
{
  if (steps_of)
    atomic_fetch_add(&steps_of->steps, 1);
}

struct area {
  struct shared *shared;
  struct task *tasks;
  unsigned char *results;
  size_t bytes;
};

static bool area_map(const struct tn_workers *w, struct area *ret, GError **error)
{
  const size_t head = 64, results = w->result_bytes * w->n;
  ret->bytes = head + results + sizeof(struct task) * w->n;
  void *all = mmap(NULL, ret->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "no memory for the results of %u tasks: %s",
                w->n, g_strerror(errno));
    return false;
  }
  ret->shared = (struct shared *)all;
  ret->results = (unsigned char *)all + head;
  ret->tasks = (struct task *)(void *)(ret->results + results);
  return true;
}

static void work(const struct tn_workers *w, const struct area *area)
{
  g_autoptr(GError) unfit = NULL;
  const bool ready = tn_sim_init(w->platform, &unfit);
  signal(SIGINT, SIG_IGN); /* SimGrid has set handlers of its own */
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  steps_of = area->shared;
  for (guint i; (i = atomic_fetch_add(&area->shared->next, 1)) < w->n;) {
    struct task *task = &area->tasks[i];
    g_autoptr(GError) error = NULL;
    atomic_store(&task->state, TASK_RUNS);
    const bool ok = ready && w->run(w->data, i, area->results + i * w->result_bytes, &error);
    if (!ok)
      g_strlcpy(task->message,
                error   ? error->message
                : unfit ? unfit->message
                        : "failed",
                sizeof task->message);
    atomic_store(&task->state, ok ? TASK_DONE : TASK_FAILED);
  }
}

static pid_t start(const struct tn_workers *w, const struct area *area)
{
  const pid_t parent = getpid();
  fflush(NULL);
  const pid_t pid = fork();
  if (pid != 0)
    return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == parent)
    work(w, area);
  _exit(0);
}

static void end_all(const pid_t *pids, int n)
{
  for (int i = 0; i < n; i++)
    if (pids[i])
      kill(pids[i], SIGKILL);
}

/* Waits for all workers; false when the watcher ended them. */
static bool await(const struct tn_workers *w, const struct area *area, pid_t *pids, int n)
{
  bool goes_on = true;
  int left = n;
  while (left > 0) {
    int reaped = 0;
    for (int i = 0; i < n; i++) {
      int status = 0;
      const pid_t got = pids[i] ? waitpid(pids[i], &status, WNOHANG) : 0;
      /* ECHILD: who started this process has it ignore the ends of its children. */
      if (got == 0 || (got < 0 && errno != ECHILD))
        continue;
      pids[i] = 0;
      reaped++;
      if (got > 0 && WIFSIGNALED(status))
        end_all(pids, n);
    }
    left -= reaped;
    const guint done = atomic_load(&area->shared->steps);
    if (goes_on && w->goes_on && !w->goes_on(w->watcher, MIN(done, w->n_steps), w->n_steps)) {
      goes_on = false;
      end_all(pids, n);
    }
    if (left > 0 && reaped == 0)
      g_usleep(TICK_US);
  }
  return goes_on;
}

static bool conclude(const struct tn_workers *w, const struct area *area, GError **error)
{
  for (guint i = 0; i < w->n; i++) {
    const struct task *task = &area->tasks[i];
    const int state = atomic_load(&task->state);
    if (state == TASK_DONE)
      continue;
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s",
                state == TASK_FAILED ? task->message : "a simulation's process died");
    return false;
  }
  return true;
}

bool tn_workers_run(const struct tn_workers *w, void *results, GError **error)
{
  struct area area;
  const int n = (int)MIN((guint)MAX(w->jobs, 1), w->n);
  g_autofree pid_t *pids = g_new0(pid_t, n + 1);
  int started = 0;
  if (!tn_sim_load(error) || !area_map(w, &area, error))
    return false;
  while (started < n && (pids[started] = start(w, &area)) > 0)
    started++;
  bool ok = started > 0 || n == 0;
  if (!ok)
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "no worker process could be started: %s",
                g_strerror(errno));
  ok = ok && await(w, &area, pids, started) && conclude(w, &area, error);
  if (ok)
    memcpy(results, area.results, w->result_bytes * w->n);
  munmap(area.shared, area.bytes);
  return ok;
}
