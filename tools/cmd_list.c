/* list: what there is, from the registries. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "document/layout.h"
#include "document/wrap.h"
#include "plan/expand.h"
#include "plan/param.h"
#include "platform/data_files.h"
#include "platform/params.h"
#include "sim/sim.h"

enum { BELOW = 4 };

/* A paragraph under the name it belongs to. */
static void print_below(const char *text)
{
  fputs("    ", stdout);
  tn_wrap_write(stdout, BELOW, BELOW, TN_LINE_WIDTH, text);
}

static void list_collectives(void)
{
  static const char layout[] = "{collective:12} {algorithms:>10}  {root}";
  struct tn_table *t = tn_table_of(layout);
  for (int c = 0; c < TN_N_COLLECTIVES; c++) {
    int n = 0;
    for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
      n += (int)(*a)->collective == c;
    tn_table_text(t, tn_collective_names[c]);
    tn_table_take(t, n ? g_strdup_printf("%d", n) : g_strdup("none yet"));
    tn_table_answer(t, tn_collective_rooted((enum tn_collective)c));
  }
  tn_table_write_text(stdout, t, layout);
}

/* "throttle=N, 1 or more, default 4" */
static char *describe_values(const struct tn_alg_param *p)
{
  g_autoptr(GString) text = g_string_new(p->name);
  if (p->choices) {
    const bool is_list = p->kind == TN_PARAM_LIST;
    g_autofree char *choices = g_strjoinv("|", (char **)p->choices);
    g_autofree char *preset = tn_param_text(p, p->preset);
    g_string_append_printf(text, "=%s%s%s%s", choices, is_list ? ", several joined by +" : "",
                           *preset ? ", default " : "", preset);
  } else {
    g_string_append_printf(text, "=%s, %lld", p->kind == TN_PARAM_INT ? "N" : "BYTES",
                           (long long)p->min);
    if (p->max > 0)
      g_string_append_printf(text, "..%lld", (long long)p->max);
    else
      g_string_append(text, " or more");
    if (p->kind == TN_PARAM_SIZES)
      g_string_append(text, ", or for each level, joined by +");
    if (p->at_zero)
      g_string_append_printf(text, ", or 0: %s", p->at_zero);
    if (p->word)
      g_string_append_printf(text, ", or %s", p->word);
    g_autofree char *preset = tn_param_text(p, p->preset);
    if (!tn_alg_param_accepts(p, p->preset))
      g_string_append(text, ", default by the number of ranks");
    else
      g_string_append_printf(text, ", default %s", preset);
  }
  if (p->alias)
    g_string_append_printf(text, ", also %s", p->alias);
  if (p->alias && p->alias_offset != 0)
    g_string_append_printf(text, "=%s%+d", p->name, -p->alias_offset);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static void list_algorithm(const struct tn_algorithm *a)
{
  printf("%s %s\n", tn_collective_names[a->collective], a->name);
  print_below(a->summary);
  for (int i = 0; i < tn_algorithm_n_params(a); i++) {
    g_autofree char *values = describe_values(&a->params[i]);
    g_autofree char *line = g_strdup_printf("-P %s: %s", values, a->params[i].summary);
    print_below(line);
  }
  g_autoptr(GString) names = g_string_new(NULL);
  for (int i = 0; i < a->n_mechanisms; i++)
    g_string_append_printf(names, "%s%s", i ? ", " : "", tn_mechanism_names[a->mechanisms[i]]);
  g_autofree char *ompi = a->ompi ? g_strdup_printf("%s (%d)", a->ompi, a->ompi_id) : NULL;
  g_autofree char *line = g_strdup_printf(
      "source: %s; mechanisms: %s; Open MPI: %s; MPICH: %s%s%s%s%s", a->source, names->str,
      ompi ? ompi : "none", a->mpich ? a->mpich : "none", a->ucc ? "; UCC: " : "",
      a->ucc ? a->ucc : "", a->xhc ? "; coll/xhc: " : "", a->xhc ? a->xhc : "");
  print_below(line);
}

static void list_algorithms(void)
{
  for (int c = 0; c < TN_N_COLLECTIVES; c++)
    for (const struct tn_algorithm *const *entry = tn_algorithms; *entry; entry++)
      if ((*entry)->collective == (enum tn_collective)c)
        list_algorithm(*entry);
}

static void list_platforms(void)
{
  static const char layout[] = "{platform:13} {nodes:>5} {packages:>8} {memory domains:>14} "
                               "{cores:>6} {units:>6} {default ranks:>14}  {kernel:8}  {CPU}";
  struct tn_table *t = tn_table_of(layout);
  g_auto(GStrv) names = tn_platform_names();
  for (int i = 0; names[i]; i++) {
    g_autoptr(GError) error = NULL;
    struct tn_platform *pf = tn_platform_load(names[i], NULL, &error);
    tn_table_text(t, names[i]);
    if (!pf) {
      tn_table_print(t, "unusable: %s", error->message);
      tn_table_texts(t, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
      continue;
    }
    tn_table_counts(t, tn_platform_n_nodes(pf), tn_platform_n_packages(pf), tn_platform_n_numas(pf),
                    tn_platform_n_cores(pf), tn_platform_n_pus(pf), tn_platform_default_ranks(pf));
    tn_table_texts(t, tn_kernel_names[tn_platform_kernel(pf)], tn_platform_word(pf, TN_WORD_CPU));
    tn_platform_free(pf);
  }
  tn_table_write_text(stdout, t, layout);
}

static void list_laws(void)
{
  for (int i = 0; i < TN_N_LAWS; i++) {
    g_autofree char *source = g_strdup_printf("source: %s", tn_laws[i]->source);
    puts(tn_law_names[i]);
    print_below(tn_laws[i]->summary);
    print_below(source);
  }
}

static void list_kernels(void)
{
  for (int k = 0; tn_kernel_names[k]; k++) {
    const char *note = NULL;
    puts(tn_kernel_names[k]);
    print_below(tn_kernel_summaries[k]);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      struct tn_param_value v;
      if (!tn_kernel_param((enum tn_kernel)k, (enum tn_param)p, &v))
        continue;
      g_autofree char *value = tn_param_format((enum tn_param)p, v.value);
      printf("    %s=%s\n", tn_params[p].name, value);
      note = v.note;
    }
    g_autofree char *source =
        g_strdup_printf("source: %s", note ? note : "the platform's own (see platform show)");
    print_below(source);
  }
}

/* "mechanisms: cma, xpmem, cico", the library's own choice first. */
static char *describe_copies(enum tn_transport_profile transport)
{
  GString *text = g_string_new("mechanisms: ");
  enum tn_mechanism m;
  for (int i = 0; (m = tn_transport_mechanism(transport, i)) != TN_N_MECHANISMS; i++)
    g_string_append_printf(text, "%s%s", i ? ", " : "", tn_mechanism_names[m]);
  return g_string_free(text, FALSE);
}

static void list_transports(void)
{
  for (int t = 0; t < TN_N_TRANSPORTS; t++) {
    const enum tn_transport_profile transport = (enum tn_transport_profile)t;
    const enum tn_mechanism own = tn_transport_mechanism(transport, 0);
    g_autofree char *copies = describe_copies(transport);
    puts(tn_transport_names[t]);
    print_below(tn_transport_summaries[t]);
    print_below(copies);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      struct tn_param_value v;
      if (!tn_transport_param(transport, own, (enum tn_param)p, &v))
        continue;
      g_autofree char *value = tn_param_format((enum tn_param)p, v.value);
      g_autofree char *line =
          g_strdup_printf("%s=%s, %s: %s", tn_params[p].name, value, v.source, v.note);
      print_below(line);
    }
  }
}

