/* Transfers that share memory domains, package links and cores, max-min fairly.
 *
 * Transfers with equal route and cap form one class. Rates are solved anew only when the number of
 * users of a class has changed, and only for classes that cross a tight resource. A resource is
 * tight if the demand of all its users at their caps may exceed its capacity; other resources limit
 * no user. There may be thousands of classes.
 *
 * When users at their cap come or go, all other rates stay the same as long as no resource on the
 * users' route is full before or after the change.
 *
 * There is a crowd if the demand of all users at their caps exceeds some capacity. Without a crowd
 * every user has its cap. The users of a class share one counter of bytes (work.h).
 *
 * Where rates may lag, a transfer that starts in a crowd gets the rate that the full resources on
 * its route gave to each of their users at the last solution. A little later one solution covers
 * all transfers that have started and ended meanwhile. */
#ifndef TN_SIM_FLOW_H
#define TN_SIM_FLOW_H

#include <stdbool.h>

#include "contention/share.h"
#include "events.h"
#include "soonest.h"
#include "work.h"

struct tn_flow_class {
  struct tn_work work;
  int number;
  int place; /* index in `active` */
  /* true if the class is in tn_flows.active: it has or recently had users */
  bool active;
  bool changed; /* true if users or the next end changed since tn_flows_rate */
  /* share.users: number of users at the last tn_flows_rate; work.n: present number */
  struct tn_share_class share;
};

struct tn_flow_resource {
  double capacity; /* bytes per second */
  double load;     /* bytes per second of all users at their caps, rounded */
  double left;     /* unused bytes per second if tight and flows->crowded, rounded */
  /* largest rate of a user if the resource is full and rates lag, otherwise infinite */
  double level;
  int users;
  bool is_tight;
  /* index in tn_flows.tight, in which some resources stay after they are no longer tight; -1: not
   * in it */
  int number;
};

struct tn_flows {
  int n_resources, n_classes, capacity_classes;
  int n_active, n_idle, n_changed, n_tight;
  struct tn_flow_resource *resources; /* [n_resources] */
  double *tight;                      /* [n_tight] capacities of tight resources */
  int *tight_index;                   /* [n_tight] index in `resources` of each tight resource */
  double *scratch;                    /* [3 * n_resources] work space of tn_share_table_max_min */
  struct tn_flow_class **classes;     /* [n_classes] */
  /* [n_active] classes sorted by number; n_idle of them have no users */
  struct tn_flow_class **active;
  struct tn_flow_class **changed; /* [n_changed] */
  /* active classes with the tight resources of their routes only */
  struct tn_share_table share;
  int *open;    /* [n_active] work space of tn_share_table_max_min */
  double *rate; /* [n_active] solved rates, bytes per second */
  int *table;   /* [table_size] class numbers by hash; -1: free */
  unsigned table_size;
  unsigned n_loads; /* number of changes of loads since all were last summed anew */
  /* longest delay of new rates, as a share of a transfer's mean time, for each 16 transfers under
   * way (128 at most count); 0: no lag */
  double lag;
  double user_seconds; /* sum over all transfers of the seconds under way, until `counted` */
  double counted;
  int n_users;               /* number of transfers under way since `counted` */
  double n_begun;            /* number of calls of tn_flows_add; resumed transfers count again */
  double due;                /* time of the next solution; infinite: rates are exact */
  bool crowded;              /* true if users at their caps exceeded a capacity when last solved */
  struct tn_soonest soonest; /* [n_active] time of the next end in each active class */
  struct tn_event event;     /* event at the earliest end or at `due` */
};

/* Initialises `flows` with resources of capacity[n_resources] bytes per second, copied. The event's
 * owner is `flows`. Set flows->lag afterwards. */
void tn_flows_init(struct tn_flows *flows, int n_resources, const double *capacity, int event_kind);
void tn_flows_finish(struct tn_flows *flows);

/* Returns the class with this cap and route, created if new. Equal routes must list their resources
 * in the same order. Resources of infinite capacity are ignored. */
int tn_flows_class(struct tn_flows *flows, double cap, int n_route, const struct tn_charge *route);

int tn_flows_slowed(struct tn_flows *flows, int class, double speed);

void tn_flows_add(struct tn_flows *flows, int class, double bytes, double now, int order,
                  void *who);

/* Removes and returns a transfer that ends within `slack` seconds of `now`, from a class whose next
 * end is at most `limit`. Returns NULL if there is none. */
void *tn_flows_take(struct tn_flows *flows, double now, double limit, double slack);

/* Removes a transfer before its end. Returns the bytes that are left. */
double tn_flows_remove(struct tn_flows *flows, int class, double now, int order);

/* Computes new rates; called by tn_flows_rate only. */
void tn_flows_rate_changed(struct tn_flows *flows, struct tn_events *events, double now);

/* Updates the rates and sets the event; called once per instant, after all changes. */
static inline void tn_flows_rate(struct tn_flows *flows, struct tn_events *events, double now)
{
  if (flows->n_changed > 0 || now >= flows->due)
    tn_flows_rate_changed(flows, events, now);
}

#endif
