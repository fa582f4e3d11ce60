/* The options of tune after they are parsed. */
#ifndef TN_TOOLS_TUNING_REQUEST_H
#define TN_TOOLS_TUNING_REQUEST_H

#include "tune/known_errors.h"
#include "tune_text.h"

struct tn_tune_request {
  struct tn_options *settings; /* options of the user; the library's own decision is added to their
                                * algorithms */
  struct tn_library_rows library; /* storage of page.library */
  struct tn_tune_page page;
  struct tn_tune_terms terms;
  struct tn_known_errors *known;
};

/* Reads the options. Returns false and *error (usage) on failure. After success and failure, the
 * caller calls tn_tune_request_clear, which does not free `s`. The request must not be moved in
 * memory, because its members point into it. */
bool tn_tune_request_read(struct tn_tune_request *ret, const struct tn_options *s, GError **error);
void tn_tune_request_clear(struct tn_tune_request *request);

/* Returns the roles of the row in the decision as bits: TN_AS_CHOICE etc. (tune/tune.h). */
unsigned tn_tune_request_role(const struct tn_tune_request *request, const struct tn_row *row);

/* Returns the rows whose choice can win, borrowed. Transfer container. Returns NULL and *error
 * (usage) if there are rows, but none of an algorithm that the library has. */
GPtrArray *tn_tune_request_choices(const struct tn_tune_request *request, const GPtrArray *rows,
                                   GError **error);

#endif
