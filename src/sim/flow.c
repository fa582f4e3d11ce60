#include "flow.h"

#include <glib.h>
#include <string.h>

/* Inserts the class and returns its index. `active` is sorted by number, so that sums do not depend
 * on the order of activation. */
static int put_in_place(struct tn_flows *flows, struct tn_flow_class *c)
{
  int place = flows->n_active++;
  for (; place > 0 && flows->active[place - 1]->number > c->number; place--) {
    flows->active[place] = flows->active[place - 1];
    flows->active[place]->place = place;
  }
  flows->active[place] = c;
  return c->place = place;
}

/* Returns the class with only the tight resources of its route, as indices in flows->tight. */
static struct tn_share_class tight_part(const struct tn_flows *flows,
                                        const struct tn_share_class *c)
{
  struct tn_share_class part = { .users = c->users, .cap = c->cap };
  for (int i = 0; i < c->n_route; i++) {
    const int number = flows->resources[c->route[i].resource].number;
    if (number >= 0)
      part.route[part.n_route++] = (struct tn_charge){ number, c->route[i].weight };
  }
  return part;
}

static void activate(struct tn_flows *flows, struct tn_flow_class *c)
{
  if (c->share.users == 0 && c->work.n == 0)
    c->work.rate = c->share.cap; /* The rate may still be the lower one of users that have ended. */
  if (c->active)
    return;
  const int last = flows->n_active, place = put_in_place(flows, c);
  const struct tn_share_class part = tight_part(flows, &c->share);
  tn_soonest_grow(&flows->soonest, last + 1);
  double *times = tn_soonest_times(&flows->soonest);
  memmove(times + place + 1, times + place, sizeof times[0] * (size_t)(last - place));
  times[place] = INFINITY;
  tn_soonest_renew(&flows->soonest, place, last);
  flows->n_idle++;
  c->active = true;
  tn_share_table_insert(&flows->share, place, &part);
}

static void mark(struct tn_flows *flows, struct tn_flow_class *c)
{
  if (!c->changed)
    flows->changed[flows->n_changed++] = c;
  c->changed = true;
}

void tn_flows_add(struct tn_flows *flows, int class, double bytes, double now, int order, void *who)
{
  struct tn_flow_class *c = flows->classes[class];
  activate(flows, c);
  flows->n_begun++;
  tn_work_advance(&c->work, now);
  tn_work_add(&c->work, bytes, order, who);
  mark(flows, c);
}

void *tn_flows_take(struct tn_flows *flows, double now, double limit, double slack)
{
  while (tn_soonest_time(&flows->soonest) <= limit) {
    const int place = tn_soonest_who(&flows->soonest);
    struct tn_flow_class *c = flows->active[place];
    tn_work_advance(&c->work, now);
    mark(flows, c); /* even if no transfer ends now, the class has a new time of its next end */
    void *who = tn_work_take(&c->work, slack);
    if (c->work.n == 0 || !who)
      tn_soonest_set(&flows->soonest, place, INFINITY);
    if (who)
      return who;
  }
  return NULL;
}

double tn_flows_remove(struct tn_flows *flows, int class, double now, int order)
{
  struct tn_flow_class *c = flows->classes[class];
  tn_work_advance(&c->work, now);
  mark(flows, c);
  return tn_work_remove(&c->work, order);
}

/* Adds `more` users to the loads of the route. Without users a load is exactly 0, so that no
 * rounding error remains. */
static void add_load(struct tn_flows *flows, const struct tn_share_class *c, int more)
{
  for (int i = 0; i < c->n_route; i++) {
    struct tn_flow_resource *r = &flows->resources[c->route[i].resource];
    r->users += more;
    r->load = r->users == 0 ? 0.0 : r->load + more * c->cap * c->route[i].weight;
  }
}

/* Sums all loads anew from time to time, against rounding errors. */
static void renew_loads(struct tn_flows *flows)
{
  for (int i = 0; i < flows->n_resources; i++)
    flows->resources[i].load = 0.0;
  for (int i = 0; i < flows->n_active; i++) {
    const struct tn_share_class *c = &flows->active[i]->share;
    for (int j = 0; j < c->n_route; j++)
      flows->resources[c->route[j].resource].load += c->users * c->cap * c->route[j].weight;
  }
}

/* Largest rounding error in a load, as a share of a capacity. */
static const double rounding = 1e-6;

/* Returns true if the load reaches the capacity, or has done so at any time since the resource had
 * no users. */
static bool is_tight(const struct tn_flow_resource *r)
{
  return r->users > 0 && (r->is_tight || r->load > r->capacity * (1.0 - rounding));
}

