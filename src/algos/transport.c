/* Operations of the transport table (transport.h) for transports that need not do them. */
#include "transport.h"

void tn_expose_nothing(struct tn_strand *r, enum tn_buf buf)
{
  (void)r;
  (void)buf;
}

void tn_expose_part_nothing(struct tn_strand *r, struct tn_span own)
{
  (void)r;
  (void)own;
}

void tn_attach_nothing(struct tn_strand *r, int rank, enum tn_buf buf)
{
  (void)r;
  (void)rank;
  (void)buf;
}

void tn_software_nothing(struct tn_strand *r, enum tn_software what, int peer, size_t bytes)
{
  (void)r;
  (void)what;
  (void)peer;
  (void)bytes;
}
