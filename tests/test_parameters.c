/* The table of platform parameters: every line is complete and correct, and each parameter is read. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/mechanism.h"
#include "perturb/moves.h"
#include "plan/expand.h"
#include "platform/params.h"
#include "platform/transports.h"
#include "study/closed_form.h"

static bool has_use(int p, int use)
{
  return tn_params[p].uses & 1u << use;
}

static void check_value(int p, double value)
{
  GError *error = NULL;
  double read;
  cr_expect(tn_param_accepts((enum tn_param)p, value), "%s: %g", tn_params[p].name, value);
  g_autofree char *text = tn_param_format((enum tn_param)p, value);
  cr_expect(tn_param_parse((enum tn_param)p, text, &read, &error), "%s",
            error ? error->message : "");
  cr_expect(read == value || fabs(read - value) <= 1e-9 * fabs(value), "%s: %s is read as %g",
            tn_params[p].name, text, read);
}

Test(parameters, are_named_once_and_explained)
{
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const struct tn_param_info *info = &tn_params[p];
    double example;
    cr_assert(info->name && *info->name && info->summary && *info->summary, "number %d", p);
    cr_expect_eq(tn_param_find(info->name), p, "%s", info->name);
    cr_expect(tn_param_parse((enum tn_param)p, tn_param_example((enum tn_param)p), &example, NULL),
              "%s", info->name);
    cr_expect_eq(info->unit == TN_UNIT_CHOICE, info->choices != NULL, "%s", info->name);
    cr_expect_lt(info->min, info->max, "%s", info->name);
  }
}

/* Adds to has[] the parameters that an included file states. */
static void add_stated(bool has[TN_N_PARAMS])
{
  g_auto(GStrv) names = tn_platform_names();
  for (char **name = names; *name; name++) {
    struct tn_platform *pf = tn_platform_load(*name, NULL, NULL);
    for (int p = 0; pf && p < TN_N_PARAMS; p++)
      has[p] = has[p] || strcmp(tn_platform_param(pf, (enum tn_param)p).source, "default") != 0;
    tn_platform_free(pf);
  }
}

/* Each parameter is found by calibrate, stated by a file, a transport or a kernel profile, or has a
 * default that was measured. The last ones are named by scenarios and by programs. */
Test(parameters, have_evidence)
{
  bool has[TN_N_PARAMS] = { [TN_P_L2_BANDWIDTH] = true,
                            [TN_P_FLAG_HOME] = true,
                            [TN_P_ATTACH_ALIGN] = true,
                            [TN_P_RCACHE] = true };
  struct tn_param_value v;
  add_stated(has);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const enum tn_param param = (enum tn_param)p;
    const char *note = tn_param_default_note(param);
    has[p] = has[p] || tn_params[p].calibration < TN_CALIBRATE_NOT_PROBED ||
             (note && strstr(note, "virtual machine"));
    for (int k = 0; tn_kernel_names[k]; k++)
      has[p] = has[p] || tn_kernel_param((enum tn_kernel)k, param, &v);
    for (int t = 0; t < TN_N_TRANSPORTS; t++)
      for (int m = 0; m < TN_N_MECHANISMS; m++)
        has[p] = has[p] ||
                 tn_transport_param((enum tn_transport_profile)t, (enum tn_mechanism)m, param, &v);
    cr_expect(has[p], "%s has neither a probe nor a value with a source", tn_params[p].name);
  }
}

/* A name of a former release is answered by what counts now. */
Test(parameters, of_former_releases_are_explained)
{
  GError *error = NULL;
  struct tn_override unused;
  cr_assert_not(tn_override_parse("nccl_tree_channels=4", &unused, &error));
  cr_assert_not_null(
      strstr(error->message, "was removed: nccl_channels counts for rings and trees"));
  g_clear_error(&error);
  cr_assert_not(tn_override_parse("nccl_chanels=4", &unused, &error));
  cr_assert_not_null(strstr(error->message, "did you mean nccl_channels?"));
  g_clear_error(&error);
}

