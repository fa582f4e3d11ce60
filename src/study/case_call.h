/* The call that the ranks of a case make: ranks, bytes and parameters. */
#ifndef TN_STUDY_CASE_CALL_H
#define TN_STUDY_CASE_CALL_H

#include "case.h"

int tn_case_usual_ranks(const struct tn_case *asked);

/* Returns the call of the case; counts and a composition's parts are not set. The algorithm's
 * parameters determine the number of ranks unless the case sets it. */
struct tn_call tn_case_call(const struct tn_case *asked);

/* Returns true if the parameters of the algorithm and its parts are valid, otherwise sets *error
 * (TN_STUDY_PARAM). */
bool tn_case_check_params(const struct tn_case *asked, GError **error);

#endif
