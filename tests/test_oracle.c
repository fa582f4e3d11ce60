/* The engine's sharing compared with SimGrid's solver: random transfers on random platforms, and
 * random puts between nodes with SimGrid's own model of adapters and switches. */
#include <criterion/criterion.h>
#include <math.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define RANKS 12
#include "flow_cases.h"
#include "graph_cases.h"
#include "sim_setup.h"

enum { CASES = 1200, BATCH = 40 }; /* number of cases in one run of SimGrid */

/* Hosts and links of different cases are independent. */
static void write_case(const struct flow_case *c, int k, FILE *f)
{
  for (int i = 0; i < c->n_flows; i++)
    fprintf(f, "<host id=\"s%d-%d\" speed=\"1Gf\"/><host id=\"d%d-%d\" speed=\"1Gf\"/>", k, i, k,
            i);
  for (int i = 0; i < c->n_resources; i++)
    if (isfinite(c->capacity[i]))
      fprintf(f, "<link id=\"r%d-%d\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n", k, i,
              c->capacity[i]);
  for (int i = 0; i < c->n_flows; i++)
    fprintf(f, "<link id=\"c%d-%d\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n", k, i,
            c->flow[i].cap);
}

static void write_routes(const struct flow_case *c, int k, FILE *f)
{
  for (int i = 0; i < c->n_flows; i++) {
    fprintf(f, "<route src=\"s%d-%d\" dst=\"d%d-%d\" symmetrical=\"NO\"><link_ctn id=\"c%d-%d\"/>",
            k, i, k, i, k, i);
    for (int j = 0; j < c->flow[i].n_route; j++)
      fprintf(f, "<link_ctn id=\"r%d-%d\"/>", k, c->flow[i].route[j].resource);
    fputs("</route>\n", f);
  }
}

static void write_platform(const struct flow_case cases[BATCH], FILE *f)
{
  fputs("<?xml version='1.0'?><!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
        "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">\n",
        f);
  for (int k = 0; k < BATCH; k++)
    write_case(&cases[k], k, f);
  for (int k = 0; k < BATCH; k++)
    write_routes(&cases[k], k, f);
  fputs("</zone></platform>\n", f);
}

struct sender {
  const struct flow_case *c;
  int number, index; /* number of the case, index of the flow */
  double *end;
};

static sg_host_t host_of(const struct sender *s, char end)
{
  char name[32];
  g_snprintf(name, sizeof name, "%c%d-%d", end, s->number, s->index);
  return sg_host_by_name(name);
}

static void send_one(int argc, char **argv)
{
  (void)argc;
  (void)argv;
  const struct sender *s = sg_actor_get_data(sg_actor_self());
  if (s->c->flow[s->index].start > 0.0)
    sg_actor_sleep_for(s->c->flow[s->index].start);
  sg_host_sendto(host_of(s, 's'), host_of(s, 'd'), s->c->flow[s->index].bytes);
  *s->end = simgrid_get_clock();
}

typedef double batch_times[BATCH][FLOWS_MAX];

/* Opens a file for SimGrid's platform. */
static FILE *open_platform(char path[])
{
  return fdopen(mkstemps(path, 4), "w");
}

/* With latencies, SimGrid 3.32 ends some transfers earlier than the rate of their own link allows
 * unless all are updated at every step (Full). */
static void load_platform(FILE *f, const char *path)
{
  fclose(f);
  char *argv[] = { "oracle",
                   "--log=root.thresh:critical",
                   "--cfg=network/model:CM02",
                   "--cfg=network/TCP-gamma:0",
                   "--cfg=network/crosstraffic:0",
                   "--cfg=surf/precision:1e-12",
                   "--cfg=maxmin/precision:1e-9",
                   "--cfg=network/optim:Full",
                   "--cfg=contexts/stack-size:128",
                   NULL };
  int argc = (int)G_N_ELEMENTS(argv) - 1;
  simgrid_init(&argc, argv);
  simgrid_load_platform(path);
  unlink(path);
}

/* Runs in a separate process: one engine per process. */
static void run_simgrid(const struct flow_case cases[BATCH], batch_times end)
{
  static struct sender senders[BATCH][FLOWS_MAX];
  char path[] = "/tmp/turnstile-oracle-XXXXXX.xml";
  FILE *f = open_platform(path);
  write_platform(cases, f);
  load_platform(f, path);
  for (int k = 0; k < BATCH; k++)
    for (int i = 0; i < cases[k].n_flows; i++) {
      senders[k][i] = (struct sender){ &cases[k], k, i, &end[k][i] };
      sg_actor_t actor = sg_actor_init("sender", host_of(&senders[k][i], 's'));
      sg_actor_set_data(actor, &senders[k][i]);
      sg_actor_start(actor, send_one, 0, NULL);
    }
  simgrid_run();
}

