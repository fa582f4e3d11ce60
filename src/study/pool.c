/* A study is run by worker processes: each handles points of one platform, since SimGrid has one
 * engine a process. */
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/quantity.h"
#include "study.h"

#define MAX_CHUNK 64

/* Longest wait for an answer before the workers and the caller are looked at, milliseconds. */
#define TICK_MS 500

/* What a worker is to do, and what it says of each point: fixed size, written at once. */
struct order {
  guint first, end;
  size_t data; /* bytes that `verify` carries for the largest of the points */
};
struct answer {
  guint point;
  bool ok;
  bool is_unfit; /* the worker could not start the simulator: nothing is known of the point */
  struct tn_sim_result result;
  char message[400];
};

struct worker {
  pid_t pid; /* 0: none */
  int fd;
  const struct tn_platform *platform;
  bool is_given_up;   /* no process can be had for it */
  struct order order; /* first moves on with each answer */
};

struct pool {
  struct tn_study *study;
  struct tn_outcome *outcomes; /* the study's */
  const struct tn_watch *watch;
  struct worker workers[TN_MAX_JOBS];
  int n_workers;
  GArray *again;  /* struct order: left over by workers that died */
  guint8 *killed; /* [n_points]: its worker was killed once */
  guint next;     /* first point never handed out */
  size_t data_limit;
  guint n_known, n_points;
  GError *error; /* why no worker can be had */
};

static const struct tn_platform *platform_of(const struct pool *pool, guint i)
{
  return tn_study_point(pool->study, i)->setup->platform;
}

static bool send_all(int fd, const void *data, size_t length)
{
  return send(fd, data, length, MSG_NOSIGNAL) == (ssize_t)length;
}

/* The signal ends this process when it has spent so many seconds on the processor from now on; 0:
 * never. Waiting does not count: for a processor that others have, or stopped. */
static void limit_time(double seconds)
{
  const double finest = 1e-6;
  seconds = seconds > 0.0 ? MAX(seconds, finest) : 0.0;
  const time_t whole = (time_t)seconds;
  const struct itimerval timer = { .it_value = { whole,
                                                 (suseconds_t)(1e6 * (seconds - (double)whole)) } };
  setitimer(ITIMER_PROF, &timer, NULL);
}

static void run_point(const struct tn_study *study, guint i, struct answer *answer)
{
  const struct tn_point *p = tn_study_point(study, i);
  g_autofree double *delays = tn_point_delays(p);
  const struct tn_sim_point sim = tn_study_sim_point(study, p, delays);
  g_autoptr(GError) error = NULL;
  memset(answer, 0, sizeof(*answer));
  answer->point = i;
  limit_time(tn_study_conditions(study)->point_limit);
  answer->ok = tn_sim_run(&sim, &answer->result, &error);
  limit_time(0.0);
  if (!answer->ok)
    g_strlcpy(answer->message, error ? error->message : "failed", sizeof(answer->message));
}

/* What reaches the whole process group (Ctrl-C, the end of a terminal, timeout) is the parent's to
 * decide: it ends its workers itself. */
static void leave_signals_to_parent(void)
{
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
}

/* The life of a worker: orders in, answers out, until the parent closes the socket. */
static void work(const struct tn_study *study, const struct tn_platform *platform, int fd)
{
  g_autoptr(GError) error = NULL;
  const bool ready = tn_sim_init(platform, &error);
  leave_signals_to_parent(); /* SimGrid has set handlers of its own */
  signal(SIGPROF, SIG_DFL);
  struct order order;
  struct answer answer;
  while (recv(fd, &order, sizeof(order), 0) == (ssize_t)sizeof(order)) {
    for (guint i = order.first; i < order.end; i++) {
      if (ready) {
        run_point(study, i, &answer);
      } else {
        memset(&answer, 0, sizeof(answer));
        answer.point = i;
        answer.is_unfit = true;
        g_strlcpy(answer.message, error->message, sizeof(answer.message));
      }
      if (!send_all(fd, &answer, sizeof(answer)))
        return;
    }
  }
}

/* In the child: no worker outlives the parent, however that ends. */
static void die_with_parent(pid_t parent)
{
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
}

/* A pair of sockets beyond the standard streams: a caller may have closed these, and what is printed
 * would go into the channel. False and errno. */