Test(parameters, have_defaults_within_their_range)
{
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const struct tn_param_info *info = &tn_params[p];
    const struct tn_param_default *preset = &info->preset;
    const bool is_mandatory = preset->kind == TN_DEFAULT_NONE;
    cr_expect_eq(tn_param_default_note((enum tn_param)p) == NULL, is_mandatory, "%s", info->name);
    if (preset->kind == TN_DEFAULT_VALUE)
      check_value(p, preset->value);
    if (preset->kind == TN_DEFAULT_OF)
      cr_expect_lt((int)preset->source, p, "%s is filled in before %s", info->name,
                   tn_params[preset->source].name);
    for (int k = 0; tn_kernel_names[k]; k++) {
      struct tn_param_value v;
      if (tn_kernel_param((enum tn_kernel)k, (enum tn_param)p, &v))
        check_value(p, v.value);
    }
  }
}

/* Parameters by class are numbered consecutively: number + distance. */
Test(parameters, of_a_class_follow_one_another)
{
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const char *dot = strrchr(tn_params[p].name, '.');
    if (!dot || strcmp(dot + 1, tn_distance_names[TN_SAME_CORE]) != 0)
      continue;
    for (int d = 0; d < TN_N_DISTANCES; d++) {
      g_autofree char *name = g_strdup_printf("%.*s.%s", (int)(dot - tn_params[p].name),
                                              tn_params[p].name, tn_distance_names[d]);
      cr_assert_lt(p + d, TN_N_PARAMS);
      cr_expect_str_eq(tn_params[p + d].name, name);
    }
  }
}

static struct tn_plan *plan_of(struct tn_options **ret_settings, const char *line)
{
  GError *error = NULL;
  g_auto(GStrv) words = g_strsplit(line, " ", -1);
  *ret_settings = tn_options_parse(TN_CMD_RUN, (int)g_strv_length(words), words, &error);
  cr_assert_not_null(*ret_settings, "%s: %s", line, error ? error->message : "");
  struct tn_plan *plan = tn_plan_new(*ret_settings, NULL, &error);
  cr_assert_not_null(plan, "%s: %s", line, error ? error->message : "");
  return plan;
}

/* Returns true if the operations of the point are uses of p. Every call moves bytes, sets flags and
 * is entered; any algorithm may send messages; device memory may be staged on the host. */
static bool may_read(int p, const struct tn_point *point)
{
  static const enum tn_param_use always[] = { TN_USE_BYTES, TN_USE_FLAGS, TN_USE_ENTRY,
                                              TN_USE_MESSAGES };
  for (size_t i = 0; i < G_N_ELEMENTS(always); i++)
    if (has_use(p, always[i]))
      return true;
  const enum tn_mechanism host = tn_mechanism_of_host(point->mechanism);
  return has_use(p, (int)tn_mechanisms[point->mechanism].kind) ||
         has_use(p, (int)tn_mechanisms[host].kind) ||
         (has_use(p, TN_USE_SUMS) && tn_collective_reduces(point->call.collective)) ||
         (has_use(p, TN_USE_STRANDS) && point->algorithm->runs->strands_per_core) ||
         (has_use(p, TN_USE_DEVICES) && tn_mechanism_is_on_device(point->mechanism)) ||
         (has_use(p, TN_USE_NETWORK) && point->places->n_nodes > 1) ||
         (has_use(p, TN_USE_NEW_PAGES) && point->buffers == TN_BUFFERS_NEW);
}

/* Runs a plan in which all points succeed. */
static struct tn_plan *run(struct tn_options **ret_settings, const char *line)
{
  struct tn_plan *plan = plan_of(ret_settings, line);
  cr_assert(tn_study_run(plan->study, NULL, NULL));
  for (guint i = 0; i < tn_study_n(plan->study); i++) {
    const struct tn_outcome *o = tn_study_outcome(plan->study, i);
    cr_assert_eq(o->state, TN_DONE, "%s: %s", line, o->message ? o->message : "");
  }
  return plan;
}

static void note_reads(const char *line, bool *read)
{
  struct tn_options *settings;
  struct tn_plan *plan = run(&settings, line);
  for (guint i = 0; i < tn_study_n(plan->study); i++) {
    const struct tn_point *point = tn_study_point(plan->study, i);
    const struct tn_outcome *o = tn_study_outcome(plan->study, i);
    g_autofree char *what = tn_point_describe(point);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      if (!tn_sim_has_read(&o->result, (enum tn_param)p))
        continue;
      read[p] = true;
      cr_expect(may_read(p, point), "%s reads %s, whose line in parameters.def does not say so",
                what, tn_params[p].name);
    }
    tn_setup_add_origins(point->setup, read);
  }
  tn_plan_free(plan);
  tn_options_free(settings);
}

