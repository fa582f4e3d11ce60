/* Transports of libraries: their tables, the resulting setups, and their mechanisms. */
#include <criterion/criterion.h>

#include "algos/library/library.h"
#include "platform/params.h"
#include "study/setup.h"
#include "study/study_rows.h"

static struct tn_platform *platform;
static struct tn_study *study;

static void set_up(void)
{
  platform = tn_platform_load("knl", NULL, NULL);
  study = tn_study_new(NULL);
  cr_assert(platform);
}

static void tear_down(void)
{
  tn_study_free(study);
  tn_platform_free(platform);
}

static int named(const char *name)
{
  int t = 0;
  while (t < TN_N_TRANSPORTS && !g_str_equal(tn_transport_names[t], name))
    t++;
  cr_assert_lt(t, TN_N_TRANSPORTS, "no %s", name);
  return TN_JUST(t);
}

/* Returns the point of a broadcast of 64 KiB on 4 ranks. */
static struct tn_point find(const char *algorithm, const char *transport, int mechanism,
                            const struct tn_override *overrides, int n)
{
  const struct tn_case asked = { .platform = platform,
                                 .overrides = overrides,
                                 .n_overrides = n,
                                 .transport = named(transport),
                                 .mechanism = mechanism,
                                 .algorithm = tn_method_find(TN_BCAST, algorithm),
                                 .ranks = 4,
                                 .bytes = 65536 };
  struct tn_point point;
  GError *error = NULL;
  cr_assert(tn_study_find(study, &asked, &point, &error), "%s", error->message);
  return point;
}

Test(transports, have_values_in_range_and_a_barrier, .init = set_up, .fini = tear_down)
{
  for (int t = 0; t < TN_N_TRANSPORTS; t++) {
    enum tn_mechanism m;
    int n = 0;
    cr_assert(tn_arrival_find_barrier(tn_transport_libraries[t], NULL));
    for (; (m = tn_transport_mechanism((enum tn_transport_profile)t, n)) != TN_N_MECHANISMS; n++) {
      struct tn_override all[TN_MAX_TRANSPORT_VALUES];
      const int n_values = tn_transport_overrides(platform, (enum tn_transport_profile)t, m, all);
      for (int i = 0; i < n_values; i++) {
        struct tn_param_value v;
        cr_assert(tn_param_accepts(all[i].param, all[i].value), "%s %s", tn_transport_names[t],
                  tn_params[all[i].param].name);
        cr_assert(tn_params[all[i].param].uses &
                  (1u << TN_USE_MESSAGES | 1u << TN_BY_REGIONS | 1u << TN_USE_ENTRY |
                   1u << TN_USE_SUMS | 1u << TN_USE_DEVICES));
        cr_assert(tn_transport_param((enum tn_transport_profile)t, m, all[i].param, &v));
        cr_assert(g_str_equal(v.source, "source") || g_str_equal(v.source, "assumed") ||
                  g_str_equal(v.source, "measured"));
        cr_assert(v.note && *v.note);
      }
    }
    cr_assert_gt(n, 1, "%s: a choice, and cico", tn_transport_names[t]);
    cr_assert(tn_transport_uses((enum tn_transport_profile)t, TN_CICO));
  }
}

