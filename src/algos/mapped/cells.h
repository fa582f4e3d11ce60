/* Moves vectors in chunks through cells of shared memory, and runs the two steps of MPICH's
 * collectives within a node ("release gather", ch4/shm/posix). Rank 0 is always the root of the
 * trees. The release moves down a tree: rank 0 announces a chunk on its release flag; every other
 * rank sets its flag after its parent. The gather moves up a tree: a rank sets its gather flag
 * after all its children. Chunks are numbered over all calls, and chunk number n uses cell n modulo
 * the number of cells. */
#ifndef TN_ALGOS_MAPPED_CELLS_H
#define TN_ALGOS_MAPPED_CELLS_H

#include "algos/kit/tree.h"
#include "algos/messages/p2p.h"

/* Indices of the first parameters of the algorithms that use cells. */
enum { TN_CELLS_BUFFER, TN_CELLS_NUMBER, TN_CELLS_TREE, TN_CELLS_RADIX, TN_CELLS_N_PARAMS };

struct tn_cells {
  struct tn_strand *r;
  size_t total, cell; /* bytes of the vector; bytes of a cell */
  size_t at;          /* offset in bytes of the cells in the SHARED memory of every rank */
  uint64_t n_cells, n_chunks;
  uint64_t earlier; /* number of chunks in all earlier calls */
};

/* Initialises the cells, from byte `at` of SHARED on. A chunk of a reduction has whole elements. */
void tn_cells_begin(struct tn_cells *c, struct tn_strand *r, size_t at);

/* Return the bytes of one cell; of all cells of a rank. */
size_t tn_cell_size(const struct tn_call *call);
size_t tn_cells_size(const struct tn_call *call);
/* Returns NULL or the reason of a refusal; may be an algorithm's `unsupported`. */
const char *tn_cells_unsupported(const struct tn_call *call);
/* Number of lines of flags that tn_cells_release and tn_cells_arrive use. tn_cells_slots: a rank's
 * number of flags if these lines follow the flags of messages. */
enum { TN_CELLS_LINES = 2 };
int tn_cells_slots(const struct tn_call *call);

/* Return chunk i (0 .. n_chunks - 1) of the vector in a buffer of `rank`, and `rank`'s cell for it.
 * Only the first chunk may be shorter than a cell, as in MPICH. */
struct tn_span tn_cells_chunk(const struct tn_cells *c, uint64_t i, int rank, enum tn_buf buf);
struct tn_span tn_cells_cell(const struct tn_cells *c, uint64_t i, int rank);

/* Return chunk i's number over all calls, from 1; the condition that flag `slot` of `rank` has
 * reached chunk `number`. The condition always holds for 0, and for chunks of calls before the last
 * meeting of all ranks. */
uint64_t tn_cells_number(const struct tn_cells *c, uint64_t i);
struct tn_cond tn_cells_reached(const struct tn_cells *c, int rank, int slot, uint64_t number);

/* Computes the caller's position in the tree of the parameter `tree`; tn_tree_finish frees it. */
void tn_cells_tree(struct tn_tree *tree, const struct tn_call *call, int64_t radix);

/* tn_cells_release waits for the parent's release flag and sets the caller's, for chunk i.
 * tn_cells_arrive sets the caller's flag on `line` to a chunk's number. tn_cells_await waits until
 * `rank`'s flag on `line` has reached that number. */
void tn_cells_release(const struct tn_cells *c, const struct tn_tree *tree, uint64_t i, int line);
void tn_cells_arrive(const struct tn_cells *c, uint64_t number, int line);
void tn_cells_await(const struct tn_cells *c, int rank, uint64_t number, int line);

extern const char *const tn_cells_tree_names[]; /* NULL-terminated */

#define TN_CELLS_PARAMS(least_cells, radix)                                                        \
  [TN_CELLS_BUFFER] = TN_SIZE_PARAM("buffer", 1024, 32768, "bytes of the cells of a rank"),        \
  [TN_CELLS_NUMBER] = TN_COUNT_PARAM("cells", (least_cells), 1024, 4, "cells of the buffer"),      \
  [TN_CELLS_TREE] = TN_CHOICE_PARAM("tree", tn_cells_tree_names, 0, "shape of the trees"),         \
  [TN_CELLS_RADIX] = TN_COUNT_PARAM("radix", 2, 0, (radix), "radix of the tree")

/* How the vector of a root other than rank 0 is sent to rank 0, or the sum is sent back: in chunks
 * or whole. */
enum tn_cells_forward { TN_FORWARD_CHUNKS, TN_FORWARD_WHOLE };
extern const char *const tn_cells_forward_names[]; /* NULL-terminated */
/* Returns the limits of the messages between rank 0 and another root. */
struct tn_p2p_use tn_cells_forward_use(const struct tn_call *call, bool whole);

#endif
