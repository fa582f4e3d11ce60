#include <math.h>
#include <string.h>

#include "figure/figure_words.h"
#include "figure/svg.h"
#include "page.h"
#include "plot/draw_node.h"

enum { MAX_CORES = 1024 };

/* Parameters with the largest influence on times. */
static const enum tn_param main_params[] = {
  TN_P_COPY_RATE,         TN_P_MEMORY_BANDWIDTH, TN_P_PACKAGE_BANDWIDTH, TN_P_LLC_SIZE,
  TN_P_LLC_BANDWIDTH,     TN_P_L2_SIZE,          TN_P_PAGE_SIZE,         TN_P_ALPHA,
  TN_P_PIN_TIME,          TN_P_LOCK_SCOPE,       TN_P_LINE_LATENCY_NUMA, TN_P_LINE_LATENCY_MACHINE,
  TN_P_NETWORK_BANDWIDTH,
};

/* Returns the text with "64 KiB" as 64K, the unit of the page. Transfer full. */
static char *one_unit(const char *text)
{
  g_autoptr(GRegex) sizes = g_regex_new("\\b(\\d+) ([KMG])iB\\b", 0, 0, NULL);
  return g_regex_replace(sizes, text, -1, 0, "\\1\\2", 0, NULL);
}

static void put_value(struct tn_table *t, const struct tn_platform *pf, enum tn_param p)
{
  const struct tn_param_value v = tn_platform_param(pf, p);
  tn_table_texts(t, tn_params[p].name, tn_params[p].summary);
  tn_table_takes(t, tn_param_format(p, v.value),
                 isnan(v.error) ? g_strdup(v.source)
                                : g_strdup_printf("%s ± %g %%", v.source, 100 * v.error));
  tn_table_take(t, one_unit(v.note ? v.note : tn_params[p].summary));
}

/* Appends the drawing of a node. Appends nothing if the node has too many cores for a page, or if
 * the platform's places cannot be made. */
static void append_node(GString *s, const struct tn_platform *pf)
{
  const bool is_small = tn_platform_n_cores(pf) / tn_platform_n_nodes(pf) <= MAX_CORES;
  double width, height;
  g_autofree char *node = is_small ? tn_node_draw(pf, NULL, &width, &height, NULL) : NULL;
  g_autofree char *words = tn_node_words(pf);
  g_autofree char *description = g_strdup_printf("The node %s: %s.", tn_platform_name(pf), words);
  if (!node)
    return;
  tn_svg_begin(s, true, width, height, description);
  g_string_append(s, node);
  tn_svg_end(s);
}

void tn_page_node(const struct tn_page *p, const struct tn_platform *pf)
{
  GString *s = g_string_new(NULL);
  g_autofree char *words = tn_node_words(pf);
  g_autofree char *caption = g_strdup_printf(
      "%s%s. Grey: package; blue: memory domain; yellow: last-level cache; green: core.",
      tn_platform_n_nodes(pf) > 1 ? "Each of the identical nodes: " : "", words);
  append_node(s, pf);
  tn_document_figure(p->d, g_string_free(s, FALSE), caption);
}

void tn_page_machine(const struct tn_page *p, const struct tn_platform *pf)
{
  struct tn_table *t = tn_table_new("name parameter value source note");
  for (size_t i = 0; i < G_N_ELEMENTS(main_params); i++)
    if (isfinite(tn_platform_param(pf, main_params[i]).value) &&
        (tn_platform_param(pf, main_params[i]).value > 0 || main_params[i] != TN_P_L2_SIZE) &&
        (tn_platform_n_nodes(pf) > 1 || main_params[i] != TN_P_NETWORK_BANDWIDTH))
      put_value(t, pf, main_params[i]);
  tn_document_heading(p->d, "The node", NULL);
  tn_document_begin(p->d, TN_GROUP_PAIR, NULL, NULL);
  tn_page_node(p, pf);
  tn_document_captioned(p->d, "Main parameters", t, "{parameter}{value:>*}{source:*}");
  tn_document_end(p->d);
}

guint tn_page_guesses(const struct tn_platform *pf)
{
  guint n = 0;
  for (enum tn_param i = 0; i < TN_N_PARAMS; i++) {
    const struct tn_param_value v = tn_platform_param(pf, i);
    n += tn_param_is_guess(&v);
  }
  return n;
}

char *tn_page_relative(const struct tn_platform *pf, guint *ret_n)
{
  static const char begin[] = "as on "; /* of the notes that import and calibrate write */
  char *name = NULL;
  *ret_n = 0;
  for (enum tn_param i = 0; i < TN_N_PARAMS; i++) {
    const struct tn_param_value v = tn_platform_param(pf, i);
    if (!tn_platform_is_inherited(pf, i) || !g_str_has_prefix(v.note, begin))
      continue;
    const char *from = v.note + strlen(begin);
    const size_t length = strcspn(from, ":,; ");
    name = name ? name : g_strndup(from, length);
    *ret_n += strlen(name) == length && strncmp(name, from, length) == 0;
  }
  return name;
}

void tn_page_parameters(const struct tn_page *p, const struct tn_platform *pf)
{
  struct tn_table *t = tn_table_new("parameter summary value source note");
  for (enum tn_param i = 0; i < TN_N_PARAMS; i++)
    put_value(t, pf, i);
  g_autofree char *heading =
      g_strdup_printf("%s: %d parameters by source; %u are assumed, neither published nor measured",
                      tn_platform_name(pf), TN_N_PARAMS, tn_page_guesses(pf));
  tn_document_begin(p->d, TN_GROUP_DETAILS, NULL, heading);
  tn_document_table(p->d, t, "{parameter}{value:>*}{source:*}{note}");
  tn_document_end(p->d);
}
