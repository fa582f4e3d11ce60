/* list: prints the contents of the registries. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "plan/expand.h"
#include "plan/param.h"
#include "platform/data_files.h"
#include "platform/params.h"
#include "rows/text_rows.h"
#include "schema.h"
#include "sim/sim.h"
#include "study/reproducible.h"

static void list_collectives(struct tn_table *t, G_GNUC_UNUSED const char *between)
{
  for (int c = 0; c < TN_N_COLLECTIVES; c++) {
    int n = 0;
    for (const struct tn_method *const *a = tn_methods(); *a; a++)
      n += (int)(*a)->collective == c;
    tn_table_text(t, tn_collective_names[c]);
    tn_table_count(t, n);
    tn_table_answer(t, tn_collective_rooted((enum tn_collective)c));
  }
}

/* Returns a parameter's values, as in "throttle=N, 1 or more, default 4". Transfer full. */
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

/* Returns a method's parameters, joined by `between`. *ret_defaults: their defaults as
 * "NAME=VALUE;...". Transfer full. */
static char *describe_params(const struct tn_method *m, const char *between, char **ret_defaults)
{
  GString *params = g_string_new(NULL), *defaults = g_string_new(NULL);
  for (int i = 0; i < tn_alg_params_number(m->params); i++) {
    const struct tn_alg_param *p = &m->params[i];
    g_autofree char *values = describe_values(p), *preset = tn_param_text(p, p->preset);
    g_string_append_printf(params, "%s%s: %s", i ? between : "", values, p->summary);
    if (tn_alg_param_accepts(p, p->preset))
      g_string_append_printf(defaults, "%s%s=%s", defaults->len ? ";" : "", p->name, preset);
  }
  *ret_defaults = g_string_free(defaults, FALSE);
  return g_string_free(params, FALSE);
}

static char *describe_mechanisms(const struct tn_method *m)
{
  GString *names = g_string_new(NULL);
  for (int i = 0; i < m->n_mechanisms; i++)
    g_string_append_printf(names, "%s%s", i ? ", " : "", tn_mechanism_names[m->mechanisms[i]]);
  return g_string_free(names, FALSE);
}

static void list_algorithm(struct tn_table *t, const struct tn_method *m, const char *between)
{
  const struct tn_algorithm *a = m->runs;
  g_autofree char *defaults = NULL, *params = describe_params(m, between, &defaults);
  g_autofree char *mechanisms = describe_mechanisms(m);
  const struct tn_class *class = tn_class_of(m);
  const char *order = class && class->in_rank_order ? "yes" : "no";
  g_autofree char *bits = class ? tn_keeps_text(class->keeps, ", ") : NULL;
  const char *counted = tn_collective_names[tn_collective_counted(a->collective)];
  tn_table_take(
      t, g_strconcat(tn_collective_names[a->collective], a->counted ? "+" : NULL, counted, NULL));
  tn_table_texts(t, a->name, a->summary, params);
  if (*between != '\n') {
    tn_table_texts(t, defaults, a->source, mechanisms, a->ompi);
    tn_table_count(t, a->ompi ? a->ompi_id : -1);
    tn_table_texts(t, a->mpich, a->ucc, a->xhc, bits, class ? order : NULL);
    return;
  }
  g_autofree char *ompi = a->ompi ? g_strdup_printf("%s (%d)", a->ompi, a->ompi_id) : NULL;
  tn_table_print(t, "source: %s; mechanisms: %s; Open MPI: %s; MPICH: %s%s%s%s%s%s%s%s%s",
                 a->source, mechanisms, ompi ? ompi : "none", a->mpich ? a->mpich : "none",
                 a->ucc ? "; UCC: " : "", a->ucc ? a->ucc : "", a->xhc ? "; coll/xhc: " : "",
                 a->xhc ? a->xhc : "", class ? "; same bits: " : "", class ? bits : "",
                 class ? "; in rank order: " : "", class ? order : "");
}

/* Lists the algorithms of the collectives (int), or all if the array is empty. Variants for
 * collectives with counts (such as allgatherv) have no line of their own. */
