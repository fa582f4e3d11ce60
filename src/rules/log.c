#include "log.h"

#include <stdlib.h>
#include <string.h>

#include "decide/mpich.h"
#include "decide/tuned.h"

const char *const tn_log_library_names[TN_N_LOG_LIBRARIES] = { "Open MPI", "MPICH", "UCC", "UCX" };

void tn_log_free(struct tn_log *log)
{
  if (!log)
    return;
  g_hash_table_unref(log->params);
  g_hash_table_unref(log->takes);
  g_hash_table_unref(log->failed);
  tn_ucx_limits_free(&log->limits);
  g_free(log->why);
  g_array_unref(log->components);
  g_array_unref(log->calls);
  g_array_unref(log->scores);
  g_string_chunk_free(log->texts);
  g_free(log);
}

const char *tn_log_param(const struct tn_log *log, const char *name)
{
  return g_hash_table_lookup(log->params, name);
}

struct reader {
  struct tn_log *log;
  GHashTable *worlds; /* set of the ranks that have created MPI_COMM_WORLD */
  /* rank -> true while the current lines of this rank are about MPI_COMM_WORLD */
  GHashTable *inside;
  const char *first; /* rank of which calls are counted; the other ranks make the same calls */
  /* collective of the current lines of UCC's score map; NULL outside the map */
  const char *collective;
  bool in_counters;
};

/* Returns the text after `mark` in the line; NULL if the line does not contain `mark`. */
static const char *behind(const char *line, const char *mark)
{
  const char *found = strstr(line, mark);
  return found ? found + strlen(mark) : NULL;
}

static const char *store_text(struct reader *r, const char *text, size_t length)
{
  g_autofree char *own = g_strndup(text, length);
  return g_string_chunk_insert_const(r->log->texts, own);
}

static const char *store_lower(struct reader *r, const char *text, size_t length)
{
  g_autofree char *lower = g_ascii_strdown(text, (gssize)length);
  return g_string_chunk_insert_const(r->log->texts, lower);
}

/* Returns the first word of `text`. A character in `ends` ends the word. */
static const char *word(struct reader *r, const char *text, const char *ends)
{
  text += strspn(text, " \t");
  return store_text(r, text, strcspn(text, ends));
}

/* Returns the rank of a line, "[host:pid]" in its prefix: the last bracket before `at`. Launchers
 * put their own prefixes before it. */
static const char *rank_of(struct reader *r, const char *line, const char *at)
{
  const char *found = at;
  for (const char *c = line; c < at; c++)
    found = *c == '[' ? c : found;
  return store_text(r, found, (size_t)(at - found));
}

static void add_call(struct reader *r, const char *collective, const char *name, gint64 segment,
                     gint64 n)
{
  for (guint i = 0; i < r->log->calls->len; i++) {
    struct tn_log_call *call = &g_array_index(r->log->calls, struct tn_log_call, i);
    if (strcmp(call->collective, collective) == 0 && call->name == name &&
        call->segment == segment) {
      call->n += n;
      return;
    }
  }
  const struct tn_log_call call = { collective, name, segment, n };
  g_array_append_val(r->log->calls, call);
}

/* Reads which component coll/base selects for a communicator. Only MPI_COMM_WORLD counts. */
static void read_choice(struct reader *r, const char *line, const char *at)
{
  char *rank = (char *)rank_of(r, line, at);
  const char *rest;
  if ((rest = behind(at, "new communicator: "))) {
    const bool is_world = g_str_has_prefix(rest, "MPI_COMM_WORLD");
    if (is_world)
      g_hash_table_add(r->worlds, rank);
    g_hash_table_insert(r->inside, rank, GINT_TO_POINTER(is_world));
  } else if ((rest = behind(at, "communicator MPI_COMM_WORLD rank "))) {
    const char *arrow = behind(rest, " -> ");
    const char *number = word(r, rest, " ");
    g_hash_table_add(r->worlds, rank);
    if (arrow)
      g_hash_table_insert(r->log->takes, (char *)word(r, rest + strlen(number), " "),
                          (char *)word(r, arrow, " "));
  } else if ((rest = behind(at, "selecting ")) && strstr(rest, "Enabled") &&
             GPOINTER_TO_INT(g_hash_table_lookup(r->inside, rank))) {
    const char *priority = behind(rest, "priority ");
    const struct tn_log_component new = { word(r, rest, ","), priority ? atoi(priority) : 0 };
    bool is_known = !priority;
    for (guint i = 0; i < r->log->components->len; i++)
      is_known = is_known ||
                 g_array_index(r->log->components, struct tn_log_component, i).name == new.name;
    if (!is_known)
      g_array_append_val(r->log->components, new);
  } else
    return;
  r->log->has[TN_LOG_OMPI] = true;
}

