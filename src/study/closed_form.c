#include "closed_form.h"

bool tn_closed_form(const struct tn_point *p, struct tn_cost *ret_cost)
{
  const double *v = p->setup->values;
  const struct tn_cma_model model = {
    .alpha = v[TN_P_ALPHA],
    .per_byte = 1 / v[TN_P_COPY_RATE],
    .pin_time = tn_pin_time(v, p->backing),
    .page_size = v[TN_P_PAGE_SIZE],
    .gamma_a = v[TN_P_GAMMA_A],
    .gamma_b = v[TN_P_GAMMA_B],
  };
  struct tn_steps steps;
  return tn_mechanism_pins(p->mechanism) && tn_algorithm_form(p->algorithm, &p->call, &steps) &&
         tn_model_steps(&model, &steps, ret_cost);
}

bool tn_closed_form_reads(enum tn_param p, enum tn_backing backing)
{
  static const enum tn_backing backings[] = { TN_BASE, TN_THP, TN_HUGETLB };
  for (size_t i = 0; i < G_N_ELEMENTS(backings); i++)
    if (p == tn_pin_param(backings[i]) && p != tn_pin_param(backing))
      return false;
  return tn_params[p].uses & 1u << TN_USE_FORMS;
}
