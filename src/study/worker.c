#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/process.h"
#include "sim/sim.h"

/* Microseconds between messages about completed steps. */
enum { STEPS_PERIOD = 50000 };

/* State of this process as a worker: its socket and the number of steps not yet reported. */
static struct {
  int fd;
  guint n_steps;
  gint64 last_sent; /* time of the last message, microseconds */
} own;

bool tn_worker_send(int fd, const void *data, size_t length)
{
  const char *at = (const char *)data;
  while (length > 0) {
    const ssize_t sent = send(fd, at, length, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR)
      return false;
    at += MAX(sent, 0);
    length -= (size_t)MAX(sent, 0);
  }
  return true;
}

bool tn_worker_receive(int fd, void *data, size_t length)
{
  char *at = (char *)data;
  while (length > 0) {
    const ssize_t got = recv(fd, at, length, 0);
    if (got == 0 || (got < 0 && errno != EINTR))
      return false;
    at += MAX(got, 0);
    length -= (size_t)MAX(got, 0);
  }
  return true;
}

/* Makes a signal end this process after it has used `seconds` of processor time from now on; 0: no
 * limit. Time in which it waits for a processor or is stopped does not count. */
static void limit_time(double seconds)
{
  const double finest = 1e-6;
  seconds = seconds > 0.0 ? MAX(seconds, finest) : 0.0;
  const time_t whole = (time_t)seconds;
  const struct itimerval timer = { .it_value = { whole,
                                                 (suseconds_t)(1e6 * (seconds - (double)whole)) } };
  setitimer(ITIMER_PROF, &timer, NULL);
}

/* Sends an answer and its contents in one write, so that short answers arrive in one piece. */
static bool send_answer(struct tn_answer answer, const void *bytes)
{
  g_autofree char *all = g_malloc(sizeof answer + answer.length);
  answer.n_steps = own.n_steps;
  own.n_steps = 0;
  memcpy(all, &answer, sizeof answer);
  if (answer.length > 0)
    memcpy(all + sizeof answer, bytes, answer.length);
  return tn_worker_send(own.fd, all, sizeof answer + answer.length);
}

static bool send_failure(guint task, enum tn_answer_kind kind, const char *why)
{
  return send_answer((struct tn_answer){ .kind = kind, .task = task, .length = (guint)strlen(why) },
                     why);
}

void tn_pool_step(void)
{
  const gint64 now = g_get_monotonic_time();
  own.n_steps++;
  if (now - own.last_sent < STEPS_PERIOD)
    return;
  own.last_sent = now;
  send_answer((struct tn_answer){ .kind = TN_ANSWER_STEPS }, NULL);
}

static bool run_task(const struct tn_tasks *tasks, guint i, void *result)
{
  g_autoptr(GError) error = NULL;
  memset(result, 0, tasks->result_bytes);
  limit_time(tasks->limit);
  const bool ok = tasks->run(tasks->data, i, result, &error);
  limit_time(0.0);
  if (!ok)
    return send_failure(i, TN_ANSWER_FAILURE, error ? error->message : "failed");
  return send_answer((struct tn_answer){ .kind = TN_ANSWER_RESULT,
                                         .task = i,
                                         .length = (guint)tasks->result_bytes },
                     result);
}

/* Receives orders and sends answers until the parent closes the socket. */
static void work(const struct tn_tasks *tasks, const struct tn_platform *platform)
{
  g_autoptr(GError) error = NULL;
  g_autofree void *result = g_malloc(tasks->result_bytes);
  const bool ready = tn_sim_init(platform, &error);
  tn_process_leave_signals(); /* because SimGrid replaced the signal handlers */
  signal(SIGPROF, SIG_DFL);
  struct tn_order order;
  while (tn_worker_receive(own.fd, &order, sizeof order))
    for (guint i = order.first; i < order.end; i++)
      if (!(ready ? run_task(tasks, i, result) : send_failure(i, TN_ANSWER_UNFIT, error->message)))
        return;
}

/* Opens sockets with numbers above the standard streams: if one of these is closed, printed text
 * could go into a socket. Returns false and sets errno on failure. */
static bool open_channel(int ends[2])
{
  int given[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, given) != 0)
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

pid_t tn_worker_start(const struct tn_tasks *tasks, const struct tn_platform *platform, int *ret_fd)
{
  const pid_t parent = getpid();
  int ends[2];
  if (!open_channel(ends))
    return 0;
  /* The child would write stdio's buffers again. */
  fflush(NULL);
  const pid_t pid = tn_process_fork();
  if (pid == 0) {
    tn_process_die_with(parent);
    /* If SimGrid fails, it prints the reason to the caller's streams. */
    const int nowhere = tasks->mute ? open("/dev/null", O_RDWR) : -1;
    for (int fd = STDOUT_FILENO; tasks->mute && fd <= STDERR_FILENO; fd++)
      if (dup2(nowhere, fd) < 0)
        close(fd);
    tn_process_leave_signals();
    close(ends[0]);
    own.fd = ends[1];
    work(tasks, platform);
    _exit(0);
  }
  const int why = errno;
  close(ends[1]);
  *ret_fd = ends[0];
  if (pid > 0)
    return pid;
  close(ends[0]);
  errno = why;
  return 0;
}
