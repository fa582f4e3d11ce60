/* The mechanism of a case, and where that has the user's buffers. */
#ifndef TN_STUDY_MECHANISMS_H
#define TN_STUDY_MECHANISMS_H

#include "case.h"

/* Returns the transport of the case, TN_JUST(enum tn_transport_profile), the platform's own where none
 * is asked for; 0: none. */
int tn_case_transport(const struct tn_case *asked);

/* Where the case has the user's buffers, as its mechanism says or, if it names none, itself. */
enum tn_user_memory tn_case_memory(const struct tn_case *asked);

/* "device-ipc, device-staged": the mechanisms with the user's buffers there. Transfer full. */
char *tn_mechanisms_in(enum tn_user_memory memory);

/* Why an algorithm cannot be run with the user's buffers there: it has none of the mechanisms.
 * Transfer full. */
char *tn_memory_refusal(const struct tn_method *a, enum tn_user_memory memory);

/* Whether the case's machine has it. */
bool tn_case_has(const struct tn_case *asked, enum tn_mechanism m);

/* Returns the mechanism that the case is run by: of those that it names the first that the algorithm and
 * its parts have; else of those that have the user's buffers where the case has them, and that the
 * machine has, the transport's choice for an algorithm that sends messages, or the algorithm's first;
 * where the machine has none, the algorithm's first there. TN_N_MECHANISMS: there is none. */
enum tn_mechanism tn_mechanism_choose(const struct tn_case *asked);

/* Checks what was chosen. False and *error (TN_STUDY_MECHANISM, TN_STUDY_UNSUPPORTED) where the
 * algorithm, its parts, its transport or the platform lack what was asked for. */
bool tn_mechanism_check(const struct tn_case *asked, enum tn_mechanism m, GError **error);

/* Check an entry whose work is done by kernels of devices alone, as NCCL's and RCCL's: these are
 * simulated within a node, and refuse two ranks on one device. False and *error (TN_STUDY_UNSUPPORTED). */
bool tn_kernels_check_nodes(const struct tn_method *a, const struct tn_platform *pf,
                            const char *mapping, GError **error);
bool tn_kernels_check_ranks(const struct tn_method *a, const struct tn_platform *pf, int n_ranks,
                            GError **error);

#endif
