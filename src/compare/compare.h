/* Prediction against measurement: rows joined like with like, points that share everything but the
 * algorithm gathered into choices. What it all amounts to is compare_stats.h. */
#ifndef TN_COMPARE_COMPARE_H
#define TN_COMPARE_COMPARE_H

#include "platform/platform.h"
#include "study/row.h"

/* At most 512 B, up to 64 KiB, above: where start-up, both, and bandwidth decide. */
enum tn_size_class { TN_SMALL, TN_MIDDLE, TN_LARGE, TN_N_SIZE_CLASSES };
enum tn_size_class tn_size_class_of(double bytes);
enum tn_reach { TN_WITHIN_PACKAGE, TN_ACROSS_PACKAGES, TN_REACH_UNKNOWN, TN_N_REACHES };
enum tn_reach tn_reach_of(const struct tn_places *places);

/* One point on both sides. Rows are borrowed: the first of the repeats. */
struct tn_compared {
  const struct tn_row *predicted, *measured;
  double predicted_us, measured_us; /* medians over the repeats; measured_us > 0 */
  int n_measured;
  double spread;     /* median of |repeat / median - 1| of the measured ones; NAN for one */
  double hockney_us; /* what a textbook model says; NAN until somebody fills it in */
  guint choice;      /* index into choices */
  enum tn_size_class size_class;
  enum tn_reach reach;    /* unknown until somebody fills it in */
  double low_us, high_us; /* the range that a seal states; NAN until somebody fills it in */
};

/* Points that differ in algorithm, parameters and mechanism only. */
struct tn_alternatives {
  guint first, n;    /* points[first .. first + n - 1] */
  double library_us; /* what the MPI library's own decision took, median; NAN when not measured */
};

struct tn_comparison {
  enum tn_objective objective; /* the times compared */
  GArray *points;       /* struct tn_compared, by choice, then in the order of the prediction */
  GArray *choices;      /* struct tn_alternatives, in the order of the prediction */
  GPtrArray *joined_by; /* const char *: the columns that had to agree, borrowed */
  guint predicted_alone, measured_alone; /* points without partner */
  guint measured_library;                /* of those: the library's own decision */
  guint untimed;                         /* measured rows without that time, or with 0 */
  bool is_sealed;                        /* what was predicted, before it was measured */
  double resolution;                     /* last digit of the measured times, us */
};

/* Joins the rows by those of collective, algorithm, params, mechanism, ranks, size_bytes, root,
 * in_place, mapping, backing, buffers and protocol that both sides know; repeats by their median.
 * NULL and *error (usage) when a side does not say what was measured, when rows of one point differ
 * in anything else that makes a row or in a column that is none of ours (tn_row_differs), or when
 * no point has a partner. The rows must outlive the result; tn_comparison_free. */
struct tn_comparison *tn_compare(const GPtrArray *predicted, const GPtrArray *measured,
                                 enum tn_objective objective, GError **error);
void tn_comparison_free(struct tn_comparison *c);

#endif
