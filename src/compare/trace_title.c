/* Text above the rows: collective, ranks, memory, type, root, and turnstile's own title. */
#include <stdio.h>
#include <string.h>

#include "algos/registry.h"
#include "study/usage.h"
#include "trace_table.h"

static bool is_of_windows(const char *title)
{
  return g_str_has_prefix(title, "MPI Bandwidth Test") ||
         g_str_has_prefix(title, "MPI Multiple Bandwidth");
}

/* Returns the collective of a table that should be read, "" for messages, NULL for other tables.
 * `lower`: the title in lower case, where IMB's "alltoall" and nccl-tests' "all_reduce" become our
 * names. */
static const char *wanted(const struct tn_trace_table *t, const char *title, char *lower)
{
  if (t->trace->messages) { /* titles of one-way messages: IMB's title, and the remainder of
                             * OSU's title */
    const bool is_known = strcmp(title, "PingPong") == 0 || strcmp(title, "Latency") == 0;
    return is_known || is_of_windows(title) ? "" : NULL;
  }
  for (int c = 0; c < TN_N_COLLECTIVES; c++)
    if (strcmp(tn_collectives[c].title, title) == 0)
      return tn_collective_names[c];
  if (g_str_has_prefix(lower, "all_"))
    memmove(lower + 3, lower + 4, strlen(lower + 3));
  const int found = tn_collective_find(strcmp(lower, "broadcast") == 0 ? "bcast" : lower);
  return found >= 0 ? tn_collective_names[found] : NULL;
}

static bool set(struct tn_trace_table *t, const char *column, const char *text)
{
  return tn_row_set(t->context, tn_row_column(column), text, t->error ? NULL : &t->error);
}

static void set_memory(struct tn_trace_table *t, bool on_device)
{
  tn_row_name(&t->context->memory,
              tn_user_memory_names[on_device ? TN_MEMORY_DEVICE : TN_MEMORY_HOST]);
}

static void name_collective(struct tn_trace_table *t, const char *title)
{
  g_autofree char *lower = g_ascii_strdown(title, -1);
  const char *found = *title ? wanted(t, title, lower) : "";
  g_free(t->collective);
  t->collective = g_strdup(found);
  tn_row_name(&t->context->collective, found ? found : "");
  if (!found)
    g_ptr_array_add(t->trace->notes, g_strdup_printf("%s:%d: %s: unknown collective, skipped",
                                                     t->trace->file, t->line, title));
}

/* Begins a table; `title` is "" if the program does not name the collective. */
static void begin_table(struct tn_trace_table *t, const char *title, const char *protocol,
                        const char *library)
{
  tn_trace_table_end(t);
  tn_row_free(t->context);
  t->context = tn_trace_context(t->trace);
  t->pairs = 1;
  tn_row_name(&t->context->protocol, protocol);
  tn_row_name(&t->context->algorithm, library);
  name_collective(t, title);
}

/* Reads OSU's title: "Broadcast" from "MPI-CUDA Broadcast Latency Test v5.9", "Latency" from "MPI
 * Latency Test". */
static void take_osu(struct tn_trace_table *t, const char *rest)
{
  const char *end = strstr(rest, " Latency Test"), *from = rest + strcspn(rest, " ");
  from += strspn(from, " ");
  g_autofree char *title = end && end > from ? g_strndup(from, (gsize)(end - from)) : NULL;
  begin_table(t, title ? title : end ? "Latency" : rest, "osu", "");
  set_memory(t, g_str_has_prefix(rest, "MPI-"));
  g_autofree char *window = tn_row_foreign(t->context, "window");
  if (is_of_windows(rest) && !window)
    tn_row_add_foreign(t->context, "window", "64"); /* default of OSU */
}

/* Reads the pairs in osu_mbw_mr's "# [ pairs: 2 ] [ window size: 64 ]". */
static void take_pairs(struct tn_trace_table *t, const char *rest)
{
  int pairs = 0;
  if (sscanf(rest, "%d ]", &pairs) == 1 && pairs > 0)
    t->pairs = pairs;
}

static void take_imb(struct tn_trace_table *t, const char *rest)
{
  begin_table(t, rest, "imb", "");
  set_memory(t, false);
}

/* Reads the title of MPICH's bench, "TEST bcast:". */
static void take_mpich(struct tn_trace_table *t, const char *rest)
{
  g_autofree char *title = g_strndup(rest, strcspn(rest, ": "));
  begin_table(t, title, "", "library:mpich");
}

/* Reads the title of ucc_perftest. */
static void take_ucc(struct tn_trace_table *t, const char *rest)
{
  begin_table(t, rest, "", "library:ucc");
}

/* Reads nccl-tests' "# nThread 1 nGpus 8 minBytes 8 ..."; the collective is in a later line or
 * missing. */
static void take_nccl(struct tn_trace_table *t, const char *rest)
{
  int threads = 0, devices = 0;
  begin_table(t, "", "nccl-tests", "library:nccl");
  set_memory(t, true);
  t->context->in_place = 0;
  if (sscanf(rest, "%d nGpus %d", &threads, &devices) == 2 && threads > 0 && devices > 0)
    t->context->ranks = (int64_t)threads * devices;
}