/* Runs SimGrid in a child process that shares `end`. */
static bool ask_simgrid(const struct flow_case cases[BATCH], batch_times end)
{
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    run_simgrid(cases, end);
    _exit(0);
  }
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* Returns the largest relative difference, at most `most`, in a batch that begins with case
 * `seed`. */
static double compare(void (*draw)(struct flow_case *, guint32), guint32 seed, double most,
                      batch_times theirs)
{
  static struct flow_case cases[BATCH];
  double worst = 0.0;
  for (int k = 0; k < BATCH; k++)
    draw(&cases[k], seed + (guint32)k);
  cr_assert(ask_simgrid(cases, theirs), "cases from %u: SimGrid gave no answer", seed);
  for (int k = 0; k < BATCH; k++) {
    double ours[FLOWS_MAX] = { 0 };
    flow_case_run(&cases[k], ours);
    for (int i = 0; i < cases[k].n_flows; i++) {
      const double difference = fabs(ours[i] - theirs[k][i]) / theirs[k][i];
      worst = fmax(worst, difference);
      cr_assert(difference < most, "case %u, transfer %d of %d: %.12g s, SimGrid %.12g s",
                seed + (guint32)k, i, cases[k].n_flows, ours[i], theirs[k][i]);
    }
  }
  return worst;
}

