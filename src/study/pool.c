/* A worker process runs tasks of one platform only, because SimGrid allows one engine per
 * process. */
#include <errno.h>
#include <gio/gio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "case.h"
#include "platform/quantity.h"
#include "worker.h"

/* Largest number of tasks that a worker gets at once. */
enum { MAX_CHUNK = 64 };

/* Milliseconds to wait for an answer before the pool checks the workers and asks the caller whether
 * to continue. */
enum { TICK_MS = 500 };

struct worker {
  pid_t pid; /* 0: no process */
  int fd;
  const struct tn_platform *platform;
  bool is_given_up;      /* true if no process can be started for this worker */
  struct tn_order order; /* tasks that the worker has not answered; each answer advances `first` */
};

struct pool {
  const struct tn_tasks *tasks;
  tn_task_done known;
  void *learner;
  struct worker workers[TN_MAX_JOBS];
  int n_workers;
  GArray *again;  /* struct tn_order: remaining tasks of workers that have died */
  guint8 *killed; /* [tasks] 1 if a worker was killed while it ran the task */
  guint next;     /* lowest task that no worker has received */
  double left;    /* total cost of the tasks from `next` on */
  guint n_known, n_steps;
  GError *error; /* reason why no worker can be started */
};

static const struct tn_platform *platform_of(const struct tn_tasks *tasks, guint i)
{
  return tasks->platform_of ? tasks->platform_of(tasks->data, i) : tasks->platform;
}

/* Stops a worker and returns its exit status. shutdown() ends an idle worker even if later workers
 * have inherited the socket. */
static int stop_worker(struct worker *w)
{
  shutdown(w->fd, SHUT_RDWR);
  close(w->fd);
  const int status = tn_process_reap(w->pid);
  w->pid = 0;
  return status;
}

static double cost_of(const struct tn_tasks *tasks, guint i)
{
  return tasks->cost ? tasks->cost(tasks->data, i) : 1.0;
}

/* Finds the next tasks for an idle worker, all of one platform; tasks of dead workers come
 * first. */
static bool next_order(struct pool *pool, struct tn_order *ret)
{
  const struct tn_tasks *tasks = pool->tasks;
  if (pool->again->len > 0) {
    *ret = g_array_index(pool->again, struct tn_order, pool->again->len - 1);
    g_array_set_size(pool->again, pool->again->len - 1);
    return true;
  }
  if (pool->next >= tasks->n)
    return false;
  const guint first = pool->next, most = MIN(first + MAX_CHUNK, tasks->n);
  const double fair = pool->left / (4 * pool->n_workers);
  const struct tn_platform *platform = platform_of(tasks, first);
  double cost = 0.0;
  *ret = (struct tn_order){ .first = first };
  for (guint i = first; i < most && platform_of(tasks, i) == platform; i++) {
    const double more = cost_of(tasks, i);
    if (i > first && cost + more > fair)
      break;
    cost += more;
    const size_t data = tasks->carries ? tasks->carries(tasks->data, i) : 0;
    if (data <= tasks->data_limit) /* a task above the limit counts as 0 bytes, because it fails */
      ret->data = MAX(ret->data, data);
    pool->next = i + 1;
  }
  pool->left -= cost;
  ret->end = pool->next;
  return true;
}

/* Reports the outcome of task i to the caller; `why`: reason of a failure, or NULL. */
static void note(struct pool *pool, guint i, const void *result, const char *why)
{
  pool->n_known++;
  pool->known(pool->learner, i, result, why);
}

/* Returns the reason of a task's failure, derived from the worker's exit status. Transfer full. */
static char *why_ended(const struct pool *pool, int status)
{
  const double limit = pool->tasks->limit;
  if (!WIFSIGNALED(status))
    return g_strdup_printf("the simulation ended with status %d", WEXITSTATUS(status));
  if (WTERMSIG(status) != SIGPROF || !(limit > 0))
    return g_strdup_printf("the simulation died: %s", g_strsignal(WTERMSIG(status)));
  g_autofree char *time = tn_format_time(limit);
  return g_strdup_printf("it has not ended within %s of processor time", time);
}

/* Handles a dead worker: its current task fails, other workers get the rest. After a kill (by a
 * user or for lack of memory) the task is retried once. */
static void handle_dead_worker(struct pool *pool, struct worker *w)
{
  const int status = stop_worker(w);
  const guint at = w->order.first;
  g_autofree char *why = why_ended(pool, status);
  if (at == w->order.end)
    return;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !pool->killed[at]) {
    pool->killed[at] = TRUE;
  } else {
    note(pool, at, NULL, why);
    w->order.first++;
  }
  if (w->order.first < w->order.end)
    g_array_append_val(pool->again, w->order);
}

/* Gives up a worker whose process cannot be started. Other workers run its tasks; without others
 * the run fails. */
static void give_up(struct pool *pool, struct worker *w, const struct tn_order *order,
                    const char *why)
{
  if (w->pid)
    stop_worker(w);
  w->is_given_up = true;
  g_array_append_val(pool->again, *order);
  w->order.first = w->order.end = 0;
  bool has_workers = false;
  for (int i = 0; i < pool->n_workers; i++)
    has_workers = has_workers || pool->workers[i].pid;
  if (!has_workers && !pool->error)
    g_set_error(&pool->error, G_IO_ERROR, G_IO_ERROR_FAILED,
                "no worker process could be started: %s", why);
}

