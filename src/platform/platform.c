#include "platform.h"

#include "base/mechanism.h"
#include "contents.h"
#include "data_files.h"
#include "machine.h"
#include "nodes.h"
#include "params.h"
#include "quantity.h"

#include <string.h>

#include <glib/gstdio.h>

static const char synthetic_prefix[] = "synthetic:";
static const char extension[] = ".xml";

char **tn_platform_names(void)
{
  return tn_data_names(&tn_data_platforms);
}

static void say_unknown(const char *spec, char **names, GError **error)
{
  const char *nearest = tn_nearest(spec, (const char *const *)names);
  g_autofree char *list = g_strjoinv(", ", names);
  g_set_error(error, TN_PLATFORM_ERROR, 0, "platform \"%s\" is not known (%s%s%s)", spec,
              nearest ? "did you mean " : "a file, or one of ", nearest ? nearest : list,
              nearest ? "?" : "");
}

static bool read_text(const char *path, char **ret_text, gsize *ret_length, GError **error)
{
  GStatBuf info;
  /* A pipe or a device might never end. */
  if (g_stat(path, &info) == 0 &&
      (!S_ISREG(info.st_mode) || (gsize)info.st_size > TN_CONTENTS_MAX_OF_PLATFORM))
    return tn_refuse(error, TN_PLATFORM_ERROR, 0,
                     "%s: not a platform file (a regular file of at most 16 MiB)", path);
  g_autoptr(GError) cause = NULL;
  *ret_text = tn_contents_read(path, TN_CONTENTS_MAX_OF_PLATFORM, ret_length, &cause);
  if (!*ret_text)
    g_set_error_literal(error, TN_PLATFORM_ERROR, 0, cause->message);
  return *ret_text != NULL;
}

/* Writes the text to a temporary file. Returns its path, transfer full. */
static char *write_temporary(const char *text, gssize length, GError **error)
{
  g_autoptr(GError) cause = NULL;
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp("turnstile-XXXXXX.xml", &path, &cause);
  if (fd >= 0)
    g_close(fd, NULL);
  if (fd >= 0 && g_file_set_contents(path, text, length, &cause))
    return g_steal_pointer(&path);
  if (fd >= 0)
    g_unlink(path);
  return tn_refuse_null(error, TN_PLATFORM_ERROR, 0, "%s: cannot be written: %s", g_get_tmp_dir(),
                        cause->message);
}

static int compare_lines(gconstpointer a, gconstpointer b)
{
  const struct tn_mistake *const *left = a, *const *right = b;
  if ((*left)->is_missing != (*right)->is_missing)
    return (*left)->is_missing - (*right)->is_missing;
  return (*left)->line - (*right)->line;
}

/* Builds the platform from the text of the file `path`. On failure adds to `mistakes` and returns
 * NULL. */
static struct tn_platform *parse(const char *text, gsize length, const char *path, bool is_node,
                                 GPtrArray *mistakes)
{
  g_autofree char *folder = g_path_get_dirname(path);
  struct tn_file *file = tn_file_read(text, length);
  struct tn_platform *pf = tn_platform_read(file, folder, is_node);
  if (pf)
    pf->has_users_shape = file->elements->len > 1;
  g_ptr_array_sort(file->mistakes, compare_lines);
  for (guint i = 0; i < file->mistakes->len; i++) {
    const struct tn_mistake *mistake = file->mistakes->pdata[i];
    g_ptr_array_add(mistakes, g_strdup_printf("%s:%d: %s", path, mistake->line, mistake->text));
  }
  tn_file_free(file);
  return pf;
}

/* Gives a modified copy of an included platform the name of its file, so that rows of the copy do
 * not name the included platform. */
static void name_by_file(struct tn_platform *pf, const char *path, const char *text, gsize length)
{
  g_autofree char *included = tn_data_find(&tn_data_platforms, pf->name), *theirs = NULL;
  g_autofree char *base = g_path_get_basename(path);
  gsize n;
  if (!included || strcmp(included, path) == 0 || !read_text(included, &theirs, &n, NULL) ||
      (n == length && memcmp(text, theirs, n) == 0))
    return;
  g_autofree char *stem = g_str_has_suffix(base, extension)
                              ? g_strndup(base, strlen(base) - strlen(extension))
                              : g_strdup(base);
  g_autofree char *again = tn_data_find(&tn_data_platforms, stem);
  const char *name = again ? base : stem;
  if (!tn_name_is_plain(name))
    return;
  g_free(pf->name);
  pf->name = g_strdup(name);
}

