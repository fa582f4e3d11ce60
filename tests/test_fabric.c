/* Places and links named in platform files. */
#include "platform/fabric.h"

#include "platform/platform.h"

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define DEVICE "place.hbm0=memory rate=900GB/s|place.hbm1=memory|"
#define ENGINE DEVICE "place.ce0=engine launch=2us width=3 rate=20GB/s serves=hbm0+hbm1|"
#define PAIR "link.hbm0>hbm1=25GB/s 700ns|link.hbm1>hbm0=24GB/s|"

/* Writes a node of two packages, each with a domain and an LLC, with these properties. Transfer full. */
static char *write_file(const char *given)
{
  g_autofree char *text = NULL, *path = NULL;
  struct tn_platform *pf = tn_platform_load("broadwell", NULL, NULL);
  cr_assert(g_file_get_contents(tn_platform_simgrid_file(pf, NULL), &text, NULL, NULL));
  tn_platform_free(pf);
  char *at = strstr(text, "<prop id=\"backing\"");
  GString *props = g_string_new_len(text, at - text);
  g_auto(GStrv) pairs = g_strsplit(given, "|", -1);
  for (char **pair = pairs; *pair && **pair; pair++) {
    char *value = strchr(*pair, '=');
    *value++ = '\0';
    g_string_append_printf(props, "<prop id=\"%s\" value=\"%s\"/>", *pair, value);
    g_string_append_printf(props, "<prop id=\"%s.source\" value=\"assumed\"/>\n", *pair);
  }
  g_string_append(props, at);
  g_close(g_file_open_tmp("test-fabric-XXXXXX.xml", &path, NULL), NULL);
  cr_assert(g_file_set_contents(path, props->str, -1, NULL));
  g_string_free(props, TRUE);
  return g_steal_pointer(&path);
}

Test(fabric, is_read_back)
{
  g_autofree char *path = write_file(ENGINE PAIR "place.plx=switch|link.numa-0>numa-1=18GB/s|"
                                                 "link.llc-1>numa-1=50GB/s|");
  struct tn_platform *pf = tn_platform_load(path, NULL, NULL);
  cr_assert_not_null(pf);
  const struct tn_fabric *fabric = tn_platform_fabric(pf);
  cr_assert(fabric->n_places == 4 && fabric->n_links == 4);
  const struct tn_fabric_place *engine = &fabric->places[2];
  cr_assert(isinf(fabric->places[1].rate) && isinf(fabric->places[3].rate));
  cr_assert(engine->kind == TN_PLACE_ENGINE && engine->launch == 2e-6 && engine->width == 3);
  cr_assert(engine->n_serves == 2 && engine->serves[0] == 0 && engine->serves[1] == 1);
  cr_assert_str_eq(engine->source, "assumed");
  g_autofree char *text = tn_fabric_format(fabric);
  cr_assert_str_eq(text, "place.hbm0 memory rate=900GB/s\nplace.hbm1 memory\n"
                         "place.ce0 engine rate=20GB/s launch=2us width=3 serves=hbm0+hbm1\n"
                         "place.plx switch\nlink.hbm0>hbm1 25GB/s 700ns\nlink.hbm1>hbm0 24GB/s\n"
                         "link.numa-0>numa-1 18GB/s\nlink.llc-1>numa-1 50GB/s\n");
  tn_platform_free(pf);
  g_unlink(path);
}

Test(fabric, what_an_engine_moves_and_what_a_pair_shares)
{
  /* Each is given once and in one direction: an engine that moves data out needs no path in. */
  g_autofree char *path =
      write_file(DEVICE PAIR "place.ce0=engine start=1us serves=hbm0+hbm1 sync=2us moves=out|"
                             "link.hbm1>numa-0=9GB/s|link.hbm0>numa-0=9GB/s duplex=0.71|"
                             "link.numa-0>hbm0=8GB/s 1us|");
  g_autoptr(GPtrArray) found = tn_platform_check(path);
  cr_assert_eq(found->len, 0, "%s", found->len ? (char *)found->pdata[0] : "");
  struct tn_platform *pf = tn_platform_load(path, NULL, NULL);
  const struct tn_fabric *fabric = tn_platform_fabric(pf);
  const struct tn_fabric_place *engine = &fabric->places[2];
  cr_assert(engine->moves == TN_MOVES_OUT && engine->start == 1e-6 && engine->sync == 2e-6);
  cr_assert(tn_fabric_back(fabric, 0) == 1 && tn_fabric_back(fabric, 2) == -1);
  cr_assert(fabric->links[3].duplex == 0.71 && fabric->links[4].duplex == 0.71);
  g_autofree char *text = tn_fabric_format(fabric);
  cr_assert(strstr(text, "launch=0 start=1us sync=2us width=1 moves=out serves=hbm0+hbm1\n"));
  cr_assert(strstr(text, "9GB/s duplex=0.71\nlink.numa-0>hbm0 8GB/s 1us duplex=0.71\n"), "%s",
            text);
  tn_platform_free(pf);
  g_unlink(path);
}

