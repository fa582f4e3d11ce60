#include "advise/cmd_advise_accepts.h"

#include <string.h>

static const enum tn_option accepted[] = {
  TN_OPT_PLATFORM,  TN_OPT_LIKE,      TN_OPT_SET,      TN_OPT_COLLECTIVE,    TN_OPT_ALGORITHM,
  TN_OPT_PARAM,     TN_OPT_RANKS,     TN_OPT_SIZE,     TN_OPT_TYPE,          TN_OPT_LAW,
  TN_OPT_MECHANISM, TN_OPT_TRANSPORT, TN_OPT_KERNEL,   TN_OPT_BACKING,       TN_OPT_EXACT,
  TN_OPT_PRECISION, TN_OPT_PROTOCOL,  TN_OPT_WARMUP,   TN_OPT_REPETITIONS,   TN_OPT_BUFFERS,
  TN_OPT_ARRIVAL,   TN_OPT_NOISE,     TN_OPT_SEED,     TN_OPT_BUDGET,        TN_OPT_OBJECTIVE,
  TN_OPT_LOSS,      TN_OPT_FOR,       TN_OPT_MEASURED, TN_OPT_BASE,          TN_OPT_MESSAGES,
  TN_OPT_FORMAT,    TN_OPT_OUTPUT,    TN_OPT_JOBS,     TN_OPT_POINT_TIMEOUT, TN_OPT_KEY,
};

/* The values that measure.c has a call for. */
static const struct {
  enum tn_option option;
  const char *values;
} measured[] = {
  { TN_OPT_COLLECTIVE,
    "bcast, reduce, allreduce, reduce_scatter_block, gather, scatter, allgather, "
    "alltoall, barrier" },
  { TN_OPT_BUFFERS, "unchanged, rewritten" },
  { TN_OPT_TYPE, "float32, float64, int32, uint8" },
};

static bool is_accepted(enum tn_option o)
{
  for (size_t i = 0; i < G_N_ELEMENTS(accepted); i++)
    if (accepted[i] == o)
      return true;
  return false;
}

/* Returns those of the list `asked` that `known` does not have, joined by ", ". Transfer full. */
static char *others(const char *asked, const char *known)
{
  g_auto(GStrv) words = g_strsplit(asked ? asked : "", ",", -1),
                values = g_strsplit(known, ", ", -1);
  GString *text = g_string_new(NULL);
  for (int i = 0; words[i]; i++)
    if (!g_strv_contains((const char *const *)values, g_strstrip(words[i])))
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", words[i]);
  return g_string_free(text, FALSE);
}

bool tn_advise_accepts(const struct tn_options *s, const char *file, GError **error)
{
  const char *begin = file ? file : "", *colon = file ? ": " : "";
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (s->value[o] && !is_accepted((enum tn_option)o))
      return tn_usage(error,
                      "%s%s%s: not for advise (it measures calls of root 0 in host memory, with "
                      "ranks by core)",
                      begin, colon, s->where[o]);
  for (size_t i = 0; i < G_N_ELEMENTS(measured); i++) {
    const enum tn_option o = measured[i].option;
    g_autofree char *left = others(s->value[o], measured[i].values);
    if (*left)
      return tn_usage(error, "%s%s%s: measure.c cannot measure %s (it can: %s)", begin, colon,
                      s->where[o], left, measured[i].values);
  }
  return true;
}
