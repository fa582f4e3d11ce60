#include "export.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "decide/mpich.h"
#include "decide/tuned.h"
#include "document/wrap.h"
#include "plan/expand.h"
#include "rows/rows_files.h"
#include "rows/text_rows.h"
#include "rules/patch.h"
#include "rules/rules.h"
#include "study/rows.h"
#include "tune/device_paths.h"

/* Appends a line. Replaces its control characters by blanks, because they could end the line. Takes
 * ownership of `line`. */
static void add_line(GPtrArray *lines, char *line)
{
  for (char *c = line; *c; c++)
    if (g_ascii_iscntrl(*c))
      *c = ' ';
  g_ptr_array_add(lines, line);
}

/* Adds the expected loss of a collective's rules to the head of the file and to the messages on
 * stderr. If the format allows no comments next to rules, adds the loss of each rule to the head
 * too. */
static void export_expect(struct tn_rules *rules, const struct tn_ruling *ruling)
{
  double least = NAN, most = NAN;
  for (guint b = 0; b < ruling->blocks->len; b++) {
    const struct tn_rule_block *block = ruling->blocks->pdata[b];
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint k = 0; k < block->rules->len; k++) {
      const struct tn_rule *rule = &g_array_index(block->rules, struct tn_rule, k);
      g_autofree char *loss = tn_expected_text(rule->expected_min, rule->expected_max, false);
      g_autofree char *from = tn_rule_from(rules->target, ruling->id, block->ranks, rule);
      least = fmin(least, rule->expected_min);
      most = fmax(most, rule->expected_max);
      if (loss)
        g_string_append_printf(text, "%s from %s %s", text->len ? ";" : "", from, loss);
    }
    if (text->len && tn_target_format(rules->target) != TN_FORMAT_CLASSIC)
      add_line(rules->flags,
               g_strdup_printf("expected loss of %s, %" G_GINT64_FORMAT " ranks:%s",
                               tn_tuned_name(ruling->id), (gint64)block->ranks, text->str));
  }
  g_autofree char *loss = tn_expected_text(least, most, false);
  if (loss)
    add_line(rules->mapping_losses,
             g_strdup_printf("expected loss of %s against the best choices: %s, %s",
                             tn_tuned_name(ruling->id), loss, tn_expected_basis(rules->example)));
}

/* Returns true if the rows are for device memory. The output then consists of settings, not of
 * rules. */
static bool is_of_devices(const struct tn_rules *rules)
{
  return tn_row_is_on_device(rules->example);
}

char *tn_export_use(const struct tn_rules *rules, int kind, const char *file)
{
  const struct tn_row *row = rules->example;
  static const char shell[] = "in a shell: set -a; . FILE";
  static const char open_mpi[] = "as $HOME/.openmpi/mca-params.conf";
  const enum tn_target target = rules->target;
  const enum tn_format format = tn_target_format(target);
  if (is_of_devices(rules) && format != TN_FORMAT_UCX)
    return g_strdup(format == TN_FORMAT_MPICH ? shell : open_mpi);
  switch (format) {
  case TN_FORMAT_MPICH:
    return g_strdup_printf("%s=%s mpiexec%s", tn_table_variables[kind], file,
                           target == TN_FOR_MVAPICH_PLUS
                               ? ", with its algorithms at auto and dynamic tuning off"
                               : "");
  case TN_FORMAT_UCC:
    return g_strdup_printf("UCC_CONFIG_FILE=%s, or as $HOME/ucc.conf; in Open MPI with "
                           "coll_ucc_enable 1 and coll_ucc_priority 100",
                           file);
  case TN_FORMAT_MCA:
    return g_strdup(open_mpi);
  case TN_FORMAT_UCX:
    return g_strdup_printf("as ucx.conf in the folder UCX_CONFIG_DIR, or %s", shell);
  case TN_FORMAT_CLASSIC:
  case TN_FORMAT_TUNED_JSON:
    break;
  }
  /* the conditions of the rows: their placement and transport */
  const char *pml = g_str_has_prefix(row->transport, "ompi-ucx") ? " --mca pml ucx"
                    : g_str_has_prefix(row->transport, "ompi-")  ? " --mca pml ob1"
                                                                 : "";
  return g_strdup_printf("mpirun%s%s --mca coll_tuned_use_dynamic_rules 1 --mca "
                         "coll_tuned_dynamic_rules_filename %s",
                         strcmp(row->mapping, "core") == 0 ? " --map-by core --bind-to core" : "",
                         pml, file);
}

/* Returns the comment lines at the head of the file, on its origin and use. NULL-terminated;
 * transfer full. */
