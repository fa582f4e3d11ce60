/* platform show, check, draw and import. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "comparison/fit_job.h"
#include "document/wrap.h"
#include "inherited.h"
#include "plan/expand.h"
#include "platform/fabric.h"
#include "platform/quantity.h"
#include "plot/plot.h"
#include "rows/text_rows.h"
#include "schema.h"
#include "study/setup.h"

/* Returns a parameter's range (if the file states one) and note. Transfer full. */
static char *note_of(const struct tn_setup *setup, enum tn_param p)
{
  const char *from = tn_setup_param(setup, p).note, *note = from ? from : tn_params[p].summary;
  const struct tn_bounds bounds = tn_setup_bounds(setup, p);
  g_autofree char *range = tn_bounds_text(p, &bounds);
  return tn_bounds_are_stated(&bounds) ? g_strdup_printf("from %s: %s", range, note)
                                       : g_strdup(note);
}

static char *error_text(double error)
{
  return isnan(error) ? g_strdup("") : g_strdup_printf("%g%%", error * 100);
}

/* Returns the name of the setup's transport. *ret: that transport, its source and note. */
static const char *platform_transport(const struct tn_setup *setup, struct tn_param_value *ret)
{
  const int asked = tn_setup_transport(setup), own = tn_platform_transport(setup->platform, ret);
  if (asked != own)
    *ret = (struct tn_param_value){ asked, "override", tn_transport_summaries[asked - 1], NAN };
  else if (!ret->source)
    *ret = (struct tn_param_value){ asked, "default", "the file states none", NAN };
  return asked ? tn_transport_names[asked - 1] : "none";
}

static void write_transport(struct tn_document *d, const struct tn_setup *setup)
{
  struct tn_param_value v;
  const char *name = platform_transport(setup, &v);
  const int own = tn_platform_transport(setup->platform, NULL);
  if (own && own == tn_setup_transport(setup))
    tn_document_paragraph(d, 4, "transport %s: %s (%s: %s)", name, tn_transport_summaries[own - 1],
                          v.source, v.note);
  else
    tn_document_paragraph(d, 4, "transport %s: %s", name, v.note);
}

static void write_text(struct tn_document *d, const struct tn_setup *setup)
{
  const struct tn_platform *pf = setup->platform;
  const int n = tn_platform_n_nodes(pf);
  g_autofree char *nodes = n > 1 ? g_strdup_printf("nodes %d, on each ", n) : g_strdup("");
  tn_document_paragraph(
      d, -1,
      "%s: %spackages %d, memory domains %d, cores %d, processing units %d; kernel %s, "
      "backing %s",
      tn_platform_name(pf), nodes, tn_platform_n_packages(pf) / n, tn_platform_n_numas(pf) / n,
      tn_platform_n_cores(pf) / n, tn_platform_n_pus(pf) / n, tn_kernel_names[setup->kernel],
      tn_backing_names[tn_platform_backing(pf)]);
  if (n > 1) {
    g_autofree char *rate = tn_format_rate(tn_setup_param(setup, TN_P_NETWORK_BANDWIDTH).value);
    g_autofree char *latency = tn_format_time(tn_setup_param(setup, TN_P_NETWORK_LATENCY).value);
    tn_document_paragraph(
        d, -1,
        "between nodes: an adapter of %s each way on each node, switches with full "
        "bisection, latency %s",
        rate, latency);
  }
  if (*tn_platform_word(pf, TN_WORD_DEVICES))
    tn_document_paragraph(d, 4, "devices (no time depends on them): %s",
                          tn_platform_word(pf, TN_WORD_DEVICES));
  if (*tn_platform_word(pf, TN_WORD_MEMORIES))
    tn_document_paragraph(d, 4, "memories (all buffers lie in those in use): %s",
                          tn_platform_word(pf, TN_WORD_MEMORIES));
  write_transport(d, setup);
  static const char layout[] = "\n{parameter:22} {value:>10}  {source:9} {error:>5}  {note:wrap}";
  struct tn_table *t = tn_table_of(layout);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const struct tn_param_value v = tn_setup_param(setup, (enum tn_param)p);
    tn_table_text(t, tn_params[p].name);
    tn_table_take(t, tn_param_format((enum tn_param)p, v.value));
    tn_table_text(t, v.source);
    tn_table_takes(t, error_text(v.error), note_of(setup, (enum tn_param)p));
  }
  tn_document_table(d, t, layout);
  tn_document_paragraph(d, -1, "\nmeanings: turnstile list parameters");
  const struct tn_fabric *fabric = tn_platform_fabric(pf);
  if (fabric->n_places + fabric->n_links > 0) {
    static const char links[] =
        "\n{place or link:22} {source:9} {error:>5}  {value: note=note:wrap}";
    struct tn_table *items = tn_table_of(links);
    for (int i = 0; i < fabric->n_places + fabric->n_links; i++) {
      g_autofree char *id = NULL, *value = NULL;
      const struct tn_param_value v = tn_fabric_item(fabric, i, &id, &value);
      tn_table_texts(items, id, v.source);
      tn_table_takes(items, error_text(v.error),
                     g_strconcat(value, v.note ? ": " : NULL, v.note, NULL));
    }
    tn_document_table(d, items, links);
  }
}

