#ifndef TN_LIBTURNSTILE_PRIVATE_H
#define TN_LIBTURNSTILE_PRIVATE_H

#include "plan/points.h"
#include "study/row.h"
#include "table/table.h"
#include "turnstile.h"

struct _TurnstileCase {
  struct tn_options *settings;
  GHashTable *loaded;       /* platforms that were set as objects; keys as in tn_plan_kind */
  struct tn_counts *counts; /* block sizes that were set as an array; NULL if no array was */
};

static inline struct tn_platform *tn_platform_of(const TurnstilePlatform *platform)
{
  return (struct tn_platform *)platform;
}

/* Convert error `why` to TURNSTILE_ERROR and free it. The first function always returns false, the
 * second NULL. */
bool tn_library_refuse(GError **error, GError *why);
void *tn_library_refuse_null(GError **error, GError *why);

/* A copy of a case, with its plan and everything that the plan borrows. */
struct tn_selection {
  struct tn_options *settings;
  struct tn_counts *counts;
  struct tn_plan_kind kind;
  struct tn_plan *plan;
};

/* Makes the plan of a case for one command (TN_CMD_RUN and so on). `kind` NULL: simulations.
 * Platforms come from `loaded` or are added to it. Returns NULL and *error (TURNSTILE_ERROR) on
 * failure. Free with tn_selection_free. */
struct tn_selection *tn_selection_new(const TurnstileCase *asked, unsigned command,
                                      const struct tn_plan_kind *kind, GHashTable *loaded,
                                      GError **error);
void tn_selection_free(struct tn_selection *asked);
GHashTable *tn_loaded_new(void);

/* Returns an object that owns the table. Transfer full. */
TurnstileTable *tn_library_table(struct tn_table *table);
/* Returns a table of rows (tn_rows_new), which owns them. Transfer full. */
TurnstileTable *tn_table_of_rows(GPtrArray *rows);
/* Returns a table's rows; NULL and *error if it is not a table of rows. */
const GPtrArray *tn_table_rows(const TurnstileTable *table, GError **error);

/* Runs the study without reporting progress; a tn_study_runner (perturb/trials.h). */
bool tn_library_run(struct tn_study *study);

/* Sets *ret to the objective with this name. Returns false and *error if no objective has it. */
bool tn_library_objective(const char *objective, enum tn_objective *ret, GError **error);

#endif
