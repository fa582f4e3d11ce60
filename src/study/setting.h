/* Parameters of a case by their names, for callers that have no option's text. */
#ifndef TN_STUDY_SETTING_H
#define TN_STUDY_SETTING_H

#include "case.h"

/* Sets the parameter called `name` of ret->algorithm to `word` ("numa+socket", "16K+64K") or, where
 * that is NULL, to `number`. Of a composition also a role ("inner", its word an algorithm) and, after
 * that, a parameter of the role's algorithm ("inner.throttle"); these are kept in *nested, which
 * ret->nested then points to. False and *error (TN_STUDY_PARAM): no such parameter or word. */
bool tn_case_set(struct tn_case *ret, struct tn_nested *nested, const char *name, const char *word,
                 int64_t number, GError **error);

/* The value of a parameter by level: "16K+64K". False and *error: no sizes, or not accepted. */
bool tn_sizes_read(const struct tn_alg_param *p, const char *text, int64_t *ret, GError **error);

#endif
