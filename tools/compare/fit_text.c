/* Points from the text of OSU's and IMB's benchmarks: one-way messages (osu_latency, PingPong), and
 * broadcasts that the user knows to be a flat tree. The text has sizes and times, and IMB's the
 * number of ranks; how far apart they were the user says. */
#include <string.h>

#include "compare/trace.h"
#include "fit_gather.h"
#include "plan/expand.h"
#include "platform/quantity.h"

const char *const tn_fit_said_names[] = { "distance", "peer", "children", NULL };

/* What is said of all rows of a file; -1: nothing. */
struct said {
  int class, children;
};

static bool said_peer(const struct tn_fit_source *source, const char *text, struct said *ret)
{
  struct tn_pu_place home, place;
  double peer;
  if (!tn_parse_number(text, &peer, NULL) || peer < 0 || peer > 1e9 ||
      !tn_platform_os_place(source->platform, 0, &home) ||
      !tn_platform_os_place(source->platform, (int)peer, &place))
    return false;
  ret->class = (int)tn_pu_distance(&home, &place);
  return true;
}

static bool said_one(const struct tn_fit_source *source, const char *name, const char *value,
                     struct said *ret)
{
  double children;
  if (strcmp(name, "distance") == 0) {
    ret->class = tn_fit_class_named(value);
    return ret->class >= 0;
  }
  if (strcmp(name, "peer") == 0)
    return said_peer(source, value, ret);
  if (!tn_parse_number(value, &children, NULL) || children < 1 || children > 1e6)
    return false;
  ret->children = (int)children;
  return true;
}

static bool read_said(const struct tn_fit_source *source, bool is_tree, const char *file,
                      struct said *ret, GError **error)
{
  g_auto(GStrv) pairs = g_strsplit(source->said ? source->said : "", ",", -1);
  *ret = (struct said){ -1, is_tree ? -1 : 0 };
  for (char **pair = pairs; *pair && **pair; pair++) {
    char *equals = strchr(*pair, '=');
    g_autofree char *name = g_strndup(*pair, equals ? (gsize)(equals - *pair) : strlen(*pair));
    const bool is_known =
        g_strv_contains(tn_fit_said_names, name) && (is_tree || strcmp(name, "children") != 0);
    if (equals && is_known && said_one(source, name, equals + 1, ret))
      continue;
    return tn_usage(error,
                    "%s: \"%s\" is not a property of such a file (try distance=numa, peer=1%s)",
                    file, *pair, is_tree ? " or children=7" : "");
  }
  if (ret->class >= 0)
    return true;
  return tn_usage(error,
                  "%s: how far apart were the ranks? (FILE:distance=CLASS "
                  "with core, llc, numa, package or machine, or FILE:peer=UNIT)",
                  file);
}

/* Rows of other collectives say nothing of a flat tree. */
static bool take_row(struct tn_fit_gather *g, const struct said *said, bool is_tree,
                     const struct tn_row *row, const char *file, struct tn_fit_unread *unread,
                     GError **error)
{
  const double bytes = (double)row->size, us = tn_row_microseconds(row->avg);
  const int children = said->children >= 0 ? said->children
                       : row->ranks > 1    ? (int)row->ranks - 1
                                           : -1;
  if (!(bytes > 0) || !(us > 0) || (is_tree && strcmp(row->collective, "bcast") != 0)) {
    unread->rows++;
    return true;
  }
  if (children < 0)
    return tn_usage(error, "%s: how many children has the tree? (FILE:distance=CLASS,children=N)",
                    file);
  const struct tn_fit_point point = { .distance = (enum tn_distance)said->class,
                                      .children = children,
                                      .bytes = bytes };
  tn_fit_gather_add(g, &point, us);
  return true;
}

bool tn_fit_text_parse(GArray *points, const struct tn_fit_source *source, bool is_tree,
                       const char *file, const char *text, gsize length,
                       struct tn_fit_unread *unread, GError **error)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  struct tn_trace trace = {
    .file = file, .text = text, .length = length, .rows = rows, .notes = notes, .messages = !is_tree
  };
  struct tn_fit_gather g;
  struct said said;
  if (!read_said(source, is_tree, file, &said, error) || !tn_trace_parse(&trace, error))
    return false;
  if (rows->len == 0)
    return tn_trace_refuse_empty(file, notes, 0, error);
  for (guint i = 0; unread->why && i < notes->len; i++)
    g_string_append_printf(unread->why, "; %s", (const char *)notes->pdata[i]);
  tn_fit_gather_init(&g);
  bool ok = true;
  for (guint i = 0; ok && i < rows->len; i++)
    ok = take_row(&g, &said, is_tree, rows->pdata[i], file, unread, error);
  ok = ok && tn_fit_gather_take(&g, points, file, error);
  tn_fit_gather_finish(&g);
  return ok;
}
