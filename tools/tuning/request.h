/* Options of tune, parsed. */
#ifndef TN_TOOLS_TUNING_REQUEST_H
#define TN_TOOLS_TUNING_REQUEST_H

#include "tune/known.h"
#include "tune_text.h"

struct tn_tune_request {
  struct tn_options *settings; /* options, with the library's own decision added to the
                                * algorithms */
  struct tn_among library;     /* of page.library */
  struct tn_tune_page page;
  struct tn_tune_terms terms;
  struct tn_known_errors *known;
};

/* Reads the options. Returns false and *error (usage) on failure. Call tn_tune_request_clear in
 * both cases; it does not free `s`. The request must not be moved in memory. */
bool tn_tune_request_read(struct tn_tune_request *ret, const struct tn_options *s, GError **error);
void tn_tune_request_clear(struct tn_tune_request *request);

/* Returns the row's roles in the decision: TN_AS_CHOICE etc. (tune/tune.h). */
unsigned tn_tune_request_role(const struct tn_tune_request *request, const struct tn_row *row);

/* Returns the rows that can win, borrowed. Transfer container. Returns NULL and *error (usage) if
 * there are rows, but the library has no algorithm of them. */
GPtrArray *tn_tune_request_choices(const struct tn_tune_request *request, const GPtrArray *rows,
                                   GError **error);

#endif
