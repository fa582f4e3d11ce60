/* Reads SimGrid's time-independent traces (smpirun -trace-ti): one line "RANK ACTION ARGUMENT..."
 * for each action. Collectives are calls of all ranks, as in SMPI's own replay, because traces do
 * not name communicators. Computation is in flops. */
#include <math.h>
#include <string.h>

#include "plain.h"
#include "platform/contents.h"
#include "recording.h"
#include "study/usage.h"

enum { MAX_RANKS = 1 << 20 };

/* Bytes of SMPI's predefined types by number (printed by SimGrid 3.32); 0: unused. */
static const int type_sizes[] = { 8, 4, 1,  2,  8, 4, 1, 8,  1, 1,  2,  4, 8, 8, 16, 4,  1,
                                  1, 2, 4,  8,  1, 2, 4, 8,  8, 16, 32, 8, 8, 8, 16, 16, 8,
                                  8, 8, 16, 16, 4, 4, 8, 16, 8, 16, 16, 4, 2, 4, 8,  16 };

struct reader {
  struct tn_plain *plain;
  const char *file;
  int line;
  double speed;
  int *element;     /* [n_ranks] bytes, for actions without a type */
  double *computed; /* [n_ranks] seconds of computation since the rank's last call */
  bool *has_ended;  /* [n_ranks] true if the rank has the action `finalize` */
  guint n_left_out; /* skipped non-blocking collectives */
  guint64 n_messages;
  double message_bytes;
  char **word; /* words of the line, NULL-terminated */
  int n_words, rank;
  GError **error;
};

static bool fail(struct reader *r, const char *what)
{
  return tn_usage_at(r->file, r->line, r->error, "%s", what);
}

/* Sets *ret to argument i (from 0); returns false unless it is a non-negative number. */
static bool number(struct reader *r, int i, double *ret)
{
  const char *text = i + 2 < r->n_words ? r->word[i + 2] : NULL;
  char *end;
  const double value = text ? g_ascii_strtod(text, &end) : 0.0;
  if (!text || end == text || *end || !isfinite(value) || value < 0.0 || value > 1e15)
    return tn_usage_at(r->file, r->line, r->error, "%s: argument %d is %s%s%s, not a number from 0",
                       r->word[1], i + 1, text ? "\"" : "", text ? text : "missing",
                       text ? "\"" : "");
  *ret = value;
  return true;
}

/* Sets *ret to the bytes of the type in argument i, or of the rank's default. Returns false if
 * invalid. */
static bool type(struct reader *r, int i, guint64 *ret)
{
  double value;
  *ret = (guint64)r->element[r->rank];
  if (i + 2 >= r->n_words)
    return true;
  if (!number(r, i, &value))
    return false;
  if (value >= (double)G_N_ELEMENTS(type_sizes) || !type_sizes[(int)value])
    return fail(r, "a type that is not one of SMPI's predefined ones");
  *ret = (guint64)type_sizes[(int)value];
  return true;
}

static bool root(struct reader *r, int i, int *ret)
{
  double value = 0.0;
  if (i + 2 < r->n_words && !number(r, i, &value))
    return false;
  if (value >= r->plain->n_ranks)
    return fail(r, "a root that is not a rank");
  *ret = (int)value;
  return true;
}

/* Sets call->bytes to the product of argument `count` and the bytes of the type in argument
 * `type_at`. */
static bool size(struct reader *r, struct tn_plain_call *call, int count, int type_at)
{
  double value;
  guint64 bytes;
  if (!number(r, count, &value) || !type(r, type_at, &bytes))
    return false;
  call->bytes = (guint64)value * bytes;
  call->element = (int)bytes;
  return true;
}

static bool take_counts(struct reader *r, struct tn_plain_call *call, int first, int type_at)
{
  guint64 bytes;
  if (!type(r, type_at, &bytes))
    return false;
  call->counts = g_new(guint64, r->plain->n_ranks);
  for (int i = 0; i < r->plain->n_ranks; i++) {
    double value;
    if (!number(r, first + i, &value))
      return false;
    call->counts[i] = (guint64)value * bytes;
    call->bytes += call->counts[i];
  }
  return true;
}

