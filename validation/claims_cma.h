/* Judges of the CMA paper's claims on the page lock, and on source and destination of copies
 * (claims_cma_lock.c). Comments name the claims. */
#ifndef TN_CLAIMS_CMA_H
#define TN_CLAIMS_CMA_H

#include "verbs.h"

void tn_cma_judge_replay(struct tn_judge *j);      /* C003 */
void tn_cma_judge_pages(struct tn_judge *j);       /* C011 */
void tn_cma_judge_jump(struct tn_judge *j);        /* C012, C013 */
void tn_cma_judge_no_jump(struct tn_judge *j);     /* C014 */
void tn_cma_judge_ways(struct tn_judge *j);        /* C017, C018 */
void tn_cma_judge_lock_share(struct tn_judge *j);  /* C020 */
void tn_cma_judge_sweet_spot(struct tn_judge *j);  /* C021 */
void tn_cma_judge_range(struct tn_judge *j);       /* C023 */
void tn_cma_judge_best_of_two(struct tn_judge *j); /* C024 */

#endif