#define LIMITS                                                                                     \
  " --set core_copy_rate=9GB/s --set numa_bandwidth=50GB/s --set llc_bandwidth=90GB/s --set "      \
  "llc_streams=1 --set l2_bandwidth=20GB/s --set l1_size=32K "                                     \
  "--set "                                                                                         \
  "shared_remote=0.5 --set lone_remote=2 --set side_cache_size=64M --set "                         \
  "reclaim_factor=1 --set "                                                                        \
  "reclaim_factor.llc=1 --set alpha_lines=80 --set target_lines=7 --set pin_lines=1 --set "        \
  "call_lines=10 --set latency.l1=1ns --set latency.l2=4ns --set latency.llc=20ns --set "          \
  "latency.memory=100ns --jobs 1"

/* Experiments that together read all parameters. */
static const char *const experiments[] = {
  "-p epyc-9654 -c allreduce -a xhc-tree,xbrc,ring,rabenseifner -n 8 -s 64,100000 --mechanism xpmem"
  " --mapping core,numa,socket" LIMITS,
  "-p epyc-9654 -c bcast -a direct-write,xhc-flat -n 16 -s 100000 --mechanism cma,xpmem,memfd"
  " --buffers rewritten,cold --mapping numa,pu" LIMITS,
  "-p epyc-9654 -c scatter -a parallel-read,knem-linear -n 4 -s 20000 --jobs 1",
  "-p epyc-9654 -c bcast -a linear,binomial,xhc-flat -n 6 -s 100,100000 --jobs 1"
  " --mechanism cma,knem,xpmem,memfd,cico --mapping socket",
  "-p epyc-9654 -c bcast -a xhc-tree -n 8 -s 8 -P sync=single-writer,atomic --jobs 1"
  " --mapping list:0,1,8,16,24,25,96,97 -P hierarchy=numa+socket",
  "-p epyc-9654 -c allreduce -a xhc-flat,ring -n 6 -s 20000 --mechanism xpmem,cico --jobs 1",
  "-p epyc-9654 -c alltoall -a pairwise,pairwise-p2p -n 4 -s 20000 --buffers new --jobs 1",
  "-p knl -c scatter -a parallel-read -n 3 -s 2M --backing base,thp,hugetlb --jobs 1",
  "-p knl -c bcast -a direct-read -n 70 -s 100000 --mapping pu --buffers cold --jobs 1",
  "-p power8 -c gather -a parallel-write -n 20 -s 100000 --mapping socket --jobs 1",
  "-p power8 -c scatter -a parallel-read -n 4 -s 100000 --ideal --jobs 1",
  "-p epyc-9654 -c bcast -a linear -n 4 -s 4K --transport mpich-5.0 --mapping numa --jobs 1",
  "-p epyc-9654 -c alltoall -a bruck-p2p,pairwise-p2p -n 4 -s 8 --transport ompi-ob1 --jobs 1",
  "-p epyc-9654 -c alltoall -a scattered -n 32 -s 8 --set match_time=1us --jobs 1",
  "-p epyc-9654 -c alltoall -a scattered,pairwise -n 8 -s 8 --set queue_lines=2 --set"
  " latency.memory=100ns --jobs 1",
  "-p knl-64 -c ibcast -a split-tree -n 62 -s 100000 -P levels=1 --jobs 1",
  "-p tests/cluster.xml -c bcast -a pipeline -s 100,100000 --jobs 1",
  "-p hgx-h100 -c allreduce -a nccl -n 4 -s 8,20000 -P algorithm=ring,tree -P protocol=ll"
  " --set nccl_generation=hopper --memory device --jobs 1",
  "-p abci-a --memory device -n 4 -c allreduce -a library:ompi-6.0,ring -s 100,100000 --jobs 1",
  "-p abci-a -n 3 -c bcast -a direct-read -s 100000 --mechanism device-ipc --jobs 1",
  "-p abci-a -n 3 -c bcast -a binomial -s 100,100000 --jobs 1 --mechanism"
  " device-ipc,device-mapped,device-staged",
  "-p abci-a --memory device -n 2 -c allreduce -a nccl -s 100 --protocol nccl-tests --jobs 1",
  "-p psg-k40 --memory device -n 20 -c bcast -a adapt -s 100000 --jobs 1",
};

