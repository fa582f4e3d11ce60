/* What benchmarks state above their rows: collective, ranks, memory, type, root, and our own writer's
 * line. */
#include <stdio.h>
#include <string.h>

#include "algos/registry.h"
#include "study/usage.h"
#include "trace_table.h"

/* What a program calls a table of one-way messages: IMB, and what is left of OSU's title. */
static bool is_of_messages(const char *title)
{
  return strcmp(title, "PingPong") == 0 || strcmp(title, "Latency") == 0;
}

/* The collective of a table that is wanted, "" of messages, NULL of any other. OSU's titles are the
 * collectives'; IMB's "Alltoall", nccl-tests' "all_reduce" and the like are our names, `lower` when in
 * small letters. */
static const char *wanted(const struct tn_trace_table *t, const char *title, char *lower)
{
  if (t->trace->messages)
    return is_of_messages(title) ? "" : NULL;
  for (int c = 0; c < TN_N_COLLECTIVES; c++)
    if (strcmp(tn_collectives[c].title, title) == 0)
      return tn_collective_names[c];
  if (g_str_has_prefix(lower, "all_"))
    memmove(lower + 3, lower + 4, strlen(lower + 3));
  const int found = tn_collective_find(strcmp(lower, "broadcast") == 0 ? "bcast" : lower);
  return found >= 0 ? tn_collective_names[found] : NULL;
}

static bool set(struct tn_row *row, const char *column, const char *text, GError **error)
{
  return tn_row_set(row, tn_row_column(column), text, error);
}

/* Takes the collective by what a program calls it. */
static bool name_collective(struct tn_trace_table *t, const char *title)
{
  g_autofree char *lower = g_ascii_strdown(title, -1);
  const char *found = *title ? wanted(t, title, lower) : "";
  g_free(t->collective);
  t->collective = g_strdup(found);
  tn_row_name(&t->context->collective, found ? found : "");
  if (!found)
    g_ptr_array_add(t->trace->notes, g_strdup_printf("%s:%d: %s: no such collective here, left out",
                                                     t->trace->file, t->line, title));
  return true;
}

/* Begins a table of what a program calls `title`, "" if it does not name the collective. */
static bool begin_table(struct tn_trace_table *t, const char *title, const char *protocol,
                        const char *library)
{
  tn_trace_table_end(t);
  tn_row_free(t->context);
  t->context = tn_trace_context(t->trace);
  tn_row_name(&t->context->protocol, protocol);
  tn_row_name(&t->context->algorithm, library);
  return name_collective(t, title);
}

/* "# OSU MPI-CUDA Broadcast Latency Test v5.9" -> Broadcast; "# OSU MPI Latency Test" -> Latency */
static bool take_osu(struct tn_trace_table *t, const char *rest, GError **error)
{
  (void)error;
  const char *end = strstr(rest, " Latency Test"), *from = rest + strcspn(rest, " ");
  from += strspn(from, " ");
  g_autofree char *title = end && end > from ? g_strndup(from, (gsize)(end - from)) : NULL;
  begin_table(t, title ? title : end ? "Latency" : rest, "osu", "");
  tn_row_name(&t->context->memory, g_str_has_prefix(rest, "MPI-")
                                       ? tn_user_memory_names[TN_MEMORY_DEVICE]
                                       : tn_user_memory_names[TN_MEMORY_HOST]);
  return true;
}

static bool take_imb(struct tn_trace_table *t, const char *rest, GError **error)
{
  (void)error;
  begin_table(t, rest, "imb", "");
  tn_row_name(&t->context->memory, tn_user_memory_names[TN_MEMORY_HOST]);
  return true;
}

/* "TEST bcast:" */
static bool take_mpich(struct tn_trace_table *t, const char *rest, GError **error)
{
  (void)error;
  g_autofree char *title = g_strndup(rest, strcspn(rest, ": "));
  return begin_table(t, title, "", "library:mpich");
}

static bool take_ucc(struct tn_trace_table *t, const char *rest, GError **error)
{
  (void)error;
  return begin_table(t, rest, "", "library:ucc");
}

/* "# nThread 1 nGpus 8 minBytes 8 ..." of nccl-tests, which name the collective later or not at all. */
static bool take_nccl(struct tn_trace_table *t, const char *rest, GError **error)
{
  int threads = 0, devices = 0;
  begin_table(t, "", "nccl-tests", "library:nccl");
  tn_row_name(&t->context->memory, tn_user_memory_names[TN_MEMORY_DEVICE]);
  t->context->in_place = 0;
  if (sscanf(rest, "%d nGpus %d", &threads, &devices) == 2 && threads > 0 && devices > 0)
    t->context->ranks = (int64_t)threads * devices;
  (void)error;
  return true;
}

/* "# Collective test starting: all_reduce_perf" */
static bool take_nccl_name(struct tn_trace_table *t, const char *rest, GError **error)
{
  (void)error;
  const char *end = strstr(rest, "_perf");
  g_autofree char *title = g_strndup(rest, end ? (gsize)(end - rest) : strlen(rest));
  return name_collective(t, title);
}

