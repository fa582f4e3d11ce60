#include "pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "progress.h"

#define MAX_JOBS 1024
#define MAX_CHUNK 64

/* What a worker is to do, and what it says of each point: fixed size, written at once. */
struct order {
  guint first, end;
};
struct answer {
  guint point;
  bool ok;
  struct tn_sim_result result;
  char message[400];
};

struct worker {
  pid_t pid; /* 0: none */
  int fd;
  int platform;
  struct order order; /* first moves on with each answer */
};

struct pool {
  struct tn_results *results;
  struct tn_writer *writer;
  struct worker workers[MAX_JOBS];
  int n_workers;
  GArray *again; /* struct order: left over by workers that died */
  guint next;    /* first point never handed out */
  guint n_known, n_written, n_points;
  bool failed;
  gint64 start;
};

static volatile sig_atomic_t caught;

static void on_signal(int number)
{
  caught = number;
}

static const struct tn_point *point_of(const struct pool *pool, guint i)
{
  return &g_array_index(pool->results->plan->points, struct tn_point, i);
}

static bool send_all(int fd, const void *data, size_t length)
{
  return send(fd, data, length, MSG_NOSIGNAL) == (ssize_t)length;
}

struct tn_sim_point tn_point_to_sim(const struct tn_plan *plan, const struct tn_point *p,
                                    const double *arrival)
{
  return (struct tn_sim_point){
    .algorithm = p->algorithm,
    .call = p->call,
    .places = p->places,
    .values = p->setup->values,
    .n_packages = tn_platform_n_packages(p->setup->platform),
    .backing = p->backing,
    .buffers = p->buffers,
    .law = plan->law,
    .mechanism = p->mechanism,
    .ideal = plan->ideal,
    .verify = plan->verify,
    .warmup = plan->warmup,
    .repetitions = plan->repetitions,
    .protocol = plan->protocol,
    .arrival = arrival,
    .noise = plan->noise ? plan->noise->sources : NULL,
    .n_noise = plan->noise ? plan->noise->n : 0,
    .seed = plan->seed,
    .timeline = tn_settings_get(plan->settings, TN_OPT_TIMELINE),
  };
}

static void run_point(const struct tn_plan *plan, guint i, struct answer *answer)
{
  const struct tn_point *p = &g_array_index(plan->points, struct tn_point, i);
  g_autofree double *arrival =
    plan->arrival ? tn_arrival_delays(plan->arrival, plan->seed, p->call.n_ranks) : NULL;
  const struct tn_sim_point sim = tn_point_to_sim(plan, p, arrival);
  g_autoptr(GError) error = NULL;
  memset(answer, 0, sizeof(*answer));
  answer->point = i;
  answer->ok = tn_sim_run(&sim, &answer->result, &error);
  if (!answer->ok)
    g_strlcpy(answer->message, error ? error->message : "failed", sizeof(answer->message));
}

/* The life of a worker: orders in, answers out, until the parent closes the socket. */
static void work(const struct tn_plan *plan, int platform, int fd)
{
  g_autoptr(GError) error = NULL;
  const bool ready = tn_sim_init(plan->platforms->pdata[platform], &error);
  /* Ctrl-C reaches the whole group, and SimGrid exits on it: the parent alone decides. */
  signal(SIGINT, SIG_IGN);
  struct order order;
  struct answer answer;
  while (recv(fd, &order, sizeof(order), 0) == (ssize_t)sizeof(order)) {
    for (guint i = order.first; i < order.end; i++) {
      if (ready) {
        run_point(plan, i, &answer);
      } else {
        memset(&answer, 0, sizeof(answer));
        answer.point = i;
        g_strlcpy(answer.message, error->message, sizeof(answer.message));
      }
      if (!send_all(fd, &answer, sizeof(answer)))
        return;
    }
  }
}