static bool is_tightness_new(const struct tn_flows *flows, const struct tn_share_class *c)
{
  for (int i = 0; i < c->n_route; i++) {
    const struct tn_flow_resource *r = &flows->resources[c->route[i].resource];
    if (is_tight(r) != r->is_tight)
      return true;
  }
  return false;
}

/* Updates is_tight of all resources. Returns true if a tight resource is not in the table. */
static bool find_tight(struct tn_flows *flows)
{
  bool is_missing = false;
  for (int i = 0; i < flows->n_resources; i++) {
    struct tn_flow_resource *r = &flows->resources[i];
    r->is_tight = is_tight(r);
    is_missing |= r->is_tight && r->number < 0;
  }
  return is_missing;
}

/* Fills the table of tight resources anew. If `keeps`, resources of the old table stay even if they
 * are not tight now, because this costs less than removing and adding them often. */
static void number_tight(struct tn_flows *flows, bool keeps)
{
  flows->n_tight = 0;
  for (int i = 0; i < flows->n_resources; i++) {
    struct tn_flow_resource *r = &flows->resources[i];
    r->number = r->is_tight || (keeps && r->number >= 0) ? flows->n_tight : -1;
    if (r->number < 0)
      continue;
    flows->tight[flows->n_tight] = r->capacity;
    flows->tight_index[flows->n_tight++] = i;
  }
}

/* Fills flows->share after a change of the table of tight resources. Classes without users become
 * inactive. */
static void renew_table(struct tn_flows *flows)
{
  const int n = flows->n_active;
  double *times = tn_soonest_times(&flows->soonest);
  flows->share.n = flows->n_active = flows->n_idle = 0;
  for (int i = 0; i < n; i++) {
    struct tn_flow_class *c = flows->active[i];
    const double time = times[i];
    c->active = c->work.n > 0;
    times[i] = INFINITY;
    if (!c->active)
      continue;
    const struct tn_share_class part = tight_part(flows, &c->share);
    tn_share_table_insert(&flows->share, flows->n_active, &part);
    times[flows->n_active] = time;
    c->place = flows->n_active;
    flows->active[flows->n_active++] = c;
  }
  tn_soonest_renew(&flows->soonest, 0, n - 1);
}

/* Returns true if `more` users of the class change no other rate: they have their cap, and no
 * resource on their route is full before or after. Then subtracts their demand from `left`. Returns
 * false if flows->crowded is false, because `left` is then unknown. */
static bool keeps_rates(struct tn_flows *flows, const struct tn_flow_class *c, int more)
{
  if (!flows->crowded || c->work.rate != c->share.cap)
    return false;
  for (int i = 0; i < c->share.n_route; i++) {
    const struct tn_charge *charge = &c->share.route[i];
    const struct tn_flow_resource *r = &flows->resources[charge->resource];
    const double least = rounding * r->capacity;
    if (r->is_tight &&
        (r->left <= least || r->left - more * c->share.cap * charge->weight <= least))
      return false;
  }
  for (int i = 0; i < c->share.n_route; i++)
    flows->resources[c->share.route[i].resource].left -=
        more * c->share.cap * c->share.route[i].weight;
  return true;
}

/* Returns a new transfer's rate until the next solution: its cap or, if lower, the rate that a full
 * resource on its route gave to its users at the last solution. */
static double rate_by_levels(const struct tn_flows *flows, const struct tn_share_class *c)
{
  double rate = c->cap;
  for (int i = 0; i < c->n_route; i++) {
    const struct tn_flow_resource *r = &flows->resources[c->route[i].resource];
    if (r->is_tight)
      rate = MIN(rate, r->level);
  }
  return rate;
}

/* Updates users and loads. Returns true if a rate may change. *ret_tightness: true if the set of
 * tight resources may have changed. */
static bool count_users(struct tn_flows *flows, bool *ret_tightness)
{
  enum { LOADS = 1 << 20, IDLE = 16 };
  bool differs = false, tightness = false;
  for (int i = 0; i < flows->n_changed; i++) {
    struct tn_flow_class *c = flows->changed[i];
    const int more = c->work.n - c->share.users;
    if (more == 0)
      continue;
    if (flows->lag > 0.0 && flows->crowded && c->share.users == 0)
      c->work.rate = rate_by_levels(flows, &c->share);
    flows->n_users += more;
    differs |= !keeps_rates(flows, c, more);
    flows->n_idle += (c->work.n == 0) - (c->share.users == 0);
    c->share.users = c->work.n;
    tn_share_table_set_users(&flows->share, c->place, c->work.n);
    add_load(flows, &c->share, more);
    tightness |= is_tightness_new(flows, &c->share);
    flows->n_loads++;
  }
  if (flows->n_loads >= LOADS) {
    flows->n_loads = 0;
    renew_loads(flows);
    tightness = true;
  }
  const bool is_missing = tightness && find_tight(flows);
  const bool is_idle = flows->n_idle > IDLE + flows->n_active / 2;
  if (is_missing || is_idle) {
    number_tight(flows, !is_idle);
    renew_table(flows);
  }
  *ret_tightness = tightness;
  return differs || tightness;
}

