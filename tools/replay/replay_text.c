#include "replay_text.h"

#include <math.h>

#include "plan/plan_replay.h"
#include "program_text.h"
#include "schema.h"

/* Share of collectives in the program's time below which their gain is not mentioned. */
#define NEARLY_NOTHING 0.05
/* Ranks with a larger share of the waiting are named. */
#define MAX_OF 0.5

const char tn_replay_columns[] = TN_REPLAY_COLUMNS " gain_us:dus gain_percent:d";

static const struct tn_assignment *variant_of(const struct tn_replay_report *r, guint v)
{
  return r->variants->pdata[v];
}

/* Returns the time of a class of calls in seconds under variant v; for the index after the last
 * class, the time of the whole program. */
static double time_of(const struct tn_replay_report *r, guint v, guint class)
{
  const struct tn_program_times *times = variant_of(r, v)->times;
  return class < r->replay->classes->all->len ? times->classes[class].inside : times->total;
}

/* Returns true if times differ beyond the rounding of sums. */
static bool differ(double before, double after)
{
  return fabs(before - after) > 1e-9 * before;
}

/* Returns the gain from `before` to `after` in seconds: "378 s, 93.0 %". Transfer full. */
static char *gain_text(double before, double after)
{
  if (!differ(before, after))
    return g_strdup("none");
  g_autofree char *time = tn_replay_time(before - after);
  return g_strdup_printf("%s, %.1f %%", time, tn_percent(before - after, before));
}

/* Returns the change from `before` to `after` in words: "a gain of 1.2 s, 3.0 %". Transfer full. */
static char *change_text(double before, double after)
{
  if (!differ(before, after))
    return g_strdup("no gain");
  g_autofree char *time = tn_replay_time(fabs(before - after));
  return g_strdup_printf("a %s of %s, %.1f %%", after < before ? "gain" : "loss", time,
                         tn_percent(fabs(before - after), before));
}

#define LAYOUT                                                                                     \
  "  {collective:*}  {ranks:>*}  {size:>*}  {calls:>*}  {algorithm:*}  {measured:>*?}  "           \
  "{predicted:>*}  {waiting:>*}  {itself:>*}  "

/* Adds the cells of a line from the column `measured` on (NAN if not measured). Takes ownership of
 * `gain`. */
static void put_line(struct tn_table *t, const struct tn_replay_report *r, guint v, double measured,
                     struct tn_class_times own, char *gain)
{
  tn_table_takes(t, r->measured && v == 0 ? tn_replay_time(measured) : NULL,
                 tn_replay_time(own.inside), tn_replay_time(own.waiting),
                 tn_replay_time(own.inside - own.waiting), gain);
}

static bool is_tuned(const struct tn_replay_report *r, guint v)
{
  return r->gains && v + 1 == r->variants->len;
}

/* Returns " (7.5 % without the imbalance ...)" if that is another gain. Transfer full. */
static char *even_text(const struct tn_replay_report *r)
{
  const double before = variant_of(r, 0)->times->total;
  const double after = variant_of(r, r->variants->len - 1)->times->total;
  if (!differ(before, after) || fabs(r->even_gain - (1.0 - after / before)) < TN_REPLAY_WORTH)
    return g_strdup("");
  return g_strdup_printf(" (%.1f %% without the imbalance of its computation)",
                         100.0 * r->even_gain);
}

static void write_table(struct tn_document *d, const struct tn_replay_report *r, guint v)
{
  const struct tn_program_times *all = variant_of(r, v)->times, *base = variant_of(r, 0)->times;
  /* The gain of a choice in its own class may return as waiting in another one. */
  const bool of_program = is_tuned(r, v);
  const char *layout = of_program ? LAYOUT "{program gains:>*}" : LAYOUT "{gain:>*?}";
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < r->replay->classes->all->len; i++) {
    const struct tn_call_class *c = tn_call_class(r->replay->classes, i);
    tn_table_text(t, c->name);
    tn_table_count(t, c->n_ranks);
    tn_table_take(t, tn_class_sizes(c));
    tn_table_number(t, r->replay->program->scale * c->n_calls, 0);
    const struct tn_choice *choice = &variant_of(r, v)->choices[i];
    const char *mechanism = tn_choice_mechanism(r->replay, choice);
    tn_table_take(t, choice->algorithm
                         ? g_strdup_printf("%s (%s)", choice->algorithm->name, mechanism)
                         : g_strdup("as measured"));
    put_line(t, r, v, r->measured ? r->measured->classes[i].inside : NAN, all->classes[i],
             v == 0       ? NULL
             : of_program ? gain_text(base->total, base->total - r->gains[i])
                          : gain_text(base->classes[i].inside, all->classes[i].inside));
  }
  if (r->replay->classes->all->len > 1) {
    tn_table_texts(t, "all", NULL, NULL, NULL, NULL);
    put_line(t, r, v, r->measured ? r->measured->inside : NAN,
             (struct tn_class_times){ all->inside, all->waiting },
             v == 0       ? NULL
             : of_program ? gain_text(base->total, all->total)
                          : gain_text(base->inside, all->inside));
  }
  tn_document_table(d, t, layout);
}

/* Returns the rank that causes most of the waiting if collectives take no time; -1 if no single
 * rank does. */
static int latest(const struct tn_replay_report *r, double *ret_share)
{
  int most = 0;
  for (int rank = 1; rank < r->replay->program->n_ranks; rank++)
    if (r->free->late[rank] > r->free->late[most])
      most = rank;
  *ret_share = r->free->waiting > 0.0 ? r->free->late[most] / r->free->waiting : 0.0;
  return *ret_share > MAX_OF ? most : -1;
}

/* Returns a text with the time of the whole program, and with the parts that are not simulated.
 * Transfer full. */
