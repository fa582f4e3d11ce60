/* Text of DUMPI's traces, as dumpi2ascii writes it of each rank's file:
 *
 *   MPI_Bcast entering at walltime 11.000000001, cputime 0.004000000 seconds in thread 0.
 *   int count=1
 *   MPI_Datatype datatype=4 (MPI_INT)
 *   int root=0
 *   MPI_Comm comm=2 (MPI_COMM_WORLD)
 *   MPI_Bcast returning at walltime 11.000003001, cputime 0.004000000 seconds in thread 0.
 *
 * Communicators have numbers of their own on each rank: calls on MPI_COMM_WORLD and on its
 * duplicates are taken, others counted. Buffers are not in it, and sizes of derived types neither.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "plain.h"
#include "study/usage.h"

enum { MAX_RANKS = 1 << 20 };

/* MPI's types by size, without "MPI_". */
static const struct {
  int bytes;
  const char *names;
} types[] = {
  { 1, "CHAR SIGNED_CHAR UNSIGNED_CHAR BYTE PACKED CHARACTER" },
  { 2, "SHORT UNSIGNED_SHORT" },
  { 4, "INT UNSIGNED UNSIGNED_INT WCHAR FLOAT INTEGER LOGICAL REAL" },
  { 6, "SHORT_INT" },
  { 8, "LONG UNSIGNED_LONG DOUBLE LONG_LONG_INT LONG_LONG UNSIGNED_LONG_LONG FLOAT_INT 2INT "
       "DOUBLE_PRECISION COMPLEX" },
  { 12, "DOUBLE_INT LONG_INT" },
  { 16, "LONG_DOUBLE DOUBLE_COMPLEX" },
};

/* One call as its lines say it. */
struct said {
  int kind; /* TN_N_KINDS: no collective */
  double entry;
  int root;
  gint64 count[3];   /* count, sendcount, recvcount; -1: not said */
  int bytes[3];      /* of their types; -1: not said, 0: not known */
  gint64 *counts[2]; /* sendcounts, recvcounts; NULL: not said */
  int n_counts[2];
  char *comm;  /* its number */
  char *other; /* newcomm's number */
  bool is_world;
};

struct reader {
  const char *file;
  int line, rank;
  GArray *calls;      /* struct tn_plain_call */
  GHashTable *worlds; /* numbers of duplicates of MPI_COMM_WORLD */
  double last;        /* exit of the last call taken; NAN: none yet */
  double begin;       /* the first time in the file; NAN: none yet */
  double end;
  struct said said;
  guint n_parts, n_types, n_started;
  GError **error;
};

static void said_clear(struct said *said)
{
  g_free(said->counts[0]);
  g_free(said->counts[1]);
  g_free(said->comm);
  g_free(said->other);
  *said = (struct said){ .kind = TN_N_KINDS, .count = { -1, -1, -1 }, .bytes = { -1, -1, -1 } };
}

static bool time_in(struct reader *r, const char *line, double *ret)
{
  static const char key[] = "at walltime ";
  const char *at = strstr(line, key);
  char *end;
  const double value = at ? g_ascii_strtod(at + strlen(key), &end) : NAN;
  if (!at || end == at + strlen(key) || !isfinite(value) || value < 0.0)
    return tn_usage_at(r->file, r->line, r->error, "no time in \"%.60s\"", line);
  *ret = value;
  return true;
}

/* "[1, 2, 3]", none of them negative or more than an int; NULL: another text. */
static gint64 *numbers_of(const char *text, int *ret_n)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(gint64));
  while (*text && !g_ascii_isdigit(*text) && *text != ']' && *text != '-')
    text++;
  while (g_ascii_isdigit(*text) || *text == '-') {
    char *end;
    const gint64 value = g_ascii_strtoll(text, &end, 10);
    if (end == text || value < 0 || value > G_MAXINT)
      return NULL;
    g_array_append_val(all, value);
    text = end + strspn(end, ", ");
  }
  *ret_n = (int)all->len;
  return all->len ? g_memdup2(all->data, sizeof(gint64) * all->len) : NULL;
}

/* "4 (MPI_INT)" */
static int type_bytes(const char *text)
{
  static const char start[] = "(MPI_";
  const char *open = strstr(text, start), *close = open ? strchr(open, ')') : NULL;
  g_autofree char *name =
      close ? g_strndup(open + strlen(start), (gsize)(close - open) - strlen(start)) : NULL;
  for (size_t i = 0; name && i < G_N_ELEMENTS(types); i++)
    if (tn_words_have(types[i].names, name))
      return types[i].bytes;
  return 0;
}

