/* Contents of the caches: a directory of spans of the ranks' buffers. It computes no times. An
 * access is carried out as a whole and returns the number of bytes found at each place.
 *
 * The known bytes of a buffer are segments. A segment has holders: caches with its last bytes. A
 * cache evicts its least recently used segment as a whole (segments of some buffers only as far as
 * needed). A segment longer than the cache keeps only its last bytes there. A span is accessed from
 * its first to its last byte, so alternating spans that do not fit together always miss. After a
 * write only the writer's caches hold the span.
 *
 * A memory-side cache contains the bytes that any core has last read from the memory of its domain
 * or written back to it.
 *
 * A cache fills at the speed of the access that missed. Until this access ends
 * (tn_residency_filled), a read by another core under the same LLC finds the share `llc_share` of
 * the missing bytes in the LLC. */
#ifndef TN_CACHE_RESIDENCY_H
#define TN_CACHE_RESIDENCY_H

#include <stdbool.h>
#include <stddef.h>

/* Sizes of the caches, and places of the ranks: arrays [n_ranks] of dense identifiers, borrowed. */
struct tn_residency_layout {
  int n_ranks, n_bufs; /* n_bufs: number of buffers of each rank */
  /* number of the last buffers of each rank that are evicted only as far as needed */
  int n_piecemeal;
  int n_fillers; /* largest number of reads at the same time */
  const int *core, *llc, *numa, *package;
  size_t llc_size;  /* bytes of one LLC */
  size_t l2_size;   /* bytes of a core's private L2; 0: L2s are not modelled */
  size_t side_size; /* bytes of the memory-side cache of each domain; 0: no memory-side caches */
  /* share (0..1) of the bytes of a read under way that another core under the same LLC finds
   * there */
  double llc_share;
  bool dirty_only;    /* true if other caches supply modified bytes only */
  bool counts_remote; /* true if tn_access.remote and tn_access.lone are computed */
};

/* Bytes [off, off + len) of buffer `buf` of `rank`. */
struct tn_extent {
  int rank, buf;
  size_t off, len;
};

#define TN_MAX_PLACES 4

/* Bytes found at one place. `moved`: bytes that must move from there; fewer than `bytes` if a core
 * under the same LLC is already fetching them. */
struct tn_supply {
  int place;
  double bytes, moved;
};

/* Bytes of an access by place; l2, llc, others, side and memory add up to its length. Places beyond
 * TN_MAX_PLACES are added to the last one. */
struct tn_access {
  double l2, llc; /* bytes in the core's own caches */
  /* part of `llc` that only other cores have accessed; if L2s are modelled, only bytes that one of
   * their L2s has */
  double unseen;
  int n_others, n_back;
  struct tn_supply other[TN_MAX_PLACES]; /* bytes in other LLCs (or L2s under them), by LLC */
  struct tn_supply side;                 /* bytes in the memory-side cache of the owner's domain */
  struct tn_supply memory;               /* bytes in no cache; place: memory domain of the owner */
  /* remote: bytes that were read on another package than the buffer's home, and since then written
   * only on the home's package. lone: the part of `remote` that a single core has read. */
  double remote, lone;
  /* Bytes written back, by memory domain; moved: bytes that reach memory itself. */
  struct tn_supply back[TN_MAX_PLACES];
};

struct tn_residency;

struct tn_residency *tn_residency_new(const struct tn_residency_layout *layout);
void tn_residency_free(struct tn_residency *r);

/* Read or write the extent by the core of rank `by`. `filler` (0 .. n_fillers-1, or -1: no filler)
 * identifies the read until tn_residency_filled. Set *ret to the location of the bytes before the
 * access. An extent of 0 bytes is allowed. */
void tn_residency_read(struct tn_residency *r, struct tn_extent at, int by, int filler,
                       struct tn_access *ret);
void tn_residency_write(struct tn_residency *r, struct tn_extent at, int by, struct tn_access *ret);

/* Returns the bytes of the extent in the LLC of rank `by` that other cores of this LLC have
 * accessed; with L2s, only bytes that one of their L2s still has. */
double tn_residency_shared(const struct tn_residency *r, struct tn_extent at, int by);

/* Returns the bytes of the extent in caches under other LLCs than that of rank `by`. *ret_kept: the
 * part of these bytes that the caches of the rank's core hold, too. *ret_llc: the farthest of these
 * LLCs, or -1. */
double tn_residency_other_llcs(const struct tn_residency *r, struct tn_extent at, int by,
                               double *ret_kept, int *ret_llc);

/* Returns the bytes that the core of rank `by` has read, written or lost in a flush so far. The
 * increase between two calls is an upper limit of the bytes that the core's private cache has
 * evicted. */
size_t tn_residency_moved(const struct tn_residency *r, int by);

/* Ends the read `filler`: all its bytes have arrived. */
void tn_residency_filled(struct tn_residency *r, int filler);

/* Empties all caches; dirty bytes are written back without cost. */
void tn_residency_flush(struct tn_residency *r);

/* Removes the extent from all caches, after a device has written to memory. */
void tn_residency_drop(struct tn_residency *r, struct tn_extent at);

/* Removes the whole buffer from all caches. */
void tn_residency_forget(struct tn_residency *r, int rank, int buf);

/* tn_residency_llc returns the memory domain and package of an LLC. tn_residency_held returns the
 * bytes that the LLC contains (0 .. llc_size). */
struct tn_llc_place {
  int numa, package;
};
struct tn_llc_place tn_residency_llc(const struct tn_residency *r, int llc);
size_t tn_residency_held(const struct tn_residency *r, int llc);

#endif
