/* The engine's sharing against SimGrid's solver: random transfers on random platforms. */
#include <criterion/criterion.h>
#include <math.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "flow_cases.h"

enum { CASES = 1200, BATCH = 40 }; /* cases that one run of SimGrid has side by side */

/* Hosts and links of different cases have nothing to do with each other. */
static void write_case(const struct flow_case *c, int k, FILE *f)
{
  for (int i = 0; i < c->n_flows; i++)
    fprintf(f, "<host id=\"s%d-%d\" speed=\"1Gf\"/><host id=\"d%d-%d\" speed=\"1Gf\"/>", k, i, k,
            i);
  for (int i = 0; i < c->n_resources; i++)
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
        "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">\n", f);
  for (int k = 0; k < BATCH; k++)
    write_case(&cases[k], k, f);
  for (int k = 0; k < BATCH; k++)
    write_routes(&cases[k], k, f);
  fputs("</zone></platform>\n", f);
}

struct sender {
  const struct flow_case *c;
  int number, index; /* of the case, of its flow */
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

typedef double batch_times[BATCH][FLOWS_MOST];

/* In a process of its own: one engine per process. */
static void run_simgrid(const struct flow_case cases[BATCH], batch_times end)
{
  static struct sender senders[BATCH][FLOWS_MOST];
  char path[] = "/tmp/turnstile-oracle-XXXXXX.xml";
  FILE *f = fdopen(mkstemps(path, 4), "w");
  write_platform(cases, f);
  fclose(f);
  char *argv[] = { "oracle", "--log=root.thresh:critical", "--cfg=network/model:CM02",
                   "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0",
                   "--cfg=surf/precision:1e-12", "--cfg=maxmin/precision:1e-9",
                   "--cfg=contexts/stack-size:128", NULL };
  int argc = (int)G_N_ELEMENTS(argv) - 1;
  simgrid_init(&argc, argv);
  simgrid_load_platform(path);
  unlink(path);
  for (int k = 0; k < BATCH; k++)
    for (int i = 0; i < cases[k].n_flows; i++) {
      senders[k][i] = (struct sender){ &cases[k], k, i, &end[k][i] };
      sg_actor_t actor = sg_actor_init("sender", host_of(&senders[k][i], 's'));
      sg_actor_set_data(actor, &senders[k][i]);
      sg_actor_start(actor, send_one, 0, NULL);
    }
  simgrid_run();
}

/* `end` is shared with the process that runs SimGrid. */
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

/* The largest relative difference of a batch that begins with case `seed`. */
static double compare(guint32 seed, batch_times theirs)
{
  static struct flow_case cases[BATCH];
  double worst = 0.0;
  for (int k = 0; k < BATCH; k++)
    flow_case_draw(&cases[k], seed + (guint32)k);
  cr_assert(ask_simgrid(cases, theirs), "cases from %u: SimGrid gave no answer", seed);
  for (int k = 0; k < BATCH; k++) {
    double ours[FLOWS_MOST] = { 0 };
    flow_case_run(&cases[k], ours);
    for (int i = 0; i < cases[k].n_flows; i++) {
      const double difference = fabs(ours[i] - theirs[k][i]) / theirs[k][i];
      worst = fmax(worst, difference);
      cr_assert(difference < 1e-7, "case %u, transfer %d of %d: %.12g s, SimGrid %.12g s",
                seed + (guint32)k, i, cases[k].n_flows, ours[i], theirs[k][i]);
    }
  }
  return worst;
}

Test(oracle, random_transfers_end_when_simgrid_says)
{
  double worst = 0.0;
  batch_times *theirs = mmap(NULL, sizeof *theirs, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  cr_assert_neq(theirs, MAP_FAILED);
  for (guint32 seed = 1; seed <= CASES; seed += BATCH)
    worst = fmax(worst, compare(seed, *theirs));
  munmap(theirs, sizeof *theirs);
  fprintf(stderr, "oracle: %d cases, largest relative difference %.2g\n", CASES, worst);
}