/* A parameter that is never read is an error, and so is a use missing in its line. */
Test(parameters, are_read_for_what_they_say)
{
  bool read[TN_N_PARAMS] = { false };
  for (size_t i = 0; i < G_N_ELEMENTS(experiments); i++)
    note_reads(experiments[i], read);
  for (int p = 0; p < TN_N_PARAMS; p++)
    cr_expect(read[p] || !(tn_params[p].uses & ~(1u << TN_USE_RANKS)),
              "nothing reads %s: use it, or add an experiment here", tn_params[p].name);
}

/* Formats " --set NAME=VALUE" with another value of p; NULL without one. Transfer full. */
static char *moved(int p, double value)
{
  const struct tn_param_info *info = &tn_params[p];
  const double others[] = { 2 * value, floor(value / 2), info->max, info->min };
  if (!isfinite(value))
    return NULL;
  for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
    if (others[i] == value || !isfinite(others[i]) ||
        !tn_param_accepts((enum tn_param)p, others[i]))
      continue;
    g_autofree char *text = tn_param_format((enum tn_param)p, others[i]);
    return g_strdup_printf(" --set %s=%s", info->name, text);
  }
  return NULL;
}

/* Returns true if the two runs may differ: the first has read a parameter whose value differs.
 * explain, sensitivity and uncertainty choose the parameters to move in this way. */
static bool is_noted(const struct tn_plan *a, const struct tn_plan *b, guint i)
{
  const struct tn_outcome *x = tn_study_outcome(a->study, i);
  const double *v = tn_study_point(a->study, i)->setup->values;
  const double *w = tn_study_point(b->study, i)->setup->values;
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (v[p] != w[p] && tn_sim_has_read(&x->result, (enum tn_param)p))
      return true;
  return false;
}

static void check_moved(const struct tn_plan *plan, const char *line, int p)
{
  g_autofree char *set = moved(p, tn_study_point(plan->study, 0)->setup->values[p]);
  g_autofree char *key = g_strdup_printf(" %s=", tn_params[p].name);
  if (!set || strstr(line, key))
    return;
  g_autofree char *longer = g_strconcat(line, set, NULL);
  struct tn_options *settings;
  struct tn_plan *other = run(&settings, longer);
  for (guint i = 0; i < tn_study_n(plan->study); i++) {
    const double before = tn_study_outcome(plan->study, i)->result.avg;
    const double after = tn_study_outcome(other->study, i)->result.avg;
    g_autofree char *what = tn_point_describe(tn_study_point(plan->study, i));
    cr_expect(before == after || is_noted(plan, other, i),
              "%s:%s changes the time, but nobody noted that it is read (tn_engine_price)", what,
              set);
  }
  tn_plan_free(other);
  tn_options_free(settings);
}

/* Unless full, each parameter is moved in one of the experiments. */
Test(parameters, that_change_a_time_are_noted)
{
  const bool is_full = g_getenv("TN_TEST_FULL") != NULL;
  for (size_t e = 0; e < G_N_ELEMENTS(experiments); e++) {
    struct tn_options *settings;
    struct tn_plan *plan = run(&settings, experiments[e]);
    for (int p = 0; p < TN_N_PARAMS; p++)
      if (p != TN_P_DEFAULT_RANKS && (is_full || p % G_N_ELEMENTS(experiments) == e))
        check_moved(plan, experiments[e], p);
    tn_plan_free(plan);
    tn_options_free(settings);
  }
}

