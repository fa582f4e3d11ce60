#include "classes.h"

#include <string.h>

#include "algos/registry.h"

/* Sorts collectives of the registry first, in its order, others by name. */
static int by_kind(const void *x, const void *y)
{
  const struct tn_call_class *a = x, *b = y;
  const unsigned of_a = (unsigned)a->collective, of_b = (unsigned)b->collective;
  if (of_a != of_b)
    return of_a < of_b ? -1 : 1;
  if (a->name != b->name)
    return strcmp(a->name, b->name);
  if (a->n_ranks != b->n_ranks)
    return a->n_ranks < b->n_ranks ? -1 : 1;
  return a->from < b->from ? -1 : a->from > b->from;
}

static struct tn_call_class class_of(const struct tn_program *program,
                                     const struct tn_program_call *call)
{
  size_t from = MIN(call->bytes, 1);
  while (from > 0 && from <= call->bytes / 2)
    from *= 2;
  return (struct tn_call_class){ .name = call->name,
                                 .collective = call->collective,
                                 .n_ranks = tn_program_group_of(program, call)->n,
                                 .from = from,
                                 .to = from ? 2 * from - 1 : 0,
                                 .least = call->bytes,
                                 .most = call->bytes,
                                 .n_calls = 1 };
}

static guint find(const struct tn_call_classes *classes, const struct tn_call_class *wanted)
{
  guint i = 0;
  while (i < classes->all->len && by_kind(tn_call_class(classes, i), wanted) != 0)
    i++;
  return i;
}

struct tn_call_classes *tn_call_classes_new(const struct tn_program *program)
{
  struct tn_call_classes *classes = g_new(struct tn_call_classes, 1);
  *classes = (struct tn_call_classes){ g_array_new(FALSE, FALSE, sizeof(struct tn_call_class)),
                                       g_new(guint, program->calls->len) };
  for (guint i = 0; i < program->calls->len; i++) {
    const struct tn_call_class one = class_of(program, tn_program_call(program, i));
    const guint at = find(classes, &one);
    if (at == classes->all->len) {
      g_array_append_val(classes->all, one);
      continue;
    }
    struct tn_call_class *known = &g_array_index(classes->all, struct tn_call_class, at);
    known->least = MIN(known->least, one.least);
    known->most = MAX(known->most, one.most);
    known->n_calls++;
  }
  g_array_sort(classes->all, by_kind);
  for (guint i = 0; i < program->calls->len; i++) {
    const struct tn_call_class one = class_of(program, tn_program_call(program, i));
    classes->of[i] = find(classes, &one);
  }
  return classes;
}

void tn_call_classes_free(struct tn_call_classes *classes)
{
  if (!classes)
    return;
  g_array_unref(classes->all);
  g_free(classes->of);
  g_free(classes);
}

struct tn_program_times *tn_program_times_new(const struct tn_program *program,
                                              const struct tn_call_classes *classes)
{
  struct tn_program_times *times = g_new0(struct tn_program_times, 1);
  times->late = g_new0(double, program->n_ranks);
  times->classes = g_new0(struct tn_class_times, classes->all->len);
  return times;
}

void tn_program_times_free(struct tn_program_times *times)
{
  if (!times)
    return;
  g_free(times->late);
  g_free(times->classes);
  g_free(times);
}

/* Computes the ranks [first, end) whose data `rank` needs; may be empty. */
static void needed_by(const struct tn_program_call *call, int n, int rank, int *ret_first,
                      int *ret_end)
{
  const bool is_scan = strcmp(call->name, "scan") == 0 || strcmp(call->name, "exscan") == 0;
  *ret_first = 0;
  *ret_end = is_scan ? rank + 1 : tn_program_call_is_empty(call) ? 0 : n;
  if (call->collective == TN_PROGRAM_UNMODELLED || *ret_end == 0)
    return;
  const struct tn_collective_info *info = &tn_collectives[call->collective];
  if (info->from == TN_ROOT_RANK) {
    *ret_first = call->root;
    *ret_end = call->root + 1;
  } else if (info->to == TN_ROOT_RANK && rank != call->root) {
    *ret_end = 0;
  }
}

int tn_program_last_needed(const struct tn_program_call *call, int n, int rank, const double *entry)
{
  int first, end, last = rank;
  needed_by(call, n, rank, &first, &end);
  for (int other = first; other < end; other++)
    if (entry[other] > entry[last])
      last = other;
  return last;
}

void tn_program_times_add(struct tn_program_times *times, const struct tn_program *program,
                          const struct tn_call_classes *classes, guint i, const double *entry,
                          const double *exit)
{
  const struct tn_program_call *call = tn_program_call(program, i);
  const struct tn_program_group *group = tn_program_group_of(program, call);
  struct tn_class_times *class = &times->classes[classes->of[i]];
  const double share = program->scale / program->n_ranks;
  for (int r = 0; r < group->n; r++) {
    const int last = tn_program_last_needed(call, group->n, r, entry);
    const double inside = share * (exit[r] - entry[r]);
    const double waiting = MIN(share * (entry[last] - entry[r]), inside);
    class->inside += inside;
    class->waiting += waiting;
    times->inside += inside;
    times->waiting += waiting;
    times->late[group->rank[last]] += waiting;
  }
}

bool tn_program_times_measured(const struct tn_program *program,
                               const struct tn_call_classes *classes, struct tn_program_times *ret)
{
  if (!tn_program_is_measured(program))
    return false;
  g_autofree double *end = g_new0(double, program->n_ranks);
  for (guint i = 0; i < program->calls->len; i++) {
    const struct tn_program_call *call = tn_program_call(program, i);
    const struct tn_program_group *group = tn_program_group_of(program, call);
    const double *entry = &g_array_index(program->entry, double, call->first);
    const double *exit = &g_array_index(program->exit, double, call->first);
    tn_program_times_add(ret, program, classes, i, entry, exit);
    for (int r = 0; r < group->n; r++)
      end[group->rank[r]] = exit[r];
  }
  for (int r = 0; r < program->n_ranks; r++)
    ret->total = MAX(ret->total, program->scale * (end[r] + program->tail[r]));
  return true;
}
