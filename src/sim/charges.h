/* Bytes with which a transfer (struct tn_traffic) loads each place and link of limited bandwidth.
 * Internal to traffic.c, charges.c and bypass.c. */
#ifndef TN_SIM_CHARGES_H
#define TN_SIM_CHARGES_H

#include "memory.h"
#include "strand.h"

static inline struct tn_extent tn_charges_extent(struct tn_span span)
{
  return (struct tn_extent){ span.rank, (int)span.buf, span.off, span.len };
}

/* Returns the distance of the strand's core from an LLC's memory domain. */
static inline enum tn_distance tn_charges_distance(const struct tn_traffic *t, int llc)
{
  const struct tn_places *p = t->e->point->places;
  const struct tn_llc_place place = tn_residency_llc(t->e->memory.residency, llc);
  return p->package[t->s->rank] != place.package ? TN_OTHER_PACKAGE
         : p->numa[t->s->rank] != place.numa     ? TN_SAME_PACKAGE
                                                 : TN_SAME_NUMA;
}

void tn_charges_add_resource(struct tn_traffic *t, int resource, double bytes);

static inline void tn_charges_add(struct tn_traffic *t, enum tn_resource class, int index,
                                  double bytes)
{
  if (bytes <= 0.0)
    return;
  const struct tn_memory *m = &t->e->memory;
  const int first = m->first[class];
  if (first < 0 || m->capacity[first + index] == INFINITY)
    return;
  tn_engine_price(t->e, tn_resources[class].rate);
  tn_charges_add_resource(t, first + index, bytes);
}

void tn_charges_add_links(struct tn_traffic *t, int from, int to, double bytes);
/* Charges `bytes` of the span that the core gets from an LLC or the L2s below it: to the links on
 * the route and to the span's home. Charges `fed` bytes to the port of the LLC. */
void tn_charges_add_lines(struct tn_traffic *t, int llc, struct tn_span span, double bytes,
                          double fed);
/* Charges the bytes that caches write back because of an access. */
void tn_charges_add_backs(struct tn_traffic *t, const struct tn_access *a);

/* Returns the rank in whose domain the span has its home. For the slot of the strand's last message
 * this is the receiver if the parameter slot_home places slots at the receiver. */
int tn_charges_home_of(const struct tn_traffic *t, struct tn_span span);

/* Notes that the result depends on the shape of a hop (a link of a route) and, if `limits` is true,
 * on its rate. */
void tn_charges_note_hop(struct tn_engine *e, const struct tn_hop *hop, bool limits);
/* Return a class of flows of at most `cap` bytes per second. tn_charges_class returns the class for
 * the charges so far, tn_charges_route_class that for route[n], which it sorts by resource. */
int tn_charges_class(struct tn_traffic *t, double bytes, double cap);
int tn_charges_route_class(struct tn_engine *e, double cap, int n, struct tn_charge *route);

#endif
