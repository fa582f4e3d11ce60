/* Mechanisms: how a rank reaches the memory of another. Each is one line of the list below; other
 * code asks for the features of its kind. The simulator has their costs (sim/attach.h), the real
 * transport their implementation; both fail to build when they lack one. */
#ifndef TN_BASE_MECHANISM_H
#define TN_BASE_MECHANISM_H

#include <stdbool.h>

/* Features of mechanisms. */
enum tn_mechanism_feature {
  TN_MOVES_ONCE = 1,    /* either side alone moves the bytes, once */
  TN_IS_MAPPED = 2,     /* peers' buffers are reached by loads and stores */
  TN_PINS = 4,          /* every copy pins pages under the owner's page lock */
  TN_NEEDS_REGION = 8,  /* the owner has to declare a buffer */
  TN_NEEDS_ATTACH = 16, /* a peer has to attach a buffer */
  TN_NEEDS_FILES = 32,  /* buffers have to be files that every rank maps */
  TN_ON_DEVICE = 64,    /* the user's buffers are in devices' memory, which engines copy */
  TN_MAPS_DEVICE = 128  /* cores reach that memory by loads and stores over the device's link */
};

/* How bytes move between two ranks' buffers, X(kind, features): by a kernel call for each copy; by
 * such calls from or to a region; by loads and stores to attached buffers, or to files; not at all,
 * since all bytes go through shared segments; by copy engines, from device to device; by engines from
 * and to shared segments of the host; by loads and stores of cores from and to such segments. */
#define TN_MECHANISM_KINDS(X)                                                                      \
  X(TN_BY_CALLS, TN_MOVES_ONCE | TN_PINS)                                                          \
  X(TN_BY_REGIONS, TN_MOVES_ONCE | TN_NEEDS_REGION)                                                \
  X(TN_BY_ATTACHING, TN_MOVES_ONCE | TN_IS_MAPPED | TN_NEEDS_ATTACH)                               \
  X(TN_BY_FILES, TN_MOVES_ONCE | TN_IS_MAPPED | TN_NEEDS_FILES)                                    \
  X(TN_BY_SEGMENTS, 0)                                                                             \
  X(TN_BY_ENGINES, TN_MOVES_ONCE | TN_ON_DEVICE)                                                   \
  X(TN_BY_STAGING, TN_ON_DEVICE)                                                                   \
  X(TN_BY_WINDOWS, TN_ON_DEVICE | TN_MAPS_DEVICE)

enum tn_mechanism_kind {
#define TN_MECHANISM_KIND_NUMBER(kind, features) kind,
  TN_MECHANISM_KINDS(TN_MECHANISM_KIND_NUMBER)
#undef TN_MECHANISM_KIND_NUMBER
      TN_N_MECHANISM_KINDS
};

/* X(number, name, device that has to be there or NULL, kind). */
#define TN_MECHANISMS(X)                                                                           \
  X(TN_CMA, "cma", NULL, TN_BY_CALLS)                                                              \
  X(TN_KNEM, "knem", "/dev/knem", TN_BY_REGIONS)                                                   \
  X(TN_XPMEM, "xpmem", "/dev/xpmem", TN_BY_ATTACHING)                                              \
  X(TN_MEMFD, "memfd", NULL, TN_BY_FILES)                                                          \
  X(TN_CICO, "cico", NULL, TN_BY_SEGMENTS)                                                         \
  X(TN_DEVICE_IPC, "device-ipc", NULL, TN_BY_ENGINES)                                              \
  X(TN_DEVICE_STAGED, "device-staged", NULL, TN_BY_STAGING)                                        \
  X(TN_DEVICE_MAPPED, "device-mapped", NULL, TN_BY_WINDOWS)

enum tn_mechanism {
#define TN_MECHANISM_NUMBER(number, name, device, kind) number,
  TN_MECHANISMS(TN_MECHANISM_NUMBER)
#undef TN_MECHANISM_NUMBER
      TN_N_MECHANISMS
};

/* Where the user's buffers lie. */
enum tn_user_memory { TN_MEMORY_HOST, TN_MEMORY_DEVICE, TN_N_USER_MEMORIES };
extern const char *const tn_user_memory_names[TN_N_USER_MEMORIES + 1]; /* NULL-terminated */

struct tn_mechanism_info {
  const char *name;
  const char *device; /* that has to be there, or NULL */
  enum tn_mechanism_kind kind;
};

extern const struct tn_mechanism_info tn_mechanisms[TN_N_MECHANISMS];
extern const char *const tn_mechanism_names[TN_N_MECHANISMS + 1]; /* NULL-terminated */

/* Whether its kind has the feature. */
bool tn_mechanism_is_single_copy(enum tn_mechanism mechanism);
bool tn_mechanism_is_mapped(enum tn_mechanism mechanism);
bool tn_mechanism_pins(enum tn_mechanism mechanism);
bool tn_mechanism_needs_region(enum tn_mechanism mechanism);
bool tn_mechanism_needs_attach(enum tn_mechanism mechanism);
bool tn_mechanism_needs_files(enum tn_mechanism mechanism);
bool tn_mechanism_is_on_device(enum tn_mechanism mechanism);
bool tn_mechanism_maps_device(enum tn_mechanism mechanism);

/* How the host's memory is reached beside it: mechanisms on devices leave that to CMA. */
enum tn_mechanism tn_mechanism_of_host(enum tn_mechanism mechanism);
enum tn_user_memory tn_mechanism_memory(enum tn_mechanism mechanism);

#endif
