/* What the options of tune ask for. */
#ifndef TN_TOOLS_TUNING_REQUEST_H
#define TN_TOOLS_TUNING_REQUEST_H

#include "tune/known.h"
#include "tune_text.h"

struct tn_tune_request {
  struct tn_options *settings; /* with the library's own decision among the algorithms */
  struct tn_among library;     /* of page.library */
  struct tn_tune_page page;
  struct tn_tune_terms terms;
  struct tn_known_errors *known;
};

/* Reads the options. False and *error (usage); tn_tune_request_clear in any case, which keeps `s`.
 * The request must stay where it is. */
bool tn_tune_request_read(struct tn_tune_request *ret, const struct tn_options *s, GError **error);
void tn_tune_request_clear(struct tn_tune_request *request);

/* Returns what the row is to the decision: TN_AS_CHOICE and the like (tune/tune.h). */
unsigned tn_tune_request_role(const struct tn_tune_request *request, const struct tn_row *row);

/* The rows that can win, borrowed. Transfer container. NULL and *error (usage): there are rows, but
 * none that the library has. */
GPtrArray *tn_tune_request_choices(const struct tn_tune_request *request, const GPtrArray *rows,
                                   GError **error);

#endif
