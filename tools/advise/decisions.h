/* Decisions of advise: rows with expected times, and their table. */
#ifndef TN_TOOLS_ADVISE_DECISIONS_H
#define TN_TOOLS_ADVISE_DECISIONS_H

#include "advise/problem.h"
#include "document/document.h"

/* Returns the rows of the problems (struct tn_problem) with expected times given the measurements;
 * their ranges have a probability of 80 %. `limit`: largest accepted loss, as a fraction. Transfer
 * full. */
GPtrArray *tn_expected_rows(const GPtrArray *problems, double limit);

/* Writes a line per range of sizes to the document, and returns the lines as comma-separated text:
 * "collective ranks from to choice parameters basis expected_loss default_loss chance". basis:
 * "measured" if the choice was measured at all sizes, "near" if measurements remove at least half
 * of the uncertainty, else "predicted". expected_loss: of the choice, relative to the best one;
 * default_loss: of the library's own decision; chance: probability that the choice loses at most
 * l->limit. The text has averages over sizes and states of the buffers, the document the least and
 * greatest values. `rows`: of tn_expected_rows. *ret_loss: average expected loss of all cells.
 * Transfer full. */
char *tn_advice_write(struct tn_document *d, const struct tn_learning *l, const GPtrArray *rows,
                      double *ret_loss, GError **error);

#endif
