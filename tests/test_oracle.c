/* The engine's sharing against SimGrid's solver: random transfers on random platforms. */
#include <criterion/criterion.h>
#include <math.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "flow_cases.h"

#define CASES 1200

static void write_platform(const struct flow_case *c, FILE *f)
{
  fputs("<?xml version='1.0'?><!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
        "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">\n", f);
  for (int i = 0; i < c->n_flows; i++)
    fprintf(f, "<host id=\"s%d\" speed=\"1Gf\"/><host id=\"d%d\" speed=\"1Gf\"/>", i, i);
  for (int i = 0; i < c->n_resources; i++)
    fprintf(f, "<link id=\"r%d\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n", i, c->capacity[i]);
  for (int i = 0; i < c->n_flows; i++)
    fprintf(f, "<link id=\"c%d\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n", i, c->flow[i].cap);
  for (int i = 0; i < c->n_flows; i++) {
    fprintf(f, "<route src=\"s%d\" dst=\"d%d\" symmetrical=\"NO\"><link_ctn id=\"c%d\"/>", i, i, i);
    for (int j = 0; j < c->flow[i].n_route; j++)
      fprintf(f, "<link_ctn id=\"r%d\"/>", c->flow[i].route[j].resource);
    fputs("</route>\n", f);
  }
  fputs("</zone></platform>\n", f);
}

struct sender {
  const struct flow_case *c;
  int index;
  double *end;
};

static void send_one(int argc, char **argv)
{
  (void)argc;
  (void)argv;
  const struct sender *s = sg_actor_get_data(sg_actor_self());
  char from[16], to[16];
  g_snprintf(from, sizeof from, "s%d", s->index);
  g_snprintf(to, sizeof to, "d%d", s->index);
  if (s->c->flow[s->index].start > 0.0)
    sg_actor_sleep_for(s->c->flow[s->index].start);
  sg_host_sendto(sg_host_by_name(from), sg_host_by_name(to), s->c->flow[s->index].bytes);
  *s->end = simgrid_get_clock();
}

/* In a process of its own: one engine per process. */
static void run_simgrid(const struct flow_case *c, double *end)
{
  char path[] = "/tmp/turnstile-oracle-XXXXXX.xml";
  FILE *f = fdopen(mkstemps(path, 4), "w");
  write_platform(c, f);
  fclose(f);
  char *argv[] = { "oracle", "--log=root.thresh:critical", "--cfg=network/model:CM02",
                   "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0",
                   "--cfg=surf/precision:1e-12", "--cfg=maxmin/precision:1e-9", NULL };
  int argc = (int)G_N_ELEMENTS(argv) - 1;
  simgrid_init(&argc, argv);
  simgrid_load_platform(path);
  unlink(path);
  struct sender senders[FLOWS_MOST];
  for (int i = 0; i < c->n_flows; i++) {
    senders[i] = (struct sender){ c, i, &end[i] };
    char host[16];
    g_snprintf(host, sizeof host, "s%d", i);
    sg_actor_t actor = sg_actor_init("sender", sg_host_by_name(host));
    sg_actor_set_data(actor, &senders[i]);
    sg_actor_start(actor, send_one, 0, NULL);
  }
  simgrid_run();
}

static bool ask_simgrid(const struct flow_case *c, double *end)
{
  int fds[2];
  if (pipe(fds) != 0)
    return false;
  const pid_t child = fork();
  if (child == 0) {
    double times[FLOWS_MOST] = { 0 };
    run_simgrid(c, times);
    _exit(write(fds[1], times, sizeof times) == sizeof times ? 0 : 1);
  }
  close(fds[1]);
  const bool got = read(fds[0], end, sizeof(double) * FLOWS_MOST) ==
                   (ssize_t)(sizeof(double) * FLOWS_MOST);
  close(fds[0]);
  waitpid(child, NULL, 0);
  return got;
}

Test(oracle, random_transfers_end_when_simgrid_says)
{
  double worst = 0.0;
  for (guint32 seed = 1; seed <= CASES; seed++) {
    struct flow_case c;
    double ours[FLOWS_MOST] = { 0 }, theirs[FLOWS_MOST] = { 0 };
    flow_case_draw(&c, seed);
    flow_case_run(&c, ours);
    cr_assert(ask_simgrid(&c, theirs), "case %u: SimGrid gave no answer", seed);
    for (int i = 0; i < c.n_flows; i++) {
      const double difference = fabs(ours[i] - theirs[i]) / theirs[i];
      worst = fmax(worst, difference);
      cr_assert(difference < 1e-7, "case %u, transfer %d of %d: %.12g s, SimGrid %.12g s", seed, i,
                c.n_flows, ours[i], theirs[i]);
    }
  }
  fprintf(stderr, "oracle: %d cases, largest relative difference %.2g\n", CASES, worst);
}
