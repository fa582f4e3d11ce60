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

/* Returns a class's call in an application: "bcast 65536 root=in-turn". Transfer full. */
static char *call_text(const struct skeleton *s, guint class)
{
  const struct tn_call_class *c = tn_call_class(s->classes, class);
  const enum tn_collective collective = (enum tn_collective)c->collective;
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
  GString *text = g_string_new(c->name);
  if (!tn_collective_synchronises(collective))
    g_string_append_printf(text, " %" G_GUINT64_FORMAT, bytes);
  if (tn_collective_rooted(collective) && other >= 0)
    g_string_append(text, " root=in-turn");
  else if (tn_collective_rooted(collective) && root > 0)
    g_string_append_printf(text, " root=%d", MIN(root, s->n_ranks - 1));
  return g_string_free(text, FALSE);
}

/* Returns left[class] calls of each class, in the program's order from the iteration in the middle
 * on, where no call of its beginning is. Transfer full. */
static char *ordered_calls(const struct skeleton *s, guint *left)
{
  const guint n = s->program->calls->len, n_classes = s->classes->all->len;
  const guint first = (guint)((guint64)n * (s->iterations / 2) / s->iterations);
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
  GString *all = g_string_new(NULL);
  guint last = n_classes, times = 0;
  for (guint c = 0; c < n_classes; c++)
    g_ptr_array_add(texts, left[c] > 0 ? call_text(s, c) : NULL);
  for (guint i = 0; i <= n; i++) {
    const guint class = i < n ? s->classes->of[(first + i) % n] : n_classes;
    if (class < n_classes && left[class] == 0)
      continue;
    if (class < n_classes)
      left[class]--;
    if (class != last && times > 0)
      g_string_append_printf(all, "%s%s", all->len ? "; " : "", (char *)texts->pdata[last]);
    if (class != last && times > 1)
      g_string_append_printf(all, " x%u", times);
    times = class == last ? times + 1 : 1;
    last = class;
  }
  return g_string_free(all, FALSE);
}

bool tn_skeleton_make(const struct tn_program *program, int n_ranks,
                      struct tn_program_skeleton *ret, GPtrArray *notes)
{
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
  g_autofree guint *left = g_new0(guint, s.classes->all->len + 1);
  bool has_calls = false;
  for (guint c = 0; c < s.classes->all->len; c++) {
    const struct tn_call_class *class = tn_call_class(s.classes, c);
    left[c] = s.weight[c] > 0.0 ? times_of(&s, c, s.iterations) : 0;
    has_calls = has_calls || left[c] > 0;
    if (left[c] == 0)
      g_ptr_array_add(notes,
                      g_strdup_printf("skipped: %u calls of %s of %d ranks, %zu..%zu bytes (%s)",
                                      class->n_calls, class->name, class->n_ranks, class->least,
                                      class->most,
                                      s.weight[c] > 0.0 ? "not in every iteration"
                                      : class->collective == TN_PROGRAM_UNMODELLED
                                          ? "no algorithm simulates them"
                                          : "not of all ranks, or with blocks of different sizes"));
  }
  if (has_calls) {
    ret->iterations = s.iterations;
    ret->computation = computation_of(&s, &ret->deviation);
    ret->calls = ordered_calls(&s, left);
  }
  tn_call_classes_free(s.classes);
  g_free(s.weight);
  return has_calls;
}
