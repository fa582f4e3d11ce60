/* The CMA paper's claims on the page lock, and on source and destination of copies. The four
 * experiments of Table III, replayed in the simulator, must return Table IV's constants, which the
 * platform files have. */
#include "claims_cma.h"

#include <math.h>

/* Accepted relative error of the constants from replayed experiments. */
#define REPLAY_ERROR 0.01
/* A step of gamma from one number of readers to the next is a jump if it is at least this many
 * times the larger of the steps before and after it. */
#define JUMP 1.5

/* Returns the result of `readers` concurrent copies from or to one process, with the options of a
 * contender. platform NULL: the claim's. */
static const struct tn_sim_result *copies(struct tn_judge *j, const struct tn_contender *way,
                                          const char *platform, int readers, size_t size)
{
  struct tn_ask ask = way->ask;
  ask.collective = TN_PATTERN;
  ask.platform = platform;
  ask.params[0].value = readers;
  ask.ranks = readers + 1;
  ask.size = size;
  return tn_ask(j, &ask);
}

/* Returns the slowest reader's seconds from entry to exit; all read the same buffer of one
 * process. */
static double read_time(struct tn_judge *j, const char *platform, int readers, size_t size)
{
  return copies(j, tn_judge_claim(j)->required->over, platform, readers, size)->max;
}

/* Returns a request for `readers` processes that each lock `pages` pages of another one. */
static struct tn_ask pin_ask(int readers, int pages)
{
  return (struct tn_ask){ .collective = TN_PATTERN,
                          .algorithm = "pin",
                          .params = { { "pages", NULL, pages }, { "readers", NULL, readers } },
                          .ranks = readers + 1 };
}

static const double *pin_parts(struct tn_judge *j, int readers, int pages)
{
  const struct tn_ask ask = pin_ask(readers, pages);
  return tn_ask(j, &ask)->parts;
}

/* Returns the seconds of the system call. As in the paper, waits for flags do not count. */
static double call_time(const double *parts)
{
  return parts[TN_STARTUP] + parts[TN_LOCK] + parts[TN_COPY] + parts[TN_MEMORY];
}

/* Returns gamma: time to lock a page with `readers` callers / with one. */
static double gamma_of(struct tn_judge *j, int readers, int pages)
{
  const double all = pin_parts(j, readers, pages)[TN_LOCK];
  return all / pin_parts(j, 1, pages)[TN_LOCK];
}

static void recover(struct tn_judge *j, const char *name, double got, double table, double unit)
{
  const double off = got / table - 1;
  tn_require(j, fabs(off) <= REPLAY_ERROR);
  tn_figure(j, "%s %.4g (%+.2f %%)", name, got * unit, off * 100);
}

/* Fits a line to the times of pin with one reader and 1 to 64 pages: seconds per page, and seconds
 * for 0 pages. */
static void regress(struct tn_judge *j, double *ret_slope, double *ret_intercept)
{
  enum { PAGES = 64 };
  double x = 0, y = 0, xx = 0, xy = 0;
  for (int pages = 1; pages <= PAGES; pages++) {
    const double time = call_time(pin_parts(j, 1, pages));
    x += pages;
    y += time;
    xx += (double)pages * pages;
    xy += pages * time;
  }
  *ret_slope = (PAGES * xy - x * y) / (PAGES * xx - x * x);
  *ret_intercept = (y - *ret_slope * x) / PAGES;
}

/* Returns the largest relative deviation of gamma (by pin) from Table IV's polynomial, for readers
 * within a package; gamma_cross is not in Table IV. */
static double gamma_error(struct tn_judge *j, const struct tn_ask *any, int most, int *ret_at)
{
  const double a = tn_ask_value(j, any, TN_P_GAMMA_A), b = tn_ask_value(j, any, TN_P_GAMMA_B);
  double worst = 0;
  *ret_at = 2;
  for (int readers = 2; readers <= most; readers++) {
    const double off = gamma_of(j, readers, 100) / ((a * readers + b) * readers) - 1;
    *ret_at = fabs(off) > fabs(worst) ? readers : *ret_at;
    worst = fabs(off) > fabs(worst) ? off : worst;
  }
  return worst;
}

