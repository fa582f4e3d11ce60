#include "skeleton.h"

#include <math.h>

#include "algos/registry.h"
#include "classes.h"

/* Largest share of the time for calls whose number is no multiple of the iterations. */
#define MAX_OFF 0.01

struct skeleton {
  const struct tn_program *program;
  struct tn_call_classes *classes;
  double *weight; /* [classes] weight of a call: its measured seconds, or 1 without measured times;
                   * 0: the class is omitted */
  guint iterations;
  int n_ranks;
};

static guint times_of(const struct skeleton *s, guint class, guint iterations)
{
  return (tn_call_class(s->classes, class)->n_calls + iterations / 2) / iterations;
}

/* Returns the computation time of a rank per iteration, in seconds; *ret_deviation: its standard
 * deviation over ranks. The order of the calls of all ranks determines to which iteration they
 * belong. */
static double computation_of(const struct skeleton *s, double *ret_deviation)
{
  const struct tn_program *p = s->program;
  const guint n = (guint)p->n_ranks;
  g_autofree double *computed = g_new0(double, (gsize)s->iterations *n);
  double sum = 0.0, squares = 0.0;
  for (guint i = 0; i < p->calls->len; i++) {
    const struct tn_program_call *call = tn_program_call(p, i);
    const struct tn_program_group *group = tn_program_group_of(p, call);
    const gsize k = (gsize)((guint64)i * s->iterations / p->calls->len);
    for (int r = 0; r < group->n; r++)
      computed[k * n + (guint)group->rank[r]] +=
          g_array_index(p->computed, double, call->first + (guint)r);
  }
  for (guint k = 0; k < s->iterations; k++) {
    double mean = 0.0;
    for (guint r = 0; r < n; r++)
      mean += computed[k * n + r] / n;
    for (guint r = 0; r < n; r++)
      squares += (computed[k * n + r] - mean) * (computed[k * n + r] - mean);
    sum += mean;
  }
  *ret_deviation = sqrt(squares / ((double)s->iterations * n));
  return sum / s->iterations;
}

/* Appends a call of an application: "bcast 64K x2 root=in-turn". */
static void append_call(GString *text, const struct skeleton *s, guint class)
{
  const struct tn_call_class *c = tn_call_class(s->classes, class);
  const enum tn_collective collective = (enum tn_collective)c->collective;
  const guint times = times_of(s, class, s->iterations);
  guint64 bytes = 0;
  int root = -1, other = -1;
  for (guint i = 0; i < s->program->calls->len; i++) {
    const struct tn_program_call *call = tn_program_call(s->program, i);
    if (s->classes->of[i] != class)
      continue;
    bytes += call->bytes;
    other = root >= 0 && call->root != root ? call->root : other;
    root = call->root;
  }
  bytes = (bytes + c->n_calls / 2) / c->n_calls;
  if (tn_collective_reduces(collective))
    bytes = (bytes + 3) / 4 * 4; /* rounded up to a multiple of 4 bytes, the size of float32 */
  g_string_append_printf(text, "%s%s", text->len ? "; " : "", c->name);
  if (!tn_collective_synchronises(collective))
    g_string_append_printf(text, " %" G_GUINT64_FORMAT, bytes);
  if (times > 1)
    g_string_append_printf(text, " x%u", times);
  if (tn_collective_rooted(collective) && other >= 0)
    g_string_append(text, " root=in-turn");
  else if (tn_collective_rooted(collective) && root > 0)
    g_string_append_printf(text, " root=%d", MIN(root, s->n_ranks - 1));
}

bool tn_skeleton_make(const struct tn_program *program, int n_ranks,
                      struct tn_program_skeleton *ret, GPtrArray *notes)
{
  g_autoptr(GString) calls = g_string_new(NULL);
  struct skeleton s = { .program = program,
                        .classes = tn_call_classes_new(program),
                        .n_ranks = n_ranks };
  s.weight = g_new0(double, s.classes->all->len + 1);
  struct tn_program_times *times = tn_program_times_new(s.program, s.classes);
  const bool is_measured = tn_program_times_measured(s.program, s.classes, times);
  for (guint c = 0; c < s.classes->all->len; c++) {
    const struct tn_call_class *class = tn_call_class(s.classes, c);
    if (class->collective != TN_PROGRAM_UNMODELLED && class->n_ranks == s.program->n_ranks)
      s.weight[c] = is_measured ? times->classes[c].inside / class->n_calls + 1e-12 : 1.0;
  }
  for (guint i = 0; i < s.program->calls->len; i++)
    if (tn_program_call(s.program, i)->counts)
      s.weight[s.classes->of[i]] = 0.0;
  tn_program_times_free(times);
  double all = 0.0, off = INFINITY;
  guint most = 1;
  for (guint c = 0; c < s.classes->all->len; c++) {
    const guint n = tn_call_class(s.classes, c)->n_calls;
    all += s.weight[c] * n;
    most = s.weight[c] > 0.0 ? MAX(most, n) : most;
  }
  for (s.iterations = most + 1; off > MAX_OFF * all && s.iterations > 1;) {
    s.iterations--;
    off = 0.0;
    for (guint c = 0; c < s.classes->all->len; c++)
      off += s.weight[c] * fabs((double)tn_call_class(s.classes, c)->n_calls -
                                (double)s.iterations * times_of(&s, c, s.iterations));
  }
  for (guint c = 0; c < s.classes->all->len; c++) {
    const struct tn_call_class *class = tn_call_class(s.classes, c);
    if (s.weight[c] > 0.0 && times_of(&s, c, s.iterations) > 0)
      append_call(calls, &s, c);
    else
      g_ptr_array_add(notes,
                      g_strdup_printf("skipped: %u calls of %s of %d ranks, %zu..%zu bytes (%s)",
                                      class->n_calls, class->name, class->n_ranks, class->least,
                                      class->most,
                                      s.weight[c] > 0.0 ? "not in every iteration"
                                      : class->collective == TN_PROGRAM_UNMODELLED
                                          ? "no algorithm simulates them"
                                          : "not of all ranks, or with blocks of different sizes"));
  }
  const bool has_calls = calls->len > 0;
  if (has_calls) {
    ret->iterations = s.iterations;
    ret->computation = computation_of(&s, &ret->deviation);
    ret->calls = g_strdup(calls->str);
  }
  tn_call_classes_free(s.classes);
  g_free(s.weight);
  return has_calls;
}
