/* The explained critical path is the simulated one: it begins with the last entry, has no gaps, and
 * is exactly as long as the span. The named bottleneck is the one that the point was constructed
 * for. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "why/explain.h"

static bool run(struct tn_study *study)
{
  return tn_study_run(study, NULL, NULL);
}

struct subject {
  struct tn_options *settings;
  struct tn_plan *plan;
  struct tn_explanation *x;
};

static struct subject explained(const char *line)
{
  GError *error = NULL;
  struct subject s;
  g_autofree char *all = g_strdup_printf("%s --jobs 1", line);
  g_auto(GStrv) words = g_strsplit(all, " ", -1);
  s.settings = tn_options_parse(TN_CMD_RUN, (int)g_strv_length(words), words, &error);
  cr_assert(s.settings, "%s: %s", line, error ? error->message : "?");
  s.plan = tn_plan_new(s.settings, NULL, &error);
  cr_assert(s.plan, "%s: %s", line, error ? error->message : "?");
  s.x = tn_explanation_new(s.plan, run, &error);
  cr_assert(s.x, "%s: %s", line, error ? error->message : "?");
  return s;
}

static void forget(struct subject *s)
{
  tn_explanation_free(s->x);
  tn_plan_free(s->plan);
  tn_options_free(s->settings);
}

static void check_path(const struct tn_explanation *x, const char *line)
{
  const struct tn_sim_path *path = x->path;
  double parts = 0.0;
  cr_assert(path->n > 0, "%s", line);
  cr_expect(path->step[0].from == 0.0, "%s", line);
  for (size_t i = 0; i < path->n; i++) {
    const struct tn_path_step *s = &path->step[i];
    cr_expect(s->to > s->from, "%s: %zu", line, i);
    cr_expect(i == 0 || s->from == path->step[i - 1].to, "%s: a gap before %zu", line, i);
    cr_expect(strcmp(s->name, "idle") != 0, "%s: %zu", line, i);
    cr_expect(s->rank >= 0 && s->rank < x->point->call.n_ranks);
    cr_expect(s->noise >= 0.0 && s->noise <= s->to - s->from, "%s: %zu", line, i);
  }
  cr_expect(path->step[path->n - 1].to == x->result.span, "%s: %.17g, not %.17g", line,
            path->step[path->n - 1].to, x->result.span);
  for (int part = 0; part < TN_N_PARTS; part++)
    parts += x->result.parts[part];
  cr_expect_float_eq(parts, x->result.span, 1e-12 + 1e-9 * x->result.span, "%s", line);
}

Test(explain, the_path_is_the_span)
{
  static const char *const lines[] = {
    "-p knl -c scatter -a parallel-read -n 8 -s 64K",
    "-p knl -c bcast -a scatter-allgather -n 7 -s 256K",
    "-p epyc-1p -c bcast -a xhc-tree --mechanism xpmem -n 16 -s 256K",
    "-p epyc-2p -c allreduce -a recursive-doubling -n 8 -s 4K",
    "-p epyc-1p -c barrier -a xhc-flat -n 16",
    ("-p broadwell -c allgather -a ring-neighbor -n 8 -s 64K"
     " --noise poisson:rate=20kHz,duration=20us"),
    "-p broadwell -c alltoall -a bruck -n 7 -s 4K --arrival uniform(0,10us)",
  };
  for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
    struct subject s = explained(lines[i]);
    check_path(s.x, lines[i]);
    forget(&s);
  }
}

/* Each point has one dominant cause. */
Test(explain, names_the_bottleneck)
{
  static const struct {
    const char *line, *bound, *description;
  } known[] = {
    { "-p knl -c scatter -a parallel-read -n 8 -s 1M", "lock",
      "pins 256 pages in the address space of rank 0; up to 7 callers contend" },
    { "-p knl -c scatter -a parallel-read -n 4 -s 64K", "lock",
      "of rank 0; up to 3 callers contend for one lock" },
    { "-p epyc-7763 -c allgather -a ring-neighbor --mechanism memfd -n 16 -s 4M", "bandwidth",
      "_bandwidth 10 % lower makes it" },
    /* a share that is 0 */
    { "-p knl -c scatter -a throttled-read -n 64 -s 64K", "lock",
      "lock_unfairness 0.1 higher makes it" },
    { "-p epyc-7763 -c barrier -a xhc-flat -n 64", "flags", "line_latency" },
    { "-p epyc-7763 -c bcast -a xhc-flat --mechanism xpmem -n 8 -s 8K --warmup 0", "attachment",
      "attach_time" },
    { "-p knl -c bcast -a binomial -n 16 -s 64K --arrival uniform(0,1ms)", "late ranks",
      "enters last" },
    { "-p knl -c bcast -a binomial -n 16 -s 64K --noise periodic:rate=1kHz,duration=400us", "noise",
      "With no noise it takes" },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
    struct subject s = explained(known[i].line);
    g_autofree char *words = tn_explanation_words(s.x);
    cr_expect_str_eq(tn_explanation_bound(s.x), known[i].bound, "%s: %s: %s", known[i].line,
                     tn_explanation_bound(s.x), words);
    cr_expect(strstr(words, known[i].description), "%s: %s", known[i].line, words);
    forget(&s);
  }
}

/* A variant has the same time as a run with its options. */
Test(explain, variants_are_what_runs_give)
{
  struct subject s = explained("-p knl -c scatter -a throttled-read -n 8 -s 64K");
  static const struct {
    const char *name, *line;
  } same[] = {
    { "throttle=2", "-p knl -c scatter -a throttled-read -P throttle=2 -n 8 -s 64K" },
    { "linux-6", "-p knl -c scatter -a throttled-read -n 8 -s 64K --kernel linux-6" },
    { "parallel-read", "-p knl -c scatter -a parallel-read -n 8 -s 64K" },
    { "ideal", "-p knl -c scatter -a throttled-read -n 8 -s 64K --ideal" },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(same); i++) {
    struct subject other = explained(same[i].line);
    bool found = false;
    for (guint k = 0; k < s.x->variants->len; k++) {
      const struct tn_variant *v = &g_array_index(s.x->variants, struct tn_variant, k);
      if (strcmp(v->name, same[i].name) != 0)
        continue;
      found = true;
      cr_expect(v->avg == other.x->result.avg, "%s", same[i].name);
    }
    cr_expect(found, "%s", same[i].name);
    forget(&other);
  }
  forget(&s);
}
