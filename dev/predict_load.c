/* A load beside a measurement: takes a processing unit for some microseconds, so many times a
 * second, until it is ended. dev/predict-host measures next to it what run --noise periodic:
 * predicts. It goes before all others where it may (SCHED_FIFO), since the ordinary scheduler lets
 * who runs finish its slice first. Usage: predict-load UNIT HERTZ MICROSECONDS */
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

static double now(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sleep_until(double time)
{
  const struct timespec t = { (time_t)time, (long)(1e9 * (time - floor(time))) };
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
    ;
}

/* So much of the processor's time, however long others hold it. */
static void work(double seconds)
{
  const double end = now(CLOCK_PROCESS_CPUTIME_ID) + seconds;
  while (now(CLOCK_PROCESS_CPUTIME_ID) < end)
    ;
}

static bool pin(int unit)
{
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(unit, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

int main(int n, char **words)
{
  const int unit = n == 4 ? atoi(words[1]) : -1;
  const double rate = n == 4 ? strtod(words[2], NULL) : 0;
  const double duration = n == 4 ? 1e-6 * strtod(words[3], NULL) : 0;
  if (unit < 0 || unit >= CPU_SETSIZE || !(rate > 0) || !(duration > 0) || rate * duration >= 1) {
    fputs("usage: predict-load UNIT HERTZ MICROSECONDS (less than all of the time)\n", stderr);
    return 2;
  }
  if (!pin(unit)) {
    fprintf(stderr, "predict-load: cannot be bound to processing unit %d\n", unit);
    return 1;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_TIMERSLACK, 1UL);
  if (sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){ .sched_priority = 1 }) != 0)
    fputs("predict-load: without SCHED_FIFO: it may have to wait for its turn\n", stderr);
  for (double next = now(CLOCK_MONOTONIC);; next += 1 / rate) {
    sleep_until(next);
    work(duration);
  }
}
