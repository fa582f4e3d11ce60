/* Data of the residency directory: segments, their holders, and the caches' order of use. Private
 * to src/cache. Items are in pools and have indices; 0 is no item. A large node has millions of
 * items, so their size determines the speed of the directory. */
#ifndef TN_CACHE_DIRECTORY_H
#define TN_CACHE_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "cache_entries.h"
#include "residency.h"

#define TN_MAX_HELD (((uint64_t)1 << 42) - 1) /* upper limit of a segment's bytes in a cache */

/* The part of a segment that a cache holds: the last `bytes` of the segment. Of these, the last
 * `dirty` bytes are newer than memory. */
struct tn_holder {
  tn_index segment, next; /* next: next holder of the same segment */
  tn_index newer, older;  /* neighbours in the cache's order of use */
  uint64_t bytes : 42, cache : 21, is_piecemeal : 1;
  /* filler: number, from 1, of the read that fills the holder; 0: no read */
  uint64_t dirty : 42, filler : 22;
};

/* Bytes of a segment that were read on another package than the buffer's home. */
struct tn_remote {
  size_t bytes;
  int reader; /* number of the core that read the bytes, plus 1; 0: no core; -1: several cores */
};

/* Properties of a block of consecutive segments in the pool, which all belong to one buffer. */
struct tn_segment_block {
  unsigned home : 31, is_piecemeal : 1; /* home: memory domain */
};

#define TN_BLOCK 32 /* number of segments of a block */

struct tn_buffer {
  struct tn_entries entries; /* bytes between entries are in memory only */
  tn_index unused;           /* first segment of the first range of unused segments; 0: no range */
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
  const int *core, *home; /* [n_ranks], borrowed: core of each rank; memory domain of its buffers */
  /* [n_ranks] numbers of the caches of each rank's core; l2 is -1 if L2s are not modelled */
  int *llc, *l2;
  size_t *moved;              /* [n_cores] bytes that each core has read and written so far */
  uint64_t *bit;              /* [n_ranks] bit of the rank's core in `seen` */
  struct tn_llc_place *place; /* [n_llcs] */
  double llc_share;
  bool counts_remote, dirty_only;
  struct tn_cache *caches;   /* [n_caches] */
  struct tn_buffer *buffers; /* [n_ranks * n_bufs] */
  uint32_t *serial;          /* [n_fillers] */
  struct tn_holder *holders; /* pool; free holders are linked by `next` */
  /* [holders] for holders in LLCs: bits of the cores that have accessed the bytes */
  uint64_t *seen;
  /* [holders] value of `serial` of the filler when the filling began; if the serial is different,
   * the filling has ended */
  uint32_t *filled;
  tn_index *segments;                          /* pool: first holder of each segment */
  struct tn_remote *remote;                    /* [segments]; NULL unless counts_remote */
  struct tn_segment_block *blocks;             /* [segments / TN_BLOCK] */
  tn_index n_holders, free_holder, n_segments; /* n_segments: segments of all blocks */
  tn_index holder_room, segment_room;
};

/* Functions of cache_segments.c. */

/* Returns the segment that is exactly [off, off + len), or 0. */
tn_index tn_directory_find_exact(const struct tn_residency *r, int buffer, size_t off, size_t len);

/* Finds the first segment that ends after `off`, and its offset. Returns false if there is no such
 * segment. */
bool tn_directory_find(const struct tn_residency *r, int buffer, size_t off,
                       struct tn_run_of_segments *ret, size_t *ret_off);

/* Returns the segment that begins at `from` and ends at or before `to`. Splits or creates the
 * segment if needed. */
struct tn_run_of_segments tn_directory_cut(struct tn_residency *r, int buffer, size_t from,
                                           size_t to);

/* Removes the segments of [from, to). No segment may cross the ends of the range or have a
 * holder. */
void tn_directory_remove(struct tn_residency *r, int buffer, size_t from, size_t to);

/* Extends the first segment of [from, to) over the other segments of the range. These may not cross
 * the end of the range or have a holder. */
void tn_directory_merge(struct tn_residency *r, int buffer, size_t from, size_t to);

/* Removes all segments of the buffer and their holders. */
void tn_directory_clear(struct tn_residency *r, int buffer);

/* Functions of directory.c. */

/* Splits the holders of segment `tail` after its first bytes have become segment `head`; tail_len
 * bytes remain in `tail`. */
void tn_directory_share(struct tn_residency *r, tn_index tail, tn_index head, size_t tail_len);

static inline int tn_directory_home(const struct tn_residency *r, tn_index segment)
{
  return (int)r->blocks[segment / TN_BLOCK].home;
}

/* Returns the holder of the segment in the cache, or 0 if the cache has none of its bytes. */
tn_index tn_directory_holder(const struct tn_residency *r, tn_index segment, int cache);

/* The holders of a segment in the LLC and the L2 of one core; 0: no holder. */
struct tn_core_holders {
  tn_index llc, l2;
};
struct tn_core_holders tn_directory_core_holders(const struct tn_residency *r, tn_index segment,
                                                 int llc, int l2);

/* Evicts the least recently used segments until `bytes` more fit into `cache`, or until the holder
 * only_until (may be 0) has left. Returns true if only_until has left. */
bool tn_directory_evict(struct tn_residency *r, int cache, size_t bytes, tn_index only_until,
                        struct tn_access *ret);

/* Bytes of a segment that enter a cache. */
struct tn_fill {
  size_t bytes;
  int filler;  /* read that fetches the bytes; -1: no read */
  bool afresh; /* true if the bytes replace the bytes that the cache has of this segment */
  bool dirty;  /* true if all bytes are dirty */
};

static inline struct tn_fill tn_fill(size_t bytes, int filler)
{
  return (struct tn_fill){ .bytes = bytes, .filler = filler };
}

/* Adds bytes of the segment to the cache. The segment becomes the most recently used one. `holder`
 * is 0 for a new one. Returns the holder, or 0 if no byte fits. */
tn_index tn_directory_enter(struct tn_residency *r, tn_index segment, int cache, tn_index holder,
                            struct tn_fill fill, struct tn_access *ret);

/* Removes the segment's holders except those of caches a and b, without write-back. */
void tn_directory_drop(struct tn_residency *r, tn_index segment, int a, int b);

/* Adds bytes to the entry of a place in list[*n]. Creates the entry if there is none. */
void tn_supply_add(int *n, struct tn_supply *list, int place, double bytes, double moved);

#endif
