/* Options of tune after they are parsed. */
#ifndef TN_TOOLS_TUNING_REQUEST_H
#define TN_TOOLS_TUNING_REQUEST_H

#include "reproducible_rows.h"
#include "tune/known_errors.h"
#include "tune_text.h"

struct tn_tune_request {
  /* the user's options, with the library's own decision added to the algorithms */
  struct tn_options *settings;
  struct tn_library_rows library; /* storage of page.library */
  struct tn_tune_page page;
  struct tn_tune_terms terms;
  struct tn_known_errors *known;
  GHashTable *kept; /* rows that may win (tn_bits_kept); NULL: all */
};

/* Reads the options into *ret. Errors are usage errors. Always call tn_tune_request_clear
 * afterwards, which does not free `s`. Do not move the request; its members point into it. */
bool tn_tune_request_read(struct tn_tune_request *ret, const struct tn_options *s, GError **error);
void tn_tune_request_clear(struct tn_tune_request *request);

/* Returns the roles of a row in the decision: bits TN_AS_CHOICE etc. (tune/tune.h). */
unsigned tn_tune_request_role(const struct tn_tune_request *request, const struct tn_row *row);

/* Returns the rows that can win, borrowed. Transfer container. Fails (usage error) if no row has an
 * algorithm of the library. */
GPtrArray *tn_tune_request_choices(const struct tn_tune_request *request, const GPtrArray *rows,
                                   GError **error);

/* Sets request->kept to the rows that keep the bits (--reproducible), adds remarks, and lets each
 * size have its winner. Returns false and *error if no row keeps them or on an interruption. */
bool tn_tune_request_keep(struct tn_tune_request *request, const GPtrArray *rows,
                          GPtrArray *remarks, GError **error);

#endif