const char tn_platform_columns[] = "parameter value si_value:d unit source error:d note";

/* Adds the line of item number `item`. Items are first the parameters, then places and links. */
static void put_item(struct tn_table *t, const struct tn_setup *setup, int item)
{
  const bool is_param = item < TN_N_PARAMS;
  const enum tn_param p = is_param ? (enum tn_param)item : TN_P_NUMA_BANDWIDTH;
  char *name = NULL, *text = NULL;
  const struct tn_param_value v = is_param ? tn_setup_param(setup, p)
                                           : tn_fabric_item(tn_platform_fabric(setup->platform),
                                                            item - TN_N_PARAMS, &name, &text);
  const bool is_number = isfinite(v.value) && tn_params[p].unit != TN_UNIT_CHOICE &&
                         tn_params[p].unit != TN_UNIT_SHARING;
  tn_table_takes(t, is_param ? g_strdup(tn_params[p].name) : name,
                 is_param ? tn_param_format(p, v.value) : text,
                 is_number ? g_strdup_printf("%.9g", v.value) : NULL);
  tn_table_texts(t, tn_unit_names[tn_params[p].unit], v.source);
  tn_table_takes(t, isnan(v.error) ? NULL : g_strdup_printf("%g", v.error),
                 is_param ? note_of(setup, p) : g_strdup(v.note));
}

/* Loads the platform that the user named. Returns NULL and *error on failure. */
static struct tn_platform *load(const struct tn_options *s, const char *command, GError **error)
{
  const char *name = s->platform;
  struct tn_platform *pf = name ? tn_platform_load(name, s->like, error) : NULL;
  if (!name)
    tn_usage(error, "%s: no PLATFORM (see turnstile list platforms)", command);
  else if (!pf)
    tn_usage_prefix(error, command);
  tn_warn_lines(name, pf ? tn_platform_remarks(pf) : NULL);
  return pf;
}

bool tn_cmd_platform_show(struct tn_options *s, GError **error)
{
  g_autoptr(GArray) kernels = g_array_new(FALSE, FALSE, sizeof(int));
  struct tn_setup setup = { 0 };
  int how;
  struct tn_platform *pf = load(s, "platform show", error);
  bool ok = pf && tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &how, error) &&
            tn_read_names(s, TN_OPT_KERNEL, -1, kernels, error) &&
            tn_resolve(s, pf, g_array_index(kernels, int, 0), &setup, error);
  if (ok) {
    struct tn_document *d = tn_document_new((enum tn_output)how);
    write_text(d, &setup);
    const struct tn_fabric *fabric = tn_platform_fabric(pf);
    struct tn_table *t = tn_table_new(tn_platform_columns);
    struct tn_param_value v;
    const char *name = platform_transport(&setup, &v);
    tn_table_texts(t, "transport", name, NULL, "", v.source, NULL, v.note);
    for (int item = 0; item < TN_N_PARAMS + fabric->n_places + fabric->n_links; item++)
      put_item(t, &setup, item);
    tn_document_rows(d, NULL, t);
    ok = tn_writer_print(s, d, error);
  }
  g_free(setup.overrides);
  tn_platform_free(pf);
  return ok;
}

