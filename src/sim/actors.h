/* The actors: all that the engine asks of SimGrid, as a table that contexts of our own have, too. Debian's
 * SimGrid takes 30 ms to load, more than most commands need, so the program loads it only for points
 * that need it (simgrid_loaded.c). The library, and so its users, link it (simgrid_linked.c).
 *
 * Internal to src/sim. */
#ifndef TN_SIM_ACTORS_H
#define TN_SIM_ACTORS_H

#include <glib.h>

struct tn_actor;
struct tn_gate; /* a semaphore */

/* What an actor does; to be kept as long as it may run. */
struct tn_role {
  void (*body)(void *data);
  void *data;
};

struct tn_actors {
  void (*version)(int *ret_major, int *ret_minor, int *ret_patch);
  /* Starts SimGrid in this process, with the platform file `path`; NULL: there is nothing to start. */
  void (*init)(const char *path);
  /* Begins at the present instant; frees itself when the body returns or it is killed. */
  struct tn_actor *(*start)(const char *name, const char *host, struct tn_role *role);
  void (*kill)(struct tn_actor *actor);
  /* Runs all actors until none can go on: to their ends, or a deadlock. */
  void (*run)(void);
  struct tn_gate *(*gate_new)(void); /* closed */
  void (*gate_free)(struct tn_gate *gate);
  void (*open)(struct tn_gate *gate); /* for one actor, the first that passes */
  void (*pass)(struct tn_gate *gate); /* stops the calling actor until it may */
};

extern const struct tn_actors tn_simgrid, tn_contexts; /* the latter without `version` */

/* Returns SimGrid's table, or NULL and *error if it cannot be loaded. */
const struct tn_actors *tn_actors_find(GError **error);

#endif
