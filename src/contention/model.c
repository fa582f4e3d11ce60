/* The CMA paper's closed forms (Chakraborty, Subramoni, Panda, CLUSTER 2017), sections II, IV, V:
 * every algorithm is copies one after another,
 *
 *   one copy, c callers   T(n, c) = alpha + n beta + l gamma_c ceil(n/s)
 *
 * and each algorithm's own file (src/algos) says which. alpha = alpha, beta = per_byte,
 * l = pin_time, s = page_size, gamma_c = tn_gamma.
 * Departures: the paper charges p readers and p messages where p-1 take part, and ceil(p/k) full
 * steps where the last one may be smaller; the real numbers stand here. The terms T^sm of the
 * address exchange are left out, as is T_memcpy: a rank's own block is taken to be in place. */
#include "model.h"

/* ceil(bytes / page_size), without libm: rounding must not depend on the library. */
static double pages_of(const struct tn_cma_model *m, double bytes)
{
  const double whole = (double)(long long)(bytes / m->page_size);
  return whole * m->page_size < bytes ? whole + 1 : whole;
}

static void add(struct tn_cost *cost, const struct tn_cma_model *m, const struct tn_step *step)
{
  const double pages = step->pieces * pages_of(m, step->bytes);
  const double gamma = m->lock.lines > 0 ? tn_lock_handover(&m->lock, step->callers, m->latency)
                                         : tn_gamma(m->gamma_a, m->gamma_b, step->callers);
  cost->startup += step->times * m->alpha;
  cost->lock += step->times * (m->pin_time * gamma * pages);
  cost->copy += step->times * (step->pieces * step->bytes * m->per_byte);
}

double tn_cost_sum(const struct tn_cost *cost)
{
  return cost->startup + cost->lock + cost->copy;
}

double tn_model_copy(const struct tn_cma_model *m, double bytes, int callers)
{
  const struct tn_step step = { TN_STEP_COPY, 1, 1, bytes, callers };
  struct tn_cost cost = { 0 };
  add(&cost, m, &step);
  return tn_cost_sum(&cost);
}

bool tn_model_steps(const struct tn_cma_model *m, const struct tn_steps *steps,
                    struct tn_cost *ret_cost)
{
  struct tn_cost cost = { 0 };
  if (steps->is_textbook || steps->is_reduced)
    return false;
  for (int i = 0; i < steps->n; i++) {
    const struct tn_step *step = &steps->step[i];
    if (step->kind != TN_STEP_COPY)
      return false;
    /* Without data no copy is called at all: not even a start-up is paid. */
    if (step->bytes > 0)
      add(&cost, m, step);
  }
  cost.copy += steps->moved * m->per_byte;
  *ret_cost = cost;
  return true;
}
