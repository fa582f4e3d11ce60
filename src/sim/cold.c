#include "cold.h"

#include "strand.h"

static void note(struct tn_engine *e, int n, const enum tn_param *params)
{
  for (int i = 0; i < n; i++)
    tn_engine_price(e, params[i]);
}

/* Returns true if `lines` and `latencies` are both above 0. Notes the parameters that could change
 * the result: numbers of lines if there are latencies, latencies if there are lines, and the cache
 * sizes if there are both. */
static bool counts(struct tn_engine *e, bool has_copies, double lines, double latencies)
{
  static const enum tn_param numbers[] = { TN_P_CALL_LINES, TN_P_ALPHA_LINES, TN_P_TARGET_LINES,
                                           TN_P_PIN_LINES };
  static const enum tn_param times[] = { TN_P_LATENCY, TN_P_LATENCY_L2, TN_P_LATENCY_LLC,
                                         TN_P_LATENCY_MEMORY };
  static const enum tn_param sizes[] = { TN_P_L1_SIZE, TN_P_L2_SIZE, TN_P_LLC_SIZE,
                                         TN_P_LINE_SIZE };
  if (latencies > 0.0)
    note(e, has_copies ? (int)G_N_ELEMENTS(numbers) : 1, numbers);
  if (lines > 0.0)
    note(e, (int)G_N_ELEMENTS(times), times);
  if (lines > 0.0 && latencies > 0.0)
    note(e, (int)G_N_ELEMENTS(sizes), sizes);
  return lines > 0.0 && latencies > 0.0;
}

void tn_cold_init(struct tn_engine *e)
{
  struct tn_cold *c = &e->cold;
  const double *v = e->point->values, line = v[TN_P_LINE_SIZE];
  const double lines[] = { [TN_LINES_OF_COPY] = v[TN_P_ALPHA_LINES],
                           [TN_LINES_OF_CALL] = v[TN_P_CALL_LINES],
                           [TN_LINES_OF_MESSAGE] = v[TN_P_CALL_LINES],
                           [TN_LINES_OF_TARGET] = v[TN_P_TARGET_LINES] };
  const double latencies = v[TN_P_LATENCY_L2] + v[TN_P_LATENCY_LLC] + v[TN_P_LATENCY_MEMORY];
  const bool has_copies = tn_mechanisms[e->point->mechanism].kind == TN_BY_CALLS;
  const double of_copies =
      has_copies ? v[TN_P_ALPHA_LINES] + v[TN_P_TARGET_LINES] + v[TN_P_PIN_LINES] : 0.0;
  if (e->point->ideal || !counts(e, has_copies, of_copies + v[TN_P_CALL_LINES], latencies))
    return;
  c->calls = v[TN_P_CALL_LINES] > 0.0;
  c->copies = of_copies > 0.0;
  for (int i = 0; i < TN_N_LINES; i++)
    c->begin[i + 1] = c->begin[i] + (size_t)(lines[i] * line);
  c->page = e->huge_page ? e->huge_page : e->page_size;
  c->page_bytes = (size_t)(v[TN_P_PIN_LINES] * line);
  c->used = g_new0(size_t *, e->n_ranks);
}

void tn_cold_finish(struct tn_engine *e)
{
  for (int r = 0; e->cold.used && r < e->n_ranks; r++)
    g_free(e->cold.used[r]);
  g_free(e->cold.used);
}

/* Lines of a rank. off, len: bytes in the rank's buffer of lines. moved: bytes that the core has
 * moved since it last used lines of this kind. same: true if it used exactly these lines then. */
struct lines {
  size_t off, len;
  double moved;
  bool same;
};

/* Returns the bytes that the core has moved since it last used the lines with index `i` (of a
 * group, or of a target process); INFINITY if it never used them. Marks them as used now. */
static double moved_since(struct tn_engine *e, int rank, int i)
{
  size_t **used = &e->cold.used[rank];
  if (!*used)
    *used = g_new0(size_t, TN_LINES_OF_TARGET + e->n_ranks);
  const size_t now = tn_residency_moved(e->memory.residency, rank) + 1, last = (*used)[i];
  (*used)[i] = now;
  return last ? (double)(now - last) : INFINITY;
}