/* Reads the platform file `spec`. On failure adds to `mistakes` and returns NULL. */
static struct tn_platform *read_platform(const char *spec, bool is_node, GPtrArray *mistakes)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = tn_data_find(&tn_data_platforms, spec);
  g_autofree char *text = NULL;
  gsize length;
  if (!path && g_file_test(spec, G_FILE_TEST_EXISTS))
    path = g_strdup(spec);
  g_auto(GStrv) names = path ? NULL : tn_platform_names();
  if (!path)
    say_unknown(spec, names, &error);
  if (!path || !read_text(path, &text, &length, &error)) {
    g_ptr_array_add(mistakes, g_strdup(error->message));
    return NULL;
  }
  struct tn_platform *pf = parse(text, length, path, is_node, mistakes);
  if (pf)
    name_by_file(pf, path, text, length);
  if (pf && pf->has_users_shape) {
    pf->has_users_shape = strcmp(path, spec) == 0; /* true if the spec is a path, not a name */
    pf->file = g_steal_pointer(&path);
  }
  return pf;
}

struct tn_platform *tn_platform_parse(const char *text, gsize length, GError **error)
{
  g_autoptr(GPtrArray) mistakes = g_ptr_array_new_with_free_func(g_free);
  struct tn_platform *pf = parse(text, length, "text", false, mistakes);
  if (!pf)
    g_set_error_literal(error, TN_PLATFORM_ERROR, 0, mistakes->pdata[0]);
  else if (pf->has_users_shape && !(pf->generated = write_temporary(text, (gssize)length, error)))
    g_clear_pointer(&pf, tn_platform_free);
  return pf;
}

/* Loads the platform that the file gives as `node`: a name in the platform path or a file. Returns
 * NULL if the file has no `node`, or after adding a mistake. */
static struct tn_platform *read_node(struct tn_file *file, const char *folder, bool is_node)
{
  const struct tn_property *node = tn_file_property(file, TN_FACT_NODE);
  const struct tn_property *nodes = tn_file_property(file, TN_FACT_NODES);
  if (file->elements->len == 0 || (!node && !nodes))
    return NULL;
  if (is_node) {
    tn_file_mistake(file, (node ? node : nodes)->line,
                    "%s: not in a file that is another file's node", (node ? node : nodes)->name);
    return NULL;
  }
  if (!node)
    return NULL;
  g_autoptr(GPtrArray) mistakes = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *path =
      g_str_has_suffix(node->value, extension) && !g_path_is_absolute(node->value)
          ? g_build_filename(folder, node->value, NULL)
          : g_strdup(node->value);
  struct tn_platform *pf = read_platform(path, true, mistakes);
  if (!pf)
    tn_file_mistake(file, node->line, "node: %s", (const char *)mistakes->pdata[0]);
  return pf;
}

struct tn_platform *tn_platform_read(struct tn_file *file, const char *folder, bool is_node)
{
  struct tn_platform *node = read_node(file, folder, is_node);
  struct tn_platform *pf = tn_machine_read(file, folder, node);
  tn_platform_free(node);
  return pf;
}

GPtrArray *tn_platform_check(const char *spec)
{
  GPtrArray *mistakes = g_ptr_array_new_with_free_func(g_free);
  tn_platform_free(read_platform(spec, false, mistakes));
  return mistakes;
}

/* Loads the platform of a file; *error is its first mistake. */
static struct tn_platform *load(const char *spec, GError **error)
{
  g_autoptr(GPtrArray) mistakes = g_ptr_array_new_with_free_func(g_free);
  struct tn_platform *pf = read_platform(spec, false, mistakes);
  if (!pf)
    g_set_error_literal(error, TN_PLATFORM_ERROR, 0, mistakes->pdata[0]);
  return pf;
}

struct tn_platform *tn_machine_like(const char *topology, const char *like, const char *name,
                                    const char *zone, struct tn_topology_facts *ret_facts,
                                    GError **error)
{
  struct tn_topology tree;
  struct tn_topology_facts facts;
  struct tn_platform *pf = load(like, error);
  if (!pf || !tn_topology_init(&tree, &facts, topology, ".", error)) {
    tn_platform_free(pf);
    return NULL;
  }
  tn_convert_values(pf, &tree, &facts);
  g_free(pf->name);
  g_free(pf->zone);
  pf->name = g_strdup(name);
  pf->zone = g_strdup(zone);
  if (ret_facts)
    *ret_facts = facts;
  else
    tn_topology_facts_finish(&facts);
  return pf;
}

static const char nodes_suffix[] = ":nodes=";

