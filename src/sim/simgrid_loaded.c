/* SimGrid for a program that is not linked with it: loads turnstile-simgrid.so, which is linked
 * with SimGrid, from the program's run path. */
#include <dlfcn.h>
#include <gio/gio.h>

#include "actors.h"
#include "base/process.h"

#define MODULE "turnstile-simgrid.so"

const struct tn_actors *tn_actors_find(GError **error)
{
  tn_process_hold_forks();
  void *module = dlopen(MODULE, RTLD_LAZY | RTLD_LOCAL);
  const struct tn_actors *actors = module ? dlsym(module, "tn_simgrid") : NULL;
  tn_process_release_forks();
  if (!actors)
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the simulator cannot be loaded: %s",
                dlerror());
  return actors;
}
