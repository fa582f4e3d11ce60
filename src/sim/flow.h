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
  struct tn_work work; /* bytes */
  int number;
  int place;    /* index in `active` */
  bool active;  /* true if it has had users recently */
  bool changed; /* true if its users or its next end have changed since tn_flows_rate */
  struct tn_share_class share; /* share.users: work.n at the last tn_flows_rate */
};

struct tn_flow_resource {
  double capacity; /* bytes per second */
  double load;     /* demand of all users at their caps, with rounding errors */
  double left;     /* unused capacity of a tight resource in a crowd, with rounding errors */
  double level; /* largest rate of a user of a full resource, where rates lag; otherwise infinite */
  int users;
  bool is_tight;
  /* index in the table of tight resources and some that were tight before; -1: absent */
  int number;
};

struct tn_flows {
  int n_resources, n_classes, capacity_classes;
  int n_active, n_idle, n_changed, n_tight;
  struct tn_flow_resource *resources; /* [n_resources] */
  double *tight;                      /* [n_tight] table of tight resources: their capacities */
  int *tight_index;                   /* [n_tight] indices of these resources */
  double *scratch;                    /* [3 * n_resources] see tn_share_table_max_min */
  struct tn_flow_class **classes;     /* [n_classes] */
  struct tn_flow_class **active;      /* [n_active] by number, n_idle of them without users */
  struct tn_flow_class **changed;     /* [n_changed] */
  struct tn_share_table share;        /* active classes, with the tight part of their routes */
  int *open;                          /* [n_active] */
  double *rate;                       /* [n_active] */
  int *table;                         /* [table_size] class numbers by hash; -1: free */
  unsigned table_size;                /* a power of two */
  unsigned n_loads;                   /* changes of loads since the last full summation */
  /* upper limit of the lag of rates for each 16 transfers under way, 128 at most, as a share of
   * a transfer's mean time; 0: no lag */
  double lag;
  double user_seconds; /* sum of the times of all transfers until `counted` */
  double counted;
  int n_users;               /* transfers under way, unchanged since `counted` */
  double n_begun;            /* calls of tn_flows_add so far; a resumed transfer counts again */
  double due;                /* time when rates must be solved anew; infinite: rates are exact */
  bool crowded;              /* true if there was a crowd at the last solution */
  struct tn_soonest soonest; /* [n_active] time of the next end in each active class */
  struct tn_event event;     /* event at the earliest of these times */
};

/* Copies capacity[n_resources]. The event has `event_kind` and owner `flows`. Set `lag` afterwards
 * if rates may lag. */
void tn_flows_init(struct tn_flows *flows, int n_resources, const double *capacity, int event_kind);
void tn_flows_finish(struct tn_flows *flows);

/* Returns the index of the class with this cap and route; creates the class if it is new. Equal
 * routes must list their resources in the same order. Resources of infinite capacity are
 * ignored. */
int tn_flows_class(struct tn_flows *flows, double cap, int n_route, const struct tn_charge *route);

int tn_flows_slowed(struct tn_flows *flows, int class, double speed);

/* Starts a transfer of `bytes` at `now`. */
void tn_flows_add(struct tn_flows *flows, int class, double bytes, double now, int order,
                  void *who);

/* Removes and returns a transfer that ends within `slack` seconds of `now`, from a class whose next
 * end is at `limit` or earlier. NULL: no such transfer. */
void *tn_flows_take(struct tn_flows *flows, double now, double limit, double slack);

/* Removes the transfer `order` of class number `class` before its end. Returns the bytes that are
 * left. */
double tn_flows_remove(struct tn_flows *flows, int class, double now, int order);

/* Solves the rates for tn_flows_rate, its only caller. */
void tn_flows_rate_changed(struct tn_flows *flows, struct tn_events *events, double now);

/* Updates the rates where needed and sets the event; called once per instant, after all changes. */
static inline void tn_flows_rate(struct tn_flows *flows, struct tn_events *events, double now)
{
  if (flows->n_changed > 0 || now >= flows->due)
    tn_flows_rate_changed(flows, events, now);
}

#endif
