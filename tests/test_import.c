/* An imported platform can be loaded and resembles its source. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "platform/platform.h"

/* Imports, checks that no other file is written, loads, and removes the file. */
static struct tn_platform *imported(const char *topology, const char *like)
{
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "mine.xml", NULL);
  GError *error = NULL;
  g_autofree char *text = tn_platform_import(topology, like, "mine", folder, NULL, &error);
  cr_assert_not_null(text, "%s", error ? error->message : "");
  cr_assert(g_file_set_contents(file, text, -1, NULL));
  struct tn_platform *pf = tn_platform_load(file, NULL, &error);
  cr_assert_not_null(pf, "%s", error ? error->message : "");
  g_unlink(file);
  g_rmdir(folder);
  return pf;
}

Test(import, makes_a_platform_of_a_string)
{
  struct tn_platform *pf = imported("Package:2 L3:2(size=16MiB) Core:4 PU:2", "knl");
  const struct tn_param_value alpha = tn_platform_param(pf, TN_P_ALPHA);
  cr_assert_str_eq(tn_platform_name(pf), "mine");
  cr_assert_eq(tn_platform_n_packages(pf), 2);
  cr_assert_eq(tn_platform_n_cores(pf), 16);
  cr_assert_eq(tn_platform_n_pus(pf), 32);
  cr_assert_eq(tn_platform_default_ranks(pf), 16);
  cr_assert_float_eq(alpha.value, 1.43e-6, 1e-18);
  cr_assert_str_eq(alpha.source, "assumed");
  cr_assert(strstr(alpha.note, "as on knl"), "%s", alpha.note);
  cr_assert_float_eq(tn_platform_param(pf, TN_P_LLC_SIZE).value, 16 << 20, 0);
  cr_assert_str_eq(tn_platform_param(pf, TN_P_LLC_SIZE).source, "assumed");
  tn_platform_free(pf);
}

Test(import, keeps_every_value_of_like)
{
  static const char *const names[] = { "knl", "broadwell", "power8" };
  static const int cores[] = { 2, 14, 1 };
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
    struct tn_platform *from = tn_platform_load(names[i], NULL, NULL);
    struct tn_platform *pf = imported("Package:1 Core:4 PU:1", names[i]);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      const double a = tn_platform_param(from, (enum tn_param)p).value;
      const double b = tn_platform_param(pf, (enum tn_param)p).value;
      /* in a topology without caches each core has its share: 1M of 2, 35M of 14, 8M of 1 */
      if (p == TN_P_LLC_SIZE)
        cr_assert_eq(b, a / cores[i]);
      else if (p != TN_P_DEFAULT_RANKS &&
               !tn_source_is_unknown(tn_platform_param(pf, (enum tn_param)p).source))
        cr_assert((isnan(a) && isnan(b)) || (isinf(a) && isinf(b)) ||
                      fabs(a - b) <= 1e-12 * fabs(a),
                  "%s of %s: %g, not %g", tn_params[p].name, names[i], b, a);
    }
    tn_platform_free(from);
    tn_platform_free(pf);
  }
}

/* Values of csx48 itself are unknown on other machines and set to the middle of a range; with 4
 * cores per LLC from 20 GB/s. */
