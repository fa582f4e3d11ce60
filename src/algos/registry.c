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

static struct tn_method *all; /* [n_methods] all methods (algorithm or chooser for one collective),
                               * ordered by collective */
static const struct tn_method **methods;
static size_t n_methods, first[TN_N_COLLECTIVES + 1]; /* index of each collective's first method */

static void registry_add(struct tn_method method)
{
  methods[n_methods] = &all[n_methods];
  all[n_methods++] = method;
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
  const size_t n = sizeof algorithms / sizeof *algorithms;
  size_t most = 2 * n; /* each algorithm may also serve the collective with counts */
  for (size_t i = 0; i < sizeof choosers / sizeof *choosers; i++)
    for (const struct tn_chooser *chooser = choosers[i]; chooser->name; chooser++)
      most += TN_N_COLLECTIVES;
  all = tn_zeros(most, sizeof *all);
  methods = tn_zeros(most + 1, sizeof *methods);
  for (int k = 0; k < TN_N_COLLECTIVES; k++) {
    const enum tn_collective c = (enum tn_collective)k;
    first[k] = n_methods;
    for (size_t i = 0; i < n; i++)
      if (tn_algorithm_is_of(algorithms[i], c))
        registry_add(tn_method_make(algorithms[i], c));
    for (size_t i = 0; i < sizeof choosers / sizeof *choosers; i++)
      for (const struct tn_chooser *chooser = choosers[i]; chooser->name; chooser++)
        if (chooser->collectives >> c & 1)
          registry_add(method_of_chooser(chooser, c));
  }
  first[TN_N_COLLECTIVES] = n_methods;
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
  const struct tn_method *const *e = tn_methods();
  if ((int)collective < 0 || collective >= TN_N_COLLECTIVES)
    return NULL;
  for (size_t i = first[collective]; i < first[collective + 1]; i++)
    if (strcmp(e[i]->name, name) == 0)
      return e[i];
  return NULL;
}

const struct tn_method *tn_method_of(const struct tn_algorithm *algorithm)
{
  const struct tn_method *const *e = tn_methods() + first[algorithm->collective];
  while ((*e)->runs != algorithm)
    e++;
  return *e;
}