/* "#  Rank  7 Group  0 Pid ...": processes of nccl-tests may be many. */
static bool take_nccl_rank(struct tn_trace_table *t, const char *rest, GError **error)
{
  (void)error;
  t->context->ranks = MAX(t->context->ranks, g_ascii_strtoll(rest, NULL, 10) + 1);
  return true;
}

/* "# #processes = 28" */
static bool take_processes(struct tn_trace_table *t, const char *rest, GError **error)
{
  const char *equals = strchr(rest, '=');
  g_autofree char *count = g_strstrip(g_strdup(equals ? equals + 1 : ""));
  g_autoptr(GError) why = NULL;
  return set(t->context, "ranks", count, &why) ||
         tn_usage_at(t->trace->file, t->line, error, "%s", why->message);
}

static bool take_memory(struct tn_trace_table *t, const char *rest, GError **error)
{
  (void)error;
  tn_row_name(&t->context->memory, tn_user_memory_names[g_str_has_prefix(rest, "host")
                                                            ? TN_MEMORY_HOST
                                                            : TN_MEMORY_DEVICE]);
  return true;
}

void tn_trace_type(struct tn_row *row, const char *name)
{
  static const char *const types[][2] = {
    { "float", "float32" },  { "double", "float64" }, { "int", "int32" },
    { "char", "uint8" },     { "signed_char", "uint8" }, { "int8", "uint8" },
  };
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

static bool take_type(struct tn_trace_table *t, const char *rest, GError **error)
{
  (void)error;
  tn_trace_type(t->context, rest);
  return true;
}

static bool take_in_place(struct tn_trace_table *t, const char *rest, GError **error)
{
  (void)error;
  t->context->in_place = *rest == '1';
  return true;
}

/* Our own writer's "# turnstile: platform P, kernel K, backing B[, buffers STATE], N ranks,
 * ALGORITHM [PARAMS]". */
static bool take_own(struct tn_trace_table *t, const char *rest, GError **error)
{
  g_auto(GStrv) parts = g_strsplit(rest, ", ", -1);
  const guint n = g_strv_length(parts);
  const bool says_buffers = n == 6 && g_str_has_prefix(parts[3], "buffers ");
  const char *ranks = n == 5 || says_buffers ? parts[n - 2] : NULL;
  const char *end = ranks ? strstr(ranks, " ranks") : NULL;
  if (!end || !g_str_has_prefix(parts[0], "platform ") || !g_str_has_prefix(parts[1], "kernel ") ||
      !g_str_has_prefix(parts[2], "backing "))
    return tn_usage_at(t->trace->file, t->line, error, "this is not how turnstile writes it");
  g_autofree char *count = g_strndup(ranks, (gsize)(end - ranks));
  const char *params = strchr(parts[n - 1], ' ');
  g_autofree char *algorithm = g_strndup(parts[n - 1], strcspn(parts[n - 1], " "));
  g_autoptr(GError) why = NULL;
  return (set(t->context, "platform", parts[0] + strlen("platform "), &why) &&
          set(t->context, "kernel", parts[1] + strlen("kernel "), &why) &&
          set(t->context, "backing", parts[2] + strlen("backing "), &why) &&
          set(t->context, "buffers", says_buffers ? parts[3] + strlen("buffers ") : "", &why) &&
          set(t->context, "algorithm", algorithm, &why) &&
          set(t->context, "params", params ? params + 1 : "", &why) &&
          set(t->context, "ranks", count, &why)) ||
         tn_usage_at(t->trace->file, t->line, error, "%s", why->message);
}

bool tn_trace_title(struct tn_trace_table *t, const char *line, bool *ret_taken, GError **error)
{
  static const struct {
    const char *prefix;
    bool (*take)(struct tn_trace_table *t, const char *rest, GError **error);
  } titles[] = {
    { "# OSU ", take_osu },
    { "# Benchmarking ", take_imb },
    { "TEST ", take_mpich },
    { "Collective:", take_ucc },
    { "# nThread ", take_nccl },
    { "# Collective test starting:", take_nccl_name },
    { "#  Rank ", take_nccl_rank },
    { "# #processes", take_processes },
    { "Memory type:", take_memory },
    { "# Datatype:", take_type },
    { "Datatype:", take_type },
    { "Inplace:", take_in_place },
    { "# turnstile: ", take_own },
    { "Reduction:", NULL }, /* of ucc_perftest, as those below */
    { "Warmup:", NULL },
    { "Iterations:", NULL },
    { "small ", NULL },
    { "large ", NULL },
    { "avg ", NULL },
  };
  const char *text = line + strspn(line, " \t");
  *ret_taken = false;
  for (size_t i = 0; i < G_N_ELEMENTS(titles) && !*ret_taken; i++)
    if (g_str_has_prefix(text, titles[i].prefix)) {
      const char *rest = text + strlen(titles[i].prefix);
      g_autofree char *own = g_strstrip(g_strdup(rest));
      *ret_taken = true;
      return !titles[i].take || titles[i].take(t, own, error);
    }
  if (g_str_has_prefix(text, ":root=")) {
    *ret_taken = true;
    set(t->context, "root", text + strlen(":root="), NULL);
  }
  return true;
}
