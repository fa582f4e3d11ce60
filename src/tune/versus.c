#include "versus.h"

#include <math.h>
#include <string.h>

#include "study/usage.h"
#include "tune.h"

const char *const tn_versus_cause_names[] = { "", "choice", "transport", "both", NULL };

/* Returns true if the row is the library's own decision (by entry or alias). */
static bool has_made(const struct tn_diff_library *library, const struct tn_row *row)
{
  return g_strcmp0(library->entry, row->algorithm) == 0 ||
         g_strcmp0(library->newest, row->algorithm) == 0;
}

struct place {
  const struct tn_row *row;
  guint context; /* number of the row's context, without ranks and size */
};

/* A line of the result that may still be extended. `context` is the number of its context, and
 * `block` counts the numbers of ranks up to that of its last case. */
struct growing {
  struct tn_versus_line line;
  guint context, block;
};

struct work {
  const GPtrArray *rows;
  const struct tn_versus_terms *terms;
  const char *transports[2]; /* names of the two libraries' transports, as in the rows */
  GArray *all;               /* struct growing */
  struct tn_versus *ret;
};

bool tn_versus_is_own(const struct tn_value *override)
{
  return g_str_has_prefix(override->text, "arrival=barrier:");
}

static const struct tn_row *first_row(const struct work *w, int side, const char *transport)
{
  for (guint i = 0; i < w->rows->len; i++) {
    const struct tn_row *row = w->rows->pdata[i];
    if (has_made(&w->terms->sides[side], row) &&
        (!transport || strcmp(row->transport, transport) == 0))
      return row;
  }
  return NULL;
}

/* Chooses the libraries' transports: each library's own or, if one has no rows over its own, the
 * first transport over which both have rows. */
static bool choose_transports(struct work *w, GError **error)
{
  const struct tn_diff_library *sides = w->terms->sides;
  const struct tn_row *own[2];
  for (int k = 0; k < 2; k++) {
    own[k] = first_row(w, k, sides[k].transport);
    if (!first_row(w, k, NULL))
      return tn_usage(error, "diff: no row of %s's choice (%s)", sides[k].name, sides[k].entry);
    if (own[k])
      w->transports[k] = own[k]->transport;
  }
  if (own[0] && own[1])
    return true;
  for (guint i = 0; i < w->rows->len; i++) {
    const struct tn_row *row = w->rows->pdata[i];
    w->transports[0] = w->transports[1] = row->transport;
    if (has_made(&sides[0], row) && first_row(w, 1, row->transport))
      return true;
  }
  const char *a = first_row(w, 0, NULL)->transport, *b = first_row(w, 1, NULL)->transport;
  return tn_usage(error,
                  "diff: rows of %s use transport \"%s\", of %s \"%s\" (accepted: each its own, or "
                  "one for both)",
                  sides[0].name, a, sides[1].name, b);
}

double tn_versus_by_choice(const struct tn_versus *versus, const struct tn_versus_cell *cell)
{
  const enum tn_objective objective = versus->terms->objective;
  if (cell->cause != TN_BY_NOTHING && cell->mixed)
    return tn_tune_ratio(tn_row_time(cell->rows[1], objective),
                         tn_row_time(cell->mixed, objective));
  return cell->cause == TN_BY_CHOICE ? cell->ratio : cell->cause == TN_BY_BOTH ? NAN : 1;
}

/* Returns true if both libraries make the same choice, even if they name it differently. */
static bool same_choice(const struct tn_row *a, const struct tn_row *b)
{
  const char *x = strpbrk(a->decision, "=~"), *y = strpbrk(b->decision, "=~");
  return x && y && strcmp(x, y) == 0;
}

/* Returns the distance of a ratio from 1: 0.5 and 2 are equally far. */
static double distance(double ratio)
{
  return ratio < 1 ? 1 / ratio : ratio;
}

/* Returns the cause of a difference. If choice and transport differ and one hardly changes the
 * time, the other is the cause. */
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

static int by_place(const void *x, const void *y)
{
  const struct place *a = x, *b = y;
  if (a->context != b->context)
    return a->context < b->context ? -1 : 1;
  if (a->row->ranks != b->row->ranks)
    return a->row->ranks < b->row->ranks ? -1 : 1;
  return (a->row->size > b->row->size) - (a->row->size < b->row->size);
}

/* Returns both libraries' rows (struct place) sorted by context in input order, ranks and size.
 * Transfer full. */
static GArray *places_of(const struct work *w)
{
  g_autoptr(GHashTable) contexts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  GArray *places = g_array_new(FALSE, FALSE, sizeof(struct place));
  for (guint i = 0; i < w->rows->len; i++) {
    const struct tn_row *row = w->rows->pdata[i];
    gpointer number;
    if (!has_made(&w->terms->sides[0], row) && !has_made(&w->terms->sides[1], row))
      continue;
    GString *made = g_string_new(NULL);
    for (int c = 0; c < tn_row_n_columns; c++) {
      const char *name = tn_row_columns[c].name;
      if (tn_row_columns[c].role != TN_ROLE_CONTEXT || strcmp(name, "ranks") == 0 ||
          strcmp(name, "transport") == 0 || strcmp(name, "overrides") == 0)
        continue;
      g_autofree char *text = tn_row_text(row, c);
      g_string_append_printf(made, "%s\n", text);
    }
    for (int k = 0; k < row->overrides->n; k++)
      if (!tn_versus_is_own(&row->overrides->at[k]))
        g_string_append_printf(made, "%s;", row->overrides->at[k].text);
    g_autofree char *key = g_string_free(made, FALSE);
    if (!g_hash_table_lookup_extended(contexts, key, NULL, &number)) {
      number = GUINT_TO_POINTER(g_hash_table_size(contexts));
      g_hash_table_insert(contexts, g_steal_pointer(&key), number);
    }
    const struct place place = { row, GPOINTER_TO_UINT(number) };
    g_array_append_val(places, place);
  }
  g_array_sort(places, by_place);
  return places;
}

