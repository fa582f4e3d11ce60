/* Properties of all laws of the page lock; a new law is tested here, too. */
#include <criterion/criterion.h>

#include <math.h>

#include "sim/pagelock.h"

#define PAGE 1e-6 /* seconds of a page without contention */

/* The polynomial, and the same by hand-overs. */
static const struct tn_lock_law polynomial = {
  .pin_time = PAGE, .gamma_a = 0.1, .gamma_b = 0.9, .gamma_cross = 1.0, .n_packages = 1
};
static const struct tn_lock_law handovers = {
  .pin_time = PAGE, .n_packages = 1, .lines = 2, .hold = 0.3 * PAGE, .look_up = PAGE
};
static const struct tn_lock_law *parameters = &polynomial;
static int somewhere[8]; /* all on core 0 */
static const struct tn_places places = {
  .core = somewhere, .node = somewhere, .llc = somewhere, .numa = somewhere, .package = somewhere
};
static const double latency[TN_N_DISTANCES] = { 0.1 * PAGE };
static struct tn_pagelocks locks;
static struct tn_events events;
static int callers[8]; /* callers; the number is also the order */

static struct tn_lock_caller caller(int i)
{
  return (struct tn_lock_caller){ 0, i, &callers[i] };
}

static void begin(const struct tn_law_entry *entry)
{
  locks = (struct tn_pagelocks){
    .law = *parameters, .n_ranks = 1, .places = &places, .latency = latency, .entry = entry
  };
  tn_pagelocks_init(&locks);
  events = (struct tn_events){ 0 };
}

static void end(void)
{
  tn_pagelocks_finish(&locks);
  tn_events_finish(&events);
}

/* Advances to the next event; the caller may finish or begin its next page. */
static double step(struct tn_pagelock *lock, int *pages_left, int *n_done)
{
  struct tn_event *event = tn_events_first(&events);
  cr_assert(event, "nobody advances");
  const double now = event->time;
  int *who;
  tn_events_remove(&events, event);
  while ((who = tn_pagelock_take(&locks, lock, now, 1e-15))) {
    tn_pagelock_left(&locks, lock, 0);
    if (--pages_left[who - callers] > 0)
      tn_pagelock_add(&locks, lock, 1.0, now, caller((int)(who - callers)));
    else
      ++*n_done;
  }
  tn_pagelocks_rate(&locks, &events, now);
  return now;
}

/* Returns when the last of n callers has finished `pages` pages, one after another. */
static double run(int n, int pages)
{
  struct tn_pagelock *lock = tn_pagelock_get(&locks, 0, 0);
  int left[8], n_done = 0;
  double now = 0.0;
  for (int i = 0; i < n; i++) {
    left[i] = pages;
    tn_pagelock_add(&locks, lock, 1.0, 0.0, caller(i));
  }
  tn_pagelocks_rate(&locks, &events, 0.0);
  while (n_done < n)
    now = step(lock, left, &n_done);
  cr_assert_eq(lock->n_callers, 0);
  cr_assert_null(tn_events_first(&events));
  return now;
}

Test(lock_laws, each_says_what_it_is_and_does_all)
{
  for (int l = 0; l < TN_N_LAWS; l++) {
    const struct tn_law_entry *e = tn_laws[l];
    cr_assert(tn_law_names[l] && e->summary && e->source, "law %d", l);
    cr_assert(e->suspend && e->resume && e->take && e->next, "%s", tn_law_names[l]);
  }
  cr_assert_null(tn_law_names[TN_N_LAWS]);
}

Test(lock_laws, a_lone_caller_pays_the_pin_time)
{
  for (int l = 0; l < TN_N_LAWS; l++) {
    begin(tn_laws[l]);
    const double time = run(1, 5);
    cr_assert_float_eq(time, 5 * PAGE, 1e-15, "%s", tn_law_names[l]);
    end();
  }
}

