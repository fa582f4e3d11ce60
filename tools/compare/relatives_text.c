#include "relatives_text.h"

#include <math.h>

#include "compare/relatives.h"
#include "fit_job.h"
#include "plan/expand.h"
#include "study/usage.h"
#include "wrap.h"

static void write_percent(FILE *out, double off)
{
  g_autofree char *text = g_strdup_printf("%.0f%%", off * 100);
  fprintf(out, " %7s", text);
}

static void write_table(FILE *out, const GPtrArray *relatives, bool by_messages)
{
  fprintf(out, "relatives, the best first, and in what they differ%s\n  %-13s %-26s %6s",
          by_messages
              ? "\n  error: of their prices for the messages, the median of all and by distance"
              : "",
          "platform", "CPU", "unlike");
  if (by_messages) {
    fprintf(out, " %7s", "error");
    for (int d = TN_SAME_LLC; d < TN_N_DISTANCES; d++)
      if (!isnan(((const struct tn_relative *)relatives->pdata[0])->off_at[d]))
        fprintf(out, " %7s", tn_distance_names[d]);
  }
  fputc('\n', out);
  for (guint i = 0; i < relatives->len; i++) {
    const struct tn_relative *r = relatives->pdata[i];
    fprintf(out, "  %-13s %-26s %5.2fx", r->name, r->cpu, r->unlike);
    if (by_messages)
      write_percent(out, r->off);
    for (int d = TN_SAME_LLC; by_messages && d < TN_N_DISTANCES; d++)
      if (!isnan(r->off_at[d]))
        write_percent(out, r->off_at[d]);
    fprintf(out, "\n      ");
    tn_wrap_write(out, 6, 6, TN_LINE_WIDTH, *r->differs ? r->differs : "nothing known");
  }
}

/* The page size that the user gives; NAN: none. False and *error: other options are wrong. */
static bool read_page_size(const struct tn_settings *s, const struct tn_platform *pf, double *ret,
                           GError **error)
{
  struct tn_setup setup;
  *ret = NAN;
  if (!tn_resolve(s, pf, -1, &setup, error))
    return false;
  for (int i = 0; i < setup.n_overrides; i++)
    if (setup.overrides[i].param == TN_P_PAGE_SIZE)
      *ret = setup.overrides[i].value;
  g_free(setup.overrides);
  return true;
}

char *tn_relative_choose(const struct tn_settings *s, const char *topology, FILE *out,
                         GError **error)
{
  GError *why = NULL;
  g_autoptr(GPtrArray) relatives = tn_relatives_of(topology, &why);
  if (!relatives) {
    tn_usage_prefix(error, why, "platform");
    return NULL;
  }
  struct tn_relative *best = relatives->pdata[0];
  double page_size;
  if (!read_page_size(s, best->platform, &page_size, error))
    return NULL;
  tn_relatives_sort_pages(relatives, page_size);
  best = relatives->pdata[0];
  struct tn_fit_job job = { .settings = s, .platform = best->platform };
  job.points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  const bool ok = tn_fit_job_messages(&job, NULL, error);
  const bool by_messages = job.points->len > 0;
  if (ok && by_messages)
    tn_relatives_judge(relatives, job.points);
  g_array_unref(job.points);
  if (!ok)
    return NULL;
  write_table(out, relatives, by_messages);
  best = relatives->pdata[0];
  fprintf(out, "taken: %s, by %s (--like NAME takes another)%s\n\n", best->name,
          by_messages ? "the messages" : "its shape",
          tn_platform_kernel(best->platform) == TN_KERNEL_PAPER
              ? "; with its kernel profile paper: --kernel linux-6 is a current Linux"
              : "");
  return g_strdup(best->name);
}
