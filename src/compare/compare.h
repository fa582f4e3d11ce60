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

/* A point with a prediction and a measurement. The rows are the first repeats of each; borrowed. */
struct tn_compared {
  const struct tn_row *predicted, *measured;
  double predicted_us, measured_us; /* medians over the repeats, in us; measured_us is above 0 */
  int n_measured;
  double spread; /* median of |repeat / median - 1| over measured repeats; NAN for one repeat */
  /* time in us by the textbook model (hockney.h); NAN until the caller sets it */
  double hockney_us;
  guint choice;
  enum tn_size_class size_class;
  enum tn_reach reach; /* TN_REACH_UNKNOWN until the caller sets it */
  /* range in us that the prediction states; NAN until the caller sets it */
  double low_us, high_us;
};

/* A choice: points that differ only in algorithm, parameters and mechanism. */
struct tn_alternatives {
  guint first, n;    /* points[first .. first + n - 1] */
  double library_us; /* median time in us of the MPI library's own decision; NAN if not measured */
};

struct tn_comparison {
  enum tn_objective objective;
  GArray *points;  /* struct tn_compared, sorted by choice, then in the order of predictions */
  GArray *choices; /* struct tn_alternatives, in the order of predictions */
  /* const char *, borrowed: names of the columns in which rows had to agree */
  GPtrArray *joined_by;
  /* numbers of points that were only predicted, and of those only measured */
  guint predicted_alone, measured_alone;
  /* number of points in measured_alone that measured Open MPI's own decision */
  guint measured_library;
  guint untimed;     /* number of measured rows without a time or with time 0 */
  bool is_sealed;    /* true if the prediction was sealed before measuring */
  double resolution; /* value in us of the last digit of the measured times */
};

/* Joins predicted and measured rows (the two sides) into points. Rows of a point agree in those of
 * the columns collective, algorithm, params, mechanism, ranks, size_bytes, root, in_place, mapping,
 * backing, buffers and protocol that both sides state. A point's time is the median of its repeats.
 * Returns NULL and *error (usage) if a side lacks a needed condition, if rows of one point differ
 * in another condition or in a foreign column (tn_row_differs), or if no point is on both sides
 * (code TN_COMPARE_NO_POINT; the message ends with a command that makes matching.csv). The rows
 * must outlive the result. */
enum { TN_COMPARE_NO_POINT = 1 };
struct tn_comparison *tn_compare(const GPtrArray *predicted, const GPtrArray *measured,
                                 enum tn_objective objective, GError **error);
void tn_comparison_free(struct tn_comparison *c);

#endif
