#include "plain.h"

#include "recording.h"

static void call_clear(void *data)
{
  struct tn_plain_call *call = data;
  g_free(call->counts);
}

struct tn_plain *tn_plain_new(int n_ranks)
{
  struct tn_plain *plain = g_new0(struct tn_plain, 1);
  plain->n_ranks = n_ranks;
  plain->calls = g_new(GArray *, n_ranks);
  plain->tail = g_new0(double, n_ranks);
  for (int r = 0; r < n_ranks; r++) {
    plain->calls[r] = g_array_new(FALSE, FALSE, sizeof(struct tn_plain_call));
    g_array_set_clear_func(plain->calls[r], call_clear);
  }
  return plain;
}

void tn_plain_free(struct tn_plain *plain)
{
  if (!plain)
    return;
  for (int r = 0; r < plain->n_ranks; r++)
    g_array_unref(plain->calls[r]);
  g_free(plain->calls);
  g_free(plain->tail);
  g_free(plain);
}

static const struct tn_plain_call *call_of(const struct tn_plain *plain, int rank, guint i)
{
  return &g_array_index(plain->calls[rank], struct tn_plain_call, i);
}

static bool agree(const struct tn_plain *plain, guint i)
{
  const struct tn_plain_call *first = call_of(plain, 0, i);
  const bool is_uniform =
      !tn_record_kind_has_counts(first->kind) && !tn_record_kind_has_matrix(first->kind);
  for (int r = 1; r < plain->n_ranks; r++) {
    const struct tn_plain_call *call = call_of(plain, r, i);
    if (call->kind != first->kind || call->root != first->root ||
        (is_uniform && call->bytes != first->bytes))
      return false;
  }
  return first->root < plain->n_ranks;
}

size_t *tn_plain_counts(size_t *counts, size_t n, size_t *ret_mean)
{
  double sum = 0.0;
  bool is_uniform = true;
  for (size_t i = 0; i < n; i++) {
    sum += (double)counts[i];
    is_uniform = is_uniform && counts[i] == counts[0];
  }
  *ret_mean = (size_t)(sum / (double)n + 0.5);
  if (!is_uniform)
    return counts;
  g_free(counts);
  return NULL;
}

/* Appends the collective of call i of each rank. */
static void add_call(struct tn_program *program, const struct tn_plain *plain, int group, guint i)
{
  const int n = plain->n_ranks;
  const struct tn_plain_call *first = call_of(plain, 0, i);
  struct tn_program_call call = { .name = tn_record_kind_names[first->kind],
                                  .group = group,
                                  .root = first->root,
                                  .bytes = first->bytes,
                                  .type = first->element == 8   ? TN_FLOAT64
                                          : first->element == 4 ? TN_FLOAT32
                                                                : TN_UINT8 };
  g_autofree double *computed = g_new(double, n);
  const bool is_matrix = tn_record_kind_has_matrix(first->kind);
  if (tn_record_kind_has_counts(first->kind) || is_matrix) {
    const int n_counts = is_matrix ? n * n : n;
    size_t *counts = g_new(size_t, n_counts);
    for (int c = 0; c < n_counts; c++)
      counts[c] = is_matrix ? call_of(plain, c / n, i)->counts[c % n] : call_of(plain, c, i)->bytes;
    call.counts = tn_plain_counts(counts, (size_t)n_counts, &call.bytes);
  }
  for (int r = 0; r < n; r++)
    computed[r] = call_of(plain, r, i)->computed;
  tn_program_add(program, &call, computed, NULL, NULL);
}

struct tn_program *tn_plain_program(const struct tn_plain *plain, const char *path,
                                    GPtrArray *notes)
{
  g_autofree char *name = g_path_get_basename(path);
  g_autofree int *world = g_new(int, plain->n_ranks);
  struct tn_program *program = tn_program_new(name, plain->n_ranks);
  guint least = G_MAXUINT, most = 0, i = 0;
  for (int r = 0; r < plain->n_ranks; r++) {
    world[r] = r;
    least = MIN(least, plain->calls[r]->len);
    most = MAX(most, plain->calls[r]->len);
    program->tail[r] = plain->tail[r];
  }
  const int group = tn_program_group(program, plain->n_ranks, world);
  for (; i < least && agree(plain, i); i++)
    add_call(program, plain, group, i);
  if (i < most) {
    program->left_out = g_strdup_printf("the calls from call %u on and what follows them", i + 1);
    g_ptr_array_add(
        notes, g_strdup_printf(
                   "%s: %u calls are skipped: ranks disagree from call %u on in number, "
                   "collective, root or size (calls on parts of the ranks cannot be distinguished)",
                   path, most - i, i + 1));
  }
  return program;
}
