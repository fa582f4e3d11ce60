/* The data of the residency directory: segments, their holders, and the caches' order of use.
 * Internal to src/cache. Items live in pools and are named by index; 0 is none. A large node has
 * millions of both, so their bytes decide how fast the directory is. */
#ifndef TN_CACHE_DIRECTORY_H
#define TN_CACHE_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "cache_entries.h"
#include "residency.h"

#define TN_MOST_HELD (((uint64_t)1 << 42) - 1) /* bytes of a segment that a cache can hold */

/* A cache's part of a segment: its last `bytes`, the last `dirty` of these not in memory. */
struct tn_holder {
  tn_index segment, next; /* next: of the segment's holders */
  tn_index newer, older;  /* in the cache */
  uint64_t bytes : 42, cache : 21, is_piecemeal : 1;
  uint64_t dirty : 42, filler : 22; /* filler: number of the one that fills it, from 1; 0: none */
};

/* Bytes of a segment that were read on another package than the buffer's home. */
struct tn_remote {
  size_t bytes;
  int reader; /* the core that read them, if it was one alone, plus 1; 0: none, -1: several */
};

/* The buffer of some segments that follow one another in the pool. */
struct tn_segment_block {
  unsigned home : 31, is_piecemeal : 1; /* home: memory domain */
};

#define TN_BLOCK 32 /* segments of a block */

struct tn_buffer {
  struct tn_entries entries; /* gaps are in memory */
  tn_index unused;           /* the first of the ranges of its segments that are not in use */
};

/* A segment and its length. */
struct tn_run_of_segments {
  tn_index segment;
  size_t len;
};

/* LLCs come first, then the L2 of each core, then the caches before memory domains, whose llc is
 * -1. */
struct tn_cache {
  size_t capacity, used;
  tn_index newest, oldest;
  int llc;
};

struct tn_residency {
  int n_ranks, n_bufs, n_llcs, n_caches, n_whole;
  int first_side;             /* cache of memory domain 0; n_caches: there are none */
  const int *core, *home;     /* [n_ranks], borrowed; home: memory domain of a rank's buffers */
  int *llc, *l2;              /* [n_ranks] caches of a rank's core; l2 -1: not looked at */
  size_t *moved;              /* [n_cores] bytes that the core has read and written */
  uint64_t *bit;              /* [n_ranks] of the core among those of its LLC */
  struct tn_llc_place *place; /* [n_llcs] */
  double llc_share;
  bool counts_remote, dirty_only;
  struct tn_cache *caches;   /* [n_caches] */
  struct tn_buffer *buffers; /* [n_ranks * n_bufs] */
  uint32_t *serial;          /* [n_fillers] */
  struct tn_holder *holders; /* pool; free ones are chained by `next` */
  uint64_t *seen;            /* of the holders of LLCs: bits of their cores that have the bytes */
  uint32_t *filled; /* of the holders: they are being filled while their filler's serial is this */
  tn_index *segments;                          /* pool: the first holder of each */
  struct tn_remote *remote;                    /* of the segments; NULL unless counts_remote */
  struct tn_segment_block *blocks;             /* of the segments, one for TN_BLOCK of them */
  tn_index n_holders, free_holder, n_segments; /* n_segments: of all blocks */
  tn_index holder_room, segment_room;
};

/* segments.c */

/* The segment that is all of [off, off + len), or 0. */
tn_index tn_directory_known(const struct tn_residency *r, int buffer, size_t off, size_t len);

/* The first segment that ends after `off`, and where it begins; false: there is none. */
bool tn_directory_find(const struct tn_residency *r, int buffer, size_t off,
                       struct tn_run_of_segments *ret, size_t *ret_off);

/* The segment that begins at `from` and ends at `to` or before, cut or made as needed. */
struct tn_run_of_segments tn_directory_cut(struct tn_residency *r, int buffer, size_t from,
                                           size_t to);

/* Takes out the segments of [from, to), which are whole and have no holders. */
void tn_directory_remove(struct tn_residency *r, int buffer, size_t from, size_t to);

/* Extends the first of the segments of [from, to), which are whole, over the others, which have no
 * holders. */
void tn_directory_merge(struct tn_residency *r, int buffer, size_t from, size_t to);

/* Takes out all segments of the buffer and their holders. */
void tn_directory_clear(struct tn_residency *r, int buffer);

/* directory.c */

/* Divides the holders of the segment `tail`, which has lost its first bytes to the new segment `head`
 * and has tail_len left. */
void tn_directory_share(struct tn_residency *r, tn_index tail, tn_index head, size_t tail_len);

/* The memory domain of the segment's buffer. */
static inline int tn_directory_home(const struct tn_residency *r, tn_index segment)
{
  return (int)r->blocks[segment / TN_BLOCK].home;
}

/* The cache's holder of the segment, or 0. */
tn_index tn_directory_holder(const struct tn_residency *r, tn_index segment, int cache);

/* The holders of a segment in a core's own caches, 0: none. */
struct tn_own {
  tn_index llc, l2;
};
struct tn_own tn_directory_own(const struct tn_residency *r, tn_index segment, int llc, int l2);

/* The least recently used leave `cache` until `bytes` more fit, or until `only_until` (0: nobody)
 * has left. Returns whether that has. */
bool tn_directory_evict(struct tn_residency *r, int cache, size_t bytes, tn_index only_until,
                        struct tn_access *ret);

/* The cache, whose holder of the segment is `holder` (0: none yet), takes in `added` bytes of it
 * beside those that it has, or, afresh, instead of them; the segment becomes its most recent. With
 * `dirty`, all that is added is. Returns the holder, 0: it fits nothing. */
tn_index tn_directory_enter(struct tn_residency *r, tn_index segment, int cache, tn_index holder,
                            size_t added, bool afresh, bool dirty, int filler,
                            struct tn_access *ret);

/* Drops the segment's holders except those of caches a and b; nothing is written back. */
void tn_directory_drop(struct tn_residency *r, tn_index segment, int a, int b);

/* Counts bytes at a place. */
void tn_supply_add(int *n, struct tn_supply *list, int place, double bytes, double moved);

#endif
