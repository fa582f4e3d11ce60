/* Chrome/Perfetto JSON: a track per rank, one for its noise if there is any, a counter of callers
 * per contended lock. */
#include "engine.h"

#include <errno.h>
#include <stdio.h>

struct phase {
  int rank;
  bool is_noise;
  const char *name;
  double from, to;
};

struct callers {
  int rank, index, n;
  double time;
};

struct tn_timeline {
  GArray *phases, *callers;
  bool has_noise;
  GHashTable *contended; /* locks that ever had two callers */
  double zero;
};

struct tn_timeline *tn_timeline_new(double zero)
{
  struct tn_timeline *t = g_new0(struct tn_timeline, 1);
  t->phases = g_array_new(FALSE, FALSE, sizeof(struct phase));
  t->callers = g_array_new(FALSE, FALSE, sizeof(struct callers));
  t->contended = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  t->zero = zero;
  return t;
}

void tn_timeline_free(struct tn_timeline *t)
{
  if (!t)
    return;
  g_array_unref(t->phases);
  g_array_unref(t->callers);
  g_hash_table_unref(t->contended);
  g_free(t);
}

void tn_timeline_phase(struct tn_timeline *t, int rank, const char *name, double from, double to)
{
  const struct phase p = { .rank = rank, .name = name, .from = from, .to = to };
  if (to > from)
    g_array_append_val(t->phases, p);
}

void tn_timeline_noise(struct tn_timeline *t, int rank, double from, double to)
{
  const struct phase p = { rank, true, "noise", from, to };
  t->has_noise = true;
  g_array_append_val(t->phases, p);
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

static void print_tracks(FILE *f, const struct tn_places *places)
{
  for (int r = 0; r < places->n; r++)
    fprintf(f, "%s{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":"
            "\"rank %d (core %d)\"}}", r ? ",\n" : "", places->package[r], r, r, places->core[r]);
}

static void print_noise_tracks(FILE *f, const struct tn_places *places)
{
  for (int r = 0; r < places->n; r++)
    fprintf(f, ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":"
            "\"noise of rank %d\"}}", places->package[r], places->n + r, r);
}

bool tn_timeline_write(const struct tn_timeline *t, const struct tn_places *places,
                       const char *path, GError **error)
{
  FILE *f = fopen(path, "w");
  if (f) {
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", f);
    print_tracks(f, places);
    if (t->has_noise)
      print_noise_tracks(f, places);
    for (unsigned i = 0; i < t->phases->len; i++) {
      const struct phase *p = &g_array_index(t->phases, struct phase, i);
      fprintf(f, ",\n{\"name\":\"%s\",\"ph\":\"X\",\"ts\":%.6f,\"dur\":%.6f,\"pid\":%d,\"tid\":%d}",
              p->name, (p->from - t->zero) * 1e6, (p->to - p->from) * 1e6,
              places->package[p->rank], p->is_noise ? places->n + p->rank : p->rank);
    }
    for (unsigned i = 0; i < t->callers->len; i++) {
      const struct callers *c = &g_array_index(t->callers, struct callers, i);
      const gint64 key = key_of(c->rank, c->index);
      if (g_hash_table_contains(t->contended, &key))
        fprintf(f, ",\n{\"name\":\"callers of lock %d of rank %d\",\"ph\":\"C\",\"ts\":%.6f,"
                "\"pid\":%d,\"args\":{\"callers\":%d}}", c->index, c->rank,
                (c->time - t->zero) * 1e6, places->package[c->rank], c->n);
    }
    fputs("\n]}\n", f);
  }
  const bool bad = !f || ferror(f);
  if ((f && fclose(f) != 0) || bad) {
    g_set_error(error, TN_SIM_ERROR, 0, "%s: cannot be written: %s", path, g_strerror(errno));
    return false;
  }
  return true;
}
