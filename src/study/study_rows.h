/* Converts points and outcomes of a study into rows. */
#ifndef TN_STUDY_STUDY_ROWS_H
#define TN_STUDY_STUDY_ROWS_H

#include "row.h"
#include "study.h"

/* Text in the column `overrides` of measured rows if strands shared cores. */
#define TN_SHARED_BY_SYSTEM "core_sharing=system"

/* Origin of a study's outcomes; all zero: the simulator. Texts are borrowed. */
struct tn_origin {
  enum tn_source source;
  const char *kernel; /* name of the running kernel; NULL: the point's profile */
  /* additional overrides that all rows state, "name=value", NULL-terminated; or NULL */
  const char *const *labels;
  /* true if the number of repetitions is an upper limit, because fewer calls may run */
  bool hides_calls;
};

/* Returns the row of point i; unless the point is TN_DONE, only the columns that identify it are
 * valid. `origin` NULL: the simulator. Transfer full (tn_row_free). */
struct tn_row *tn_study_row(const struct tn_study *study, guint i, const struct tn_origin *origin);
/* Appends the rows of all TN_DONE points to rows (tn_rows_new). */
void tn_study_rows(const struct tn_study *study, const struct tn_origin *origin, GPtrArray *rows);

double tn_study_time(const struct tn_study *study, guint i, enum tn_objective objective);

/* Returns true if rows of this source describe real or simulated calls, false for closed forms. */
bool tn_source_has_calls(enum tn_source source);

int tn_study_calls(const struct tn_study *study, guint i);

/* Returns the choice of a library:* entry: the library's name, "=" or, for a substitute, "~", the
 * entry that performs the call, and parameters other than the defaults; "" for other entries.
 * Transfer full. */
char *tn_point_decision(const struct tn_point *point);

#endif
