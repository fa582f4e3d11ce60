/* Known errors of predictions, which platform files state, as numbers. */
#ifndef TN_TUNE_KNOWN_ERRORS_H
#define TN_TUNE_KNOWN_ERRORS_H

#include "study/row.h"

struct tn_known_errors;
/* Returns an empty cache. `files`: names or files of platforms, separated by commas; may be NULL;
 * borrowed. */
struct tn_known_errors *tn_known_errors_new(const char *files);
void tn_known_errors_free(struct tn_known_errors *known);

/* Returns the error of predictions of the row's collective that its platform's file states, the
 * largest value as a fraction ("median 4 to 11 % by size": 0.11). NAN if none is stated or the row
 * is not a prediction. */
double tn_known_error_most(struct tn_known_errors *known, const struct tn_row *row);
/* Returns the error like tn_known_error_most. If it is unknown, returns the collective's largest on
 * any included platform, otherwise the largest of any collective; 0 if no file states an error. */
double tn_known_error_or_any(struct tn_known_errors *known, const struct tn_row *row);

/* Returns the percentage before a text's first "%"; NAN without one. */
double tn_percentage_in(const char *text);

#endif
