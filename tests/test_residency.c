/* The residency directory: results of single accesses. */
#include "residency_setup.h"

static struct tn_residency *make(size_t l2_size, double share)
{
  return make_of(CAPACITY, l2_size, share);
}

#define EXPECT(a, own, mapping_losses, in_memory)                                                  \
  do {                                                                                             \
    const struct tn_access x = (a);                                                                \
    cr_assert_eq(x.llc, own, "LLC: %g", x.llc);                                                    \
    cr_assert_eq(x.n_others ? x.other[0].bytes : 0.0, mapping_losses, "other: %g",                 \
                 x.other[0].bytes);                                                                \
    cr_assert_eq(x.memory.bytes, in_memory, "memory: %g", x.memory.bytes);                         \
  } while (0)

Test(residency, what_was_read_or_written_is_at_hand)
{
  struct tn_residency *r = make(0, 0.0);
  EXPECT(done_by(r, 0, 0, 0, 40), 0, 0, 40);
  EXPECT(done_by(r, 1, 0, 0, 40), 40, 0, 0); /* an LLC-mate */
  EXPECT(done_by(r, 2, 0, 0, 40), 0, 40, 0); /* from the other package's LLC */
  EXPECT(done_by(r, 2, 0, 20, 40), 20, 0, 20);
  EXPECT(write_by(r, 3, 1, 0, 30), 0, 0, 30);
  EXPECT(done_by(r, 2, 1, 0, 30), 30, 0, 0);
  cr_assert_eq(tn_residency_held(r, 0), 40);
  tn_residency_flush(r);
  cr_assert_eq(tn_residency_held(r, 0), 0);
  EXPECT(done_by(r, 0, 0, 0, 40), 0, 0, 40);
  tn_residency_forget(r, 0, 0);
  EXPECT(done_by(r, 1, 0, 0, 40), 0, 0, 40);
  EXPECT(read_by(r, 1, 0, 40, 0), 0, 0, 0);
  tn_residency_free(r);
}

Test(residency, memory_is_where_the_owner_sits)
{
  struct tn_residency *r = make(0, 0.0);
  cr_assert_eq(done_by(r, 0, 3, 0, 10).memory.place, 1);
  cr_assert_eq(done_by(r, 3, 1, 0, 10).memory.place, 0);
  cr_assert_eq(tn_residency_llc(r, 1).package, 1);
  tn_residency_free(r);
}

Test(residency, a_write_takes_the_span_from_all_others)
{
  struct tn_residency *r = make(0, 0.0);
  done_by(r, 0, 0, 0, 40);
  done_by(r, 2, 0, 0, 40);
  const struct tn_access a = write_by(r, 0, 0, 10, 20);
  cr_assert_eq(a.llc, 20);
  cr_assert_eq(a.n_back, 0);
  EXPECT(done_by(r, 3, 0, 0, 40), 20, 20, 0); /* the middle comes from the writer */
  tn_residency_free(r);
}

Test(residency, the_least_recently_used_leaves_and_is_written_back)
{
  struct tn_residency *r = make(0, 0.0);
  write_by(r, 0, 0, 0, 40);
  done_by(r, 0, 0, 40, 40);
  done_by(r, 1, 0, 0, 40);                         /* use it again */
  cr_assert_eq(done_by(r, 0, 2, 0, 40).n_back, 0); /* 40..80 was evicted, and was clean */
  EXPECT(done_by(r, 1, 0, 0, 40), 40, 0, 0);
  const struct tn_access a = done_by(r, 0, 2, 40, 100);
  cr_assert_eq(a.n_back, 1);
  cr_assert_eq(a.back[0].place, 0);
  cr_assert_eq(a.back[0].bytes, 40);
  EXPECT(done_by(r, 0, 0, 0, 40), 0, 0, 40);
  tn_residency_free(r);
}

Test(residency, spans_used_in_turn_that_do_not_fit_miss_always)
{
  struct tn_residency *r = make(0, 0.0);
  for (int turn = 0; turn < 4; turn++)
    for (size_t off = 0; off < 150; off += 50)
      EXPECT(done_by(r, 0, 0, off, 50), 0, 0, 50);
  for (int turn = 0; turn < 4; turn++) /* one span that is too long */
    EXPECT(done_by(r, 0, 1, 0, 150), 0, 0, 150);
  EXPECT(done_by(r, 0, 1, 60, 90), 90, 0, 0); /* its end remains */
  tn_residency_free(r);
}