/* Prints the parameters of a file whose values are more than ten times above or below the values of
 * all included platforms; such values may have the wrong unit. Prints devices' links that have no
 * link back. */
static void check_values(const char *file)
{
  const double unusual = 10;
  struct tn_platform *pf = tn_platform_load(file, NULL, NULL);
  g_auto(GStrv) names = tn_platform_names();
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)tn_platform_free);
  for (char **name = names; *name; name++)
    g_ptr_array_add(all, tn_platform_load(*name, NULL, NULL));
  for (enum tn_param p = 0; p < TN_N_PARAMS; p++) {
    const double own = tn_platform_param(pf, p).value;
    double least = INFINITY, most = 0;
    for (guint i = 0; i < all->len; i++) {
      const double v = all->pdata[i] ? tn_platform_param(all->pdata[i], p).value : 0;
      least = v > 0 ? fmin(least, v) : least;
      most = isfinite(v) ? fmax(most, v) : most;
    }
    const enum tn_unit unit = tn_params[p].unit;
    const bool has_size =
        unit == TN_UNIT_SECONDS || unit == TN_UNIT_BYTES || unit == TN_UNIT_BYTES_PER_SECOND;
    if (!has_size || !(own > 0) || isinf(own) || (own <= unusual * most && own >= least / unusual))
      continue;
    g_autofree char *value = tn_param_format(p, own), *low = tn_param_format(p, least);
    g_autofree char *high = tn_param_format(p, most);
    printf("%s: %s=%s is unusual: the included platforms have %s to %s (is the unit right?)\n",
           file, tn_params[p].name, value, low, high);
  }
  const struct tn_fabric *fabric = tn_platform_fabric(pf);
  for (int i = 0; i < fabric->n_links; i++) {
    const struct tn_fabric_link *link = &fabric->links[i];
    g_autofree char *from = tn_fabric_name(fabric, link->from);
    g_autofree char *to = tn_fabric_name(fabric, link->to);
    if (MAX(link->from.kind, link->to.kind) > TN_PLACE_ADAPTER && tn_fabric_back(fabric, i) < 0)
      printf("%s: link.%s>%s is unusual: no link.%s>%s leads back (is the link one-way?)\n", file,
             from, to, to, from);
  }
  tn_platform_free(pf);
}

bool tn_cmd_platform_check(struct tn_options *s, GError **error)
{
  const char *file = s->platform;
  if (!file)
    return tn_usage(error, "platform check: no FILE");
  g_autoptr(GPtrArray) mistakes = tn_platform_check(file);
  for (guint i = 0; i < mistakes->len; i++) {
    g_autofree char *line = tn_printable(mistakes->pdata[i]);
    puts(line);
  }
  if (mistakes->len == 0) {
    check_values(file);
    printf("%s: ok\n", file);
  }
  return mistakes->len == 0;
}

bool tn_cmd_platform_draw(struct tn_options *s, GError **error)
{
  const char *file = s->output;
  if (file && !g_str_has_suffix(file, ".svg"))
    return tn_usage(error, "platform draw: needs an SVG file (-o FILE.svg)");
  struct tn_platform *pf = load(s, "platform draw", error);
  g_autofree char *text = pf ? tn_draw(pf, error) : NULL;
  tn_platform_free(pf);
  return text && tn_writer_write(s, text, error);
}

