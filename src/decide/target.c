#include "target.h"

#include "algos/library/library.h"
#include "platform/transports.h"
#include "study/case.h"
#include "study/usage.h"

/* All that a release is: X(id, name, format, own decision, that without a release, transport). */
#define OMPI(release) TN_RELEASE_OF("ompi", release)
#define MPICH(release) TN_RELEASE_OF("mpich", release)
#define SENDS(transport) TN_JUST(TN_TRANSPORT_##transport)
#define RELEASES(X)                                                                                \
  X(OMPI_4_1, "ompi-4.1", CLASSIC, OMPI("4.1"), NULL, SENDS(OMPI_VADER))                           \
  X(OMPI_5_0, "ompi-5.0", CLASSIC, OMPI("5.0"), NULL, SENDS(OMPI_OB1))                             \
  X(OMPI_6_0_CLASSIC, "ompi-6.0-classic", CLASSIC, OMPI("6.0"), TN_OMPI_CHOICE, SENDS(OMPI_OB1))   \
  X(OMPI_6_0, "ompi-6.0", TUNED_JSON, OMPI("6.0"), TN_OMPI_CHOICE, SENDS(OMPI_OB1))                \
  X(MPICH_4_0, "mpich-4.0", MPICH, MPICH("4.0"), NULL, SENDS(MPICH_4_0))                           \
  X(MPICH_4_3, "mpich-4.3", MPICH, MPICH("4.3"), NULL, SENDS(MPICH_4_3))                           \
  X(MPICH_5_0, "mpich-5.0", MPICH, MPICH("5.0"), TN_LIBRARY_PREFIX "mpich", SENDS(MPICH_5_0))      \
  X(MVAPICH_PLUS, "mvapich-plus", MPICH, NULL, NULL, 0)                                            \
  X(UCC, "ucc", UCC, TN_LIBRARY_PREFIX "ucc", NULL, SENDS(OMPI_UCX))                               \
  X(XHC, "xhc", MCA, TN_LIBRARY_PREFIX "xhc", NULL, 0)                                             \
  X(UCX, "ucx", UCX, NULL, NULL, 0)

#define NAME(id, name, ...) [TN_FOR_##id] = name,
const char *const tn_target_names[] = { RELEASES(NAME)[TN_N_TARGETS] = NULL };

#define RELEASE(id, name, format, own, newest, transport)                                          \
  [TN_FOR_##id] = { TN_FORMAT_##format, own, newest, transport },
const struct tn_release tn_releases[TN_N_TARGETS] = { RELEASES(RELEASE) };

/* Names that begin so are refused, and why. */
static const struct {
  const char *prefix, *why;
} refused[] = {
  { "intel", "Intel MPI's numbers select presets of several algorithms each, and its tuning files "
             "are binary: nothing that names an algorithm can be written" },
  { "impi", "Intel MPI's numbers select presets of several algorithms each, and its tuning files "
            "are binary: nothing that names an algorithm can be written" },
  { "han", "coll/han withdraws from communicators within one node: its rules never act there" },
  { "acoll", "coll/acoll has no parameter that chooses an algorithm" },
  { "mpich", "of MPICH's releases only the JSON of these is known" },
  { "mvapich", "MVAPICH2's tables are compiled in; there are files from MVAPICH-Plus on" },
};

enum tn_format tn_target_format(enum tn_target target)
{
  return tn_releases[target].format;
}

const char *tn_target_transport(enum tn_target target)
{
  const int transport = tn_releases[target].transport;
  return transport ? tn_transport_names[transport - 1] : NULL;
}

bool tn_target_is_own(enum tn_target target, const char *algorithm)
{
  const struct tn_release *release = &tn_releases[target];
  return g_strcmp0(release->own, algorithm) == 0 || g_strcmp0(release->newest, algorithm) == 0;
}

bool tn_target_find(const char *name, enum tn_target *ret, GError **error)
{
  g_autofree char *list = g_strjoinv(", ", (char **)tn_target_names);
  const int found = name ? tn_name_find(tn_target_names, name) : -1;
  if (!name)
    return tn_usage(error, "for which library? (--for RELEASE: %s)", list);
  if (found >= 0) {
    *ret = (enum tn_target)found;
    return true;
  }
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++)
    if (g_str_has_prefix(name, refused[i].prefix))
      return tn_usage(error, "--for %s: %s (there are: %s)", name, refused[i].why, list);
  return tn_usage_unknown(error, "--for", "library", name, tn_target_names);
}