static GPtrArray *provenance(const struct tn_rules *rules, int kind, const char *command)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
  add_line(lines, g_strdup_printf("turnstile %s: decisions for %s; rows made by %s", TN_VERSION,
                                  tn_target_names[rules->target], rules->example->version));
  static const char *const told[] = { "source",    "platform",  "kernel",   "backing",
                                      "mapping",   "mechanism", "protocol", "noise",
                                      "overrides", "transport", "memory",   NULL };
  GString *text = g_string_new("rows:");
  for (int c = 0; c < tn_row_n_columns; c++) {
    const char *name = tn_row_columns[c].name;
    const bool is_one = strcmp(name, "memory") == 0 ? is_of_devices(rules)
                        : strcmp(name, "mechanism") == 0
                            ? rules->target != TN_FOR_UCX && !is_of_devices(rules)
                            : true;
    g_autofree char *value =
        tn_name_find(told, name) >= 0 && is_one ? tn_row_text(rules->example, c) : g_strdup("");
    if (*value)
      g_string_append_printf(text, " %s %s", name, value);
  }
  g_autofree char *measured = tn_rows_measured(rules->rows, NULL);
  if (measured)
    g_string_append_printf(text, " with %s", measured);
  if (*rules->buffers)
    g_string_append_printf(text, " buffers %s", rules->buffers);
  add_line(lines, g_string_free(text, FALSE));
  add_line(lines, g_strdup_printf("command: %s", command));
  const char *name = rules->example->platform;
  struct tn_platform *platform = tn_platform_load_named(name, NULL);
  for (guint i = 0; i < rules->rulings->len; i++) {
    const char *what = tn_tuned_name(((const struct tn_ruling *)rules->rulings->pdata[i])->id);
    const char *known = platform ? tn_platform_known_error(platform, what) : NULL;
    g_autofree char *own = tn_rows_measured(rules->rows, what);
    if (own && !known) /* the expected losses include the measurements */
      continue;
    add_line(lines, known ? g_strdup_printf("known error of %s: %s", what, known)
                          : g_strdup_printf(
                                "known error: %s on %s has not been compared with measurements%s",
                                what, name, platform ? "" : ", as far as is known here"));
  }
  tn_platform_free(platform);
  for (guint i = 0; i < rules->flags->len; i++)
    add_line(lines, g_strdup(rules->flags->pdata[i]));
  for (guint i = 0; i < rules->mapping_losses->len; i++)
    add_line(lines, g_strdup(rules->mapping_losses->pdata[i]));
  add_line(lines,
           g_strdup(rules->settings->len
                        ? "it holds for all numbers of ranks and sizes, whatever the rows are of"
                        : "for other numbers of ranks, and sizes below the smallest or above the "
                          "largest of the rows, the library decides itself"));
  g_autofree char *use = tn_export_use(rules, kind, "FILE");
  add_line(lines, g_strdup_printf("to use it: %s", use));
  g_ptr_array_add(lines, NULL);
  return lines;
}

static bool read_tables(const char *files, enum tn_target target, struct tn_tables *tables,
                        GError **error)
{
  if (!files)
    return tn_usage(
        error,
        "export: --for %s needs --base: that release's default tables (%s and %s in its "
        "sources, or its libmpich.so, which holds both)",
        tn_target_names[target], tn_table_files[TN_TABLE_MPIR], tn_table_files[TN_TABLE_CH4]);
  g_auto(GStrv) names = g_strsplit(files, ",", -1);
  for (int i = 0; names[i]; i++) {
    const char *name;
    gsize length;
    g_autofree char *text = tn_text_read(names[i], &name, &length, error);
    if (!text || !tn_tables_add(tables, target, name, text, length, error))
      return false;
  }
  return true;
}

static bool write_texts(const struct tn_options *s, const char *file, char *const *text,
                        GError **error)
{
  const bool has_both = text[TN_TABLE_MPIR] && text[TN_TABLE_CH4];
  if (has_both && file) {
    /* MPICH needs two tables, in FILE of -o and in a second file in the same folder. Both names are
     * checked before either file is written. */
    const char *dot = strrchr(file, '.');
    const bool has_suffix = dot && dot != file && !strchr(dot, '/');
    const int length = has_suffix ? (int)(dot - file) : (int)strlen(file);
    g_autofree char *name = g_strdup_printf("%.*s.ch4%s", length, file, has_suffix ? dot : "");
    if (!tn_writer_can_write(s, name, error) ||
        !tn_writer_write_to(s, file, text[TN_TABLE_MPIR], error) ||
        !tn_writer_write_to(s, name, text[TN_TABLE_CH4], error))
      return false;
    fprintf(stderr, "turnstile: wrote %s, too: %s=%s\n", name, tn_table_variables[TN_TABLE_CH4],
            name);
    return true;
  }
  if (has_both)
    fprintf(stderr, "turnstile: the table of compositions needs a second file (-o FILE)\n");
  return tn_writer_write_to(s, file, text[text[TN_TABLE_MPIR] ? TN_TABLE_MPIR : TN_TABLE_CH4],
                            error);
}

