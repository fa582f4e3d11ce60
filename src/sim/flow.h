/* Transfers that share memory domains, package links and cores, max-min fairly.
 *
 * Transfers with equal route and cap form one class. Rates are solved anew only where the number of
 * users of some class has changed since, among the classes that cross a tight resource: one of
 * which all users at their caps might ask more than it has. No other can hold anybody back. There
 * may be thousands of classes.
 *
 * Users at their cap who come or go change nobody else's rate as long as no resource on their way
 * is full before or after: what is not full holds nobody back, and what holds the others back is
 * not on that way.
 *
 * Where rates may lag, who comes in a crowd gets at once what the full resources on its way gave each
 * of their users at the last solution, and the rates of all are solved anew a little later, for all
 * who came and went meanwhile together. */
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
  int place;                   /* among the active */
  bool active;                 /* has had users lately */
  bool changed;                /* its next end has, since the last rating */
  struct tn_share_class share; /* users: when last rated */
};

/* What transfers share. */
struct tn_flow_resource {
  double capacity; /* bytes per second */
  double load;     /* asked for by all users at their caps, to rounding */
  double left;     /* of a tight one in a crowd: what nobody uses, to rounding */
  double level; /* where rates lag, of a full one: the most that a user of it gets; else infinite */
  int users;
  bool is_tight;
  int number; /* in the table, -1: it is not there; the tight ones are, and some that were */
};

struct tn_flows {
  int n_resources, n_classes, capacity_classes;
  int n_active, n_idle, n_changed, n_tight;
  struct tn_flow_resource *resources; /* [n_resources] */
  double *tight;                      /* [n_tight] capacities of those in the table */
  int *tight_index;                   /* [n_tight] which resources these are */
  double *scratch;                    /* [3 * n_resources] */
  struct tn_flow_class **classes;     /* [n_classes] */
  struct tn_flow_class **active;      /* [n_active] by number; n_idle of them without users */
  struct tn_flow_class **changed;     /* [n_changed] */
  struct tn_share_table share;        /* of these, with the tight part of their routes */
  int *open;                          /* [n_active] */
  double *rate;                       /* [n_active] */
  int *table;                         /* [table_size] numbers of classes by hash, -1: free */
  unsigned table_size;                /* a power of two */
  unsigned n_loads;                   /* changes of loads since they were last summed afresh */
  double lag;          /* share of a transfer's mean time by which rates may be late for each 16
                        * transfers under way, of 128 at most; 0: never */
  double user_seconds; /* what all transfers took until `counted` */
  double counted;
  int n_users;               /* since then */
  double n_begun;            /* transfers so far */
  double due;                /* when rates are to be solved anew; infinite: they hold */
  bool crowded;              /* some resource is fully used */
  struct tn_soonest soonest; /* [n_active] when the next user of each is done */
  struct tn_event event;     /* at the soonest of these */
};

/* capacity[n_resources] is copied. The event has `event_kind`, owner: the flows. Whose rates may lag
 * sets `lag` next. */
void tn_flows_init(struct tn_flows *flows, int n_resources, const double *capacity, int event_kind);
void tn_flows_finish(struct tn_flows *flows);

/* Index of the class with this cap and route, made when new. Equal routes name their resources in
 * the same order; those of infinite capacity are left out. */
int tn_flows_class(struct tn_flows *flows, double cap, int n_route, const struct tn_charge *route);

/* The class of the same route and `speed` times the cap. */
int tn_flows_slowed(struct tn_flows *flows, int class, double speed);

/* A transfer of `bytes` starts at `now`. */
void tn_flows_add(struct tn_flows *flows, int class, double bytes, double now, int order,
                  void *who);

/* Takes out a transfer of a class whose next end comes at `limit` or before, and which itself ends
 * within `slack` seconds of `now`; NULL when there is none. */
void *tn_flows_take(struct tn_flows *flows, double now, double limit, double slack);

/* Takes out a transfer of class number `class` before it ends; the bytes left. */
double tn_flows_remove(struct tn_flows *flows, int class, double now, int order);

/* Solves the rates anew where needed and sets the event. Once per instant, after all changes. */
void tn_flows_rate_changed(struct tn_flows *flows, struct tn_events *events, double now);

static inline void tn_flows_rate(struct tn_flows *flows, struct tn_events *events, double now)
{
  if (flows->n_changed > 0 || now >= flows->due)
    tn_flows_rate_changed(flows, events, now);
}

#endif