/* Refuses the comparison if the libraries' first rows differ in a column that must be equal; *error
 * names the column. */
static bool refuse_strangers(const struct work *w, GError **error)
{
  const struct tn_diff_library *sides = w->terms->sides;
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

/* Adds a case (rows of both libraries with the same context, ranks and size): extends the line of
 * the previous size or begins a new line. */
static bool take(struct work *w, struct tn_versus_cell *cell, guint context, GError **error)
{
  const enum tn_objective objective = w->terms->objective;
  const struct tn_row *row = cell->rows[0];
  struct growing *last =
      w->all->len ? &g_array_index(w->all, struct growing, w->all->len - 1) : NULL;
  const bool is_beside = last && last->context == context && last->line.ranks_to == row->ranks;
  for (int k = 0; k < 2; k++)
    if (isnan(tn_row_time(cell->rows[k], objective)))
      return tn_usage(error, "diff: a row of %s has no %s", cell->rows[k]->algorithm,
                      tn_objective_column(objective));
  const struct tn_row *a = cell->rows[0], *b = cell->rows[1];
  cell->ratio = tn_tune_ratio(tn_row_time(b, objective), tn_row_time(a, objective));
  cell->error =
      tn_source_predicts(a->source) ? tn_known_error_or_any(w->terms->known, a) : TN_TUNE_TIE;
  cell->cause = cause_of(cell, objective);
  const bool intervals_meet =
      objective == TN_OBJECTIVE_AVG && a->avg_low <= b->avg_high && b->avg_low <= a->avg_high;
  if (distance(cell->ratio) > 1 + cell->error && !intervals_meet)
    cell->way = cell->ratio > 1 ? 1 : -1;
  w->ret->n_slower += cell->way > 0;
  w->ret->n_faster += cell->way < 0;
  w->ret->n_within += cell->way == 0;
  w->ret->n_alike += same_choice(a, b);
  const struct growing one = { { *cell, row->ranks, row->ranks, row->size, row->size, cell->ratio,
                                 cell->ratio, 1 },
                               context,
                               last ? last->block + !is_beside : 0 };
  if (is_beside && joins(&last->line.far, cell))
    extend(&last->line, &one.line);
  else
    g_array_append_val(w->all, one);
  return true;
}

/* Adds all cases that have rows of both libraries over the compared transports. */
static bool collect(struct work *w, GError **error)
{
  g_autoptr(GArray) places = places_of(w);
  const struct place *p = (const void *)places->data;
  bool ok = true;
  for (guint i = 0, end; ok && i < places->len; i = end) {
    struct tn_versus_cell cell = { 0 };
    for (end = i; end < places->len && by_place(&p[i], &p[end]) == 0; end++)
      for (int k = 0; k < 2; k++) {
        const char *over = p[end].row->transport;
        if (!has_made(&w->terms->sides[k], p[end].row))
          continue;
        if (strcmp(over, w->transports[k]) == 0)
          cell.rows[k] = p[end].row;
        else if (k == 0 && strcmp(over, w->transports[1]) == 0)
          cell.mixed = p[end].row;
      }
    if (cell.rows[0] && cell.rows[1])
      ok = take(w, &cell, p[i].context, error);
    else
      /* ignore rows over transports that are not compared */
      w->ret->n_alone += cell.rows[0] || cell.rows[1];
  }
  return ok;
}

/* Returns the line, among the first n, that has the sizes and choices of line g and ends at the
 * previous number of ranks. Returns NULL if no line does. */
static struct growing *above(const struct work *w, guint n, const struct growing *g)
{
  while (n-- > 0) {
    struct growing *other = &g_array_index(w->all, struct growing, n);
    if (other->context == g->context && other->block + 1 == g->block &&
        other->line.size_from == g->line.size_from && other->line.size_to == g->line.size_to &&
        joins(&other->line.far, &g->line.far))
      return other;
  }
  return NULL;
}

struct tn_versus *tn_versus_new(const GPtrArray *rows, const struct tn_versus_terms *terms,
                                GError **error)
{
  struct tn_versus *ret = g_new0(struct tn_versus, 1);
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct growing));
  struct work w = { .rows = rows, .terms = terms, .all = all, .ret = ret };
  ret->terms = terms;
  ret->lines = g_array_new(FALSE, FALSE, sizeof(struct tn_versus_line));
  if (choose_transports(&w, error) && collect(&w, error) &&
      (all->len > 0 || refuse_strangers(&w, error))) {
    guint n = 0;
    for (guint i = 0; i < w.all->len; i++) {
      const struct growing g = g_array_index(w.all, struct growing, i);
      struct growing *other = above(&w, n, &g);
      if (other) {
        extend(&other->line, &g.line);
        other->block = g.block;
      } else if (g.line.far.way)
        g_array_index(w.all, struct growing, n++) = g;
    }
    for (guint i = 0; i < n; i++)
      g_array_append_val(w.ret->lines, g_array_index(w.all, struct growing, i).line);
    return ret;
  }
  tn_versus_free(ret);
  return NULL;
}

void tn_versus_free(struct tn_versus *versus)
{
  g_array_unref(versus->lines);
  g_free(versus);
}
