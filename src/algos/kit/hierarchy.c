#include "hierarchy.h"

#include "algos/registry.h"
#include "base/grown.h"
#include "basics.h"

enum { NO_LEADER = -1 };

const char *const tn_level_names[] = { "llc", "l3", "numa", "socket", "package", NULL };

/* Election of one leader for each place among the ranks that take part. */
struct election {
  int n_ranks, head;
  bool *takes_part; /* [n_ranks] true for ranks that take part; add_level keeps only the leaders */
  int *leader;      /* [n_ranks] elected leader of each rank */
};

static int place_of(const int *places, int rank)
{
  return places ? places[rank] : 0;
}

/* Elects the leaders. Returns true if any group has more than one member. */
static bool elect(struct election *e, const int *places)
{
  const int n = tn_places_count(places, e->n_ranks);
  int *chosen = tn_ints_new(n);
  bool joins = false;
  for (int i = 0; i < n; i++)
    chosen[i] = NO_LEADER;
  if (e->takes_part[e->head])
    chosen[place_of(places, e->head)] = e->head;
  for (int r = 0; r < e->n_ranks; r++) {
    int *leader = &chosen[place_of(places, r)];
    if (e->takes_part[r] && *leader == NO_LEADER)
      *leader = r;
    e->leader[r] = *leader;
    joins = joins || (e->takes_part[r] && *leader != r);
  }
  free(chosen);
  return joins;
}

/* Adds a level to the rank's position and keeps only the leaders for the next level. At least one
 * group of the level has more than one member. */
static void add_level(struct tn_hierarchy *h, struct election *e, int rank)
{
  if (e->takes_part[rank] && e->leader[rank] == rank) {
    int n = h->first[h->n_led];
    for (int r = 0; r < e->n_ranks; r++)
      if (e->takes_part[r] && r != rank && e->leader[r] == rank)
        h->children[n++] = r;
    h->first[++h->n_led] = n;
  } else if (e->takes_part[rank]) {
    h->parent = e->leader[rank];
  }
  for (int r = 0; r < e->n_ranks; r++)
    e->takes_part[r] = e->takes_part[r] && e->leader[r] == r;
  h->n_levels++;
}

void tn_hierarchy_init(struct tn_hierarchy *h, const struct tn_call *call, int64_t levels, int head,
                       int rank)
{
  const int n = call->n_ranks;
  struct election e = { .n_ranks = n, .head = head, .leader = tn_ints_new(n) };
  *h = (struct tn_hierarchy){ .parent = -1, .children = tn_ints_new(n) };
  e.takes_part = tn_grown(NULL, (size_t)n, sizeof *e.takes_part);
  for (int r = 0; r < n; r++)
    e.takes_part[r] = true;
  for (int i = 0; call->layout && i < tn_list_length(levels); i++) {
    const struct tn_layout *l = call->layout;
    const int *places = (const int *const[]){ l->llc, l->llc, l->numa, l->package,
                                              l->package }[tn_list_item(levels, i)];
    if (elect(&e, places))
      add_level(h, &e, rank);
  }
  if (elect(&e, NULL))
    add_level(h, &e, rank);
  free(e.takes_part);
  free(e.leader);
}

void tn_hierarchy_finish(struct tn_hierarchy *h)
{
  free(h->children);
}
