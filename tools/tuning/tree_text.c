/* Decision trees as text: a line per condition, with a leaf's choice. */
#include <inttypes.h>

#include "platform/quantity.h"
#include "study/values.h"
#include "tune_text.h"

/* Maximum number of points without rows that are listed. */
enum { MAX_LISTED = 8 };

/* A line of the text: its condition ("if ranks < 32", "else") and, for a leaf, the choice. */
struct tree_line {
  char *text;
  const struct tn_winner *leaf; /* choice of a leaf; NULL if deeper lines follow */
};

static void line_free(void *data)
{
  struct tree_line *line = data;
  g_free(line->text);
  g_free(line);
}

static const struct tn_grid_node *node_at(const struct tn_tune_tree *tree, guint i)
{
  return &g_array_index(tree->nodes, struct tn_grid_node, i);
}

/* Adds a line, with the choice of `leaf` (may be NULL). Takes ownership of `text`. */
static void add_line(GPtrArray *lines, int depth, char *text, const struct tn_winner *leaf)
{
  struct tree_line *line = g_new(struct tree_line, 1);
  g_autofree char *choice = leaf ? tn_tune_choice(leaf->first) : NULL;
  g_autofree char *blanks = g_strnfill(2 * (gsize)depth, ' ');
  *line = (struct tree_line){ g_strconcat(blanks, text, leaf && *text ? ": " : "", choice, NULL),
                              leaf };
  g_free(text);
  g_ptr_array_add(lines, line);
}

static void add_node(GPtrArray *lines, const struct tn_tune_tree *tree, int depth, char *lead,
                     guint *node, guint *leaf);

/* Adds the lines of the tree at node *node, which is a cut; sets *node to the index after this
 * tree. A cut in its second part becomes "else if". */
static void add_cut(GPtrArray *lines, const struct tn_tune_tree *tree, int depth, guint *node,
                    guint *leaf)
{
  const char *otherwise = "";
  while (!tn_tune_is_leaf(node_at(tree, *node))) {
    const struct tn_grid_node *at = node_at(tree, *node);
    g_autofree char *size = tn_format_size((size_t)tn_axis_at(tree->sizes, at->cut_size));
    char *condition = at->cut_rank ? g_strdup_printf("%sif ranks < %" PRId64, otherwise,
                                                     tn_axis_at(tree->ranks, at->cut_rank))
                                   : g_strdup_printf("%sif size < %s", otherwise, size);
    ++*node;
    add_node(lines, tree, depth, condition, node, leaf);
    otherwise = "else ";
  }
  add_node(lines, tree, depth, g_strdup(*otherwise ? "else" : ""), node, leaf);
}

/* Adds the lines of a leaf or cut; the first line begins with `lead`. Takes ownership of `lead`. */
static void add_node(GPtrArray *lines, const struct tn_tune_tree *tree, int depth, char *lead,
                     guint *node, guint *leaf)
{
  if (tn_tune_is_leaf(node_at(tree, *node))) {
    add_line(lines, depth, lead, &g_array_index(tree->leaves, struct tn_winner, *leaf));
    ++*leaf;
    ++*node;
    return;
  }
  add_line(lines, depth, lead, NULL);
  add_cut(lines, tree, depth + 1, node, leaf);
}

static const struct tn_winner *first_leaf(const struct tn_tune_tree *tree)
{
  return &g_array_index(tree->leaves, struct tn_winner, 0);
}

char *tn_tree_subject(const struct tn_tune_tree *tree)
{
  static const char *const but[] = { "ranks", NULL };
  g_autofree char *subject = tn_tune_subject(first_leaf(tree)->first, but);
  GString *text = g_string_new(subject);
  for (guint i = 0; i < tree->ranks->len; i++)
    g_string_append_printf(text, "%s %" PRId64, i ? "," : ", ranks", tn_axis_at(tree->ranks, i));
  return g_string_free(text, FALSE);
}

static const char *plural(guint n)
{
  return n == 1 ? "" : "s";
}

/* Returns a sentence on the size and the loss of a tree, as in "7 leaves for 5 numbers of ranks and
 * 8 sizes: ...". Transfer full. */