/* The second device is connected to the second domain behind a switch, the others to the first. */
Test(fabric, ranks_sit_near_their_devices)
{
  GError *error = NULL;
  g_autofree char *path =
      write_file(DEVICE "place.hbm2=memory|place.plx=switch|link.numa-0>hbm0=9GB/s|"
                        "link.hbm1>plx=9GB/s|link.plx>numa-1=9GB/s|link.hbm2>numa-0=9GB/s|"
                        "link.hbm2>numa-1=9GB/s|");
  struct tn_platform *pf = tn_platform_load(path, NULL, NULL);
  int n;
  g_autofree int *domain = tn_fabric_domains(pf, &n);
  cr_assert_eq(tn_fabric_n_devices(tn_platform_fabric(pf)), 3);
  cr_assert(n == 3 && domain[0] == 0 && domain[1] == 1 && domain[2] == 0);
  /* Fourteen cores per domain: rank 20 fills the first one; later ranks use free cores. */
  const int n_pus = tn_platform_n_pus(pf);
  cr_assert_eq(tn_platform_n_cores(pf), 28);
  struct tn_places *places = tn_places_new(pf, "device", n_pus, &error);
  cr_assert(places, "%s", error ? error->message : "");
  for (int r = 0; r < n_pus; r++)
    for (int s = 0; s < r; s++)
      cr_assert(places->pu[r] != places->pu[s] && (r >= 28 || places->core[r] != places->core[s]));
  for (int r = 0; r < 28; r++)
    cr_assert_eq(places->numa[r], r > 20 || r % 3 == 1, "rank %d", r);
  cr_assert(places->core[0] == 0 && places->core[1] == 14 && places->core[2] == 1);
  tn_places_free(places);
  tn_platform_free(pf);
  g_unlink(path);
  pf = tn_platform_load("broadwell", NULL, NULL);
  cr_assert_null(tn_places_new(pf, "device", 2, &error));
  cr_assert(strstr(error->message, "mapping device: no device is named (<prop"));
  g_error_free(error);
  tn_platform_free(pf);
}

static const struct {
  const char *given, *wanted;
} mistakes[] = {
  { "place.hbm0=gpu|", "place.hbm0: \"gpu\" is not a kind of place (memory [" },
  { "place.hbm0=memory speed=1|", "\"speed=1\" is not understood (memory [rate=900GB/s]" },
  { "place.hbm0=memory width=1|", "\"width=1\" is not understood" },
  { "place.hbm0=memory rate=1GB/s rate=2GB/s|", "\"rate=2GB/s\" is not understood" },
  { "place.hbm0=memory rate=0GB/s|", "\"0GB/s\" is not a rate" },
  { "place.hb+m=memory|", "\"hb+m\" is not a place's name" },
  { "place.numa-0=memory|", "the topology has a place of this name" },
  { "place.m=memory|place.m=switch|", "\"place.m\" is given twice" },
  { "place.ce=engine|", "place.ce: an engine that serves no memory (engine serves=" },
  { "place.ce=engine serves=numa-0|", "it serves \"numa-0\", which is not a memory" },
  { DEVICE "place.ce=engine width=0 serves=hbm0|", "\"0\" is not a whole number from 1" },
  { "place.m.note=fast|", "\"place.m.note\" is given without the value (give \"place.m\", too)" },
  { DEVICE "link.hbm0=1GB/s|", "link.hbm0: a link leads from one place to another" },
  { DEVICE "link.hbm0>hbm2=1GB/s|", "\"hbm2\" is not a place (did you mean hbm0? There are " },
  { "link.numa-0>numa-2=1GB/s|", "numa-0 to 1, package-0 to 1, llc-0 to 1, adapter" },
  { DEVICE "link.hbm0>hbm0=1GB/s|", "both ends are the same place" },
  { ENGINE "link.ce0>hbm0=1GB/s|", "\"ce0\" is an engine (links lead to" },
  { DEVICE PAIR "link.hbm0>hbm1=1GB/s|", "\"link.hbm0>hbm1\" is given twice" },
  { DEVICE "link.hbm0>hbm1=0GB/s|", "\"0GB/s\" is not a rate" },
  { DEVICE "link.hbm0>hbm1=-1GB/s|", "\"-1GB/s\" is not a rate" },
  { DEVICE "link.hbm0>hbm1=infGB/s|", "\"infGB/s\" is not a rate" },
  { DEVICE "link.hbm0>hbm1=1GB/s 1us 2|", "is not a rate with or without a latency" },
  { "link.numa-0>package-1=1GB/s 1us|", "loads pay line_latency" },
  { "link.llc-0>numa-1=1GB/s|", "its own memory domain alone (numa-0)" },
  { "link.numa-0>adapter=1GB/s|", "an adapter leads to other nodes, and there are none" },
  { ENGINE "link.hbm0>hbm1=1GB/s|", "place.ce0: no links lead from hbm1 to hbm0" },
  { ENGINE PAIR "link.numa-1>hbm0=1GB/s|", "place.ce0: no links lead from hbm0 to numa-0" },
  { DEVICE "place.in=engine serves=hbm0 moves=in|link.hbm0>numa-0=1GB/s|",
    "place.in: no links lead from numa-0 to hbm0" },
  { DEVICE "place.ce=engine serves=hbm0 moves=up|", "moves: \"up\" is not known (out, in, both)" },
  { DEVICE "place.ce=engine serves=hbm0 start=2s|", "\"2s\" is out of range (" },
  { "place.m=memory sync=1us|", "\"sync=1us\" is not understood (memory [" },
  { DEVICE "link.hbm0>hbm1=1GB/s 1us duplex=0.4|", "duplex: \"0.4\" is out of range (0.5 to 1)" },
  { DEVICE "link.hbm0>hbm1=duplex=1|", "\"duplex=1\" is not a rate" },
  { DEVICE "link.hbm0>hbm1=1GB/s duplex=0.6 1us|", "is not a rate with or without a latency" },
  { DEVICE "link.hbm0>hbm1=1GB/s duplex=0.6|",
    "duplex without a link back (<prop id=\"link.hbm1>" },
  { DEVICE "link.hbm0>hbm1=1GB/s duplex=0.6|link.hbm1>hbm0=1GB/s duplex=0.7|",
    "duplex 0.6 here and 0.7 back (the same, or given once)" },
  { DEVICE "link.hbm0>hbm1=3GB/s duplex=0.6|link.hbm1>hbm0=1GB/s|",
    "duplex 0.6: both directions together slower than one alone (0.75 and more)" },
  { "link.llc-0>numa-0=1GB/s duplex=0.6|", "an LLC's port has independent directions" },
};

