#include "target.h"

#include <string.h>

#include "algos/library/library.h"
#include "platform/transports.h"
#include "study/case.h"
#include "study/usage.h"

const char *const tn_target_names[] = {
#define TN_TARGET(id, name, ...) name,
#include "targets.def"
#undef TN_TARGET
  NULL
};

#define TN_TRANSPORT_NONE (-1)
const struct tn_release tn_releases[TN_N_TARGETS] = {
#define TN_TARGET(id, name, format, own, newest, transport)                                        \
  { TN_FORMAT_##format, own, newest, TN_JUST(TN_TRANSPORT_##transport) },
#include "targets.def"
#undef TN_TARGET
};

/* Names of libraries for which no files can be written, with the reason. */
static const struct {
  const char *prefix, *why;
} refused[] = {
  { "intel", "Intel MPI's numbers select presets of several algorithms, and its tuning files are "
             "binary: no file can name an algorithm" },
  { "impi", "Intel MPI's numbers select presets of several algorithms, and its tuning files are "
            "binary: no file can name an algorithm" },
  { "han", "coll/han is off within one node: its rules have no effect there" },
  { "acoll", "coll/acoll has no parameter that chooses an algorithm" },
  { "mpich", "only the JSON of these MPICH releases is known" },
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

static const struct tn_threshold thresholds[] = {
#define TN_THRESHOLD(target, collective, name, kind, never, memory)                                \
  { TN_FOR_##target, collective, name, TN_THRESHOLD_##kind, never, TN_THRESHOLD_OF_##memory },
#include "thresholds.def"
};

const struct tn_threshold *tn_threshold_of(enum tn_target target, const char *collective)
{
  for (gsize i = 0; i < G_N_ELEMENTS(thresholds); i++)
    if (thresholds[i].target == target && strcmp(thresholds[i].collective, collective) == 0)
      return &thresholds[i];
  return NULL;
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
  for (int t = 0; t < TN_N_TARGETS; t++) {
    const char *newest = tn_releases[t].newest;
    if (newest && t != TN_FOR_OMPI_6_0_CLASSIC &&
        strcmp(name, newest + strlen(TN_LIBRARY_PREFIX)) == 0) {
      *ret = (enum tn_target)t;
      return true;
    }
  }
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++)
    if (g_str_has_prefix(name, refused[i].prefix))
      return tn_usage(error, "--for %s: %s (there are: %s)", name, refused[i].why, list);
  return tn_usage_unknown(error, "--for", "library", name, tn_target_names);
}
