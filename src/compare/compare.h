/* Compares predictions with measurements. Rows with the same conditions form a point; points that
 * differ only in the algorithm form a choice. */
#ifndef TN_COMPARE_COMPARE_H
#define TN_COMPARE_COMPARE_H

#include "platform/platform.h"
#include "study/row.h"

/* Size classes: up to 512 B (start-up dominates), up to 64 KiB (both matter), larger (bandwidth
 * dominates). */
enum tn_size_class { TN_SMALL, TN_MIDDLE, TN_LARGE, TN_N_SIZE_CLASSES };
enum tn_size_class tn_size_class_of(double bytes);
enum tn_reach { TN_WITHIN_PACKAGE, TN_ACROSS_PACKAGES, TN_REACH_UNKNOWN, TN_N_REACHES };
enum tn_reach tn_reach_of(const struct tn_places *places);

/* One point with a prediction and a measurement; rows are borrowed, the first repeat of each
 * side. */
struct tn_compared {
  const struct tn_row *predicted, *measured;
  double predicted_us, measured_us; /* us, medians over the repeats; measured_us > 0 */
  int n_measured;
  double spread;     /* median of |repeat / median - 1| over measured repeats; NAN for one repeat */
  double hockney_us; /* us by the textbook model (hockney.h); NAN until the caller sets it */
  guint choice;
  enum tn_size_class size_class;
  enum tn_reach reach;    /* TN_REACH_UNKNOWN until the caller sets it */
  double low_us, high_us; /* us, range that a sealed prediction states; NAN until the caller sets
                           * it */
};

/* A choice: points that differ only in algorithm, parameters and mechanism. */
struct tn_alternatives {
  guint first, n;    /* points[first .. first + n - 1] */
  double library_us; /* us, median of the MPI library's own decision; NAN if not measured */
};

struct tn_comparison {
  enum tn_objective objective;
  GArray *points;       /* struct tn_compared, sorted by choice, then prediction order */
  GArray *choices;      /* struct tn_alternatives, in prediction order */
  GPtrArray *joined_by; /* const char *, borrowed: columns that had to agree */
  guint predicted_alone, measured_alone; /* points that only one side has */
  guint measured_library; /* points in measured_alone that are Open MPI's decisions */
  guint untimed;          /* measured rows without a time or with time 0 */
  bool is_sealed;         /* true if the prediction was sealed before measuring */
  double resolution;      /* us, last digit of the measured times */
};

/* Joins predicted and measured rows into points. Rows of a point agree in those of the columns
 * collective, algorithm, params, mechanism, ranks, size_bytes, root, in_place, mapping, backing,
 * buffers and protocol that both sides state. A point's time is the median of its repeats. Returns
 * NULL and *error (usage) if a side does not state what it measured, if rows of one point differ in
 * another condition or in a foreign column (tn_row_differs), or if no point is on both sides. The
 * rows must outlive the result. */
struct tn_comparison *tn_compare(const GPtrArray *predicted, const GPtrArray *measured,
                                 enum tn_objective objective, GError **error);
void tn_comparison_free(struct tn_comparison *c);

#endif