/* Returns true if the demand of all users at their caps exceeds a capacity. Where the stored loads
 * are not conclusive, sums anew in the order of the classes. */
static bool is_crowded(const struct tn_flows *flows)
{
  const struct tn_share_table *t = &flows->share;
  double *load = flows->scratch;
  for (int i = 0; i < flows->n_tight; i++) {
    if (flows->resources[flows->tight_index[i]].load > flows->tight[i] * (1.0 + rounding))
      return true;
    load[i] = 0.0;
  }
  for (int c = 0; c < t->n; c++)
    for (int i = t->first[c]; i < t->first[c + 1]; i++)
      load[t->resource[i]] += t->users[c] * t->cap[c] * t->weight[i];
  for (int i = 0; i < flows->n_tight; i++)
    if (load[i] > flows->tight[i])
      return true;
  return false;
}

/* Computes all rates, the next end of each class with a new rate and, if flows->crowded, `left` of
 * each tight resource. */
static void solve(struct tn_flows *flows, double now)
{
  const bool was_crowded = flows->crowded;
  flows->crowded = is_crowded(flows);
  if (flows->crowded)
    tn_share_table_max_min(&flows->share, flows->n_tight, flows->tight, flows->scratch, flows->open,
                           flows->rate);
  for (int i = 0; i < flows->n_tight && flows->crowded; i++)
    flows->resources[flows->tight_index[i]].left = flows->scratch[i];
  double *times = tn_soonest_times(&flows->soonest);
  int first = flows->n_active, last = -1; /* range of changed rates */
  for (int i = 0; i < flows->n_active && (flows->crowded || was_crowded); i++) {
    struct tn_work *work = &flows->active[i]->work;
    const double rate = flows->crowded ? flows->rate[i] : flows->share.cap[i];
    if (flows->share.users[i] == 0 || work->rate == rate)
      continue;
    tn_work_advance(work, now);
    work->rate = rate;
    times[i] = tn_work_next(work);
    first = MIN(first, i);
    last = i;
  }
  if (last >= 0)
    tn_soonest_renew(&flows->soonest, first, last);
}

/* Stores, for each full resource, the largest rate of its users. Transfers that start before the
 * next solution get at most this rate. */
static void note_levels(struct tn_flows *flows)
{
  const struct tn_share_table *t = &flows->share;
  double *most = flows->scratch;
  for (int i = 0; i < flows->n_tight; i++)
    most[i] = 0.0;
  for (int c = 0; c < t->n; c++)
    for (int i = t->first[c]; t->users[c] > 0 && i < t->first[c + 1]; i++)
      most[t->resource[i]] = MAX(most[t->resource[i]], flows->rate[c]);
  for (int i = 0; i < flows->n_tight; i++) {
    struct tn_flow_resource *r = &flows->resources[flows->tight_index[i]];
    r->level = r->left <= rounding * r->capacity ? most[i] : INFINITY;
  }
}

/* Returns the time of the next solution after a change at `now`: later if many transfers are under
 * way, because each affects the others less. */
static double due_after(const struct tn_flows *flows, bool tightness, double now)
{
  enum { EACH = 16, MOST = 128 };
  const double lag = flows->lag * MIN(flows->n_users, MOST) / EACH;
  const bool can_wait = lag > 0.0 && flows->crowded && !tightness;
  return can_wait ? now + lag * flows->user_seconds / flows->n_begun : now;
}

void tn_flows_rate_changed(struct tn_flows *flows, struct tn_events *events, double now)
{
  bool tightness = false;
  flows->user_seconds += flows->n_users * (now - flows->counted);
  flows->counted = now;
  if (count_users(flows, &tightness))
    flows->due = MIN(flows->due, due_after(flows, tightness, now));
  if (now >= flows->due) {
    flows->due = INFINITY;
    solve(flows, now);
    if (flows->lag > 0.0 && flows->crowded)
      note_levels(flows);
  }
  for (int i = 0; i < flows->n_changed; i++) {
    struct tn_flow_class *c = flows->changed[i];
    c->changed = false;
    if (c->active)
      tn_soonest_set(&flows->soonest, c->place, tn_work_next(&c->work));
  }
  flows->n_changed = 0;
  tn_events_set(events, &flows->event, MIN(tn_soonest_time(&flows->soonest), flows->due));
}
