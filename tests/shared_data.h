/* Measurements in a folder outside the project, which may be missing. */
#ifndef TN_TESTS_SHARED_DATA_H
#define TN_TESTS_SHARED_DATA_H

#include <criterion/criterion.h>
#include <glib.h>

/* Returns the path of a file of the shared data ($TN_SHARED_DATA, or ../shared/data of the
 * sources). Transfer full. Skips the test with a message if the file is missing. */
static inline char *tn_shared_data(const char *name)
{
  const char *folder = g_getenv("TN_SHARED_DATA"), *root = g_getenv("TN_SOURCE_ROOT");
  char *path = folder ? g_build_filename(folder, name, NULL)
                      : g_build_filename(root ? root : ".", "..", "shared", "data", name, NULL);
  if (g_file_test(path, G_FILE_TEST_EXISTS))
    return path;
  g_free(path);
  cr_skip_test("%s of the shared data is not here (TN_SHARED_DATA=FOLDER)", name);
  return NULL;
}

#endif