/* Reads a collective's arguments in the order of SMPI's replay. */
static bool take_arguments(struct reader *r, struct tn_plain_call *call)
{
  const int n = r->plain->n_ranks;
  switch (call->kind) {
  case TN_KIND_BARRIER:
    return true;
  case TN_KIND_BCAST:
    return root(r, 1, &call->root) && size(r, call, 0, 2);
  case TN_KIND_REDUCE:
    return root(r, 2, &call->root) && size(r, call, 0, 3);
  case TN_KIND_ALLREDUCE:
  case TN_KIND_SCAN:
  case TN_KIND_EXSCAN:
    return size(r, call, 0, 2);
  case TN_KIND_GATHER:
    return root(r, 2, &call->root) && size(r, call, 0, 3);
  case TN_KIND_SCATTER:
    return root(r, 2, &call->root) && size(r, call, 1, r->n_words > 6 ? 4 : 3);
  case TN_KIND_ALLGATHER:
  case TN_KIND_ALLTOALL:
    return size(r, call, 0, 2);
  case TN_KIND_GATHERV:
    return root(r, n + 1, &call->root) && size(r, call, 0, n + 2);
  case TN_KIND_SCATTERV:
    return root(r, n + 1, &call->root) && size(r, call, n, n + 3);
  case TN_KIND_ALLGATHERV:
    return size(r, call, 0, n + 1);
  case TN_KIND_ALLTOALLV:
    return take_counts(r, call, 1, 2 * n + 2);
  case TN_KIND_REDUCE_SCATTER:
    return size(r, call, r->rank, n + 1);
  }
  return fail(r, "a collective that such traces do not have");
}

/* Counts a message. The arguments `count` and `type_at` are its number of elements and their
 * type. */
static bool count_message(struct reader *r, int count, int type_at)
{
  double value;
  guint64 bytes;
  if (!number(r, count, &value) || !type(r, type_at, &bytes))
    return false;
  r->n_messages++;
  r->message_bytes += value * (double)bytes;
  return true;
}

static bool act(struct reader *r)
{
  const char *action = r->word[1];
  double value;
  if (strcmp(action, "init") == 0) {
    r->element[r->rank] = r->n_words > 2 ? 8 : 1;
    return true;
  }
  if (strcmp(action, "compute") == 0) {
    if (!number(r, 0, &value))
      return false;
    if (value > 0.0 && r->speed <= 0.0)
      return fail(r, "computation in flops: how many are there in a second? (FILE:speed=2.5Gf)");
    r->computed[r->rank] += value > 0.0 ? value / r->speed : 0.0;
    return true;
  }
  if (strcmp(action, "sleep") == 0) {
    if (!number(r, 0, &value))
      return false;
    r->computed[r->rank] += value;
    return true;
  }
  if (strcmp(action, "finalize") == 0) {
    r->has_ended[r->rank] = true;
    return true;
  }
  const int kind = g_ascii_strcasecmp(action, "reducescatter") == 0
                       ? TN_KIND_REDUCE_SCATTER
                       : tn_record_kind_find(action, strlen(action));
  /* Formats: "send TO TAG COUNT [TYPE]", without TAG before SimGrid 3.24; "sendrecv COUNT TO COUNT
   * FROM TYPE TYPE" */
  if (strcmp(action, "send") == 0 || strcmp(action, "isend") == 0)
    return r->n_words > 4 ? count_message(r, 2, 3) : count_message(r, 1, 2);
  if (g_ascii_strcasecmp(action, "sendrecv") == 0)
    return count_message(r, 0, 4);
  if (kind > TN_KIND_EXSCAN) {
    r->n_left_out += kind < TN_N_KINDS;
    return true; /* other actions, such as completions, are ignored */
  }
  struct tn_plain_call call = { .kind = kind, .computed = r->computed[r->rank] };
  if (!take_arguments(r, &call)) {
    g_free(call.counts);
    return false;
  }
  r->computed[r->rank] = 0.0;
  g_array_append_val(r->plain->calls[r->rank], call);
  return true;
}

/* Returns the rank that begins a line; -1 if it is not an action. */
static int rank_of(const char *line)
{
  char *end;
  if (!g_ascii_isdigit(*line))
    return -1;
  const guint64 rank = g_ascii_strtoull(line, &end, 10);
  const size_t gap = strspn(end, " \t");
  return rank < MAX_RANKS && gap > 0 && g_ascii_isalpha(end[gap]) ? (int)rank : -1;
}

bool tn_ti_is(const char *text, gsize length)
{
  if (length == 0 || memchr(text, '\0', length))
    return false;
  g_autofree char *line = g_strndup(text, strcspn(text, "\r\n"));
  return rank_of(line) >= 0 || g_str_has_suffix(line, ".txt");
}

