/* Converts points of a study and their outcomes into rows. */
#ifndef TN_STUDY_STUDY_ROWS_H
#define TN_STUDY_STUDY_ROWS_H

#include "row.h"
#include "study.h"

/* Override in measured rows if real strands shared cores. */
#define TN_SHARED_BY_SYSTEM "core_sharing=system"

/* Origin of outcomes; all zero: the simulator. Texts are borrowed. */
struct tn_origin {
  enum tn_source source;
  const char *kernel; /* running kernel of measured rows; NULL: the point's profile */
  const char *const
      *labels;      /* other properties of the rows as "name=value", NULL-terminated; or NULL */
  bool hides_calls; /* true if the number of repetitions is only an upper limit */
};

/* Returns the row of point i. Unless its outcome is TN_DONE, only the columns that identify the
 * point are valid. `origin` NULL: the simulator. Transfer full (tn_row_free). */
struct tn_row *tn_study_row(const struct tn_study *study, guint i, const struct tn_origin *origin);
/* Appends the rows of all TN_DONE points in their order to rows (tn_rows_new). */
void tn_study_rows(const struct tn_study *study, const struct tn_origin *origin, GPtrArray *rows);

double tn_study_time(const struct tn_study *study, guint i, enum tn_objective objective);

/* Returns true if rows of this source come from calls, false for closed forms. */
bool tn_source_has_calls(enum tn_source source);

int tn_study_calls(const struct tn_study *study, guint i);

/* Returns the choice of a library:* entry for the point: the library's algorithm name, "=" or, for
 * a substitute, "~", the entry that does the work, and its parameters other than the defaults. ""
 * for other entries. Transfer full. */
char *tn_point_decision(const struct tn_point *point);

#endif
