#include <string.h>

#include "compare/trace.h"
#include "fit_gather.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "study/csv.h"

enum column { DISTANCE, HOME, PEER, CHILDREN, BYTES, US, N_COLUMNS };
static const char *const column_names[] = { "distance", "home", "peer", "children",
                                            "bytes",    "us",   NULL };
/* What the first of two cores may be called. */
#define CORE_NAME "^(core|cpu|pu|unit|rank|send(er)?|src|source|from|home)[_ -]?[0-9a]?$"

struct reader {
  const struct tn_fit_source *source;
  bool is_tree;
  struct tn_csv csv;
  int field[N_COLUMNS]; /* of the record; -1: not there */
  int core;             /* another column that may have units; -1: none */
  guint width;
  GPtrArray *header; /* char * */
  struct tn_fit_unread *unread;
  GHashTable *words; /* of --classes: text -> enum tn_distance */
  struct tn_fit_gather gathered;
};

/* Splits "A=B"; false and *error when it is not that. */
static bool split_pair(char *pair, const char *option, const char *wants, char **ret,
                       GError **error)
{
  *ret = strchr(pair, '=');
  if (!*ret)
    return tn_usage(error, "%s: \"%s\" is not %s", option, pair, wants);
  *(*ret)++ = '\0';
  return true;
}

/* A column that the mapping names may be missing: one mapping serves several files. */
static bool read_header(struct reader *r, GPtrArray *header, GError **error)
{
  g_auto(GStrv) pairs = g_strsplit(r->source->columns ? r->source->columns : "", ",", -1);
  r->width = header->len;
  for (int c = 0; c < N_COLUMNS; c++)
    r->field[c] = -1;
  for (char **pair = pairs; *pair && **pair; pair++) {
    char *theirs;
    guint field;
    if (!split_pair(*pair, "--columns", "OURS=THEIRS (try bytes=size)", &theirs, error))
      return false;
    const int c = tn_name_find(column_names, *pair);
    if (c < 0)
      return tn_usage_unknown(error, "--columns", "column of a fit", *pair, column_names);
    if (g_ptr_array_find_with_equal_func(header, theirs, g_str_equal, &field))
      r->field[c] = (int)field;
    else if (c <= PEER && !r->is_tree && r->unread->why)
      g_string_append_printf(r->unread->why, "; no column \"%s\" for %s", theirs, *pair);
  }
  for (int c = 0; c < N_COLUMNS; c++) {
    guint field;
    if (r->field[c] < 0 &&
        g_ptr_array_find_with_equal_func(header, column_names[c], g_str_equal, &field))
      r->field[c] = (int)field;
  }
  for (int c = r->is_tree ? CHILDREN : BYTES; c < N_COLUMNS; c++)
    if (r->field[c] < 0)
      return tn_usage_at(r->csv.file, 1, error, "no column %s (--columns %s=THEIRS)",
                         column_names[c], column_names[c]);
  return r->field[DISTANCE] >= 0 || r->field[PEER] >= 0 ||
         tn_usage_at(r->csv.file, 1, error,
                     "no column distance and none peer (--columns distance=THEIRS)");
}

/* Says which columns are not read, and finds the one that may be the first core. */
static void note_columns(struct reader *r)
{
  const char *separator = "; columns not read: ";
  r->core = -1;
  for (guint i = 0; i < r->width; i++) {
    int c = 0;
    while (c < N_COLUMNS && r->field[c] != (int)i)
      c++;
    if (c < N_COLUMNS)
      continue;
    if (r->field[HOME] < 0 &&
        g_regex_match_simple(CORE_NAME, r->header->pdata[i], G_REGEX_CASELESS, 0))
      r->core = (int)i;
    if (r->unread->why)
      g_string_append_printf(r->unread->why, "%s%s", separator, (char *)r->header->pdata[i]);
    separator = ", ";
  }
}

/* Names a word that is no class, once. */
static void note_stranger(const struct reader *r, const char *word)
{
  g_autofree char *text = g_strdup_printf(
      "; distance \"%s\" is no class (core, llc, numa, package, machine; --classes WORD=CLASS)",
      word);
  if (r->unread->why && !strstr(r->unread->why->str, text))
    g_string_append(r->unread->why, text);
}

static bool read_classes(struct reader *r, GError **error)
{
  g_auto(GStrv) pairs = g_strsplit(r->source->classes ? r->source->classes : "", ",", -1);
  for (char **pair = pairs; *pair && **pair; pair++) {
    char *class;
    if (!split_pair(*pair, "--classes", "WORD=CLASS (try socket=machine)", &class, error))
      return false;
    if (tn_fit_class_named(class) < 0)
      return tn_usage(error,
                      "--classes: no class \"%s\" (there are: core, llc, numa, package, machine)",
                      class);
    g_hash_table_insert(r->words, g_strdup(*pair), GINT_TO_POINTER(tn_fit_class_named(class)));
  }
  return true;
}

