#include "versus.h"

#include <math.h>
#include <string.h>

#include "study/usage.h"
#include "tune.h"

const char *const tn_versus_cause_names[] = { "", "choice", "transport", "both", NULL };

bool tn_party_has(const struct tn_party *library, const struct tn_row *row)
{
  return g_strcmp0(library->entry, row->algorithm) == 0 ||
         g_strcmp0(library->newest, row->algorithm) == 0;
}

/* Cells while they are collected: a case with its place in the order. */
struct entry {
  struct tn_versus_cell cell;
  guint context; /* of cases that differ in ranks and size only */
};

struct work {
  const GPtrArray *rows;
  const struct tn_versus_terms *terms;
  const char *transports[2]; /* over which they are compared, as rows name them */
  GArray *entries;           /* struct entry */
  struct tn_versus *ret;
};

bool tn_versus_is_own(const struct tn_value *override)
{
  return g_str_has_prefix(override->text, "arrival=barrier:");
}

/* All that makes a case but the choice and what differs between two libraries anyhow; `whole`: with ranks
 * and size. Transfer full. */
static char *key_of(const struct tn_row *row, bool whole)
{
  GString *key = g_string_new(NULL);
  for (int c = 0; c < tn_row_n_columns; c++) {
    const char *name = tn_row_columns[c].name;
    const bool is_place = tn_row_columns[c].role == TN_ROLE_SIZE || strcmp(name, "ranks") == 0;
    if ((is_place ? !whole : tn_row_columns[c].role != TN_ROLE_CONTEXT) ||
        strcmp(name, "transport") == 0 || strcmp(name, "overrides") == 0)
      continue;
    g_autofree char *text = tn_row_text(row, c);
    g_string_append_printf(key, "%s\n", text);
  }
  for (int i = 0; i < row->overrides->n; i++)
    if (!tn_versus_is_own(&row->overrides->at[i]))
      g_string_append_printf(key, "%s;", row->overrides->at[i].text);
  return g_string_free(key, FALSE);
}

static const struct tn_row *first_row(const struct work *w, int side, const char *transport)
{
  for (guint i = 0; i < w->rows->len; i++) {
    const struct tn_row *row = w->rows->pdata[i];
    if (tn_party_has(&w->terms->sides[side], row) &&
        (!transport || strcmp(row->transport, transport) == 0))
      return row;
  }
  return NULL;
}

/* Both over their own transports, else over the first one that both have. */
static bool choose_transports(struct work *w, GError **error)
{
  const struct tn_party *sides = w->terms->sides;
  const struct tn_row *own[2];
  for (int k = 0; k < 2; k++) {
    own[k] = first_row(w, k, sides[k].transport);
    if (!first_row(w, k, NULL))
      return tn_usage(error, "diff: no row of what %s takes (%s)", sides[k].name, sides[k].entry);
    if (own[k])
      w->transports[k] = own[k]->transport;
  }
  if (own[0] && own[1])
    return true;
  for (guint i = 0; i < w->rows->len; i++) {
    const struct tn_row *row = w->rows->pdata[i];
    w->transports[0] = w->transports[1] = row->transport;
    if (tn_party_has(&sides[0], row) && first_row(w, 1, row->transport))
      return true;
  }
  const char *a = first_row(w, 0, NULL)->transport, *b = first_row(w, 1, NULL)->transport;
  return tn_usage(
      error,
      "diff: rows of %s over transport \"%s\", of %s over \"%s\": neither both their own nor "
      "one of both",
      sides[0].name, a, sides[1].name, b);
}

/* Puts the row where it belongs in its case. */
static void put_row(const struct work *w, struct tn_versus_cell *cell, const struct tn_row *row)
{
  for (int k = 0; k < 2; k++)
    if (tn_party_has(&w->terms->sides[k], row)) {
      const bool is_own = strcmp(row->transport, w->transports[k]) == 0;
      if (is_own)
        cell->rows[k] = row;
      else if (k == 0 && strcmp(row->transport, w->transports[1]) == 0)
        cell->mixed = row;
    }
}

static void collect(struct work *w)
{
  g_autoptr(GHashTable) cases = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) contexts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < w->rows->len; i++) {
    const struct tn_row *row = w->rows->pdata[i];
    if (!tn_party_has(&w->terms->sides[0], row) && !tn_party_has(&w->terms->sides[1], row))
      continue;
    g_autofree char *key = key_of(row, true), *context = key_of(row, false);
    gpointer at, number;
    if (!g_hash_table_lookup_extended(contexts, context, NULL, &number)) {
      number = GUINT_TO_POINTER(g_hash_table_size(contexts));
      g_hash_table_insert(contexts, g_steal_pointer(&context), number);
    }
    if (!g_hash_table_lookup_extended(cases, key, NULL, &at)) {
      const struct entry fresh = { .context = GPOINTER_TO_UINT(number) };
      at = GUINT_TO_POINTER(w->entries->len);
      g_hash_table_insert(cases, g_steal_pointer(&key), at);
      g_array_append_val(w->entries, fresh);
    }
    put_row(w, &g_array_index(w->entries, struct entry, GPOINTER_TO_UINT(at)).cell, row);
  }
}

