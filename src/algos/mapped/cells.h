/* Vectors that move through cells of shared memory in chunks, and the two steps of MPICH's
 * collectives within a node ("release gather", ch4/shm/posix). The trees are rooted at rank 0 for
 * any root of the collective. Release moves down: rank 0 announces a chunk on its own flag; each
 * other rank sets its flag after its parent's. Gather moves up: a rank sets its other flag when its
 * children have set theirs. Chunks are numbered over all calls, and chunk number n uses cell n
 * modulo the number of cells. */
#ifndef TN_ALGOS_MAPPED_CELLS_H
#define TN_ALGOS_MAPPED_CELLS_H

#include "algos/kit/tree.h"
#include "algos/messages/p2p.h"

/* Leading parameters of every entry with cells. */
enum { TN_CELLS_BUFFER, TN_CELLS_NUMBER, TN_CELLS_TREE, TN_CELLS_RADIX, TN_CELLS_N_PARAMS };

struct tn_cells {
  struct tn_strand *r;
  size_t total, cell; /* bytes of the vector, of a cell */
  size_t at;          /* start of the cells in every rank's SHARED, bytes */
  uint64_t n_cells, n_chunks;
  uint64_t earlier; /* chunks of earlier calls */
};

/* Initialises the cells of r->call, which begin `at` bytes into SHARED. Reductions are cut between
 * elements. */
void tn_cells_begin(struct tn_cells *c, struct tn_strand *r, size_t at);

/* Return the bytes of one cell, and of all cells of a rank. */
size_t tn_cell_size(const struct tn_call *call);
size_t tn_cells_size(const struct tn_call *call);
/* Checks the call, as `unsupported` of an entry with cells. */
const char *tn_cells_unsupported(const struct tn_call *call);
/* Lines of flags of tn_cells_release and tn_cells_arrive; flags of each rank of an entry that has
 * these lines after those of messages. */
enum { TN_CELLS_LINES = 2 };
int tn_cells_slots(const struct tn_call *call);

/* Return chunk i of the vector, 0 .. n_chunks - 1, in a buffer of `rank`; the cell of `rank` for
 * that chunk. Only the first chunk may be shorter than a cell, as in MPICH. */
struct tn_span tn_cells_chunk(const struct tn_cells *c, uint64_t i, int rank, enum tn_buf buf);
struct tn_span tn_cells_cell(const struct tn_cells *c, uint64_t i, int rank);

/* Return the number of chunk i, from 1; the condition that `rank`'s flag on `slot` has reached a
 * chunk's number. The condition holds for 0 and for chunks of calls before the last meeting. */
uint64_t tn_cells_number(const struct tn_cells *c, uint64_t i);
struct tn_cond tn_cells_reached(const struct tn_cells *c, int rank, int slot, uint64_t number);

/* Computes the caller's position in the tree of the call's parameter `tree`; tn_tree_finish frees
 * it. */
void tn_cells_tree(struct tn_tree *tree, const struct tn_call *call, int64_t radix);

/* Run the two steps for one chunk, each on its own line. */
void tn_cells_release(const struct tn_cells *c, const struct tn_tree *tree, uint64_t i, int line);
void tn_cells_arrive(const struct tn_cells *c, uint64_t number, int line);
void tn_cells_await(const struct tn_cells *c, int rank, uint64_t number, int line);

extern const char *const tn_cells_tree_names[]; /* NULL-terminated */

#define TN_CELLS_PARAMS(least_cells, radix)                                                        \
  [TN_CELLS_BUFFER] = TN_SIZE_PARAM("buffer", 1024, 32768, "bytes of the cells of a rank"),        \
  [TN_CELLS_NUMBER] = TN_COUNT_PARAM("cells", (least_cells), 1024, 4, "cells of the buffer"),      \
  [TN_CELLS_TREE] = TN_CHOICE_PARAM("tree", tn_cells_tree_names, 0, "shape of the trees"),         \
  [TN_CELLS_RADIX] = TN_COUNT_PARAM("radix", 2, 0, (radix), "radix of the tree")

/* Transfer of the vector from a root other than 0 to rank 0, or of the sum back. */
enum tn_cells_forward { TN_FORWARD_CHUNKS, TN_FORWARD_WHOLE };
extern const char *const tn_cells_forward_names[]; /* NULL-terminated */
/* Returns the use of the messages for that transfer. */
struct tn_p2p_use tn_cells_forward_use(const struct tn_call *call, bool whole);

#endif