static bool open_channel(int ends[2])
{
  int given[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, given) != 0)
    return false;
  for (int i = 0; i < 2; i++) {
    ends[i] = fcntl(given[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(given[i]);
  }
  if (ends[0] >= 0 && ends[1] >= 0)
    return true;
  close(MAX(ends[0], ends[1]));
  errno = EMFILE;
  return false;
}

/* SimGrid prints why it dies, to whatever the caller has there. */
static void fall_silent(void)
{
  const int nowhere = open("/dev/null", O_RDWR);
  for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
    if (dup2(nowhere, fd) < 0)
      close(fd);
}

static bool start_worker(struct pool *pool, struct worker *w, const struct tn_platform *platform)
{
  const pid_t parent = getpid();
  int ends[2];
  if (!open_channel(ends))
    return false;
  /* What stdio holds would otherwise be written once more by the child. */
  fflush(NULL);
  const pid_t pid = fork();
  if (pid < 0) {
    const int why = errno;
    close(ends[0]);
    close(ends[1]);
    errno = why;
    return false;
  }
  if (pid == 0) {
    die_with_parent(parent);
    if (tn_study_conditions(pool->study)->mute)
      fall_silent();
    leave_signals_to_parent();
    for (int i = 0; i < pool->n_workers; i++)
      if (pool->workers[i].pid)
        close(pool->workers[i].fd);
    close(ends[0]);
    work(pool->study, platform, ends[1]);
    _exit(0);
  }
  close(ends[1]);
  *w = (struct worker){ .pid = pid, .fd = ends[0], .platform = platform };
  return true;
}

/* Closes the socket, on which an idle worker ends by itself; returns how it ended. */
static int stop_worker(struct worker *w)
{
  int status = 0;
  close(w->fd);
  while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
    continue;
  w->pid = 0;
  return status;
}

/* Skips points that were known before the pool ran. */
static void skip_known(struct pool *pool)
{
  while (pool->next < pool->n_points && pool->outcomes[pool->next].state != TN_PENDING)
    pool->next++;
}

/* What a point carries for `verify`; one that alone is too large fails before it carries any. */
static size_t data_of(const struct pool *pool, guint i)
{
  const struct tn_sim_point sim =
      tn_study_sim_point(pool->study, tn_study_point(pool->study, i), NULL);
  const size_t bytes = sim.verify ? tn_sim_data_bytes(&sim) : 0;
  return bytes <= pool->data_limit ? bytes : 0;
}

/* Whether the order finds room beside what the other workers carry. */
static bool has_room(const struct pool *pool, const struct order *order)
{
  size_t used = 0;
  for (int i = 0; i < pool->n_workers; i++) {
    const struct worker *w = &pool->workers[i];
    if (w->pid && w->order.first < w->order.end)
      used += w->order.data;
  }
  return order->data <= pool->data_limit - used;
}

/* The next piece of work, of one platform; prefers what a dead worker left. */
static bool next_order(struct pool *pool, struct order *ret)
{
  if (pool->again->len > 0) {
    *ret = g_array_index(pool->again, struct order, pool->again->len - 1);
    g_array_set_size(pool->again, pool->again->len - 1);
    return true;
  }
  skip_known(pool);
  if (pool->next >= pool->n_points)
    return false;
  const guint fair = (pool->n_points - pool->next) / (4 * (guint)pool->n_workers);
  const guint most = pool->next + CLAMP(fair, 1, MAX_CHUNK);
  const struct tn_platform *platform = platform_of(pool, pool->next);
  ret->first = pool->next;
  ret->data = 0;
  while (pool->next < most && pool->next < pool->n_points &&
         platform_of(pool, pool->next) == platform &&
         pool->outcomes[pool->next].state == TN_PENDING) {
    ret->data = MAX(ret->data, data_of(pool, pool->next));
    pool->next++;
  }
  ret->end = pool->next;
  return true;
}

/* The point is known now; `why` it failed, NULL when it is done. */
static void tell(struct pool *pool, guint i, const char *why)
{
  pool->outcomes[i].state = why ? TN_FAILED : TN_DONE;
  pool->outcomes[i].message = g_strdup(why);
  pool->n_known++;
  if (pool->watch && pool->watch->known)
    pool->watch->known(pool->watch->data, i);
}

/* Why a worker that ended so has failed the point it was at. Transfer full. */
static char *why_ended(const struct pool *pool, int status)
{
  const double limit = tn_study_conditions(pool->study)->point_limit;
  if (!WIFSIGNALED(status))
    return g_strdup_printf("the simulation ended with status %d", WEXITSTATUS(status));
  if (WTERMSIG(status) != SIGPROF || !(limit > 0))
    return g_strdup_printf("the simulation died: %s", g_strsignal(WTERMSIG(status)));
  g_autofree char *time = tn_format_time(limit);
  return g_strdup_printf("it has not ended within %s of processor time", time);
}

/* A worker that died fails the point it was at; what it had not begun goes to another. One that
 * was killed, by hand or for want of memory, says nothing of its point: that is tried once more. */
static void bury(struct pool *pool, struct worker *w)
{
  const int status = stop_worker(w);
  const guint at = w->order.first;
  g_autofree char *why = why_ended(pool, status);
  if (at == w->order.end)
    return;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !pool->killed[at]) {
    pool->killed[at] = TRUE;
  } else {
    tell(pool, at, why);
    w->order.first++;
  }
  if (w->order.first < w->order.end)
    g_array_append_val(pool->again, w->order);
}