Test(residency, a_write_beyond_the_capacity_goes_to_memory)
{
  struct tn_residency *r = make(0, 0.0);
  struct tn_access a = write_by(r, 0, 2, 0, 250);
  cr_assert_eq(a.back[0].bytes, 150);
  cr_assert_eq(a.back[0].place, 1);
  for (int turn = 0; turn < 3; turn++) {
    a = write_by(r, 0, 2, 0, 250);
    cr_assert_eq(a.memory.bytes, 250);
    cr_assert_eq(a.back[0].bytes, 250, "%g", a.back[0].bytes);
  }
  a = write_by(r, 0, 2, 150, 100); /* the bytes there are only overwritten */
  cr_assert_eq(a.llc, 100);
  cr_assert_eq(a.n_back, 0);
  tn_residency_free(r);
}

Test(residency, a_fill_under_way_is_shared_in_part)
{
  for (double share = 0.0; share <= 1.0; share += 0.25) {
    struct tn_residency *r = make(0, share);
    EXPECT(read_by(r, 0, 2, 0, 40), 0, 0, 40);
    struct tn_access a = read_by(r, 1, 2, 0, 40);
    cr_assert_eq(a.memory.bytes, 40);                 /* at the pace of the fill, */
    cr_assert_eq(a.memory.moved, 40 * (1.0 - share)); /* but not all moved again */
    EXPECT(read_by(r, 2, 2, 0, 40), 0, 0, 40);        /* not yet available to others */
    tn_residency_filled(r, 1);
    cr_assert_eq(read_by(r, 1, 2, 0, 40).llc, 0); /* the first one still fills */
    tn_residency_filled(r, 0);
    EXPECT(read_by(r, 1, 2, 0, 40), 40, 0, 0);
    EXPECT(read_by(r, 0, 0, 0, 10), 0, 0, 10);
    EXPECT(read_by(r, 0, 0, 0, 10), 10, 0, 0); /* its own fill does not count */
    tn_residency_free(r);
  }
}

static void expect_elsewhere(const struct tn_residency *r, struct tn_extent at, int by, int where,
                             double bytes, double own)
{
  double kept;
  int found;
  cr_assert_eq(tn_residency_other_llcs(r, at, by, &kept, &found), bytes);
  cr_assert_eq(kept, own);
  cr_assert_eq(found, where);
}

Test(residency, names_the_farthest_of_those_who_share)
{
  struct tn_residency *r = make(0, 0);
  const struct tn_extent at = { 0, 0, 0, 10 }, part = { 0, 0, 9, 5 }, beyond = { 0, 0, 10, 5 };
  expect_elsewhere(r, at, 0, -1, 0, 0);
  done_by(r, 1, 0, 0, 10); /* its own LLC */
  expect_elsewhere(r, at, 0, -1, 0, 0);
  expect_elsewhere(r, at, 2, 0, 10, 0);
  done_by(r, 2, 0, 0, 10);
  expect_elsewhere(r, at, 0, 1, 10, 10);
  expect_elsewhere(r, part, 0, 1, 1, 1);
  expect_elsewhere(r, beyond, 0, -1, 0, 0);
  write_by(r, 0, 0, 0, 10); /* removes it from all others */
  expect_elsewhere(r, at, 0, -1, 0, 0);
  done_by(r, 2, 0, 0, 120); /* an LLC has the last 100 bytes */
  expect_elsewhere(r, (struct tn_extent){ 0, 0, 10, 110 }, 0, 1, 100, 0);
  tn_residency_free(r);
}

Test(residency, counts_what_others_under_the_llc_have)
{
  struct tn_residency *r = make(0, 0);
  const struct tn_extent at = { 0, 0, 0, 10 }, part = { 0, 0, 8, 5 };
  cr_assert_eq(tn_residency_shared(r, at, 0), 0, "in no cache");
  write_by(r, 0, 0, 0, 10);
  cr_assert_eq(tn_residency_shared(r, at, 0), 0, "its own");
  cr_assert_eq(tn_residency_shared(r, at, 1), 10);
  cr_assert_eq(tn_residency_shared(r, at, 2), 0, "under another LLC");
  done_by(r, 1, 0, 0, 10);
  cr_assert_eq(tn_residency_shared(r, at, 0), 10);
  cr_assert_eq(tn_residency_shared(r, part, 0), 2);
  write_by(r, 0, 0, 0, 10);
  cr_assert_eq(tn_residency_shared(r, at, 0), 0, "taken from the other");
  tn_residency_free(r);
}