/* Judges the replayed experiments. claim->factors[0]: largest number of readers that fit on their
 * source's package. */
void tn_cma_judge_replay(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  const struct tn_ask any = pin_ask(1, 1);
  const double page = tn_ask_value(j, &any, TN_P_PAGE_SIZE), bytes = (double)c->to;
  double pin_time, alpha;
  int at;
  regress(j, &pin_time, &alpha);
  const double copy = call_time(copies(j, c->required->over, NULL, 1, c->to)->parts);
  const double per_byte = (copy - alpha - pin_time * ceil(bytes / page)) / bytes;
  recover(j, "alpha in us", alpha, tn_ask_value(j, &any, TN_P_ALPHA), 1e6);
  recover(j, "l in us", pin_time, tn_ask_value(j, &any, TN_P_PIN_TIME), 1e6);
  recover(j, "1/beta in GB/s", 1 / per_byte, tn_ask_value(j, &any, TN_P_COPY_RATE), 1e-9);
  const double gamma = gamma_error(j, &any, c->factors[0], &at);
  tn_require(j, fabs(gamma) <= REPLAY_ERROR);
  tn_figure(j, "gamma of 2 to %d readers at most %+.2f %% off (%d)", c->factors[0], gamma * 100,
            at);
  tn_figure(j, "T2 as printed, which pins a page, %.4g us", call_time(pin_parts(j, 1, 1)) * 1e6);
}

void tn_cma_judge_pages(struct tn_judge *j)
{
  static const int pages[] = { 10, 50, 100 };
  const int most = tn_judge_claim(j)->ranks - 1;
  double worst = 1;
  int worst_readers = 1;
  /* the number of readers doubles; the last one is exactly `most` */
  for (int readers = 1; readers <= most;
       readers = readers < most ? MIN(2 * readers, most) : most + 1) {
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(pages); i++) {
      const double gamma = gamma_of(j, readers, pages[i]);
      low = fmin(low, gamma);
      high = fmax(high, gamma);
    }
    tn_require(j, high / low <= 1 + TN_CLAIM_REGRET);
    worst_readers = high / low > worst ? readers : worst_readers;
    worst = fmax(high / low, worst);
  }
  tn_figure(j, "at most %.1f %% apart (%d readers)", (worst - 1) * 100, worst_readers);
}

static double gamma_at(struct tn_judge *j, int readers)
{
  return gamma_of(j, readers, 100);
}

/* Returns the step of gamma to `readers` readers, divided by the larger one of the steps before and
 * after it. */
static double step_at(struct tn_judge *j, int readers)
{
  const double before = gamma_at(j, readers - 1) - gamma_at(j, readers - 2);
  const double here = gamma_at(j, readers) - gamma_at(j, readers - 1);
  const double after = gamma_at(j, readers + 1) - gamma_at(j, readers);
  return here / fmax(before, after);
}

/* claim->factors[0]: number of cores of a package; one of them is the source's */
void tn_cma_judge_jump(struct tn_judge *j)
{
  const int cores = tn_judge_claim(j)->factors[0];
  const double first = step_at(j, cores), second = step_at(j, cores + 1);
  tn_require(j, fmax(first, second) >= JUMP);
  tn_figure(j, "gamma(%d) %.1f, gamma(%d) %.1f", cores, gamma_at(j, cores), cores + 1,
            gamma_at(j, cores + 1));
  tn_figure(j, "step to %d readers %.2f times its neighbours, to %d %.2f times", cores, first,
            cores + 1, second);
}

void tn_cma_judge_no_jump(struct tn_judge *j)
{
  double worst = 0;
  for (int readers = 4; readers < tn_judge_claim(j)->ranks - 1; readers++) {
    const double step = step_at(j, readers);
    tn_require(j, step < JUMP);
    worst = fmax(worst, step);
  }
  tn_figure(j, "largest step %.2f times its neighbours", worst);
}