Test(import, hands_on_no_machine_s_own)
{
  static const struct {
    enum tn_param param;
    double value, low, high;
  } own[] = {
    { TN_P_SHARED_REMOTE, 0.5, 0, 1 },
    { TN_P_LONE_REMOTE, 1.4, 1, 2 },
    { TN_P_LLC_BANDWIDTH, INFINITY, 20e9, INFINITY },
    { TN_P_ADJACENT_MLP, 16, 8, INFINITY },
    { TN_P_RECLAIM_WAY, 0.5, 0, 1 },
  };
  struct tn_platform *from = tn_platform_load("csx48", NULL, NULL);
  struct tn_platform *pf = imported("Package:2 [NUMANode] L3:1(size=8MiB) Core:4 PU:1", "csx48");
  cr_assert_float_eq(tn_platform_param(from, TN_P_SHARED_REMOTE).value, 1, 0);
  for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
    const struct tn_param_value v = tn_platform_param(pf, own[i].param);
    const struct tn_bounds b = tn_platform_bounds(pf, TN_KERNEL_PAPER, own[i].param);
    cr_expect_str_eq(v.source, "unknown", "%s", tn_params[own[i].param].name);
    cr_expect(v.value == own[i].value && b.low == own[i].low && b.high == own[i].high,
              "%s: %g, %g to %g", tn_params[own[i].param].name, v.value, b.low, b.high);
  }
  cr_assert_str_eq(tn_platform_param(pf, TN_P_ALPHA).source, "assumed");
  tn_platform_free(pf);
  tn_platform_free(from);
}

Test(import, keeps_adapters_and_accelerators_and_times)
{
  struct tn_platform *with = imported("tests/devices.xml", "broadwell");
  struct tn_platform *without = imported("Package:2 [NUMANode] Core:1 PU:1", "broadwell");
  cr_assert_str_eq(tn_platform_word(with, TN_WORD_DEVICES),
                   "mlx5_0:openfabrics:numa-1:31.5GB/s card1:gpu:numa-1");
  cr_assert_str_eq(tn_platform_word(without, TN_WORD_DEVICES), "");
  for (int p = 0; p < TN_N_PARAMS; p++)
    cr_assert(tn_platform_param(with, (enum tn_param)p).value ==
                  tn_platform_param(without, (enum tn_param)p).value,
              "%s", tn_params[p].name);
  tn_platform_free(without);
  tn_platform_free(with);
}

/* Two packages of 12 caches, divided into domains. */
static struct tn_platform *cut(int domains, const char *like)
{
  g_autofree char *topology =
      g_strdup_printf("Package:2 Group:%d [NUMANode] L3:%d(size=32MiB) L2:8(size=1MiB) Core:1 PU:1",
                      domains, 12 / domains);
  return imported(topology, like);
}

static void expect(const struct tn_platform *pf, enum tn_param p, double value, const char *note)
{
  const struct tn_param_value v = tn_platform_param(pf, p);
  cr_expect(fabs(v.value - value) <= 1e-9 * value, "%s: %g, not %g", tn_params[p].name, v.value,
            value);
  cr_expect(strstr(v.note, note), "%s: %s", tn_params[p].name, v.note);
}

/* epyc-9654 has 92 GB/s in each of four domains of a package, epyc-7763 164 GB/s in one. */
Test(import, keeps_the_bandwidth_of_a_package)
{
  static const int domains[] = { 1, 2, 4 };
  for (size_t i = 0; i < G_N_ELEMENTS(domains); i++) {
    struct tn_platform *pf = cut(domains[i], "epyc-9654"), *older = cut(domains[i], "epyc-7763");
    g_autofree char *note =
        g_strdup_printf("368GB/s a package as on epyc-9654, in %d domain", domains[i]);
    expect(pf, TN_P_MEMORY_BANDWIDTH, 368e9 / domains[i],
           domains[i] < 4 ? note : "as on epyc-9654");
    expect(older, TN_P_MEMORY_BANDWIDTH, 164e9 / domains[i], "as on epyc-7763");
    tn_platform_free(pf);
    tn_platform_free(older);
  }
  struct tn_platform *pf = imported("[NUMANode] Package:2 L3:1 Core:4 PU:1", "epyc-9654");
  expect(pf, TN_P_MEMORY_BANDWIDTH, 736e9, "368GB/s a package as on epyc-9654, in 1 domain of 2");
  tn_platform_free(pf);
}

/* epyc-2p: from each of 4 domains 19 GB/s to the other package, 21.3 GB/s between two domains. 4
 * such pairs cross the middle of a package, of 2 domains one. */