/* The class of a word: by --classes alone if given, else its own meaning; -1 for none. */
static int class_of(const struct reader *r, const char *word)
{
  gpointer class;
  if (!r->source->classes)
    return tn_fit_class_named(word);
  return g_hash_table_lookup_extended(r->words, word, NULL, &class) ? GPOINTER_TO_INT(class) : -1;
}

static bool read_number(const struct reader *r, int line, const GPtrArray *fields, enum column c,
                        double *ret, GError **error)
{
  const char *text = fields->pdata[r->field[c]];
  return (tn_parse_number(text, ret, NULL) && *ret >= 0 && *ret < 1e15) ||
         tn_usage_at(r->csv.file, line, error, "%s: \"%s\" is not a number (try 64)",
                     column_names[c], text);
}

/* Where the unit sits that a column names; the first one without it. */
static bool read_unit(const struct reader *r, int line, const GPtrArray *fields, enum column c,
                      struct tn_pu_place *ret, GError **error)
{
  double unit = 0;
  if (r->field[c] >= 0 && !read_number(r, line, fields, c, &unit, error))
    return false;
  return (unit <= 1e9 && tn_platform_os_place(r->source->platform, (int)unit, ret)) ||
         tn_usage_at(r->csv.file, line, error, "%s: the topology has no processing unit %g",
                     column_names[c], unit);
}

/* The distance of a record; *ret_class < 0: to be left out. */
static bool read_distance(const struct reader *r, int line, const GPtrArray *fields, int *ret_class,
                          GError **error)
{
  const char *word = r->field[DISTANCE] >= 0 ? fields->pdata[r->field[DISTANCE]] : NULL;
  struct tn_pu_place home, place;
  double first;
  *ret_class = word ? class_of(r, word) : TN_SAME_CORE;
  if (*ret_class < 0)
    note_stranger(r, word);
  if (*ret_class < 0 || r->is_tree || r->field[PEER] < 0)
    return true;
  if (r->core >= 0 && tn_parse_number(fields->pdata[r->core], &first, NULL) && first > 0)
    return tn_usage_at(r->csv.file, line, error,
                       "%s is %g: two columns of cores, of which peer is "
                       "the second, and the first counts as unit 0 (--columns home=%s)",
                       (char *)r->header->pdata[r->core], first, (char *)r->header->pdata[r->core]);
  if (!read_unit(r, line, fields, HOME, &home, error) ||
      !read_unit(r, line, fields, PEER, &place, error))
    return false;
  *ret_class = (int)tn_pu_distance(&home, &place);
  return true;
}

static bool take_record(struct reader *r, int line, const GPtrArray *fields, GError **error)
{
  struct tn_fit_point p = { 0 };
  double us, children = 0;
  int class;
  if (fields->len != r->width)
    return tn_usage_at(r->csv.file, line, error, "%u fields, but the header has %u", fields->len,
                       r->width);
  if (!read_distance(r, line, fields, &class, error) ||
      !read_number(r, line, fields, BYTES, &p.bytes, error) ||
      !read_number(r, line, fields, US, &us, error) ||
      (r->is_tree && !read_number(r, line, fields, CHILDREN, &children, error)))
    return false;
  if (class < 0 || !(us > 0) || !(p.bytes > 0) ||
      (r->is_tree && (children < 1 || children > 1e6))) {
    r->unread->rows++;
    return true;
  }
  p.distance = (enum tn_distance) class;
  p.children = (int)children;
  tn_fit_gather_add(&r->gathered, &p, us);
  return true;
}

static bool read_all(struct reader *r, GError **error)
{
  g_autoptr(GPtrArray) header = r->header = tn_csv_record(&r->csv, error);
  if (!header || !read_header(r, header, error))
    return false;
  note_columns(r);
  while (tn_csv_more(&r->csv)) {
    const int line = r->csv.line;
    g_autoptr(GPtrArray) fields = tn_csv_record(&r->csv, error);
    if (!fields || !take_record(r, line, fields, error))
      return false;
  }
  return true;
}

bool tn_fit_points_parse(GArray *points, const struct tn_fit_source *source, bool is_tree,
                         const char *file, const char *text, gsize length,
                         struct tn_fit_unread *ret_unread, GError **error)
{
  struct reader r = { .source = source, .is_tree = is_tree, .unread = ret_unread };
  ret_unread->rows = 0;
  if (tn_trace_text_is(text, length))
    return tn_fit_text_parse(points, source, is_tree, file, text, length, ret_unread, error);
  if (!tn_trace_check_kind(file, text, error))
    return false;
  if (source->said)
    return tn_usage_at(file, 1, error,
                       "a CSV says itself what :%s would say (--columns names its columns)",
                       source->said);
  if (!tn_csv_init(&r.csv, file, text, length, error))
    return false;
  tn_fit_gather_init(&r.gathered);
  r.words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  const bool ok = read_classes(&r, error) && read_all(&r, error) &&
                  tn_fit_gather_take(&r.gathered, points, file, error);
  tn_fit_gather_finish(&r.gathered);
  g_hash_table_destroy(r.words);
  return ok;
}
