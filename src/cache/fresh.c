#include "fresh.h"

#include <stdlib.h>

/* Of a buffer: bytes [from, to), in the first-level cache of the rank's core; from == to: none. */
struct span {
  int writer;
  size_t from, to;
};

/* What a filler is reading: up to `to` of a buffer, while its writer has not written again. */
struct reading {
  int buffer; /* -1: nothing fresh */
  unsigned serial;
  size_t to;
};

struct tn_fresh {
  int n_bufs, n_buffers;
  const int *core;
  size_t size;
  struct span *spans;       /* [n_buffers] */
  unsigned *serial;         /* [n_buffers] writes that began a span */
  int *recent;              /* [cores] the buffer of a core's span, -1: none */
  struct reading *readings; /* [n_fillers] */
};

static void *array(size_t n, size_t size)
{
  void *items = calloc(n ? n : 1, size);
  if (!items)
    abort();
  return items;
}

struct tn_fresh *tn_fresh_new(const struct tn_residency_layout *l)
{
  struct tn_fresh *f = array(1, sizeof *f);
  int n_cores = 0;
  for (int i = 0; i < l->n_ranks; i++)
    n_cores = l->core[i] >= n_cores ? l->core[i] + 1 : n_cores;
  f->n_bufs = l->n_bufs;
  f->n_buffers = l->n_ranks * l->n_bufs;
  f->core = l->core;
  f->size = l->l1_size;
  f->spans = array((size_t)f->n_buffers, sizeof *f->spans);
  f->serial = array((size_t)f->n_buffers, sizeof *f->serial);
  f->recent = array((size_t)n_cores, sizeof *f->recent);
  f->readings = array((size_t)l->n_fillers, sizeof *f->readings);
  for (int i = 0; i < n_cores; i++)
    f->recent[i] = -1;
  for (int i = 0; i < l->n_fillers; i++)
    f->readings[i].buffer = -1;
  return f;
}

void tn_fresh_free(struct tn_fresh *f)
{
  if (!f)
    return;
  free(f->spans);
  free(f->serial);
  free(f->recent);
  free(f->readings);
  free(f);
}

static void clear(struct tn_fresh *f, int buffer)
{
  struct span *s = &f->spans[buffer];
  if (s->from < s->to)
    f->recent[f->core[s->writer]] = -1;
  s->from = s->to = 0;
}

void tn_fresh_write(struct tn_fresh *f, struct tn_extent at, int by)
{
  const int buffer = at.rank * f->n_bufs + at.buf, core = f->core[by];
  struct span *s = &f->spans[buffer];
  if (at.len == 0)
    return;
  const bool goes_on = s->from < s->to && f->core[s->writer] == core && s->to == at.off;
  if (!goes_on) {
    clear(f, buffer);
    s->from = at.off;
    f->serial[buffer]++;
  }
  if (f->recent[core] >= 0 && f->recent[core] != buffer)
    clear(f, f->recent[core]);
  s->writer = by;
  s->to = at.off + at.len;
  if (s->to - s->from > f->size)
    s->from = s->to - f->size;
  f->recent[core] = buffer;
}

size_t tn_fresh_read(struct tn_fresh *f, struct tn_extent at, int by, int filler)
{
  const int buffer = at.rank * f->n_bufs + at.buf;
  const struct span *s = &f->spans[buffer];
  const size_t from = at.off > s->from ? at.off : s->from;
  const size_t end = at.off + at.len, to = end < s->to ? end : s->to;
  if (from >= to || f->core[s->writer] == f->core[by])
    return 0;
  f->readings[filler] = (struct reading){ buffer, f->serial[buffer], to };
  return to - from;
}

void tn_fresh_arrived(struct tn_fresh *f, int filler)
{
  struct reading *r = &f->readings[filler];
  if (r->buffer >= 0 && r->serial == f->serial[r->buffer]) {
    struct span *s = &f->spans[r->buffer];
    if (r->to >= s->to)
      clear(f, r->buffer);
    else if (r->to > s->from)
      s->from = r->to;
  }
  r->buffer = -1;
}

void tn_fresh_forget(struct tn_fresh *f, int rank, int buf)
{
  clear(f, rank * f->n_bufs + buf);
}
