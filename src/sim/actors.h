/* Actors (coroutines that run the ranks and the engine) and gates, as a table of functions with two
 * implementations: SimGrid, and contexts.c. Debian's SimGrid takes 30 ms to load, longer than most
 * commands run, so the program loads it only for points that need it (simgrid_loaded.c). The
 * library links it (simgrid_linked.c). Internal to src/sim. */
#ifndef TN_SIM_ACTORS_H
#define TN_SIM_ACTORS_H

#include <glib.h>

struct tn_actor;
struct tn_gate; /* semaphore at which one actor waits for another */

/* Function that an actor runs. The structure must stay valid until the actor ends. */
struct tn_role {
  void (*body)(void *data);
  void *data;
};

struct tn_actors {
  void (*version)(int *ret_major, int *ret_minor, int *ret_patch);
  /* Starts SimGrid with the platform file `path`. The member is NULL if no start is needed. */
  void (*init)(const char *path);
  /* Starts an actor at the present instant. The actor is freed when its body returns or when it is
   * killed. */
  struct tn_actor *(*start)(const char *name, const char *host, struct tn_role *role);
  void (*kill)(struct tn_actor *actor);
  /* Runs the actors. Returns when all have ended, or when the rest wait for each other
   * (deadlock). */
  void (*run)(void);
  struct tn_gate *(*gate_new)(void); /* a new gate is closed */
  void (*gate_free)(struct tn_gate *gate);
  void (*open)(struct tn_gate *gate); /* lets the next caller of `pass` through */
  void (*pass)(struct tn_gate *gate); /* blocks until the gate is open */
};

extern const struct tn_actors tn_simgrid, tn_contexts; /* tn_contexts.version is NULL */

/* Returns SimGrid's table, or NULL and *error if SimGrid cannot be loaded. */
const struct tn_actors *tn_actors_find(GError **error);

#endif
