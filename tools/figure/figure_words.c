#include "figure_words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "algos/library/library.h"
#include "platform/quantity.h"

static const struct {
  double seconds;
  const char *name;
} units[] = { { 1e-9, "ns" }, { 1e-6, "µs" }, { 1e-3, "ms" }, { 1, "s" } };

/* Returns the unit with at most three digits before the point. */
static size_t unit_of(double seconds)
{
  size_t u = 0;
  while (u + 1 < G_N_ELEMENTS(units) && seconds >= 999.5 * units[u].seconds)
    u++;
  return u;
}

char *tn_words_time(double seconds)
{
  const size_t u = unit_of(seconds);
  const double value = seconds / units[u].seconds;
  return g_strdup_printf("%.*f %s",
                         value < 9.995   ? 2
                         : value < 99.95 ? 1
                                         : 0,
                         value, units[u].name);
}

char *tn_words_tick(double seconds)
{
  const size_t u = unit_of(seconds);
  return g_strdup_printf("%.3g %s", seconds / units[u].seconds, units[u].name);
}

char *tn_words_longer(double ratio)
{
  const double percent = 100 * (ratio - 1);
  if (!isfinite(ratio))
    return g_strdup("much longer");
  if (ratio < 1.995)
    return g_strdup_printf("%.*f %% longer", percent < 9.95 ? 1 : 0, percent);
  return g_strdup_printf("%.*f times as long", ratio < 9.95 ? 1 : 0, ratio);
}

char *tn_words_size(int64_t size)
{
  return tn_format_size((size_t)size);
}

char *tn_words_sizes(int64_t first, int64_t last)
{
  g_autofree char *from = tn_words_size(first), *to = tn_words_size(last);
  return first == last ? g_strdup(from) : g_strdup_printf("%s to %s", from, to);
}

char *tn_words_ranks(int64_t ranks)
{
  return g_strdup_printf("%" PRId64 " rank%s", ranks, ranks == 1 ? "" : "s");
}

bool tn_is_library(const char *algorithm)
{
  return g_str_has_prefix(algorithm, TN_LIBRARY_PREFIX);
}

char *tn_words_algorithm(const char *algorithm)
{
  static const struct {
    const char *name, *title;
  } titles[] = {
    { "ompi", "Open MPI" }, { "mpich", "MPICH" }, { "intel", "Intel MPI" }, { "ucc", "UCC" }
  };
  if (!tn_is_library(algorithm))
    return g_strdup(algorithm);
  const char *name = algorithm + strlen(TN_LIBRARY_PREFIX);
  for (size_t i = 0; i < G_N_ELEMENTS(titles); i++) {
    const size_t n = strlen(titles[i].name);
    if (strncmp(name, titles[i].name, n) == 0 && (name[n] == '\0' || name[n] == '-'))
      return g_strdup_printf("%s%s%s’s default", titles[i].title, name[n] ? " " : "",
                             name[n] ? name + n + 1 : "");
  }
  return g_strdup_printf("%s’s default", name);
}