Test(import, keeps_the_links_of_a_package)
{
  struct tn_platform *one = cut(1, "epyc-2p"), *two = cut(2, "epyc-2p");
  struct tn_platform *four = imported("Package:4 [NUMANode] L3:1 Core:4 PU:1", "broadwell");
  expect(one, TN_P_PACKAGE_BANDWIDTH, 76e9, "76GB/s a package as on epyc-2p, in 1 link");
  expect(two, TN_P_PACKAGE_BANDWIDTH, 38e9, "76GB/s a package as on epyc-2p, in 2 links");
  expect(two, TN_P_NUMA_BANDWIDTH, 85.2e9, "as on epyc-2p, in 1 link");
  expect(four, TN_P_PACKAGE_BANDWIDTH, 10e9, "30GB/s a package as on broadwell, in 3 links");
  tn_platform_free(one);
  tn_platform_free(two);
  tn_platform_free(four);
}

/* Of 11 other caches of a package 2 were in the own domain of epyc-9654 (90 ns), 9 in another (99
 * ns); of 6 in a half 2 and 3. epyc-7763 has 132 ns within its package, 267 ns to the other. */
Test(import, keeps_what_pairs_of_cores_cost)
{
  struct tn_platform *one = cut(1, "epyc-9654"), *two = cut(2, "epyc-9654");
  struct tn_platform *more = cut(4, "epyc-7763"), *mesh = cut(2, "csx48");
  expect(one, TN_P_LINE_LATENCY + TN_SAME_NUMA, 97.4e-9, "as on epyc-9654, 18% at its 90ns");
  expect(two, TN_P_LINE_LATENCY + TN_SAME_NUMA, 95.4e-9, "as on epyc-9654, 40% at its 90ns");
  expect(two, TN_P_LINE_LATENCY + TN_SAME_PACKAGE, 99e-9, "as on epyc-9654");
  expect(more, TN_P_LINE_LATENCY + TN_SAME_PACKAGE, 132e-9,
         "as on epyc-7763, its line_latency.numa");
  cr_expect_eq(tn_platform_param(mesh, TN_P_LINE_LATENCY + TN_SAME_PACKAGE).value,
               tn_platform_param(mesh, TN_P_LINE_LATENCY + TN_SAME_LLC).value);
  tn_platform_free(one);
  tn_platform_free(two);
  tn_platform_free(more);
  tn_platform_free(mesh);
}

/* epyc-7763 has the parameters of Open MPI on UCX; two are unknown for all libraries. */
Test(import, leaves_a_librarys_queue_and_limits)
{
  struct tn_platform *pf = cut(1, "epyc-7763");
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (tn_params[p].scope == TN_OF_LIBRARY)
      cr_expect_str_eq(tn_platform_param(pf, (enum tn_param)p).source,
                       p == TN_P_CALL_OVERHEAD || p == TN_P_POST_OVERHEAD ? "unknown" : "default",
                       "%s", tn_params[p].name);
  cr_expect_eq(tn_platform_param(pf, TN_P_EAGER_LIMIT).value, 4096);
  tn_platform_free(pf);
}

