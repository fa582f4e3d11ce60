#include <limits.h>

#include "library.h"

#define ANY INT_MAX
#define KIB(n) ((n) << 10)
#define MIB(n) ((n) << 20)
enum { MAX_SIZES = 10 };

/* Rules of a collective for fewer than `ranks` ranks. The first of `sizes` with `bytes` above the
 * call's number of bytes applies. */
static const struct rules {
  enum tn_collective collective;
  int ranks;
  struct {
    int bytes, algorithm;
  } sizes[MAX_SIZES];
} rules[] = {
#define TN_OMPI_RULES(of, ranks, ...) { TN_##of, ranks, { __VA_ARGS__ } },
#include "ompi_rules.def"
};

int tn_ompi_decision(enum tn_collective collective, int n_ranks, size_t bytes)
{
  /* Some tables have rules for two ranks; one rank always uses those for three ranks. */
  const int p = n_ranks == 1 ? 3 : n_ranks;
  const struct rules *end = rules + sizeof rules / sizeof *rules, *found = rules;
  while (found < end && (found->collective != collective || p >= found->ranks))
    found++;
  if (found == end)
    return 0;
  int i = 0;
  while (found->sizes[i].bytes != ANY && bytes >= (size_t)found->sizes[i].bytes)
    i++;
  return found->sizes[i].algorithm;
}

const struct tn_algorithm *tn_ompi_numbered(enum tn_collective collective, int number)
{
  for (const struct tn_method *const *e = tn_methods(); *e; e++) {
    const struct tn_algorithm *a = (*e)->runs;
    if ((*e)->collective == collective && a->ompi_id == number && !a->cma_native)
      return a;
  }
  return NULL;
}
