#include "profile.h"

#include "algos/kit/reduction.h"
#include "document/wrap.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "program_text.h"
#include "signals.h"

struct tn_profile {
  struct tn_program *program;
  struct tn_call_classes *classes;
  struct tn_program_times *times; /* measured times of the classes; NULL if unknown */
};

struct tn_profile *tn_profile_load(const struct tn_options *s, GError **error)
{
  struct tn_program *program = tn_program_load(s->profile, error);
  if (!program)
    return NULL;
  struct tn_profile *p = g_new0(struct tn_profile, 1);
  p->program = program;
  p->classes = tn_call_classes_new(p->program);
  p->times = tn_program_times_new(p->program, p->classes);
  if (!tn_program_times_measured(p->program, p->classes, p->times))
    g_clear_pointer(&p->times, tn_program_times_free);
  return p;
}

void tn_profile_free(struct tn_profile *profile)
{
  if (!profile)
    return;
  tn_program_times_free(profile->times);
  tn_call_classes_free(profile->classes);
  tn_program_free(profile->program);
  g_free(profile);
}

static void append_size(GArray *sizes, size_t bytes)
{
  if (sizes->len == 0 || g_array_index(sizes, size_t, sizes->len - 1) != bytes)
    g_array_append_val(sizes, bytes);
}

/* Returns the sizes of class `first` and of the following classes of calls with the same collective
 * and ranks. *ret_end: index after these classes. *ret_whole: true if all sizes are multiples of
 * the element size. Transfer full. */
static GArray *sizes_from(const struct tn_profile *p, guint first, guint *ret_end, bool *ret_whole)
{
  const size_t element = tn_type_size(TN_FLOAT32);
  GArray *sizes = g_array_new(FALSE, FALSE, sizeof(size_t));
  const struct tn_call_class *of = tn_call_class(p->classes, first);
  bool whole = true;
  for (*ret_end = first; *ret_end < p->classes->all->len; ++*ret_end) {
    const struct tn_call_class *c = tn_call_class(p->classes, *ret_end);
    if (c->collective != of->collective || c->n_ranks != of->n_ranks)
      break;
    whole = whole && c->least % element == 0 && c->most % element == 0;
    append_size(sizes, c->least);
    append_size(sizes, c->most);
  }
  *ret_whole = whole;
  return sizes;
}

/* Runs the points of class `c` and of the following classes with the same collective and ranks.
 * *ret_end: index after these classes. Returns false and *error on failure. */
static bool collect_classes(const struct tn_profile *p, guint c, guint *ret_end,
                            struct tn_tune_input *field, const struct tn_options *s, GError **error)
{
  const struct tn_call_class *class = tn_call_class(p->classes, c);
  bool whole = true;
  g_autoptr(GArray) sizes = sizes_from(p, c, ret_end, &whole);
  if (class->collective == TN_PROGRAM_UNMODELLED)
    return true;
  const enum tn_collective collective = (enum tn_collective) class->collective;
  const struct tn_replacements replacements = {
    .where = "--profile",
    .collective = TN_JUST(collective),
    .ranks = class->n_ranks,
    .sizes = tn_collective_synchronises(collective) ? NULL : sizes,
    .type = tn_collective_reduces(collective) && !whole ? TN_JUST(TN_UINT8) : 0,
  };
  return tn_tune_input_add(field, &replacements, s, error);
}

bool tn_profile_collect(const struct tn_profile *p, struct tn_tune_input *field,
                        const struct tn_options *s, GError **error)
{
  g_autoptr(GPtrArray) refused = g_ptr_array_new_with_free_func(g_free);
  field->rows = tn_rows_new();
  field->ok = true;
  if (s->rows->len)
    return tn_usage(error, "--profile: not with rows that are there (%s)",
                    (const char *)s->rows->pdata[0]);
  if (!TN_NONE_SAID(s, error, "not with --profile, which sets the calls", TN_OPT_COLLECTIVE,
                    TN_OPT_RANKS, TN_OPT_SIZE, TN_OPT_COUNTS))
    return false;
  for (guint c = 0, end; c < p->classes->all->len; c = end) {
    const struct tn_call_class *class = tn_call_class(p->classes, c);
    GError *why = NULL;
    if (collect_classes(p, c, &end, field, s, &why))
      continue;
    if (tn_signal_caught) {
      g_propagate_error(error, why);
      return false;
    }
    g_ptr_array_add(refused,
                    g_strdup_printf("%s, %d ranks: %s", class->name, class->n_ranks, why->message));
    g_error_free(why);
  }
  /* print why some calls cannot run, unless no call can run */
  for (guint i = 0; field->rows->len > 0 && i < refused->len; i++)
    tn_print_message("skipped: %s", (const char *)refused->pdata[i]);
  if (field->rows->len > 0)
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0, "%s",
              refused->len ? (const char *)refused->pdata[0]
                           : "no call of a collective that is simulated");
  g_prefix_error(error, "%s: ", s->profile);
  return false;
}

/* Returns the seconds of a class's calls, without the time in which ranks wait. */
static double own_time(const struct tn_profile *p, guint class)
{
  const struct tn_class_times *t = &p->times->classes[class];
  return t->inside - t->waiting;
}

static int by_time(const void *x, const void *y, void *profile)
{
  const double a = own_time(profile, *(const guint *)x), b = own_time(profile, *(const guint *)y);
  return a > b ? -1 : a < b;
}

void tn_profile_write(struct tn_document *d, const struct tn_profile *p)
{
  const guint n = p->classes->all->len;
  g_autofree guint *order = g_new(guint, n + 1);
  if (!p->times)
    return;
  const double all = p->times->inside - p->times->waiting;
  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data(order, (gint)n, sizeof *order, by_time, (void *)p);
  tn_document_paragraph(d, -1,
                        "\n%s: where its time in collectives went, without waiting for late ranks",
                        p->program->name);
  static const char layout[] =
      "  {share:>7}  {collective:20} {ranks:>5}  {from:>8} {to:>8} {calls:>7}";
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < n; i++) {
    const struct tn_call_class *c = tn_call_class(p->classes, order[i]);
    tn_table_print(t, "%.1f %%", tn_percent(own_time(p, order[i]), all));
    tn_table_text(t, c->name);
    tn_table_count(t, c->n_ranks);
    tn_table_takes(t, tn_format_size(c->least), tn_format_size(c->most));
    tn_table_count(t, c->n_calls);
  }
  tn_document_table(d, t, layout);
}
