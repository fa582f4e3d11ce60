/* Between the files of the library, whose opaque types hold the simulator's. */
#ifndef TN_LIBTURNSTILE_PRIVATE_H
#define TN_LIBTURNSTILE_PRIVATE_H

#include "plan/points.h"
#include "study/row.h"
#include "table/table.h"
#include "turnstile.h"

struct _TurnstileCase {
  struct tn_options *settings;
  GHashTable *loaded;       /* as in tn_plan_kind: the platforms that were set as objects */
  struct tn_counts *counts; /* that were set as numbers; NULL: none */
};

static inline struct tn_platform *tn_platform_of(const TurnstilePlatform *platform)
{
  return (struct tn_platform *)platform;
}

/* Sets *error to the message of `why` under the library's domain and frees `why`; always false. */
bool tn_library_refuse(GError **error, GError *why);
/* The same; always NULL. */
void *tn_library_refuse_null(GError **error, GError *why);

/* What was understood of a case, with all that it borrows. */
struct tn_selection {
  struct tn_options *settings;
  struct tn_counts *counts;
  struct tn_plan_kind kind;
  struct tn_plan *plan;
};

/* The runs of a case as the command (TN_CMD_RUN, ...) has them; `kind` NULL: simulations. Platforms are
 * those of `loaded`, which gets what is loaded now. NULL and *error (the library's). tn_selection_free. */
struct tn_selection *tn_selection_new(const TurnstileCase *asked, unsigned command,
                                      const struct tn_plan_kind *kind, GHashTable *loaded,
                                      GError **error);
void tn_selection_free(struct tn_selection *asked);
/* An empty table of platforms for that. Transfer full. */
GHashTable *tn_loaded_new(void);

/* A table for the caller; takes it. Transfer full. */
TurnstileTable *tn_library_table(struct tn_table *table);
/* A table of rows (tn_rows_new), which it owns from now on. Transfer full. */
TurnstileTable *tn_table_of_rows(GPtrArray *rows);
/* These rows; NULL and *error where it is another table. */
const GPtrArray *tn_table_rows(const TurnstileTable *table, GError **error);

/* A tn_study_runner (perturb/trials.h). */
bool tn_library_run(struct tn_study *study);

/* What `objective` names; false and *error. */
bool tn_library_objective(const char *objective, enum tn_objective *ret, GError **error);

#endif