/* "0 to 100", "1 to none"; nothing of a choice, whose words stand above. */
static void describe_range(GString *text, enum tn_param p)
{
  const struct tn_param_info *info = &tn_params[p];
  if (info->choices)
    return;
  g_autofree char *min = tn_param_format(p, info->min);
  g_autofree char *max = tn_param_format(p, info->max);
  g_string_append_printf(text, "%s to %s%s; ", min, max,
                         info->power_of_two ? ", a power of two" : "");
}

static void describe_default(GString *text, enum tn_param p)
{
  const struct tn_param_default *preset = &tn_params[p].preset;
  g_autofree char *value = tn_param_format(p, preset->value);
  if (preset->kind == TN_DEFAULT_NONE)
    g_string_append(text, "must be given");
  else if (preset->kind == TN_DEFAULT_VALUE)
    g_string_append_printf(text, "default %s", value);
  else
    g_string_append_printf(text, "default: %s", tn_param_default_note(p));
}

/* Other values of kernel profiles. */
static void describe_profiles(GString *text, enum tn_param p)
{
  for (int k = 0; tn_kernel_names[k]; k++) {
    struct tn_param_value v;
    if (!tn_kernel_param((enum tn_kernel)k, p, &v))
      continue;
    g_autofree char *value = tn_param_format(p, v.value);
    g_string_append_printf(text, "; kernel %s: %s", tn_kernel_names[k], value);
  }
}

