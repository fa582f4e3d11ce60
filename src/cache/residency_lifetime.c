/* Creates, empties and frees the directory of a run. */
#include <assert.h>
#include <stdlib.h>

#include "base/grown.h"
#include "directory.h"

static int count(const int *ids, int n)
{
  int most = -1;
  for (int i = 0; i < n; i++)
    most = ids[i] > most ? ids[i] : most;
  return most + 1;
}

/* Assigns a bit to each core of an LLC in the order of ranks; after 64 cores bits repeat. */
static void name_cores(struct tn_residency *r, const int *llc)
{
  const int n_cores = count(r->core, r->n_ranks);
  int *index = tn_zeros((size_t)n_cores, sizeof *index);
  int *n = tn_zeros((size_t)r->n_llcs, sizeof *n);
  for (int i = 0; i < r->n_ranks; i++) {
    if (!index[r->core[i]])
      index[r->core[i]] = ++n[llc[i]];
    r->bit[i] = (uint64_t)1 << (index[r->core[i]] - 1) % 64;
  }
  free(index);
  free(n);
}

static size_t residency_capacity(size_t size)
{
  return size < TN_MAX_HELD ? size : TN_MAX_HELD;
}

struct tn_residency *tn_residency_new(const struct tn_residency_layout *l)
{
  struct tn_residency *r = tn_zeros(1, sizeof *r);
  r->n_ranks = l->n_ranks;
  r->n_bufs = l->n_bufs;
  r->n_whole = l->n_bufs - l->n_piecemeal;
  r->llc_share = l->llc_share;
  r->core = l->core;
  r->home = l->numa;
  r->counts_remote = l->counts_remote;
  r->dirty_only = l->dirty_only;
  r->n_llcs = count(l->llc, l->n_ranks);
  r->first_side = r->n_llcs + (l->l2_size > 0 ? count(l->core, l->n_ranks) : 0);
  r->n_caches = r->first_side + (l->side_size > 0 ? count(l->numa, l->n_ranks) : 0);
  r->caches = tn_zeros((size_t)r->n_caches, sizeof *r->caches);
  r->place = tn_zeros((size_t)r->n_llcs, sizeof *r->place);
  r->llc = tn_zeros((size_t)r->n_ranks, sizeof *r->llc);
  r->l2 = tn_zeros((size_t)r->n_ranks, sizeof *r->l2);
  r->bit = tn_zeros((size_t)r->n_ranks, sizeof *r->bit);
  r->moved = tn_zeros((size_t)count(l->core, l->n_ranks), sizeof *r->moved);
  name_cores(r, l->llc);
  r->buffers = tn_zeros((size_t)r->n_ranks * (size_t)r->n_bufs, sizeof *r->buffers);
  r->serial = tn_zeros((size_t)l->n_fillers, sizeof *r->serial);
  /* limits of bit fields */
  assert(r->n_caches < 1 << 21 && l->n_fillers < 1 << 22);
  for (int i = r->first_side; i < r->n_caches; i++)
    r->caches[i] = (struct tn_cache){ .capacity = residency_capacity(l->side_size), .llc = -1 };
  for (int i = 0; i < r->n_ranks; i++) {
    r->llc[i] = l->llc[i];
    r->l2[i] = l->l2_size > 0 ? r->n_llcs + l->core[i] : -1;
    r->place[l->llc[i]] = (struct tn_llc_place){ l->numa[i], l->package[i] };
    r->caches[l->llc[i]] =
        (struct tn_cache){ .capacity = residency_capacity(l->llc_size), .llc = l->llc[i] };
    if (r->l2[i] >= 0)
      r->caches[r->l2[i]] =
          (struct tn_cache){ .capacity = residency_capacity(l->l2_size), .llc = l->llc[i] };
  }
  return r;
}

void tn_residency_free(struct tn_residency *r)
{
  if (!r)
    return;
  for (int i = 0; i < r->n_ranks * r->n_bufs; i++)
    tn_entries_finish(&r->buffers[i].entries);
  free(r->segments);
  free(r->remote);
  free(r->blocks);
  free(r->holders);
  free(r->seen);
  free(r->filled);
  free(r->serial);
  free(r->buffers);
  free(r->l2);
  free(r->bit);
  free(r->moved);
  free(r->llc);
  free(r->place);
  free(r->caches);
  free(r);
}

void tn_residency_flush(struct tn_residency *r)
{
  for (int i = 0; i < r->n_ranks; i++) {
    r->moved[r->core[i]] += r->caches[r->llc[i]].capacity;
    for (int b = 0; b < r->n_bufs; b++)
      tn_residency_forget(r, i, b);
  }
}

void tn_residency_drop(struct tn_residency *r, struct tn_extent at)
{
  const int buffer = at.rank * r->n_bufs + at.buf;
  const size_t end = at.off + at.len;
  struct tn_run_of_segments part;
  for (size_t off = at.off; off < end; off += part.len) {
    part = tn_directory_cut(r, buffer, off, end);
    tn_directory_drop(r, part.segment, -1, -1);
  }
  tn_directory_remove(r, buffer, at.off, end);
}

void tn_residency_forget(struct tn_residency *r, int rank, int buf)
{
  tn_directory_clear(r, rank * r->n_bufs + buf);
}
