/* Columns of tables of OSU, IMB-MPI1, MPICH's bench, nccl-tests and ucc_perftest. */
#include <string.h>

#include "trace_table.h"

static const char *const headings[] = {
  [TN_TRACE_SIZE] = "|Size|#bytes|msgsize|size|",
  [TN_TRACE_AVERAGE] = ("|Avg Latency(us)|Avg Lat(us)|Latency (us)|Latency(us)|Pure Comm.(us)"
                        "|t_avg[usec]|t_pure[usec]|t[usec]|avg|time|"),
  [TN_TRACE_LEAST] = "|Min Latency(us)|Min Lat(us)|t_min[usec]|min|",
  [TN_TRACE_MAX] = "|Max Latency(us)|Max Lat(us)|t_max[usec]|max|",
  [TN_TRACE_MEDIAN] = "|P50 Tail Lat(us)|",
  [TN_TRACE_P5] = "|P5 Tail Lat(us)|",
  [TN_TRACE_P95] = "|P95 Tail Lat(us)|",
  [TN_TRACE_OVERLAP] = "|Overlap(%)|overlap[%]|",
  [TN_TRACE_CHECK] = "|Validation|#wrong|defects|",
  [TN_TRACE_RATE] = "|Bandwidth (MB/s)|MB/s|",
  [TN_TRACE_ROOT] = "|root|",
  [TN_TRACE_TYPE] = "|type|"
};

static enum tn_trace_role heading_role(const char *name)
{
  g_autofree char *whole = g_strconcat("|", name, "|", NULL);
  size_t role = G_N_ELEMENTS(headings);
  do
    role--;
  while (role > TN_TRACE_OTHER && !strstr(headings[role], whole));
  return (enum tn_trace_role)role;
}

GPtrArray *tn_trace_words(const char *line)
{
  static const char blanks[] = " \t\r";
  GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
  for (line += strspn(line, blanks); *line; line += strspn(line, blanks)) {
    const size_t length = strcspn(line, blanks);
    g_ptr_array_add(words, g_strndup(line, length));
    line += length;
  }
  return words;
}

static GPtrArray *headings_of(const char *line)
{
  g_autoptr(GPtrArray) words = tn_trace_words(line);
  GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < words->len; i++) {
    char *last = all->len ? all->pdata[all->len - 1] : NULL;
    const char *next = words->pdata[i];
    static const char *const first[] = { "Avg", "Min", "Max", "Latency", "Pure", "Coll.", NULL };
    if (last && ((strchr(last, '(') && !strchr(last, ')')) || *next == '(' ||
                 g_strv_contains(first, last) ||
                 (*last == 'P' && g_ascii_isdigit(last[1]) && !strchr(last, ')')))) {
      all->pdata[all->len - 1] = g_strconcat(last, " ", (char *)words->pdata[i], NULL);
      g_free(last);
    } else {
      g_ptr_array_add(all, g_strdup(words->pdata[i]));
    }
  }
  return all;
}

bool tn_trace_heading(struct tn_trace_table *t, const char *line)
{
  const char *text = line + strspn(line, " \t");
  const bool is_comment = text[0] == '#' && (text[1] == ' ' || text[1] == '\t');
  bool has_size = false, has_time = false;
  if (g_str_has_prefix(text, "Count ") && strstr(text, " Size ") && strstr(text, "Time, us")) {
    /* The first of ucc_perftest's two lines of headings determines the order. */
    static const enum tn_trace_role order[] = { TN_TRACE_OTHER, TN_TRACE_SIZE, TN_TRACE_AVERAGE,
                                                TN_TRACE_LEAST, TN_TRACE_MAX };
    memset(t->roles, 0, sizeof t->roles);
    memcpy(t->roles, order, sizeof order);
    t->n_fields = G_N_ELEMENTS(order);
    t->in_rows = t->is_padded = true;
    return true;
  }
  g_autofree char *word = g_strndup(text, strcspn(text, " \t"));
  if (*text != '#' && heading_role(word) != TN_TRACE_SIZE)
    return false;
  g_autoptr(GPtrArray) names = headings_of(text + is_comment);
  const char *first = names->len ? names->pdata[0] : "";
  if (names->len > TN_TRACE_FIELDS)
    return false;
  enum tn_trace_role roles[TN_TRACE_FIELDS] = { TN_TRACE_OTHER };
  for (guint i = 0; i < names->len; i++) {
    roles[i] = heading_role(names->pdata[i]);
    has_size |= roles[i] == TN_TRACE_SIZE;
    has_time |= roles[i] == TN_TRACE_AVERAGE || (roles[i] == TN_TRACE_RATE && t->trace->messages);
  }
  /* The table of a barrier has no column of sizes. */
  if (!has_time || !(has_size || strchr(first, ')') || strcmp(first, "#repetitions") == 0))
    return false;
  memcpy(t->roles, roles, sizeof roles);
  t->n_fields = names->len;
  t->in_rows = true;
  /* OSU's rows have minimum, maximum and iterations even if the headings end with the average. */
  static const enum tn_trace_role more[] = { TN_TRACE_LEAST, TN_TRACE_MAX, TN_TRACE_OTHER };
  t->is_padded = is_comment && t->roles[names->len - 1] == TN_TRACE_AVERAGE && names->len <= 2;
  if (t->is_padded)
    memcpy(t->roles + names->len, more, sizeof more);
  return true;
}
