/* Mechanisms, by which a rank accesses a peer's memory. A line below describes each mechanism by
 * its features, and other code depends only on these. Costs are in sim/attach.h, implementations in
 * the real transport; neither compiles if it lacks a mechanism. */
#ifndef TN_BASE_MECHANISM_H
#define TN_BASE_MECHANISM_H

#include <stdbool.h>

enum tn_mechanism_feature {
  TN_MOVES_ONCE = 1,    /* one rank moves the bytes in one copy */
  TN_IS_MAPPED = 2,     /* ranks load from and store to their peers' buffers */
  TN_PINS = 4,          /* each copy pins pages under the owner's page lock */
  TN_NEEDS_REGION = 8,  /* the owner must declare the buffer */
  TN_NEEDS_ATTACH = 16, /* the peer must attach the buffer */
  TN_NEEDS_FILES = 32,  /* buffers are files that all ranks map */
  TN_ON_DEVICE = 64,    /* user buffers are in device memory; copy engines copy them */
  TN_MAPS_DEVICE = 128  /* cores load from and store to device memory over its link */
};

/* Kinds of mechanisms, by the path of the bytes between ranks; X(kind, features):
 *   TN_BY_CALLS      a kernel call for each copy
 *   TN_BY_REGIONS    kernel calls from or to a declared region
 *   TN_BY_ATTACHING  loads and stores on attached buffers
 *   TN_BY_FILES      loads and stores on mapped files
 *   TN_BY_SEGMENTS   no direct access: all bytes go through shared segments
 *   TN_BY_ENGINES    copy engines, from device to device
 *   TN_BY_STAGING    copy engines, from and to shared segments of the host
 *   TN_BY_WINDOWS    loads and stores of cores between devices and shared segments */
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

/* Mechanisms, X(number, name, required device file or NULL, kind). */
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

enum tn_user_memory { TN_MEMORY_HOST, TN_MEMORY_DEVICE, TN_N_USER_MEMORIES };
extern const char *const tn_user_memory_names[TN_N_USER_MEMORIES + 1];

struct tn_mechanism_info {
  const char *name;
  const char *device; /* required device file, or NULL */
  enum tn_mechanism_kind kind;
};

extern const struct tn_mechanism_info tn_mechanisms[TN_N_MECHANISMS];
extern const char *const tn_mechanism_names[TN_N_MECHANISMS + 1];

bool tn_mechanism_is_single_copy(enum tn_mechanism mechanism);
bool tn_mechanism_is_mapped(enum tn_mechanism mechanism);
bool tn_mechanism_pins(enum tn_mechanism mechanism);
bool tn_mechanism_needs_region(enum tn_mechanism mechanism);
bool tn_mechanism_needs_attach(enum tn_mechanism mechanism);
bool tn_mechanism_needs_files(enum tn_mechanism mechanism);
bool tn_mechanism_is_on_device(enum tn_mechanism mechanism);
bool tn_mechanism_maps_device(enum tn_mechanism mechanism);

/* Returns the mechanism for buffers in host memory: CMA if `mechanism` is for devices, else
 * itself. */
enum tn_mechanism tn_mechanism_of_host(enum tn_mechanism mechanism);
enum tn_user_memory tn_mechanism_memory(enum tn_mechanism mechanism);

#endif
