#include "lines.h"

#define LINES_PER_BLOCK 64

void tn_lines_init(struct tn_engine *e)
{
  struct tn_flags *f = e->flags;
  f->n_blocks = (f->n_slots - 1) / f->slots_per_line / LINES_PER_BLOCK + 1;
  f->lines = g_new0(struct tn_lines, e->n_ranks);
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

void tn_lines_finish(struct tn_engine *e)
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
}