Test(fabric, every_mistake_is_one_line)
{
  for (size_t i = 0; i < G_N_ELEMENTS(mistakes); i++) {
    g_autofree char *path = write_file(mistakes[i].given);
    g_autoptr(GPtrArray) found = tn_platform_check(path);
    bool named = false;
    for (guint j = 0; j < found->len; j++) {
      const char *line = found->pdata[j];
      cr_assert(g_str_has_prefix(line, path) && !strchr(line, '\n'));
      named = named || strstr(line, mistakes[i].wanted);
    }
    cr_assert(named, "%s: %s", mistakes[i].wanted, found->len ? (char *)found->pdata[0] : "none");
    g_unlink(path);
  }
}

Test(fabric, a_cluster_has_its_nodes_places)
{
  g_autofree char *path = write_file(ENGINE PAIR), *text = NULL, *cluster = NULL;
  cr_assert(g_file_get_contents("tests/cluster.xml", &text, NULL, NULL));
  g_auto(GStrv) parts = g_strsplit(text, "broadwell\"/>", 2);
  char *rest = strstr(parts[1], "<prop id=\"default_ranks\"");
  g_autofree char *all = g_strdup_printf(
      "%s%s\"/><prop id=\"link.hbm0>hbm1\" value=\"1GB/s\"/><prop "
      "id=\"link.hbm0>hbm1.source\" value=\"assumed\"/><prop id=\"link.hbm0>adapter\" "
      "value=\"2GB/s 1us\"/><prop id=\"link.hbm0>adapter.source\" value=\"assumed\"/>%s",
      parts[0], path, rest);
  g_close(g_file_open_tmp("test-fabric-XXXXXX.xml", &cluster, NULL), NULL);
  cr_assert(g_file_set_contents(cluster, all, -1, NULL));
  struct tn_platform *pf = tn_platform_load(cluster, NULL, NULL);
  const struct tn_fabric *fabric = tn_platform_fabric(pf);
  cr_assert(fabric->n_places == 3 && fabric->n_links == 3);
  cr_assert(fabric->links[0].rate == 1e9 && fabric->links[2].to.kind == TN_PLACE_ADAPTER);
  struct tn_places *places = tn_places_new(pf, "device", 6, NULL);
  for (int r = 0; r < 6; r++)
    cr_assert_eq(places->core[r], r / 2 * places->n_cores + r % 2);
  tn_places_free(places);
  tn_platform_free(pf);
  g_unlink(cluster);
  g_unlink(path);
}
