#include "lock.h"

double tn_gamma(double a, double b, int callers)
{
  const double c = callers;
  return callers <= 1 ? 1.0 : a * c * c + b * c;
}

double tn_lock_mix(int n_packages, const int *callers)
{
  double total = 0.0, squares = 0.0;
  for (int i = 0; i < n_packages; i++) {
    total += callers[i];
    squares += (double)callers[i] * callers[i];
  }
  if (n_packages <= 1 || total <= 0.0)
    return 0.0;
  return (1.0 - squares / (total * total)) / (1.0 - 1.0 / n_packages);
}

double tn_lock_crossing(double gamma_cross, double mix)
{
  return 1.0 + (gamma_cross - 1.0) * mix;
}

double tn_lock_handover(const struct tn_lock_law *law, int callers, double latency)
{
  if (callers <= 1 || law->look_up <= 0.0)
    return 1.0;
  const double passing = law->lines * latency, busy = callers * (law->hold + passing);
  return (busy > law->look_up + passing ? busy : law->look_up + passing) / law->look_up;
}

double tn_lock_time(const struct tn_lock_law *law, const int *callers, double latency)
{
  int total = 0;
  for (int i = 0; i < law->n_packages; i++)
    total += callers[i];
  if (law->lines > 0.0)
    return law->pin_time * tn_lock_handover(law, total, latency);
  return law->pin_time * tn_gamma(law->gamma_a, law->gamma_b, total) *
         tn_lock_crossing(law->gamma_cross, tn_lock_mix(law->n_packages, callers));
}
