/* Mechanism of a case, and the memory of its user buffers. */
#ifndef TN_STUDY_MECHANISMS_H
#define TN_STUDY_MECHANISMS_H

#include "case.h"

/* Returns the transport of the case as TN_JUST(enum tn_transport_profile): the selected transport,
 * otherwise the platform's; 0 if there is none. */
int tn_case_transport(const struct tn_case *asked);

/* Returns the memory of the case's user buffers: that of its mechanism or, if it names no
 * mechanism, the memory that the case selects. */
enum tn_user_memory tn_case_memory(const struct tn_case *asked);

/* Returns the mechanisms for user buffers in this memory: "device-ipc, device-staged". Transfer
 * full. */
char *tn_mechanisms_in(enum tn_user_memory memory);

/* Returns the message for an algorithm without mechanisms for user buffers in this memory. Transfer
 * full. */
char *tn_memory_refusal(const struct tn_method *a, enum tn_user_memory memory);

bool tn_case_has(const struct tn_case *asked, enum tn_mechanism m);

/* Returns the mechanism of the case. If the case names mechanisms, this is the first one that the
 * algorithm and its parts have. Otherwise the machine must have the mechanism, and it must fit the
 * case's user memory: the transport's choice if the algorithm sends messages, else the algorithm's
 * first. If the machine has no such mechanism, returns the algorithm's first for that memory.
 * Returns TN_N_MECHANISMS if there is none. */
enum tn_mechanism tn_mechanism_choose(const struct tn_case *asked);

/* Checks the chosen mechanism. Returns false and sets *error (TN_STUDY_MECHANISM,
 * TN_STUDY_UNSUPPORTED) if the algorithm, its parts, its transport or the platform lack it. */
bool tn_mechanism_check(const struct tn_case *asked, enum tn_mechanism m, GError **error);

/* Check algorithms that run only in device kernels, for example NCCL's and RCCL's. They need one
 * node, and one device for each rank. Return false and set *error (TN_STUDY_UNSUPPORTED)
 * otherwise. */
bool tn_kernels_check_nodes(const struct tn_method *a, const struct tn_platform *pf,
                            const char *mapping, GError **error);
bool tn_kernels_check_ranks(const struct tn_method *a, const struct tn_platform *pf, int n_ranks,
                            GError **error);

#endif
