/* Predictions of what is selected, and under other values of uncertain parameters. */
#ifndef TN_TOOLS_ADVISE_CMD_ADVISE_PREDICT_H
#define TN_TOOLS_ADVISE_CMD_ADVISE_PREDICT_H

#include "decide/target.h"
#include "plan/options.h"

struct tn_predictions {
  const struct tn_options *select;
  enum tn_target target;
  const char *rows_file, *worlds_file; /* stores, which are filled */
  GPtrArray *rows, *worlds; /* struct tn_row, appended: of which the target can be told */
};

/* Predicts, and predicts again in worlds where the uncertain parameters are other. False and *error. */
bool tn_predict(const struct tn_predictions *p, GError **error);

#endif
