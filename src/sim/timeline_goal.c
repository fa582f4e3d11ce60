/* GOAL, the schedule format of LogGOPSim (grammar: its txt2bin.re). Each action of a strand is a
 * `calc` of whole nanoseconds, in order. A hand-over between ranks is a send and a receive of one
 * byte with its own tag; between strands of a rank a `requires`. Waits are omitted: the reading
 * simulator computes them. A copy is a `calc` with its simulated time, not a message, because it
 * uses no time of the peer's core. */
#include "timeline_record.h"

struct item {
  struct tn_lane lane;
  double time;
  int kind;       /* RECEIVE, SEND or CALC, the order of items of one time */
  double seconds; /* duration of a CALC */
  int peer, tag;  /* peer and tag of a SEND or RECEIVE */
  guint label;    /* number within the rank, from 1; 0: not printed yet */
};
enum { RECEIVE, SEND, CALC };

static void add_calc(GArray *items, struct tn_lane lane, double from, double to)
{
  const struct item calc = {
    .lane = lane, .time = from, .kind = CALC, .seconds = to - from, .peer = -1, .tag = -1
  };
  g_array_append_val(items, calc);
}

static int by_lane_and_time(gconstpointer a, gconstpointer b)
{
  const struct item *x = a, *y = b;
  if (x->lane.rank != y->lane.rank)
    return x->lane.rank < y->lane.rank ? -1 : 1;
  if (x->lane.index != y->lane.index)
    return x->lane.index < y->lane.index ? -1 : 1;
  if (x->time < y->time || x->time > y->time)
    return x->time < y->time ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return (x->tag > y->tag) - (x->tag < y->tag);
}

/* Adds for each rank a calc from the first rank's entry to the rank's own entry. */
static void add_entries(GArray *items, const struct tn_timeline *t)
{
  double first = INFINITY;
  g_autoptr(GArray) begins = g_array_new(FALSE, FALSE, sizeof(struct tn_slice));
  for (guint i = 0; i < t->slices->len; i++) {
    const struct tn_slice *s = &g_array_index(t->slices, struct tn_slice, i);
    const struct tn_slice *before = i > 0 ? s - 1 : NULL;
    first = MIN(first, s->from);
    if (s->lane.index == 0 && (!before || before->lane.rank != s->lane.rank))
      g_array_append_val(begins, *s);
  }
  for (guint i = 0; i < begins->len; i++) {
    const struct tn_slice *s = &g_array_index(begins, struct tn_slice, i);
    if (s->from > first)
      add_calc(items, s->lane, first, s->from);
  }
}

/* Prints dependencies: on the lane's previous item and, for a receive within a rank, on the sending
 * strand's operation. */
static void print_requires(FILE *f, const GArray *items, const struct item *i, guint previous)
{
  if (previous)
    fprintf(f, "l%u requires l%u\n", i->label, previous);
  if (i->kind != RECEIVE || i->peer != i->lane.rank)
    return;
  for (guint k = 0; k < items->len; k++) {
    const struct item *other = &g_array_index(items, struct item, k);
    if (other->kind == SEND && other->tag == i->tag && other->label > 0)
      fprintf(f, "l%u requires l%u\n", i->label, other->label);
  }
}

static void print_rank(FILE *f, const GArray *items, int rank)
{
  guint label = 0, previous = 0;
  int strand = -1;
  fprintf(f, "\nrank %d {\n", rank);
  for (guint i = 0; i < items->len; i++) {
    struct item *it = &g_array_index(items, struct item, i);
    if (it->lane.rank != rank)
      continue;
    it->label = ++label;
    fprintf(f, "l%u: ", it->label);
    if (it->kind == CALC || it->peer == rank)
      fprintf(f, "calc %lld", llround(it->seconds * 1e9));
    else
      fprintf(f, "%s 1b %s %d tag %d", it->kind == SEND ? "send" : "recv",
              it->kind == SEND ? "to" : "from", it->peer, it->tag);
    fprintf(f, " cpu %d\n", it->lane.index);
  }
  for (guint i = 0; i < items->len; i++) {
    const struct item *it = &g_array_index(items, struct item, i);
    if (it->lane.rank != rank)
      continue;
    print_requires(f, items, it, it->lane.index == strand ? previous : 0);
    strand = it->lane.index;
    previous = it->label;
  }
  fputs("}\n", f);
}

void tn_timeline_goal(FILE *f, const struct tn_timeline *t, const struct tn_places *places)
{
  g_autoptr(GArray) items = g_array_new(FALSE, FALSE, sizeof(struct item));
  add_entries(items, t);
  for (guint i = 0; i < t->slices->len; i++) {
    const struct tn_slice *s = &g_array_index(t->slices, struct tn_slice, i);
    if (!g_str_equal(s->name, "wait") && !g_str_equal(s->name, "idle"))
      add_calc(items, s->lane, s->from, s->to);
  }
  for (guint i = 0; i < t->links->len; i++) {
    const struct tn_timeline_link *l = &g_array_index(t->links, struct tn_timeline_link, i);
    if (l->seen <= t->zero)
      continue;
    const struct item ends[] = {
      { l->from, l->posted, SEND, .peer = l->to.rank, .tag = (int)i },
      { l->to, l->seen, RECEIVE, .peer = l->from.rank, .tag = (int)i },
    };
    g_array_append_vals(items, ends, G_N_ELEMENTS(ends));
  }
  g_array_sort(items, by_lane_and_time);
  fprintf(f, "num_ranks %d\n", places->n);
  for (int r = 0; r < places->n; r++)
    print_rank(f, items, r);
}