static void list_algorithms_of(struct tn_table *t, const char *between, const GArray *collectives)
{
  for (const struct tn_method *const *m = tn_methods(); *m; m++) {
    bool is_listed = collectives->len == 0;
    for (guint i = 0; i < collectives->len; i++)
      is_listed |=
          tn_algorithm_is_of((*m)->runs, (enum tn_collective)g_array_index(collectives, int, i));
    if (is_listed && !(*m)->chooser && (*m)->collective == (*m)->runs->collective)
      list_algorithm(t, *m, between);
  }
}

static void list_algorithms(struct tn_table *t, const char *between)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(int));
  list_algorithms_of(t, between, all);
}

static void list_libraries(struct tn_table *t, const char *between)
{
  for (const struct tn_method *const *m = tn_methods(); *m; m++) {
    const unsigned all = (*m)->chooser ? (*m)->chooser->collectives : 0;
    if (!(all >> (*m)->collective & 1) || all & ((1u << (*m)->collective) - 1))
      continue;
    g_autofree char *defaults = NULL, *params = describe_params(*m, between, &defaults);
    g_autofree char *mechanisms = describe_mechanisms(*m);
    g_autoptr(GString) names = g_string_new(NULL), bits = g_string_new(NULL);
    for (int c = 0; c < TN_N_COLLECTIVES; c++) {
      const struct tn_method *of =
          all >> c & 1 ? tn_method_find((enum tn_collective)c, (*m)->name) : NULL;
      const struct tn_class *class = of ? tn_class_of(of) : NULL;
      g_autofree char *keeps = class ? tn_keeps_text(class->keeps, ", ") : NULL;
      if (of)
        g_string_append_printf(names, "%s%s", names->len ? ", " : "", tn_collective_names[c]);
      if (class)
        g_string_append_printf(bits, "%s%s: %s", bits->len ? between : "", tn_collective_names[c],
                               keeps);
    }
    tn_table_texts(t, (*m)->name, (*m)->summary, names->str, params, (*m)->source, mechanisms,
                   bits->str);
  }
}

static void list_platforms(struct tn_table *t, G_GNUC_UNUSED const char *between)
{
  g_auto(GStrv) names = tn_platform_names();
  for (int i = 0; names[i]; i++) {
    g_autoptr(GError) error = NULL;
    struct tn_platform *pf = tn_platform_load(names[i], NULL, &error);
    tn_table_text(t, names[i]);
    if (!pf) {
      tn_table_counts(t, -1, -1, -1, -1, -1, -1);
      tn_table_text(t, NULL);
      tn_table_print(t, "unusable: %s", error->message);
      continue;
    }
    tn_table_counts(t, tn_platform_n_nodes(pf), tn_platform_n_packages(pf), tn_platform_n_numas(pf),
                    tn_platform_n_cores(pf), tn_platform_n_pus(pf), tn_platform_default_ranks(pf));
    tn_table_texts(t, tn_kernel_names[tn_platform_kernel(pf)], tn_platform_word(pf, TN_WORD_CPU));
    tn_platform_free(pf);
  }
}

static void list_laws(struct tn_table *t, G_GNUC_UNUSED const char *between)
{
  for (int i = 0; i < TN_N_LAWS; i++)
    tn_table_texts(t, tn_law_names[i], tn_laws[i]->summary, tn_laws[i]->source);
}

static void list_kernels(struct tn_table *t, const char *between)
{
  for (int k = 0; tn_kernel_names[k]; k++) {
    const char *note = "the platform's own (see platform show)";
    g_autoptr(GString) values = g_string_new(NULL);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      struct tn_param_value v;
      if (!tn_kernel_param((enum tn_kernel)k, (enum tn_param)p, &v))
        continue;
      g_autofree char *value = tn_param_format((enum tn_param)p, v.value);
      g_string_append_printf(values, "%s%s=%s", values->len ? between : "", tn_params[p].name,
                             value);
      note = v.note;
    }
    tn_table_texts(t, tn_kernel_names[k], tn_kernel_summaries[k], values->str, note);
  }
}

