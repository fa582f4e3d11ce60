/* Closed forms of the CMA paper (Chakraborty, Subramoni, Panda, CLUSTER 2017), sections II, IV, V.
 * Every algorithm is a sequence of copies, given in the file of the algorithm (src/algos):
 *
 *   one copy, c callers   T(n, c) = alpha + n beta + l gamma_c ceil(n/s)
 *
 * alpha = alpha, beta = per_byte, l = pin_time, s = page_size, gamma_c = tn_gamma. Differences: the
 * paper charges p readers and p messages where p-1 take part, and ceil(p/k) full steps where the
 * last step may be smaller; the code uses the exact numbers. The code has no terms T^sm (exchange
 * of addresses) and T_memcpy (a rank's own block is in place). */
#include "model.h"

/* Returns ceil(bytes / page_size) without libm, on which rounding must not depend. */
static double pages_of(const struct tn_cma_model *m, double bytes)
{
  const double whole = (double)(long long)(bytes / m->page_size);
  return whole * m->page_size < bytes ? whole + 1 : whole;
}

static void add(struct tn_cost *cost, const struct tn_cma_model *m, const struct tn_step *step)
{
  if (step->kind == TN_STEP_SUM) {
    cost->sum += step->times * (step->bytes * m->per_sum);
    return;
  }
  const double pages = step->pieces * pages_of(m, step->bytes);
  const double gamma = m->lock.lines > 0 ? tn_lock_handover(&m->lock, step->callers, m->latency)
                                         : tn_gamma(m->gamma_a, m->gamma_b, step->callers);
  cost->startup += step->times * m->alpha;
  cost->lock += step->times * (m->pin_time * gamma * pages);
  cost->copy += step->times * (step->pieces * step->bytes * m->per_byte);
}

double tn_cost_sum(const struct tn_cost *cost)
{
  return cost->startup + cost->lock + cost->copy + cost->sum + cost->compute;
}

double tn_model_copy(const struct tn_cma_model *m, double bytes, int callers)
{
  const struct tn_step step = { TN_STEP_COPY, 1, 1, bytes, callers };
  struct tn_cost cost = { 0 };
  add(&cost, m, &step);
  return tn_cost_sum(&cost);
}

/* Adds the cost of steps [from, to). Returns false if the model has no cost for one of them. */
static bool add_steps(const struct tn_cma_model *m, const struct tn_steps *steps, int from, int to,
                      struct tn_cost *cost)
{
  for (int i = from; i < to; i++) {
    const struct tn_step *step = &steps->step[i];
    if (step->kind != TN_STEP_COPY && !(step->kind == TN_STEP_SUM && m->per_sum > 0) &&
        !(step->kind == TN_STEP_MESSAGE && steps->is_chain))
      return false;
    /* Without bytes there is no copy and no start-up. */
    if (step->bytes > 0)
      add(cost, m, step);
  }
  return true;
}

/* Returns the longer of a computation and the steps that overlap it. */
static struct tn_cost longer(const struct tn_cost *hidden, const struct tn_cost *computed)
{
  const double computation = tn_cost_sum(computed);
  return tn_cost_sum(hidden) > computation ? *hidden : (struct tn_cost){ .compute = computation };
}

bool tn_model_steps(const struct tn_cma_model *m, const struct tn_steps *steps,
                    struct tn_cost *ret_cost)
{
  struct tn_cost hidden = { 0 }, computed = { 0 };
  const int n_apart = steps->n_overlapped + steps->n_computed;
  if (steps->is_textbook || steps->is_reduced ||
      !add_steps(m, steps, 0, steps->n_overlapped, &hidden) ||
      !add_steps(m, steps, steps->n_overlapped, n_apart, &computed))
    return false;
  struct tn_cost cost = longer(&hidden, &computed);
  if (!add_steps(m, steps, n_apart, steps->n, &cost))
    return false;
  cost.copy += steps->moved * m->per_byte;
  if (steps->n_computed > 0) {
    const double above = tn_cost_sum(&hidden);
    cost.computed = tn_cost_sum(&computed);
    cost.alone = tn_cost_sum(&cost) + (above < cost.computed ? above - cost.computed : 0);
  }
  *ret_cost = cost;
  return true;
}
