/* XPMEM between processes. The owner makes a segment of a buffer once. A peer gets and attaches the
 * segment once, and later finds it in its registration cache. Loads and stores then access the
 * owner's pages, which fault like those of any mapped memory.
 *
 * The library is loaded at run time; building does not need it. Interface:
 * github.com/openucx/xpmem. */
#ifndef TN_REAL_XPMEM_H
#define TN_REAL_XPMEM_H

#include "ranks.h"

/* Returns true if this machine has XPMEM: the library and a device that can be opened. Otherwise
 * returns false and sets *error (TN_REAL_ERROR, REFUSED), for example "no /dev/xpmem". Calls no
 * function of the library, because forked ranks could not use its open device. */
bool tn_xpmem_is_there(GError **error);

/* Selects another library and device, for tests; static strings, NULL: libxpmem.so.0 and
 * /dev/xpmem. */
void tn_xpmem_use(const char *library, const char *device);

/* Functions for ranks. They end the rank if the system refuses (REFUSED), or if it attaches a
 * buffer that is not exposed. */

/* Starts the use of XPMEM in a rank. Without that mechanism this and the next three functions do
 * nothing. */
void tn_xpmem_init(struct tn_real_rank *rank);
void tn_xpmem_expose(struct tn_real_rank *rank, enum tn_buf buf);
void tn_xpmem_attach(struct tn_real_rank *rank, int peer, enum tn_buf buf);
/* Detaches all of the user's buffers because their pages are new. Peers keep their segments. */
void tn_xpmem_renew(struct tn_real_rank *rank);
/* Returns the first byte of a peer's attached buffer; ends the rank if it is not attached. */
unsigned char *tn_xpmem_bytes(struct tn_real_rank *rank, int peer, enum tn_buf buf);

#endif
