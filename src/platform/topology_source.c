#include "topology_source.h"

#include "contents.h"
#include "platform.h"
#include "topology.h"

#include <glib/gstdio.h>
#include <string.h>

/* Largest number of siblings of an object, which hwloc inserts in quadratic time. */
#define MAX_SIBLINGS 1024
/* Largest number of objects of all kinds, with room for more levels than a machine has. */
#define MAX_OBJECTS (16 * TN_MAX_PUS)
#define MAX_STRING 65536
/* Largest number of objects in one matrix of distances, which hwloc allocates before it reads the
 * matrix. */
#define MAX_DISTANT TN_MAX_NUMAS
#define WORD_BITS 32

static const char accepted[] = "a synthetic string such as \"Package:2 [NUMANode(memory=64GiB)] "
                               "L3:1(size=35MiB) Core:14 PU:1\""
                               " or the name of an hwloc XML file";

static bool refuse(GError **error, const char *text, const char *what)
{
  g_autofree char *shown = g_strescape(text, NULL);
  return tn_refuse(error, TN_PLATFORM_ERROR, 0, "topology: \"%.200s\" %s", shown, what);
}

static bool too_large(GError **error, const char *text)
{
  g_autofree char *limits =
      g_strdup_printf("is too large (at most %d processing units, numbered below %d, %d memory "
                      "domains, %d parts side by side)",
                      TN_MAX_PUS, TN_MAX_PUS, TN_MAX_NUMAS, MAX_SIBLINGS);
  return refuse(error, text, limits);
}

/* Size of the topology that the part of a synthetic string read so far describes. */
struct extent {
  guint64 n; /* number of objects of the innermost level */
  guint64 objects;
  guint64 numas; /* number of domains, which are in brackets */
};

/* Returns true if all numbers of "indexes=" are below the limit. `text` is at the attributes in
 * parentheses, which may have "indexes=". Numbers of sizes are not checked. */
static bool has_small_indexes(const char *text)
{
  static const char key[] = "indexes=";
  const char *end = strchr(text, ')');
  const char *found = g_strstr_len(text, end ? end - text : -1, key);
  for (const char *p = found; p && p != end && *p; p++) {
    if (*p == '-')
      return false;
    if (g_ascii_isdigit(*p) && !g_ascii_isalnum(p[-1]) &&
        g_ascii_strtoull(p, NULL, 0) >= TN_MAX_PUS)
      return false;
  }
  return true;
}

/* Adds a level with `arity` objects in each object of the innermost level. Returns false if these
 * are too many. */
static bool multiply(struct extent *e, guint64 arity)
{
  if (arity > MAX_SIBLINGS || e->n * MAX(arity, 1) > TN_MAX_PUS)
    return false;
  e->n *= MAX(arity, 1);
  e->objects += e->n;
  return e->objects <= MAX_OBJECTS;
}

/* Returns true if the string is within the limits, as hwloc would build a machine of any size.
 * Attributes in parentheses add no objects. Memory in brackets occurs once in each object of the
 * level before it. */
static bool is_small(const char *text)
{
  struct extent e = { .n = 1 };
  int depth = 0;
  for (const char *p = text; *p; p++) {
    if (*p == '(' && !has_small_indexes(p))
      return false;
    if (*p == '[' && depth == 0 && (e.numas += e.n) > TN_MAX_NUMAS)
      return false;
    if (*p == '(' || *p == '[')
      depth++;
    else if (*p == ')' || *p == ']')
      depth--;
    const bool begins = p == text || !g_ascii_isalnum(p[-1]);
    if (depth == 0 && begins && g_ascii_isdigit(*p) &&
        ((p > text && p[-1] == '-') || !multiply(&e, g_ascii_strtoull(p, NULL, 0))))
      return false;
  }
  return strlen(text) <= MAX_STRING;
}

struct census {
  guint objects, pus, numas;
  bool is_large;
  int version; /* major version of the hwloc that wrote the file */
};

/* Counts an element of the file. If a count or number exceeds its limit, sets census->is_large. */
static void count_element(GMarkupParseContext *context, const char *name, const char **names,
                          const char **values, gpointer data, GError **error)
{
  (void)context;
  (void)error;
  struct census *census = data;
  const char *type = "", *index = NULL;
  for (int i = 0; names[i]; i++)
    if (strcmp(names[i], "nbobjs") == 0)
      census->is_large = census->is_large || g_ascii_strtoull(values[i], NULL, 0) > MAX_DISTANT;
    else if (strcmp(name, "topology") == 0 && strcmp(names[i], "version") == 0)
      census->version = (int)MIN(g_ascii_strtoull(values[i], NULL, 10), G_MAXINT);
  if (strcmp(name, "object") != 0)
    return;
  for (int i = 0; names[i]; i++) {
    if (strcmp(names[i], "type") == 0)
      type = values[i];
    else if (strcmp(names[i], "os_index") == 0)
      index = values[i];
    else if (g_str_has_suffix(names[i], "cpuset") || g_str_has_suffix(names[i], "nodeset")) {
      /* A set is words of any length, separated by commas. */
      guint words = 1;
      for (const char *p = values[i]; *p; p++)
        words += *p == ',';
      census->is_large = census->is_large || words > TN_MAX_PUS / WORD_BITS ||
                         strlen(values[i]) > 12 * (TN_MAX_PUS / WORD_BITS);
    }
  }
  const bool is_pu = strcmp(type, "PU") == 0, is_numa = strcmp(type, "NUMANode") == 0;
  census->objects++;
  census->pus += is_pu;
  census->numas += is_numa;
  /* An object without an index is treated like one whose index is too large. */
  if ((is_pu || is_numa) && (!index || g_ascii_strtoull(index, NULL, 0) >= TN_MAX_PUS))
    census->is_large = true;
}