static void compare_all(const char *what, void (*draw)(struct flow_case *, guint32), guint32 n,
                        double most)
{
  double worst = 0.0;
  batch_times *theirs =
      mmap(NULL, sizeof *theirs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  cr_assert_neq(theirs, MAP_FAILED);
  for (guint32 seed = 1; seed <= n; seed += BATCH)
    worst = fmax(worst, compare(draw, seed, most, *theirs));
  munmap(theirs, sizeof *theirs);
  fprintf(stderr, "oracle: %u %s, largest relative difference %.2g\n", n, what, worst);
}

Test(oracle, random_transfers_end_when_simgrid_says)
{
  compare_all("cases", flow_case_draw, CASES, 1e-7);
}

/* Adds a resource to the route, sorted, once; -1 adds nothing. */
static void pass(struct flow_case *c, int flow, int resource)
{
  struct tn_charge *route = c->flow[flow].route;
  int at = c->flow[flow].n_route;
  if (resource < 0)
    return;
  for (int i = 0; i < at; i++)
    if (route[i].resource == resource)
      return;
  cr_assert(at < TN_MAX_ROUTE);
  for (; at > 0 && route[at - 1].resource > resource; at--)
    route[at] = route[at - 1];
  route[at] = (struct tn_charge){ resource, 1.0 };
  c->flow[flow].n_route++;
  c->flow[flow].cap = fmin(c->flow[flow].cap, c->capacity[resource]);
}

/* Draws a memory of a domain or a device. Returns its number in the graph; *ret_resource: its
 * resource. */
static int draw_memory(const struct graph_case *g, const struct tn_graph *graph, GRand *rand,
                       int node, int *ret_resource)
{
  const int n = g->fabric.n_places, i = g_rand_int_range(rand, -g->places.n_numas, n);
  if (i >= 0 && g->place[i].kind != TN_PLACE_MEMORY)
    return draw_memory(g, graph, rand, node, ret_resource);
  const int numa = node * g->places.n_numas - i - 1;
  *ret_resource = i < 0 ? tn_graph_resource(graph, TN_AT_MEMORY, numa)
                        : tn_graph_resource(graph, TN_AT_NAMED, node * n + i);
  return i < 0 ? tn_graph_place(graph, TN_PLACE_NUMA, numa)
               : tn_graph_place(graph, TN_PLACE_MEMORY, i);
}

/* Draws transfers between memories of a random graph, over the shared resources. */
static void draw_on_graph(struct flow_case *c, guint32 seed)
{
  static struct graph_case g;
  GRand *rand = g_rand_new_with_seed(seed);
  graph_case_draw(&g, seed);
  struct tn_graph *graph = tn_graph_new(&g.places, g.values, &g.fabric);
  const double *capacity = tn_graph_capacities(graph, &c->n_resources);
  cr_assert(c->n_resources <= RESOURCES_ROOM);
  memcpy(c->capacity, capacity, sizeof *capacity * (size_t)c->n_resources);
  c->n_flows = g_rand_int_range(rand, 1, FLOWS_MAX + 1);
  for (int i = 0; i < c->n_flows;) {
    const int node = g_rand_int_range(rand, 0, g.places.n_nodes);
    int at_source, at_target;
    const int from = draw_memory(&g, graph, rand, node, &at_source);
    const struct tn_route *route =
        tn_graph_route(graph, from, draw_memory(&g, graph, rand, node, &at_target));
    if (!route)
      continue;
    c->flow[i].start = 1e-3 * g_rand_int_range(rand, 0, 4) + route->latency;
    c->flow[i].bytes = 1e6 * g_rand_int_range(rand, 1, 20);
    c->flow[i].cap = 1e9 * g_rand_int_range(rand, 4, 60);
    c->flow[i].n_route = 0;
    pass(c, i, at_source);
    pass(c, i, at_target);
    for (int j = 0; j < route->n_hops; j++)
      pass(c, i, tn_hop_resource(&route->hop[j], node));
    i++;
  }
  tn_graph_free(graph);
  g_rand_free(rand);
}

Test(oracle, transfers_over_random_graphs_end_when_simgrid_says)
{
  compare_all("graphs", draw_on_graph, 200, 1e-9);
}

/* Puts between the nodes of tests/cluster.xml, from some ranks to other ranks. */
enum { PUTS = 6, NODES = 3, DOMAINS = 6, SETS = 40 };

struct put_case {
  double latency, adapter, memory; /* s, bytes per second */
  struct {
    int from, to;
    double start, bytes, end;
  } put[PUTS];
};

/* Shared with the process that runs SimGrid. */
static struct put_case *put_cases;
static const struct put_case *case_under_test;

/* Draws senders and receivers in random order, each pair on two nodes; four ranks per node. */
static void put_case_draw(struct put_case *c, guint32 seed)
{
  GRand *rand = g_rand_new_with_seed(seed);
  int order[RANKS];
  *c = (struct put_case){ .latency = 1e-6 * g_rand_int_range(rand, 1, 400),
                          .adapter = 1e9 * g_rand_int_range(rand, 2, 12),
                          .memory = 1e9 * g_rand_int_range(rand, 4, 30) };
  bool is_far;
  do {
    is_far = true;
    for (int r = 0; r < RANKS; r++) {
      const int other = g_rand_int_range(rand, 0, r + 1);
      order[r] = order[other];
      order[other] = r;
    }
    for (int i = 0; i < PUTS; i++)
      is_far = is_far && order[2 * i] / 4 != order[2 * i + 1] / 4;
  } while (!is_far);
  for (int i = 0; i < PUTS; i++) {
    c->put[i].from = order[2 * i];
    c->put[i].to = order[2 * i + 1];
    c->put[i].start = 1e-4 * g_rand_int_range(rand, 0, 5);
    c->put[i].bytes = 1e6 * g_rand_int_range(rand, 1, 10);
  }
  g_rand_free(rand);
}

/* Writes half of the latency for each adapter. */
static void write_put_case(const struct put_case *c, int k, FILE *f)
{
  static const char *const link =
      "<link id=\"%s%d-%d\" bandwidth=\"%.17gBps\" latency=\"%.17gs\"/>";
  for (int i = 0; i < PUTS; i++)
    fprintf(f, "<host id=\"s%d-%d\" speed=\"1Gf\"/><host id=\"d%d-%d\" speed=\"1Gf\"/>", k, i, k,
            i);
  for (int n = 0; n < NODES; n++) {
    fprintf(f, link, "out", k, n, c->adapter, c->latency / 2);
    fprintf(f, link, "in", k, n, c->adapter, c->latency / 2);
  }
  for (int m = 0; m < DOMAINS; m++)
    fprintf(f, link, "memory", k, m, c->memory, 0.0);
}

static void write_put_routes(const struct put_case *c, int k, FILE *f)
{
  for (int i = 0; i < PUTS; i++)
    fprintf(f,
            "<route src=\"s%d-%d\" dst=\"d%d-%d\" symmetrical=\"NO\">"
            "<link_ctn id=\"memory%d-%d\"/><link_ctn id=\"out%d-%d\"/>"
            "<link_ctn id=\"in%d-%d\"/><link_ctn id=\"memory%d-%d\"/>"
            "</route>\n",
            k, i, k, i, k, c->put[i].from / 2, k, c->put[i].from / 4, k, c->put[i].to / 4, k,
            c->put[i].to / 2);
}

static void send_put(int argc, char **argv)
{
  (void)argc;
  (void)argv;
  const int number = GPOINTER_TO_INT(sg_actor_get_data(sg_actor_self()));
  struct put_case *c = &put_cases[number / PUTS];
  const int i = number % PUTS;
  char from[32], to[32];
  g_snprintf(from, sizeof from, "s%d-%d", number / PUTS, i);
  g_snprintf(to, sizeof to, "d%d-%d", number / PUTS, i);
  if (c->put[i].start > 0.0)
    sg_actor_sleep_for(c->put[i].start);
  sg_host_sendto(sg_host_by_name(from), sg_host_by_name(to), c->put[i].bytes);
  c->put[i].end = simgrid_get_clock();
}

static void ask_simgrid_for_puts(void)
{
  char path[] = "/tmp/turnstile-oracle-XXXXXX.xml";
  FILE *f = open_platform(path);
  fputs("<?xml version='1.0'?><!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
        "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">\n",
        f);
  for (int k = 0; k < SETS; k++)
    write_put_case(&put_cases[k], k, f);
  for (int k = 0; k < SETS; k++)
    write_put_routes(&put_cases[k], k, f);
  fputs("</zone></platform>\n", f);
  load_platform(f, path);
  for (int number = 0; number < SETS * PUTS; number++) {
    char host[32];
    g_snprintf(host, sizeof host, "s%d-%d", number / PUTS, number % PUTS);
    sg_actor_t actor = sg_actor_init("put", sg_host_by_name(host));
    sg_actor_set_data(actor, GINT_TO_POINTER(number));
    sg_actor_start(actor, send_put, 0, NULL);
  }
  simgrid_run();
}

static void put_or_await(struct tn_strand *r)
{
  enum { HERE, THERE = TN_LINE_SLOTS };
  const int rank = r->call->rank;
  for (int i = 0; i < PUTS; i++) {
    const size_t len = (size_t)case_under_test->put[i].bytes;
    const int from = case_under_test->put[i].from, to = case_under_test->put[i].to;
    const struct tn_span src = { from, TN_RECV, 0, len }, dst = { to, TN_RECV, 0, len };
    if (rank == from)
      r->transport->put(r, dst, src, HERE, THERE, tn_value(r, 1));
    if (rank == to)
      tn_wait(r, rank, THERE, 1);
  }
}

/* Compares the mean over ranks, which enter at their put or at once, and the last rank's time. */
static void check_puts(const struct put_case *c, int k)
{
  const struct tn_algorithm algorithm = algorithm_of(put_or_await);
  double entry[RANKS] = { 0 }, sum = 0.0, last = 0.0;
  for (int i = 0; i < PUTS; i++) {
    entry[c->put[i].from] = c->put[i].start;
    sum += c->put[i].end;
    last = fmax(last, c->put[i].end);
  }
  const struct tn_sim_point point = {
    .algorithm = METHOD(&algorithm),
    .places = places,
    .values = values,
    .n_packages = 2,
    .call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = 10000000 },
    .repetitions = 1,
    .delays = entry
  };
  struct tn_sim_result result;
  GError *error = NULL;
  set("network_latency", c->latency);
  set("network_bandwidth", c->adapter);
  set("memory_bandwidth", c->memory);
  case_under_test = c;
  cr_assert(tn_sim_run(&point, &result, &error), "%s", error ? error->message : "?");
  cr_assert_float_eq(result.avg * RANKS, sum, 1e-9 * sum, "case %d: %.12g, SimGrid %.12g", k,
                     result.avg * RANKS, sum);
  cr_assert_float_eq(result.max, last, 1e-9 * last, "case %d: %.12g, SimGrid %.12g", k, result.max,
                     last);
}

Test(oracle, puts_between_nodes_end_when_simgrid_says)
{
  static const char *const none[] = { "network_overhead", "network_gap", "line_occupancy" };
  int status = -1;
  put_cases = mmap(NULL, SETS * sizeof *put_cases, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  cr_assert_neq(put_cases, MAP_FAILED);
  for (int k = 0; k < SETS; k++)
    put_case_draw(&put_cases[k], 1 + (guint32)k);
  const pid_t child = fork();
  if (child == 0) {
    ask_simgrid_for_puts();
    _exit(0);
  }
  cr_assert(child > 0 && waitpid(child, &status, 0) == child && status == 0);
  set_up_on("tests/cluster.xml", NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(none); i++)
    set(none[i], 0.0);
  for (int d = 0; d < TN_N_DISTANCES; d++)
    values[TN_P_LINE_LATENCY + d] = 0.0;
  for (int k = 0; k < SETS; k++)
    check_puts(&put_cases[k], k);
  tear_down();
  munmap(put_cases, SETS * sizeof *put_cases);
}