/* gamma(c) >= c: under no law callers pin more than one page in the pin time together, and no law
 * charges more than gamma of all callers for a round of pages. */
Test(lock_laws, callers_of_one_lock_hinder_each_other_by_gamma_at_most)
{
  for (int l = 0; l < TN_N_LAWS; l++)
    for (int n = 2; n <= 8; n++) {
      begin(tn_laws[l]);
      const double time = run(n, 3);
      cr_assert_geq(time, 3 * n * PAGE - 1e-15, "%s, %d callers", tn_law_names[l], n);
      cr_assert_leq(time, 3 * tn_gamma(0.1, 0.9, n) * PAGE + 1e-15, "%s, %d callers",
                    tn_law_names[l], n);
      end();
    }
}

/* With hand-overs a lock that is never free takes n pages in n holds of S = 0.5 of a page's time. */
Test(lock_laws, hand_overs_hinder_by_a_hold_each_at_least)
{
  parameters = &handovers;
  for (int l = 0; l < TN_N_LAWS; l++)
    for (int n = 2; n <= 8; n++) {
      begin(tn_laws[l]);
      const double time = run(n, 3), gamma = tn_lock_handover(&handovers, n, 0.1 * PAGE);
      cr_assert_geq(time, 3 * n * 0.5 * PAGE - 1e-15, "%s, %d callers", tn_law_names[l], n);
      cr_assert_leq(time, 3 * fmax(gamma, n) * PAGE + 1e-15, "%s, %d callers", tn_law_names[l], n);
      end();
    }
  parameters = &polynomial;
}

/* A single caller that pauses is later by the pause. */
Test(lock_laws, who_stands_still_is_later_by_that)
{
  for (int l = 0; l < TN_N_LAWS; l++) {
    begin(tn_laws[l]);
    struct tn_pagelock *lock = tn_pagelock_get(&locks, 0, 0);
    int left[1] = { 1 }, n_done = 0;
    tn_pagelock_add(&locks, lock, 1.0, 0.0, caller(0));
    tn_pagelocks_rate(&locks, &events, 0.0);
    const double rest = tn_pagelock_suspend(&locks, lock, 0.25 * PAGE, caller(0));
    tn_pagelocks_rate(&locks, &events, 0.25 * PAGE);
    cr_assert_null(tn_events_first(&events), "%s", tn_law_names[l]);
    tn_pagelock_resume(&locks, lock, rest, 3 * PAGE, caller(0));
    tn_pagelocks_rate(&locks, &events, 3 * PAGE);
    const double time = step(lock, left, &n_done);
    cr_assert_float_eq(time, 3.75 * PAGE, 1e-15, "%s", tn_law_names[l]);
    cr_assert_eq(n_done, 1);
    end();
  }
}

/* Two callers begin with one page each. The second's page takes w = 1 + 0.2 (2 x - 1) times as
 * long, with x drawn; gamma(2) = 2.2, and the remaining caller continues alone. Under a law that
 * serves pages one by one they alternate. */
Test(lock_laws, unfairness_is_drawn_for_who_meets_others)
{
  for (int l = 0; l < TN_N_LAWS; l++)
    for (uint64_t seed = 1; seed <= 20; seed++) {
      struct tn_random same = tn_random_make(seed, 0);
      const double w = 1 + 0.2 * (2 * tn_random_uniform(&same) - 1);
      begin(tn_laws[l]);
      const double fair = run(2, 1);
      end();
      begin(tn_laws[l]);
      locks.unfairness = 0.2;
      locks.draw = tn_random_make(seed, 0);
      const double time = run(2, 1);
      if (tn_laws[l]->by_page)
        cr_assert(fabs(time / fair - 1) <= 0.2 + 1e-9, "%s: %g", tn_law_names[l], time / fair);
      else
        cr_assert_float_eq(time, (2.2 * fmin(w, 1) + fabs(w - 1)) * PAGE, 1e-15, "%g", w);
      end();
    }
}
