/* Transfers that share memory domains, package links and cores, max-min fairly.
 *
 * Transfers with equal route and cap form one class; rates are solved per class that has users, and
 * not at all while the caps of all fit every resource. There may be thousands of classes. */
#ifndef TN_SIM_FLOW_H
#define TN_SIM_FLOW_H

#include <stdbool.h>

#include "contention/share.h"
#include "events.h"
#include "work.h"

struct tn_flow_class {
  struct tn_share_class share;
  struct tn_work work;    /* bytes */
  struct tn_event event;
  int number;
  bool active;            /* had users when last rated, or has them since */
  bool changed;           /* users came or went since the last rating */
};

struct tn_flows {
  int n_resources, n_classes, capacity_classes;
  int n_active;
  double *capacity;              /* [n_resources] bytes per second */
  double *scratch;               /* [2 * n_resources] */
  struct tn_flow_class **classes; /* [n_classes] */
  int *active;                   /* [n_active] numbers of classes, in order */
  const struct tn_share_class **share; /* [n_active] of these */
  double *rate;                  /* [n_active] */
  int *table;                    /* [table_size] numbers of classes by hash, -1: free */
  unsigned table_size;           /* a power of two */
  bool changed, crowded;         /* something to rate; some resource is fully used */
  int event_kind;
};

/* capacity[n_resources] is copied. Events of classes have `event_kind`, owner: the class. */
void tn_flows_init(struct tn_flows *flows, int n_resources, const double *capacity, int event_kind);
void tn_flows_finish(struct tn_flows *flows);

/* Index of the class with this cap and route, made when new. Equal routes name their resources in
 * the same order; those of infinite capacity are left out. */
int tn_flows_class(struct tn_flows *flows, double cap, int n_route, const struct tn_charge *route);

/* A transfer of `bytes` starts at `now`. */
void tn_flows_add(struct tn_flows *flows, int class, double bytes, double now, int order,
                  void *who);

/* Takes out a transfer of class `c` that ends within `slack` seconds of `now`, or NULL. */
void *tn_flows_take(struct tn_flows *flows, struct tn_flow_class *c, double now, double slack);

/* Takes out a transfer of class number `class` before it ends; the bytes left. */
double tn_flows_remove(struct tn_flows *flows, int class, double now, int order);

/* Solves the rates anew where needed and sets the events. Once per instant, after all changes. */
void tn_flows_rate(struct tn_flows *flows, struct tn_events *events, double now);

#endif