/* Collects extreme values of p; returns their number. */
static int odd_values(int p, double *ret)
{
  static const char *const odd[] = { "0",          "5e-324",     "1e-300",    "1e-30",
                                     "1e-15",      "1e-9",       "1e300",     "inf",
                                     "nan",        "-1",         "-5e-324",   "slice(5e-324s)",
                                     "slice(1ns)", "slice(1us)", "smt(1000)", "fold" };
  static const char *const suffixes[] = { "", "s", "B/s" };
  const struct tn_param_info *info = &tn_params[p];
  int n = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(odd) * G_N_ELEMENTS(suffixes); i++) {
    g_autoptr(GError) error = NULL;
    g_autofree char *text =
        g_strconcat(odd[i / G_N_ELEMENTS(suffixes)], suffixes[i % G_N_ELEMENTS(suffixes)], NULL);
    if (tn_param_parse((enum tn_param)p, text, &ret[n], &error))
      n++;
    else
      cr_expect_null(strchr(error->message, '\n'), "%s", error->message);
  }
  if (info->unit != TN_UNIT_SHARING) {
    ret[n++] = info->min;
    if (isfinite(info->max))
      ret[n++] = info->max;
  }
  return n;
}

/* Adds the point with extreme values of p under both laws. */
static void take_odd(struct tn_study *study, const struct tn_point *point, int p)
{
  double values[64];
  const int n = odd_values(p, values);
  for (int i = 0; i < n; i++) {
    struct tn_point odd = *point;
    odd.setup = tn_setup_moved(study, point->setup, (enum tn_param)p, values[i]);
    if (!odd.setup)
      continue;
    tn_point_under(&odd, tn_study_conditions(study));
    tn_study_take(study, &odd);
    odd.law = TN_LAW_QUEUE;
    tn_study_take(study, &odd);
  }
}

/* Every accepted value gives an end and a time. Each parameter is tested in the first point that
 * reads it and moves only a few pages. */
Test(parameters, end_with_any_value_that_is_accepted)
{
  const struct tn_conditions brief = { .point_limit = 10.0 };
  struct tn_study *study = tn_study_new(&brief);
  struct tn_plan *plan[G_N_ELEMENTS(experiments)];
  struct tn_options *settings[G_N_ELEMENTS(experiments)];
  bool taken[TN_N_PARAMS] = { [TN_P_DEFAULT_RANKS] = true };
  for (size_t e = 0; e < G_N_ELEMENTS(experiments); e++) {
    plan[e] = run(&settings[e], experiments[e]);
    for (guint i = 0; i < tn_study_n(plan[e]->study); i++)
      for (int p = 0; p < TN_N_PARAMS; p++)
        if (!taken[p] &&
            tn_sim_has_read(&tn_study_outcome(plan[e]->study, i)->result, (enum tn_param)p)) {
          take_odd(study, tn_study_point(plan[e]->study, i), p);
          taken[p] = true;
        }
  }
  cr_assert(tn_study_run(study, NULL, NULL));
  for (guint i = 0; i < tn_study_n(study); i++) {
    const struct tn_outcome *o = tn_study_outcome(study, i);
    const struct tn_setup *setup = tn_study_point(study, i)->setup;
    const struct tn_override *set = &setup->overrides[setup->n_overrides - 1];
    g_autofree char *what = tn_point_describe(tn_study_point(study, i));
    cr_expect(o->state == TN_DONE && isfinite(o->result.max), "%s, %s=%g: %s, %g s", what,
              tn_params[set->param].name, set->value, o->message ? o->message : "done",
              o->result.max);
  }
  tn_study_free(study);
  for (size_t e = 0; e < G_N_ELEMENTS(experiments); e++) {
    tn_plan_free(plan[e]);
    tn_options_free(settings[e]);
  }
}

/* Returns the closed form of a point with another value of one parameter. */
static double form_of(const struct tn_point *point, int p, double value)
{
  struct tn_setup setup = *point->setup;
  struct tn_point own = *point;
  struct tn_cost cost;
  setup.values[p] = value;
  own.setup = &setup;
  cr_assert(tn_closed_form(&own, &cost));
  return tn_cost_sum(&cost);
}