/* One argument: "int count=1". */
static void take_argument(struct reader *r, const char *line)
{
  static const char *const counts[] = { "int count=", "int sendcount=", "int recvcount=" };
  static const char *const kinds[] = { "MPI_Datatype datatype=", "MPI_Datatype sendtype=",
                                       "MPI_Datatype recvtype=" };
  static const char *const lists[] = { "int sendcounts[", "int recvcounts[" };
  struct said *said = &r->said;
  const char *equals = strchr(line, '=');
  if (!equals)
    return;
  for (int i = 0; i < 3; i++) {
    if (g_str_has_prefix(line, counts[i]))
      said->count[i] = g_ascii_strtoll(equals + 1, NULL, 10);
    if (g_str_has_prefix(line, kinds[i]))
      said->bytes[i] = type_bytes(equals + 1);
  }
  for (int i = 0; i < 2; i++) {
    if (g_str_has_prefix(line, lists[i])) {
      g_free(said->counts[i]);
      said->counts[i] = numbers_of(equals + 1, &said->n_counts[i]);
    }
  }
  if (g_str_has_prefix(line, "int root="))
    said->root = (int)CLAMP(g_ascii_strtoll(equals + 1, NULL, 10), 0, MAX_RANKS);
  if (g_str_has_prefix(line, "MPI_Comm newcomm=")) {
    g_free(said->other);
    said->other = g_strndup(equals + 1, strspn(equals + 1, "0123456789"));
  } else if (g_str_has_prefix(line, "MPI_Comm comm=") ||
             g_str_has_prefix(line, "MPI_Comm oldcomm=")) {
    g_free(said->comm);
    said->comm = g_strndup(equals + 1, strspn(equals + 1, "0123456789"));
    said->is_world =
        strstr(equals, "(MPI_COMM_WORLD)") != NULL || g_hash_table_contains(r->worlds, said->comm);
  }
}

/* Count i times its type: false where the type's size is not known. */
static bool product(const struct said *said, int i, guint64 *ret)
{
  if (said->count[i] < 0 || said->count[i] > G_MAXINT || said->bytes[i] <= 0)
    return false;
  *ret = (guint64)said->count[i] * (guint64)said->bytes[i];
  return true;
}

static bool take_matrix(const struct said *said, struct tn_plain_call *call, int n)
{
  if (!said->counts[0] || said->n_counts[0] != n || said->bytes[1] <= 0)
    return false;
  call->counts = g_new(guint64, n);
  for (int i = 0; i < n; i++) {
    call->counts[i] = (guint64)said->counts[0][i] * (guint64)said->bytes[1];
    call->bytes += call->counts[i];
  }
  return true;
}

/* The bytes of the rank's own part. */
static bool take_size(const struct reader *r, struct tn_plain_call *call, int n)
{
  const struct said *said = &r->said;
  switch (call->kind) {
  case TN_KIND_BARRIER:
    return true;
  case TN_KIND_SCATTER:
  case TN_KIND_SCATTERV:
    return product(said, 2, &call->bytes);
  case TN_KIND_GATHER:
  case TN_KIND_GATHERV:
  case TN_KIND_ALLGATHER:
  case TN_KIND_ALLGATHERV:
  case TN_KIND_ALLTOALL:
    return product(said, 1, &call->bytes);
  case TN_KIND_ALLTOALLV:
    return take_matrix(said, call, n);
  case TN_KIND_REDUCE_SCATTER:
    if (!said->counts[1] || r->rank >= said->n_counts[1] || said->bytes[0] <= 0)
      return false;
    call->bytes = (guint64)said->counts[1][r->rank] * (guint64)said->bytes[0];
    call->element = said->bytes[0];
    return true;
  case TN_KIND_REDUCE_SCATTER_BLOCK:
    call->element = said->bytes[0];
    return product(said, said->count[0] < 0 ? 2 : 0, &call->bytes);
  case TN_KIND_ALLTOALLW:
    return false;
  }
  call->element = said->bytes[0];
  return product(said, 0, &call->bytes);
}

/* The call has returned. */
static void finish_call(struct reader *r, double exit, int n)
{
  const struct said *said = &r->said;
  struct tn_plain_call call = {
    .kind = said->kind, .root = said->root, .entry = said->entry, .exit = MAX(exit, said->entry)
  };
  if (said->kind >= TN_N_KINDS)
    return;
  if (said->kind > TN_KIND_EXSCAN) {
    r->n_started++;
  } else if (!said->is_world) {
    r->n_parts++;
  } else if (!take_size(r, &call, n)) {
    r->n_types++;
    g_free(call.counts);
  } else {
    call.computed = MAX(0.0, call.entry - (isnan(r->last) ? r->begin : r->last));
    r->last = call.exit;
    g_array_append_val(r->calls, call);
  }
}

