#include "ucx_table.h"

#include <math.h>
#include <string.h>

#include "params.h"

void tn_ucx_limits_free(struct tn_ucx_limits *limits)
{
  g_clear_pointer(&limits->rows, g_array_unref);
  g_clear_pointer(&limits->texts, g_string_chunk_free);
}

/* Parses a size up to `end` as ucs_memunits_to_str writes it: "8248", "4K", "inf". Returns -1 for
 * other texts. */
static int64_t read_size(const char *text, const char *end)
{
  static const char units[] = "KMGT";
  char *stop;
  if (end - text == 3 && strncmp(text, "inf", 3) == 0)
    return INT64_MAX;
  const guint64 value = g_ascii_strtoull(text, &stop, 10);
  const char *unit = stop < end && *stop ? strchr(units, *stop) : NULL;
  const int shift = unit ? 10 * (int)(unit - units + 1) : 0;
  if (!g_ascii_isdigit(*text) || stop + (unit != NULL) != end ||
      value > (guint64)(INT64_MAX >> 1) >> shift)
    return -1;
  return (int64_t)(value << shift);
}

bool tn_ucx_read_sizes(const char *text, int64_t *ret_from, int64_t *ret_to)
{
  const char *dots = strstr(text, ".."), *end = text + strlen(text);
  const int64_t from = read_size(text, dots ? dots : end),
                to = dots ? read_size(dots + 2, end) : from;
  if (from < 0 || to < from)
    return false;
  *ret_from = from;
  *ret_to = to;
  return true;
}

/* Reads a line. `open` maps each rank to the heading of its current table (struct tn_ucx_row). */
static void read_line(struct tn_ucx_limits *l, GHashTable *open, int line, const char *text)
{
  const char *bar = strchr(text, '|');
  g_autofree char *rest = bar ? g_strchomp(g_strdup(bar + 1)) : NULL;
  if (!rest || !g_str_has_suffix(rest, "|"))
    return;
  rest[strlen(rest) - 1] = '\0';
  g_auto(GStrv) cells = g_strsplit(rest, "|", -1);
  for (int i = 0; cells[i]; i++)
    g_strstrip(cells[i]);
  g_autofree char *before = g_strndup(text, (gsize)(bar - text));
  const char *bracket = strrchr(before, '[');
  char *rank = g_string_chunk_insert_const(l->texts, bracket ? bracket : before);
  const struct tn_ucx_row *heading = g_hash_table_lookup(open, rank);
  if (g_strv_length(cells) == 2) {
    struct tn_ucx_row *new = g_new0(struct tn_ucx_row, 1);
    g_autofree char *both = g_strjoinv(" ", cells);
    *new = (struct tn_ucx_row){ .table = line,
                                .heading = g_string_chunk_insert_const(l->texts, both) };
    g_hash_table_insert(open, rank, new);
  } else if (g_strv_length(cells) == 3 && heading && strstr(heading->heading, " ucp_tag_send") &&
             strstr(heading->heading, " from host") && !strstr(heading->heading, "_sync")) {
    struct tn_ucx_row row = *heading;
    /* UCX writes "(?) " before a protocol that depends on the peer. */
    row.protocol = g_string_chunk_insert_const(
        l->texts, cells[1] + (g_str_has_prefix(cells[1], "(?) ") ? 4 : 0));
    row.over = g_string_chunk_insert_const(l->texts, cells[2]);
    if (tn_ucx_read_sizes(cells[0], &row.from, &row.to))
      g_array_append_val(l->rows, row);
  }
}

struct ucx_rows {
  const struct tn_ucx_row *row; /* [n] */
  guint n;
};

static const char *const near[] = { "sysv/", "posix/", "xpmem/", "cma/", "knem/", NULL };

/* Records a row whose transports ("NAME/DEVICE" each) are not only those of shared memory. */
static void note_adapter(struct tn_ucx_limits *l, const struct tn_ucx_row *row)
{
  bool is_near = false, is_other = false;
  g_auto(GStrv) words = g_strsplit(row->over, " ", -1);
  for (int i = 0; words[i]; i++) {
    bool found = false;
    for (int k = 0; near[k]; k++)
      found = found || g_str_has_prefix(words[i], near[k]);
    is_near = is_near || found;
    is_other = is_other || (!found && strchr(words[i], '/'));
  }
  l->is_adapter_alone = l->is_adapter_alone || (is_other && !is_near);
  if (!is_other || (l->adapter && l->adapter_from <= row->from))
    return;
  l->adapter = row->over;
  l->adapter_from = row->from;
}

/* Returns true if the table is about messages to another rank in the node. */
static bool is_of_node(const struct ucx_rows *table)
{
  bool found = false;
  for (guint i = 0; i < table->n; i++) {
    const struct tn_ucx_row *row = &table->row[i];
    if (strstr(row->over, "self/") || strstr(row->heading, " self ") ||
        strstr(row->heading, "inter-node"))
      return false;
    for (int k = 0; near[k]; k++)
      found = found || strstr(row->over, near[k]);
  }
  return found;
}

static const char *const words[] = { "short",      "copy-in",    "zero-copy", "copy from mapped",
                                     "fragmented", "rendezvous", NULL };