static void list_transports(struct tn_table *t, const char *between)
{
  for (int i = 0; i < TN_N_TRANSPORTS; i++) {
    const enum tn_transport_profile transport = (enum tn_transport_profile)i;
    const enum tn_mechanism own = tn_transport_mechanism(transport, 0);
    g_autoptr(GString) copies = g_string_new(NULL), values = g_string_new(NULL);
    enum tn_mechanism m;
    for (int k = 0; (m = tn_transport_mechanism(transport, k)) != TN_N_MECHANISMS; k++)
      g_string_append_printf(copies, "%s%s", k ? ", " : "", tn_mechanism_names[m]);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      struct tn_param_value v;
      if (!tn_transport_param(transport, own, (enum tn_param)p, &v))
        continue;
      g_autofree char *value = tn_param_format((enum tn_param)p, v.value);
      g_string_append_printf(values, "%s%s=%s, %s: %s", values->len ? between : "",
                             tn_params[p].name, value, v.source, v.note);
    }
    tn_table_texts(t, tn_transport_names[i], tn_transport_summaries[i], copies->str, values->str);
  }
}

static char *describe_default(enum tn_param p)
{
  const struct tn_param_default *preset = &tn_params[p].preset;
  return preset->kind == TN_DEFAULT_NONE    ? g_strdup("must be given")
         : preset->kind == TN_DEFAULT_VALUE ? tn_param_format(p, preset->value)
                                            : g_strdup(tn_param_default_note(p));
}

/* Returns the mechanisms and other operations that use the parameter. Transfer full. */
static char *describe_uses(enum tn_param p)
{
  const unsigned uses = tn_params[p].uses;
  GString *text = g_string_new(NULL);
  for (int m = 0; m < TN_N_MECHANISMS; m++)
    if (uses & 1u << tn_mechanisms[m].kind)
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", tn_mechanism_names[m]);
  for (int u = 0; u < TN_N_USES; u++)
    if (tn_use_names[u] && uses & 1u << u)
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", tn_use_names[u]);
  return g_string_free(text, FALSE);
}

/* Texts on how `calibrate` gets the value of a parameter. */
static const char *const calibrations[] = {
  [TN_CALIBRATE_PROBED] = "measures it",       [TN_CALIBRATE_SYSTEM] = "asks the system",
  [TN_CALIBRATE_CHOSEN] = "takes the default", [TN_CALIBRATE_NOT_PROBED] = "takes it from --like",
  [TN_CALIBRATE_OMITTED] = "leaves it out",
};

static void list_parameters(struct tn_table *t, const char *between)
{
  for (int i = 0; i < TN_N_PARAMS; i++) {
    const enum tn_param p = (enum tn_param)i;
    const struct tn_param_info *info = &tn_params[p];
    g_autofree char *words = info->choices ? g_strjoinv(" | ", (char **)info->choices) : NULL;
    g_autofree char *min = tn_param_format(p, info->min), *max = tn_param_format(p, info->max);
    g_autofree char *range = info->choices
                                 ? g_strdup("")
                                 : g_strdup_printf("%s to %s%s", min, max,
                                                   info->power_of_two ? ", a power of two" : ""),
                    *preset = describe_default(p);
    GString *text = g_string_new(NULL);
    for (int k = 0; tn_kernel_names[k]; k++) {
      struct tn_param_value v;
      if (!tn_kernel_param((enum tn_kernel)k, p, &v))
        continue;
      g_autofree char *value = tn_param_format(p, v.value);
      g_string_append_printf(text, "%skernel %s: %s", text->len ? "; " : "", tn_kernel_names[k],
                             value);
    }
    g_autofree char *profiles = g_string_free(text, FALSE), *uses = describe_uses(p);
    tn_table_texts(t, info->name, tn_unit_names[info->unit], tn_scope_names[info->scope]);
    if (*between != '\n') {
      tn_table_texts(t, info->summary, words, range, preset, profiles, uses,
                     calibrations[info->calibration]);
      continue;
    }
    tn_table_take(t, g_strconcat(info->summary, words ? ": " : NULL, words, NULL));
    tn_table_print(t, "%s%s%s%s%s%s%s%s; calibrate %s", range, *range ? "; " : "",
                   info->preset.kind == TN_DEFAULT_NONE    ? ""
                   : info->preset.kind == TN_DEFAULT_VALUE ? "default "
                                                           : "default: ",
                   preset, *profiles ? "; " : "", profiles, *uses ? "; used for " : "", uses,
                   calibrations[info->calibration]);
  }
}

/* Returns the first sentence of a scenario file's first comment. Transfer full. */
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

static void list_scenarios(struct tn_table *t, G_GNUC_UNUSED const char *between)
{
  g_auto(GStrv) names = tn_data_names(&tn_data_scenarios);
  for (int i = 0; names[i]; i++) {
    tn_table_text(t, names[i]);
    tn_table_take(t, describe_scenario(names[i]));
  }
}