static bool read_line(struct reader *r, const char *line, int n)
{
  const char *word = strchr(line, ' ');
  double time;
  if (g_str_has_prefix(line, "MPI_") && word && g_str_has_prefix(word, " entering ")) {
    said_clear(&r->said);
    if (!time_in(r, line, &time))
      return false;
    r->said.kind = tn_record_kind_find(line + 4, (gsize)(word - line) - 4);
    r->said.entry = time;
    if (isnan(r->begin))
      r->begin = time;
    return true;
  }
  if (g_str_has_prefix(line, "MPI_") && word && g_str_has_prefix(word, " returning ")) {
    if (!time_in(r, line, &time))
      return false;
    if (g_str_has_prefix(line, "MPI_Comm_dup ") && r->said.is_world && r->said.other)
      g_hash_table_add(r->worlds, g_strdup(r->said.other));
    finish_call(r, time, n);
    r->end = MAX(r->end, time);
    said_clear(&r->said);
    return true;
  }
  take_argument(r, line);
  return true;
}

/* Whether a file begins with a call. */
static bool is_text(const char *file)
{
  char begin[256] = "";
  FILE *in = g_file_test(file, G_FILE_TEST_IS_REGULAR) ? fopen(file, "r") : NULL;
  if (!in)
    return false;
  const bool is_call = fgets(begin, sizeof begin, in) && g_str_has_prefix(begin, "MPI_") &&
                       strstr(begin, " entering at walltime ");
  fclose(in);
  return is_call;
}

bool tn_dumpi_is(const char *folder)
{
  g_autoptr(GPtrArray) files = tn_files_in(folder, is_text, NULL);
  return files && files->len > 0;
}

/* One rank's file; adds what is left out to the numbers in `sum`. */
static bool read_rank(struct tn_plain *plain, int rank, const char *file, struct reader *sum,
                      GError **error)
{
  GError *why = NULL;
  g_autofree char *text = NULL;
  if (!g_file_get_contents(file, &text, NULL, &why))
    return tn_usage_prefix(error, why, "trace");
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  struct reader r = { .file = file,
                      .rank = rank,
                      .calls = plain->calls[rank],
                      .last = NAN,
                      .begin = NAN,
                      .error = error,
                      .worlds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
  bool ok = true;
  said_clear(&r.said);
  for (int i = 0; ok && lines[i]; i++) {
    r.line = i + 1;
    ok = read_line(&r, g_strchomp(lines[i]), plain->n_ranks);
  }
  said_clear(&r.said);
  g_hash_table_unref(r.worlds);
  sum->n_parts += r.n_parts;
  sum->n_types += r.n_types;
  sum->n_started += r.n_started;
  sum->begin = isnan(r.begin) ? sum->begin : fmin(sum->begin, r.begin);
  plain->tail[rank] = isnan(r.last) ? 0.0 : MAX(0.0, r.end - r.last);
  return ok;
}

static void note(GPtrArray *notes, const char *folder, guint n, const char *what)
{
  if (n)
    g_ptr_array_add(notes, g_strdup_printf("%s: left out: %u calls of all ranks together, %s",
                                           folder, n, what));
}

struct tn_program *tn_dumpi_load(const char *folder, GPtrArray *notes, GError **error)
{
  g_autoptr(GPtrArray) files = tn_files_in(folder, is_text, error);
  if (!files)
    return NULL;
  struct tn_plain *plain = tn_plain_new((int)files->len);
  struct reader sum = { .begin = INFINITY };
  struct tn_program *program = NULL;
  bool ok = true;
  for (guint i = 0; ok && i < files->len; i++)
    ok = read_rank(plain, (int)i, files->pdata[i], &sum, error);
  for (int r = 0; ok && r < plain->n_ranks; r++) {
    for (guint i = 0; i < plain->calls[r]->len; i++) {
      struct tn_plain_call *call = &g_array_index(plain->calls[r], struct tn_plain_call, i);
      call->entry -= sum.begin;
      call->exit -= sum.begin;
    }
  }
  if (ok) {
    program = tn_plain_program(plain, folder, notes);
    note(notes, folder, sum.n_parts, "on communicators that are not all ranks");
    note(notes, folder, sum.n_types, "with types whose size the text does not say");
    note(notes, folder, sum.n_started, "which do not block");
  }
  tn_plain_free(plain);
  return program;
}
