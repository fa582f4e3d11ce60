/* Contents of the caches: a directory of spans of the ranks' buffers, without times. An access is
 * carried out as a whole and returns the bytes found at each place.
 *
 * The known bytes of a buffer are segments. A segment has holders: caches with its last bytes. A
 * cache evicts its least recently used segment as a whole (of some buffers only as far as needed),
 * and keeps only the last bytes of a longer one. A span is accessed from first to last byte, so
 * alternating spans that do not fit together always miss. After a write only the writer's caches
 * hold the span.
 *
 * A memory-side cache contains the bytes that cores have last read from its domain's memory or
 * written back to it.
 *
 * A cache fills at the speed of the access that missed. Until that access ends
 * (tn_residency_filled), a read by another core under the same LLC finds the share `llc_share` of
 * the missing bytes in the LLC. */
#ifndef TN_CACHE_RESIDENCY_H
#define TN_CACHE_RESIDENCY_H

#include <stdbool.h>
#include <stddef.h>

/* Sizes of the caches, and ranks' places: arrays [n_ranks] of dense identifiers, borrowed. */
struct tn_residency_layout {
  int n_ranks, n_bufs; /* n_bufs: buffers per rank */
  /* number of buffers, the last ones of each rank, that are evicted only as far as needed */
  int n_piecemeal;
  int n_fillers; /* largest number of reads at the same time */
  const int *core, *llc, *numa, *package;
  size_t llc_size;
  size_t l2_size;   /* bytes of a core's private L2; 0: L2s are not modelled */
  size_t side_size; /* bytes of each domain's memory-side cache; 0: none */
  /* 0..1: share of the bytes of an unfinished read that other cores already find in the LLC */
  double llc_share;
  bool dirty_only;    /* true if other caches supply modified bytes only */
  bool counts_remote; /* true if tn_access.remote and tn_access.lone are computed */
};

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

/* Bytes by place; l2, llc, others, side and memory add up to the length. Places beyond
 * TN_MAX_PLACES count as the last one. */
struct tn_access {
  double l2, llc; /* bytes in the core's own caches */
  /* part of `llc` that only other cores have accessed; if L2s are modelled, only bytes that one of
   * their L2s has */
  double unseen;
  int n_others, n_back;
  struct tn_supply other[TN_MAX_PLACES]; /* in other LLCs (or their L2s), by LLC */
  struct tn_supply side;                 /* in the memory-side cache of the owner's domain */
  struct tn_supply memory;               /* in no cache; place: domain of the buffer's owner */
  /* remote: bytes that were read on another package than the buffer's home, and since then written
   * only on the home's package. lone: part of `remote` that a single core has read. */
  double remote, lone;
  /* bytes written back, by domain; moved: bytes that reach memory */
  struct tn_supply back[TN_MAX_PLACES];
};

struct tn_residency;

struct tn_residency *tn_residency_new(const struct tn_residency_layout *layout);
void tn_residency_free(struct tn_residency *r);

/* Read or write the extent (0 bytes are allowed) by the core of rank `by`. `filler` (0 ..
 * n_fillers-1; -1: none) identifies the read until tn_residency_filled. *ret: where the bytes were
 * before the access. */
void tn_residency_read(struct tn_residency *r, struct tn_extent at, int by, int filler,
                       struct tn_access *ret);
void tn_residency_write(struct tn_residency *r, struct tn_extent at, int by, struct tn_access *ret);

/* Returns the extent's bytes in the LLC of rank `by` that other cores of this LLC have accessed; if
 * L2s are modelled, only bytes that one of these cores' L2s still has. */
double tn_residency_shared(const struct tn_residency *r, struct tn_extent at, int by);

/* Returns the extent's bytes in other LLCs than that of rank `by`, or in L2s below them. *ret_kept:
 * part that the caches of rank `by` hold, too. *ret_llc: the farthest of the other LLCs with such
 * bytes, or -1. */
double tn_residency_other_llcs(const struct tn_residency *r, struct tn_extent at, int by,
                               double *ret_kept, int *ret_llc);

/* Returns the bytes that the core has read, written or lost in a flush: the increase between two
 * calls is an upper limit of what its private cache has evicted. */
size_t tn_residency_moved(const struct tn_residency *r, int by);

/* Ends the read `filler`, whose bytes have all arrived. */
void tn_residency_filled(struct tn_residency *r, int filler);

/* Empties all caches; write-back is free. */
void tn_residency_flush(struct tn_residency *r);

/* Removes the extent from all caches, after a device's write. */
void tn_residency_drop(struct tn_residency *r, struct tn_extent at);

void tn_residency_forget(struct tn_residency *r, int rank, int buf);

/* tn_residency_llc returns an LLC's place. tn_residency_held returns how many bytes an LLC holds (0
 * .. llc_size). */
struct tn_llc_place {
  int numa, package;
};
struct tn_llc_place tn_residency_llc(const struct tn_residency *r, int llc);
size_t tn_residency_held(const struct tn_residency *r, int llc);

#endif
