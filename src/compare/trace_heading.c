/* The columns of tables: of OSU, IMB-MPI1, MPICH's bench, nccl-tests and ucc_perftest. */
#include <string.h>

#include "trace_table.h"

static const struct {
  const char *name;
  enum tn_trace_role role;
} headings[] = { { "Size", TN_TRACE_SIZE },
                 { "#bytes", TN_TRACE_SIZE },
                 { "msgsize", TN_TRACE_SIZE },
                 { "size", TN_TRACE_SIZE },
                 { "Avg Latency(us)", TN_TRACE_AVERAGE },
                 { "Avg Lat(us)", TN_TRACE_AVERAGE },
                 { "Latency (us)", TN_TRACE_AVERAGE },
                 { "Latency(us)", TN_TRACE_AVERAGE },
                 { "Pure Comm.(us)", TN_TRACE_AVERAGE },
                 { "t_avg[usec]", TN_TRACE_AVERAGE },
                 { "t_pure[usec]", TN_TRACE_AVERAGE },
                 { "t[usec]", TN_TRACE_AVERAGE },
                 { "avg", TN_TRACE_AVERAGE },
                 { "time", TN_TRACE_AVERAGE },
                 { "Min Latency(us)", TN_TRACE_LEAST },
                 { "Min Lat(us)", TN_TRACE_LEAST },
                 { "t_min[usec]", TN_TRACE_LEAST },
                 { "min", TN_TRACE_LEAST },
                 { "Max Latency(us)", TN_TRACE_MOST },
                 { "Max Lat(us)", TN_TRACE_MOST },
                 { "t_max[usec]", TN_TRACE_MOST },
                 { "max", TN_TRACE_MOST },
                 { "P50 Tail Lat(us)", TN_TRACE_MEDIAN },
                 { "P5 Tail Lat(us)", TN_TRACE_P5 },
                 { "P95 Tail Lat(us)", TN_TRACE_P95 },
                 { "Overlap(%)", TN_TRACE_OVERLAP },
                 { "overlap[%]", TN_TRACE_OVERLAP },
                 { "Validation", TN_TRACE_CHECK },
                 { "#wrong", TN_TRACE_CHECK },
                 { "defects", TN_TRACE_CHECK },
                 { "root", TN_TRACE_ROOT },
                 { "type", TN_TRACE_TYPE } };

static enum tn_trace_role heading_role(const char *name)
{
  for (size_t i = 0; i < G_N_ELEMENTS(headings); i++)
    if (strcmp(headings[i].name, name) == 0)
      return headings[i].role;
  return TN_TRACE_OTHER;
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

/* Returns true if a heading has not ended with this word: a bracket is open, or it is one of OSU's words
 * before "Latency(us)". However many blanks are between two headings, this tells them apart. */
static bool heading_is_open(const char *text, const char *next)
{
  static const char *const first[] = { "Avg", "Min", "Max", "Latency", "Pure", "Coll.", NULL };
  return (strchr(text, '(') && !strchr(text, ')')) || *next == '(' ||
         g_strv_contains(first, text) ||
         (*text == 'P' && g_ascii_isdigit(text[1]) && !strchr(text, ')'));
}

/* The headings of a line, each one text. Transfer full. */
static GPtrArray *headings_of(const char *line)
{
  g_autoptr(GPtrArray) words = tn_trace_words(line);
  GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < words->len; i++) {
    char *last = all->len ? all->pdata[all->len - 1] : NULL;
    if (last && heading_is_open(last, words->pdata[i])) {
      all->pdata[all->len - 1] = g_strconcat(last, " ", (char *)words->pdata[i], NULL);
      g_free(last);
    } else {
      g_ptr_array_add(all, g_strdup(words->pdata[i]));
    }
  }
  return all;
}

/* ucc_perftest has two lines of headings, of which the first gives the order. */
static bool heading_of_ucc(struct tn_trace_table *t, const char *line)
{
  static const enum tn_trace_role order[] = { TN_TRACE_OTHER, TN_TRACE_SIZE, TN_TRACE_AVERAGE,
                                              TN_TRACE_LEAST, TN_TRACE_MOST };
  if (!g_str_has_prefix(line, "Count ") || !strstr(line, " Size ") || !strstr(line, "Time, us"))
    return false;
  memset(t->roles, 0, sizeof t->roles);
  memcpy(t->roles, order, sizeof order);
  t->n_fields = G_N_ELEMENTS(order);
  t->in_rows = t->is_padded = true;
  return true;
}

bool tn_trace_heading(struct tn_trace_table *t, const char *line)
{
  const char *text = line + strspn(line, " \t");
  const bool is_comment = text[0] == '#' && (text[1] == ' ' || text[1] == '\t');
  bool has_size = false, has_time = false;
  if (heading_of_ucc(t, text))
    return true;
  g_autofree char *word = g_strndup(text, strcspn(text, " \t"));
  if (*text != '#' && heading_role(word) != TN_TRACE_SIZE)
    return false;
  g_autoptr(GPtrArray) names = headings_of(text + is_comment);
  const char *first = names->len ? names->pdata[0] : "";
  if (names->len > TN_TRACE_FIELDS)
    return false;
  for (guint i = 0; i < names->len; i++) {
    has_size |= heading_role(names->pdata[i]) == TN_TRACE_SIZE;
    has_time |= heading_role(names->pdata[i]) == TN_TRACE_AVERAGE;
  }
  /* A barrier's table has no sizes. */
  if (!has_time || !(has_size || strchr(first, ')') || strcmp(first, "#repetitions") == 0))
    return false;
  memset(t->roles, 0, sizeof t->roles);
  for (guint i = 0; i < names->len; i++)
    t->roles[i] = heading_role(names->pdata[i]);
  t->n_fields = names->len;
  t->in_rows = true;
  /* Without a heading for them OSU writes least, most and a count. */
  static const enum tn_trace_role more[] = { TN_TRACE_LEAST, TN_TRACE_MOST, TN_TRACE_OTHER };
  t->is_padded = is_comment && t->roles[names->len - 1] == TN_TRACE_AVERAGE && names->len <= 2;
  if (t->is_padded)
    memcpy(t->roles + names->len, more, sizeof more);
  return true;
}