static bool read_text(struct reader *r, const char *text)
{
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (int i = 0; lines[i]; i++) {
    r->line = i + 1;
    g_auto(GStrv) all = g_strsplit_set(lines[i], " \t\r", -1);
    GPtrArray *words = g_ptr_array_new();
    for (char **word = all; *word; word++)
      if (**word)
        g_ptr_array_add(words, g_strdup(*word));
    r->n_words = (int)words->len;
    g_ptr_array_add(words, NULL);
    r->word = (char **)g_ptr_array_free(words, FALSE);
    bool ok = true;
    if (r->n_words > 0 && *r->word[0] != '#') {
      r->rank = rank_of(lines[i]);
      ok = r->rank >= 0 ? act(r) : fail(r, "not \"RANK ACTION ARGUMENT...\"");
    }
    g_strfreev(r->word);
    if (!ok)
      return false;
  }
  return true;
}

/* Collects the text itself, or the files that it lists relative to its folder. */
static bool collect(const char *path, const char *text, GPtrArray *files, GPtrArray *texts,
                    GError **error)
{
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_autofree char *folder = g_path_get_dirname(path);
  if (lines[0] && rank_of(lines[0]) >= 0) {
    g_ptr_array_add(files, g_strdup(path));
    g_ptr_array_add(texts, g_strdup(text));
    return true;
  }
  for (int i = 0; lines[i]; i++) {
    char *name = g_strstrip(lines[i]), *content;
    if (!*name)
      continue;
    g_autofree char *beside = g_build_filename(folder, name, NULL);
    const char *file = g_file_test(beside, G_FILE_TEST_IS_REGULAR) ? beside : name;
    if (!g_file_test(file, G_FILE_TEST_IS_REGULAR))
      return tn_usage_at(path, i + 1, error, "\"%s\" is not a file of actions", name);
    content = tn_contents_read(file, TN_CONTENTS_MAX_OF_TRACE, NULL, error);
    if (!content)
      return tn_usage_prefix(error, path);
    g_ptr_array_add(files, g_strdup(file));
    g_ptr_array_add(texts, content);
  }
  return true;
}

/* Returns a text on what the program does not contain; NULL if it contains all. Takes ownership of
 * `calls`, the text on skipped calls; may be NULL. Transfer full. */
static char *left_out_of(const struct reader *r, char *calls)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
  int cut = -1, n_ended = 0;
  for (int rank = 0; rank < r->plain->n_ranks; rank++) {
    n_ended += r->has_ended[rank];
    cut = cut < 0 && !r->has_ended[rank] ? rank : cut;
  }
  if (calls)
    g_ptr_array_add(all, calls);
  if (cut >= 0 && n_ended > 0)
    g_ptr_array_add(all, g_strdup_printf("what rank %d did after its last action (%d of %d ranks "
                                         "have no finalize)",
                                         cut, r->plain->n_ranks - n_ended, r->plain->n_ranks));
  if (r->n_messages)
    g_ptr_array_add(all,
                    g_strdup_printf("%" G_GUINT64_FORMAT " messages from rank to rank (%.0f bytes)",
                                    r->n_messages, r->message_bytes));
  if (r->n_left_out)
    g_ptr_array_add(all,
                    g_strdup_printf("%u calls of non-blocking collectives of all ranks together",
                                    r->n_left_out));
  g_ptr_array_add(all, NULL);
  return all->len > 1 ? g_strjoinv(", ", (char **)all->pdata) : NULL;
}

struct tn_program *tn_ti_load(const char *path, const char *text, double speed, GPtrArray *notes,
                              GError **error)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
  if (!collect(path, text, files, texts, error))
    return NULL;
  int n = 0;
  for (guint i = 0; i < texts->len; i++)
    for (const char *line = texts->pdata[i]; *line;
         line += strcspn(line, "\n"), line += *line == '\n')
      n = MAX(n, rank_of(line) + 1);
  if (n == 0)
    return tn_usage_null(error, "%s: no actions of ranks in it", path);
  struct reader r = { .plain = tn_plain_new(n),
                      .speed = speed,
                      .error = error,
                      .element = g_new0(int, n),
                      .computed = g_new0(double, n),
                      .has_ended = g_new0(bool, n) };
  struct tn_program *program = NULL;
  bool ok = true;
  for (int i = 0; i < n; i++)
    r.element[i] = 1; /* MPI_BYTE, like the action `init` */
  for (guint i = 0; ok && i < texts->len; i++) {
    r.file = files->pdata[i];
    ok = read_text(&r, texts->pdata[i]);
  }
  if (ok) {
    memcpy(r.plain->tail, r.computed, sizeof *r.computed * (size_t)n);
    program = tn_plain_program(r.plain, path, notes);
    program->left_out = left_out_of(&r, program->left_out);
    if (program->left_out)
      g_ptr_array_add(notes, g_strdup_printf("%s: not simulated: %s", path, program->left_out));
  }
  tn_plain_free(r.plain);
  g_free(r.element);
  g_free(r.computed);
  g_free(r.has_ended);
  return program;
}