static char *loss_paragraph(const struct tn_tune_tree *tree, const struct tn_tune_page *page)
{
  const guint n = tree->leaves->len;
  double mean, most;
  const int n_points = tn_tune_losses(first_leaf(tree), n, &mean, &most);
  g_autofree char *in_mean = tn_tune_longer(1 + mean, 1 + mean);
  g_autofree char *worst = tn_tune_longer(1 + most, 1 + most);
  GString *text = g_string_new(NULL);
  g_string_append_printf(text,
                         "%u lea%s for %u number%s of ranks and %u size%s: over the best choice at "
                         "each of %d point%s it takes %s longer on average, %s at most",
                         n, n == 1 ? "f" : "ves", tree->ranks->len, plural(tree->ranks->len),
                         tree->sizes->len, plural(tree->sizes->len), n_points,
                         plural((guint)n_points), in_mean, worst);
  if (most > page->most_loss)
    g_string_append_printf(text, "; no tree stays within %g %%", 100 * page->most_loss);
  g_string_append_printf(text, "; a table for each number of ranks takes %u range%s in all to ",
                         tree->n_ranges, plural(tree->n_ranges));
  if (page->most_loss >= most)
    g_string_append_printf(text, "stay within %g %%", 100 * page->most_loss);
  else
    g_string_append(text, "lose no more anywhere");
  return g_string_free(text, FALSE);
}

/* Returns a sentence on the points without rows, as in "3 points have no rows and go where the tree
 * is simplest: 4M at 64 ranks, ...". Transfer full. */
static char *empty_text(const struct tn_tune_tree *tree)
{
  const guint n = tree->empty->len;
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%u point%s %s no rows and go%s where the tree is simplest:", n,
                         plural(n), n == 1 ? "has" : "have", n == 1 ? "es" : "");
  for (guint i = 0; i < MIN(n, MAX_LISTED); i++) {
    const guint at = g_array_index(tree->empty, guint, i);
    g_autofree char *size = tn_format_size((size_t)tn_axis_at(tree->sizes, at % tree->sizes->len));
    g_string_append_printf(text, "%s %s at %" PRId64 " ranks", i ? "," : "", size,
                           tn_axis_at(tree->ranks, at / tree->sizes->len));
  }
  if (n > MAX_LISTED)
    g_string_append_printf(text, " and %u more", n - MAX_LISTED);
  return g_string_free(text, FALSE);
}

char **tn_tree_paragraphs(const struct tn_tune_tree *tree, const struct tn_tune_page *page)
{
  GPtrArray *description = g_ptr_array_new();
  g_ptr_array_add(description, loss_paragraph(tree, page));
  if (tree->empty->len)
    g_ptr_array_add(description, empty_text(tree));
  g_ptr_array_add(description,
                  g_strdup("ranks and sizes between those of the rows use the next smaller "
                           "ones; nothing was run there"));
  g_ptr_array_add(description, NULL);
  return (char **)g_ptr_array_free(description, FALSE);
}

/* In text adds a line per condition, with the leaves' choices; other formats have a list. */
void tn_tree_write(struct tn_document *d, const struct tn_tune_tree *tree,
                   const struct tn_tune_page *page)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(line_free);
  guint node = 0, n_leaves = 0;
  add_cut(lines, tree, 0, &node, &n_leaves);
  g_assert(node == tree->nodes->len && n_leaves == tree->leaves->len);
  struct tn_table *t = tn_table_new_empty();
  for (guint i = 0; i < lines->len && !tn_document_is_for(d, TN_FOR_TEXT); i++) {
    const struct tree_line *line = lines->pdata[i];
    tn_document_add(d, TN_ITEM, "%s", line->text);
  }
  tn_table_heads(t, "choice", "ranks", "size", "time, us", page->reference, "expected loss",
                 "loses");
  for (guint i = 0; i < lines->len; i++) {
    const struct tree_line *line = lines->pdata[i];
    const struct tn_winner *leaf = line->leaf;
    tn_table_text(t, line->text);
    tn_table_takes(
        t, leaf ? tn_tune_ranks(leaf) : NULL, leaf ? tn_tune_sizes(leaf) : NULL,
        leaf ? tn_tune_times(leaf, page->objective) : NULL,
        leaf && page->reference ? tn_tune_reference(leaf) : NULL,
        leaf ? tn_expected_text(leaf->expected_min, leaf->expected_max, leaf->expected_is_bound)
             : NULL,
        leaf ? tn_tune_margin(leaf, page) : NULL);
  }
  tn_document_only(d, TN_FOR_TEXT);
  tn_document_table(d, t,
                    "  {choice:*}  {ranks:*}  {size:*}  {time, us:>*}  {#4:>*?}  "
                    "{expected loss:>*?}  {loses}");
  tn_document_only(d, TN_FOR_PEOPLE);
}
