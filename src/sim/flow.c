#include "flow.h"

#include <glib.h>
#include <stdint.h>
#include <string.h>

static void fill_table(struct tn_flows *flows, unsigned size);

void tn_flows_init(struct tn_flows *flows, int n_resources, const double *capacity, int event_kind)
{
  *flows = (struct tn_flows){ .n_resources = n_resources, .event_kind = event_kind };
  flows->capacity = g_memdup2(capacity, sizeof *capacity * (size_t)n_resources);
  flows->scratch = g_new(double, 2 * n_resources + 1);
  fill_table(flows, 64);
}

void tn_flows_finish(struct tn_flows *flows)
{
  for (int i = 0; i < flows->n_classes; i++) {
    tn_work_finish(&flows->classes[i]->work);
    g_free(flows->classes[i]);
  }
  g_free(flows->classes);
  g_free(flows->active);
  g_free(flows->share);
  g_free(flows->rate);
  g_free(flows->table);
  g_free(flows->scratch);
  g_free(flows->capacity);
}

static uint64_t mixed(uint64_t hash, double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

static uint64_t hash_of(double cap, int n_route, const struct tn_charge *route)
{
  uint64_t hash = mixed((uint64_t)n_route, cap);
  for (int i = 0; i < n_route; i++)
    hash = mixed(hash + (uint64_t)route[i].resource, route[i].weight);
  return hash;
}

static void enter(struct tn_flows *flows, int number)
{
  const struct tn_share_class *c = &flows->classes[number]->share;
  const unsigned mask = flows->table_size - 1;
  unsigned i = (unsigned)hash_of(c->cap, c->n_route, c->route) & mask;
  while (flows->table[i] >= 0)
    i = (i + 1) & mask;
  flows->table[i] = number;
}

static void fill_table(struct tn_flows *flows, unsigned size)
{
  flows->table = g_renew(int, flows->table, size);
  flows->table_size = size;
  for (unsigned i = 0; i < size; i++)
    flows->table[i] = -1;
  for (int i = 0; i < flows->n_classes; i++)
    enter(flows, i);
}

static bool is_class(const struct tn_share_class *c, double cap, int n_route,
                     const struct tn_charge *route)
{
  if (c->cap != cap || c->n_route != n_route)
    return false;
  for (int i = 0; i < n_route; i++)
    if (c->route[i].resource != route[i].resource || c->route[i].weight != route[i].weight)
      return false;
  return true;
}

static int new_class(struct tn_flows *flows, double cap, int n_route, const struct tn_charge *route)
{
  if (flows->n_classes == flows->capacity_classes) {
    const int n = flows->capacity_classes = MAX(8, 2 * flows->capacity_classes);
    flows->classes = g_renew(struct tn_flow_class *, flows->classes, n);
    flows->active = g_renew(int, flows->active, n);
    flows->share = g_renew(const struct tn_share_class *, flows->share, n);
    flows->rate = g_renew(double, flows->rate, n);
  }
  struct tn_flow_class *c = g_new0(struct tn_flow_class, 1);
  c->number = flows->n_classes;
  c->share.cap = cap;
  c->share.n_route = n_route;
  for (int i = 0; i < n_route; i++)
    c->share.route[i] = route[i];
  tn_work_init(&c->work);
  c->work.rate = cap;
  tn_event_init(&c->event, flows->event_kind, c);
  flows->classes[flows->n_classes++] = c;
  if (2 * (unsigned)flows->n_classes > flows->table_size)
    fill_table(flows, 2 * flows->table_size);
  else
    enter(flows, c->number);
  return c->number;
}

int tn_flows_class(struct tn_flows *flows, double cap, int n_route, const struct tn_charge *route)
{
  const unsigned mask = flows->table_size - 1;
  unsigned i = (unsigned)hash_of(cap, n_route, route) & mask;
  for (; flows->table[i] >= 0; i = (i + 1) & mask)
    if (is_class(&flows->classes[flows->table[i]]->share, cap, n_route, route))
      return flows->table[i];
  return new_class(flows, cap, n_route, route);
}

/* Its place among the active classes, in order of their numbers. */
static void activate(struct tn_flows *flows, struct tn_flow_class *c)
{
  if (c->active)
    return;
  int i = flows->n_active++;
  for (; i > 0 && flows->active[i - 1] > c->number; i--)
    flows->active[i] = flows->active[i - 1];
  flows->active[i] = c->number;
  c->active = true;
  c->work.rate = c->share.cap; /* not that of an earlier crowd */
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
  activate(flows, c);
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
  for (int i = 0; i < flows->n_active; i++) {
    const struct tn_share_class *c = flows->share[i];
    for (int j = 0; j < c->n_route; j++)
      load[c->route[j].resource] += c->users * c->cap * c->route[j].weight;
  }
  for (int i = 0; i < flows->n_resources; i++)
    if (load[i] > flows->capacity[i])
      return true;
  return false;
}

/* Classes without users leave the active ones, after their last rating. */
static void retire(struct tn_flows *flows)
{
  int n = 0;
  for (int i = 0; i < flows->n_active; i++) {
    struct tn_flow_class *c = flows->classes[flows->active[i]];
    c->active = c->work.n > 0;
    if (c->active)
      flows->active[n++] = c->number;
  }
  flows->n_active = n;
}

void tn_flows_rate(struct tn_flows *flows, struct tn_events *events, double now)
{
  if (!flows->changed)
    return;
  flows->changed = false;
  for (int i = 0; i < flows->n_active; i++) {
    struct tn_flow_class *c = flows->classes[flows->active[i]];
    c->share.users = c->work.n;
    flows->share[i] = &c->share;
  }
  const bool crowded = is_crowded(flows);
  const bool solve = crowded || flows->crowded;
  flows->crowded = crowded;
  if (crowded)
    tn_share_max_min(flows->n_active, flows->share, flows->n_resources, flows->capacity,
                     flows->scratch, flows->rate);
  for (int i = 0; i < flows->n_active; i++) {
    struct tn_flow_class *c = flows->classes[flows->active[i]];
    const double rate = crowded ? flows->rate[i] : c->share.cap;
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
  retire(flows);
}
