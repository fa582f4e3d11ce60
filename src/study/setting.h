/* Sets parameters of a case by name, without option text. */
#ifndef TN_STUDY_SETTING_H
#define TN_STUDY_SETTING_H

#include "case.h"

/* Sets the parameter `name` of ret->algorithm to `word` ("numa+socket", "16K+64K") or, if NULL, to
 * `number`. In a composition `name` may also be a role ("inner", with an algorithm as word), then a
 * parameter of that role's algorithm ("inner.throttle"); *nested, to which ret->nested points,
 * stores them. Returns false and *error (TN_STUDY_PARAM) for an unknown parameter or word. */
bool tn_case_set(struct tn_case *ret, struct tn_nested *nested, const char *name, const char *word,
                 int64_t number, GError **error);

/* Reads a parameter's sizes by level of the hierarchy, as in "16K+64K". Returns false and sets
 * *error if the text has no sizes or the parameter does not accept them. */
bool tn_sizes_read(const struct tn_alg_param *p, const char *text, int64_t *ret, GError **error);

#endif
