/* XPMEM between processes. An owner makes a segment of a buffer once; a peer attaches it once and
 * later finds it in its registration cache. The peer then loads and stores the owner's pages, which
 * fault like any mapped memory.
 *
 * The library is loaded at run time. Interface: github.com/openucx/xpmem. */
#ifndef TN_REAL_XPMEM_H
#define TN_REAL_XPMEM_H

#include "ranks.h"

/* Returns true if the machine has the library and a device that can be opened; otherwise false and
 * *error (REFUSED, "no /dev/xpmem"). Does not call the library: forked ranks could not use its open
 * device. */
bool tn_xpmem_is_there(GError **error);

/* Selects another library and device for tests. The texts are static; NULL: libxpmem.so.0 and
 * /dev/xpmem. */
void tn_xpmem_use(const char *library, const char *device);

/* The functions below are for ranks. They end the rank if the system refuses (REFUSED), or if the
 * rank attaches a buffer that is not exposed. */

/* Starts XPMEM in a rank. If the run's mechanism is not xpmem, this function and the next three do
 * nothing. */
void tn_xpmem_init(struct tn_real_rank *rank);
void tn_xpmem_expose(struct tn_real_rank *rank, enum tn_buf buf);
void tn_xpmem_attach(struct tn_real_rank *rank, int peer, enum tn_buf buf);
/* Detaches the user's buffers of all peers from this rank, because their pages are new. The owners
 * keep their segments. */
void tn_xpmem_renew(struct tn_real_rank *rank);
/* Returns the address of the first byte of a peer's buffer; ends the rank if the buffer is not
 * attached. */
unsigned char *tn_xpmem_bytes(struct tn_real_rank *rank, int peer, enum tn_buf buf);

#endif
