#include "data_files.h"

#include <dlfcn.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"

const struct tn_data tn_data_platforms = { "platforms", ".xml", "TURNSTILE_PLATFORM_PATH" };
const struct tn_data tn_data_scenarios = { "scenarios", ".ini", "TURNSTILE_SCENARIO_PATH" };

/* Returns the data folder below the prefix in which the library is installed, even if the prefix
 * was moved, or NULL. The program's name may be relative, so it is not used. */
static char *own_folder(const struct tn_data *data)
{
  /* number of folders between PREFIX and the library, as in PREFIX/lib/TRIPLET/libturnstile.so */
  enum { LEVELS = 4 };
  Dl_info info;
  if (!dladdr(&tn_data_platforms, &info) || !info.dli_fname || !g_path_is_absolute(info.dli_fname))
    return NULL;
  g_autofree char *folder = g_path_get_dirname(info.dli_fname);
  for (int level = 0; level < LEVELS; level++) {
    g_autofree char *own = g_build_filename(folder, "share", "turnstile", data->folder, NULL);
    if (g_file_test(own, G_FILE_TEST_IS_DIR))
      return g_steal_pointer(&own);
    char *outer = g_path_get_dirname(folder);
    g_free(folder);
    folder = outer;
  }
  return NULL;
}

/* Returns the folders in the order of the search. */
static char **path_of(const struct tn_data *data)
{
  GStrvBuilder *builder = g_strv_builder_new();
  const char *named = g_getenv(data->variable);
  g_auto(GStrv) folders = g_strsplit(named ? named : "", ":", -1);
  for (char **folder = folders; *folder; folder++) {
    if (**folder)
      g_strv_builder_add(builder, *folder);
  }
  g_autofree char *source = g_build_filename(TN_SOURCE_ROOT, data->folder, NULL);
  g_autofree char *installed = g_build_filename(TN_DATA_ROOT, data->folder, NULL);
  g_autofree char *own = own_folder(data);
  g_strv_builder_add_many(builder, source, installed, own, NULL);
  char **path = g_strv_builder_end(builder);
  g_strv_builder_unref(builder);
  return path;
}

char **tn_data_names(const struct tn_data *data)
{
  g_auto(GStrv) path = path_of(data);
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (char **folder = path; *folder; folder++) {
    g_autoptr(GDir) dir = g_dir_open(*folder, 0, NULL);
    const char *file;
    while (dir && (file = g_dir_read_name(dir))) {
      if (g_str_has_suffix(file, data->extension))
        g_hash_table_add(known, g_strndup(file, strlen(file) - strlen(data->extension)));
    }
  }
  guint n;
  g_autofree char **names = (char **)g_hash_table_get_keys_as_array(known, &n);
  qsort(names, n, sizeof *names, tn_by_text);
  return g_strdupv(names);
}

char *tn_data_find(const struct tn_data *data, const char *name)
{
  if (strchr(name, '/') || g_str_has_suffix(name, data->extension))
    return NULL;
  g_auto(GStrv) path = path_of(data);
  g_autofree char *base = g_strconcat(name, data->extension, NULL);
  for (char **folder = path; *folder; folder++) {
    g_autofree char *file = g_build_filename(*folder, base, NULL);
    if (g_file_test(file, G_FILE_TEST_IS_REGULAR))
      return g_steal_pointer(&file);
  }
  return NULL;
}