static void describe_uses(GString *text, enum tn_param p)
{
  const unsigned uses = tn_params[p].uses;
  const char *before = "; read for ";
  for (int m = 0; m < TN_N_MECHANISMS; m++) {
    if (!(uses & 1u << tn_mechanisms[m].kind))
      continue;
    g_string_append_printf(text, "%s%s", before, tn_mechanism_names[m]);
    before = ", ";
  }
  for (int u = 0; u < TN_N_USES; u++) {
    if (!tn_use_names[u] || !(uses & 1u << u))
      continue;
    g_string_append_printf(text, "%s%s", before, tn_use_names[u]);
    before = ", ";
  }
}

static const char *const calibrations[] = {
  [TN_CALIBRATE_PROBED] = "calibrate measures it",
  [TN_CALIBRATE_SYSTEM] = "calibrate asks the system",
  [TN_CALIBRATE_CHOSEN] = "calibrate takes the default",
  [TN_CALIBRATE_NOT_PROBED] = "calibrate takes it from --like",
  [TN_CALIBRATE_LEFT_OUT] = "calibrate leaves it out",
};

static void list_parameters(void)
{
  static const char layout[] = "{parameter:22} {unit:4} {scope:7} {meaning:wrap}\n"
                               "{below}{values:wrap}";
  struct tn_table *t = tn_table_of(layout);
  for (int i = 0; i < TN_N_PARAMS; i++) {
    const enum tn_param p = (enum tn_param)i;
    const struct tn_param_info *info = &tn_params[p];
    g_autofree char *words = info->choices ? g_strjoinv(" | ", (char **)info->choices) : NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    tn_table_texts(t, info->name, tn_unit_names[info->unit], tn_scope_names[info->scope]);
    tn_table_take(t, g_strconcat(info->summary, words ? ": " : NULL, words, NULL));
    describe_range(text, p);
    describe_default(text, p);
    describe_profiles(text, p);
    describe_uses(text, p);
    g_string_append_printf(text, "; %s", calibrations[info->calibration]);
    tn_table_print(t, "%*s", MAX(22, (int)strlen(info->name)) + 14, "");
    tn_table_text(t, text->str);
  }
  tn_table_write_text(stdout, t, layout);
}

/* What the comment at the head of a scenario says first. Transfer full. */
static char *describe_scenario(const char *name)
{
  g_autofree char *file = tn_data_find(&tn_data_scenarios, name), *contents = NULL;
  if (!file || !g_file_get_contents(file, &contents, NULL, NULL))
    return g_strdup("");
  g_auto(GStrv) lines = g_strsplit(contents, "\n", -1);
  GString *text = g_string_new(NULL);
  for (int i = 0; lines[i] && *lines[i] == '#' && !strstr(text->str, ". "); i++)
    g_string_append_printf(text, "%s%s", i ? " " : "", g_strstrip(lines[i] + 1));
  char *end = strstr(text->str, ". ");
  if (end)
    g_string_truncate(text, (gsize)(end + 1 - text->str));
  return g_string_free(text, FALSE);
}

static void list_scenarios(void)
{
  g_auto(GStrv) names = tn_data_names(&tn_data_scenarios);
  for (int i = 0; names[i]; i++) {
    g_autofree char *text = describe_scenario(names[i]);
    puts(names[i]);
    print_below(text);
  }
}

bool tn_cmd_list(struct tn_settings *s, GError **error)
{
  static const char *const names[] = { "collectives", "algorithms", "platforms", "laws", "kernels",
                                       "transports",  "parameters", "scenarios", NULL };
  static void (*const lists[])(void) = { list_collectives, list_algorithms, list_platforms,
                                         list_laws,        list_kernels,    list_transports,
                                         list_parameters,  list_scenarios };
  const char *only = s->rows->len ? s->rows->pdata[0] : NULL;
  if (s->rows->len > 1)
    return tn_usage(error, "list: one word is enough, found \"%s\"",
                    (const char *)s->rows->pdata[1]);
  if (only && tn_name_find(names, only) < 0)
    return tn_usage_unknown(error, "list", "list", only, names);
  for (int i = 0; names[i]; i++) {
    if (only && strcmp(only, names[i]) != 0)
      continue;
    if (!only)
      printf("%s%s:\n", i ? "\n" : "", names[i]);
    lists[i]();
  }
  return true;
}
