/* Points of a study and what came of them, as rows. */
#ifndef TN_STUDY_STUDY_ROWS_H
#define TN_STUDY_STUDY_ROWS_H

#include "row.h"
#include "study.h"

/* Among the overrides of measured rows, where real strands shared cores. */
#define TN_SHARED_BY_SYSTEM "core_sharing=system"

/* Where outcomes come from; all zero: of the simulator. Texts are borrowed. */
struct tn_origin {
  enum tn_source source;
  const char *kernel; /* of measured rows: the running one; NULL: the point's profile */
  const char *const
      *labels;      /* "name=value" of what else makes the rows, NULL-terminated; or NULL */
  bool hides_calls; /* nobody asked for the number of repetitions, which is but a limit */
};

/* Row of point i; unless its outcome is TN_DONE, only what makes the point is to be read of it. `origin`
 * NULL: the simulator. Transfer full (tn_row_free). */
struct tn_row *tn_study_row(const struct tn_study *study, guint i, const struct tn_origin *origin);
/* Appends the rows of all points that are done, in their order, to rows (tn_rows_new). */
void tn_study_rows(const struct tn_study *study, const struct tn_origin *origin, GPtrArray *rows);

/* The simulated time of point i that the objective chooses by; NAN where it is not done. */
double tn_study_time(const struct tn_study *study, guint i, enum tn_objective objective);

/* Whether rows of this source come from calls, not from closed forms. */
bool tn_source_has_calls(enum tn_source source);

/* The timed calls behind point i. */
int tn_study_calls(const struct tn_study *study, guint i);

/* What a library:* entry takes for the point: the library's name of it, "=" or, for a stand-in,
 * "~", the entry that does the work, and its parameters other than the defaults. "" for other
 * entries. Transfer full. */
char *tn_point_decision(const struct tn_point *point);

#endif
