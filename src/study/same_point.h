/* Conditions that a measured row and a prediction of the same point must share. */
#ifndef TN_STUDY_SAME_POINT_H
#define TN_STUDY_SAME_POINT_H

#include "row.h"

/* Conditions from TN_SAME_ALGORITHM on describe the choice. The conditions before them are the
 * choice's context. */
enum tn_same {
  TN_SAME_COLLECTIVE,
  TN_SAME_RANKS,
  TN_SAME_SIZE,
  TN_SAME_ROOT,
  TN_SAME_IN_PLACE,
  TN_SAME_MAPPING,
  TN_SAME_BACKING,
  TN_SAME_BUFFERS,
  TN_SAME_PROTOCOL,
  TN_SAME_KERNEL,
  TN_SAME_TYPE,
  TN_SAME_MEMORY,
  TN_SAME_ALGORITHM,
  TN_SAME_PARAMS,
  TN_SAME_MECHANISM,
  TN_N_SAME
};
extern const char *const tn_same_names[]; /* names of columns, and "type"; NULL-terminated */

/* Returns true if the row states the condition. Only a kernel's major version counts ("linux-6.1"
 * is "linux-6"). A profile without a version, such as "paper", states no kernel. The root counts
 * only if the collective has one, the type only if it reduces. */
bool tn_same_is_stated(const struct tn_row *row, enum tn_same condition);
bool tn_same_agrees(const struct tn_row *a, const struct tn_row *b, enum tn_same condition);
/* Returns equal hashes for rows that agree in the condition. */
guint tn_same_hash(const struct tn_row *row, enum tn_same condition);
/* Returns the value as text, "" if unknown. Transfer full. */
char *tn_same_text(const struct tn_row *row, enum tn_same condition);

/* Returns the first condition that both rows state and in which they differ, or TN_N_SAME.
 * `ignored`: bits 1 << enum tn_same of conditions to skip. */
enum tn_same tn_same_differs(const struct tn_row *measured, const struct tn_row *point,
                             unsigned ignored);

#endif
