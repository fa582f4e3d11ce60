#include "program.h"

#include <math.h>
#include <string.h>

#include "algos/kit/counts.h"
#include "algos/registry.h"

static void group_clear(void *data)
{
  struct tn_program_group *group = (struct tn_program_group *)data;
  g_free(group->rank);
}

static void call_clear(void *data)
{
  struct tn_program_call *call = (struct tn_program_call *)data;
  g_free(call->counts);
}

struct tn_program *tn_program_new(const char *name, int n_ranks)
{
  struct tn_program *program = g_new(struct tn_program, 1);
  *program =
      (struct tn_program){ .name = g_strdup(name),
                           .n_ranks = n_ranks,
                           .groups = g_array_new(FALSE, FALSE, sizeof(struct tn_program_group)),
                           .calls = g_array_new(FALSE, FALSE, sizeof(struct tn_program_call)),
                           .computed = g_array_new(FALSE, FALSE, sizeof(double)),
                           .entry = g_array_new(FALSE, FALSE, sizeof(double)),
                           .exit = g_array_new(FALSE, FALSE, sizeof(double)),
                           .tail = g_new0(double, n_ranks),
                           .known_counts = g_hash_table_new_full(
                               g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL),
                           .scale = 1.0 };
  g_array_set_clear_func(program->groups, group_clear);
  g_array_set_clear_func(program->calls, call_clear);
  return program;
}

void tn_program_free(struct tn_program *program)
{
  if (!program)
    return;
  g_array_unref(program->groups);
  g_array_unref(program->calls);
  g_array_unref(program->computed);
  g_array_unref(program->entry);
  g_array_unref(program->exit);
  g_free(program->tail);
  g_hash_table_unref(program->known_counts);
  g_free(program->name);
  g_free(program->library);
  g_free(program->left_out);
  g_free(program);
}

int tn_program_group(struct tn_program *program, int n, const int *rank)
{
  for (guint i = 0; i < program->groups->len; i++) {
    const struct tn_program_group *group =
        &g_array_index(program->groups, struct tn_program_group, i);
    if (group->n == n && memcmp(group->rank, rank, sizeof *rank * (size_t)n) == 0)
      return (int)i;
  }
  const struct tn_program_group group = { n, g_memdup2(rank, sizeof *rank * (size_t)n) };
  g_array_append_val(program->groups, group);
  return (int)program->groups->len - 1;
}

static void append_times(GArray *all, const double *times, int n)
{
  for (int i = 0; i < n; i++) {
    const double time = times ? times[i] : NAN;
    g_array_append_val(all, time);
  }
}

static guint number_counts(struct tn_program *program, const struct tn_program_call *call, int n)
{
  if (!call->counts || call->collective == TN_PROGRAM_UNMODELLED)
    return 0;
  const size_t length = tn_counts_number((enum tn_collective)call->collective, n);
  GBytes *bytes = g_bytes_new(call->counts, sizeof *call->counts * length);
  guint number = GPOINTER_TO_UINT(g_hash_table_lookup(program->known_counts, bytes));
  if (number) {
    g_bytes_unref(bytes);
    return number;
  }
  number = g_hash_table_size(program->known_counts) + 1;
  g_hash_table_insert(program->known_counts, bytes, GUINT_TO_POINTER(number));
  return number;
}

void tn_program_add(struct tn_program *program, const struct tn_program_call *call,
                    const double *computed, const double *entry, const double *exit)
{
  struct tn_program_call own = *call;
  const int n = tn_program_group_of(program, call)->n;
  own.name = g_intern_string(call->name);
  own.collective = tn_collective_find(call->name);
  if (own.collective == TN_PATTERN)
    own.collective = TN_PROGRAM_UNMODELLED;
  own.first = program->computed->len;
  own.equal_counts = number_counts(program, &own, n);
  g_array_append_val(program->calls, own);
  append_times(program->computed, computed, n);
  append_times(program->entry, entry, n);
  append_times(program->exit, exit, n);
}

bool tn_program_call_is_empty(const struct tn_program_call *call)
{
  return call->collective != TN_PROGRAM_UNMODELLED && call->bytes == 0 && !call->counts &&
         !tn_collective_synchronises((enum tn_collective)call->collective);
}

bool tn_program_is_measured(const struct tn_program *program)
{
  for (guint i = 0; i < program->exit->len; i++)
    if (isnan(g_array_index(program->entry, double, i)) ||
        isnan(g_array_index(program->exit, double, i)))
      return false;
  return true;
}