/* Largest sizes that are copied twice, and sizes that fill a cell. */
Test(transports, know_when_messages_are_copied_once, .init = set_up, .fini = tear_down)
{
  static const struct {
    const char *transport;
    enum tn_mechanism mechanism;
    double eager, limit, blocking;
  } known[] = {
    { "ompi-vader", TN_CMA, 4032, 4032, 4032 },
    { "ompi-vader", TN_XPMEM, 256, 256, 256 },
    { "ompi-ob1", TN_CMA, 4032, 4032, 4032 },
    { "ompi-ob1", TN_XPMEM, 256, 256, 256 },
    { "ompi-ucx", TN_CMA, 8255, 8255, 262143 },
    { "mpich-4.0", TN_XPMEM, 4095, 4095, 4095 },
    { "mpich-4.2", TN_XPMEM, 16320, 16383, 16383 },
    { "mpich-4.3", TN_XPMEM, 16320, 65535, 65535 },
    { "ompi-1.7", TN_KNEM, 4032, 4032, 4032 },
    { "mpich2-1.3", TN_KNEM, 65472, 65535, 65535 },
    { "mpich-5.0", TN_CMA, 8128, 8191, 8191 },
    { "mpich-5.0", TN_XPMEM, 8128, 65535, 65535 },
    { "mpich-ucx", TN_CMA, 8255, 8255, 8255 },
    { "ompi-2.1", TN_CMA, 4032, 4032, 4032 },
    { "ompi-2.1", TN_XPMEM, 256, 256, 256 },
    { "mpich-ucx-1.16", TN_CMA, 5027, 5027, 5027 },
    { "ompi-ucx-1.16", TN_CMA, 5027, 5027, 262143 },
    { "ompi-ucx-1.16", TN_XPMEM, 2823, 2823, 262143 },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
    const struct tn_point p =
        find("binomial", known[i].transport, TN_JUST(known[i].mechanism), NULL, 0);
    cr_expect_float_eq(p.setup->values[TN_P_EAGER_LIMIT], known[i].eager, 0, "%zu", i);
    cr_expect_float_eq(p.setup->values[TN_P_RENDEZVOUS_LIMIT], known[i].limit, 0, "%zu", i);
    cr_expect_float_eq(p.setup->values[TN_P_BLOCKING_LIMIT], known[i].blocking, 0, "%zu", i);
  }
}

/* The table has separate limits between devices; host messages keep theirs, or are never single
 * copies if the library has no CMA. */
Test(transports, have_limits_of_devices)
{
  struct tn_param_value v;
  const enum tn_transport_profile ucx = (enum tn_transport_profile)(named("ompi-ucx") - 1);
  const enum tn_transport_profile mpich = (enum tn_transport_profile)(named("mpich-4.0") - 1);
  cr_assert(tn_transport_param(ucx, TN_DEVICE_IPC, TN_P_DEVICE_RENDEZVOUS_LIMIT, &v));
  cr_assert_float_eq(v.value, 8192, 0);
  cr_assert(tn_transport_param(ucx, TN_DEVICE_IPC, TN_P_DEVICE_EAGER_LIMIT, &v));
  cr_assert_float_eq(v.value, 8192, 0);
  cr_assert(tn_transport_param(ucx, TN_DEVICE_IPC, TN_P_BLOCKING_LIMIT, &v));
  cr_assert_float_eq(v.value, 262143, 0);
  cr_assert(tn_transport_param(ucx, TN_DEVICE_STAGED, TN_P_DEVICE_EAGER_LIMIT, &v));
  cr_assert_float_eq(v.value, 8256, 0);
  cr_assert_not(tn_transport_param(ucx, TN_CMA, TN_P_DEVICE_EAGER_LIMIT, &v));
  cr_assert(tn_transport_param(mpich, TN_DEVICE_IPC, TN_P_RENDEZVOUS_LIMIT, &v));
  cr_assert_float_eq(v.value, tn_params[TN_P_RENDEZVOUS_LIMIT].max, 0);
  cr_assert(tn_transport_param(mpich, TN_DEVICE_IPC, TN_P_DEVICE_EAGER_LIMIT, &v));
  cr_assert_float_eq(v.value, 32767, 0);
  cr_assert(tn_transport_param(ucx, TN_DEVICE_IPC, TN_P_DEVICE_COPY_STREAMS, &v));
  cr_assert_float_eq(v.value, 16, 0);
  cr_assert(tn_transport_param(mpich, TN_DEVICE_IPC, TN_P_DEVICE_COPY_STREAMS, &v));
  cr_assert_float_eq(v.value, 0, 0);
}

Test(transports, stand_under_what_the_user_sets, .init = set_up, .fini = tear_down)
{
  const struct tn_override own = { .param = TN_P_FRAGMENT_SIZE, .value = 1024 };
  const struct tn_point p = find("binomial", "ompi-ob1", 0, &own, 1);
  cr_assert_float_eq(p.setup->values[TN_P_FRAGMENT_SIZE], 1024, 0);
  cr_assert_str_eq(tn_setup_param(p.setup, TN_P_FRAGMENT_SIZE).source, "override");
  cr_assert_str_eq(tn_setup_param(p.setup, TN_P_FRAGMENTS_IN_FLIGHT).source, "source");
  cr_assert_str_eq(tn_setup_param(p.setup, TN_P_EAGER_SLOTS).source, "assumed");
  cr_assert_str_eq(tn_setup_param(p.setup, TN_P_ALPHA).source, "paper");
}

