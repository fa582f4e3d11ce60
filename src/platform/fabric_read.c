/* Reads places and links of a platform file. */
#include "base/names.h"
#include "machine.h"
#include "nodes.h"
#include "params.h"
#include "quantity.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static const char place_prefix[] = "place.", link_prefix[] = "link.", duplex_key[] = "duplex=";
enum { RATE, LAUNCH, START, SYNC, WIDTH, MOVES, SERVES, N_KEYS };
static const char *const keys[] = { "rate",  "launch", "start",  "sync",
                                    "width", "moves",  "serves", NULL };
static const char *const usages[] = {
  [TN_PLACE_MEMORY] = "memory [rate=900GB/s]",
  [TN_PLACE_ENGINE] = ("engine serves=hbm0+hbm1 [moves=in|out|both] [rate=20GB/s] [launch=2us] "
                       "[start=1us] [sync=2us] [width=1]"),
  [TN_PLACE_SWITCH] = "switch [rate=100GB/s]",
};

struct reader {
  struct tn_file *file;
  struct tn_fabric *fabric;
  const struct tn_topology *node;
  GPtrArray *ends; /* names of the topology's places, ordered by kind; NULL-terminated */
};

bool tn_fabric_owns(const char *name)
{
  return g_str_has_prefix(name, place_prefix) || g_str_has_prefix(name, link_prefix);
}

G_GNUC_PRINTF(2, 3) static bool refuse(GError **error, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  *error = g_error_new_valist(TN_PLATFORM_ERROR, 0, format, arguments);
  va_end(arguments);
  return false;
}

/* Reads a time or a rate. The value must be in the range of parameter `like`. */
static bool read_quantity(const char *text, enum tn_param like, double *ret, GError **error)
{
  if (!(like == TN_P_NETWORK_LATENCY ? tn_parse_time : tn_parse_rate)(text, ret, error))
    return false;
  g_autofree char *range = tn_param_range(like);
  return tn_param_accepts(like, *ret) || refuse(error, "\"%s\" is out of range (%s)", text, range);
}

static int find_place(const struct tn_fabric *fabric, const char *name)
{
  for (int i = 0; i < fabric->n_places; i++)
    if (strcmp(fabric->places[i].name, name) == 0)
      return i;
  return -1;
}

