#include "team.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "processes.h"
#include "shared.h"

enum { LINE = 128, MESSAGE = 200, LOOKS_BEFORE_YIELD = 1000, TICK_MS = 100 };
enum { EXIT_REFUSED = 3 };
#define LEFT UINT_MAX

struct card {
  _Alignas(LINE) _Atomic(void *) address;
  /* number of barriers that this member has entered; LEFT if it is detached */
  _Atomic unsigned n_meetings;
  _Atomic int is_detached; /* 1 if the team need not wait for the member */
  double results[TN_TEAM_RESULTS];
};

struct tn_team_shared {
  _Atomic int is_refused;
  char message[MESSAGE];
  pid_t pids[];
};

struct running {
  const struct tn_team *team;
  struct tn_team_shared *common;
  struct card *cards; /* [n] */
  unsigned char *shared;
  size_t bytes;
  struct pollfd *ends; /* [n] ends of pipes; the system closes the other end of a pipe when the
                        * member ends */
};

/* Returns the bytes of the segment before the cards: the shared state and the process numbers, in
 * whole lines. */
static size_t head_bytes(int n)
{
  return tn_round_up(sizeof(struct tn_team_shared) + (size_t)n * sizeof(pid_t), LINE);
}

static struct card *card_of(const struct tn_member *m, int rank)
{
  return (struct card *)((unsigned char *)m->common + head_bytes(m->team->n)) + rank;
}

void tn_member_barrier(struct tn_member *m)
{
  const unsigned number = atomic_fetch_add(&card_of(m, m->rank)->n_meetings, 1) + 1;
  for (int r = 0; r < m->team->n; r++)
    for (int looks = 0; atomic_load(&card_of(m, r)->n_meetings) < number; looks++)
      if (looks > LOOKS_BEFORE_YIELD)
        sched_yield();
}

void tn_member_refuse(struct tn_member *m, const char *format, ...)
{
  int expected = 0;
  /* Several members may be refused at the same time; the first message is kept. */
  if (atomic_compare_exchange_strong(&m->common->is_refused, &expected, 1)) {
    va_list args;
    va_start(args, format);
    vsnprintf(m->common->message, MESSAGE, format, args);
    va_end(args);
  }
  _exit(EXIT_REFUSED);
}

void tn_member_detach(struct tn_member *m)
{
  struct card *card = card_of(m, m->rank);
  atomic_store(&card->n_meetings, LEFT);
  atomic_store(&card->is_detached, 1);
}

void tn_member_sleep(struct tn_member *m)
{
  tn_member_detach(m);
  for (;;)
    pause();
}

void tn_member_publish(struct tn_member *m, const void *address)
{
  atomic_store(&card_of(m, m->rank)->address, (void *)address);
}

void *tn_member_address(const struct tn_member *m, int rank)
{
  return atomic_load(&card_of(m, rank)->address);
}

pid_t tn_member_pid(const struct tn_member *m, int rank)
{
  return m->common->pids[rank];
}

/* Runs a member in its process. After the first barrier the numbers of all processes are known. */
static _Noreturn void live(const struct running *run, int rank, pid_t parent)
{
  const struct tn_team *team = run->team;
  struct tn_member m = { .team = team,
                         .rank = rank,
                         .shared = run->shared,
                         .results = run->cards[rank].results,
                         .common = run->common };
  tn_process_leave_signals();
  tn_process_die_with(parent);
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  if (team->pus[rank] >= 0 && !tn_host_pin(team->host, team->pus[rank]))
    tn_member_refuse(&m, "processing unit %d: pinning is refused: %s", team->pus[rank],
                     g_strerror(errno));
  run->common->pids[rank] = getpid();
  tn_member_barrier(&m);
  team->body(&m);
  _exit(0);
}

