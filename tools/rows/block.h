/* Blocks of the text table. A block has one platform, profile, backing, state of the buffers,
 * mapping, root, collective and number of ranks. Its rows are sizes, its columns algorithms with
 * their parameters. */
#ifndef TN_TOOLS_BLOCK_H
#define TN_TOOLS_BLOCK_H

#include "notes.h"
#include "vary.h"

#define TN_NO_POINT G_MAXUINT
#define TN_NO_COLUMN G_MAXUINT

/* One algorithm with one set of parameters and one mechanism. */
struct tn_block_column {
  const struct tn_method *algorithm;
  enum tn_mechanism mechanism;
  const struct tn_values *params;
  const struct tn_values *heading; /* mechanism and parameters that distinguish the column from
                                    * others of its algorithm */
};

struct tn_block {
  const struct tn_results *results; /* borrowed */
  const struct tn_point *first;     /* first point of the block, borrowed */
  GArray *points;                   /* guint: indices of the points, in the order of the plan */
  GArray *columns;                  /* struct tn_block_column, in the order of the plan */
  GArray *sizes;                    /* size_t: bytes, in the order of the plan */
  struct tn_vary *vary;             /* parameters in which the columns differ, owned */
  guint *cells;                     /* cells[size index * n_columns + column]: a point or
                                     * TN_NO_POINT */
  enum tn_objective objective;      /* which time the table shows */
  double *times;                    /* times[size index * n_columns + column]: seconds; NAN if
                                     * unknown */
  guint *winners;                   /* winners[size index]: column with the least time, or
                                     * TN_NO_COLUMN */
  guint reference;                  /* column that --reference names, or TN_NO_COLUMN */
  char *rewritten;                  /* remark about rewritten buffers (rewritten.h), or NULL */
  struct tn_assumption assumed;     /* assumed parameters and their effect on the times; its list is
                                     * NULL if not requested */
};

/* Returns all blocks (struct tn_block) in the order of their first points. The run time is linear
 * in the number of points. Transfer full. */
GPtrArray *tn_blocks_new(const struct tn_results *results, enum tn_objective objective);

const struct tn_block_column *tn_block_column(const struct tn_block *b, guint column);
size_t tn_block_size(const struct tn_block *b, guint size);
/* Returns the result of a cell, or NULL if its point is not finished. */
const struct tn_sim_result *tn_block_result(const struct tn_block *b, guint size, guint column);
/* Returns the time of a cell in seconds, NAN if it is unknown. */
double tn_block_time(const struct tn_block *b, guint size, guint column);
/* Returns the error of a cell's time in seconds: half of the range of the average if it is known,
 * else the error that assumed parameters cause. */
double tn_block_error(const struct tn_block *b, guint size, guint column);
/* Returns the point of a cell, or TN_NO_POINT. */
guint tn_block_cell(const struct tn_block *b, guint size, guint column);
/* Returns the fastest column among the algorithms that are not the winner's, or TN_NO_COLUMN. */
guint tn_block_rival(const struct tn_block *b, guint size);

#endif
