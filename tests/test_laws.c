/* Page lock, lines and sharing: exact values and properties. */
#include <criterion/criterion.h>
#include <math.h>

#include "contention/line.h"
#include "contention/lock.h"
#include "contention/share.h"

static const struct tn_lock_law power8 = { .pin_time = 0.53e-6, .gamma_a = 0.04, .gamma_b = 1.95,
                                           .gamma_cross = 1.8, .n_packages = 2 };

Test(lock, one_caller_pays_l)
{
  cr_assert_float_eq(tn_lock_time(&power8, (int[]){ 1, 0 }), 0.53e-6, 1e-18);
  cr_assert_float_eq(tn_lock_time(&power8, (int[]){ 0, 1 }), 0.53e-6, 1e-18);
}

Test(lock, callers_of_one_package_pay_the_polynomial)
{
  cr_assert_float_eq(tn_lock_time(&power8, (int[]){ 10, 0 }), 0.53e-6 * (4.0 + 19.5), 1e-15);
}

Test(lock, mixing_is_one_alone_and_gamma_cross_when_even)
{
  cr_assert_eq(tn_lock_mix(1.8, 1, (int[]){ 9 }), 1.0);
  cr_assert_eq(tn_lock_mix(1.8, 2, (int[]){ 9, 0 }), 1.0);
  cr_assert_float_eq(tn_lock_mix(1.8, 2, (int[]){ 5, 5 }), 1.8, 1e-12);
  cr_assert_float_eq(tn_lock_mix(1.8, 4, (int[]){ 3, 3, 3, 3 }), 1.8, 1e-12);
  /* D = 1 - (0.9^2 + 0.1^2) = 0.18 against 0.5 */
  cr_assert_float_eq(tn_lock_mix(1.8, 2, (int[]){ 9, 1 }), 1.0 + 0.8 * 0.36, 1e-12);
}

Test(lock, mixing_grows_with_the_smaller_share)
{
  double last = 1.0;
  for (int other = 1; other <= 10; other++) {
    const double mix = tn_lock_mix(1.8, 2, (int[]){ 20 - other, other });
    cr_assert(mix > last);
    last = mix;
  }
}

Test(line, price_is_the_worst_leg)
{
  cr_assert_eq(tn_line_price(1.0, 3.0, 2.0), 3.0);
  cr_assert_eq(tn_line_price(5.0, 3.0, 2.0), 5.0);
  cr_assert_eq(tn_line_price(1.0, 3.0, 4.0), 4.0);
  cr_assert_eq(tn_line_next(90e-9, 2.0, 10e-9), 45e-9);
  cr_assert_eq(tn_line_next(40e-9, 8.0, 10e-9), 10e-9);
}

static double by_half(const void *half, int i, int j)
{
  const int h = *(const int *)half;
  return (i < h) == (j < h) ? 1.0 : 3.0;
}

Test(line, barrier_skew_starts_at_nought)
{
  for (int n = 1; n <= 64; n++) {
    double skew[64], least = INFINITY;
    const int half = (n + 1) / 2;
    tn_barrier_skew(n, by_half, &half, skew);
    for (int i = 0; i < n; i++)
      least = fmin(least, skew[i]);
    cr_assert_eq(least, 0.0, "%d ranks", n);
  }
  double even[16];
  const int all = 16;
  tn_barrier_skew(16, by_half, &all, even);
  for (int i = 0; i < 16; i++)
    cr_assert_eq(even[i], 0.0);
}

Test(share, textbook)
{
  /* A fills x together with B; B is held back by y; C has what A leaves. */
  const struct tn_share_class classes[] = {
    { .users = 1, .cap = 10.0, .n_route = 1, .route = { 0 } },
    { .users = 2, .cap = 10.0, .n_route = 2, .route = { 0, 1 } },
    { .users = 1, .cap = 0.5, .n_route = 1, .route = { 1 } },
    { .users = 0, .cap = 7.0, .n_route = 1, .route = { 1 } },
  };
  const double capacity[] = { 6.0, 2.5 };
  double scratch[4], rate[4];
  tn_share_max_min(4, classes, 2, capacity, scratch, rate);
  cr_assert_float_eq(rate[0], 4.0, 1e-12);
  cr_assert_float_eq(rate[1], 1.0, 1e-12);
  cr_assert_float_eq(rate[2], 0.5, 1e-12);
  cr_assert_eq(rate[3], 7.0);
}
