#include "study_counts.h"

#include "algos/kit/reduction.h"

static const char unnamed[] = "unnamed";
enum { CHECKSUM_DIGITS = 12 };

GBytes *tn_counts_expand(const struct tn_counts *counts, const struct tn_call *call, GError **error)
{
  const size_t needed = tn_counts_number(call->collective, call->n_ranks);
  if (needed == 0)
    return tn_refuse_null(error, TN_STUDY_ERROR, TN_STUDY_COUNTS, "%s has blocks of one size",
                          tn_collective_names[call->collective]);
  if (counts->n != (size_t)call->n_ranks && counts->n != needed) {
    /* accepted number of counts: "4"; for alltoallv "4 or 16" */
    const bool is_one = needed == (size_t)call->n_ranks;
    g_autofree char *wanted = is_one ? g_strdup_printf("%zu", needed)
                                     : g_strdup_printf("%d or %zu", call->n_ranks, needed);
    return tn_refuse_null(error, TN_STUDY_ERROR, TN_STUDY_COUNTS,
                          "%s: %zu counts for %s of %d ranks (%s are accepted)",
                          counts->name ? counts->name : unnamed, counts->n,
                          tn_collective_names[call->collective], call->n_ranks, wanted);
  }
  size_t *all = g_new(size_t, needed);
  for (size_t i = 0; i < needed; i++)
    all[i] = counts->bytes[i % counts->n];
  return g_bytes_new_take(all, needed * sizeof *all);
}

const char *tn_counts_text(const char *name, const struct tn_call *call)
{
  const size_t n = tn_counts_number(call->collective, call->n_ranks);
  g_autoptr(GString) numbers = g_string_new(NULL);
  g_autofree char *word = g_strdup(name ? name : unnamed);
  for (size_t i = 0; i < n; i++)
    g_string_append_printf(numbers, "%zu\n", call->counts[i]);
  g_autofree char *sum =
      g_compute_checksum_for_string(G_CHECKSUM_SHA256, numbers->str, (gssize)numbers->len);
  /* Semicolons are replaced because they separate values in rows. */
  g_strcanon(word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS ".-_", '_');
  g_autofree char *text = g_strdup_printf("%s:%.*s", word, CHECKSUM_DIGITS, sum);
  return g_intern_string(text);
}

bool tn_counts_check(const struct tn_call *call, GError **error)
{
  const size_t n = (size_t)call->n_ranks;
  int a, b;
  const size_t element = tn_element_size(call),
               needed = tn_counts_number(call->collective, call->n_ranks);
  for (size_t i = 0; i < needed; i++)
    if (call->counts[i] % element != 0)
      return tn_refuse(
          error, TN_STUDY_ERROR, TN_STUDY_COUNTS,
          "number %zu: %zu bytes are not a whole number of %s (multiples of %zu are accepted)",
          i + 1, call->counts[i], tn_type_names[call->type], element);
  return call->collective != TN_ALLTOALLV || !call->in_place ||
         !tn_counts_uneven_pair(call->n_ranks, call->counts, &a, &b) ||
         tn_study_refuse(
             error, COUNTS,
             "in place rank %d sends rank %d %zu bytes and gets %zu (equal sizes are accepted)", a,
             b, call->counts[(size_t)a * n + (size_t)b], call->counts[(size_t)b * n + (size_t)a]);
}
