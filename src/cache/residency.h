/* What lies in which cache: a directory of spans of the ranks' buffers. Pure bookkeeping, without
 * time: an access is carried out whole, and says how many bytes it found where.
 *
 * A buffer's known bytes are segments, and a segment has holders: caches with its last bytes. Of a
 * cache's segments the least recently used leaves, whole (of some buffers as far as room is
 * needed); one longer than the cache keeps only its last bytes there. A span is accessed from its
 * first byte to its last, so spans that are used in turn and do not fit together miss all the time.
 * A write makes the writer's caches the only ones to hold its span.
 *
 * A cache before a domain's memory keeps what was last read from that memory or written back to it,
 * for all cores alike.
 *
 * A cache fills at the speed of the access that missed: until that ends (tn_residency_filled), a
 * read by another core under the same LLC finds `llc_share` of those bytes there. */
#ifndef TN_CACHE_RESIDENCY_H
#define TN_CACHE_RESIDENCY_H

#include <stdbool.h>
#include <stddef.h>

/* Where ranks sit, dense identifiers, [n_ranks] each; borrowed. */
struct tn_residency_layout {
  int n_ranks, n_bufs; /* buffers per rank */
  int n_piecemeal;     /* of these the last, whose segments leave as far as room is needed */
  int n_fillers;       /* accesses that may be under way at a time */
  const int *core, *llc, *numa, *package;
  size_t llc_size;    /* bytes of one LLC */
  size_t l2_size;     /* bytes of a core's private L2; 0: not looked at */
  size_t side_size;   /* bytes of the cache before each domain's memory; 0: none */
  double llc_share;   /* 0..1 */
  bool dirty_only;    /* other caches hand over what they have changed, nothing else */
  bool counts_remote; /* tn_access.remote is asked for */
};

/* Bytes [off, off + len) of buffer `buf` of `rank`. */
struct tn_extent {
  int rank, buf;
  size_t off, len;
};

#define TN_MAX_PLACES 4

/* Bytes that lie at one place, and how many of them have to travel from there: fewer where somebody
 * under the same LLC is fetching them already. */
struct tn_supply {
  int place;
  double bytes, moved;
};

/* What an access met, in bytes; l2, llc, others, side and memory add up to its length. Beyond
 * TN_MAX_PLACES places the rest is counted at the last of them. */
struct tn_access {
  double l2, llc; /* in the caches of the core itself */
  double unseen;  /* of llc: written or read there by other cores only; where L2s are followed, */
                  /* as far as one of theirs still has it */
  int n_others, n_back;
  struct tn_supply other[TN_MAX_PLACES]; /* place: the LLC that has them, or whose core's L2 */
  struct tn_supply side;                 /* in the cache before the owner's memory domain, place */
  struct tn_supply memory;               /* in no cache; place: the owner's memory domain */
  double remote;                         /* of all: read on another package than the buffer's */
                                         /* home, written since by nobody but the home's package */
  double lone;                           /* of these: read there by one core alone */
  struct tn_supply back[TN_MAX_PLACES];  /* written back; place: memory domain, moved: as far as */
                                         /* memory, not just to the cache before it */
};

struct tn_residency;

struct tn_residency *tn_residency_new(const struct tn_residency_layout *layout);
void tn_residency_free(struct tn_residency *r);

/* The core of rank `by` reads or writes; `filler` (0 .. n_fillers-1) names a read while it fills.
 * Of a write, ret tells where the bytes lay that it makes its own. Of length 0: nothing. */
void tn_residency_read(struct tn_residency *r, struct tn_extent at, int by, int filler,
                       struct tn_access *ret);
void tn_residency_write(struct tn_residency *r, struct tn_extent at, int by, struct tn_access *ret);

/* Bytes of the extent that the LLC of rank `by` holds and other cores under it have read or
 * written; where L2s are followed, as far as one of theirs still has them. */
double tn_residency_shared(const struct tn_residency *r, struct tn_extent at, int by);

/* Bytes of the extent that caches under other LLCs than that of rank `by` hold, how many of these its
 * own caches hold too, and the farthest of these LLCs; -1: nowhere else. */
double tn_residency_elsewhere(const struct tn_residency *r, struct tn_extent at, int by,
                              double *ret_kept, int *ret_llc);

/* Bytes that the core of rank `by` has read and written, or a flush has taken from it: the
 * difference tells what a cache of its own has lost since. */
size_t tn_residency_moved(const struct tn_residency *r, int by);

/* All that the filler reads has arrived. */
void tn_residency_filled(struct tn_residency *r, int filler);

/* Empties all caches; writes back what is dirty at no charge. */
void tn_residency_flush(struct tn_residency *r);

/* A device writes to memory: no cache holds the extent any more. */
void tn_residency_drop(struct tn_residency *r, struct tn_extent at);

/* The buffer is given back: nobody holds anything of it. */
void tn_residency_forget(struct tn_residency *r, int rank, int buf);

/* LLC `llc` and its memory domain and package; bytes held there (0 .. llc_size). */
struct tn_llc_place {
  int numa, package;
};
struct tn_llc_place tn_residency_llc(const struct tn_residency *r, int llc);
size_t tn_residency_held(const struct tn_residency *r, int llc);

#endif