const struct tn_list tn_lists[] = {
  { "collectives", "collective algorithms:i root", "{collective:12} {algorithms:>10}  {root}",
    list_collectives },
  { "algorithms",
    "collective algorithm summary parameters defaults source mechanisms ompi ompi_number:i mpich "
    "ucc xhc same_bits in_rank_order",
    "{=collective} {=algorithm}\n    {=summary:wrap}\n    -P {=parameters:lines}\n    "
    "{=names:wrap}",
    list_algorithms },
  { "libraries", "algorithm summary collectives parameters source mechanisms same_bits",
    "{=algorithm}\n    {=summary:wrap}\n    collectives: {=collectives:wrap}\n    -P "
    "{=parameters:lines}\n"
    "    source: {=source:wrap}\n    mechanisms: {=mechanisms:wrap}\n    same bits of "
    "{=bits:lines}",
    list_libraries },
  { "platforms",
    "platform nodes:i packages:i memory_domains:i cores:i units:i default_ranks:i kernel cpu",
    "{platform:13} {nodes:>5} {packages:>8} {memory domains:>14} {cores:>6} {units:>6} "
    "{default ranks:>14}  {kernel:8}  {CPU}",
    list_platforms },
  { "laws", "law summary source", "{=law}\n    {=summary:wrap}\n    source: {=source:wrap}",
    list_laws },
  { "kernels", "kernel summary values source",
    "{=kernel}\n    {=summary:wrap}\n    {=values:lines}\n    source: {=source:wrap}",
    list_kernels },
  { "transports", "transport summary mechanisms values",
    "{=transport}\n    {=summary:wrap}\n    mechanisms: {=mechanisms:wrap}\n    {=values:lines}",
    list_transports },
  { "parameters", "parameter unit scope meaning choices range default profiles read_for calibrate",
    "{parameter:22} {unit:4} {scope:7} {meaning:wrap}\n                                    "
    "{values:wrap}",
    list_parameters },
  { "scenarios", "scenario summary", "{=scenario}\n    {=summary:wrap}", list_scenarios },
  { NULL, NULL, NULL, NULL },
};

bool tn_cmd_list(struct tn_options *s, GError **error)
{
  const char *names[G_N_ELEMENTS(tn_lists)], *only = s->rows->len ? s->rows->pdata[0] : NULL;
  int how;
  for (size_t i = 0; i < G_N_ELEMENTS(tn_lists); i++)
    names[i] = tn_lists[i].name;
  if (!tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &how, error))
    return false;
  if (s->rows->len > 1)
    return tn_usage(error, "list: unexpected word \"%s\"", (const char *)s->rows->pdata[1]);
  if (only && tn_name_find(names, only) < 0)
    return tn_usage_unknown(error, "list", "list", only, names);
  g_autoptr(GArray) collectives = g_array_new(FALSE, FALSE, sizeof(int));
  if (s->collective && g_strcmp0(only, "algorithms") != 0)
    return tn_usage(error, "%s: only with list algorithms", tn_options_where(s, TN_OPT_COLLECTIVE));
  if (s->collective && !tn_read_names(s, TN_OPT_COLLECTIVE, 0, collectives, error))
    return false;
  g_autofree char *all = g_strjoinv(", ", (char **)names);
  const bool for_people = 1 << how & TN_FOR_PEOPLE;
  if (!only && !for_people)
    return tn_usage(error, "list: --format %s: which one? (%s)", tn_output_names[how], all);
  struct tn_document *d = tn_document_new((enum tn_output)how);
  for (const struct tn_list *l = tn_lists; l->name; l++) {
    if (only && strcmp(only, l->name) != 0)
      continue;
    if (l > tn_lists && !only)
      tn_document_gap(d);
    g_autofree char *heading = g_strconcat(l->name, ":", NULL);
    if (!only)
      tn_document_heading(d, heading, NULL);
    struct tn_table *t = for_people ? tn_table_of(l->layout) : tn_table_new(l->columns);
    const char *between = for_people ? "\n" : "; ";
    if (s->collective)
      list_algorithms_of(t, between, collectives);
    else
      l->fill(t, between);
    if (for_people)
      tn_document_table(d, t, l->layout);
    else
      tn_document_rows(d, NULL, t);
  }
  return tn_writer_print(s, d, error);
}
