/* Random transfers on random resources, and their end times by the engine's flows. */
#ifndef TN_TESTS_FLOW_CASES_H
#define TN_TESTS_FLOW_CASES_H

#include <glib.h>

#include "sim/flow.h"

#define FLOWS_MAX 24
#define RESOURCES_MAX 6    /* upper limit of drawn resources */
#define RESOURCES_ROOM 256 /* resources of a graph in tests/test_oracle.c */
#define ROUTE_MAX 3

struct flow_case {
  int n_resources, n_flows;
  double capacity[RESOURCES_ROOM];
  struct {
    double start, bytes, cap; /* s, bytes, bytes per second */
    int n_route;
    struct tn_charge route[TN_MAX_ROUTE];
  } flow[FLOWS_MAX];
};

/* Draws few different caps and start times, so that classes have several users and events
 * coincide. */
static inline void flow_case_draw(struct flow_case *c, guint32 seed)
{
  GRand *rand = g_rand_new_with_seed(seed);
  c->n_resources = g_rand_int_range(rand, 1, RESOURCES_MAX + 1);
  c->n_flows = g_rand_int_range(rand, 1, FLOWS_MAX + 1);
  for (int i = 0; i < c->n_resources; i++)
    c->capacity[i] = 1e9 * g_rand_int_range(rand, 1, 40);
  for (int i = 0; i < c->n_flows; i++) {
    c->flow[i].start = 1e-3 * g_rand_int_range(rand, 0, 4);
    c->flow[i].bytes = 1e6 * g_rand_int_range(rand, 1, 20);
    c->flow[i].cap = 1e9 * g_rand_int_range(rand, 1, 8);
    c->flow[i].n_route = 0;
    for (int r = 0; r < c->n_resources && c->flow[i].n_route < ROUTE_MAX; r++)
      if (g_rand_boolean(rand))
        c->flow[i].route[c->flow[i].n_route++] = (struct tn_charge){ r, 1.0 };
  }
  g_rand_free(rand);
}

/* Computes ret_end[n_flows] in seconds as the engine: classes, virtual work, one re-rating per
 * event. */
static inline void flow_case_run(const struct flow_case *c, double *ret_end)
{
  struct tn_flows flows;
  struct tn_events events = { 0 };
  double now = 0.0;
  int started = 0, ended = 0;
  bool begun[FLOWS_MAX] = { false };
  tn_flows_init(&flows, c->n_resources, c->capacity, 0);
  while (ended < c->n_flows) {
    double next = INFINITY;
    for (int i = 0; i < c->n_flows; i++)
      if (!begun[i])
        next = MIN(next, c->flow[i].start);
    const struct tn_event *first = tn_events_first(&events);
    now = first && first->time < next ? first->time : next;
    while ((first = tn_events_first(&events)) && first->time <= now + 1e-12) {
      tn_events_remove(&events, &flows.event);
      for (double *end; (end = tn_flows_take(&flows, now, now + 1e-12, 2e-12)); ended++)
        *end = now;
    }
    for (int i = 0; i < c->n_flows; i++)
      if (!begun[i] && c->flow[i].start <= now) {
        begun[i] = true;
        started++;
        tn_flows_add(&flows,
                     tn_flows_class(&flows, c->flow[i].cap, c->flow[i].n_route, c->flow[i].route),
                     c->flow[i].bytes, now, i, &ret_end[i]);
      }
    tn_flows_rate(&flows, &events, now);
  }
  g_assert(started == c->n_flows);
  tn_flows_finish(&flows);
  tn_events_finish(&events);
}

#endif
