/* Mechanism of a case, and the memory of its user buffers. */
#ifndef TN_STUDY_MECHANISMS_H
#define TN_STUDY_MECHANISMS_H

#include "case.h"

/* Returns the transport of the case as TN_JUST(enum tn_transport_profile): the selected transport,
 * otherwise the platform's; 0 if there is none. */
int tn_case_transport(const struct tn_case *asked);

/* Returns the memory of the user's buffers: that of the case's mechanism or, without one, the one
 * that the case sets. */
enum tn_user_memory tn_case_memory(const struct tn_case *asked);

/* Returns the mechanisms for buffers in this memory, as in "device-ipc, device-staged". Transfer
 * full. */
char *tn_mechanisms_in(enum tn_user_memory memory);

/* Returns the error message for an algorithm without mechanisms for this memory. Transfer full. */
char *tn_memory_refusal(const struct tn_method *a, enum tn_user_memory memory);

bool tn_case_has(const struct tn_case *asked, enum tn_mechanism m);

/* Returns the first of the case's mechanisms that the algorithm and its parts have. If the case
 * sets none, returns one that the machine has for this memory of the buffers: the transport's
 * choice if the algorithm sends messages, else the algorithm's first. If the machine has none,
 * returns the algorithm's first for that memory. Returns TN_N_MECHANISMS if there is none. */
enum tn_mechanism tn_mechanism_choose(const struct tn_case *asked);

/* Checks the result of tn_mechanism_choose. Returns false and *error (TN_STUDY_MECHANISM,
 * TN_STUDY_UNSUPPORTED) if algorithm, parts, transport or platform lack it. */
bool tn_mechanism_check(const struct tn_case *asked, enum tn_mechanism m, GError **error);

/* Return true if the platform suits algorithms of device kernels, e.g. NCCL's and RCCL's, which
 * need one node, and one device per rank. Otherwise return false and *error
 * (TN_STUDY_UNSUPPORTED). */
bool tn_kernels_check_nodes(const struct tn_method *a, const struct tn_platform *pf,
                            const char *mapping, GError **error);
bool tn_kernels_check_ranks(const struct tn_method *a, const struct tn_platform *pf, int n_ranks,
                            GError **error);

#endif
