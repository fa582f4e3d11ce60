/* Injects noise into a rank's process: each noise source has a timer whose signal handler keeps the
 * processing unit busy. Signals wait for other handlers, so interruptions do not overlap, and for
 * system calls that copy. */
#include <errno.h>
#include <math.h>
#include <time.h>

#include "ranks.h"
#include "shared.h"

/* Largest delay of an interruption in seconds; a system call that copies delays it for less. After
 * a longer delay it is skipped: the system had suspended the process, which disturbed the rank,
 * too. */
#define LATE 10e-3

struct injector {
  struct tn_noise_stream draw;
  timer_t timer;
  double begin; /* time, by tn_clock_now, at which the clock of the noise is 0 */
  /* start, in seconds after `begin`, and duration in seconds of the next interruption */
  double start, duration;
};

/* Sets the timer for the next interruption. Skips interruptions that were due more than `late`
 * seconds ago. */
static void expect(struct injector *in, double late)
{
  const double now = tn_clock_now();
  do
    if (!tn_noise_stream_next(&in->draw, &in->start, &in->duration))
      return;
  while (now - in->begin - in->start > late);
  double whole;
  const double part = modf(in->begin + in->start, &whole);
  const struct itimerspec when = { .it_value = { (time_t)whole, (long)(part * 1e9) } };
  timer_settime(in->timer, TIMER_ABSTIME, &when, NULL);
}

/* Handles the timer's signal: keeps the processing unit busy for the duration of one interruption.
 * Calls only functions that are allowed in signal handlers. */
static void occupy_core(int number, siginfo_t *info, void *context)
{
  struct injector *in = info->si_value.sival_ptr;
  const double end = tn_clock_now() + in->duration;
  (void)number;
  (void)context;
  while (tn_clock_now() < end)
    ;
  expect(in, LATE);
}

void tn_rank_disturb(struct tn_real_rank *rank)
{
  const struct tn_real_run *run = rank->run;
  const struct tn_noises *noise = run->point->noise;
  struct sigaction action = { .sa_sigaction = occupy_core, .sa_flags = SA_SIGINFO | SA_RESTART };
  struct injector *all = g_new0(struct injector, noise->n); /* not freed before the process ends */
  sigaction(SIGRTMIN, &action, NULL);
  for (int i = 0; i < noise->n; i++) {
    const struct tn_noise_source *source = &noise->sources[i];
    struct injector *in = &all[i];
    if (rank->number < source->first_rank || rank->number > source->last_rank)
      continue;
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                              .sigev_signo = SIGRTMIN,
                              .sigev_value = { .sival_ptr = in } };
    in->begin = run->shared->noise_begin;
    in->draw = tn_noise_stream_make(source, i, run->point->seed, rank->number);
    if (timer_create(CLOCK_MONOTONIC, &event, &in->timer) != 0)
      tn_rank_end(rank, TN_RANK_FAILED, "no timer for its noise: %s", g_strerror(errno));
    /* the process may start late, so no interruption of the past is skipped here */
    expect(in, INFINITY);
  }
}
