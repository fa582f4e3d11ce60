/* Predictions for the selected points, with the platform's parameters and with perturbed ones. */
#ifndef TN_TOOLS_ADVISE_CMD_ADVISE_PREDICT_H
#define TN_TOOLS_ADVISE_CMD_ADVISE_PREDICT_H

#include "decide/target.h"
#include "plan/options.h"

struct tn_predictions {
  const struct tn_options *select;
  enum tn_target target;
  const char *rows_file, *worlds_file; /* paths of two stores that tn_predict fills */
  GPtrArray *rows, *worlds; /* struct tn_row, appended: rows that the target's settings can
                             * express */
};

/* Simulates the selection with the platform's parameters, then in worlds with perturbed uncertain
 * parameters. Returns false and *error on failure. */
bool tn_predict(const struct tn_predictions *p, GError **error);

#endif
