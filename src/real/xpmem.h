/* XPMEM on processes: the owner makes a segment of a buffer, once; a peer gets and attaches it,
 * once, and finds it in its registration cache from then on; loads and stores go where they should,
 * and the pages fault as those of any mapped memory do.
 *
 * The library is found at run time, so that the program needs nothing of it to be built. What is
 * known of its interface: github.com/openucx/xpmem. */
#ifndef TN_REAL_XPMEM_H
#define TN_REAL_XPMEM_H

#include "ranks.h"

/* Whether this machine has XPMEM: a device that can be opened, and the library. False and *error
 * (TN_REAL_ERROR, REFUSED) as "no /dev/xpmem". Calls nothing of the library: what it opened would
 * be of no use to forked ranks. */
bool tn_xpmem_is_there(GError **error);

/* For tests: another library and another device from now on; static strings, NULL: libxpmem.so.0
 * and /dev/xpmem. */
void tn_xpmem_use(const char *library, const char *device);

/* In a rank, of which all but the first do nothing with another mechanism. They end the rank when
 * the system refuses (REFUSED), or when a buffer that nobody has exposed is attached. */

/* Without XPMEM nothing but the rank's own. */
void tn_xpmem_init(struct tn_real_rank *rank);
void tn_xpmem_expose(struct tn_real_rank *rank, enum tn_buf buf);
void tn_xpmem_attach(struct tn_real_rank *rank, int peer, enum tn_buf buf);
/* Takes all attachments of the user's buffers back: they are new. Peers keep their segments. */
void tn_xpmem_renew(struct tn_real_rank *rank);
/* The first byte of a peer's buffer, which has been attached; else the rank is ended. */
unsigned char *tn_xpmem_bytes(struct tn_real_rank *rank, int peer, enum tn_buf buf);

#endif
