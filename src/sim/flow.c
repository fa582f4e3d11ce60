#include "flow.h"

#include <glib.h>
#include <string.h>

void tn_flows_init(struct tn_flows *flows, int n_resources, const double *capacity, int event_kind)
{
  *flows = (struct tn_flows){ .n_resources = n_resources, .event_kind = event_kind };
  flows->capacity = g_memdup2(capacity, sizeof *capacity * (size_t)n_resources);
  flows->scratch = g_new(double, 2 * n_resources + 1);
}

void tn_flows_finish(struct tn_flows *flows)
{
  for (int i = 0; i < flows->n_classes; i++) {
    tn_work_finish(&flows->classes[i]->work);
    g_free(flows->classes[i]);
  }
  g_free(flows->classes);
  g_free(flows->share);
  g_free(flows->rate);
  g_free(flows->scratch);
  g_free(flows->capacity);
}

static bool same_route(const struct tn_share_class *c, int n_route, const int *route)
{
  return c->n_route == n_route &&
         (n_route == 0 || memcmp(c->route, route, sizeof *route * (size_t)n_route) == 0);
}

int tn_flows_class(struct tn_flows *flows, double cap, int n_route, const int *route)
{
  for (int i = 0; i < flows->n_classes; i++)
    if (flows->share[i].cap == cap && same_route(&flows->share[i], n_route, route))
      return i;
  if (flows->n_classes == flows->capacity_classes) {
    flows->capacity_classes = flows->capacity_classes ? 2 * flows->capacity_classes : 8;
    flows->share = g_renew(struct tn_share_class, flows->share, flows->capacity_classes);
    flows->rate = g_renew(double, flows->rate, flows->capacity_classes);
    flows->classes = g_renew(struct tn_flow_class *, flows->classes, flows->capacity_classes);
  }
  const int index = flows->n_classes++;
  flows->share[index] = (struct tn_share_class){ .cap = cap, .n_route = n_route };
  for (int i = 0; i < n_route; i++)
    flows->share[index].route[i] = route[i];
  struct tn_flow_class *c = g_new0(struct tn_flow_class, 1);
  tn_work_init(&c->work);
  c->work.rate = cap;
  tn_event_init(&c->event, flows->event_kind, c);
  flows->classes[index] = c;
  return index;
}

static void mark(struct tn_flows *flows, struct tn_flow_class *c)
{
  c->changed = true;
  flows->changed = true;
}

void tn_flows_add(struct tn_flows *flows, int class, double bytes, double now, int order, void *who)
{
  struct tn_flow_class *c = flows->classes[class];
  tn_work_advance(&c->work, now);
  tn_work_add(&c->work, bytes, order, who);
  mark(flows, c);
}

void *tn_flows_take(struct tn_flows *flows, struct tn_flow_class *c, double now, double slack)
{
  tn_work_advance(&c->work, now);
  mark(flows, c); /* even when nobody is done: its event is set anew */
  return tn_work_take(&c->work, slack);
}

double tn_flows_remove(struct tn_flows *flows, int class, double now, int order)
{
  struct tn_flow_class *c = flows->classes[class];
  tn_work_advance(&c->work, now);
  mark(flows, c);
  return tn_work_remove(&c->work, order);
}

/* Whether all users at their caps ask more of some resource than it has. */
static bool is_crowded(struct tn_flows *flows)
{
  double *load = flows->scratch;
  memset(load, 0, sizeof *load * (size_t)flows->n_resources);
  for (int i = 0; i < flows->n_classes; i++)
    for (int j = 0; j < flows->share[i].n_route; j++)
      load[flows->share[i].route[j]] += flows->share[i].users * flows->share[i].cap;
  for (int i = 0; i < flows->n_resources; i++)
    if (load[i] > flows->capacity[i])
      return true;
  return false;
}

void tn_flows_rate(struct tn_flows *flows, struct tn_events *events, double now)
{
  if (!flows->changed)
    return;
  flows->changed = false;
  for (int i = 0; i < flows->n_classes; i++)
    flows->share[i].users = flows->classes[i]->work.n;
  const bool crowded = is_crowded(flows);
  const bool solve = crowded || flows->crowded;
  flows->crowded = crowded;
  if (crowded)
    tn_share_max_min(flows->n_classes, flows->share, flows->n_resources, flows->capacity,
                     flows->scratch, flows->rate);
  for (int i = 0; i < flows->n_classes; i++) {
    struct tn_flow_class *c = flows->classes[i];
    const double rate = crowded ? flows->rate[i] : flows->share[i].cap;
    if (solve && rate != c->work.rate) {
      tn_work_advance(&c->work, now);
      c->work.rate = rate;
      c->changed = true;
    }
    if (c->changed) {
      c->changed = false;
      tn_events_set(events, &c->event, tn_work_next(&c->work));
    }
  }
}
