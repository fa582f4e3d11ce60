/* Simulates a point without and with a delay of one rank. The first run records when the last call
 * starts. The second run has the delay as an additional noise. Workers write the ranks' times into
 * shared memory. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "rows/text_rows.h"
#include "run_points.h"
#include "schema.h"
#include "signals.h"
#include "study/study_shared.h"

#define MICROSECONDS 1e6
/* A rank counts as affected if it is delayed by at least this fraction of the imposed delay.
 * Smaller delays come from memory and links that are used at other times. */
#define REACHES 0.01

/* Imposed delay of a rank: `seconds` long, beginning `at` seconds after the ranks met before the
 * call. */
struct delay {
  int rank;
  double seconds, at;
};

enum reach { NOT_REACHED, LEAVES_LATER, DATA_LATER };
static const char *const reach_names[] = { "no", "exit", "data" };

/* Times of a rank in seconds since the ranks met before the call, and how much later they are with
 * the delay (_later). `data`: arrival of the last byte, NAN if no byte arrived. */
struct late {
  double data, data_later, exit, exit_later;
  enum reach reach;
};

/* Parses RANK:TIME[@BEGIN], as in "3:20ms@1ms". Errors are usage errors. */
static bool parse(const char *text, struct delay *ret, GError **error)
{
  struct delay own = { .at = 0.0 };
  int64_t rank;
  g_auto(GStrv) words = g_strsplit(text, ":", 2);
  g_auto(GStrv) times = g_strsplit(words[0] && words[1] ? words[1] : "", "@", 2);
  if (!times[0] || !tn_parse_int(words[0], 0, INT_MAX - 1, &rank, NULL) ||
      !tn_parse_time(times[0], &own.seconds, NULL) ||
      (times[1] && !tn_parse_time(times[1], &own.at, NULL)) || own.seconds <= 0.0 ||
      own.seconds > TN_NOISE_LONGEST || own.at > TN_NOISE_LONGEST)
    return tn_usage(error,
                    "\"%s\" is not a rank and its delay, RANK:TIME or "
                    "RANK:TIME@BEGIN, up to 1000s (try 3:20ms or 3:20ms@1ms)",
                    text);
  own.rank = (int)rank;
  *ret = own;
  return true;
}

/* Runs the point under its plan's conditions. `more`: the delay as an additional noise, or NULL. */
static bool run(const struct tn_plan *plan, const struct tn_point *point,
                const struct tn_noise_source *more, struct tn_sim_stamps *stamps)
{
  struct tn_conditions c = *tn_study_conditions(plan->study);
  struct tn_noises noises = { .n = c.noise ? c.noise->n : 0 };
  noises.sources = g_new0(struct tn_noise_source, noises.n + 1);
  if (noises.n > 0)
    memcpy(noises.sources, c.noise->sources, sizeof *noises.sources * (size_t)noises.n);
  if (more)
    noises.sources[noises.n++] = *more;
  c.outputs.stamps = stamps;
  struct tn_study *study = tn_study_new(&c);
  struct tn_point own = *point;
  own.noise = noises.n > 0 ? &noises : NULL;
  tn_study_take(study, &own);
  const bool ok = tn_run_study(study);
  tn_study_free(study);
  g_free(noises.sources);
  return ok;
}

const char tn_delay_columns[] =
    "platform ranks:i root:i collective algorithm params mechanism "
    "size_bytes:iB delayed:i delay_us:dus begin_us:dus rank:i "
    "data_us:dus data_later_us:dus exit_us:dus exit_later_us:dus reached";

static void put_point(struct tn_table *t, const struct tn_point *p, const struct delay *delay,
                      const struct late *late)
{
  g_autofree char *params = tn_point_params(p);
  for (int r = 0; r < p->call.n_ranks; r++) {
    const struct late *l = &late[r];
    tn_table_text(t, tn_platform_name(p->setup->platform));
    tn_table_counts(t, p->call.n_ranks, p->call.root);
    tn_table_texts(t, tn_collective_names[p->call.collective], p->algorithm->name, params,
                   tn_mechanism_names[p->mechanism]);
    tn_table_counts(t, (int64_t)p->call.block, delay->rank);
    tn_table_numbers(t, 6, delay->seconds * MICROSECONDS, delay->at * MICROSECONDS);
    tn_table_count(t, r);
    tn_table_numbers(t, 6, l->data * MICROSECONDS, l->data_later * MICROSECONDS,
                     l->exit * MICROSECONDS, l->exit_later * MICROSECONDS);
    tn_table_text(t, reach_names[l->reach]);
  }
}

/* Prints the ranks on which the delay has at least the effect `least`, as in "WHAT 5 of 16 ranks: 3
 * 7-9 11". */
