/* Blocks of the text table. A block has one platform, profile, backing, state of the buffers,
 * mapping, root, collective and number of ranks; a row per size, a column per algorithm with
 * parameters. */
#ifndef TN_TOOLS_BLOCK_H
#define TN_TOOLS_BLOCK_H

#include "notes.h"
#include "vary.h"

#define TN_NO_POINT G_MAXUINT
#define TN_NO_COLUMN G_MAXUINT

/* An algorithm with its parameters and mechanism. */
struct tn_block_column {
  const struct tn_method *algorithm;
  enum tn_mechanism mechanism;
  const struct tn_values *params;
  /* mechanism and parameters in which the column differs from the other columns with its
   * algorithm */
  const struct tn_values *heading;
};

struct tn_block {
  const struct tn_results *results; /* borrowed */
  const struct tn_point *first;     /* first point of the block, borrowed */
  GArray *points;                   /* guint: indices of the points, in the order of the plan */
  GArray *columns;                  /* struct tn_block_column, in plan order */
  GArray *sizes;                    /* size_t: bytes, in plan order */
  struct tn_vary *vary;             /* parameters in which columns differ, owned */
  /* cells[size index * n_columns + column]: index of the point, or TN_NO_POINT */
  guint *cells;
  enum tn_objective objective; /* which time is shown */
  double *times;               /* [size index * n_columns + column]: seconds; NAN if unknown */
  guint *winners;              /* [size index]: fastest column at the size, or TN_NO_COLUMN */
  /* first column of the algorithm that --reference names, or TN_NO_COLUMN */
  guint reference;
  char *rewritten; /* remark on times with rewritten buffers (rewritten.h), or NULL */
  /* assumed parameters and their effect on the times; `list` is NULL if not requested */
  struct tn_assumption assumed;
};

/* Returns the blocks of results (struct tn_block), in the order of their first points. Takes linear
 * time. Transfer full. */
GPtrArray *tn_blocks_new(const struct tn_results *results, enum tn_objective objective);

const struct tn_block_column *tn_block_column(const struct tn_block *b, guint column);
size_t tn_block_size(const struct tn_block *b, guint size);
/* Returns the result of a cell, or NULL if its point is not finished. */
const struct tn_sim_result *tn_block_result(const struct tn_block *b, guint size, guint column);
/* Returns the time of a cell in seconds, NAN if it is unknown. */
double tn_block_time(const struct tn_block *b, guint size, guint column);
/* Returns the error of a cell's time in seconds: half the range of the time if known, otherwise the
 * error by assumed parameters. */
double tn_block_error(const struct tn_block *b, guint size, guint column);
/* Returns the index of a cell's point, or TN_NO_POINT. */
guint tn_block_cell(const struct tn_block *b, guint size, guint column);
/* Returns the fastest column at a size among algorithms other than the winner's, or
 * TN_NO_COLUMN. */
guint tn_block_rival(const struct tn_block *b, guint size);

#endif