/* Returns the seconds by which a load with parameter `latency` takes longer than a load from the
 * nearest cache. */
static double beyond(struct tn_engine *e, enum tn_param latency)
{
  return MAX(0.0, tn_engine_price(e, latency) - tn_engine_price(e, TN_P_LATENCY));
}

/* Returns the seconds that the rank waits for lines of rank `owner`, which arrive one after
 * another. */
static double wait_for(struct tn_engine *e, int rank, int owner, struct lines lines)
{
  const double *v = e->point->values;
  const double l2 = v[TN_P_L2_SIZE] < v[TN_P_LLC_SIZE] ? v[TN_P_L2_SIZE] : 0.0;
  const bool in_l1 = lines.moved <= v[TN_P_L1_SIZE], in_l2 = lines.moved <= l2;
  struct tn_access a;
  if (lines.len == 0 || (in_l1 && lines.same))
    return 0.0;
  tn_residency_read(e->memory.residency,
                    (struct tn_extent){ owner, TN_N_BUFS + 1, lines.off, lines.len }, rank, -1, &a);
  /* A private cache may still hold lines that the LLC has lost. */
  if (in_l2 && lines.same)
    a = (struct tn_access){ .l2 = (double)lines.len };
  double seconds = 0.0, others = 0.0;
  if (!in_l1)
    seconds = in_l2 ? (a.l2 + a.llc) * beyond(e, TN_P_LATENCY_L2)
                    : a.l2 * beyond(e, TN_P_LATENCY_L2) + a.llc * beyond(e, TN_P_LATENCY_LLC);
  for (int i = 0; i < a.n_others; i++)
    others += a.other[i].bytes;
  if (others > 0.0)
    seconds += others * beyond(e, TN_P_LINE_LATENCY + tn_engine_distance(e, rank, owner));
  if (a.side.bytes + a.memory.bytes > 0.0)
    seconds += (a.side.bytes + a.memory.bytes) * beyond(e, TN_P_LATENCY_MEMORY);
  return seconds / tn_engine_price(e, TN_P_LINE_SIZE);
}

static struct lines lines_of(const struct tn_engine *e, enum tn_cold_lines kind, double moved)
{
  const size_t *begin = e->cold.begin;
  return (struct lines){ begin[kind], begin[kind + 1] - begin[kind], moved, true };
}

double tn_cold_copy(struct tn_engine *e, const struct tn_sim_strand *s, int n_spans,
                    const struct tn_span *spans)
{
  const struct tn_cold *c = &e->cold;
  const int peer = spans->rank;
  if (!c->copies)
    return 0.0;
  const double own = moved_since(e, s->rank, TN_LINES_OF_COPY);
  const double moved = moved_since(e, s->rank, TN_LINES_OF_TARGET + peer);
  double seconds = wait_for(e, s->rank, s->rank, lines_of(e, TN_LINES_OF_COPY, own)) +
                   wait_for(e, s->rank, peer, lines_of(e, TN_LINES_OF_TARGET, moved));
  for (int i = 0; i < n_spans && c->page_bytes > 0; i++) {
    const struct tn_span *span = &spans[i];
    const size_t from = e->attached.address[span->rank * TN_N_BUFS + (int)span->buf] + span->off;
    const size_t first = from / c->page, n = (from + MAX(span->len, 1) - 1) / c->page + 1 - first;
    const struct lines pages = { c->begin[TN_N_LINES] + first * c->page_bytes, n * c->page_bytes,
                                 moved, false };
    seconds += wait_for(e, s->rank, span->rank, pages);
  }
  return seconds;
}

double tn_cold_call(struct tn_engine *e, const struct tn_sim_strand *s, enum tn_cold_lines lines)
{
  if (!e->cold.calls)
    return 0.0;
  return wait_for(e, s->rank, s->rank, lines_of(e, lines, moved_since(e, s->rank, (int)lines)));
}