static bool start_worker(struct pool *pool, struct worker *w, int platform)
{
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return false;
  /* What stdio holds would otherwise be written once more by the child. */
  fflush(NULL);
  const pid_t pid = fork();
  if (pid < 0) {
    close(ends[0]);
    close(ends[1]);
    return false;
  }
  if (pid == 0) {
    /* No worker outlives the parent, however that ends. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGTERM, SIG_DFL);
    for (int i = 0; i < pool->n_workers; i++)
      if (pool->workers[i].pid)
        close(pool->workers[i].fd);
    close(ends[0]);
    work(pool->results->plan, platform, ends[1]);
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

/* The next piece of work, of one platform; prefers what a dead worker left. */
static bool next_order(struct pool *pool, struct order *ret)
{
  if (pool->again->len > 0) {
    *ret = g_array_index(pool->again, struct order, pool->again->len - 1);
    g_array_set_size(pool->again, pool->again->len - 1);
    return true;
  }
  if (pool->next >= pool->n_points)
    return false;
  const guint fair = (pool->n_points - pool->next) / (4 * (guint)pool->n_workers);
  const guint most = pool->next + CLAMP(fair, 1, MAX_CHUNK);
  const int platform = point_of(pool, pool->next)->platform;
  ret->first = pool->next;
  while (pool->next < most && pool->next < pool->n_points &&
         point_of(pool, pool->next)->platform == platform)
    pool->next++;
  ret->end = pool->next;
  return true;
}

static void show_progress(const struct pool *pool, bool last)
{
  tn_progress_show(pool->n_known, pool->n_points, pool->start, last);
}

static void report_failure(struct pool *pool, guint i, const char *why)
{
  g_autofree char *what = tn_point_describe(point_of(pool, i));
  show_progress(pool, true);
  fprintf(stderr, "turnstile: %s: %s\n", what, why);
  pool->results->outcome[i].state = TN_FAILED;
  pool->failed = true;
  pool->n_known++;
}

static void flush_rows(struct pool *pool)
{
  guint end = pool->n_written;
  while (end < pool->n_points && pool->results->outcome[end].state != TN_PENDING)
    end++;
  if (end > pool->n_written && pool->writer->rows)
    pool->writer->rows(pool->writer, pool->results, pool->n_written, end);
  pool->n_written = end;
}

/* Rows come in the order of the points; what an interrupted run finished beyond a gap is kept
 * too. */
static void write_rest(struct pool *pool)
{
  if (pool->n_written < pool->n_points && pool->writer->rows)
    pool->writer->rows(pool->writer, pool->results, pool->n_written, pool->n_points);
  pool->n_written = pool->n_points;
}

/* A worker that died fails the point it was at; what it had not begun goes to another. */
static void bury(struct pool *pool, struct worker *w)
{
  const int status = stop_worker(w);
  g_autofree char *why =
    WIFSIGNALED(status)
      ? g_strdup_printf("the simulation died: %s", g_strsignal(WTERMSIG(status)))
      : g_strdup_printf("the simulation ended with status %d", WEXITSTATUS(status));
  if (w->order.first == w->order.end)
    return;
  report_failure(pool, w->order.first, why);
  w->order.first++;
  if (w->order.first < w->order.end)
    g_array_append_val(pool->again, w->order);
  flush_rows(pool);
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
  w->order.first = answer.point + 1;
  if (answer.ok) {
    pool->results->outcome[answer.point].result = answer.result;
    pool->results->outcome[answer.point].state = TN_DONE;
    pool->n_known++;
  } else {
    report_failure(pool, answer.point, answer.message);
  }
  flush_rows(pool);
  show_progress(pool, false);
}

/* Gives an idle worker its next order, in a new process if the platform is another. */
static void feed(struct pool *pool, struct worker *w)
{
  struct order order;
  if ((w->pid && w->order.first < w->order.end) || !next_order(pool, &order))
    return;
  const int platform = point_of(pool, order.first)->platform;
  if (w->pid && w->platform != platform)
    stop_worker(w);
  if (!w->pid && !start_worker(pool, w, platform)) {
    for (guint i = order.first; i < order.end; i++)
      report_failure(pool, i, "cannot start a worker process");
    return;
  }
  w->order = order;
  if (!send_all(w->fd, &order, sizeof(order)))
    bury(pool, w);
}

static void wait_answers(struct pool *pool)
{
  struct pollfd polls[MAX_JOBS];
  for (int i = 0; i < pool->n_workers; i++)
    polls[i] = (struct pollfd){ .fd = pool->workers[i].pid ? pool->workers[i].fd : -1,
                                .events = POLLIN };
  /* The timeout covers a signal that arrives between the check of `caught` and the poll. */
  if (poll(polls, (nfds_t)pool->n_workers, 500) <= 0)
    return;
  for (int i = 0; i < pool->n_workers; i++)
    if (polls[i].revents)
      take_answer(pool, &pool->workers[i]);
}

bool tn_pool_run(struct tn_results *results, struct tn_writer *w, int jobs, int *ret_signal)
{
  struct pool *pool = g_new0(struct pool, 1);
  const struct sigaction action = { .sa_handler = on_signal };
  pool->results = results;
  pool->writer = w;
  pool->n_points = results->plan->points->len;
  pool->n_workers = (int)MIN((guint)CLAMP(jobs, 1, MAX_JOBS), pool->n_points);
  pool->again = g_array_new(FALSE, FALSE, sizeof(struct order));
  pool->start = g_get_monotonic_time();
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  while (pool->n_known < pool->n_points && !caught && !ferror(w->file)) {
    for (int i = 0; i < pool->n_workers; i++)
      feed(pool, &pool->workers[i]);
    if (pool->n_known < pool->n_points)
      wait_answers(pool);
  }
  show_progress(pool, true);
  for (int i = 0; i < pool->n_workers; i++) {
    if (!pool->workers[i].pid)
      continue;
    kill(pool->workers[i].pid, SIGKILL);
    stop_worker(&pool->workers[i]);
  }
  write_rest(pool);
  const bool ok = !pool->failed && pool->n_known == pool->n_points;
  *ret_signal = pool->n_known < pool->n_points ? caught : 0;
  g_array_unref(pool->again);
  g_free(pool);
  return ok;
}
