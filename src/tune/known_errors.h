/* Converts the known errors that platform files state into numbers. */
#ifndef TN_TUNE_KNOWN_ERRORS_H
#define TN_TUNE_KNOWN_ERRORS_H

#include "study/row.h"

/* Cache of the known errors of platforms. */
struct tn_known_errors;
/* Returns an empty cache. `files`: names or files of platforms that rows may name, separated by
 * commas; may be NULL; borrowed. */
struct tn_known_errors *tn_known_errors_new(const char *files);
void tn_known_errors_free(struct tn_known_errors *known);

/* Returns the error that is known for predictions of the row's collective on its platform. The
 * platform's file states it; the result is its largest value as a fraction ("median 4 to 11 % by
 * size": 0.11). Returns NAN if the file states no error or the row is not a prediction. */
double tn_known_error_most(struct tn_known_errors *known, const struct tn_row *row);
/* Returns the same error. If the file states no error, returns the largest error of the collective
 * on any included platform, otherwise the largest error of any collective; 0 if no file states an
 * error. */
double tn_known_error_or_any(struct tn_known_errors *known, const struct tn_row *row);

/* Returns the percentage before the first "%" of a text; NAN if the text has no percentage. */
double tn_percentage_in(const char *text);

#endif