/* Receives a worker's answer and handles it. If no answer can be received, the worker has died. */
static void take_answer(struct pool *pool, struct worker *w)
{
  struct tn_answer answer = { .length = 0 };
  const bool has_answered = tn_worker_receive(w->fd, &answer, sizeof answer);
  /* one byte more than received, to terminate a text */
  g_autofree char *bytes = g_malloc0(answer.length + 1);
  if (!has_answered || !tn_worker_receive(w->fd, bytes, answer.length)) {
    handle_dead_worker(pool, w);
    return;
  }
  pool->n_steps += answer.n_steps;
  if (answer.kind == TN_ANSWER_STEPS)
    return;
  if (answer.kind == TN_ANSWER_UNFIT) {
    give_up(pool, w, &w->order, bytes);
    return;
  }
  const bool has_result = answer.kind == TN_ANSWER_RESULT;
  w->order.first = answer.task + 1;
  note(pool, answer.task, has_result ? bytes : NULL, has_result ? NULL : bytes);
}

/* Gives an idle worker its next tasks; if these have another platform, they run in a new
 * process. */
static void feed(struct pool *pool, struct worker *w)
{
  struct tn_order order;
  if (w->is_given_up || (w->pid && w->order.first < w->order.end) || !next_order(pool, &order))
    return;
  size_t used = 0; /* bytes of data that the tasks of the other workers hold */
  for (int i = 0; i < pool->n_workers; i++) {
    const struct worker *other = &pool->workers[i];
    if (other->pid && other->order.first < other->order.end)
      used += other->order.data;
  }
  if (order.data > pool->tasks->data_limit - used) {
    g_array_append_val(pool->again, order);
    return;
  }
  const struct tn_platform *platform = platform_of(pool->tasks, order.first);
  if (w->pid && w->platform != platform)
    stop_worker(w);
  if (!w->pid)
    w->pid = tn_worker_start(pool->tasks, platform, &w->fd);
  if (!w->pid) {
    give_up(pool, w, &order, g_strerror(errno));
    return;
  }
  w->platform = platform;
  w->order = order;
  if (!tn_worker_send(w->fd, &order, sizeof order))
    handle_dead_worker(pool, w);
}

/* Waits for workers' answers. Polls only workers with tasks: poll() refuses more entries than the
 * limit of open files. */
static void wait_answers(struct pool *pool)
{
  struct pollfd polls[TN_MAX_JOBS];
  struct worker *of[TN_MAX_JOBS];
  nfds_t n = 0;
  for (int i = 0; i < pool->n_workers; i++) {
    if (!pool->workers[i].pid)
      continue;
    polls[n] = (struct pollfd){ .fd = pool->workers[i].fd, .events = POLLIN };
    of[n++] = &pool->workers[i];
  }
  /* The timeout also ends the wait if a signal came just before poll(). */
  const int got = poll(polls, n, TICK_MS);
  /* Continues stopped workers, because a worker that a signal has stopped would block the run. */
  for (nfds_t i = 0; got == 0 && i < n; i++) {
    siginfo_t info = { 0 };
    const pid_t pid = of[i]->pid;
    if (waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid == pid)
      kill(pid, SIGCONT);
  }
  for (nfds_t i = 0; got > 0 && i < n; i++)
    if (polls[i].revents)
      take_answer(pool, of[i]);
}

static bool may_continue(struct pool *pool)
{
  const struct tn_tasks *tasks = pool->tasks;
  return !pool->error && pool->n_known < tasks->n &&
         (!tasks->may_continue || tasks->may_continue(tasks->data, pool->n_steps));
}

bool tn_pool_run(const struct tn_tasks *tasks, tn_task_done known, void *learner, GError **error)
{
  struct pool *pool = g_new0(struct pool, 1);
  pool->tasks = tasks;
  pool->known = known;
  pool->learner = learner;
  pool->n_workers = (int)MIN((guint)CLAMP(tasks->jobs, 1, TN_MAX_JOBS), tasks->n);
  pool->again = g_array_new(FALSE, FALSE, sizeof(struct tn_order));
  pool->killed = g_new0(guint8, tasks->n + 1);
  for (guint i = 0; i < tasks->n; i++)
    pool->left += cost_of(tasks, i);
  for (guint i = 0; i < tasks->n && !pool->error; i++)
    /* loads each platform once, before any worker is forked */
    tn_sim_load(platform_of(tasks, i), &pool->error);
  while (may_continue(pool)) {
    for (int i = 0; i < pool->n_workers && !pool->error; i++)
      feed(pool, &pool->workers[i]);
    if (pool->n_known < tasks->n && !pool->error)
      wait_answers(pool);
  }
  for (int i = 0; i < pool->n_workers; i++) {
    if (!pool->workers[i].pid)
      continue;
    kill(pool->workers[i].pid, SIGKILL);
    stop_worker(&pool->workers[i]);
  }
  const bool ok = !pool->error;
  if (pool->error)
    g_propagate_error(error, pool->error);
  g_array_unref(pool->again);
  g_free(pool->killed);
  g_free(pool);
  return ok;
}

struct gathered {
  unsigned char *results;
  size_t result_bytes;
  guint n_known, failed;
  /* error of task `failed`, the failed task with the lowest number; NULL if none failed */
  char *why;
};

static void gather(void *learner, guint i, const void *result, const char *why)
{
  struct gathered *all = (struct gathered *)learner;
  all->n_known++;
  if (result) {
    memcpy(all->results + i * all->result_bytes, result, all->result_bytes);
  } else if (!all->why || i < all->failed) {
    all->failed = i;
    g_free(all->why);
    all->why = g_strdup(why);
  }
}

bool tn_pool_gather(const struct tn_tasks *tasks, void *results, GError **error)
{
  struct gathered all = { .results = results, .result_bytes = tasks->result_bytes };
  const bool ok = tn_pool_run(tasks, gather, &all, error) && all.n_known == tasks->n;
  g_autofree char *why = all.why;
  if (ok && why)
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, why);
  return ok && !why;
}
