/* Recursive exchange in groups, as index arithmetic: partners, extra ranks, and parts of a
 * vector. */
#include <criterion/criterion.h>

#include "algos/kit/exchange.h"

enum { MAX_RANKS = 70, MAX_RADIX = 9 };

/* Checks that all members of a group agree on it. */
static void check_group(const struct tn_exchange *e, int number, int level)
{
  const struct tn_exchange_group group = tn_exchange_group(e, number, level);
  cr_assert_eq(group.first + group.own * group.stride, number);
  cr_assert(group.size >= 1 && group.size <= e->radix && group.own < group.size);
  for (int i = 0; i < group.size; i++) {
    const int peer = group.first + i * group.stride;
    const struct tn_exchange_group theirs = tn_exchange_group(e, peer, level);
    cr_assert(peer < e->fold.n_new);
    cr_assert_eq(theirs.first, group.first);
    cr_assert_eq(theirs.size, group.size);
    cr_assert_eq(theirs.own, i);
  }
}

/* After all levels every member has all contributions. */
static void check_reach(const struct tn_exchange *e)
{
  int64_t reached = 1;
  for (int level = 0; level < e->n_levels; level++)
    reached *= tn_exchange_group(e, 0, level).size;
  cr_assert_eq(reached, e->fold.n_new);
}

Test(exchange, groups_are_the_same_to_all_their_numbers)
{
  for (int p = 1; p <= MAX_RANKS; p++)
    for (int radix = 2; radix <= MAX_RADIX; radix++) {
      const struct tn_exchange e = tn_exchange_of(p, radix);
      cr_assert_eq(e.fold.n_new + e.fold.n_extra, p);
      cr_assert_leq(e.fold.n_extra, e.fold.n_new);
      for (int number = 0; number < e.fold.n_new; number++)
        for (int level = 0; level < e.n_levels; level++)
          check_group(&e, number, level);
      check_reach(&e);
    }
}

Test(exchange, takes_in_as_many_as_full_groups_hold)
{
  static const struct {
    int p, radix, n_new, n_levels;
  } cases[] = { { 1, 4, 1, 0 },   { 2, 4, 2, 1 },   { 6, 4, 4, 1 },   { 64, 4, 64, 3 },
                { 28, 4, 16, 2 }, { 48, 4, 48, 3 }, { 28, 7, 28, 2 }, { 28, 2, 16, 4 },
                { 33, 8, 32, 2 }, { 3, 100, 3, 1 } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct tn_exchange e = tn_exchange_of(cases[i].p, cases[i].radix);
    cr_expect_eq(e.fold.n_new, cases[i].n_new, "case %zu: %d", i, e.fold.n_new);
    cr_expect_eq(e.n_levels, cases[i].n_levels, "case %zu: %d", i, e.n_levels);
  }
}

Test(exchange, last_level_is_the_last_digit)
{
  const struct tn_exchange e = tn_exchange_of(64, 4);
  cr_assert_eq(tn_exchange_last_level(&e, 0), -1);
  cr_assert_eq(tn_exchange_last_level(&e, 3), 0);
  cr_assert_eq(tn_exchange_last_level(&e, 4), 1);
  cr_assert_eq(tn_exchange_last_level(&e, 17), 2);
}

Test(exchange, own_radix_leaves_out_the_fewest_within_a_package)
{
  int package[MAX_RANKS];
  const struct tn_layout layout = { .package = package };
  static const struct {
    int p, of_package, radix;
  } cases[] = { { 64, 64, 2 }, { 28, 14, 7 }, { 28, 28, 7 }, { 33, 33, 11 }, { 9, 9, 3 },
                { 20, 10, 5 }, { 6, 3, 3 },   { 7, 7, 7 },   { 7, 4, 3 },    { 1, 1, 2 } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct tn_call call = { .n_ranks = cases[i].p, .layout = &layout };
    for (int r = 0; r < cases[i].p; r++)
      package[r] = r / cases[i].of_package;
    cr_expect_eq(tn_exchange_radix(&call), cases[i].radix, "case %zu: %d", i,
                 tn_exchange_radix(&call));
  }
}

Test(exchange, pieces_make_up_the_range)
{
  for (size_t n = 0; n < 20; n++)
    for (size_t pieces = 1; pieces < 9; pieces++) {
      size_t at = 5;
      for (size_t i = 0; i < pieces; i++) {
        const struct tn_elements piece = tn_elements_piece((struct tn_elements){ 5, n }, pieces, i);
        cr_assert_eq(piece.first, at);
        cr_assert_leq(piece.n, (n + pieces - 1) / pieces);
        at += piece.n;
      }
      cr_assert_eq(at, 5 + n);
    }
}