/* Reads a call's line, "coll:tuned:bcast_intra_do_this algorithm 6 topo faninout 0 segsize 0". */
static void read_tuned(struct reader *r, const char *line, const char *at)
{
  const char *number = behind(at, "_intra_do_this algorithm "), *segment = behind(at, "segsize ");
  const char *rank = rank_of(r, line, at);
  if (!number)
    return;
  r->log->has[TN_LOG_OMPI] = true;
  r->first = r->first ? r->first : rank;
  if (rank == r->first)
    add_call(r, store_text(r, at, (size_t)(strstr(at, "_intra_do_this") - at)),
             word(r, number, " "), segment ? g_ascii_strtoll(segment, NULL, 10) : -1, 1);
}

/* Reads a parameter's value, "coll_tuned_use_dynamic_rules=true (environment)". */
static void read_param(struct reader *r, const char *line)
{
  const char *close = strstr(line, "] "), *at = close ? close + 2 : line;
  const char *equals = strchr(at, '=');
  const size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789");
  if (!equals || at + length != equals || length == 0 || !strstr(equals, " (") ||
      line[strlen(line) - 1] != ')')
    return;
  g_hash_table_insert(r->log->params, (char *)store_text(r, at, length),
                      (char *)store_text(r, equals + 1, strlen(equals + 1)));
  if (g_str_has_prefix(at, "coll_") || g_str_has_prefix(at, "mpi_"))
    r->log->has[TN_LOG_OMPI] = true;
  r->log->is_ompi_4 = r->log->is_ompi_4 || g_str_has_prefix(at, "orte_");
}

/* Reads MPICH's counter of an algorithm, "[0]         16  MPIR_Bcast_intra_binomial", or of
 * MPIDI_POSIX_mpi_bcast_release_gather. */
static void read_counter(struct reader *r, const char *line)
{
  const char *bracket = strstr(line, "] "), *at = bracket ? bracket + 2 : line;
  char *stop;
  const gint64 n = g_ascii_strtoll(at, &stop, 10);
  const char *name = word(r, stop, " \t");
  for (int id = 0; n > 0 && id < TN_TUNED_N_IDS; id++) {
    g_autofree char *title = tn_mpich_title(id);
    g_autofree char *messages = g_strdup_printf("_%s_intra_", title);
    g_autofree char *memory = g_strdup_printf("_mpi_%s_", tn_tuned_name(id));
    if (strstr(name, messages) || strstr(name, memory))
      add_call(r, tn_tuned_name(id), name, -1, n);
  }
}

/* Reads UCC's score map, "Allreduce:", and then "Host: {0..4095}:TL_UCP:10 {4K..inf}:TL_UCP:10". */
static void read_map(struct reader *r, const char *line)
{
  const char *ranges = behind(line, "Host: {"), *size = behind(line, "COLL_SCORE_MAP (team_id ");
  const size_t length = strlen(line);
  if (size) {
    const char *n = behind(size, "size ");
    r->log->n_ranks = MAX(r->log->n_ranks, n ? atoi(n) : 0);
    r->log->has[TN_LOG_UCC] = true;
  } else if (length > 1 && line[length - 1] == ':' && strstr(line, "UCC")) {
    const char *name = strrchr(line, ' ');
    r->collective = name ? store_lower(r, name + 1, strlen(name + 1) - 1) : NULL;
  }
  for (; ranges && r->collective; ranges = behind(ranges, " {")) {
    struct tn_log_score score = { .collective = r->collective };
    const char *sizes = word(r, ranges, "}"), *team = behind(ranges, "}:");
    if (!team || !tn_ucx_read_sizes(sizes, &score.from, &score.to))
      return;
    score.team = word(r, team, ": ");
    g_array_append_val(r->log->scores, score);
  }
}

