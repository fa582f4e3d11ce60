#include "lines.h"

#define LINES_PER_BLOCK 64

/* Returns the distance between ranks i and j for the law of lines, and notes the parameter with the
 * latency of this distance. */
static int distance(const void *context, int i, int j)
{
  struct tn_engine *e = (struct tn_engine *)context;
  const enum tn_distance d = tn_engine_distance(e, i, j);
  g_assert(d < TN_N_DISTANCES);
  tn_engine_price(e, (e->flags->adds ? TN_P_ATOMIC_LATENCY : TN_P_LINE_LATENCY) + d);
  return (int)d;
}

static enum tn_param mlp_of(const struct tn_engine *e)
{
  return e->point->algorithm->runs->fenced ? TN_P_FENCED_MLP : TN_P_LINE_MLP;
}

void tn_flags_note_line(struct tn_engine *e, const struct tn_line *line)
{
  tn_engine_price(e, TN_P_LINE_OCCUPANCY);
  tn_engine_price(e, mlp_of(e));
  tn_engine_price(e, TN_P_LINE_SIZE);
  tn_engine_price(e, TN_P_FLAG_HOME);
  if (line->is_remote) {
    tn_engine_price(e, TN_P_SHARED_REMOTE);
    tn_engine_price(e, TN_P_LINE_LATENCY + TN_OTHER_PACKAGE);
  }
}

/* Returns an array [n_ranks]: rank in whose memory domain the lines of rank i have their home.
 * Returns NULL if the lines of each rank are in its own domain. */
static int *find_creators(const struct tn_engine *e)
{
  const struct tn_places *p = e->point->places;
  const enum tn_flag_home home = e->choices.flag_home;
  const enum tn_segment segment = home == TN_FLAG_OF_CREATOR ? TN_SEGMENT_OF_NODE
                                  : home == TN_FLAG_OF_COMPONENT
                                      ? e->point->algorithm->runs->segment
                                      : TN_SEGMENT_OF_RANK;
  if (segment == TN_SEGMENT_OF_RANK)
    return NULL;
  const int *group = segment == TN_SEGMENT_OF_PACKAGE ? p->package : p->node;
  int *first = g_new(int, e->n_ranks), *creators = g_new(int, e->n_ranks);
  for (int r = e->n_ranks - 1; r >= 0; r--)
    first[group[r]] = r;
  for (int r = 0; r < e->n_ranks; r++)
    creators[r] = first[group[r]];
  g_free(first);
  return creators;
}

void tn_flags_init(struct tn_engine *e)
{
  const struct tn_sim_point *point = e->point;
  const double *v = point->values;
  e->flags = g_new0(struct tn_flags, 1);
  e->flags->creators = find_creators(e);
  e->flags->law = (struct tn_line_law){ .distance = distance,
                                        .context = e,
                                        .latency = v + TN_P_LINE_LATENCY,
                                        .atomic = v + TN_P_ATOMIC_LATENCY,
                                        .llc = point->places->llc,
                                        .package = point->places->package,
                                        .llc_class = TN_SAME_LLC,
                                        .remote_class = TN_OTHER_PACKAGE,
                                        .creator = e->flags->creators,
                                        .occupancy = v[TN_P_LINE_OCCUPANCY],
                                        .mlp = v[mlp_of(e)],
                                        .shared_remote = v[TN_P_SHARED_REMOTE] };
  e->flags->slots_per_line = (int)v[TN_P_LINE_SIZE] / 8;
  e->flags->n_slots = MAX(1, tn_bench_slots(e->bench, &point->call));
  e->flags->n_blocks = (e->flags->n_slots - 1) / e->flags->slots_per_line / LINES_PER_BLOCK + 1;
  e->flags->lines = g_new0(struct tn_lines, e->n_ranks);
}

static struct tn_flag_line *line_new(int rank, int at)
{
  struct tn_flag_line *line = g_new0(struct tn_flag_line, 1);
  line->state.owner = rank;
  line->at = at;
  line->only.line = line;
  return line;
}

static struct tn_flag *flag_of_many(struct tn_flag_line *line, int at, int n)
{
  if (!line->many) {
    line->many = g_new0(struct tn_flag *, n);
    line->many[line->at] = &line->only;
  }
  if (!line->many[at]) {
    line->many[at] = g_new0(struct tn_flag, 1);
    line->many[at]->line = line;
  }
  return line->many[at];
}

struct tn_flag *tn_flag_get(struct tn_engine *e, int rank, int slot)
{
  g_assert(slot >= 0 && slot < e->flags->n_slots && rank >= 0 && rank < e->n_ranks);
  const int n = e->flags->slots_per_line, at = slot % n;
  const int number = slot / n;
  struct tn_lines *own = &e->flags->lines[rank];
  if (!own->blocks)
    own->blocks = g_new0(struct tn_flag_line **, e->flags->n_blocks);
  struct tn_flag_line ***block = &own->blocks[number / LINES_PER_BLOCK];
  if (!*block)
    *block = g_new0(struct tn_flag_line *, LINES_PER_BLOCK);
  struct tn_flag_line **line = &(*block)[number % LINES_PER_BLOCK];
  if (!*line)
    *line = line_new(rank, at);
  return (*line)->at == at ? &(*line)->only : flag_of_many(*line, at, n);
}

static void lines_grow_paths(struct tn_flags *f)
{
  const uint32_t n = f->n_paths ? 2 * f->n_paths : 64;
  struct tn_flag_path *paths = g_new(struct tn_flag_path, n);
  for (uint32_t i = f->first_path; i != f->next_path; i++)
    paths[i & (n - 1)] = f->paths[i & (f->n_paths - 1)];
  g_free(f->paths);
  f->paths = paths;
  f->n_paths = n;
}

struct tn_flag_path *tn_flag_path_new(struct tn_engine *e, struct tn_flag *flag, double visible)
{
  struct tn_flags *f = e->flags;
  while (f->first_path != f->next_path &&
         f->paths[f->first_path & (f->n_paths - 1)].visible <= e->now)
    f->first_path++;
  if (f->next_path - f->first_path == f->n_paths)
    lines_grow_paths(f);
  flag->path = f->next_path++;
  struct tn_flag_path *path = tn_flag_path(e, flag);
  path->visible = visible;
  return path;
}

static void line_free(struct tn_flag_line *line, int n)
{
  tn_line_finish(&line->state);
  if (line->adders)
    g_ptr_array_unref(line->adders->waiting);
  g_free(line->adders);
  for (int i = 0; line->many && i < n; i++)
    if (i != line->at)
      g_free(line->many[i]);
  g_free(line->many);
  g_free(line);
}

void tn_flags_finish(struct tn_engine *e)
{
  for (int r = 0; r < e->n_ranks; r++) {
    struct tn_flag_line ***blocks = e->flags->lines[r].blocks;
    for (int b = 0; blocks && b < e->flags->n_blocks; b++) {
      for (int i = 0; blocks[b] && i < LINES_PER_BLOCK; i++)
        if (blocks[b][i])
          line_free(blocks[b][i], e->flags->slots_per_line);
      g_free(blocks[b]);
    }
    g_free(blocks);
  }
  g_free(e->flags->lines);
  g_free(e->flags->paths);
  tn_list_finish(&e->flags->woken);
  g_free(e->flags->creators);
  g_free(e->flags);
}
