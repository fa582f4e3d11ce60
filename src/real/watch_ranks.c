#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "ranks.h"
#include "shared.h"

/* ms between checks for signals and progress; the end of a rank is noticed at once */
enum { LOOK_MS = 200 };

void tn_watch_kill(int n, pid_t *pids)
{
  for (int i = 0; i < n; i++)
    if (pids[i] > 0)
      kill(pids[i], SIGKILL);
  for (int i = 0; i < n; i++) {
    if (pids[i] > 0)
      tn_process_reap(pids[i]);
    pids[i] = 0;
  }
}

static bool reap_rank(const struct tn_real_run *run, int rank, pid_t *pid, GError **error)
{
  const struct tn_rank_state *state = &run->shared->ranks[rank];
  const int phase = atomic_load_explicit(&state->phase, memory_order_acquire);
  const unsigned epoch = atomic_load_explicit(&state->epoch, memory_order_relaxed);
  const int status = tn_process_reap(*pid);
  *pid = 0;
  if (phase == TN_RANK_DONE && WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return true;
  const enum tn_real_error code = phase == TN_RANK_REFUSED ? TN_REAL_REFUSED
                                  : phase == TN_RANK_WRONG ? TN_REAL_WRONG
                                                           : TN_REAL_FAILED;
  if (phase == TN_RANK_WRONG)
    return tn_refuse(error, TN_REAL_ERROR, code, "rank %d, call %u: %s", rank, epoch,
                     state->message);
  if (phase >= TN_RANK_FAILED)
    return tn_refuse(error, TN_REAL_ERROR, code, "rank %d: %s", rank, state->message);
  if (WIFSIGNALED(status))
    return tn_refuse(error, TN_REAL_ERROR, code, "rank %d died in call %u: %s%s", rank, epoch,
                     g_strsignal(WTERMSIG(status)),
                     WTERMSIG(status) == SIGBUS ? " (no memory for a shared page)" : "");
  return tn_refuse(error, TN_REAL_ERROR, code, "rank %d ended in call %u with status %d", rank,
                   epoch, WEXITSTATUS(status));
}

/* Sets the error of a run that makes no progress. The message lists the first unfinished ranks and
 * the flag for which each waits, or "does not answer". */
static void report_standstill(const struct tn_real_run *run, GError **error)
{
  enum { MAX_LISTED = 4 };
  g_autoptr(GString) text = g_string_new(NULL);
  int n_listed = 0;
  for (int r = 0; r < run->n_ranks && n_listed < MAX_LISTED; r++) {
    const struct tn_rank_state *state = &run->shared->ranks[r];
    const int awaited = atomic_load_explicit(&state->awaited_rank, memory_order_relaxed);
    const int slot = atomic_load_explicit(&state->awaited_slot, memory_order_relaxed);
    const unsigned epoch = atomic_load_explicit(&state->epoch, memory_order_relaxed);
    if (atomic_load_explicit(&state->phase, memory_order_relaxed) == TN_RANK_DONE)
      continue;
    g_string_append_printf(text, "%srank %d in call %u ", n_listed++ ? ", " : "", r, epoch);
    if (awaited >= 0)
      g_string_append_printf(text, "waits for flag %d of rank %d", slot, awaited);
    else
      g_string_append(text, "does not answer");
  }
  g_set_error(error, TN_REAL_ERROR, TN_REAL_FAILED, "no progress for %g s: %s%s",
              run->point->patience, text->str, n_listed == MAX_LISTED ? ", ..." : "");
}

struct pulse {
  uint64_t progress;
  double time;
};

static bool is_alive(const struct tn_real_run *run, struct pulse *pulse)
{
  uint64_t progress = 0;
  for (int r = 0; r < run->n_ranks; r++)
    progress += atomic_load_explicit(&run->shared->ranks[r].progress, memory_order_relaxed);
  const double now = tn_clock_now();
  if (progress != pulse->progress)
    *pulse = (struct pulse){ progress, now };
  return now - pulse->time < run->point->patience;
}

static bool reap_ended(const struct tn_real_run *run, struct pollfd *polls, pid_t *pids, int *left,
                       GError **error)
{
  for (int r = 0; r < run->n_ranks; r++) {
    if (!polls[r].revents)
      continue;
    polls[r].fd = -1;
    (*left)--;
    if (!reap_rank(run, r, &pids[r], error))
      return false;
  }
  return true;
}

bool tn_watch_is_stopped(const struct tn_real_run *run, GError **error)
{
  const volatile sig_atomic_t *stop = run->point->stop;
  if (!stop || !*stop)
    return false;
  g_set_error(error, TN_REAL_ERROR, TN_REAL_INTERRUPTED, "interrupted by signal %d", (int)*stop);
  return true;
}

bool tn_watch(struct tn_real_run *run, const int *ends, pid_t *pids, GError **error)
{
  g_autofree struct pollfd *polls = g_new0(struct pollfd, run->n_ranks);
  struct pulse pulse = { 0, tn_clock_now() };
  int left = run->n_ranks;
  bool ok = true;
  for (int r = 0; r < run->n_ranks; r++)
    polls[r] = (struct pollfd){ .fd = ends[r], .events = POLLIN };
  while (ok && left > 0) {
    if (poll(polls, (nfds_t)run->n_ranks, LOOK_MS) > 0)
      ok = reap_ended(run, polls, pids, &left, error);
    if (ok && tn_watch_is_stopped(run, error)) {
      ok = false;
    } else if (ok && left > 0 && !is_alive(run, &pulse)) {
      report_standstill(run, error);
      ok = false;
    }
  }
  tn_watch_kill(run->n_ranks, pids);
  return ok;
}
