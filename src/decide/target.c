#include "target.h"

#include "study/usage.h"

const char *const tn_target_names[] = { [TN_FOR_OMPI_4_1] = "ompi-4.1",
                                        [TN_FOR_OMPI_5_0] = "ompi-5.0",
                                        [TN_FOR_OMPI_6_0_CLASSIC] = "ompi-6.0-classic",
                                        [TN_FOR_OMPI_6_0] = "ompi-6.0",
                                        [TN_FOR_MPICH_4_0] = "mpich-4.0",
                                        [TN_FOR_MPICH_4_3] = "mpich-4.3",
                                        [TN_FOR_MPICH_5_0] = "mpich-5.0",
                                        [TN_FOR_MVAPICH_PLUS] = "mvapich-plus",
                                        [TN_FOR_UCC] = "ucc",
                                        [TN_FOR_XHC] = "xhc",
                                        [TN_FOR_ACOLL] = "acoll",
                                        [TN_FOR_UCX] = "ucx",
                                        [TN_N_TARGETS] = NULL };

/* Names that begin so are refused, and why. */
static const struct {
  const char *prefix, *why;
} refused[] = {
  { "intel", "Intel MPI's numbers select presets of several algorithms each, and its tuning files "
             "are binary: nothing that names an algorithm can be written" },
  { "impi", "Intel MPI's numbers select presets of several algorithms each, and its tuning files "
            "are binary: nothing that names an algorithm can be written" },
  { "han", "coll/han withdraws from communicators within one node: its rules never act there" },
  { "mpich", "of MPICH's releases only the JSON of these is known" },
  { "mvapich", "MVAPICH2's tables are compiled in; there are files from MVAPICH-Plus on" },
};

enum tn_format tn_target_format(enum tn_target target)
{
  static const enum tn_format formats[TN_N_TARGETS] = {
    [TN_FOR_OMPI_4_1] = TN_FORMAT_CLASSIC,
    [TN_FOR_OMPI_5_0] = TN_FORMAT_CLASSIC,
    [TN_FOR_OMPI_6_0_CLASSIC] = TN_FORMAT_CLASSIC,
    [TN_FOR_OMPI_6_0] = TN_FORMAT_TUNED_JSON,
    [TN_FOR_MPICH_4_0] = TN_FORMAT_MPICH,
    [TN_FOR_MPICH_4_3] = TN_FORMAT_MPICH,
    [TN_FOR_MPICH_5_0] = TN_FORMAT_MPICH,
    [TN_FOR_MVAPICH_PLUS] = TN_FORMAT_MPICH,
    [TN_FOR_UCC] = TN_FORMAT_UCC,
    [TN_FOR_XHC] = TN_FORMAT_MCA,
    [TN_FOR_ACOLL] = TN_FORMAT_MCA,
    [TN_FOR_UCX] = TN_FORMAT_UCX,
  };
  return formats[target];
}

bool tn_target_find(const char *name, enum tn_target *ret, GError **error)
{
  g_autofree char *list = g_strjoinv(", ", (char **)tn_target_names);
  const int found = name ? tn_name_find(tn_target_names, name) : -1;
  if (!name) {
    g_set_error(error, TN_USAGE_ERROR, 0, "for which library? (--for RELEASE: %s)", list);
    return false;
  }
  if (found >= 0) {
    *ret = (enum tn_target)found;
    return true;
  }
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++)
    if (g_str_has_prefix(name, refused[i].prefix)) {
      g_set_error(error, TN_USAGE_ERROR, 0, "--for %s: %s (there are: %s)", name, refused[i].why,
                  list);
      return false;
    }
  return tn_usage_unknown(error, "--for", "library", name, tn_target_names);
}

bool tn_target_is_written(enum tn_target target, GError **error)
{
  if (target != TN_FOR_ACOLL)
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0,
              "--for %s: coll/acoll has no parameter that chooses an algorithm, so that nothing of "
              "rows can be written (lint checks files of its parameters)",
              tn_target_names[target]);
  return false;
}
