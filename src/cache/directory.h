/* Data of the residency directory: segments, holders, and the caches' order of use. Private to
 * src/cache. Items are in pools and have an index; index 0 is no item. A large node has millions of
 * items, so their size determines the speed. */
#ifndef TN_CACHE_DIRECTORY_H
#define TN_CACHE_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "cache_entries.h"
#include "residency.h"

/* upper limit of the bytes of one segment that a cache holds */
#define TN_MAX_HELD (((uint64_t)1 << 42) - 1)

/* Part of a segment that a cache holds: its last `bytes` bytes, the last `dirty` of which are newer
 * than memory. */
struct tn_holder {
  tn_index segment, next; /* next: next holder of the same segment */
  tn_index newer, older;  /* neighbours in the cache's order of use */
  uint64_t bytes : 42, cache : 21, is_piecemeal : 1;
  /* filler: 1 + number of the read that fills the holder; 0: none */
  uint64_t dirty : 42, filler : 22;
};

/* Bytes of a segment that were read on another package than the buffer's home. */
struct tn_remote {
  size_t bytes;
  int reader; /* 1 + core that read them; 0: no core; -1: several cores */
};

/* Block of consecutive segments of one buffer in the pool. */
struct tn_segment_block {
  unsigned home : 31, is_piecemeal : 1; /* home: memory domain of the buffer */
};

#define TN_BLOCK 32 /* number of segments in a block */

struct tn_buffer {
  struct tn_entries entries; /* bytes that no entry contains are in memory only */
  tn_index unused;           /* first segment of the first unused range; 0: none */
};

struct tn_run_of_segments {
  tn_index segment;
  size_t len;
};

/* A cache. In the list of caches the LLCs come first, then the L2 of each core, then the
 * memory-side caches of the memory domains, whose `llc` is -1. */
struct tn_cache {
  size_t capacity, used;
  tn_index newest, oldest;
  int llc;
};

struct tn_residency {
  int n_ranks, n_bufs, n_llcs, n_caches, n_whole;
  /* number of the memory-side cache of domain 0; n_caches: there are no memory-side caches */
  int first_side;
  const int *core, *home; /* [n_ranks], borrowed: core of the rank; memory domain of its buffers */
  /* [n_ranks] LLC and L2 of the rank's core; l2 is -1 if L2s are not modelled */
  int *llc, *l2;
  size_t *moved;              /* [n_cores] bytes read and written so far */
  uint64_t *bit;              /* [n_ranks] bit by which `seen` represents the rank's core */
  struct tn_llc_place *place; /* [n_llcs] */
  double llc_share;
  bool counts_remote, dirty_only;
  struct tn_cache *caches;   /* [n_caches] */
  struct tn_buffer *buffers; /* [n_ranks * n_bufs] */
  uint32_t *serial;          /* [n_fillers] number of ended reads with this filler */
  struct tn_holder *holders; /* pool; free ones are linked by `next` */
  /* [holders] for holders in LLCs: bits of the cores that have accessed the bytes */
  uint64_t *seen;
  /* [holders] value of the filler's `serial` when it began to fill the holder; once `serial` is
   * different, filling has ended */
  uint32_t *filled;
  tn_index *segments;                          /* pool: first holder of each segment */
  struct tn_remote *remote;                    /* [segments]; NULL unless counts_remote */
  struct tn_segment_block *blocks;             /* [segments / TN_BLOCK] */
  tn_index n_holders, free_holder, n_segments; /* n_segments: segments of all blocks */
  tn_index holder_room, segment_room;
};

/* cache_segments.c */

/* Returns the segment that is exactly [off, off + len), or 0. */
tn_index tn_directory_find_exact(const struct tn_residency *r, int buffer, size_t off, size_t len);

/* Finds the first segment that ends after `off`, and its offset. Returns false if there is none. */
bool tn_directory_find(const struct tn_residency *r, int buffer, size_t off,
                       struct tn_run_of_segments *ret, size_t *ret_off);

/* Returns a segment that begins at `from` and ends at `to` or before. Splits a segment or creates
 * one if needed. */
struct tn_run_of_segments tn_directory_cut(struct tn_residency *r, int buffer, size_t from,
                                           size_t to);

/* Removes the segments in [from, to). No segment may cross `from` or `to`, or have holders. */
void tn_directory_remove(struct tn_residency *r, int buffer, size_t from, size_t to);

/* Extends the first segment in [from, to) over the other segments there. These other segments must
 * not cross `to` or have holders. */
void tn_directory_merge(struct tn_residency *r, int buffer, size_t from, size_t to);

void tn_directory_clear(struct tn_residency *r, int buffer);

/* directory.c */

/* Splits the holders of segment `tail`, after its first bytes have become segment `head` and its
 * last tail_len bytes remain. */
void tn_directory_share(struct tn_residency *r, tn_index tail, tn_index head, size_t tail_len);

static inline int tn_directory_home(const struct tn_residency *r, tn_index segment)
{
  return (int)r->blocks[segment / TN_BLOCK].home;
}

/* Returns the holder of the segment in the cache, or 0 if the cache has none of its bytes. */
tn_index tn_directory_holder(const struct tn_residency *r, tn_index segment, int cache);

/* Holders of one segment in the LLC and in the L2 of one core; 0: the cache has no byte of it. */
struct tn_core_holders {
  tn_index llc, l2;
};
struct tn_core_holders tn_directory_core_holders(const struct tn_residency *r, tn_index segment,
                                                 int llc, int l2);

/* Evicts least recently used segments from the cache until `bytes` more bytes fit, or until holder
 * `only_until` (0: no such holder) is evicted. Returns true if that holder was evicted. */
bool tn_directory_evict(struct tn_residency *r, int cache, size_t bytes, tn_index only_until,
                        struct tn_access *ret);

struct tn_fill {
  size_t bytes;
  int filler;  /* read that fetches the bytes; -1: none */
  bool afresh; /* true if the bytes replace those that the cache holds of the segment */
  bool dirty;
};

static inline struct tn_fill tn_fill(size_t bytes, int filler)
{
  return (struct tn_fill){ .bytes = bytes, .filler = filler };
}

/* Adds bytes of the segment to the cache, where the segment becomes the most recently used.
 * `holder`: the segment's holder in the cache, or 0. Returns the holder, or 0 if no byte fits. */
tn_index tn_directory_enter(struct tn_residency *r, tn_index segment, int cache, tn_index holder,
                            struct tn_fill fill, struct tn_access *ret);

/* Removes the segment's holders except those in caches a and b, without write-back. */
void tn_directory_drop(struct tn_residency *r, tn_index segment, int a, int b);

/* Adds `bytes` and `moved` to the element of list[*n] for this place. If the list has no such
 * element, appends one and increments *n. */
void tn_supply_add(int *n, struct tn_supply *list, int place, double bytes, double moved);

#endif