/* Loads the first nodes of a cluster. The text from `suffix` on in `spec` has their number. */
static struct tn_platform *load_nodes(const char *spec, const char *suffix, GError **error)
{
  g_autofree char *cluster = g_strndup(spec, (gsize)(suffix - spec));
  struct tn_platform *pf = load(cluster, error);
  int64_t n;
  if (!pf)
    return NULL;
  const int all = pf->topology.n_nodes;
  if (!tn_parse_int(suffix + strlen(nodes_suffix), 1, all, &n, error) || pf->has_users_shape) {
    if (*error)
      g_prefix_error(error, "nodes of %s: ", cluster);
    else
      tn_refuse(error, TN_PLATFORM_ERROR, 0,
                "nodes of %s: its file describes the network of all %d nodes", cluster, all);
    tn_platform_free(pf);
    return NULL;
  }
  tn_topology_leave(&pf->topology, (int)n);
  pf->values[TN_P_DEFAULT_RANKS] = pf->values[TN_P_DEFAULT_RANKS] / all * (double)n;
  memcpy(pf->filled, pf->values, sizeof pf->filled);
  tn_params_fill(pf->filled, pf->topology.n_cores);
  g_clear_pointer(&pf->file, g_free);
  if (n < all) {
    char *name = g_strconcat(pf->name, suffix, NULL);
    g_free(pf->name);
    pf->name = name;
  }
  return pf;
}

struct tn_platform *tn_platform_load(const char *spec, const char *like, GError **error)
{
  const char *suffix = g_strrstr(spec, nodes_suffix);
  if (suffix && g_str_has_prefix(spec, synthetic_prefix))
    return tn_refuse_null(error, TN_PLATFORM_ERROR, 0, "%s: a synthetic topology is one node",
                          suffix + 1);
  if (!g_str_has_prefix(spec, synthetic_prefix))
    return suffix ? load_nodes(spec, suffix, error) : load(spec, error);
  if (like)
    return tn_machine_like(spec + strlen(synthetic_prefix), like, spec, "synthetic", NULL, error);
  return tn_refuse_null(
      error, TN_PLATFORM_ERROR, 0,
      "platform \"%s\" has no parameters (name a platform that gives them: --like knl)", spec);
}

struct tn_platform *tn_platform_load_named(const char *name, GError **error)
{
  g_auto(GStrv) names = tn_platform_names();
  const char *suffix = g_strrstr(name, nodes_suffix);
  g_autofree char *cluster = suffix ? g_strndup(name, (gsize)(suffix - name)) : g_strdup(name);
  if (g_strv_contains((const char *const *)names, cluster))
    return tn_platform_load(name, NULL, error);
  say_unknown(name, names, error);
  return NULL;
}

const char *tn_platform_remarks(const struct tn_platform *pf)
{
  return pf->remarks;
}

const char *tn_platform_simgrid_file(const struct tn_platform *pf, GError **error)
{
  if (pf->file)
    return pf->file;
  if (pf->generated)
    return pf->generated;
  g_autofree char *text = tn_shape_print(pf);
  /* Only the temporary file's path changes: the platform is constant for its users. */
  struct tn_platform *cache = (struct tn_platform *)pf;
  cache->generated = write_temporary(text, -1, error);
  return cache->generated;
}

bool tn_platform_has_users_shape(const struct tn_platform *pf)
{
  return pf->has_users_shape;
}

const struct tn_fabric *tn_platform_fabric(const struct tn_platform *pf)
{
  return &pf->fabric;
}

const char *tn_platform_name(const struct tn_platform *pf)
{
  return pf->name;
}

enum tn_kernel tn_platform_kernel(const struct tn_platform *pf)
{
  return pf->kernel;
}

const char *tn_platform_known_error(const struct tn_platform *pf, const char *what)
{
  const char *text = g_hash_table_lookup(pf->known_errors, what);
  return text ? text : g_hash_table_lookup(pf->known_errors, "");
}

const char *tn_platform_word(const struct tn_platform *pf, enum tn_platform_word word)
{
  return pf->words[word] ? pf->words[word] : "";
}

bool tn_platform_has_mechanism(const struct tn_platform *pf, enum tn_mechanism mechanism)
{
  const bool on_host = !tn_mechanism_is_on_device(mechanism);
  bool has_engine = on_host;
  for (int i = 0; i < pf->fabric.n_places; i++)
    has_engine = has_engine || pf->fabric.places[i].kind == TN_PLACE_ENGINE;
  return has_engine && (on_host || tn_platform_n_devices(pf) > 0) &&
         (!pf->mechanisms ||
          g_strv_contains((const char *const *)pf->mechanisms, tn_mechanism_names[mechanism]));
}

enum tn_backing tn_platform_backing(const struct tn_platform *pf)
{
  return pf->backing;
}

#define TN_GET_NUMBER(what)                                                                        \
  int tn_platform_##what(const struct tn_platform *pf)                                             \
  {                                                                                                \
    return pf->topology.what;                                                                      \
  }
TN_GET_NUMBER(n_nodes)
TN_GET_NUMBER(n_pus)
TN_GET_NUMBER(n_cores)
TN_GET_NUMBER(n_llcs)
TN_GET_NUMBER(n_numas)
TN_GET_NUMBER(n_packages)

int tn_platform_default_ranks(const struct tn_platform *pf)
{
  return (int)pf->filled[TN_P_DEFAULT_RANKS];
}

int tn_platform_n_devices(const struct tn_platform *pf)
{
  return tn_fabric_n_devices(&pf->fabric) * pf->topology.n_nodes;
}
