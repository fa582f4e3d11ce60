/* Which points have to be run to find winners: not all. Pure, and the same for the same times.
 *
 * A choice that is far from the best at two sizes is far from it in between. So sizes at most a
 * factor of 16 apart come first, then those in the middle between two that are done, and there only
 * choices that took at most TN_SEARCH_REACH times the best at one of the two. At each size the
 * first and last of an algorithm's parameters come first, the others only where the better of them
 * takes at most TN_SEARCH_REACH times the best. A choice whose closed form is TN_SEARCH_HOPELESS
 * times the least one of the size is not run there; one without a form is never discarded by forms.
 */
#ifndef TN_TUNE_SEARCH_H
#define TN_TUNE_SEARCH_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define TN_SEARCH_REACH 2.0
#define TN_SEARCH_HOPELESS 4.0

struct tn_search_point {
  guint group;  /* within which winners are looked for: a context */
  guint family; /* an algorithm with its mechanism: members differ in parameters */
  guint choice; /* the same number at all sizes, in the group and family only */
  int64_t size;
  double form;    /* closed form, seconds; NAN: none */
  bool always;    /* is run whatever its time */
  bool is_beside; /* no choice: only held against the winners */
  bool decides;   /* a library's decision: no choice of a range */
  guint table;    /* within which sizes are cut into ranges: a context */
};

struct tn_search;

/* Copies the n points. Transfer full. */
struct tn_search *tn_search_new(const struct tn_search_point *points, guint n);
void tn_search_free(struct tn_search *search);

/* Sets wanted[n] to the points to be run next, and says whether there are any: else the search is
 * over. time[n] are the times of what was wanted before; NAN: not known, or failed. */
bool tn_search_next(struct tn_search *search, const double *time, bool *wanted);

/* Points that closed forms have discarded, but for those that were run all the same. */
guint tn_search_n_hopeless(const struct tn_search *search, const bool *is_run);

/* For a table of at most `most` ranges (0: any number) within the loss `limit` (ranges.h): sets
 * wanted[n] to the points to be run next, and says whether there are any. What the search has left
 * out takes TN_SEARCH_REACH times the best at least; so much it is taken to take, and wanted where
 * the best table has it all the same. With nothing wanted the best table has only what was run
 * (is_run[n]), and none of all points is better. time[n]: NAN: not known, or failed. */
bool tn_search_ranges(const struct tn_search_point *points, guint n, const double *time,
                      const bool *is_run, guint most, double limit, bool *wanted);

#endif
