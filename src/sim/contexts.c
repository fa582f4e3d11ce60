/* The table of actors.h without SimGrid: each actor has a stack, and one runs at a time, in the
 * order in which actors became ready. makecontext() enters a stack; _setjmp() and _longjmp() switch
 * stacks, because swapcontext() makes a system call. A new actor takes the stack of one that has
 * ended. */
#undef _FORTIFY_SOURCE /* _FORTIFY_SOURCE makes longjmp() refuse to jump to another stack */
#include <setjmp.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "actors.h"

enum { STACK = 128 << 10 }; /* bytes, as in simgrid.c */

struct tn_actor {
  struct tn_role *role;
  char *stack;  /* [STACK], above an inaccessible guard page */
  bool started; /* true once the body has begun; `at` is then valid while the actor waits */
  jmp_buf at;
};

struct tn_gate {
  unsigned n_open;         /* number of calls of `pass` that the gate still lets through */
  struct tn_actor *waiter; /* NULL: no actor waits */
};

static GQueue contexts_ready = G_QUEUE_INIT, contexts_spare = G_QUEUE_INIT;
static struct tn_actor *contexts_running;
static jmp_buf contexts_caller;

static void contexts_stop(jmp_buf at);

static void contexts_enter(void)
{
  for (;;) {
    contexts_running->role->body(contexts_running->role->data);
    g_queue_push_tail(&contexts_spare, contexts_running);
    contexts_stop(contexts_running->at);
  }
}

/* Saves the caller's context in `at` and continues the first ready actor. Without a ready actor,
 * contexts_run returns. */
static void contexts_stop(jmp_buf at)
{
  if (_setjmp(at) != 0)
    return;
  contexts_running = g_queue_pop_head(&contexts_ready);
  if (!contexts_running || contexts_running->started)
    _longjmp(contexts_running ? contexts_running->at : contexts_caller, 1);
  contexts_running->started = true;
  ucontext_t context;
  getcontext(&context);
  context.uc_stack.ss_sp = contexts_running->stack;
  context.uc_stack.ss_size = STACK;
  makecontext(&context, contexts_enter, 0);
  setcontext(&context);
}

static struct tn_actor *contexts_start(G_GNUC_UNUSED const char *name,
                                       G_GNUC_UNUSED const char *host, struct tn_role *role)
{
  struct tn_actor *actor = g_queue_pop_head(&contexts_spare);
  if (!actor) {
    const size_t guard = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, guard + STACK, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages, guard, PROT_NONE) != 0)
      g_error("no memory for the stack of an actor");
    actor = g_new0(struct tn_actor, 1);
    actor->stack = pages + guard;
  }
  actor->role = role;
  g_queue_push_tail(&contexts_ready, actor);
  return actor;
}

static void contexts_kill(struct tn_actor *actor)
{
  if (g_queue_find(&contexts_spare, actor))
    return;
  g_queue_remove(&contexts_ready, actor);
  actor->started = false;
  g_queue_push_tail(&contexts_spare, actor);
}

static void contexts_run(void)
{
  contexts_stop(contexts_caller);
}

static struct tn_gate *contexts_gate_new(void)
{
  return g_new0(struct tn_gate, 1);
}

static void contexts_open(struct tn_gate *gate)
{
  if (gate->waiter)
    g_queue_push_tail(&contexts_ready, gate->waiter);
  else
    gate->n_open++;
  gate->waiter = NULL;
}

static void contexts_pass(struct tn_gate *gate)
{
  if (gate->n_open == 0) {
    gate->waiter = contexts_running;
    contexts_stop(contexts_running->at);
  } else {
    gate->n_open--;
  }
}

const struct tn_actors tn_contexts = { .start = contexts_start,
                                       .kill = contexts_kill,
                                       .run = contexts_run,
                                       .gate_new = contexts_gate_new,
                                       .gate_free = (void (*)(struct tn_gate *))g_free,
                                       .open = contexts_open,
                                       .pass = contexts_pass };