static bool has_workers(const struct pool *pool)
{
  for (int i = 0; i < pool->n_workers; i++)
    if (pool->workers[i].pid)
      return true;
  return false;
}

/* No process is to be had for this worker: the others do its work. Without others it ends here. */
static void give_up(struct pool *pool, struct worker *w, const struct order *order, const char *why)
{
  if (w->pid)
    stop_worker(w);
  w->is_given_up = true;
  w->order.first = w->order.end = 0;
  g_array_append_val(pool->again, *order);
  if (!has_workers(pool) && !pool->error)
    g_set_error(&pool->error, G_IO_ERROR, G_IO_ERROR_FAILED,
                "no worker process could be started: %s", why);
}

static void take_answer(struct pool *pool, struct worker *w)
{
  struct answer answer;
  const ssize_t got = recv(w->fd, &answer, sizeof(answer), 0);
  if (got < 0 && errno == EINTR)
    return;
  if (got != (ssize_t)sizeof(answer)) {
    bury(pool, w);
    return;
  }
  if (answer.is_unfit) {
    const struct order order = w->order;
    give_up(pool, w, &order, answer.message);
    return;
  }
  w->order.first = answer.point + 1;
  if (answer.ok)
    pool->outcomes[answer.point].result = answer.result;
  tell(pool, answer.point, answer.ok ? NULL : answer.message);
}

/* Gives an idle worker its next order, in a new process if the platform is another. */
static void feed(struct pool *pool, struct worker *w)
{
  struct order order;
  if (w->is_given_up || (w->pid && w->order.first < w->order.end) || !next_order(pool, &order))
    return;
  if (!has_room(pool, &order)) {
    g_array_append_val(pool->again, order);
    return;
  }
  const struct tn_platform *platform = platform_of(pool, order.first);
  if (w->pid && w->platform != platform)
    stop_worker(w);
  if (!w->pid && !start_worker(pool, w, platform)) {
    give_up(pool, w, &order, g_strerror(errno));
    return;
  }
  w->order = order;
  if (!send_all(w->fd, &order, sizeof(order)))
    bury(pool, w);
}

/* One that somebody stopped would hold up the whole: while the parent runs, so do its workers. */
static void wake_stopped(struct pool *pool)
{
  for (int i = 0; i < pool->n_workers; i++) {
    siginfo_t info = { 0 };
    const pid_t pid = pool->workers[i].pid;
    if (pid && waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid == pid)
      kill(pid, SIGCONT);
  }
}

/* Only those that live: poll refuses more entries than there may be file descriptors. */
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
  /* The timeout covers a signal that arrives between the caller's check and the poll. */
  const int got = poll(polls, n, TICK_MS);
  if (got == 0)
    wake_stopped(pool);
  for (nfds_t i = 0; got > 0 && i < n; i++)
    if (polls[i].revents)
      take_answer(pool, of[i]);
}

static bool goes_on(struct pool *pool)
{
  return !pool->error && pool->n_known < pool->n_points &&
         (!pool->watch || !pool->watch->goes_on ||
          pool->watch->goes_on(pool->watch->data, pool->n_known));
}

static void end_workers(struct pool *pool)
{
  for (int i = 0; i < pool->n_workers; i++) {
    if (!pool->workers[i].pid)
      continue;
    kill(pool->workers[i].pid, SIGKILL);
    stop_worker(&pool->workers[i]);
  }
}

bool tn_study_run(struct tn_study *study, const struct tn_watch *watch, GError **error)
{
  const int jobs = tn_conditions_jobs(tn_study_conditions(study));
  struct pool *pool = g_new0(struct pool, 1);
  pool->study = study;
  pool->outcomes = tn_study_outcomes(study);
  pool->watch = watch;
  pool->n_points = tn_study_n(study);
  pool->data_limit = tn_study_conditions(study)->data_limit;
  if (!pool->data_limit)
    pool->data_limit = tn_sim_data_limit();
  for (guint i = 0; i < pool->n_points; i++)
    pool->n_known += pool->outcomes[i].state != TN_PENDING;
  pool->n_workers = (int)MIN((guint)CLAMP(jobs, 1, TN_MAX_JOBS), pool->n_points - pool->n_known);
  pool->again = g_array_new(FALSE, FALSE, sizeof(struct order));
  pool->killed = g_new0(guint8, pool->n_points + 1);
  if (pool->n_workers > 0)
    tn_sim_load(&pool->error); /* once, for all workers */
  while (goes_on(pool)) {
    for (int i = 0; i < pool->n_workers && !pool->error; i++)
      feed(pool, &pool->workers[i]);
    if (pool->n_known < pool->n_points && !pool->error)
      wait_answers(pool);
  }
  end_workers(pool);
  const bool ok = !pool->error;
  if (pool->error)
    g_propagate_error(error, pool->error);
  g_array_unref(pool->again);
  g_free(pool->killed);
  g_free(pool);
  return ok;
}
