/* Points sorted into blocks for the text table: one block per platform, profile, backing, state
 * of the buffers, mapping, root, collective and rank count; inside it rows are sizes and columns
 * algorithms with their parameters. */
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
  const struct tn_values *heading; /* what tells it from others of its algorithm: mechanism,
                                      parameters */
};

struct tn_block {
  const struct tn_results *results; /* borrowed */
  const struct tn_point *first;     /* of its points, borrowed */
  GArray *points;                   /* guint, in the order of the plan */
  GArray *columns;                  /* struct tn_block_column, in the order of the plan */
  GArray *sizes;                    /* size_t, in the order of the plan */
  struct tn_vary *vary;             /* of the columns, owned */
  guint *cells;                     /* cells[size * n_columns + column]: a point or TN_NO_POINT */
  enum tn_objective objective;      /* the time that the table shows */
  double *times;                    /* times[size * n_columns + column]: seconds, NAN: none */
  guint *winners;                   /* winners[size]: column of least time, or TN_NO_COLUMN */
  guint reference;                  /* column that --reference names, or TN_NO_COLUMN */
  char *rewritten;                  /* remark about rewritten buffers (rewritten.h), or NULL */
  struct tn_assumption assumed; /* its error is that of the times; without a list: not asked for */
};

/* All blocks in the order in which their first points stand; time linear in the points. Transfer
 * full, of struct tn_block. */
GPtrArray *tn_blocks_new(const struct tn_results *results, enum tn_objective objective);

const struct tn_block_column *tn_block_column(const struct tn_block *b, guint column);
size_t tn_block_size(const struct tn_block *b, guint size);
/* The finished result of a cell, or NULL. */
const struct tn_sim_result *tn_block_result(const struct tn_block *b, guint size, guint column);
/* The time of a cell, seconds, NAN where there is none. */
double tn_block_time(const struct tn_block *b, guint size, guint column);
/* The error (seconds) of a finished cell's time: its own range where that is known of the average. */
double tn_block_error(const struct tn_block *b, guint size, guint column);
/* The point of a cell, or TN_NO_POINT. */
guint tn_block_cell(const struct tn_block *b, guint size, guint column);
/* The column of least time among those of other algorithms than the winner's, or TN_NO_COLUMN. */
guint tn_block_rival(const struct tn_block *b, guint size);

#endif
