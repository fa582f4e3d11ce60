/* A GPU of NVIDIA through its driver, which is found at run time: the program needs nothing of it to
 * be built. What is called is declared here as the toolkit's cuda.h (13.0) declares it; results are
 * 0 or an error's number, addresses of devices unsigned long long. For members of a team: the
 * driver does not survive a fork, so that nothing here may be called before one. */
#ifndef TN_REAL_GPU_H
#define TN_REAL_GPU_H

#include <stddef.h>

#include "team.h"

/* A buffer as another process opens it. */
struct tn_gpu_handle {
  char bytes[64];
};

/* Where memory is to be. */
struct tn_gpu_location {
  int type, number;
};

/* X(function, whether all drivers since CUDA 11 have it, arguments). */
#define TN_GPU_CALLS(X)                                                                            \
  X(cuInit, true, (unsigned flags))                                                                \
  X(cuGetErrorString, true, (int error, const char **ret))                                         \
  X(cuDeviceGetCount, true, (int *ret))                                                            \
  X(cuDeviceGet, true, (int *ret, int number))                                                     \
  X(cuDeviceGetName, true, (char *ret, int room, int device))                                      \
  X(cuDeviceGetAttribute, true, (int *ret, int attribute, int device))                             \
  X(cuDevicePrimaryCtxRetain, true, (void **ret, int device))                                      \
  X(cuCtxSetCurrent, true, (void *context))                                                        \
  X(cuModuleLoadData, true, (void **ret, const void *image))                                       \
  X(cuModuleGetFunction, true, (void **ret, void *module, const char *name))                       \
  X(cuLaunchKernel, true,                                                                          \
    (void *function, unsigned blocks, unsigned, unsigned, unsigned threads, unsigned, unsigned,    \
     unsigned shared_bytes, void *stream, void **arguments, void **extra))                         \
  X(cuStreamCreate, true, (void **ret, unsigned flags))                                            \
  X(cuStreamSynchronize, true, (void *stream))                                                     \
  X(cuMemGetInfo_v2, true, (size_t * ret_free, size_t * ret_total))                                \
  X(cuMemAlloc_v2, true, (unsigned long long *ret, size_t bytes))                                  \
  X(cuMemsetD8_v2, true, (unsigned long long to, unsigned char byte, size_t bytes))                \
  X(cuMemHostAlloc, true, (void **ret, size_t bytes, unsigned flags))                              \
  X(cuMemcpyDtoH_v2, true, (void *to, unsigned long long from, size_t bytes))                      \
  X(cuMemcpyHtoD_v2, true, (unsigned long long to, const void *from, size_t bytes))                \
  X(cuMemcpyDtoHAsync_v2, true, (void *to, unsigned long long from, size_t bytes, void *stream))   \
  X(cuMemcpyHtoDAsync_v2, true,                                                                    \
    (unsigned long long to, const void *from, size_t bytes, void *stream))                         \
  X(cuIpcGetMemHandle, true, (struct tn_gpu_handle * ret, unsigned long long start))               \
  X(cuIpcOpenMemHandle_v2, true,                                                                   \
    (unsigned long long *ret, struct tn_gpu_handle handle, unsigned flags))                        \
  X(cuIpcCloseMemHandle, true, (unsigned long long start))                                         \
  X(cuMemAllocManaged, true, (unsigned long long *ret, size_t bytes, unsigned flags))              \
  X(cuMemAdvise_v2, false,                                                                         \
    (unsigned long long start, size_t bytes, int advice, struct tn_gpu_location location))         \
  X(cuMemPrefetchAsync_v2, false,                                                                  \
    (unsigned long long start, size_t bytes, struct tn_gpu_location location, unsigned flags,      \
     void *stream))

/* The first GPU that the driver shows to this process, ready for use. */
struct tn_gpu {
  struct tn_member *member;
  int device;
  void *module; /* of tn_gpu_kernels; NULL: not loaded yet */
#define TN_GPU_CALL(function, is_needed, arguments) int(*function) arguments;
  TN_GPU_CALLS(TN_GPU_CALL)
#undef TN_GPU_CALL
};

/* Calls the driver, and ends the team with its words where it says no: TN_GPU_TRY(gpu,
 * cuMemAlloc_v2, &start, bytes). */
#define TN_GPU_TRY(gpu, function, ...) tn_gpu_check(gpu, #function, (gpu)->function(__VA_ARGS__))
void tn_gpu_check(const struct tn_gpu *gpu, const char *function, int result);

/* Ends the team ("no device: ...") where there is no driver or no GPU. */
void tn_gpu_begin(struct tn_gpu *gpu, struct tn_member *member);

/* cuda.h's numbers of what a device is asked. */
enum tn_gpu_attribute {
  TN_GPU_PROCESSORS = 16, /* multiprocessors */
  TN_GPU_BUS = 33,
  TN_GPU_SLOT = 34,
  TN_GPU_L2 = 38,      /* bytes */
  TN_GPU_ENGINES = 40, /* for copies beside kernels */
  TN_GPU_DOMAIN = 50,
  TN_GPU_IS_MAPPED = 101 /* cores load from and store to its memory, which stays there */
};
int tn_gpu_ask(const struct tn_gpu *gpu, enum tn_gpu_attribute attribute);

/* The kernels of tn_gpu_kernels (gpu_kernels.c has their arguments), and running one in the default
 * stream. */
void *tn_gpu_kernel(struct tn_gpu *gpu, const char *name);
void tn_gpu_launch(const struct tn_gpu *gpu, void *kernel, int blocks, int threads,
                   void **arguments);
extern const char tn_gpu_kernels[];

/* Memory of the device, zeroed; of the host, pinned, which the device reaches at the same address. It
 * lasts as long as the process. */
unsigned long long tn_gpu_memory(const struct tn_gpu *gpu, size_t bytes);
void *tn_gpu_pinned(const struct tn_gpu *gpu, size_t bytes);
/* So many bytes, but no more than a small part of what is free on the device; a multiple of 16. */
size_t tn_gpu_spare(const struct tn_gpu *gpu, size_t wanted);

#endif
