/* XPMEM on processes, through a stand-in for its library (xpmem_stand_in.c): exposed and attached
 * buffers, and denied or forgotten operations. test_registry_real runs all algorithms through the
 * same stand-in. */
#include "real/xpmem.h"
#include "real_bench.h"

static struct bench xpmem_bench(void (*run)(struct tn_strand *), int n_ranks, size_t block)
{
  struct bench b = bench_of(run, n_ranks, block);
  real_use_stand_in();
  b.point.mechanism = TN_XPMEM;
  return b;
}

static void read_from_root(struct tn_strand *r)
{
  if (r->call->rank == 0) {
    r->transport->expose(r, TN_RECV);
    tn_post(r, 0, 1);
    for (int peer = 1; peer < r->call->n_ranks; peer++)
      tn_wait(r, peer, 0, 1);
    return;
  }
  tn_wait(r, 0, 0, 1);
  r->transport->attach(r, 0, TN_RECV);
  tn_copy(r, whole(r, r->call->rank), whole(r, 0));
  tn_post(r, 0, 1);
}

Test(xpmem, the_root_is_read_in_every_state_of_the_buffers)
{
  for (int buffers = TN_BUFFERS_UNCHANGED; buffers <= TN_BUFFERS_COLD; buffers++) {
    struct bench b = xpmem_bench(read_from_root, RANKS, 70001);
    b.point.buffers = (enum tn_buffers)buffers;
    expect_right(&b);
  }
}

/* Counts the mappings of the stand-in's files. */
static int mappings(void)
{
  char line[512];
  int n = 0;
  FILE *file = fopen("/proc/self/maps", "r");
  while (file && fgets(line, sizeof line, file))
    n += strstr(line, "xpmem stand-in") != NULL;
  if (file)
    fclose(file);
  return n;
}

static void read_and_note(struct tn_strand *r)
{
  read_from_root(r);
  tn_real_note(r, (int)r->call->epoch, mappings());
}

Test(xpmem, a_buffer_is_attached_once)
{
  struct bench b = xpmem_bench(read_and_note, 2, 70001);
  cr_assert(run_bench(&b), "%s", b.error ? b.error->message : "");
  for (int rank = 0; rank < 2; rank++)
    for (int call = 1; call <= CALLS; call++)
      cr_assert_float_eq(b.times.notes[rank * TN_REAL_NOTES + call], 1.0, 0.0);
  bench_end(&b);
}

static void reach_all(struct tn_strand *r)
{
  r->transport->attach(r, r->call->rank, TN_RECV);
  r->transport->expose(r, TN_SEND);
  r->transport->expose(r, TN_SHARED);
  r->transport->attach(r, 0, TN_SEND);
  r->transport->attach(r, 0, TN_SHARED);
  read_from_root(r);
}

Test(xpmem, own_empty_and_shared_buffers_need_nothing)
{
  struct bench b = xpmem_bench(reach_all, 2, 5000);
  expect_right(&b);
}

static void forget_to_attach(struct tn_strand *r)
{
  r->transport->expose(r, TN_RECV);
  if (r->call->rank == 1)
    tn_move(r, whole(r, 1), whole(r, 0));
}

Test(xpmem, what_is_not_attached_cannot_be_reached)
{
  struct bench b = xpmem_bench(forget_to_attach, 2, 5000);
  expect_error(&b, TN_REAL_FAILED, "rank 1: uses RECV of rank 0 without having attached it");
}

static void forget_to_expose(struct tn_strand *r)
{
  if (r->call->rank == 1)
    r->transport->attach(r, 0, TN_RECV);
}

Test(xpmem, what_is_not_exposed_cannot_be_attached)
{
  struct bench b = xpmem_bench(forget_to_expose, 2, 5000);
  expect_error(&b, TN_REAL_FAILED, "rank 1: attaches RECV of rank 0, which has not exposed it");
}

Test(xpmem, refusals_name_the_function_and_the_rank)
{
  static const struct {
    const char *denied, *message;
    enum tn_real_error code;
  } cases[] = {
    { "make", "rank 0: xpmem_make on rank 0: Operation not permitted", TN_REAL_REFUSED },
    { "get", "rank 1: xpmem_get on rank 0: Permission denied", TN_REAL_REFUSED },
    { "attach", "rank 1: xpmem_attach on rank 0: Cannot allocate memory", TN_REAL_FAILED },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    struct bench b = xpmem_bench(read_from_root, 2, 5000);
    g_setenv("TN_XPMEM_REFUSE", cases[i].denied, TRUE);
    expect_error(&b, cases[i].code, cases[i].message);
  }
}

static void die_attached(struct tn_strand *r)
{
  if (r->call->rank == 0 && r->call->epoch == 2)
    raise(SIGKILL);
  read_from_root(r);
}

Test(xpmem, an_owner_that_dies_ends_the_run)
{
  struct bench b = xpmem_bench(die_attached, 2, 5000);
  expect_error(&b, TN_REAL_FAILED, "rank 0 died in call 2: Killed");
}

/* Returns the message of tn_real_has for XPMEM with this library and device. */
static void expect_absent(const char *library, const char *device, const char *message)
{
  GError *error = NULL;
  tn_xpmem_use(library, device);
  cr_assert_not(tn_real_has(TN_XPMEM, &error));
  cr_assert(g_error_matches(error, TN_REAL_ERROR, TN_REAL_REFUSED));
  cr_assert(g_str_has_prefix(error->message, message), "%s", error->message);
  g_error_free(error);
}

Test(xpmem, what_is_missing_is_named)
{
  expect_absent(NULL, "/dev/none", "no /dev/none");
  expect_absent("libnone.so", "/dev/null", "/dev/null exists, but not its library: libnone.so:");
  expect_absent("libm.so.6", "/dev/null", "no function xpmem_make in libm.so.6");
  real_use_stand_in();
  cr_assert(tn_real_has(TN_XPMEM, NULL));
}

Test(xpmem, absent_devices_are_named)
{
  GError *error = NULL;
  if (access("/dev/xpmem", F_OK) == 0 || access("/dev/knem", F_OK) == 0)
    cr_skip_test("skipped, because there is a /dev/xpmem or a /dev/knem");
  cr_assert_not(tn_real_has(TN_XPMEM, &error));
  cr_assert_str_eq(error->message, "no /dev/xpmem");
  g_clear_error(&error);
  cr_assert_not(tn_real_has(TN_KNEM, &error));
  cr_assert_str_eq(error->message, "no /dev/knem");
  g_error_free(error);
}