static const enum tn_mechanism singles[] = { TN_CMA, TN_KNEM, TN_XPMEM };
enum { INLINE, EAGER, LONG, BLOCKING };

/* Reads a table's limits into values[INLINE] and so on. The limit from which messages are long goes
 * into values[at]. */
static bool take(struct tn_ucx_limits *l, const struct ucx_rows *table, double *values, int at,
                 char **ret_why)
{
  int64_t next = 0;
  for (guint i = 0; i < table->n; i++) {
    const struct tn_ucx_row *row = &table->row[i];
    int word = 0;
    while (words[word] && !strstr(row->protocol, words[word]))
      word++;
    if (!words[word] || row->from != next) {
      *ret_why = g_strdup_printf("line %d: \"%s\" from %" G_GINT64_FORMAT
                                 " bytes on is not in the form of UCX 1.13 to 1.20",
                                 row->table, row->protocol, (gint64)row->from);
      return false;
    }
    next = row->to == INT64_MAX ? -1 : row->to + 1;
    note_adapter(l, row);
    if (!strstr(row->protocol, "rendezvous")) {
      if (!strstr(row->protocol, "multi-frag"))
        values[word == 0 ? INLINE : EAGER] = (double)row->to;
      continue;
    }
    if (isnan(values[at]))
      values[at] = (double)row->from - 1.0;
    for (size_t m = 0; m < G_N_ELEMENTS(singles) && l->mechanism == TN_CICO; m++)
      if (strstr(row->over, tn_mechanism_names[singles[m]]))
        l->mechanism = singles[m];
  }
  if (next >= 0)
    *ret_why = g_strdup_printf("line %d: the table has no sizes from %" G_GINT64_FORMAT " on",
                               table->row->table, (gint64)next);
  return next < 0;
}

/* Reads the first usable table of blocking (`is_blocking`) or non-blocking sends and returns its
 * number. If none is usable, returns 0, and *ret_why is the reason why the first one is not. */
static int settle(struct tn_ucx_limits *l, bool is_blocking, double *values, char **ret_why)
{
  for (guint i = 0, end; i < l->rows->len; i = end) {
    const struct tn_ucx_row *row = &g_array_index(l->rows, struct tn_ucx_row, i);
    for (end = i + 1; end < l->rows->len; end++)
      if (g_array_index(l->rows, struct tn_ucx_row, end).table != row->table)
        break;
    const struct ucx_rows table = { row, end - i };
    double own[TN_UCX_N_LIMITS];
    char *why = NULL;
    if (row->from > 0 || (strstr(row->heading, "fast-completion") != NULL) != is_blocking ||
        !is_of_node(&table))
      continue;
    memcpy(own, values, sizeof own);
    if (take(l, &table, own, is_blocking ? BLOCKING : LONG, &why)) {
      memcpy(values, own, sizeof own);
      return row->table;
    }
    if (*ret_why)
      g_free(why);
    else
      *ret_why = why;
  }
  return 0;
}

static gint by_table(gconstpointer a, gconstpointer b)
{
  return ((const struct tn_ucx_row *)a)->table - ((const struct tn_ucx_row *)b)->table;
}

/* Finds the limits of message sizes in the tables of blocking and non-blocking sends, and adds each
 * as an override. */
static bool find_limits(struct tn_ucx_limits *l, char **ret_why)
{
  static const enum tn_param params[] = { TN_P_INLINE_LIMIT, TN_P_EAGER_LIMIT,
                                          TN_P_RENDEZVOUS_LIMIT, TN_P_BLOCKING_LIMIT };
  double values[TN_UCX_N_LIMITS] = { NAN, NAN, NAN, NAN };
  const int blocking = settle(l, true, values, ret_why), plain = settle(l, false, values, ret_why);
  l->table = plain ? plain : blocking;
  if (!l->table) {
    if (l->rows->len && !*ret_why)
      *ret_why = g_strdup("no table of messages within a node");
    return false;
  }
  g_clear_pointer(ret_why, g_free);
  if (!plain || !blocking)
    values[plain ? BLOCKING : LONG] = values[plain ? LONG : BLOCKING];
  for (int i = 0; i < TN_UCX_N_LIMITS; i++)
    if (!isnan(values[i]))
      l->overrides[l->n_overrides++] =
          (struct tn_override){ .param = params[i], .value = values[i] };
  return true;
}

bool tn_ucx_limits_read(const char *text, size_t length, struct tn_ucx_limits *ret, char **ret_why)
{
  g_autoptr(GHashTable) open = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
  g_autofree char *own = g_strndup(text, length);
  g_auto(GStrv) lines = g_strsplit(own, "\n", -1);
  *ret_why = NULL;
  *ret = (struct tn_ucx_limits){ .texts = g_string_chunk_new(1024),
                                 .rows = g_array_new(FALSE, FALSE, sizeof(struct tn_ucx_row)),
                                 .mechanism = TN_CICO };
  for (int i = 0; lines[i]; i++)
    read_line(ret, open, i + 1, lines[i]);
  g_array_sort(ret->rows, by_table); /* a stable sort, since lines of several ranks may be mixed */
  return find_limits(ret, ret_why);
}
