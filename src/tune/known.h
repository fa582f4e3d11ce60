/* The known errors of platforms, as numbers. */
#ifndef TN_TUNE_KNOWN_H
#define TN_TUNE_KNOWN_H

#include "study/row.h"

/* Platforms whose known errors have been asked for. */
struct tn_known_errors;
/* `files`: names or files of platforms, after which rows may be named, by commas; NULL: none. Borrowed. */
struct tn_known_errors *tn_known_errors_new(const char *files);
void tn_known_errors_free(struct tn_known_errors *known);

/* What is known of the error of a prediction of the row's collective on its platform, by the text of the
 * platform's file, as a fraction ("median 4 to 11 % by size": 0.11); NAN: nothing, or the row is no
 * prediction. */
double tn_known_error_most(struct tn_known_errors *known, const struct tn_row *row);
/* The same or, where nothing is known, the largest of the collective on any included platform, else of
 * any collective; 0 where no file says anything. */
double tn_known_error_or_any(struct tn_known_errors *known, const struct tn_row *row);

/* The percentage before the first "%" of a text; NAN: there is none. */
double tn_percentage_in(const char *text);

#endif
