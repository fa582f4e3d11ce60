/* Runs a fuzz target over saved inputs without libFuzzer. Each argument is a file or a folder of
 * files. Exits with 1 if an argument cannot be read or has no input. */
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool replay_file(const char *path)
{
  g_autofree char *data = NULL;
  g_autoptr(GError) error = NULL;
  size_t size;
  if (!g_file_get_contents(path, &data, &size, &error)) {
    g_printerr("%s\n", error->message);
    return false;
  }
  LLVMFuzzerTestOneInput((const uint8_t *)data, size);
  return true;
}

static bool replay_folder(const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GDir) dir = g_dir_open(path, 0, &error);
  const char *name;
  int n = 0;
  if (dir == NULL) {
    g_printerr("%s\n", error->message);
    return false;
  }
  while ((name = g_dir_read_name(dir)) != NULL) {
    g_autofree char *file = g_build_filename(path, name, NULL);
    if (!replay_file(file))
      return false;
    n++;
  }
  if (n == 0)
    g_printerr("%s: holds no input\n", path);
  return n > 0;
}

int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    const bool is_folder = g_file_test(argv[i], G_FILE_TEST_IS_DIR);
    if (!(is_folder ? replay_folder(argv[i]) : replay_file(argv[i])))
      return EXIT_FAILURE;
  }
  return argc > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
