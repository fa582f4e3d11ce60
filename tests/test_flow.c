/* The engine's sharing and virtual work compared with a simple event loop. */
#include <criterion/criterion.h>
#include <math.h>

#include "flow_cases.h"
#include "shares.h"

/* Runs with every transfer as its own class and new rates at every event. */
static void naive_run(const struct flow_case *c, double *end)
{
  double left[FLOWS_MAX], rate[FLOWS_MAX], scratch[3 * RESOURCES_MAX], now = 0.0;
  int open[FLOWS_MAX];
  bool done[FLOWS_MAX] = { false };
  struct tn_share_class classes[FLOWS_MAX];
  const struct tn_share_class *each[FLOWS_MAX];
  for (int i = 0; i < c->n_flows; i++) {
    left[i] = c->flow[i].bytes;
    classes[i] = (struct tn_share_class){ .cap = c->flow[i].cap, .n_route = c->flow[i].n_route };
    each[i] = &classes[i];
    memcpy(classes[i].route, c->flow[i].route, sizeof classes[i].route);
  }
  for (int n_done = 0; n_done < c->n_flows;) {
    double next = INFINITY;
    for (int i = 0; i < c->n_flows; i++) {
      classes[i].users = !done[i] && c->flow[i].start <= now;
      if (c->flow[i].start > now)
        next = fmin(next, c->flow[i].start);
    }
    share_max_min(c->n_flows, each, c->n_resources, c->capacity, scratch, open, rate);
    for (int i = 0; i < c->n_flows; i++)
      if (classes[i].users)
        next = fmin(next, now + left[i] / rate[i]);
    for (int i = 0; i < c->n_flows; i++)
      if (classes[i].users) {
        left[i] -= rate[i] * (next - now);
        if (left[i] <= 1e-9 * c->flow[i].bytes) {
          done[i] = true;
          end[i] = next;
          n_done++;
        }
      }
    now = next;
  }
}

/* Gives every second case few different weights, so that classes keep several users. */
static void weigh(struct flow_case *c, guint32 seed)
{
  GRand *rand = g_rand_new_with_seed(seed);
  for (int i = 0; i < c->n_flows && seed % 2; i++)
    for (int j = 0; j < c->flow[i].n_route; j++)
      c->flow[i].route[j].weight = 0.25 * g_rand_int_range(rand, 1, 9);
  g_rand_free(rand);
}

Test(flow, classes_change_nothing)
{
  for (guint32 seed = 1; seed <= 3000; seed++) {
    struct flow_case c;
    double ours[FLOWS_MAX] = { 0 }, naive[FLOWS_MAX] = { 0 };
    flow_case_draw(&c, seed + 100000);
    weigh(&c, seed);
    flow_case_run(&c, ours);
    naive_run(&c, naive);
    for (int i = 0; i < c.n_flows; i++)
      cr_assert(fabs(ours[i] - naive[i]) <= 1e-9 * naive[i], "case %u, transfer %d: %.15g, %.15g",
                seed, i, ours[i], naive[i]);
  }
}

Test(flow, a_lone_transfer_takes_bytes_by_cap)
{
  struct flow_case c = { .n_resources = 1, .n_flows = 1, .capacity = { 5e10 } };
  c.flow[0].bytes = 65536;
  c.flow[0].cap = 3.29e9;
  c.flow[0].n_route = 1;
  c.flow[0].route[0].weight = 1.0;
  double end;
  flow_case_run(&c, &end);
  cr_assert_float_eq(end, 65536 / 3.29e9, 1e-18);
}

Test(flow, thousands_of_classes_are_found_again)
{
  struct tn_flows flows;
  const double capacity[] = { 1e9, 2e9 };
  tn_flows_init(&flows, 2, capacity, 0);
  for (int i = 0; i < 10000; i++) {
    const int number = i % 5000;
    const struct tn_charge route[] = { { 0, 1.0 + number % 50 }, { 1, 0.5 } };
    cr_assert_eq(tn_flows_class(&flows, 1e9 + number / 50, 1 + i / 50 % 2, route), number);
  }
  cr_assert_eq(flows.n_classes, 5000);
  tn_flows_finish(&flows);
}