/* A library's times refer to the core of the scale; the user's values do not. */
Test(transports, take_longer_on_a_slow_core, .init = set_up, .fini = tear_down)
{
  const struct tn_override own[] = { { .param = TN_P_SOFTWARE_SCALE, .value = 4 },
                                     { .param = TN_P_POST_OVERHEAD, .value = 30e-9 } };
  const struct tn_point p = find("binomial", "ompi-vader", 0, own, 2);
  bool read[TN_N_PARAMS] = { [TN_P_CALL_OVERHEAD] = true };
  cr_expect_float_eq(p.setup->values[TN_P_CALL_OVERHEAD], 180e-9, 1e-15); /* of 45 */
  cr_expect_float_eq(p.setup->values[TN_P_SEND_OVERHEAD], 800e-9, 1e-15);
  cr_expect_float_eq(p.setup->values[TN_P_POST_OVERHEAD], 30e-9, 1e-15);
  cr_expect_float_eq(p.setup->values[TN_P_EAGER_LIMIT], 4032, 0);
  cr_expect_str_eq(tn_setup_param(p.setup, TN_P_CALL_OVERHEAD).source, "measured");
  tn_setup_add_origins(p.setup, read);
  cr_expect(read[TN_P_SOFTWARE_SCALE] && !read[TN_P_SEND_OVERHEAD]);
}

Test(transports, choose_the_mechanism_of_messages_only, .init = set_up, .fini = tear_down)
{
  cr_assert_eq(find("binomial", "mpich-4.0", 0, NULL, 0).mechanism, TN_CICO);
  cr_assert_eq(find("binomial", "mpich-5.0", 0, NULL, 0).mechanism, TN_CMA);
  cr_assert_eq(find("direct-read", "mpich-4.0", 0, NULL, 0).mechanism, TN_CMA);
  cr_assert_eq(find("xhc-tree", "mpich-4.0", 0, NULL, 0).mechanism, TN_XPMEM);
  /* One table for all variants of a transport. */
  cr_assert_eq(find("xhc-tree", "mpich-4.0", 0, NULL, 0).setup,
               find("binomial", "mpich-4.0", 0, NULL, 0).setup);
  cr_assert_neq(find("binomial", "mpich-4.3", 0, NULL, 0).setup,
                find("binomial", "mpich-4.2", 0, NULL, 0).setup);
}

Test(transports, refuse_mechanisms_that_the_library_lacks, .init = set_up, .fini = tear_down)
{
  const struct tn_case asked = { .platform = platform,
                                 .transport = named("mpich-4.2"),
                                 .mechanism = TN_JUST(TN_CMA),
                                 .ranks = 4,
                                 .bytes = 4,
                                 .algorithm = tn_method_find(TN_BCAST, "binomial") };
  struct tn_point point;
  GError *error = NULL;
  cr_assert_not(tn_study_find(study, &asked, &point, &error));
  cr_assert_str_eq(error->message,
                   "binomial: messages of mpich-4.2 have no mechanism cma (it has cico, xpmem, "
                   "device-ipc, device-staged)");
  g_error_free(error);
}

Test(transports, are_told_in_rows, .init = set_up, .fini = tear_down)
{
  const struct tn_override own = { .param = TN_P_ALPHA, .value = 1e-6, .text = "1us" };
  struct tn_point p = find("binomial", "mpich-5.0", 0, &own, 1);
  const struct tn_origin simulated = { 0 };
  p.barrier = tn_arrival_find_barrier("mpich-5.0", NULL);
  tn_study_take(study, &p);
  struct tn_row *row = tn_study_row(study, 0, &simulated);
  cr_assert_str_eq(row->overrides->text, "alpha=1us;arrival=barrier:mpich-5.0");
  cr_assert_str_eq(row->transport, "mpich-5.0");
  tn_row_free(row);
}
