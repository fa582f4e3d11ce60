/* XPMEM between processes. The owner of a buffer makes a segment of it once. A peer gets and
 * attaches the segment once; later it finds the segment in its registration cache. Loads and stores
 * of the peer then access the owner's pages, which fault like those of any mapped memory.
 *
 * The library is loaded at run time; building does not need it. Interface:
 * github.com/openucx/xpmem. */
#ifndef TN_REAL_XPMEM_H
#define TN_REAL_XPMEM_H

#include "ranks.h"

/* Returns true if this machine has XPMEM: the library, and a device that can be opened.
 * Otherwise returns false and sets *error (TN_REAL_ERROR, REFUSED), for example "no /dev/xpmem".
 * The function does not call the library, because forked ranks could not use the device that the
 * library opens. */
bool tn_xpmem_is_there(GError **error);

/* Selects another library and device, for tests. The strings are static; NULL means libxpmem.so.0
 * and /dev/xpmem. */
void tn_xpmem_use(const char *library, const char *device);

/* The functions below are for ranks. They end the rank if the system refuses (REFUSED), or if the
 * rank attaches a buffer that is not exposed. */

/* Starts the use of XPMEM in a rank. Without that mechanism this and the next three functions do
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
