#include "lock.h"

double tn_lock_mix(double gamma_cross, int n_packages, const int *callers)
{
  if (n_packages <= 1)
    return 1.0;
  double total = 0.0, squares = 0.0;
  for (int i = 0; i < n_packages; i++) {
    total += callers[i];
    squares += (double)callers[i] * callers[i];
  }
  if (total <= 0.0)
    return 1.0;
  const double mixed = 1.0 - squares / (total * total);
  return 1.0 + (gamma_cross - 1.0) * mixed / (1.0 - 1.0 / n_packages);
}

double tn_lock_time(const struct tn_lock_law *law, const int *callers)
{
  int total = 0;
  for (int i = 0; i < law->n_packages; i++)
    total += callers[i];
  return law->pin_time * tn_gamma(law->gamma_a, law->gamma_b, total) *
         tn_lock_mix(law->gamma_cross, law->n_packages, callers);
}
