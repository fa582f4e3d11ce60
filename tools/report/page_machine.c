#include "page.h"

#include <math.h>
#include <string.h>

#include "document/markup.h"
#include "figure/figure_words.h"
#include "figure/svg.h"
#include "plot/draw_node.h"

enum { MOST_CORES = 1024 };

/* What explains most of the times. */
static const enum tn_param main_params[] = {
  TN_P_COPY_RATE,         TN_P_MEMORY_BANDWIDTH, TN_P_PACKAGE_BANDWIDTH, TN_P_LLC_SIZE,
  TN_P_LLC_BANDWIDTH,     TN_P_L2_SIZE,          TN_P_PAGE_SIZE,         TN_P_ALPHA,
  TN_P_PIN_TIME,          TN_P_LOCK_SCOPE,       TN_P_LINE_LATENCY_NUMA, TN_P_LINE_LATENCY_MACHINE,
  TN_P_NETWORK_BANDWIDTH, TN_P_NETWORK_LATENCY,
};

/* Whether the value says something of this machine. */
static bool is_told(const struct tn_platform *pf, enum tn_param p)
{
  const double value = tn_platform_param(pf, p).value;
  const bool is_of_network = p == TN_P_NETWORK_BANDWIDTH || p == TN_P_NETWORK_LATENCY;
  const bool is_between_packages = p == TN_P_PACKAGE_BANDWIDTH || p == TN_P_LINE_LATENCY_MACHINE;
  return isfinite(value) && !(is_of_network && tn_platform_n_nodes(pf) == 1) &&
         !(is_between_packages && tn_platform_n_packages(pf) == tn_platform_n_nodes(pf)) &&
         (p != TN_P_L2_SIZE || value > 0);
}

/* As people write it: "3.29 GB/s", "250 ns", "process". Transfer full. */
static char *value_of(enum tn_param p, double value)
{
  if (tn_params[p].unit == TN_UNIT_SECONDS && isfinite(value))
    return tn_words_tick(value);
  char *text = tn_param_format(p, value);
  if (tn_params[p].unit != TN_UNIT_BYTES_PER_SECOND || !isfinite(value))
    return text;
  const size_t digits = strspn(text, "0123456789.");
  g_autofree char *whole = text;
  return g_strdup_printf("%.*s %s", (int)digits, whole, whole + digits);
}

static void append_value(GString *s, const struct tn_platform *pf, enum tn_param p, bool has_note)
{
  const struct tn_param_value v = tn_platform_param(pf, p);
  g_autofree char *value = value_of(p, v.value);
  g_autofree char *error =
      isnan(v.error) ? g_strdup("") : g_strdup_printf(" ± %g %%", 100 * v.error);
  tn_markup(s, "<tr><th scope=\"row\">%s</th><td class=\"n\">%s</td><td class=\"w\">%s%s</td>",
            has_note ? tn_params[p].name : tn_params[p].summary, value, v.source, error);
  if (has_note)
    tn_markup(s, "<td>%s</td>", v.note ? v.note : tn_params[p].summary);
  g_string_append(s, "</tr>\n");
}

/* Nothing where the node has too many cores for a page, or no places. */
static void append_node(GString *s, const struct tn_platform *pf)
{
  const bool is_small = tn_platform_n_cores(pf) / tn_platform_n_nodes(pf) <= MOST_CORES;
  double width, height;
  g_autofree char *node = is_small ? tn_node_draw(pf, NULL, &width, &height, NULL) : NULL;
  g_autofree char *words = tn_node_words(pf);
  g_autofree char *says = g_strdup_printf("The node %s: %s.", tn_platform_name(pf), words);
  if (!node)
    return;
  tn_svg_begin(s, true, width, height, says);
  g_string_append(s, node);
  tn_svg_end(s);
}

void tn_machine_append(GString *s, const struct tn_platform *pf)
{
  const int n = tn_platform_n_nodes(pf);
  g_autofree char *words = tn_node_words(pf);
  g_string_append(s, "<h3>The node</h3>\n<div class=\"pair\">\n<figure>");
  tn_markup(s, "<figcaption>%s%s.</figcaption>\n<div class=\"scroll\" tabindex=\"0\">\n",
            n > 1 ? "Each of the nodes, which are alike: " : "", words);
  append_node(s, pf);
  g_string_append(
      s, "</div>\n<p class=\"muted\">grey: package; blue: memory domain; yellow: last-level cache; "
         "green: core</p></figure>\n"
         "<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>Main parameters</caption>\n"
         "<thead><tr><th scope=\"col\">parameter</th><th scope=\"col\" class=\"n\">value"
         "</th><th scope=\"col\">source</th></tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < G_N_ELEMENTS(main_params); i++)
    if (is_told(pf, main_params[i]))
      append_value(s, pf, main_params[i], false);
  g_string_append(s, "</tbody></table></div>\n</div>\n");
}

/* "12 paper, 9 measured, 20 assumed": by source, in the order in which they come. Transfer full. */
static char *count_sources(const struct tn_platform *pf)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  guint n[TN_N_PARAMS] = { 0 };
  GString *text = g_string_new(NULL);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const char *source = tn_platform_param(pf, (enum tn_param)p).source;
    guint i;
    if (!g_ptr_array_find_with_equal_func(names, source, g_str_equal, &i)) {
      i = names->len;
      g_ptr_array_add(names, (void *)source);
    }
    n[i]++;
  }
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf(text, "%s%u %s", i ? ", " : "", n[i], (const char *)names->pdata[i]);
  return g_string_free(text, FALSE);
}

void tn_machine_append_parameters(GString *s, const struct tn_platform *pf)
{
  g_autofree char *sources = count_sources(pf);
  tn_markup(s,
            "<details><summary>%s: %d parameters by source: %s</summary>\n"
            "<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>Parameters of %s</caption>\n"
            "<thead><tr><th scope=\"col\">parameter</th><th scope=\"col\" class=\"n\">value</th>"
            "<th scope=\"col\">source</th><th scope=\"col\">note</th></tr></thead>\n<tbody>\n",
            tn_platform_name(pf), TN_N_PARAMS, sources, tn_platform_name(pf));
  for (int p = 0; p < TN_N_PARAMS; p++)
    append_value(s, pf, (enum tn_param)p, true);
  g_string_append(s, "</tbody></table></div></details>\n");
}