static void write_set(struct tn_document *d, const char *what, const struct late *late, int n,
                      enum reach least)
{
  int count = 0;
  for (int r = 0; r < n; r++)
    count += late[r].reach >= least;
  g_autoptr(GString) text = g_string_new(what);
  g_string_append_printf(text, " %d of %d ranks%s", count, n, count ? ":" : "");
  for (int r = 0, last; r < n; r = last + 1) {
    last = r;
    if (late[r].reach < least)
      continue;
    while (last + 1 < n && late[last + 1].reach >= least)
      last++;
    g_string_append_printf(text, last > r ? " %d-%d" : " %d", r, last);
  }
  tn_document_paragraph(d, -1, "  %s", text->str);
}

/* Simulates the point without and with the delay. Stores the ranks' times in `ret`. */
static bool map_point(const struct tn_plan *plan, const struct tn_point *p,
                      const struct delay *delay, struct late *ret)
{
  const int n = p->call.n_ranks;
  struct tn_sim_stamps *without = tn_shared_new(tn_stamps_bytes(n)),
                       *with = tn_shared_new(tn_stamps_bytes(n));
  bool ok = run(plan, p, NULL, without);
  const struct tn_noise_source more = { .process = TN_NOISE_INJECT,
                                        .at = without->start + delay->at,
                                        .shortest = delay->seconds,
                                        .longest = delay->seconds,
                                        .first_rank = delay->rank,
                                        .last_rank = delay->rank };
  ok = ok && run(plan, p, &more, with);
  if (ok) {
    const double enough = REACHES * delay->seconds;
    for (int r = 0; r < n; r++) {
      struct late *l = &ret[r];
      const bool has_data = without->rank[r].data > without->start;
      l->exit = without->rank[r].exit - without->start;
      l->exit_later = with->rank[r].exit - without->rank[r].exit;
      l->data = has_data ? without->rank[r].data - without->start : NAN;
      l->data_later = has_data ? with->rank[r].data - without->rank[r].data : NAN;
      l->reach = l->data_later > enough   ? DATA_LATER
                 : l->exit_later > enough ? LEAVES_LATER
                                          : NOT_REACHED;
    }
  }
  tn_shared_free(without, tn_stamps_bytes(n));
  tn_shared_free(with, tn_stamps_bytes(n));
  return ok;
}

/* Returns true if --delay-map can show the plan; otherwise returns false and sets *error. */
static bool check(const struct tn_plan *plan, const struct delay *delay, int *ret_format,
                  GError **error)
{
  const struct tn_options *s = plan->settings;
  if (!tn_read_name(s, TN_OPT_FORMAT, tn_output_names, ret_format, error))
    return false;
  for (guint i = 0; i < tn_study_n(plan->study); i++) {
    const int n = tn_study_point(plan->study, i)->call.n_ranks;
    if (delay->rank < n)
      continue;
    return tn_usage(error, "%s: no rank %d: a point has %d ranks, 0..%d",
                    tn_options_where(s, TN_OPT_DELAY_MAP), delay->rank, n, n - 1);
  }
  return TN_NONE_SAID(s, error, "not with --delay-map", TN_OPT_IDEAL, TN_OPT_TIMELINE,
                      TN_OPT_UNCERTAINTY, TN_OPT_JITTER, TN_OPT_SEAL);
}

bool tn_delay_map(const struct tn_plan *plan, GError **error)
{
  const struct tn_options *s = plan->settings;
  struct delay delay;
  bool ok = true;
  int format;
  if (!parse(s->delay_map, &delay, error))
    return tn_usage_prefix(error, tn_options_where(s, TN_OPT_DELAY_MAP));
  if (!check(plan, &delay, &format, error))
    return false;
  struct tn_document *d = tn_document_new((enum tn_output)format);
  struct tn_table *table = tn_table_new(tn_delay_columns);
  for (guint i = 0; i < tn_study_n(plan->study) && !tn_signal_caught; i++) {
    const struct tn_point *p = tn_study_point(plan->study, i);
    g_autofree struct late *late = g_new0(struct late, p->call.n_ranks);
    if (!map_point(plan, p, &delay, late)) {
      ok = false;
      continue;
    }
    if (tn_table_n_rows(table) > 0)
      tn_document_gap(d);
    g_autofree char *what = tn_point_describe(p);
    const int n = p->call.n_ranks;
    tn_document_paragraph(d, -1, "%s: rank %d stops for %g us, %g us after the ranks met", what,
                          delay.rank, delay.seconds * MICROSECONDS, delay.at * MICROSECONDS);
    write_set(d, "data come later to", late, n, DATA_LATER);
    write_set(d, "reached in all:", late, n, LEAVES_LATER);
    struct tn_table *t = tn_table_new(tn_delay_columns);
    put_point(t, p, &delay, late);
    tn_document_table(d, t,
                      "  {rank:>6} {data us=data_us:>12.2} {later us=data_later_us:>12.2} "
                      "{exit us=exit_us:>12.2} {later us=exit_later_us:>12.2}  {reached}");
    put_point(table, p, &delay, late);
  }
  tn_document_rows(d, NULL, table);
  return tn_writer_print(s, d, error) && ok;
}