static char *total_text(const struct tn_replay_report *r, double seconds)
{
  g_autofree char *time = tn_replay_time(seconds);
  const char *left_out = r->replay->program->left_out;
  return left_out ? g_strdup_printf("%s without %s", time, left_out) : g_steal_pointer(&time);
}

/* Writes the time's parts, and the most that faster collectives could gain. */
static void write_verdict(struct tn_document *d, const struct tn_replay_report *r)
{
  const struct tn_program_times *times = variant_of(r, 0)->times;
  g_autofree char *total = total_text(r, times->total), *inside = tn_replay_time(times->inside);
  g_autofree char *waiting = tn_replay_time(times->waiting);
  g_autofree char *measured = r->measured ? tn_replay_time(r->measured->total) : NULL;
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(
      text,
      "The program is predicted to take %s%s%s%s. Its ranks spend %s of that in collectives (%.1f "
      "%%), of which %s (%.1f %%) is waiting for ranks that enter later.",
      total, measured ? " (it took " : "", measured ? measured : "", measured ? ")" : "", inside,
      tn_percent(times->inside, times->total), waiting, tn_percent(times->waiting, times->inside));
  const double all = variant_of(r, 0)->times->total, gain = all - r->free->total;
  g_autofree char *waits = tn_replay_time(r->free->waiting),
                  *least = tn_replay_time(r->free->total);
  g_autofree char *most = tn_replay_time(gain);
  double share;
  const int late = latest(r, &share);
  g_string_append_printf(text,
                         " If collectives took no time, it would take %s, of which ranks would "
                         "wait %s for others that compute longer",
                         least, waits);
  if (late >= 0)
    g_string_append_printf(text, " (%.0f %% for rank %d)", 100.0 * share, late);
  g_string_append_printf(text, ": no algorithm can gain more than %s, %.1f %%.", most,
                         tn_percent(gain, all));
  if (times->total - r->free->total <= NEARLY_NOTHING * times->inside && times->inside > 0.0 &&
      tn_replay_disturbance(times, r->measured) < TN_REPLAY_DISTURBED &&
      !r->replay->program->left_out)
    g_string_append(text, " Nearly all is waiting: no algorithm helps this program; an even "
                          "distribution of its work would.");
  tn_document_paragraph(d, 0, "%s", text->str);
}

static void write_agreement(struct tn_document *d, const struct tn_replay_report *r)
{
  const struct tn_program_times *times = variant_of(r, 0)->times;
  if (!r->measured)
    return;
  g_autofree char *predicted = tn_replay_time(times->inside),
                  *measured = tn_replay_time(r->measured->inside);
  g_autofree char *own = tn_replay_time(times->inside - times->waiting);
  g_autofree char *own_measured = tn_replay_time(r->measured->inside - r->measured->waiting);
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text,
                         "Predicted and measured: %s and %s in collectives (%+.1f %%), of which "
                         "without waiting %s and %s.",
                         predicted, measured,
                         tn_percent(times->inside - r->measured->inside, r->measured->inside), own,
                         own_measured);
  const double factor = tn_replay_disturbance(times, r->measured);
  if (factor >= TN_REPLAY_DISTURBED)
    g_string_append_printf(text, " That is %.0f times as long" TN_REPLAY_DISTURBED_TEXT ".",
                           factor);
  tn_document_paragraph(d, 0, "%s", text->str);
}

/* Writes whose algorithms the best variant has, if no library restricts them. */
static void write_candidates(struct tn_document *d, const struct tn_replay_report *r)
{
  const char *library = r->replay->program->library;
  g_autofree char *why = library ? g_strdup_printf("%s has no files of rules", library)
                                 : g_strdup("the program names none");
  tn_document_paragraph(
      d, 0,
      "\nThe best are of any library, since %s (--for RELEASE tries only its own), "
      "without KNEM, which no current kernel has (--mechanism knem tries it).",
      why);
}

void tn_replay_write(struct tn_document *d, const struct tn_replay_report *r)
{
  const struct tn_program_times *base = variant_of(r, 0)->times;
  struct tn_table *t = tn_table_new(tn_replay_columns);
  for (guint v = 0; v < r->variants->len; v++)
    for (guint class = 0; class <= r->replay->classes->all->len; class ++) {
      const double before = time_of(r, 0, class), gain = before - time_of(r, v, class);
      tn_replay_put(t, r->replay, variant_of(r, v), class, r->measured, 3);
      tn_table_number(t, 1e6 * gain, 3);
      tn_table_print(t, "%.2f", tn_percent(gain, before));
    }
  tn_document_rows(d, NULL, t);
  tn_document_paragraph(d, 2, "%s", r->about);
  for (guint i = 0; i < r->notes->len; i++)
    tn_document_paragraph(d, -1, "%s", (const char *)r->notes->pdata[i]);
  for (guint v = 0; v < r->variants->len; v++) {
    const struct tn_assignment *variant = variant_of(r, v);
    g_autofree char *total = total_text(r, variant->times->total);
    g_autofree char *change = change_text(base->total, variant->times->total);
    g_autofree char *even = is_tuned(r, v) ? even_text(r) : g_strdup("");
    if (v > 0)
      tn_document_paragraph(d, 0, "\nwith %s: the program takes %s, %s%s", variant->name, total,
                            change, even);
    else
      tn_document_paragraph(d, -1, "with %s:", variant->name);
    write_table(d, r, v);
    if (v == 0) {
      write_verdict(d, r);
      write_agreement(d, r);
    }
  }
  if (r->gains)
    tn_replay_write_leads(d, r);
  if (r->gains && !r->library_rows)
    write_candidates(d, r);
  if (r->gains)
    tn_replay_write_measurements(d, r);
  if (r->library_rows)
    tn_replay_write_settings(d, r);
}
