#include "trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algos/registry.h"
#include "files.h"
#include "match.h"
#include "plain.h"
#include "platform/contents.h"
#include "platform/transports.h"
#include "study/usage.h"

struct loading {
  struct tn_recordings all;
  struct tn_program *program;
  guint64 *begin;                  /* [n_ranks] ns: beginning of the rank's node */
  double *last;                    /* [n_ranks] seconds: exit of the rank's last call */
  GHashTable **buffers;            /* [n_ranks] addresses of earlier calls' buffers */
  double *computed, *entry, *exit; /* [n_ranks] seconds of the current call */
  guint n_overlaps;
};

static double since(guint64 time, guint64 begin)
{
  return (double)(time - begin) * 1e-9;
}

/* Returns true if no earlier call of the rank used this buffer. */
static bool is_new(struct loading *l, int rank, guint64 address, guint64 bytes)
{
  if (!address || !bytes)
    return false;
  if (!l->buffers[rank])
    l->buffers[rank] = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  if (g_hash_table_contains(l->buffers[rank], &address))
    return false;
  return g_hash_table_add(l->buffers[rank], g_memdup2(&address, sizeof address));
}

static void add_call(struct loading *l, const struct tn_match *match)
{
  const struct tn_record *const *record = match->record;
  struct tn_program_call call = { .name = tn_record_kind_names[record[0]->kind],
                                  .group = match->group,
                                  .bytes = record[0]->bytes,
                                  .type = record[0]->element >= 8                 ? TN_FLOAT64
                                          : record[0]->element != 4               ? TN_UINT8
                                          : record[0]->type == TN_ELEMENT_INTEGER ? TN_INT32
                                                                                  : TN_FLOAT32 };
  const struct tn_program_group *group = tn_program_group_of(l->program, &call);
  if (tn_record_kind_has_root(record[0]->kind))
    call.root = record[0]->root;
  const size_t n = (size_t)group->n;
  const bool is_matrix = tn_record_kind_has_matrix(record[0]->kind);
  if (tn_record_kind_has_counts(record[0]->kind) || is_matrix) {
    const size_t n_counts = is_matrix ? n * n : n;
    size_t *counts = g_new(size_t, n_counts);
    for (size_t i = 0; i < n_counts; i++)
      counts[i] = is_matrix ? tn_record_numbers(record[i / n])[i % n] : record[i]->bytes;
    call.counts = tn_plain_counts(counts, n_counts, &call.bytes);
  }
  for (int r = 0; r < group->n; r++) {
    const int rank = group->rank[r];
    call.in_place = call.in_place || (record[r]->flags & TN_CALL_IN_PLACE);
    if (is_new(l, rank, record[r]->send, record[r]->bytes))
      call.fresh = true;
    if (is_new(l, rank, record[r]->receive, record[r]->bytes))
      call.fresh = true;
    l->entry[r] = since(record[r]->entry, l->begin[rank]);
    l->exit[r] = since(record[r]->exit, l->begin[rank]);
    /* Two threads of a rank may be in calls at the same time; the computation between these calls
     * is then 0. */
    l->n_overlaps += l->entry[r] < l->last[rank];
    l->computed[r] = MAX(0.0, l->entry[r] - l->last[rank]);
    l->last[rank] = MAX(l->last[rank], l->exit[r]);
  }
  tn_program_add(l->program, &call, l->computed, l->entry, l->exit);
}

static void fill(struct loading *l, const char *path, GPtrArray *notes)
{
  const int n = l->all.n_ranks;
  l->begin = g_new(guint64, n);
  l->last = g_new0(double, n);
  l->buffers = g_new0(GHashTable *, n);
  l->computed = g_new(double, n);
  l->entry = g_new(double, n);
  l->exit = g_new(double, n);
  /* A node's time begins when its first rank leaves MPI_Init. */
  g_autofree guint64 *first = g_new(guint64, n);
  for (int r = 0; r < n; r++)
    first[r] = G_MAXUINT64;
  for (int r = 0; r < n; r++) {
    if (!l->all.rank[r])
      continue;
    const struct tn_record_header *h = l->all.rank[r]->header;
    first[h->node] = MIN(first[h->node], h->begin);
  }
  for (int r = 0; r < n; r++)
    l->begin[r] = l->all.rank[r] ? first[l->all.rank[r]->header->node] : 0;
  g_autoptr(GArray) matches = tn_match_calls(path, l->all.rank, l->program, notes);
  for (guint i = 0; i < matches->len; i++) {
    const struct tn_match *match = &g_array_index(matches, struct tn_match, i);
    add_call(l, match);
    g_free(match->record);
  }
  for (int r = 0; r < n; r++)
    if (l->all.rank[r])
      l->program->tail[r] = MAX(0.0, since(l->all.rank[r]->end, l->begin[r]) - l->last[r]);
  if (l->n_overlaps)
    g_ptr_array_add(notes, g_strdup_printf("%s: %u times a rank entered a call before it left "
                                           "another (threads): no computation between them",
                                           path, l->n_overlaps));
}

/* Returns the name of the MPI library as in the entries library:NAME: "ompi-4.1" for "Open MPI
 * v4.1.4, package: ...", "mpich-4.0" for "MPICH Version: 4.0.2", without an unknown release. MPICH
 * for UCX has its own entry (transports.def). Transfer full; NULL for other libraries. */
