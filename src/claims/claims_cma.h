/* Between the files of the CMA paper's claims: what their judges share. */
#ifndef TN_CLAIMS_CMA_H
#define TN_CLAIMS_CMA_H

#include "claims.h"

/* The average time over the ranks of the claim's platform, seconds. */
double tn_cma_time(struct tn_judge *j, enum tn_collective collective, const char *algorithm,
                   size_t size);
/* The same with a throttle factor. */
double tn_cma_throttled(struct tn_judge *j, enum tn_collective collective, const char *algorithm,
                        int throttle, size_t size);

/* How readers share one process: the choices of the parameters of those names. */
struct tn_cma_way {
  const char *buffer, *direction;
};
/* `readers` copies at once from or to one process. Platform NULL: the claim's. */
const struct tn_sim_result *tn_cma_one_source(struct tn_judge *j, const char *platform, int readers,
                                              struct tn_cma_way way, size_t size);
/* `readers` processes that lock `pages` pages each of one more: the ask, and the result. */
struct tn_ask tn_cma_pin_ask(int readers, int pages);
const struct tn_sim_result *tn_cma_pin(struct tn_judge *j, int readers, int pages);
/* The system call alone, seconds: what its flags took is left out, as in the experiments. */
double tn_cma_call_time(const struct tn_sim_result *r);
/* The paper's factor: lock time of a page with `readers` callers over that with one. */
double tn_cma_gamma_of(struct tn_judge *j, int readers, int pages);

/* What tn_cma_judge_factors judges by. */
extern const char tn_cma_factor_margin[];
/* Judges claim->factors as throttle of claim->algorithm by their regret over all factors. */
void tn_cma_judge_factors(struct tn_judge *j);

#endif