/* Finds the largest difference between the times of the claim's two contenders, over numbers of
 * readers and sizes. */
void tn_cma_judge_ways(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double worst = 0;
  size_t worst_size = c->from;
  int worst_readers = 1;
  for (size_t size = c->from; size <= c->to; size *= (size_t)c->by) {
    for (int readers = 1; readers < c->ranks; readers = 2 * readers + 1) {
      const double off = copies(j, c->required->over, NULL, readers, size)->max /
                             copies(j, c->required->under, NULL, readers, size)->max -
                         1;
      if (fabs(off) > fabs(worst)) {
        worst = off;
        worst_size = size;
        worst_readers = readers;
      }
    }
  }
  tn_require(j, fabs(worst) <= TN_CLAIM_CLOSE);
  if (fabs(worst) > 0)
    tn_figure(j, "at most %.1f %% apart (%s, %d readers)", fabs(worst) * 100,
              tn_claim_size(worst_size), worst_readers);
  else
    tn_figure(j, "no difference at all");
}

void tn_cma_judge_lock_share(struct tn_judge *j)
{
  static const int readers[] = { 1, 4, 14, 27 };
  for (int pages = 1; pages <= 256; pages *= 16) {
    double before = 0;
    g_autoptr(GString) shares = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(readers); i++) {
      const double *parts = copies(j, tn_judge_claim(j)->required->over, NULL, readers[i],
                                   (size_t)pages * 4 * KIB)
                                ->parts,
                   share = parts[TN_LOCK] / call_time(parts);
      tn_require(j, parts[TN_LOCK] > before && (readers[i] == 1 || share > 0.5));
      before = parts[TN_LOCK];
      g_string_append_printf(shares, " %.0f", share * 100);
    }
    tn_figure(j, "%d pages: lock%s %% of the call at 1 4 14 27 readers", pages, shares->str);
  }
}

/* Returns the largest throughput of 1 to `most` readers / that of one reader. *ret_at: number of
 * readers that has it; *ret_least: the smallest ratio. */
static double best_throughput(struct tn_judge *j, const char *platform, int most, size_t size,
                              int *ret_at, double *ret_least)
{
  double best = 0;
  *ret_least = INFINITY;
  for (int readers = 1; readers <= most; readers++) {
    const double here =
        readers * read_time(j, platform, 1, size) / read_time(j, platform, readers, size);
    *ret_at = here > best ? readers : *ret_at;
    best = fmax(best, here);
    *ret_least = fmin(*ret_least, here);
  }
  return best;
}

void tn_cma_judge_sweet_spot(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= (size_t)c->by) {
    int at = 1;
    double unused;
    const double best = best_throughput(j, NULL, c->ranks - 1, size, &at, &unused);
    tn_require(j, at > 1 && at < c->ranks - 1);
    tn_figure(j, "%s: %.2f at %d readers", tn_claim_size(size), best, at);
  }
}

void tn_cma_judge_range(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= (size_t)c->by) {
    int unused;
    double low;
    const double high = best_throughput(j, NULL, c->ranks - 1, size, &unused, &low);
    tn_require(j, fabs(high / low / 2 - 1) <= TN_CLAIM_CLOSE);
    tn_claimed(j, high / low, 2);
    tn_figure(j, "%s: %.2f over %.2f = %.2f", tn_claim_size(size), high, low, high / low);
  }
}

void tn_cma_judge_best_of_two(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= (size_t)c->by) {
    int at_knl = 1, at_here = 1;
    double unused;
    const double knl = best_throughput(j, NULL, c->ranks - 1, size, &at_knl, &unused);
    const double other = best_throughput(j, "broadwell", 27, size, &at_here, &unused);
    tn_require(j, knl > other);
    tn_direction(j, knl > other);
    tn_figure(j, "%s: knl %.2f (%d readers), broadwell %.2f (%d)", tn_claim_size(size), knl, at_knl,
              other, at_here);
  }
}
