/* Measured rows of advise: the folder's, and remarks on those that do not count. */
#ifndef TN_TOOLS_ADVISE_MEASURED_ROWS_H
#define TN_TOOLS_ADVISE_MEASURED_ROWS_H

#include "advise/problem.h"

/* Stores the files of `given` ("FILE;FILE"; may be NULL) in the folder, and appends the rows of all
 * its measured files to `rows`. Fails (usage) if a row is predicted, implausible or of another
 * platform. */
bool tn_measured_read(GPtrArray *rows, const char *folder, const char *platform, const char *given,
                      GError **error);

/* Prints how many measured rows have no predicted point, by what differs, and how many are of
 * another kernel than the predictions. */
void tn_measured_remark(const struct tn_learning *l);

#endif
