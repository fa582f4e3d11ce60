/* An imported platform is one that can be loaded, and looks like the machine it came from. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "platform/platform.h"

/* Imports, writes beside nothing else, loads; the file is removed. */
static struct tn_platform *imported(const char *topology, const char *like)
{
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "mine.xml", NULL);
  GError *error = NULL;
  g_autofree char *text = tn_platform_import(topology, like, "mine", folder, &error);
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
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
    struct tn_platform *from = tn_platform_load(names[i], NULL, NULL);
    struct tn_platform *pf = imported("Package:1 Core:4 PU:1", names[i]);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      const double a = tn_platform_param(from, (enum tn_param)p).value;
      const double b = tn_platform_param(pf, (enum tn_param)p).value;
      if (p != TN_P_DEFAULT_RANKS)
        cr_assert((isnan(a) && isnan(b)) || (isinf(a) && isinf(b)) ||
                    fabs(a - b) <= 1e-12 * fabs(a),
                  "%s of %s: %g, not %g", tn_params[p].name, names[i], b, a);
    }
    tn_platform_free(from);
    tn_platform_free(pf);
  }
}

Test(import, refuses_in_one_line)
{
  static const struct { const char *topology, *like, *name, *part; } cases[] = {
    { "Packages", "knl", "mine", "not understood" },
    { "Core:4 PU:1", "knll", "mine", "did you mean knl" },
    { "Core:4 PU:1", "knl", "a b", "is not a name" },
    { "no-such-file.xml", "knl", "mine", "no-such-file.xml" },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    GError *error = NULL;
    cr_assert_null(
      tn_platform_import(cases[i].topology, cases[i].like, cases[i].name, ".", &error));
    cr_assert(strstr(error->message, cases[i].part), "%s", error->message);
    cr_assert_null(strchr(error->message, '\n'));
    g_error_free(error);
  }
}

#define SETS(cpus) \
  "cpuset=\"" cpus "\" complete_cpuset=\"" cpus "\" nodeset=\"0x1\" complete_nodeset=\"0x1\" "
#define OBJECT(type, index, cpus, gp) \
  "<object type=\"" type "\" os_index=\"" index "\" " SETS(cpus) "gp_index=\"" gp "\">"
#define PACKAGE(index, cpus, gp) \
  OBJECT("Package", index, cpus, gp "0") OBJECT("PU", index, cpus, gp "1") "</object></object>"

/* What is to be known of two packages with one memory domain that this backend has found. */
static char *warning_of(const char *backend)
{
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "x.xml", NULL);
  g_autofree char *text = g_strdup_printf(
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
    "<topology version=\"2.0\">" OBJECT("Machine", "0", "0x3", "1")
    "<info name=\"Backend\" value=\"%s\"/>" OBJECT("NUMANode", "0", "0x3", "9") "</object>"
    PACKAGE("0", "0x1", "2") PACKAGE("1", "0x2", "3") "</object></topology>\n", backend);
  cr_assert(g_file_set_contents(file, text, -1, NULL));
  g_autoptr(GError) error = NULL;
  g_autofree char *imported_text = tn_platform_import(file, "knl", "mine", folder, &error);
  cr_assert_not_null(imported_text, "%s", error ? error->message : "");
  char *warning = tn_platform_topology_warning(file);
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
  cr_assert_null(strchr(by_cpuid, '\n'));
  cr_assert_null(by_linux, "%s", by_linux);
  cr_assert_null(tn_platform_topology_warning("Package:2 Core:2 PU:1"),
                 "a string is what was meant");
}
