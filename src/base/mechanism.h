/* Mechanisms: how a rank reaches the memory of another. One line of the list below each; everything
 * asks for their features. What they cost is the simulator's (sim/attach.h), how they are done the
 * real transport's; both fail to build when they do not know one. */
#ifndef TN_BASE_MECHANISM_H
#define TN_BASE_MECHANISM_H

#include <stdbool.h>

/* Who moves the bytes between two ranks' buffers, and what has to be done before. */
enum tn_mechanism_kind {
  TN_BY_CALLS,     /* a kernel call for each copy, which pins pages of the peer's */
  TN_BY_REGIONS,   /* the same, without pinning: the owner has declared a region */
  TN_BY_ATTACHING, /* loads and stores, once the peer's buffer is attached */
  TN_BY_FILES,     /* loads and stores: buffers are files that every rank has mapped */
  TN_BY_SEGMENTS   /* none to a peer's buffers: all bytes go through shared segments */
};

/* X(number, name, device that has to be there or NULL, kind). */
#define TN_MECHANISMS(X)                              \
  X(TN_CMA, "cma", NULL, TN_BY_CALLS)                 \
  X(TN_KNEM, "knem", "/dev/knem", TN_BY_REGIONS)      \
  X(TN_XPMEM, "xpmem", "/dev/xpmem", TN_BY_ATTACHING) \
  X(TN_MEMFD, "memfd", NULL, TN_BY_FILES)             \
  X(TN_CICO, "cico", NULL, TN_BY_SEGMENTS)

enum tn_mechanism {
#define TN_MECHANISM_NUMBER(number, name, device, kind) number,
  TN_MECHANISMS(TN_MECHANISM_NUMBER)
#undef TN_MECHANISM_NUMBER
  TN_N_MECHANISMS
};

struct tn_mechanism_info {
  const char *name;
  const char *device; /* that has to be there, or NULL */
  enum tn_mechanism_kind kind;
};

extern const struct tn_mechanism_info tn_mechanisms[TN_N_MECHANISMS];
extern const char *const tn_mechanism_names[TN_N_MECHANISMS + 1]; /* NULL-terminated */

/* Either side alone can move the bytes, once. */
bool tn_mechanism_is_single_copy(enum tn_mechanism mechanism);
/* Peers' buffers are reached by loads and stores. */
bool tn_mechanism_is_mapped(enum tn_mechanism mechanism);
/* Every copy pins pages under the owner's page lock. */
bool tn_mechanism_pins(enum tn_mechanism mechanism);
/* A buffer has to be declared by its owner, or attached by who reaches for it. */
bool tn_mechanism_needs_region(enum tn_mechanism mechanism);
bool tn_mechanism_needs_attach(enum tn_mechanism mechanism);

#endif