/* Reads messages about rejected files, failed collectives, Open MPI's pml component, UCX's
 * version. */
static void read_messages(struct reader *r, const char *line)
{
  static const char *const drops[] = { "Ignoring user supplied tuned collectives configuration",
                                       "Falling back to default tuning and ignoring the file",
                                       "unrecognized key ", "csel_container.c", "src/csel.c" };
  const char *rest;
  for (size_t i = 0; i < G_N_ELEMENTS(drops); i++)
    if ((rest = strstr(line, drops[i]))) {
      r->log->has[i < 2 ? TN_LOG_OMPI : TN_LOG_MPICH] = true;
      if (!r->log->dropped)
        r->log->dropped = store_text(r, i < 3 ? rest : line, strlen(i < 3 ? rest : line));
    }
  if ((rest = behind(line, "*** An error occurred in MPI_"))) {
    g_hash_table_add(r->log->failed, (char *)store_lower(r, rest, strcspn(rest, " ")));
  }
  if ((rest = behind(line, "select: component ")) && strstr(rest, " selected")) {
    r->log->messages = word(r, rest, " ");
  }
  if ((rest = behind(line, "UCX  INFO  Version "))) {
    r->log->ucx = word(r, rest, " ");
  }
  r->log->has[TN_LOG_UCX] = r->log->has[TN_LOG_UCX] || strstr(line, "UCX  ") != NULL;
  r->log->has[TN_LOG_UCC] = r->log->has[TN_LOG_UCC] || strstr(line, "coll_init: ") != NULL;
}

static void read_line(struct reader *r, const char *line)
{
  static const char choice[] = "coll:base:comm_select: ", tuned[] = "coll:tuned:";
  const char *at;
  if (!*line)
    return;
  if ((at = strstr(line, choice)))
    read_choice(r, line, at + strlen(choice));
  else if ((at = strstr(line, tuned)))
    read_tuned(r, line, at + strlen(tuned));
  else if (strstr(line, "==== Dump collective algorithm counters"))
    r->in_counters = r->log->has[TN_LOG_MPICH] = true;
  else if (strstr(line, "==== END collective algorithm counters"))
    r->in_counters = false;
  else if (r->in_counters)
    read_counter(r, line);
  else {
    read_param(r, line);
    read_map(r, line);
    read_messages(r, line);
  }
}

struct tn_log *tn_log_read(const char *text, gsize length)
{
  struct tn_log *log = g_new0(struct tn_log, 1);
  g_autoptr(GHashTable) worlds = g_hash_table_new(g_str_hash, g_str_equal);
  g_autoptr(GHashTable) inside = g_hash_table_new(g_str_hash, g_str_equal);
  log->texts = g_string_chunk_new(4096);
  log->params = g_hash_table_new(g_str_hash, g_str_equal);
  log->takes = g_hash_table_new(g_str_hash, g_str_equal);
  log->failed = g_hash_table_new(g_str_hash, g_str_equal);
  log->components = g_array_new(FALSE, FALSE, sizeof(struct tn_log_component));
  log->calls = g_array_new(FALSE, FALSE, sizeof(struct tn_log_call));
  log->scores = g_array_new(FALSE, FALSE, sizeof(struct tn_log_score));
  log->has_limits = tn_ucx_limits_read(text, length, &log->limits, &log->why);
  struct reader r = { log, worlds, inside, NULL, NULL, false };
  g_autofree char *own = g_strndup(text, length);
  g_auto(GStrv) lines = g_strsplit(own, "\n", -1);
  for (int i = 0; lines[i]; i++)
    read_line(&r, g_strchomp(lines[i]));
  /* The lines of a single rank do not show the number of ranks, as others may have other log
   * files. */
  if (g_hash_table_size(worlds) > 1)
    log->n_ranks = MAX(log->n_ranks, (int)g_hash_table_size(worlds));
  log->has[TN_LOG_UCX] = log->has[TN_LOG_UCX] || log->limits.rows->len > 0;
  return log;
}