Test(parameters, of_closed_forms_say_so)
{
  bool moves[TN_N_PARAMS] = { false };
  struct tn_options *settings;
  struct tn_plan *plan = plan_of(&settings, "-p knl -c scatter -a parallel-read,sequential-write"
                                            " -n 8 -s 100000 --backing base,thp,hugetlb"
                                            " --kernel paper,linux-6 --jobs 1");
  for (guint i = 0; i < tn_study_n(plan->study); i++) {
    const struct tn_point *point = tn_study_point(plan->study, i);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      const double value = point->setup->values[p];
      const bool changes =
          isfinite(value) && form_of(point, p, 2 * value + 1e-9) != form_of(point, p, value);
      moves[p] = moves[p] || changes;
      if (changes)
        cr_expect(tn_closed_form_reads(point, (enum tn_param)p), "%s", tn_params[p].name);
    }
  }
  /* All tiles of KNL have the same distance: only one line latency counts. */
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (p < TN_P_LINE_LATENCY || p >= TN_P_LINE_LATENCY + TN_N_DISTANCES)
      cr_expect_eq(moves[p], has_use(p, TN_USE_FORMS), "%s", tn_params[p].name);
  tn_plan_free(plan);
  tn_options_free(settings);
}

/* The stem stands for the parameters of its classes and kinds. */
static bool is_explained(const char *text, const char *name)
{
  g_autofree char *stem = g_strndup(name, strcspn(name, "."));
  g_autofree char *quoted = g_strdup_printf("`%s", stem);
  return strstr(text, quoted) != NULL;
}

static void add_page(GString *text, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename(folder, name, NULL);
  g_autofree char *page = NULL;
  cr_assert(g_file_get_contents(path, &page, NULL, NULL), "%s", path);
  char *scopes = strstr(page, "## Another topology"); /* a list of names is no explanation */
  if (scopes)
    *scopes = '\0';
  g_string_append(text, page);
}

Test(parameters, are_explained_in_the_documentation)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_autofree char *docs = g_build_filename(g_getenv("TN_SOURCE_ROOT"), "docs", NULL);
  g_autofree char *model = g_build_filename(docs, "model", NULL);
  g_autoptr(GDir) chapters = g_dir_open(model, 0, NULL);
  cr_assert(chapters, "%s", model);
  for (const char *chapter; (chapter = g_dir_read_name(chapters));)
    add_page(text, model, chapter);
  add_page(text, docs, "platforms.md");
  for (int p = 0; p < TN_N_PARAMS; p++)
    cr_expect(is_explained(text->str, tn_params[p].name),
              "%s stands in neither docs/model nor docs/platforms.md", tn_params[p].name);
}

/* "copy_rate.CLASS" stands for the five of a price by distance. */
static char *name_in_table(int p)
{
  const char *name = tn_params[p].name, *dot = strrchr(name, '.');
  for (int d = 0; dot && p >= d && d < TN_N_DISTANCES; d++) {
    const char *first = strrchr(tn_params[p - d].name, '.');
    if (strcmp(dot + 1, tn_distance_names[d]) == 0 && first && strcmp(first, ".core") == 0)
      return g_strdup_printf("`%.*s.CLASS`", (int)(dot - name), name);
  }
  return g_strdup_printf("`%s`", name);
}

/* The table of scopes in platforms.md has each parameter once, under its scope, and marks exactly
 * those whose values are copied unchanged. */
Test(parameters, stand_in_the_table_of_scopes)
{
  g_autofree char *path =
      g_build_filename(g_getenv("TN_SOURCE_ROOT"), "docs", "platforms.md", NULL);
  g_autofree char *text = NULL;
  cr_assert(g_file_get_contents(path, &text, NULL, NULL), "%s", path);
  g_auto(GStrv) lines = g_strsplit(strstr(text, "## Another topology"), "\n", -1);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    g_autofree char *name = name_in_table(p);
    int found = 0;
    for (char **line = lines; *line; line++) {
      g_auto(GStrv) cells = g_strsplit(*line, "|", -1);
      if (g_strv_length(cells) < 4 || !strstr(cells[3], name))
        continue;
      found++;
      cr_expect(strstr(cells[1], tn_scope_names[tn_params[p].scope]), "%s: %s", name, cells[1]);
      cr_expect_eq(strncmp(cells[2], " as it is", 9) == 0,
                   tn_params[p].carried == tn_params[p].scope, "%s: %s", name, cells[2]);
    }
    cr_expect_eq(found, 1, "%s stands there %d times", name, found);
  }
}
