/* Flows: initialisation, and a hash table from cap and route to class. */
#include "flow.h"

#include <glib.h>
#include <stdint.h>
#include <string.h>

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

void tn_flows_init(struct tn_flows *flows, int n_resources, const double *capacity, int event_kind)
{
  *flows = (struct tn_flows){ .n_resources = n_resources, .due = INFINITY };
  flows->resources = g_new(struct tn_flow_resource, n_resources);
  for (int i = 0; i < n_resources; i++)
    flows->resources[i] = (struct tn_flow_resource){ .capacity = capacity[i], .number = -1 };
  flows->tight = g_new(double, n_resources);
  flows->tight_index = g_new(int, n_resources);
  flows->scratch = g_new(double, 3 * n_resources);
  tn_event_init(&flows->event, event_kind, flows);
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
  g_free(flows->changed);
  g_free(flows->open);
  g_free(flows->rate);
  g_free(flows->table);
  g_free(flows->scratch);
  g_free(flows->tight);
  g_free(flows->tight_index);
  g_free(flows->resources);
  tn_share_table_finish(&flows->share);
  tn_soonest_finish(&flows->soonest);
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
    flows->active = g_renew(struct tn_flow_class *, flows->active, n);
    flows->changed = g_renew(struct tn_flow_class *, flows->changed, n);
    flows->open = g_renew(int, flows->open, n);
    flows->rate = g_renew(double, flows->rate, n);
  }
  struct tn_flow_class *c = g_new0(struct tn_flow_class, 1);
  c->number = flows->n_classes;
  c->share.cap = cap;
  c->share.n_route = n_route;
  for (int i = 0; i < n_route; i++)
    c->share.route[i] = route[i];
  c->work.rate = cap;
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

/* Returns the class with the same route and `speed` times the cap. */
int tn_flows_slowed(struct tn_flows *flows, int class, double speed)
{
  const struct tn_share_class c = flows->classes[class]->share;
  return tn_flows_class(flows, c.cap * speed, c.n_route, c.route);
}
