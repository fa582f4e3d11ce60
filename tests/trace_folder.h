/* A folder for a test's traces, and the notes of reading them. */
#ifndef TN_TESTS_TRACE_FOLDER_H
#define TN_TESTS_TRACE_FOLDER_H

#include <glib/gstdio.h>

static char *folder;
static GPtrArray *notes;

static void begin(void)
{
  folder = g_dir_make_tmp("trace-XXXXXX", NULL);
  notes = g_ptr_array_new_with_free_func(g_free);
}

static void end(void)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  const char *name;
  while ((name = g_dir_read_name(dir))) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_unlink(path);
  }
  g_rmdir(folder);
  g_free(folder);
  g_ptr_array_unref(notes);
}

#endif
