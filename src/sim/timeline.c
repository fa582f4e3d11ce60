/* Chrome/Perfetto JSON: a process per package with a track per strand, one for a rank's noise if
 * there is any, and a counter of callers per contended lock; beside them, the critical path. */
#include "timeline.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "error.h"

struct noise {
  int rank;
  double from, to;
};

struct callers {
  int rank, index, n;
  double time;
};

struct link {
  struct tn_lane to, from;
  double seen, posted;
  const char *way;
};

struct tn_timeline {
  GArray *slices, *noises, *callers, *links;
  GArray *path;           /* struct tn_slice, last first */
  GHashTable *contended;  /* locks that ever had two callers */
  double zero;
};

struct tn_timeline *tn_timeline_new(double zero)
{
  struct tn_timeline *t = g_new0(struct tn_timeline, 1);
  t->slices = g_array_new(FALSE, FALSE, sizeof(struct tn_slice));
  t->noises = g_array_new(FALSE, FALSE, sizeof(struct noise));
  t->callers = g_array_new(FALSE, FALSE, sizeof(struct callers));
  t->links = g_array_new(FALSE, FALSE, sizeof(struct link));
  t->path = g_array_new(FALSE, FALSE, sizeof(struct tn_slice));
  t->contended = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  t->zero = zero;
  return t;
}

void tn_timeline_free(struct tn_timeline *t)
{
  if (!t)
    return;
  g_array_unref(t->slices);
  g_array_unref(t->noises);
  g_array_unref(t->callers);
  g_array_unref(t->links);
  g_array_unref(t->path);
  g_hash_table_unref(t->contended);
  g_free(t);
}

void tn_timeline_add(struct tn_timeline *t, const struct tn_slice *slice)
{
  if (slice->to > slice->from)
    g_array_append_val(t->slices, *slice);
}

void tn_timeline_noise(struct tn_timeline *t, int rank, double from, double to)
{
  const struct noise n = { rank, from, to };
  g_array_append_val(t->noises, n);
}

static gint64 key_of(int rank, int index)
{
  return (gint64)rank << 32 | (gint64)index;
}

void tn_timeline_callers(struct tn_timeline *t, int rank, int index, double time, int callers)
{
  const struct callers c = { rank, index, callers, time };
  g_array_append_val(t->callers, c);
  if (callers > 1) {
    const gint64 key = key_of(rank, index);
    g_hash_table_add(t->contended, g_memdup2(&key, sizeof key));
  }
}

void tn_timeline_link(struct tn_timeline *t, struct tn_lane to, double seen, struct tn_lane from,
                      double posted, const char *way)
{
  const struct link l = { to, from, seen, posted, way };
  g_array_append_val(t->links, l);
}

static int compare_lanes(struct tn_lane a, struct tn_lane b)
{
  return a.rank != b.rank ? (a.rank > b.rank) - (a.rank < b.rank)
                          : (a.index > b.index) - (a.index < b.index);
}

static int by_lane_and_time(const void *a, const void *b)
{
  const struct tn_slice *x = a, *y = b;
  const int lanes = compare_lanes(x->lane, y->lane);
  return lanes ? lanes : (x->from > y->from) - (x->from < y->from);
}

/* The number of slices, which are sorted, of lanes before `lane` and of it that begin before
 * `time`. */
