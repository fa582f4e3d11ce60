/* Any bytes as hwloc XML: refused with one line, or a platform file that loads and carries ranks on
 * every core. */
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static char *folder, *topology, *made;

static void forget(void)
{
  g_unlink(topology);
  g_unlink(made);
  g_rmdir(folder);
  g_free(topology);
  g_free(made);
  g_free(folder);
}

static void set_up(void)
{
  folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  if (!folder)
    abort();
  topology = g_build_filename(folder, "topology.xml", NULL);
  made = g_build_filename(folder, "made.xml", NULL);
  atexit(forget);
}

static bool write_file(const char *name, const void *text, size_t length)
{
  FILE *file = fopen(name, "w");
  const bool ok = file && fwrite(text, 1, length, file) == length;
  return file && fclose(file) == 0 && ok;
}

static void check_platform(const char *text)
{
  g_autoptr(GError) error = NULL;
  g_assert(write_file(made, text, strlen(text)));
  struct tn_platform *pf = tn_platform_load(made, NULL, &error);
  g_assert_no_error(error);
  const int n = tn_platform_n_cores(pf);
  g_assert(n > 0 && tn_platform_n_pus(pf) >= n && tn_platform_n_packages(pf) > 0 &&
           tn_platform_n_numas(pf) > 0);
  struct tn_places *places = tn_places_new(pf, "core", n, &error);
  g_assert_no_error(error);
  tn_places_free(places);
  tn_platform_free(pf);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  if (!folder)
    set_up();
  if (!write_file(topology, data, size))
    return 0;
  GError *error = NULL;
  g_autofree char *text = tn_platform_import(topology, "broadwell", "made", folder, NULL, &error);
  g_assert((text == NULL) == (error != NULL));
  if (text)
    check_platform(text);
  else
    g_assert(*error->message && !strchr(error->message, '\n'));
  g_clear_error(&error);
  return 0;
}