static char *library_of(const struct tn_recordings *all)
{
  static const struct {
    const char *begin, *name;
  } known[] = { { "Open MPI", "ompi" }, { "MPICH", "mpich" } };
  const char *text = NULL;
  for (int r = 0; r < all->n_ranks && !text; r++)
    text = all->rank[r] ? all->rank[r]->header->library : NULL;
  for (size_t i = 0; text && i < G_N_ELEMENTS(known); i++) {
    if (!g_str_has_prefix(text, known[i].begin))
      continue;
    if (strstr(text, "ch4:ucx"))
      return g_strdup(tn_transport_libraries[TN_TRANSPORT_MPICH_UCX]);
    const char *digits = text + strcspn(text, "0123456789");
    g_auto(GStrv) numbers = g_strsplit(digits, ".", 3);
    g_autofree char *name = numbers[0] && numbers[1] ? g_strdup_printf("%s-%s.%d", known[i].name,
                                                                       numbers[0], atoi(numbers[1]))
                                                     : NULL;
    g_autofree char *entry = g_strconcat("library:", name, NULL);
    if (name && tn_method_find(TN_BCAST, entry))
      return g_steal_pointer(&name);
    return g_strdup(known[i].name);
  }
  return NULL;
}

static struct tn_program *load_recordings(const char *path, GPtrArray *notes, GError **error)
{
  struct loading l = { 0 };
  if (!tn_recordings_read(&l.all, path, notes, error))
    return NULL;
  g_autofree char *name = g_path_get_basename(path);
  l.program = tn_program_new(name, l.all.n_ranks);
  l.program->library = library_of(&l.all);
  l.program->left_out = g_steal_pointer(&l.all.left_out);
  fill(&l, path, notes);
  for (int r = 0; r < l.all.n_ranks; r++)
    if (l.buffers[r])
      g_hash_table_unref(l.buffers[r]);
  g_free(l.begin);
  g_free(l.last);
  g_free(l.buffers);
  g_free(l.computed);
  g_free(l.entry);
  g_free(l.exit);
  tn_recordings_clear(&l.all);
  return l.program;
}

#define LOWEST_SPEED 1.0
#define HIGHEST_SPEED 1e21

/* Reads flops per second in SimGrid's notation: "1Gf", "2.5e9". */
static bool read_speed(const char *text, double *ret, GError **error)
{
  static const struct {
    const char *unit;
    double factor;
  } units[] = { { "", 1.0 },   { "f", 1.0 },  { "kf", 1e3 }, { "Kf", 1e3 },
                { "Mf", 1e6 }, { "Gf", 1e9 }, { "Tf", 1e12 } };
  char *end;
  const double value = g_ascii_strtod(text, &end);
  for (size_t i = 0; end > text && i < G_N_ELEMENTS(units); i++) {
    const double speed = value * units[i].factor;
    if (strcmp(end, units[i].unit) == 0 && speed >= LOWEST_SPEED && speed <= HIGHEST_SPEED) {
      *ret = speed;
      return true;
    }
  }
  return tn_usage(error, "speed: \"%s\" is not flops per second (try 2.5Gf)", text);
}

/* Returns the program; frees it and returns NULL and *error if a time exceeds
 * TN_PROGRAM_LONGEST. */
static struct tn_program *check_times(struct tn_program *program, const char *path, GError **error)
{
  const GArray *const all[] = { program->computed, program->entry, program->exit };
  double longest = 0.0, sum = 0.0;
  for (guint i = 0; i < program->computed->len; i++) {
    sum += g_array_index(program->computed, double, i);
    for (size_t k = 0; k < G_N_ELEMENTS(all); k++)
      longest = fmax(longest, g_array_index(all[k], double, i)); /* fmax ignores NAN */
  }
  if (longest <= TN_PROGRAM_LONGEST && sum <= TN_PROGRAM_LONGEST * program->n_ranks)
    return program;
  tn_usage(error, "%s: times beyond %g s", path, TN_PROGRAM_LONGEST);
  tn_program_free(program);
  return NULL;
}

struct tn_program *tn_trace_load(const char *path, GPtrArray *notes, GError **error)
{
  static const char key[] = ":speed=";
  const char *colon = g_file_test(path, G_FILE_TEST_EXISTS) ? NULL : strstr(path, key);
  g_autofree char *file = g_strndup(path, colon ? (gsize)(colon - path) : strlen(path));
  double speed = 0.0;
  if (colon && !read_speed(colon + strlen(key), &speed, error))
    return NULL;
  gsize length;
  g_autofree char *text = g_file_test(file, G_FILE_TEST_IS_REGULAR)
                              ? tn_contents_read(file, TN_CONTENTS_MAX_OF_TRACE, &length, NULL)
                              : NULL;
  if (text && !tn_ti_is(text, length))
    g_clear_pointer(&text, g_free);
  if (colon && !text)
    return tn_usage_null(error, "%s: only SimGrid's traces need a speed", file);
  struct tn_program *program =
      text ? tn_ti_load(file, text, speed, notes, error) : load_recordings(file, notes, error);
  if (!program || program->calls->len > 0)
    return program ? check_times(program, file, error) : NULL;
  g_autofree char *prefix = g_strconcat(file, ": ", NULL);
  g_autoptr(GString) why = g_string_new(NULL);
  for (guint i = 0; i < notes->len; i++) {
    const char *note = notes->pdata[i];
    g_string_append_printf(why, "%s%s", i ? "; " : " (",
                           note + (g_str_has_prefix(note, prefix) ? strlen(prefix) : 0));
  }
  tn_program_free(program);
  return tn_usage_null(error, "%s: it has no call that all ranks completed%s%s", file, why->str,
                       why->len ? ")" : "");
}
