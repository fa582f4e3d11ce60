/* The table of actors.h with SimGrid. Only this file of src includes SimGrid's headers. */
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/semaphore.h>
#include <simgrid/version.h>

#include "actors.h"

static void init(const char *path)
{
  /* Plain max-min without SimGrid's default corrections. SimGrid's clock does not advance; the
   * engine has its own. Small stacks are enough for the algorithms. */
  char *argv[] = { "turnstile",
                   "--log=root.thresh:critical",
                   "--cfg=network/model:CM02",
                   "--cfg=network/TCP-gamma:0",
                   "--cfg=network/crosstraffic:0",
                   "--cfg=surf/precision:1e-12",
                   "--cfg=contexts/stack-size:128",
                   NULL };
  int argc = (int)G_N_ELEMENTS(argv) - 1;
  simgrid_init(&argc, argv);
  simgrid_load_platform(path);
}

static void act(int argc, char **argv)
{
  (void)argc;
  (void)argv;
  const struct tn_role *role = sg_actor_get_data(sg_actor_self());
  role->body(role->data);
}

static struct tn_actor *start(const char *name, const char *host, struct tn_role *role)
{
  sg_actor_t actor = sg_actor_init(name, sg_host_by_name(host));
  sg_actor_set_data(actor, role);
  sg_actor_start(actor, act, 0, NULL);
  return (struct tn_actor *)actor;
}

static void kill_actor(struct tn_actor *actor)
{
  sg_actor_kill((sg_actor_t)actor);
}

static struct tn_gate *gate_new(void)
{
  return (struct tn_gate *)sg_sem_init(0);
}

static void gate_free(struct tn_gate *gate)
{
  sg_sem_destroy((sg_sem_t)gate);
}

static void open_gate(struct tn_gate *gate)
{
  sg_sem_release((sg_sem_t)gate);
}

static void pass(struct tn_gate *gate)
{
  sg_sem_acquire((sg_sem_t)gate);
}

const struct tn_actors tn_simgrid = { .version = sg_version_get,
                                      .init = init,
                                      .start = start,
                                      .kill = kill_actor,
                                      .run = simgrid_run,
                                      .gate_new = gate_new,
                                      .gate_free = gate_free,
                                      .open = open_gate,
                                      .pass = pass };
