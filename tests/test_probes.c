/* Probes that need more cores or threads than this machine has, on an artificial one. Tests that
 * they have findings, not the values. */
#include <string.h>

#include "platform/params.h"
#include "real/probes.h"
#include "real_machine.h"

/* Returns this machine with the platform's topology, whose cores all run on units of this machine. */
static struct tn_probe_machine pretended(const char *spec, struct real_machine *here)
{
  GError *error = NULL;
  struct tn_probe_machine m = {
    .page = 4096, .huge_page = 2 << 20, .llc = 16 << 20, .l2 = 1 << 20, .l1 = 32 << 10, .line = 64
  };
  *here = real_machine_new();
  m.host = here->host;
  m.platform = tn_platform_load(spec, "broadwell", &error);
  cr_assert_not_null(m.platform, "%s", error ? error->message : "");
  m.cores = tn_places_new_shared(here->platform, "pu", 3, NULL);
  m.units = tn_places_new(m.platform, "pu", tn_platform_n_pus(m.platform), NULL);
  return m;
}

static void end_pretence(struct tn_probe_machine *m, struct real_machine *here)
{
  tn_places_free(m->cores);
  tn_places_free(m->units);
  tn_platform_free(m->platform);
  real_machine_free(here);
}

/* Runs one round and returns the number of findings with that prefix. Checks that all are positive,
 * except fractions. */
static int findings_of(bool (*measure)(struct tn_probe_round *, GError **),
                       const struct tn_probe_machine *m, const char *prefix, GError **error)
{
  g_autoptr(GArray) findings = g_array_new(FALSE, FALSE, sizeof(struct tn_finding));
  struct tn_probe_round round = { m, 0.02, NULL, findings };
  int n = 0;
  if (!measure(&round, error))
    return -1;
  for (guint i = 0; i < findings->len; i++) {
    const struct tn_finding *f = &g_array_index(findings, struct tn_finding, i);
    const int p = tn_param_find(f->name);
    cr_assert(f->value > 0 || (p >= 0 && tn_param_is_share((enum tn_param)p)), "%s", f->name);
    n += g_str_has_prefix(f->name, prefix);
  }
  return n;
}

Test(probes, find_what_threads_of_a_core_copy)
{
  struct real_machine here;
  struct tn_probe_machine m = pretended("synthetic:L3:1 Core:1 PU:2", &here);
  GError *error = NULL;
  if (tn_platform_n_pus(here.platform) < 2)
    cr_skip_test("skipped, because there is one processing unit");
  const int n = findings_of(tn_probe_core_copy, &m, "core", &error);
  if (n < 0 && strstr(error->message, "busy"))
    cr_skip_test("skipped, because %s", error->message);
  cr_assert_eq(n, 2, "%s", error ? error->message : "");
  end_pretence(&m, &here);
  m = pretended("synthetic:L3:1 Core:2 PU:1", &here);
  g_clear_error(&error);
  cr_assert_eq(findings_of(tn_probe_core_copy, &m, "core", &error), -1);
  cr_assert_str_eq(error->message, "a core has one hardware thread here");
  g_error_free(error);
  end_pretence(&m, &here);
}

/* A busy neighbour may hide lines, but not levels. */
Test(probes, find_what_a_line_of_each_level_takes)
{
  struct real_machine here;
  struct tn_probe_machine m = pretended("synthetic:L3:1 Core:1 PU:1", &here);
  GError *error = NULL;
  const int n = findings_of(tn_probe_cold, &m, "latency.", &error);
  if (n < 0 && strstr(error->message, "process_vm_readv"))
    cr_skip_test("skipped, because %s", error->message);
  cr_assert_eq(n, 4, "%s", error ? error->message : "");
  m.l1 = 0;
  cr_assert_eq(findings_of(tn_probe_cold, &m, "latency.", &error), -1);
  cr_assert_str_eq(error->message, "the sizes of the caches are not known");
  g_error_free(error);
  end_pretence(&m, &here);
}

/* Two readers of the same bytes that do not reach the memory's limit show that. */
Test(probes, find_what_stores_fetch_and_readers_share)
{
  struct real_machine here;
  struct tn_probe_machine m = pretended("synthetic:L3:1 Core:2 PU:1", &here);
  GError *error = NULL;
  if (tn_platform_n_pus(here.platform) < 2)
    cr_skip_test("skipped, because there is one processing unit");
  if (findings_of(tn_probe_llc_share, &m, "llc_share", &error) < 0)
    cr_assert(strstr(error->message, "did not reach the memory's limit") ||
                  strstr(error->message, "busy"),
              "%s", error->message);
  g_clear_error(&error);
  const int n = findings_of(tn_probe_write_allocate, &m, "write_allocate", &error);
  cr_assert(n == 2 || strstr(error->message, "does not show") ||
                strstr(error->message, "known here") || strstr(error->message, "busy"),
            "%s", error ? error->message : "");
  g_clear_error(&error);
  end_pretence(&m, &here);
}
