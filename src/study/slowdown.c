#include "slowdown.h"

#include <math.h>

/* Returns true if the points differ only in seed or, if any_noise, only in seed and noise. */
static bool is_like(const struct tn_row *a, const struct tn_row *b, bool any_noise)
{
  const int roles = TN_ROLE_CONTEXT | TN_ROLE_CHOICE | TN_ROLE_SIZE;
  for (int c = 0; c < tn_row_n_columns; c++) {
    const size_t at = tn_row_columns[c].offset;
    const bool is_free =
        at == offsetof(struct tn_row, seed) || (any_noise && at == offsetof(struct tn_row, noise));
    if (!is_free && (tn_row_columns[c].role & roles) && !tn_row_same(a, b, c))
      return false;
  }
  return true;
}

/* Returns Student's 97.5 % quantile by Cornish and Fisher's expansion. It is within 0.3 % from 4
 * degrees of freedom on, 1 % low with 3, 3 % with 2, 24 % with 1. */
static double student_quantile(int freedom)
{
  const double z = 1.959964, n = freedom, cube = z * z * z, fifth = cube * z * z;
  return z + (cube + z) / (4 * n) + (5 * fifth + 16 * cube + 3 * z) / (96 * n * n) +
         (3 * fifth * z * z + 19 * fifth + 17 * cube - 15 * z) / (384 * n * n * n);
}

/* Largest relative difference of two times that counts as rounding. */
#define UNCHANGED 1e-6

static struct tn_slowdown *find(const GArray *all, const struct tn_row *row, bool quiet)
{
  for (guint i = 0; i < all->len; i++) {
    struct tn_slowdown *s = &g_array_index(all, struct tn_slowdown, i);
    if ((!quiet || tn_row_is_quiet(s->first)) && is_like(s->first, row, quiet))
      return s;
  }
  return NULL;
}

GArray *tn_slowdowns_new(const GPtrArray *rows, enum tn_objective objective)
{
  GArray *all = g_array_new(FALSE, FALSE, sizeof(struct tn_slowdown));
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    struct tn_slowdown *s = find(all, row, false);
    if (!s) {
      const struct tn_slowdown new = { .first = row, .slower = NAN, .slower_side = NAN };
      g_array_append_val(all, new);
      s = &g_array_index(all, struct tn_slowdown, all->len - 1);
    }
    s->n++;
    const double time = tn_row_time(row, objective);
    s->is_hit = s->is_hit || row->parts[TN_NOISE] > 0.0;
    s->mean += time;
    s->either_side += time * time;
  }
  /* computes mean and interval from the sums of times and of their squares */
  for (guint i = 0; i < all->len; i++) {
    struct tn_slowdown *s = &g_array_index(all, struct tn_slowdown, i);
    const double sum = s->mean, squares = s->either_side;
    s->mean = sum / s->n;
    s->either_side = NAN;
    if (s->n > 1)
      s->either_side =
          student_quantile(s->n - 1) * sqrt(fmax(squares - sum * s->mean, 0.0) / (s->n - 1) / s->n);
    s->is_hit = s->is_hit || s->either_side > UNCHANGED * s->mean;
  }
  for (guint i = 0; i < all->len; i++) {
    struct tn_slowdown *s = &g_array_index(all, struct tn_slowdown, i);
    const struct tn_slowdown *quiet = find(all, s->first, true);
    if (!quiet || quiet == s)
      continue;
    const double own = s->either_side / s->mean,
                 base = quiet->n > 1 ? quiet->either_side / quiet->mean : 0.0;
    s->slower = s->mean / quiet->mean - 1.0;
    s->is_hit = s->is_hit || s->slower > UNCHANGED;
    s->slower_side = (1.0 + s->slower) * sqrt(own * own + base * base);
  }
  return all;
}
