/* The data of the residency directory: segments, their holders, and the caches' order of use.
 * Internal to src/contention. Items live in pools and are named by index; 0 is nobody. */
#ifndef TN_CACHE_DIRECTORY_H
#define TN_CACHE_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "entries.h"
#include "residency.h"

/* A cache's part of a segment: its last `bytes`, the last `dirty` of these not in memory. */
struct tn_holder {
  tn_index segment, next, before; /* holders of the segment */
  tn_index newer, older;          /* in the cache */
  int cache, home;                /* home: the buffer's */
  bool is_piecemeal;
  int filler;      /* who fills it, -1: nobody */
  uint32_t serial; /* it is being filled while the filler's is the same */
  size_t bytes, dirty;
  uint64_t seen; /* of an LLC: bits of its cores that have the bytes themselves */
};

struct tn_segment {
  size_t off, len;
  size_t remote; /* of len: read on another package than the buffer's home */
  int reader;    /* there: the core that did, if it was one alone, plus 1; 0: nobody, -1: several */
  tn_index holders;
  int buffer; /* -1: it is none */
};

/* A segment that may be there, by a hash of its offset. */
struct tn_known {
  uint32_t tag; /* more of the hash */
  tn_index segment;
};

struct tn_buffer {
  struct tn_entries entries; /* gaps are in memory */
  int home;                  /* memory domain */
  struct tn_known *known;    /* [2^known_bits] by the hash's first bits, owned; NULL: nothing yet */
  int known_bits;
  tn_index n_segments;
  tn_index last;             /* accessed last: its neighbour in the pool often follows it */
  tn_index unused, n_unused; /* the first of those kept for the buffer */
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
  const int *core;            /* [n_ranks], borrowed */
  int *llc, *l2;              /* [n_ranks] caches of a rank's core; l2 -1: not looked at */
  size_t *moved;              /* [n_cores] bytes that the core has read and written */
  uint64_t *bit;              /* [n_ranks] of the core among those of its LLC */
  struct tn_llc_place *place; /* [n_llcs] */
  double llc_share;
  bool counts_remote, dirty_only;
  struct tn_cache *caches;     /* [n_caches] */
  struct tn_buffer *buffers;   /* [n_ranks * n_bufs] */
  uint32_t *serial;            /* [n_fillers] */
  struct tn_holder *holders;   /* pool; free ones are chained by `next` */
  struct tn_segment *segments; /* pool; free ones are chained by `holders` */
  tn_index n_holders, free_holder, n_segments, free_segment; /* n: with those kept for buffers */
  tn_index holder_room, segment_room;
};

/* The first entry that ends after `off`. */
struct tn_position tn_directory_find(const struct tn_residency *r, struct tn_buffer *b, size_t off);

/* The segment that is all of [off, off + len), where that is known without looking for it; or 0. */
tn_index tn_directory_known(const struct tn_residency *r, int buffer, size_t off, size_t len);

/* The segment that begins at `from` and ends at `to` or before, cut or made as needed. *at is the
 * first entry that ends after `from`; it becomes the segment's. */
tn_index tn_directory_cut(struct tn_residency *r, int buffer, struct tn_position *at, size_t from,
                          size_t to);

/* Takes the segment that begins at `off`, and has no holders, out; its length. */
size_t tn_directory_remove(struct tn_residency *r, int buffer, size_t off);
/* Takes all segments out; they have no holders. */
void tn_directory_clear(struct tn_residency *r, int buffer);

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
