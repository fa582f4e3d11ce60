/* Topologies from other sources: files that hwloc cannot load safely are refused at once with one line. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>

#include "platform/topology.h"
#include "sanitizer.h"

static const char head[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology version=\"2.0\">\n";

#define SETS(cpus)                                                                                 \
  "cpuset=\"" cpus "\" complete_cpuset=\"" cpus "\" nodeset=\"0x1\" complete_nodeset=\"0x1\" "
#define OBJECT(type, index, cpus, gp)                                                              \
  "<object type=\"" type "\" os_index=\"" index "\" " SETS(cpus) "gp_index=\"" gp "\">"
#define MACHINE OBJECT("Machine", "0", "0x3", "1")
#define NUMA OBJECT("NUMANode", "0", "0x3", "9") "</object>"
#define END "</object>"

/* Returns true if the text is accepted. Loading it must not loop or use huge memory. */
static bool reads(const char *text, const char *folder, GError **error)
{
  struct tn_topology t;
  const struct rlimit memory = { (rlim_t)2 << 30, (rlim_t)2 << 30 }, time = { 20, 20 };
  if (!HAS_ADDRESS_SANITIZER)
    setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CPU, &time);
  if (!tn_topology_init(&t, NULL, text, folder, error))
    return false;
  cr_assert_gt(t.n_pus, 0);
  tn_topology_finish(&t);
  return true;
}

static void refuses(const char *text, const char *folder, const char *part)
{
  GError *error = NULL;
  cr_assert_not(reads(text, folder, &error), "%.60s is accepted", text);
  cr_assert(strstr(error->message, part), "%s lacks %s", error->message, part);
  cr_assert_null(strchr(error->message, '\n'), "%s", error->message);
  g_error_free(error);
}

static void refuses_xml(const char *body, const char *part)
{
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "x.xml", NULL);
  g_autofree char *text = g_strconcat(head, body, "\n</topology>\n", NULL);
  cr_assert(g_file_set_contents(file, text, -1, NULL));
  refuses("x.xml", folder, part);
  g_unlink(file);
  g_rmdir(folder);
}

/* hwloc allocates a matrix of distances by the number of objects that the file states. */
Test(topology, distances_of_too_many_objects_are_refused)
{
  refuses_xml(MACHINE NUMA OBJECT("Core", "0", "0x1", "2") OBJECT("PU", "0", "0x1", "3") END END END
              "<distances2 type=\"NUMANode\" nbobjs=\"65535\" kind=\"5\" indexing=\"os\">"
              "</distances2>",
              "is too large");
}

/* hwloc gives it the largest index, and sets of 4 billion bits. */
Test(topology, a_memory_domain_without_index_is_refused)
{
  refuses_xml(MACHINE "<object type=\"NUMANode\" " SETS("0x3") "gp_index=\"9\"/>" OBJECT(
                  "Core", "0", "0x1", "2") OBJECT("PU", "0", "0x1", "3") END END END,
              "numbered below 8192");
}

/* hwloc assumes that an object with one set has the other sets, and reads address 0. */
Test(topology, a_file_that_kills_hwloc_is_refused)
{
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "x.xml", NULL);
  g_autofree char *text = NULL;
  cr_assert(g_file_get_contents("tests/corpus/import/missing-set", &text, NULL, NULL));
  cr_assert(g_file_set_contents(file, text, -1, NULL));
  refuses("x.xml", folder, "makes hwloc fail");
  g_unlink(file);
  g_rmdir(folder);
}

Test(topology, a_machine_without_units_is_refused)
{
  refuses_xml(MACHINE NUMA OBJECT("Core", "0", "0x3", "2") END END, "no processing units");
  refuses_xml(MACHINE NUMA END, "no processing units");
}

Test(topology, a_core_without_units_is_refused)
{
  refuses_xml(MACHINE NUMA OBJECT("Core", "0", "0x1", "2") OBJECT("PU", "0", "0x1", "3")
                  END END OBJECT("Core", "1", "0x2", "4") END END,
              "a core without processing units");
}

Test(topology, a_unit_outside_of_the_cores_is_refused)
{
  refuses_xml(MACHINE NUMA OBJECT("Core", "0", "0x1", "2") OBJECT("PU", "0", "0x1", "3")
                  END END OBJECT("PU", "1", "0x2", "4") END END,
              "outside of the cores");
}

Test(topology, large_numbers_are_refused_at_once)
{
  refuses_xml(MACHINE NUMA OBJECT("Core", "0", "0x1", "2") OBJECT("PU", "4294967295", "0x1", "3")
                  END END END,
              "too large");
  refuses_xml(MACHINE OBJECT("NUMANode", "4294967294", "0x3", "9") END OBJECT("PU", "0", "0x1", "3")
                  END END,
              "too large");
  refuses("pu:2(indexes=4294967295,0)", ".", "too large");
  refuses("pu:2(indexes=-1,0)", ".", "too large");
  refuses("pu:2(memory=1 indexes=0,16384)", ".", "too large");
}

Test(topology, large_machines_are_refused_at_once)
{
  static const char *const texts[] = {
    "pu:8192",
    "pu:+8192",
    "pu:-1",
    "Package:8193 pu:1",
    "Core:65536 pu:2",
    "4294967297 pu:2",
    "Package:64 pu:129",
    "Core:1024 [NUMANode][NUMANode] pu:1",
  };
  for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
    refuses(texts[i], ".", "too large");
  g_autoptr(GString) deep = g_string_new("Package:8 Core:1024");
  for (int i = 0; i < 100; i++)
    g_string_append(deep, " group:1");
  g_string_append(deep, " pu:1");
  refuses(deep->str, ".", "too large");
}

Test(topology, the_largest_are_read)
{
  GError *error = NULL;
  cr_assert(reads("Package:32 [NUMANode] L3:1 Core:128 PU:2", ".", &error), "%s", error->message);
  cr_assert(reads("pu:1024", ".", &error), "%s", error->message);
  cr_assert(reads("Package:2 Core:2 PU:2(indexes=0,4,1,5,2,6,3,7)", ".", &error), "%s",
            error->message);
}

Test(topology, what_is_no_topology_is_refused_in_one_line)
{
  refuses("a\nb", ".", "control character");
  refuses("Packages", ".", "not understood");
  refuses("none.xml", ".", "cannot be read");
  refuses("/dev/zero/x.xml", ".", "cannot be read");
  refuses_xml("<object", "not well-formed");
  refuses_xml("<object type=\"Nothing\"/>", "not understood");
}
