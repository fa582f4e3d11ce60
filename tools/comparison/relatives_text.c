/* Selects the platform from which values are taken if the user gave no --like. */
#include <math.h>

#include "compare/relatives.h"
#include "document/layout.h"
#include "fit_job.h"
#include "plan/expand.h"
#include "study/usage.h"

/* Writes the best relatives; `all`: every one. */
static void write_table(FILE *out, const GPtrArray *relatives, bool by_messages, bool all)
{
  enum { MAX_SHOWN = 3 };
  const struct tn_relative *best = relatives->pdata[0];
  g_autoptr(GString) layout = g_string_new("  {platform:13} {CPU:26} {unlike:>6}");
  if (by_messages)
    g_string_append(layout, " {error:>7.0%}");
  for (int d = TN_SAME_LLC; by_messages && d < TN_N_DISTANCES; d++)
    if (!isnan(best->off_at[d]))
      g_string_append_printf(layout, " {%s:>7.0%%}", tn_distance_names[d]);
  g_string_append(layout, "\n      {differs:wrap}");
  struct tn_table *t = tn_table_of(layout->str);
  const guint n = all ? relatives->len : MIN(relatives->len, MAX_SHOWN);
  for (guint i = 0; i < n; i++) {
    const struct tn_relative *r = relatives->pdata[i];
    tn_table_texts(t, r->name, r->cpu);
    tn_table_print(t, "%.2fx", r->unlike);
    if (by_messages)
      tn_table_number(t, r->off, 6);
    for (int d = TN_SAME_LLC; by_messages && d < TN_N_DISTANCES; d++)
      if (!isnan(best->off_at[d]))
        tn_table_number(t, r->off_at[d], 6);
    tn_table_text(t, *r->differs ? r->differs : "nothing known");
  }
  fprintf(out, "relatives, best first, and their differences\n%s",
          by_messages
              ? "  error: of the messages with their parameters, median of all and by distance\n"
              : "");
  tn_table_write_text(out, t, layout->str);
  if (n < relatives->len)
    fprintf(out, "  and %u more (turnstile platform import TOPOLOGY -o FILE shows all)\n",
            relatives->len - n);
}

char *tn_relative_choose(const struct tn_options *s, const char *topology, FILE *out,
                         GError **error)
{
  g_autoptr(GPtrArray) relatives = tn_relatives_of(topology, error);
  if (!relatives) {
    tn_usage_prefix(error, "platform");
    return NULL;
  }
  struct tn_relative *best = relatives->pdata[0];
  double page_size = NAN;
  struct tn_setup setup;
  if (!tn_resolve(s, best->platform, -1, &setup, error))
    return NULL;
  for (int i = 0; i < setup.n_overrides; i++)
    if (setup.overrides[i].param == TN_P_PAGE_SIZE)
      page_size = setup.overrides[i].value;
  g_free(setup.overrides);
  tn_relatives_sort_pages(relatives, page_size);
  best = relatives->pdata[0];
  struct tn_fit_job job = { .settings = s, .platform = best->platform };
  job.points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  job.windows = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  const bool ok = tn_fit_job_messages(&job, NULL, error);
  const bool by_messages = job.points->len > 0;
  if (ok && by_messages)
    tn_relatives_judge(relatives, job.points);
  g_array_unref(job.points);
  g_array_unref(job.windows);
  if (!ok)
    return NULL;
  write_table(out, relatives, by_messages, !(s->command & TN_CMD_ADVISE));
  best = relatives->pdata[0];
  fprintf(out, "chosen: %s, by %s (--like NAME chooses another)%s\n\n", best->name,
          by_messages ? "the messages" : "its shape",
          tn_platform_kernel(best->platform) == TN_KERNEL_PAPER
              ? "; with its kernel profile paper: --kernel linux-6 is a current Linux"
              : "");
  return g_strdup(best->name);
}
