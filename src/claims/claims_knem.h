/* What the judges of the KNEM paper's claims share. */
#ifndef TN_CLAIMS_KNEM_H
#define TN_CLAIMS_KNEM_H

#include "claims.h"

/* The libraries that the paper compares with, each over two transports. */
enum tn_rival { TN_TUNED_SM, TN_TUNED_KNEM, TN_MPICH2_SM, TN_MPICH2_KNEM, TN_N_RIVALS };
#define TN_N_TUNED TN_MPICH2_SM /* the first are Open MPI's */

/* How ranks lie on the claim's machine; NULL: by core. */
const char *tn_knem_mapping(const struct tn_judge *j);
/* Seconds that a rival takes for a collective, or for the claim's. */
double tn_knem_rival_of(struct tn_judge *j, enum tn_collective collective, enum tn_rival rival,
                        size_t size);
double tn_knem_rival(struct tn_judge *j, enum tn_rival rival, size_t size);
/* The least of the first n. */
double tn_knem_best_rival(struct tn_judge *j, int n, size_t size);
/* Seconds that the paper's component takes for a collective on the claim's machine: it broadcasts
 * in a hierarchy with its two segments on ig, linearly on zoot, and as is faster on the others, of
 * which it does not say. */
double tn_knem_component(struct tn_judge *j, enum tn_collective collective, size_t size);
/* The same by one algorithm; segment < 0: none to be set. */
double tn_knem_time(struct tn_judge *j, enum tn_collective collective, const char *algorithm,
                    int64_t segment, size_t size);
/* The times of the best of n rivals over the component's, for sizes from, 4 from, ... to. */
struct tn_ratios tn_knem_gains(struct tn_judge *j, int n, size_t from, size_t to);

#define TN_KNEM_CLAIM(number, place, a_platform, n)                                                \
  .id = number, .paper = "knem", .where = place, .platform = a_platform, .ranks = n

#endif