/* Reads the collective that nccl-tests names, "all_reduce_perf". */
static void take_nccl_name(struct tn_trace_table *t, const char *rest)
{
  const char *end = strstr(rest, "_perf");
  g_autofree char *title = g_strndup(rest, end ? (gsize)(end - rest) : strlen(rest));
  name_collective(t, title);
}

/* Reads "#  Rank  7 Group 0 Pid ..." of nccl-tests, which may run in many processes. */
static void take_nccl_rank(struct tn_trace_table *t, const char *rest)
{
  t->context->ranks = MAX(t->context->ranks, g_ascii_strtoll(rest, NULL, 10) + 1);
}

/* Reads IMB's "# #processes = 28". */
static void take_processes(struct tn_trace_table *t, const char *rest)
{
  const char *equals = strchr(rest, '=');
  set(t, "ranks", equals ? equals + 1 + strspn(equals + 1, " \t") : "");
}

static void take_root(struct tn_trace_table *t, const char *rest)
{
  set(t, "root", rest);
}

static void take_memory(struct tn_trace_table *t, const char *rest)
{
  set_memory(t, !g_str_has_prefix(rest, "host"));
}

static void take_in_place(struct tn_trace_table *t, const char *rest)
{
  t->context->in_place = *rest == '1';
}

void tn_trace_type(struct tn_row *row, const char *name)
{
  static const char *const types[][2] = { { "float", "float32" },
                                          { "double", "float64" },
                                          { "int", "int32" },
                                          { "char", "uint8" },
                                          { "int8", "uint8" } };
  const int c = tn_collective_find(row->collective);
  g_autofree char *lower = g_ascii_strdown(name, (gssize)strcspn(name, ". \t"));
  const char *type = lower + (g_str_has_prefix(lower, "mpi_") ? strlen("mpi_") : 0);
  for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
    if (strcmp(type, types[i][0]) == 0)
      type = types[i][1];
  g_autofree char *text = g_strconcat("type=", type, NULL);
  if (c < 0 || tn_collective_reduces((enum tn_collective)c))
    tn_values_set(&row->overrides, text);
}

static void take_type(struct tn_trace_table *t, const char *rest)
{
  tn_trace_type(t->context, rest);
}

/* Reads turnstile's own title: "platform P, kernel K, backing B[, buffers STATE], N ranks,
 * ALGORITHM [PARAMS]". */
static void take_own(struct tn_trace_table *t, const char *rest)
{
  static const char *const columns[] = { "platform", "kernel",    "backing", "buffers",
                                         "ranks",    "algorithm", "params" };
  g_autoptr(GRegex) own =
      g_regex_new("^platform ([^,]*), kernel ([^,]*), backing ([^,]*)(?:, buffers "
                  "([^,]*))?, ([^,]*?) ranks, ([^ ,]*) ?([^,]*)$",
                  0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  if (!g_regex_match(own, rest, 0, &match))
    tn_usage(&t->error, "this heading is not turnstile's");
  for (size_t i = 0; !t->error && i < G_N_ELEMENTS(columns); i++) {
    g_autofree char *value = g_match_info_fetch(match, (int)i + 1);
    set(t, columns[i], value ? value : "");
  }
}

bool tn_trace_title(struct tn_trace_table *t, const char *line)
{
  static const struct {
    const char *prefix;
    void (*take)(struct tn_trace_table *t, const char *rest);
  } titles[] = {
    { "# OSU ", take_osu },          { "# [ pairs: ", take_pairs },
    { "# Benchmarking ", take_imb }, { "TEST ", take_mpich },
    { ":root=", take_root },         { "Collective:", take_ucc },
    { "# nThread ", take_nccl },     { "# Collective test starting:", take_nccl_name },
    { "#  Rank ", take_nccl_rank },  { "# #processes", take_processes },
    { "Memory type:", take_memory }, { "# Datatype:", take_type },
    { "Datatype:", take_type },      { "Inplace:", take_in_place },
    { "# turnstile: ", take_own },
  };
  /* beginnings of lines of ucc_perftest, MPICH's bench and nccl-tests that are skipped */
  static const char *const unused[] = { "Reduction:", "Warmup:", "Iterations:", "small ",
                                        "large ",     "avg ",    ":",           "NCCL version " };
  const char *text = line + strspn(line, " \t");
  for (size_t i = 0; i < G_N_ELEMENTS(titles); i++)
    if (g_str_has_prefix(text, titles[i].prefix)) {
      g_autofree char *rest = g_strstrip(g_strdup(text + strlen(titles[i].prefix)));
      titles[i].take(t, rest);
      return true;
    }
  for (size_t i = 0; i < G_N_ELEMENTS(unused); i++)
    if (g_str_has_prefix(text, unused[i]))
      return true;
  return strstr(text, " UCC_PT ") != NULL;
}
