/* Predicts the selected points with the platform's parameters, then with perturbed ones. */
#ifndef TN_TOOLS_ADVISE_CMD_ADVISE_PREDICT_H
#define TN_TOOLS_ADVISE_CMD_ADVISE_PREDICT_H

#include "decide/target.h"
#include "plan/options.h"

struct tn_predictions {
  const struct tn_options *select;
  enum tn_target target;
  const char *rows_file, *worlds_file; /* stores to fill: predictions, and those of the worlds */
  GPtrArray *rows, *worlds; /* struct tn_row; receive the rows that the target's settings can
                             * express */
};

/* Simulates the selected points with the platform's parameters, then in worlds with perturbed
 * uncertain parameters. Returns false and *error on failure. */
bool tn_predict(const struct tn_predictions *p, GError **error);

#endif
