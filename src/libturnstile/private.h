/* Private interface between the files of the library. */
#ifndef TN_LIBTURNSTILE_PRIVATE_H
#define TN_LIBTURNSTILE_PRIVATE_H

#include "plan/points.h"
#include "study/row.h"
#include "table/table.h"
#include "turnstile.h"

struct _TurnstileCase {
  struct tn_options *settings;
  GHashTable *loaded;       /* platforms that were set as objects; keys as in tn_plan_kind */
  struct tn_counts *counts; /* bytes of the blocks that were set as an array; NULL if not set */
};

static inline struct tn_platform *tn_platform_of(const TurnstilePlatform *platform)
{
  return (struct tn_platform *)platform;
}

/* Sets *error to the message of `why`, converted to TURNSTILE_ERROR, and frees `why`. Always
 * returns false, or NULL. */
bool tn_library_refuse(GError **error, GError *why);
void *tn_library_refuse_null(GError **error, GError *why);

/* A copy of a case with its plan and everything that the plan borrows from the copy. */
struct tn_selection {
  struct tn_options *settings;
  struct tn_counts *counts;
  struct tn_plan_kind kind;
  struct tn_plan *plan;
};

/* Plans the runs of a case for one command (TN_CMD_RUN, ...). `kind` NULL: simulations. Uses the
 * platforms in `loaded`, and adds those that it loads. Returns NULL and *error (in the library's
 * domain) on failure. Free with tn_selection_free. */
struct tn_selection *tn_selection_new(const TurnstileCase *asked, unsigned command,
                                      const struct tn_plan_kind *kind, GHashTable *loaded,
                                      GError **error);
void tn_selection_free(struct tn_selection *asked);
GHashTable *tn_loaded_new(void);

/* Wraps a table and takes ownership of it. Transfer full. */
TurnstileTable *tn_library_table(struct tn_table *table);
/* Makes a table of rows (from tn_rows_new) and takes ownership of the rows. Transfer full. */
TurnstileTable *tn_table_of_rows(GPtrArray *rows);
/* Returns the rows of a table, or NULL and *error if it is not a table of rows. */
const GPtrArray *tn_table_rows(const TurnstileTable *table, GError **error);

/* Runs the study without reporting progress, as a tn_study_runner (perturb/trials.h). */
bool tn_library_run(struct tn_study *study);

/* Sets *ret to the objective with a name. Returns false and *error if the name is unknown. */
bool tn_library_objective(const char *objective, enum tn_objective *ret, GError **error);

#endif