static bool write_tables(const struct tn_options *s, const struct tn_export *x, GError **error)
{
  const struct tn_rules *rules = x->rules;
  struct tn_tables tables = { 0 };
  char *text[TN_N_TABLES] = { NULL };
  bool ok = read_tables(x->base, rules->target, &tables, error);
  if (ok) {
    bool needs_ch4 = false;
    for (guint i = 0; i < rules->rulings->len; i++)
      needs_ch4 = needs_ch4 || tn_mpich_has_compositions(
                                   ((const struct tn_ruling *)rules->rulings->pdata[i])->id);
    if (needs_ch4 && !(tables.table[TN_TABLE_CH4] && tables.table[TN_TABLE_MPIR]))
      fprintf(stderr,
              "turnstile: bcast, reduce, allreduce and barrier within a node use two tables; "
              "without %s in --base these winners are only in force where MPICH's own choice is of "
              "the same kind (messages or shared memory)\n",
              tn_table_files[tables.table[TN_TABLE_CH4] ? TN_TABLE_MPIR : TN_TABLE_CH4]);
  }
  for (int kind = 0; ok && kind < TN_N_TABLES; kind++) {
    if (!tables.table[kind])
      continue;
    g_autoptr(GPtrArray) lines = provenance(rules, kind, x->command);
    text[kind] = tn_rules_patch(rules, (enum tn_mpich_table)kind, tables.table[kind],
                                (const char *const *)lines->pdata, error);
    ok = text[kind] != NULL;
  }
  ok = ok && write_texts(s, x->file, text, error);
  for (int kind = 0; kind < TN_N_TABLES; kind++)
    g_free(text[kind]);
  tn_tables_clear(&tables);
  return ok;
}

/* Prints which entries of the file Open MPI's published schema forbids or, with --strict, how many
 * rules are changed to fit the schema. */
static void write_schema(const struct tn_rules *rules)
{
  guint n = 0;
  for (guint i = 0; i < rules->rulings->len; i++) {
    const GPtrArray *blocks = ((const struct tn_ruling *)rules->rulings->pdata[i])->blocks;
    for (guint b = 0; b < blocks->len; b++) {
      const GArray *all = ((const struct tn_rule_block *)blocks->pdata[b])->rules;
      for (guint k = 0; k < all->len; k++)
        n += g_array_index(all, struct tn_rule, k).segment > 0;
    }
  }
  if (rules->is_strict)
    tn_print_message("--strict: %u rule%s", n,
                     n == 1 ? " loses its segment size" : "s lose their segment size");
  else
    tn_print_message(
        "Open MPI's own schema of this file forbids $comment%s, which its parser accepts (--strict "
        "omits %s)",
        n ? " and seg_size" : "", n ? "both" : "it");
}

bool tn_export_write(const struct tn_options *s, const struct tn_export *x, GError **error)
{
  struct tn_rules *rules = x->rules;
  for (guint i = 0; i < rules->rulings->len; i++)
    export_expect(rules, rules->rulings->pdata[i]);
  for (guint i = 0; i < rules->left->len; i++)
    tn_print_message("%s", (const char *)rules->left->pdata[i]);
  for (guint i = 0; i < rules->mapping_losses->len; i++)
    tn_print_message("%s", (const char *)rules->mapping_losses->pdata[i]);
  if (tn_target_format(rules->target) == TN_FORMAT_MPICH && !is_of_devices(rules))
    return write_tables(s, x, error);
  if (tn_target_format(rules->target) == TN_FORMAT_TUNED_JSON && !is_of_devices(rules))
    write_schema(rules);
  g_autoptr(GPtrArray) lines = provenance(rules, 0, x->command);
  g_autofree char *text = tn_rules_text(rules, (const char *const *)lines->pdata);
  return tn_writer_write_to(s, x->file, text, error);
}

bool tn_export_check(const struct tn_options *s, enum tn_target target, GError **error)
{
  if (s->strict && tn_target_format(target) != TN_FORMAT_TUNED_JSON)
    return tn_usage(error, "--strict: files of %s have no schema (ompi-6.0 has)",
                    tn_target_names[target]);
  return !s->base || tn_target_format(target) == TN_FORMAT_MPICH ||
         tn_usage(error, "%s: not needed for files of %s", tn_options_where(s, TN_OPT_BASE),
                  tn_target_names[target]);
}

bool tn_export_rules(const struct tn_options *s, GError **error)
{
  enum tn_target target;
  struct tn_rules_terms terms;
  if (!tn_target_find(s->release, &target, error) || !tn_export_check(s, target, error) ||
      !tn_for_terms(s, target, &terms, error))
    return false;
  terms.mapping = s->mapping;
  g_autoptr(GPtrArray) rows = tn_rows_read_all(s->rows, "export", error);
  struct tn_rules *rules = rows ? tn_rules_new(target, rows, &terms, error) : NULL;
  if (rows && !rules)
    tn_for_explain(s, rows, error);
  if (rules)
    rules->is_strict = s->strict;
  g_autofree char *command = tn_command_text("export", s->words);
  const struct tn_export x = { rules, s->base, s->output, command };
  const bool ok = rules && tn_export_write(s, &x, error);
  tn_rules_free(rules);
  return ok;
}