double tn_versus_by_choice(const struct tn_versus_cell *cell, enum tn_objective objective)
{
  if (cell->cause != TN_BY_NOTHING && cell->mixed)
    return tn_tune_ratio(tn_row_time(cell->rows[1], objective),
                         tn_row_time(cell->mixed, objective));
  return cell->cause == TN_BY_CHOICE ? cell->ratio : cell->cause == TN_BY_BOTH ? NAN : 1;
}

/* Whether two rows are of one choice: what a library calls it may differ. */
static bool same_choice(const struct tn_row *a, const struct tn_row *b)
{
  const char *x = strpbrk(a->decision, "=~"), *y = strpbrk(b->decision, "=~");
  return x && y && strcmp(x, y) == 0;
}

/* How far a ratio is from no difference: 0.5 and 2 are equally far. */
static double distance(double ratio)
{
  return ratio < 1 ? 1 / ratio : ratio;
}

/* Where both differ but one of them alone hardly changes the time, it is the other. */
static enum tn_versus_cause cause_of(const struct tn_versus_cell *c, enum tn_objective objective)
{
  const bool moves = strcmp(c->rows[0]->transport, c->rows[1]->transport) != 0;
  if (same_choice(c->rows[0], c->rows[1]))
    return moves ? TN_BY_TRANSPORT : TN_BY_NOTHING;
  if (!moves || !c->mixed)
    return moves ? TN_BY_BOTH : TN_BY_CHOICE;
  const double mixed = tn_row_time(c->mixed, objective);
  if (distance(tn_tune_ratio(mixed, tn_row_time(c->rows[0], objective))) < 1 + TN_TUNE_TIE)
    return TN_BY_CHOICE;
  return distance(tn_tune_ratio(tn_row_time(c->rows[1], objective), mixed)) < 1 + TN_TUNE_TIE
             ? TN_BY_TRANSPORT
             : TN_BY_BOTH;
}

static bool intervals_meet(const struct tn_row *a, const struct tn_row *b)
{
  return a->avg_low <= b->avg_high && b->avg_low <= a->avg_high;
}

static void judge(struct tn_versus_cell *c, const struct tn_versus_terms *terms)
{
  const struct tn_row *a = c->rows[0], *b = c->rows[1];
  c->ratio = tn_tune_ratio(tn_row_time(b, terms->objective), tn_row_time(a, terms->objective));
  c->error = tn_source_predicts(a->source) ? terms->known_error(terms->data, a) : TN_TUNE_TIE;
  c->cause = cause_of(c, terms->objective);
  if (distance(c->ratio) > 1 + c->error &&
      !(terms->objective == TN_OBJECTIVE_AVG && intervals_meet(a, b)))
    c->way = c->ratio > 1 ? 1 : -1;
}

static int by_place(const void *x, const void *y)
{
  const struct entry *a = x, *b = y;
  const struct tn_row *p = a->cell.rows[0], *q = b->cell.rows[0];
  if (a->context != b->context)
    return a->context < b->context ? -1 : 1;
  if (p->ranks != q->ranks)
    return p->ranks < q->ranks ? -1 : 1;
  return (p->size > q->size) - (p->size < q->size);
}

/* Leaves the cases of which both have a row, judged and in order. */
static bool settle(struct work *w, GError **error)
{
  guint n = 0;
  for (guint i = 0; i < w->entries->len; i++) {
    struct entry *e = &g_array_index(w->entries, struct entry, i);
    if (!e->cell.rows[0] && !e->cell.rows[1])
      continue; /* over other transports */
    if (!e->cell.rows[0] || !e->cell.rows[1]) {
      w->ret->n_alone++;
      continue;
    }
    for (int k = 0; k < 2; k++)
      if (isnan(tn_row_time(e->cell.rows[k], w->terms->objective)))
        return tn_usage(error, "diff: a row of %s has no %s", e->cell.rows[k]->algorithm,
                        tn_objective_column(w->terms->objective));
    judge(&e->cell, w->terms);
    g_array_index(w->entries, struct entry, n++) = *e;
  }
  g_array_set_size(w->entries, n);
  g_array_sort(w->entries, by_place);
  return true;
}