Test(flow, a_class_that_comes_back_forgets_the_crowd)
{
  struct tn_flows flows;
  struct tn_events events = { 0 };
  const double capacity = 10.0;
  const struct tn_charge route = { 0, 1.0 };
  int who[3];
  tn_flows_init(&flows, 1, &capacity, 0);
  const int a = tn_flows_class(&flows, 8.0, 1, &route), b = tn_flows_class(&flows, 9.0, 1, &route);
  tn_flows_add(&flows, a, 5.0, 0.0, 0, &who[0]);
  tn_flows_add(&flows, b, 50.0, 0.0, 1, &who[1]);
  tn_flows_rate(&flows, &events, 0.0); /* 5 each */
  cr_assert_eq(tn_events_first(&events)->time, 1.0);
  cr_assert_eq(tn_flows_take(&flows, 1.0, 1.0, 1e-12), &who[0]);
  tn_flows_rate(&flows, &events, 1.0);
  cr_assert_eq(tn_flows_remove(&flows, b, 1.0, 1), 45.0);
  tn_flows_rate(&flows, &events, 1.0);
  cr_assert_eq(flows.n_active, flows.n_idle);
  tn_flows_add(&flows, a, 8.0, 2.0, 2, &who[2]);
  tn_flows_rate(&flows, &events, 2.0);
  cr_assert_eq(tn_events_first(&events)->time, 3.0); /* alone, at its cap */
  tn_flows_finish(&flows);
  tn_events_finish(&events);
}

/* Checks that incrementally updated rates equal those of a complete solution exactly. */
static void check_rates(const struct tn_flows *flows, const double *capacity, int event)
{
  const struct tn_share_class *each[FLOWS_MAX];
  double load[RESOURCES_MAX] = { 0.0 }, scratch[3 * RESOURCES_MAX], rate[FLOWS_MAX];
  int open[FLOWS_MAX];
  bool crowded = false;
  for (int i = 0; i < flows->n_classes; i++) {
    const struct tn_share_class *c = each[i] = &flows->classes[i]->share;
    cr_assert_eq(c->users, flows->classes[i]->work.n);
    for (int j = 0; j < c->n_route; j++)
      load[c->route[j].resource] += c->users * c->cap * c->route[j].weight;
  }
  for (int i = 0; i < flows->n_resources; i++)
    crowded |= load[i] > capacity[i];
  share_max_min(flows->n_classes, each, flows->n_resources, capacity, scratch, open, rate);
  for (int i = 0; i < flows->n_classes; i++) {
    const struct tn_flow_class *c = flows->classes[i];
    const double want = crowded ? rate[i] : c->share.cap;
    cr_assert(c->work.n == 0 || c->work.rate == want, "event %d, class %d: %.17g, not %.17g", event,
              i, c->work.rate, want);
  }
}

Test(flow, what_is_solved_in_part_equals_the_whole)
{
  for (guint32 seed = 1; seed <= 300; seed++) {
    struct flow_case c;
    struct tn_flows flows;
    struct tn_events events = { 0 };
    GRand *rand = g_rand_new_with_seed(seed);
    flow_case_draw(&c, seed);
    weigh(&c, seed);
    tn_flows_init(&flows, c.n_resources, c.capacity, 0);
    double now = 0.0;
    int under_way = 0;
    for (int event = 0; event < 200; event++) {
      const struct tn_event *first = tn_events_first(&events);
      now = first ? first->time : now;
      if (first)
        tn_events_remove(&events, &flows.event);
      const int ended = under_way;
      while (tn_flows_take(&flows, now, now + 1e-12, 2e-12))
        under_way--;
      /* Sometimes a flow leaves while another of the same or another class starts. */
      for (int n = g_rand_int_range(rand, 0, 2 + ended - under_way); n > 0 || under_way == 0; n--) {
        const int i = g_rand_int_range(rand, 0, c.n_flows);
        tn_flows_add(&flows,
                     tn_flows_class(&flows, c.flow[i].cap, c.flow[i].n_route, c.flow[i].route),
                     c.flow[i].bytes, now, event * 100 + n, &c);
        under_way++;
      }
      tn_flows_rate(&flows, &events, now);
      check_rates(&flows, c.capacity, event);
    }
    tn_flows_finish(&flows);
    tn_events_finish(&events);
    g_rand_free(rand);
  }
}

/* Draws from few different times or from many. */
static double draw_time(GRand *rand)
{
  return g_rand_boolean(rand) ? g_rand_int_range(rand, 0, 20) / 20.0 : g_rand_double(rand);
}

Test(events, come_out_in_order)
{
  struct tn_events events = { 0 };
  struct tn_event event[200];
  GRand *rand = g_rand_new_with_seed(7);
  for (int i = 0; i < 200; i++) {
    tn_event_init(&event[i], 0, NULL);
    tn_events_set(&events, &event[i], draw_time(rand));
  }
  for (int i = 0; i < 200; i += 3)
    tn_events_set(&events, &event[i], i % 2 ? INFINITY : draw_time(rand));
  int n = 0;
  for (double last = -1.0; tn_events_first(&events); n++) {
    struct tn_event *first = tn_events_first(&events);
    cr_assert(first->time >= last);
    last = first->time;
    tn_events_remove(&events, first);
  }
  cr_assert_eq(n, 200 - 33);
  tn_events_finish(&events);
  g_rand_free(rand);
}
