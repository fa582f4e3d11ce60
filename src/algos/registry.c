#include "registry.h"

#include <pthread.h>
#include <string.h>

#include "base/grown.h"
#include "entries.h"

#define TN_ALGORITHM(file, algorithm) &(algorithm),
#define TN_CHOOSERS(file, choosers)
static const struct tn_algorithm *const algorithms[] = {
#include "algorithms.def"
};
#undef TN_ALGORITHM
#undef TN_CHOOSERS

#define TN_ALGORITHM(file, algorithm)
#define TN_CHOOSERS(file, choosers) choosers,
static const struct tn_chooser *const choosers[] = {
#include "algorithms.def"
};

static const struct tn_method **methods; /* filled once, NULL-terminated */
static size_t n_methods;

static void registry_add(struct tn_method method)
{
  methods = tn_grown(methods, n_methods + 2, sizeof *methods);
  struct tn_method *own = tn_grown(NULL, 1, sizeof *own);
  *own = method;
  methods[n_methods++] = own;
  methods[n_methods] = NULL;
}

struct tn_method tn_method_make(const struct tn_algorithm *a, enum tn_collective collective)
{
  return (struct tn_method){ collective,      a,           NULL,      a->name,
                             a->summary,      a->source,   a->params, a->mechanisms,
                             a->n_mechanisms, a->sizeless, a->balance };
}

static struct tn_method method_of_chooser(const struct tn_chooser *c, enum tn_collective collective)
{
  static const struct tn_algorithm nothing;
  return (struct tn_method){ collective,
                             &nothing,
                             c,
                             c->name,
                             c->summary,
                             c->source,
                             c->params,
                             c->mechanisms,
                             c->n_mechanisms,
                             tn_collective_synchronises(collective),
                             c->balance };
}

static void registry_fill(void)
{
  for (int k = 0; k < TN_N_COLLECTIVES; k++) {
    const enum tn_collective c = (enum tn_collective)k;
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
      if (tn_algorithm_is_of(algorithms[i], c))
        registry_add(tn_method_make(algorithms[i], c));
    for (size_t i = 0; i < sizeof choosers / sizeof *choosers; i++)
      for (const struct tn_chooser *chooser = choosers[i]; chooser->name; chooser++)
        if (chooser->collectives >> c & 1)
          registry_add(method_of_chooser(chooser, c));
  }
}

const struct tn_method *const *tn_methods(void)
{
  static pthread_once_t filled = PTHREAD_ONCE_INIT;
  pthread_once(&filled, registry_fill);
  return methods;
}

bool tn_algorithm_is_of(const struct tn_algorithm *a, enum tn_collective collective)
{
  return a->collective == collective ||
         (a->counted && tn_collective_counted(a->collective) == collective);
}

const struct tn_method *tn_method_find(enum tn_collective collective, const char *name)
{
  for (const struct tn_method *const *e = tn_methods(); *e; e++)
    if ((*e)->collective == collective && strcmp((*e)->name, name) == 0)
      return *e;
  return NULL;
}

const struct tn_method *tn_method_of(const struct tn_algorithm *algorithm)
{
  return tn_method_find(algorithm->collective, algorithm->name);
}