/* The file is read once, and hwloc gets the text that was checked. */
static bool set_xml(hwloc_topology_t topology, const char *text, const char *folder, GError **error)
{
  static const GMarkupParser parser = { count_element, NULL, NULL, NULL, NULL };
  g_autofree char *path =
      g_path_is_absolute(text) ? g_strdup(text) : g_build_filename(folder, text, NULL);
  g_autofree char *contents = NULL;
  g_autoptr(GError) cause = NULL;
  GStatBuf info;
  gsize length;
  if (g_stat(path, &info) == 0 &&
      (!S_ISREG(info.st_mode) || (gsize)info.st_size > TN_CONTENTS_MAX_OF_PLATFORM))
    return refuse(error, text, "is not an hwloc XML file (a regular file of at most 16 MiB)");
  contents = tn_contents_read(path, TN_CONTENTS_MAX_OF_PLATFORM, &length, &cause);
  if (!contents) {
    g_autofree char *what = g_strdup_printf("cannot be read: %s", cause->message);
    return refuse(error, text, what);
  }
  struct census census = { 0 };
  g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new(&parser, 0, &census, NULL);
  if (memchr(contents, '\0', length) ||
      !g_markup_parse_context_parse(context, contents, (gssize)length, NULL) ||
      !g_markup_parse_context_end_parse(context, NULL))
    return refuse(error, text, "is not well-formed XML (lstopo FILE.xml writes it)");
  if (census.version > HWLOC_API_VERSION >> 16) {
    g_autofree char *what = g_strdup_printf(
        "is written by hwloc %d, and this program has hwloc %d; in the older form: lstopo "
        "--export-xml-flags %d FILE.xml",
        census.version, HWLOC_API_VERSION >> 16, HWLOC_API_VERSION >> 16);
    return refuse(error, text, what);
  }
  if (census.is_large || census.objects > MAX_OBJECTS || census.pus > TN_MAX_PUS ||
      census.numas > TN_MAX_NUMAS)
    return too_large(error, text);
  return hwloc_topology_set_xmlbuffer(topology, contents, (int)length + 1) == 0;
}

bool tn_topology_source(hwloc_topology_t topology, const char *text, const char *folder,
                        GError **error)
{
  GError *why = NULL;
  for (const char *p = text; *p; p++) {
    if (g_ascii_iscntrl(*p))
      return refuse(error, text, "holds a control character (text only)");
  }
  bool set;
  if (g_str_has_suffix(text, ".xml"))
    set = set_xml(topology, text, folder, &why);
  else
    set =
        is_small(text) ? hwloc_topology_set_synthetic(topology, text) == 0 : too_large(&why, text);
  if (why) {
    g_propagate_error(error, why);
    return false;
  }
  if (set && hwloc_topology_load(topology) == 0)
    return tn_topology_sound(topology, error);
  g_autofree char *what = g_strdup_printf("is not understood by hwloc (%s)", accepted);
  return refuse(error, text, what);
}

bool tn_topology_has_cores(hwloc_topology_t topology)
{
  return hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE) > 0;
}

bool tn_topology_sound(hwloc_topology_t topology, GError **error)
{
  const int n_pus = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
  const int n_cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
  const char *what = NULL;
  if (n_pus < 1)
    what = "no processing units (at least one)";
  else if (n_pus > TN_MAX_PUS)
    what = "more processing units than turnstile accepts";
  else if (n_cores < 0)
    what = "cores inside cores (one level of them)";
  for (int i = 0; !what && i < n_cores; i++) {
    hwloc_obj_t first = hwloc_get_obj_by_type(topology, HWLOC_OBJ_CORE, (unsigned)i);
    while (first->first_child) /* go down to the first unit below the core */
      first = first->first_child;
    if (first->type != HWLOC_OBJ_PU)
      what = "a core without processing units (one or more in each)";
  }
  for (int i = 0; !what && n_cores > 0 && i < n_pus; i++) {
    hwloc_obj_t pu = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)i);
    if (!hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu))
      what = "a processing unit outside of the cores (each in one)";
  }
  return !what || tn_refuse(error, TN_PLATFORM_ERROR, 0, "topology: it has %s", what);
}