/* Values of --set NAME=VALUE:SCOPE on two packages of four domains with three caches each. */
Test(import, takes_settings_by_scope)
{
  static const struct {
    const char *set;
    enum tn_param p;
    double value;
  } good[] = {
    { "memory_bandwidth=368GB/s:package", TN_P_MEMORY_BANDWIDTH, 92e9 },
    { "memory_bandwidth=800GB/s:node", TN_P_MEMORY_BANDWIDTH, 100e9 },
    { "memory_bandwidth=80GB/s:domain", TN_P_MEMORY_BANDWIDTH, 80e9 },
    { "llc_size=4M:core", TN_P_LLC_SIZE, 32 << 20 },
    { "numa_bandwidth=80GB/s:package", TN_P_NUMA_BANDWIDTH, 20e9 },
  };
  static const char *const bad[][2] = { { "alpha=1us:package", "without it" },
                                        { "copy_rate=1GB/s:node", "without it" },
                                        { "memory_bandwidth=1GB/s:socket", "there is: core" },
                                        { "memory_bandwidth=:package", "memory_bandwidth" },
                                        { "memory_bandwidth=2B/s:node", "out of range" } };
  struct tn_platform *pf = cut(4, "epyc-9654");
  double values[TN_N_PARAMS];
  for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
    const char *sets[] = { good[i].set, NULL };
    cr_assert(tn_platform_resolve(pf, TN_KERNEL_LINUX6, sets, values, NULL), "%s", sets[0]);
    cr_expect_float_eq(values[good[i].p], good[i].value, 1, "%s: %g", sets[0], values[good[i].p]);
  }
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
    const char *sets[] = { bad[i][0], NULL };
    g_autoptr(GError) error = NULL;
    cr_assert_not(tn_platform_resolve(pf, TN_KERNEL_LINUX6, sets, values, &error), "%s", sets[0]);
    cr_expect(strstr(error->message, bad[i][1]), "%s", error->message);
  }
  tn_platform_free(pf);
}

Test(import, refuses_in_one_line)
{
  static const struct {
    const char *topology, *like, *name, *part;
  } cases[] = {
    { "Packages", "knl", "mine", "not understood" },
    { "Core:4 PU:1", "knll", "mine", "did you mean knl" },
    { "Core:4 PU:1", "knl", "a b", "is not a name" },
    { "no-such-file.xml", "knl", "mine", "no-such-file.xml" },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    GError *error = NULL;
    cr_assert_null(
        tn_platform_import(cases[i].topology, cases[i].like, cases[i].name, ".", NULL, &error));
    cr_assert(strstr(error->message, cases[i].part), "%s", error->message);
    cr_assert_null(strchr(error->message, '\n'));
    g_error_free(error);
  }
}

#define SETS(cpus)                                                                                 \
  "cpuset=\"" cpus "\" complete_cpuset=\"" cpus "\" nodeset=\"0x1\" complete_nodeset=\"0x1\" "
#define OBJECT(type, index, cpus, gp)                                                              \
  "<object type=\"" type "\" os_index=\"" index "\" " SETS(cpus) "gp_index=\"" gp "\">"
#define PACKAGE(index, cpus, gp)                                                                   \
  OBJECT("Package", index, cpus, gp "0") OBJECT("PU", index, cpus, gp "1") "</object></object>"

/* Returns the warning for two packages with one memory domain, detected by this backend. */
static char *warning_of(const char *backend)
{
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "x.xml", NULL);
  g_autofree char *text = g_strdup_printf(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
      "<topology version=\"2.0\">" OBJECT(
          "Machine", "0", "0x3",
          "1") "<info name=\"Backend\" value=\"%s\"/>" OBJECT("NUMANode", "0", "0x3",
                                                              "9") "</object>" PACKAGE("0", "0x1",
                                                                                       "2")
          PACKAGE("1", "0x2", "3") "</object></topology>\n",
      backend);
  cr_assert(g_file_set_contents(file, text, -1, NULL));
  g_autoptr(GError) error = NULL;
  g_autofree char *imported_text = tn_platform_import(file, "knl", "mine", folder, NULL, &error);
  cr_assert_not_null(imported_text, "%s", error ? error->message : "");
  char *warning = tn_platform_topology_remarks(file);
  g_unlink(file);
  g_rmdir(folder);
  return warning;
}

/* Linux knows the domains of a machine, CPUID does not. */
Test(import, warns_of_memory_domains_that_nobody_looked_for)
{
  g_autofree char *by_cpuid = warning_of("x86"), *by_linux = warning_of("Linux");
  cr_assert_not_null(by_cpuid);
  cr_assert(strstr(by_cpuid, "one for all 2 packages"), "%s", by_cpuid);
  cr_assert_null(strstr(by_linux, "x86 backend"), "%s", by_linux);
  cr_assert_null(tn_platform_topology_remarks("Package:2 Core:2 PU:1"),
                 "a string is what was meant");
}
