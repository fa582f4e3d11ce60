/* Chrome/Perfetto JSON. A package is a process with tracks for strands and for ranks' noise, and
 * counters of callers of contended page locks. The critical path has its own track. */
#include "table/json.h"
#include "timeline_record.h"

static void print_time(FILE *f, const char *name, long long value)
{
  const long long size = value < 0 ? -value : value;
  fprintf(f, ",\"%s\":%s%lld.%06lld", name, value < 0 ? "-" : "", size / 1000000, size % 1000000);
}

static void print_span(FILE *f, const struct tn_timeline *t, double from, double to, int process,
                       int track)
{
  const long long start = tn_timeline_picoseconds(t, from);
  fputs("\"ph\":\"X\"", f);
  print_time(f, "ts", start);
  print_time(f, "dur", tn_timeline_picoseconds(t, to) - start);
  fprintf(f, ",\"pid\":%d,\"tid\":%d", process, track);
}

/* Returns a lane's track: ranks, then their noises, then other strands. */
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
    const struct tn_timeline_noise *n = &g_array_index(t->noises, struct tn_timeline_noise, i);
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
    const struct tn_timeline_callers *c = &g_array_index(t->callers, struct tn_timeline_callers, i);
    const gint64 key = tn_timeline_lock_key(c->rank, c->index);
    if (!g_hash_table_contains(t->contended, &key))
      continue;
    fprintf(f, ",\n{\"name\":\"callers of lock %d of rank %d\",\"ph\":\"C\"", c->index, c->rank);
    print_time(f, "ts", tn_timeline_picoseconds(t, c->time));
    fprintf(f, ",\"pid\":%d,\"args\":{\"callers\":%d}}", places->package[c->rank], c->n);
  }
}

void tn_timeline_perfetto(FILE *f, const struct tn_timeline *t, const struct tn_places *places,
                          const char *title)
{
  g_autoptr(GString) head = g_string_new("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"title\":");
  tn_json_put_string(head, title ? title : "");
  fputs(head->str, f);
  fputs("},\"traceEvents\":[\n"
        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":0,\"tid\":0,"
        "\"args\":{\"name\":\"package 0\"}}",
        f);
  print_names(f, t, places);
  print_slices(f, t, places);
  print_callers(f, t, places);
  fputs("\n]}\n", f);
}