/* An L2 of 16 bytes under an LLC of 100: bytes that the writer's L2 has lost come from the LLC, and
 * no peer writes them back. */
Test(residency, what_has_left_a_peers_l2_is_the_llcs)
{
  struct tn_residency *r = make(16, 0);
  const struct tn_extent at = { 0, 0, 0, 40 };
  write_by(r, 0, 0, 0, 40);
  cr_assert_eq(tn_residency_shared(r, at, 1), 16);
  const struct tn_access a = done_by(r, 1, 0, 0, 40);
  cr_assert_eq(a.llc, 40);
  cr_assert_eq(a.unseen, 16);
  cr_assert_eq(tn_residency_shared(r, at, 0), 16, "the reader's last bytes");
  write_by(r, 0, 0, 0, 40);
  done_by(r, 0, 2, 0, 16); /* evicts them from the writer's L2 */
  cr_assert_eq(tn_residency_shared(r, at, 1), 0);
  cr_assert_eq(done_by(r, 1, 0, 0, 40).unseen, 0);
  tn_residency_free(r);
}

Test(residency, a_private_l2_keeps_the_end_of_a_span)
{
  struct tn_residency *r = make(16, 0.0);
  done_by(r, 0, 0, 0, 40);
  struct tn_access a = done_by(r, 0, 0, 24, 16);
  cr_assert_eq(a.l2, 16);
  cr_assert_eq(a.llc, 0);
  a = done_by(r, 1, 0, 24, 16);
  cr_assert_eq(a.l2, 0);
  cr_assert_eq(a.llc, 16);
  write_by(r, 1, 0, 30, 4);
  a = done_by(r, 0, 0, 24, 16); /* not cyclic in any cache: 6 + 6 of the L2's own, 4 taken away */
  cr_assert_eq(a.l2 + a.llc, 16);
  cr_assert_eq(a.l2, 12);
  tn_residency_free(r);
}

Test(residency, bytes_stay_shared_remotely_though_their_home_writes_them)
{
  struct tn_residency *r = make(0, 0.0);
  write_by(r, 0, 0, 0, 60);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).remote, 0.0);
  cr_assert_eq(done_by(r, 2, 0, 20, 20).remote, 0.0);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).remote, 20.0);
  cr_assert_eq(done_by(r, 3, 0, 0, 30).remote, 10.0);
  write_by(r, 0, 0, 25, 35);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).remote, 40.0);
  write_by(r, 2, 0, 0, 60);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).remote, 0.0, "remote now is where it was written");
  tn_residency_free(r);
}

/* Ranks 0 and 1 share an LLC. */
Test(residency, what_other_cores_wrote_is_unseen_until_the_core_has_read_it)
{
  struct tn_residency *r = make(0, 0.0);
  write_by(r, 0, 0, 0, 40);
  cr_assert_eq(done_by(r, 0, 0, 0, 40).unseen, 0.0, "its own");
  cr_assert_eq(done_by(r, 1, 0, 0, 30).unseen, 30.0);
  cr_assert_eq(done_by(r, 1, 0, 0, 40).unseen, 10.0, "[0, 30) is its own by now");
  write_by(r, 0, 0, 10, 10);
  cr_assert_eq(done_by(r, 1, 0, 0, 40).unseen, 10.0, "written again");
  cr_assert_eq(done_by(r, 2, 0, 0, 40).unseen, 0.0, "nothing of it is under its LLC");
  cr_assert_eq(write_by(r, 1, 0, 0, 40).unseen, 0.0);
  cr_assert_eq(write_by(r, 0, 0, 0, 40).unseen, 40.0);
  tn_residency_free(r);
}

Test(residency, one_core_alone_elsewhere_is_told_apart)
{
  struct tn_residency *r = make(0, 0.0);
  write_by(r, 0, 0, 0, 60);
  done_by(r, 2, 0, 0, 40);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).lone, 40.0);
  done_by(r, 2, 0, 0, 10);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).lone, 40.0, "the same again");
  done_by(r, 3, 0, 30, 30);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).lone, 50.0, "ten of them are read by two");
  tn_residency_free(r);
}