/* Prints the links and NCCL's values that a file with GPUs lacks and the platform `like` has. */
static void write_gpus_lack(FILE *out, const struct tn_platform *pf, const struct tn_platform *like)
{
  const struct tn_fabric *fabric = tn_platform_fabric(pf);
  g_autoptr(GString) names = g_string_new(NULL);
  const char *peer[2] = { NULL, NULL };
  for (int i = 0; i < fabric->n_places; i++)
    if (fabric->places[i].kind == TN_PLACE_MEMORY && !peer[1])
      peer[peer[0] != NULL] = fabric->places[i].name;
  if (peer[1])
    g_string_append_printf(names, "link.%s>%s and so on for each pair and direction", peer[0],
                           peer[1]);
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (g_str_has_prefix(tn_params[p].name, "nccl_") &&
        strcmp(tn_platform_param(like, (enum tn_param)p).source, "default") != 0)
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", tn_params[p].name);
  if (names->len)
    tn_paragraph(out, 2, "to write into the file, as %s has them (platform show): %s",
                 tn_platform_name(like), names->str);
}

/* Prints how many GPUs and PCI switches the file has, and which of their properties hwloc lacks. */
static bool write_gpus(FILE *out, const char *file, const char *like, GError **error)
{
  struct tn_platform *pf = tn_platform_load(file, NULL, error);
  struct tn_platform *other = pf ? tn_platform_load(like, NULL, error) : NULL;
  const struct tn_fabric *fabric = other ? tn_platform_fabric(pf) : NULL;
  const int n_like = other ? tn_fabric_n_devices(tn_platform_fabric(other)) : 0;
  int n[TN_N_PLACE_KINDS] = { 0 };
  for (int i = 0; fabric && i < fabric->n_places; i++)
    n[fabric->places[i].kind]++;
  if (n[TN_PLACE_MEMORY] > 0) {
    fprintf(out,
            "GPUs: %d, PCI switches: %d; hwloc lacks their memory rates, links (NVLink, xGMI) and "
            "copy costs: assumed or omitted (platform show)\n",
            n[TN_PLACE_MEMORY], n[TN_PLACE_SWITCH]);
    if (n_like > 0)
      write_gpus_lack(out, pf, other);
  } else if (n_like > 0) {
    fprintf(out,
            "GPUs: none in the topology, and those of %s are not copied (an XML file of lstopo "
            "lists the node's)\n",
            like);
  }
  tn_platform_free(other);
  tn_platform_free(pf);
  return other != NULL;
}

bool tn_cmd_platform_import(struct tn_options *s, GError **error)
{
  const char *topology = s->platform, *like = s->like, *file = s->output;
  if (!topology)
    return tn_usage(error, "platform import: no FILE.xml or synthetic string");
  if (file && !g_str_has_suffix(file, ".xml"))
    return tn_usage(error, "platform import: needs a platform file (-o FILE.xml)");
  if (g_str_has_prefix(topology, "synthetic:"))
    topology += strlen("synthetic:");
  if (like && s->messages)
    return tn_usage(error, "platform import: --p2p and --like both choose the relative (give one)");
  g_autofree char *chosen =
      like ? NULL : tn_relative_choose(s, topology, file ? stdout : stderr, error);
  like = like ? like : chosen;
  if (!like)
    return false;
  g_autofree char *base = file ? g_path_get_basename(file) : g_strdup("imported.xml");
  g_autofree char *name = g_strndup(base, strlen(base) - strlen(".xml"));
  g_autofree char *folder = file ? g_path_get_dirname(file) : g_strdup(".");
  g_autofree char *text = tn_platform_import(topology, like, name, folder, NULL, error);
  if (!text)
    return tn_usage_prefix(error, "platform import");
  g_autofree char *remarks = tn_platform_topology_remarks(topology);
  tn_warn_lines(topology, remarks);
  if (!tn_writer_write(s, text, error))
    return false;
  if (file &&
      !(write_gpus(stdout, file, like, error) && tn_unmeasured_write(stdout, file, like, error) &&
        tn_inherited_write(stdout, file, like, error)))
    return false;
  /* `advise` uses the new file itself, so that it needs no suggestion */
  if (file && !(s->command & TN_CMD_ADVISE))
    tn_next_write(stdout, file);
  return true;
}

bool tn_cmd_platform(struct tn_options *s, GError **error)
{
  return tn_refuse_part("platform", s->rows, error);
}
