/* Between the files of the XHC paper's claims: what their judges share.
 *
 * Sizes, which the paper does not name in figures: small is 4 bytes to 1K (where its CICO path
 * ends), medium begins at 2K, large at 256K, and 4M ends all. Times are averages over the ranks, as
 * OSU's benchmarks report them; buffers are rewritten before each call (V.A) unless a claim is on
 * the benchmarks that leave them unchanged. */
#ifndef TN_CLAIMS_XHC_H
#define TN_CLAIMS_XHC_H

#include "claims.h"

enum {
  SMALL_FROM = 4,
  SMALL_TO = KIB,
  MEDIUM_FROM = 2 * KIB,
  LARGE_FROM = 256 * KIB,
  LARGE_TO = 4 * MIB
};

/* Open MPI's tuned: what it decides for the ranks and the size. */
#define TN_XHC_TUNED "library:ompi"

/* The schemes that the paper compares. */
extern const struct tn_ask tn_xhc_flat, tn_xhc_tree, tn_xhc_smhc_flat, tn_xhc_smhc_tree,
    tn_xhc_xbrc, tn_xhc_tuned;

/* The result at a size. Collective and buffers, where the ask leaves them open, are the claim's and
 * rewritten. */
const struct tn_sim_result *tn_xhc_result(struct tn_judge *j, struct tn_ask ask, size_t size);
/* Its average time over the ranks, seconds. */
double tn_xhc_time(struct tn_judge *j, struct tn_ask ask, size_t size);

/* Times of `over` by those of `under` from `from` to `to` by powers of two. */
struct tn_ratios tn_xhc_ratios(struct tn_judge *j, struct tn_ask over, struct tn_ask under,
                               size_t from, size_t to);
/* The same with the fastest of `over`, which ends at algorithm == NULL. */
struct tn_ratios tn_xhc_best_ratios(struct tn_judge *j, const struct tn_ask *const *over,
                                    struct tn_ask under, size_t from, size_t to);
/* Adds the figure of the ratios, and requires all to be above 1. */
void tn_xhc_require_above(struct tn_judge *j, const char *name, const struct tn_ratios *r);
/* The same, and requires all to be within TN_CLAIM_CLOSE of 1. */
void tn_xhc_require_close(struct tn_judge *j, const char *name, const struct tn_ratios *r);
/* "Up to": requires the largest to be above 1 and within TN_CLAIM_FACTOR of the claim's ratio. */
void tn_xhc_require_most(struct tn_judge *j, const char *name, const struct tn_ratios *r);

#endif