static bool prepare(struct running *run, const struct tn_team *team, GError **error)
{
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t head =
      tn_round_up(head_bytes(team->n) + (size_t)team->n * sizeof(struct card), page);
  *run = (struct running){ .team = team, .bytes = head + tn_round_up(team->shared_bytes, page) };
  void *start = mmap(NULL, run->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED)
    return tn_real_refuse(error, REFUSED, "no %zu bytes of shared memory: %s", run->bytes,
                          g_strerror(errno));
  run->common = start;
  run->cards = (struct card *)((unsigned char *)start + head_bytes(team->n));
  run->shared = (unsigned char *)start + head;
  run->ends = g_new0(struct pollfd, team->n);
  for (int r = 0; r < team->n; r++) {
    run->ends[r].fd = -1;
    for (int i = 0; i < TN_TEAM_RESULTS; i++)
      run->cards[r].results[i] = NAN;
  }
  return true;
}

static void kill_members(struct running *run, pid_t *pids)
{
  for (int r = 0; r < run->team->n; r++) {
    if (pids[r] > 0) {
      kill(pids[r], SIGKILL);
      tn_process_reap(pids[r]);
    }
    if (run->ends[r].fd >= 0)
      close(run->ends[r].fd);
  }
  munmap(run->common, run->bytes);
  g_free(run->ends);
}

static bool start(struct running *run, pid_t *pids, GError **error)
{
  const pid_t parent = getpid();
  for (int r = 0; r < run->team->n; r++) {
    int ends[2];
    if (pipe(ends) != 0)
      return tn_real_refuse(error, REFUSED, "no pipe: %s", g_strerror(errno));
    fflush(NULL);
    pids[r] = tn_process_fork();
    if (pids[r] == 0) {
      close(ends[0]);
      live(run, r, parent);
    }
    /* Only the member has the other end of the pipe, so the pipe ends with the member. */
    close(ends[1]);
    run->ends[r] = (struct pollfd){ .fd = ends[0], .events = POLLIN };
    if (pids[r] < 0)
      return tn_real_refuse(error, REFUSED, "no further process: %s", g_strerror(errno));
  }
  return true;
}

/* Reaps member r. Returns false and sets *error if the member failed. */
static bool take_end(struct running *run, int r, pid_t *pids, GError **error)
{
  const int status = tn_process_reap(pids[r]);
  pids[r] = 0;
  close(run->ends[r].fd);
  run->ends[r].fd = -1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return true;
  if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_REFUSED)
    return tn_real_refuse(error, REFUSED, "%s", run->common->message);
  if (WIFSIGNALED(status))
    return tn_real_refuse(error, FAILED, "process %d of %d was ended by signal %d (%s)", r,
                          run->team->n, WTERMSIG(status), strsignal(WTERMSIG(status)));
  return tn_real_refuse(error, FAILED, "process %d of %d ended with status %d", r, run->team->n,
                        WEXITSTATUS(status));
}

static bool all_done(const struct running *run)
{
  for (int r = 0; r < run->team->n; r++)
    if (run->ends[r].fd >= 0 && !atomic_load(&run->cards[r].is_detached))
      return false;
  return true;
}

static bool watch(struct running *run, pid_t *pids, GError **error)
{
  const struct tn_team *team = run->team;
  const double deadline = tn_clock_now() + team->patience;
  while (!all_done(run)) {
    if (team->stop && *team->stop)
      return tn_real_refuse(error, INTERRUPTED, "%s", "interrupted");
    if (tn_clock_now() > deadline)
      return tn_real_refuse(error, FAILED, "not finished after %.3g s", team->patience);
    /* poll ignores the negative entries, which belong to members that have ended */
    if (poll(run->ends, (nfds_t)team->n, TICK_MS) <= 0)
      continue;
    for (int r = 0; r < team->n; r++)
      if (run->ends[r].fd >= 0 && run->ends[r].revents && !take_end(run, r, pids, error))
        return false;
  }
  return true;
}

bool tn_team_run(const struct tn_team *team, double *ret_results, GError **error)
{
  struct running run;
  if (!prepare(&run, team, error))
    return false;
  g_autofree pid_t *pids = g_new0(pid_t, team->n);
  const bool done = start(&run, pids, error) && watch(&run, pids, error);
  for (int r = 0; done && r < team->n; r++)
    memcpy(ret_results + r * TN_TEAM_RESULTS, run.cards[r].results, sizeof run.cards[r].results);
  kill_members(&run, pids);
  return done;
}
