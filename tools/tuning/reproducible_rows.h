/* Choices that keep the bits of a reduction's result. */
#ifndef TN_TOOLS_TUNING_REPRODUCIBLE_ROWS_H
#define TN_TOOLS_TUNING_REPRODUCIBLE_ROWS_H

#include "study/reproducible.h"
#include "tune/tune.h"

/* Rows among which choices are sought, and what the choices must keep. */
struct tn_bits_asked {
  unsigned keeps; /* bits of enum tn_keeps */
  const GPtrArray *rows;
  enum tn_objective objective;
  int jobs;
  bool (*may_win)(const void *data, const struct tn_row *row); /* NULL: every row may */
  const void *data;
};

/* Returns the rows that keep the bits, a set of borrowed rows: the fastest of each size and the
 * next algorithm or, with TN_KEEPS_SIZE, the choices of one order of additions that together cost
 * least over the sizes (as a mean of ratios). Rows of collectives without a sum of floating-point
 * numbers all keep them. Adds remarks on sizes that have no such choice. Simulates the orders of
 * additions. Returns NULL and *error if it is interrupted or rows cannot be simulated. Transfer
 * full. */
GHashTable *tn_bits_kept(const struct tn_bits_asked *asked, GPtrArray *remarks, GError **error);

#endif