/* Adds a place with name and kind only, so that engines and links can refer to it. */
static bool add_place(struct reader *in, const struct tn_property *property, const char *name,
                      GError **error)
{
  struct tn_fabric *fabric = in->fabric;
  g_auto(GStrv) words = g_strsplit(property->value, " ", 2);
  const char *word = words[0] ? words[0] : "";
  int kind = TN_PLACE_MEMORY, i = find_place(fabric, name);
  while (kind < TN_N_PLACE_KINDS && strcmp(word, tn_place_words[kind]) != 0)
    kind++;
  if (!*name || strspn(name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_") != strlen(name))
    return refuse(error, "\"%s\" is not a place's name (letters, digits, - and _)", name);
  if (tn_name_find((const char *const *)in->ends->pdata, name) >= 0)
    return refuse(error, "the topology has a place of this name (another one, such as hbm0)");
  if (kind == TN_N_PLACE_KINDS)
    return refuse(error, "\"%s\" is not a kind of place (%s; %s; %s)", word,
                  usages[TN_PLACE_MEMORY], usages[TN_PLACE_ENGINE], usages[TN_PLACE_SWITCH]);
  if (i >= 0 && fabric->places[i].kind != (enum tn_place_kind)kind)
    return refuse(error, "the node's file has \"%s\" as %s (the same kind)", name,
                  tn_place_words[fabric->places[i].kind]);
  if (i >= 0)
    tn_fabric_place_clear(&fabric->places[i]);
  else
    fabric->places = g_renew(struct tn_fabric_place, fabric->places, (i = fabric->n_places++) + 1);
  fabric->places[i] = tn_fabric_place_of(g_strdup(name), (enum tn_place_kind)kind);
  return true;
}

static bool read_serves(const struct tn_fabric *fabric, const char *text,
                        struct tn_fabric_place *engine, GError **error)
{
  g_auto(GStrv) names = g_strsplit(text, "+", -1);
  engine->serves = g_new(int, g_strv_length(names));
  for (char **name = names; *name; name++) {
    const int i = find_place(fabric, *name);
    if (i < 0 || fabric->places[i].kind != TN_PLACE_MEMORY)
      return refuse(
          error,
          "it serves \"%s\", which is not a memory (<prop id=\"place.hbm0\" value=\"memory\"/>)",
          *name);
    engine->serves[engine->n_serves++] = i;
  }
  return true;
}

/* Reads the KEY=VALUE words of a place: rate and, for an engine, launch, start, sync, width, moves
 * and serves. */
static bool read_keys(const struct tn_fabric *fabric, char **words, struct tn_fabric_place *place,
                      GError **error)
{
  const char *given[N_KEYS] = { NULL };
  int64_t width = 1;
  for (; *words; words++) {
    const size_t length = strcspn(*words, "=");
    g_autofree char *key = g_strndup(*words, length);
    const int k = tn_name_find(keys, key);
    if (!**words)
      continue;
    if (k < 0 || !(*words)[length] || given[k] || (k != RATE && place->kind != TN_PLACE_ENGINE))
      return refuse(error, "\"%s\" is not understood (%s, each once)", *words, usages[place->kind]);
    given[k] = *words + length + 1;
  }
  const int moves = given[MOVES] ? tn_name_find(tn_moves_words, given[MOVES]) : -1;
  if (given[MOVES])
    place->moves = (enum tn_moves)(moves + 1);
  if ((given[RATE] && !read_quantity(given[RATE], TN_P_NUMA_BANDWIDTH, &place->rate, error)) ||
      (given[LAUNCH] &&
       !read_quantity(given[LAUNCH], TN_P_NETWORK_LATENCY, &place->launch, error)) ||
      (given[START] && !read_quantity(given[START], TN_P_NETWORK_LATENCY, &place->start, error)) ||
      (given[SYNC] && !read_quantity(given[SYNC], TN_P_NETWORK_LATENCY, &place->sync, error)) ||
      (given[MOVES] && moves < 0 &&
       !refuse(error, "moves: \"%s\" is not known (out, in, both)", given[MOVES])) ||
      (given[WIDTH] && !tn_parse_int(given[WIDTH], 1, 1024, &width, error)) ||
      (given[SERVES] && !read_serves(fabric, given[SERVES], place, error)))
    return false;
  place->width = (int)width;
  return place->kind != TN_PLACE_ENGINE || given[SERVES] ||
         refuse(error, "an engine that serves no memory (%s)", usages[TN_PLACE_ENGINE]);
}

static bool read_place(struct reader *in, const struct tn_property *property, const char *name,
                       GError **error)
{
  const int i = find_place(in->fabric, name);
  if (i < 0 || in->fabric->places[i].source)
    return true; /* add_place has already reported a mistake */
  struct tn_fabric_place *place = &in->fabric->places[i];
  struct tn_provenance from = tn_provenance_read(in->file, property->name);
  g_auto(GStrv) words = g_strsplit(property->value, " ", -1);
  place->source = from.source;
  place->note = from.note;
  place->error = from.error;
  return read_keys(in->fabric, words + 1, place, error);
}

static int count(const struct reader *in, int kind)
{
  const int counts[] = { in->node->n_numas, in->node->n_packages, in->node->n_llcs, 1 };
  return counts[kind];
}

/* Finds the place called `name` as an end of a link. Fails for an engine, and for the adapter if
 * the file describes a single node. */
static bool read_end(const struct reader *in, const char *name, struct tn_place_id *ret,
                     GError **error)
{
  const char *const *ends = (const char *const *)in->ends->pdata;
  const int named = find_place(in->fabric, name);
  int i = tn_name_find(ends, name), kind = 0;
  const bool is_one_node = !tn_file_property(in->file, TN_FACT_NODES);
  if (named >= 0 && in->fabric->places[named].kind == TN_PLACE_ENGINE)
    return refuse(error, "\"%s\" is an engine (links lead to the memories that it serves)", name);
  if (named < 0 && i < 0) {
    const char *nearest = tn_nearest(name, ends);
    for (int j = 0; j < in->fabric->n_places && !nearest; j++)
      nearest = tn_nearest(name, (const char *[]){ in->fabric->places[j].name, NULL });
    return refuse(
        error,
        "\"%s\" is not a place (%s%s%snuma-0 to %d, package-0 to %d, llc-0 to %d, adapter, "
        "and the memories and switches that the file names)",
        name, nearest ? "did you mean " : "", nearest ? nearest : "", nearest ? "? There are " : "",
        count(in, TN_PLACE_NUMA) - 1, count(in, TN_PLACE_PACKAGE) - 1, count(in, TN_PLACE_LLC) - 1);
  }
  for (; named < 0 && i >= count(in, kind); kind++)
    i -= count(in, kind);
  *ret = named < 0 ? (struct tn_place_id){ kind, i }
                   : (struct tn_place_id){ in->fabric->places[named].kind, named };
  return ret->kind != TN_PLACE_ADAPTER || !is_one_node ||
         refuse(error, "an adapter leads to other nodes, and there are none (<prop id=\"nodes\" "
                       "value=\"2\"/>)");
}

static bool read_link_value(const char *value, struct tn_fabric_link *link, GError **error)
{
  g_auto(GStrv) words = g_strsplit(value, " ", -1);
  const guint n = g_strv_length(words);
  const char *duplex = n > 1 && g_str_has_prefix(words[n - 1], duplex_key)
                           ? words[n - 1] + strlen(duplex_key)
                           : NULL;
  const guint n_own = n - (duplex != NULL);
  link->latency = 0.0;
  link->duplex = 1.0;
  if (n_own < 1 || n_own > 2)
    return refuse(error,
                  "\"%s\" is not a rate with or without a latency and a duplex factor "
                  "(\"25GB/s 700ns\", \"25GB/s duplex=0.7\")",
                  value);
  return read_quantity(words[0], TN_P_NUMA_BANDWIDTH, &link->rate, error) &&
         (n_own < 2 || read_quantity(words[1], TN_P_NETWORK_LATENCY, &link->latency, error)) &&
         (!duplex || (tn_parse_number(duplex, &link->duplex, error) &&
                      ((link->duplex >= 0.5 && link->duplex <= 1.0) ||
                       refuse(error, "duplex: \"%s\" is out of range (0.5 to 1)", duplex))));
}

/* Reads a link. It replaces an earlier link between the same ends. */
static bool read_link(struct reader *in, const struct tn_property *property, const char *name,
                      GError **error)
{
  g_auto(GStrv) ends = g_strsplit(name, ">", -1);
  struct tn_fabric *fabric = in->fabric;
  struct tn_fabric_link link;
  if (g_strv_length(ends) != 2)
    return refuse(error, "a link leads from one place to another (link.hbm0>hbm1)");
  if (!read_end(in, ends[0], &link.from, error) || !read_end(in, ends[1], &link.to, error) ||
      !read_link_value(property->value, &link, error))
    return false;
  const bool is_from = link.from.kind == TN_PLACE_LLC;
  const struct tn_place_id llc = is_from ? link.from : link.to,
                           other = is_from ? link.to : link.from;
  if (tn_place_is_same(link.from, link.to))
    return refuse(error, "both ends are the same place (two places)");
  for (int core = 0; core < in->node->n_cores && llc.kind == TN_PLACE_LLC; core++) {
    if (in->node->llc_of[core] == llc.number &&
        !tn_place_is_same(other, (struct tn_place_id){ TN_PLACE_NUMA, in->node->numa_of[core] }))
      return refuse(error, "an LLC is linked with its own memory domain alone (numa-%d)",
                    in->node->numa_of[core]);
  }
  if (llc.kind == TN_PLACE_LLC && link.duplex < 1.0)
    return refuse(error, "an LLC's port has independent directions (no duplex here)");
  if (!(link.latency <= 0.0 || link.from.kind > TN_PLACE_LLC || link.to.kind > TN_PLACE_LLC ||
        refuse(error, "between places of the topology loads pay line_latency (no latency here)")))
    return false;
  struct tn_provenance from = tn_provenance_read(in->file, property->name);
  link.source = from.source;
  link.note = from.note;
  link.error = from.error;
  int i = tn_fabric_find_link(fabric, link.from, link.to);
  if (i >= 0)
    /* the old link comes from the file that property `node` names */
    tn_fabric_link_clear(&fabric->links[i]);
  else
    fabric->links = g_renew(struct tn_fabric_link, fabric->links, (i = fabric->n_links++) + 1);
  fabric->links[i] = link;
  return true;
}

/* Copies a link's duplex factor to the link in the opposite direction. */
static bool share_duplex(struct reader *in, const struct tn_property *property, const char *name,
                         GError **error)
{
  struct tn_place_id from, to;
  g_auto(GStrv) ends = g_strsplit(name, ">", 2);
  (void)property;
  if (!read_end(in, ends[0], &from, error) || !read_end(in, ends[1], &to, error))
    return false;
  struct tn_fabric_link *link = &in->fabric->links[tn_fabric_find_link(in->fabric, from, to)];
  const int i = tn_fabric_back(in->fabric, (int)(link - in->fabric->links));
  if (link->duplex < 1.0 && i < 0)
    return refuse(error, "duplex without a link back (<prop id=\"link.%s>%s\" value=\"25GB/s\"/>)",
                  ends[1], ends[0]);
  if (i < 0)
    return true;
  struct tn_fabric_link *back = &in->fabric->links[i];
  if (link->duplex < 1.0 && back->duplex < 1.0 && link->duplex != back->duplex)
    return refuse(error, "duplex %g here and %g back (the same, or given once)", link->duplex,
                  back->duplex);
  link->duplex = back->duplex = MIN(link->duplex, back->duplex);
  const double least = MAX(link->rate, back->rate) / (link->rate + back->rate);
  if (link->duplex < least)
    return refuse(error, "duplex %g: both directions together slower than one alone (%g and more)",
                  link->duplex, ceil(1e3 * least) / 1e3);
  return true;
}

/* Marks the places that links connect with place `from`. The topology's places are all connected,
 * so they count as one place, with index n_places. */
static void spread(const struct tn_fabric *fabric, int from, bool *reached)
{
  bool is_more = true;
  memset(reached, 0, sizeof *reached * (size_t)(fabric->n_places + 1));
  reached[from] = true;
  while (is_more) {
    is_more = false;
    for (int i = 0; i < fabric->n_links; i++) {
      const struct tn_place_id a = fabric->links[i].from, b = fabric->links[i].to;
      const int ends[] = { a.kind > TN_PLACE_ADAPTER ? a.number : fabric->n_places,
                           b.kind > TN_PLACE_ADAPTER ? b.number : fabric->n_places };
      const bool is_way = a.kind != TN_PLACE_ADAPTER && b.kind != TN_PLACE_ADAPTER;
      is_more = is_more || (is_way && reached[ends[0]] && !reached[ends[1]]);
      reached[ends[1]] = reached[ends[1]] || (is_way && reached[ends[0]]);
    }
  }
}

/* Checks that links exist for all copies of an engine: between any two of its memories and, if one
 * of them is linked with the host, between it and the node's memory. */
static bool check_routes(struct reader *in, const struct tn_property *property, const char *name,
                         GError **error)
{
  const struct tn_fabric *fabric = in->fabric;
  const struct tn_fabric_place *engine = &fabric->places[find_place(fabric, name)];
  const int host = fabric->n_places, n = engine->n_serves;
  g_autofree bool *reached = g_new(bool, (gsize)(n + 1) * (gsize)(host + 1));
  bool is_linked = false;
  (void)property;
#define PLACE(k) ((k) < n ? engine->serves[k] : host)
  for (int a = 0; a <= n; a++)
    spread(fabric, PLACE(a), &reached[a * (host + 1)]);
  for (int a = 0; a < n; a++)
    is_linked = is_linked || reached[a * (host + 1) + host] || reached[n * (host + 1) + PLACE(a)];
  for (int a = 0; a < n + is_linked; a++)
    for (int b = 0; b < n + is_linked; b++)
      if ((a < n || (engine->moves & TN_MOVES_IN)) && (b < n || (engine->moves & TN_MOVES_OUT)) &&
          !reached[a * (host + 1) + PLACE(b)]) {
        const char *from = a < n ? fabric->places[PLACE(a)].name : "numa-0";
        const char *to = b < n ? fabric->places[PLACE(b)].name : "numa-0";
        return refuse(error,
                      "no links lead from %s to %s (<prop id=\"link.%s>%s\" value=\"25GB/s\"/>)",
                      from, to, from, to);
      }
#undef PLACE
  return true;
}

static void each(struct reader *in, const char *prefix,
                 bool (*take)(struct reader *, const struct tn_property *, const char *, GError **))
{
  for (guint i = 0; i < in->file->properties->len; i++) {
    const struct tn_property *property = in->file->properties->pdata[i];
    g_autofree char *stem = tn_provenance_stem(property->name);
    g_autoptr(GError) error = NULL;
    if (!stem && g_str_has_prefix(property->name, prefix) &&
        !take(in, property, property->name + strlen(prefix), &error))
      tn_file_mistake(in->file, property->line, "%s: %s", property->name, error->message);
  }
}

void tn_fabric_read(struct tn_fabric *fabric, struct tn_file *file, const struct tn_topology *node)
{
  struct reader in = { file, fabric, node, g_ptr_array_new_with_free_func(g_free) };
  for (int kind = 0; kind <= TN_PLACE_ADAPTER; kind++)
    for (int i = 0; i < count(&in, kind); i++)
      g_ptr_array_add(in.ends, tn_fabric_name(fabric, (struct tn_place_id){ kind, i }));
  g_ptr_array_add(in.ends, NULL);
  each(&in, place_prefix, add_place);
  each(&in, place_prefix, read_place);
  each(&in, link_prefix, read_link);
  if (file->mistakes->len == 0)
    each(&in, link_prefix, share_duplex);
  if (file->mistakes->len == 0)
    each(&in, place_prefix, check_routes);
  g_ptr_array_unref(in.ends);
}