/* The column in which the first rows of both differ, beside those that may. */
static bool refuse_strangers(const struct work *w, GError **error)
{
  const struct tn_party *sides = w->terms->sides;
  const struct tn_row *a = first_row(w, 0, w->transports[0]),
                      *b = first_row(w, 1, w->transports[1]);
  for (int c = 0; c < tn_row_n_columns; c++) {
    if (!(tn_row_columns[c].role & (TN_ROLE_CONTEXT | TN_ROLE_SIZE)) || tn_row_same(a, b, c) ||
        c == tn_row_column("transport"))
      continue;
    g_autofree char *x = tn_row_text(a, c), *y = tn_row_text(b, c);
    return tn_usage(
        error, "diff: no case has rows of both (the first rows differ in %s: %s \"%s\", %s \"%s\")",
        tn_row_columns[c].name, sides[0].name, x, sides[1].name, y);
  }
  return tn_usage(error, "diff: no case has rows of both %s and %s", sides[0].name, sides[1].name);
}

static bool joins(const struct tn_versus_cell *a, const struct tn_versus_cell *b)
{
  return a->way == b->way && a->cause == b->cause && a->rows[0]->decision == b->rows[0]->decision &&
         a->rows[1]->decision == b->rows[1]->decision;
}

/* Takes `more` into the line, whose ranks or sizes it follows. */
static void extend(struct tn_versus_line *line, const struct tn_versus_line *more)
{
  line->ranks_to = more->ranks_to;
  line->size_to = more->size_to;
  line->least = fmin(line->least, more->least);
  line->most = fmax(line->most, more->most);
  line->n_cells += more->n_cells;
  if (distance(more->far.ratio) > distance(line->far.ratio))
    line->far = more->far;
}

/* A line while it may grow: it began in this block of one context and number of ranks. */
struct growing {
  struct tn_versus_line line;
  guint context, block;
};

/* The line that ends at the same sizes in the block before; NULL: none. */
static struct growing *above(GArray *all, const struct growing *g)
{
  for (guint i = all->len; i-- > 0;) {
    struct growing *other = &g_array_index(all, struct growing, i);
    if (other->context == g->context && other->block + 1 == g->block &&
        other->line.size_from == g->line.size_from && other->line.size_to == g->line.size_to &&
        joins(&other->line.far, &g->line.far))
      return other;
  }
  return NULL;
}

static void add_line(GArray *all, const struct growing *g)
{
  struct growing *other = above(all, g);
  if (!other) {
    g_array_append_vals(all, g, 1);
    return;
  }
  extend(&other->line, &g->line);
  other->block = g->block;
}

static void count(struct tn_versus *v, const struct tn_versus_cell *cell)
{
  v->n_slower += cell->way > 0;
  v->n_faster += cell->way < 0;
  v->n_within += cell->way == 0;
  v->n_alike += same_choice(cell->rows[0], cell->rows[1]);
}

/* Lines of neighbouring sizes, which join those of the number of ranks before. */
static void make_lines(struct work *w)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct growing));
  const struct entry *e = (const struct entry *)w->entries->data;
  guint block = 0;
  for (guint i = 0, end; i < w->entries->len; i = end) {
    struct growing g = { .context = e[i].context };
    block += i && (e[i].context != e[i - 1].context ||
                   e[i].cell.rows[0]->ranks != e[i - 1].cell.rows[0]->ranks);
    g.block = block;
    for (end = i;
         end < w->entries->len && e[end].context == e[i].context &&
         e[end].cell.rows[0]->ranks == e[i].cell.rows[0]->ranks && joins(&e[i].cell, &e[end].cell);
         end++) {
      const struct tn_versus_cell *c = &e[end].cell;
      const struct tn_row *row = c->rows[0];
      const struct tn_versus_line one = { *c,        row->ranks, row->ranks, row->size,
                                          row->size, c->ratio,   c->ratio,   1 };
      count(w->ret, c);
      if (end == i)
        g.line = one;
      else
        extend(&g.line, &one);
    }
    if (e[i].cell.way)
      add_line(all, &g);
  }
  for (guint i = 0; i < all->len; i++)
    g_array_append_val(w->ret->lines, g_array_index(all, struct growing, i).line);
}

struct tn_versus *tn_versus_new(const GPtrArray *rows, const struct tn_versus_terms *terms,
                                GError **error)
{
  struct work w = { .rows = rows, .terms = terms };
  struct tn_versus *ret = g_new0(struct tn_versus, 1);
  ret->lines = g_array_new(FALSE, FALSE, sizeof(struct tn_versus_line));
  w.entries = g_array_new(FALSE, TRUE, sizeof(struct entry));
  w.ret = ret;
  bool ok = choose_transports(&w, error);
  if (ok) {
    collect(&w);
    ok = settle(&w, error) && (w.entries->len > 0 || refuse_strangers(&w, error));
  }
  if (ok)
    make_lines(&w);
  g_array_unref(w.entries);
  if (ok)
    return ret;
  tn_versus_free(ret);
  return NULL;
}

void tn_versus_free(struct tn_versus *versus)
{
  g_array_unref(versus->lines);
  g_free(versus);
}
