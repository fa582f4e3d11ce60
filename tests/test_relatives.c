/* Choice of the related machine whose parameters are used: by shape, architecture and messages. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "compare/fit.h"
#include "compare/relatives.h"
#include "shared_data.h"

static GPtrArray *relatives_of(const char *topology)
{
  GError *error = NULL;
  GPtrArray *relatives = tn_relatives_of(topology, &error);
  cr_assert_not_null(relatives, "%s", error ? error->message : "");
  return relatives;
}

static const struct tn_relative *best(const GPtrArray *relatives)
{
  return relatives->pdata[0];
}

/* A package of a 9654 is one, with any division; the names in an XML file count. */
Test(relatives, are_chosen_by_shape)
{
  static const char *const cuts[] = { "[NUMANode] L3:12", "Group:2 [NUMANode] L3:6",
                                      "Group:4 [NUMANode] L3:3" };
  for (size_t i = 0; i < G_N_ELEMENTS(cuts); i++) {
    g_autofree char *topology =
        g_strdup_printf("Package:2 %s(size=32MiB) L2:8(size=1MiB) Core:1 PU:1", cuts[i]);
    g_autoptr(GPtrArray) relatives = relatives_of(topology);
    cr_expect_str_eq(best(relatives)->name, "epyc-9654");
    cr_expect_float_eq(best(relatives)->unlike, 1, 1e-9, "%s", best(relatives)->differs);
    for (guint r = 0; r < relatives->len; r++) {
      const struct tn_relative *one = relatives->pdata[r];
      cr_expect_eq(tn_platform_kernel(one->platform), TN_KERNEL_LINUX6,
                   "%s: a string names no "
                   "architecture",
                   one->name);
      cr_expect_eq(tn_platform_n_cores(one->platform), 192, "%s", one->name);
    }
  }
}

/* hgx-h100 has the host of xeon-8480; a node of this shape is related to the original. */
Test(relatives, have_no_devices)
{
  g_autoptr(GPtrArray) relatives = relatives_of(
      "Package:2 [NUMANode] L3:1(size=105MiB) L2:56(size=2MiB) L1d:1(size=48KiB) Core:1 PU:1");
  cr_expect_str_eq(best(relatives)->name, "xeon-8480");
}

Test(relatives, are_of_the_architecture_that_a_file_names)
{
  static const struct {
    const char *file, *name;
  } cases[] = {
    { "epyc7763-2s.xml", "epyc-7763" },      { "cascadelake8260-2x24.xml", "csx48" },
    { "power8-2x10-smt8.xml", "power8" },    { "broadwell-2x14.xml", "broadwell" },
    { "knl7250-quadrant-cache.xml", "knl" }, { "epyc7551-2s-8numa.xml", "epyc-2p" },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *relative = g_build_filename("topologies", cases[i].file, NULL);
    g_autofree char *file = tn_shared_data(relative);
    g_autoptr(GPtrArray) relatives = relatives_of(file);
    cr_expect_str_eq(best(relatives)->name, cases[i].name, "%s: %s", cases[i].file,
                     best(relatives)->name);
    for (guint r = 0; r < relatives->len; r++)
      cr_expect_str_eq(tn_platform_word(((struct tn_relative *)relatives->pdata[r])->platform,
                                        TN_WORD_ARCHITECTURE),
                       strcmp(cases[i].name, "power8") == 0 ? "ppc64le" : "x86_64");
  }
}

/* Messages of another machine than the one of the same shape: its prices, and a slower library. */
Test(relatives, are_chosen_by_messages_before_their_shape)
{
  static const char topology[] =
      "Package:2 [NUMANode] L3:8(size=32MiB) L2:8(size=512KiB) Core:1 PU:1";
  static const enum tn_distance distances[] = { TN_SAME_LLC, TN_SAME_NUMA, TN_OTHER_PACKAGE };
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  g_autoptr(GPtrArray) relatives = relatives_of(topology);
  cr_expect_str_eq(best(relatives)->name, "epyc-7763");
  double v[TN_N_PARAMS];
  g_autofree char *spec = g_strconcat("synthetic:", topology, NULL);
  struct tn_platform *pf = tn_platform_load(spec, "arm-n1", NULL);
  cr_assert(pf && tn_platform_resolve(pf, TN_KERNEL_LINUX6, NULL, v, NULL));
  v[TN_P_SEND_OVERHEAD] = 300e-9;
  for (size_t d = 0; d < G_N_ELEMENTS(distances); d++)
    for (double n = 1; n < 5e6; n *= 4) {
      struct tn_fit_point p = { .distance = distances[d], .bytes = n };
      p.seconds = tn_fit_seconds(TN_FIT_QUEUED, v, &p, n > 30000);
      g_array_append_val(points, p);
    }
  tn_relatives_judge(relatives, points);
  cr_expect_str_eq(best(relatives)->name, "arm-n1");
  cr_expect_lt(best(relatives)->off, 1e-6, "%g", best(relatives)->off);
  cr_expect(isnan(best(relatives)->off_at[TN_SAME_PACKAGE]), "no such message");
  tn_platform_free(pf);
}

/* A machine with a Grace's shape and pages of 4 KiB is not related to one with 64 KiB. */
Test(relatives, of_other_pages_come_last)
{
  static const char shape[] = "Package:2 [NUMANode] L3:1(size=114MiB) L2:72(size=1MiB) Core:1 PU:1";
  static const double sizes[] = { NAN, 4096, 65536 };
  for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
    g_autoptr(GPtrArray) relatives = relatives_of(shape);
    tn_relatives_sort_pages(relatives, sizes[i]);
    const struct tn_relative *last = relatives->pdata[relatives->len - 1];
    cr_expect_eq(strcmp(best(relatives)->name, "grace-144") == 0, i != 1, "%s",
                 best(relatives)->name);
    cr_expect_eq(strstr(last->differs, "pages of ") != NULL, i > 0, "%s", last->differs);
  }
}

#define SETS "cpuset=\"0x1\" complete_cpuset=\"0x1\" nodeset=\"0x1\" complete_nodeset=\"0x1\" "
#define OBJECT(type, gp) "<object type=\"" type "\" os_index=\"0\" " SETS "gp_index=\"" gp "\">"

Test(relatives, of_an_arm_node_are_arm_nodes)
{
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "x.xml", NULL);
  cr_assert(g_file_set_contents(
      file,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
      "<topology version=\"2.0\">" OBJECT(
          "Machine", "1") "<info name=\"Architecture\" "
                          "value=\"aarch64\"/>" OBJECT("NUMANode", "2") "</object>" OBJECT(
                              "Package", "3") OBJECT("PU", "4") "</object></object></"
                                                                "object></topology>\n",
      -1, NULL));
  g_autoptr(GPtrArray) relatives = relatives_of(file);
  cr_expect_eq(relatives->len, 4, "Altra, Graviton3, two of Grace, not %u", relatives->len);
  cr_expect_str_eq(best(relatives)->name, "graviton3");
  g_unlink(file);
  g_rmdir(folder);
}