static guint slices_before(const GArray *slices, struct tn_lane lane, double time)
{
  const struct tn_slice wanted = { .lane = lane, .from = time };
  guint low = 0, high = slices->len;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    if (by_lane_and_time(&g_array_index(slices, struct tn_slice, middle), &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void prepend(struct tn_timeline *t, struct tn_slice slice, double from, double to)
{
  slice.from = MAX(from, t->zero);
  slice.to = to;
  if (slice.to > slice.from)
    g_array_append_val(t->path, slice);
}

/* What the lane did in [from, to] becomes part of the path. */
static void follow_lane(struct tn_timeline *t, struct tn_lane lane, double from, double to)
{
  const struct tn_slice idle = { .lane = lane, .name = "idle", .peer = -1 };
  for (guint i = slices_before(t->slices, lane, to); i > 0 && to > from; i--) {
    const struct tn_slice *s = &g_array_index(t->slices, struct tn_slice, i - 1);
    if (compare_lanes(s->lane, lane) != 0 || s->to <= from)
      break;
    prepend(t, idle, MAX(from, s->to), to);
    prepend(t, *s, MAX(from, s->from), MIN(to, s->to));
    to = MIN(to, s->from);
  }
  prepend(t, idle, from, to);
}

/* From its end back to the beginning of the call; links are met in the order of their times. */
void tn_timeline_end(struct tn_timeline *t, struct tn_lane last, double end)
{
  double time = end;
  g_array_sort(t->slices, by_lane_and_time);
  for (guint i = t->links->len; i > 0 && time > t->zero; i--) {
    const struct link *l = &g_array_index(t->links, struct link, i - 1);
    if (compare_lanes(l->to, last) != 0 || l->seen > time || l->seen <= t->zero)
      continue;
    const struct tn_slice flag = { .lane = l->from, .name = l->way, .peer = last.rank };
    follow_lane(t, last, l->seen, time);
    prepend(t, flag, l->posted, l->seen);
    last = l->from;
    time = l->posted;
  }
  follow_lane(t, last, t->zero, time);
}

/* In picoseconds, so that what meets still does when it is written. */
static long long picoseconds(const struct tn_timeline *t, double time)
{
  return llround((time - t->zero) * 1e12);
}

static void print_time(FILE *f, const char *name, long long value)
{
  const long long size = value < 0 ? -value : value;
  fprintf(f, ",\"%s\":%s%lld.%06lld", name, value < 0 ? "-" : "", size / 1000000, size % 1000000);
}

static void print_span(FILE *f, const struct tn_timeline *t, double from, double to, int process,
                       int track)
{
  const long long start = picoseconds(t, from);
  fputs("\"ph\":\"X\"", f);
  print_time(f, "ts", start);
  print_time(f, "dur", picoseconds(t, to) - start);
  fprintf(f, ",\"pid\":%d,\"tid\":%d", process, track);
}

/* Ranks come first, their noises next, then what other strands they have. */
static int track_of(const struct tn_places *places, struct tn_lane lane)
{
  return lane.index == 0 ? lane.rank : places->n * (lane.index + 1) + lane.rank;
}

static int n_processes(const struct tn_places *places)
{
  int most = 0;
  for (int r = 0; r < places->n; r++)
    most = MAX(most, places->package[r]);
  return most + 1;
}

static void print_name(FILE *f, const char *what, int process, int track, const char *format, ...)
  G_GNUC_PRINTF(5, 6);

static void print_name(FILE *f, const char *what, int process, int track, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  g_autofree char *name = g_strdup_vprintf(format, args);
  va_end(args);
  fprintf(f, ",\n{\"name\":\"%s\",\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"%s\"}}",
          what, process, track, name);
}

static void print_names(FILE *f, const struct tn_timeline *t, const struct tn_places *places)
{
  g_autoptr(GHashTable) others = g_hash_table_new(NULL, NULL);
  g_autoptr(GHashTable) named = g_hash_table_new(NULL, NULL);
  const int n = n_processes(places);
  for (int p = 1; p < n && places->n_nodes <= 1; p++)
    print_name(f, "process_name", p, 0, "package %d", p);
  for (int r = 0; r < places->n && places->n_nodes > 1; r++)
    if (g_hash_table_add(named, GINT_TO_POINTER(places->package[r] + 1)))
      print_name(f, "process_name", places->package[r], 0, "node %d, package %d", places->node[r],
                 places->package[r]);
  for (int r = 0; r < places->n; r++)
    print_name(f, "thread_name", places->package[r], r, "rank %d (core %d)", r, places->core[r]);
  for (int r = 0; t->noises->len > 0 && r < places->n; r++)
    print_name(f, "thread_name", places->package[r], places->n + r, "noise of rank %d", r);
  for (guint i = 0; i < t->slices->len; i++) {
    const struct tn_lane lane = g_array_index(t->slices, struct tn_slice, i).lane;
    const int track = track_of(places, lane);
    if (lane.index > 0 && g_hash_table_add(others, GINT_TO_POINTER(track)))
      print_name(f, "thread_name", places->package[lane.rank], track, "helper %d of rank %d",
                 lane.index, lane.rank);
  }
  if (t->path->len > 0) {
    print_name(f, "process_name", n, 0, "critical path");
    print_name(f, "thread_name", n, 0, "critical path");
  }
}

static void print_args(FILE *f, const struct tn_places *places, const struct tn_slice *s,
                       bool names_rank)
{
  const char *comma = "";
  fputs(",\"args\":{", f);
  if (names_rank) {
    fprintf(f, "\"rank\":%d", s->lane.rank);
    comma = ",";
  }
  if (s->peer >= 0) {
    fprintf(f, "%s\"peer\":%d,\"distance\":\"%s\"", comma, s->peer,
            tn_distance_names[tn_places_distance(places, s->lane.rank, s->peer)]);
    comma = ",";
  }
  if (s->bytes > 0) {
    fprintf(f, "%s\"bytes\":%zu", comma, s->bytes);
    comma = ",";
  }
  if (s->callers > 0)
    fprintf(f, "%s\"callers\":%d", comma, s->callers);
  fputs("}}", f);
}

static void print_slices(FILE *f, const struct tn_timeline *t, const struct tn_places *places)
{
  for (guint i = 0; i < t->slices->len; i++) {
    const struct tn_slice *s = &g_array_index(t->slices, struct tn_slice, i);
    fprintf(f, ",\n{\"name\":\"%s\",", s->name);
    print_span(f, t, s->from, s->to, places->package[s->lane.rank], track_of(places, s->lane));
    print_args(f, places, s, false);
  }
  for (guint i = 0; i < t->noises->len; i++) {
    const struct noise *n = &g_array_index(t->noises, struct noise, i);
    fputs(",\n{\"name\":\"noise\",", f);
    print_span(f, t, n->from, n->to, places->package[n->rank], places->n + n->rank);
    fputc('}', f);
  }
  for (guint i = t->path->len; i > 0; i--) {
    const struct tn_slice *s = &g_array_index(t->path, struct tn_slice, i - 1);
    fprintf(f, ",\n{\"name\":\"rank %d: %s\",", s->lane.rank, s->name);
    print_span(f, t, s->from, s->to, n_processes(places), 0);
    print_args(f, places, s, true);
  }
}

static void print_callers(FILE *f, const struct tn_timeline *t, const struct tn_places *places)
{
  for (guint i = 0; i < t->callers->len; i++) {
    const struct callers *c = &g_array_index(t->callers, struct callers, i);
    const gint64 key = key_of(c->rank, c->index);
    if (!g_hash_table_contains(t->contended, &key))
      continue;
    fprintf(f, ",\n{\"name\":\"callers of lock %d of rank %d\",\"ph\":\"C\"", c->index, c->rank);
    print_time(f, "ts", picoseconds(t, c->time));
    fprintf(f, ",\"pid\":%d,\"args\":{\"callers\":%d}}", places->package[c->rank], c->n);
  }
}

bool tn_timeline_write(struct tn_timeline *t, const struct tn_places *places, const char *path,
                       GError **error)
{
  FILE *f = fopen(path, "w");
  g_array_sort(t->slices, by_lane_and_time);
  if (f) {
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
          "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":0,\"tid\":0,"
          "\"args\":{\"name\":\"package 0\"}}", f);
    print_names(f, t, places);
    print_slices(f, t, places);
    print_callers(f, t, places);
    fputs("\n]}\n", f);
  }
  const bool bad = !f || ferror(f);
  if ((f && fclose(f) != 0) || bad) {
    g_set_error(error, TN_SIM_ERROR, 0, "%s: cannot be written: %s", path, g_strerror(errno));
    return false;
  }
  return true;
}
