/* Uses an NVIDIA GPU through its driver, loaded at run time without a toolkit. Declarations follow
 * cuda.h (13.0): functions return 0 or an error number, device addresses are unsigned long long.
 * Call them only in members of a team: the driver does not survive a fork. */
#ifndef TN_REAL_GPU_H
#define TN_REAL_GPU_H

#include <stddef.h>

#include "team.h"

/* Handle by which another process can open a buffer. */
struct tn_gpu_handle {
  char bytes[64];
};

/* CUmemLocation of cuda.h. */
struct tn_gpu_location {
  int type, number;
};

/* Functions of the driver, X(function, true if all drivers since CUDA 11 have it, arguments). */
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

struct tn_gpu {
  struct tn_member *member;
  int device;
  void *module; /* kernels of tn_gpu_kernels; NULL if not loaded */
#define TN_GPU_CALL(function, is_needed, arguments) int(*function) arguments;
  TN_GPU_CALLS(TN_GPU_CALL)
#undef TN_GPU_CALL
};

/* Calls the driver, as in TN_GPU_TRY(gpu, cuMemAlloc_v2, &start, bytes). Ends the team with the
 * driver's message on failure. */
#define TN_GPU_TRY(gpu, function, ...) tn_gpu_check(gpu, #function, (gpu)->function(__VA_ARGS__))
void tn_gpu_check(const struct tn_gpu *gpu, const char *function, int result);

/* Initialises the GPU. Ends the team ("no device: ...") if there is no driver or no GPU. */
void tn_gpu_begin(struct tn_gpu *gpu, struct tn_member *member);

/* Attributes by their numbers in cuda.h. */
enum tn_gpu_attribute {
  TN_GPU_PROCESSORS = 16, /* multiprocessors */
  TN_GPU_BUS = 33,
  TN_GPU_SLOT = 34,
  TN_GPU_L2 = 38,      /* bytes of the L2 cache */
  TN_GPU_ENGINES = 40, /* number of engines that copy while kernels run */
  TN_GPU_DOMAIN = 50,
  /* 1 if cores can load from and store to managed memory that stays on the device */
  TN_GPU_IS_MAPPED = 101
};
int tn_gpu_ask(const struct tn_gpu *gpu, enum tn_gpu_attribute attribute);

/* Returns a kernel of tn_gpu_kernels (gpu_kernels.c has the arguments). tn_gpu_launch uses the
 * default stream. */
void *tn_gpu_kernel(struct tn_gpu *gpu, const char *name);
void tn_gpu_launch(const struct tn_gpu *gpu, void *kernel, int blocks, int threads,
                   void **arguments);
extern const char tn_gpu_kernels[];

/* Return memory that is never freed: zeroed memory of the device, or pinned memory of the host with
 * the same address on the device. */
unsigned long long tn_gpu_memory(const struct tn_gpu *gpu, size_t bytes);
void *tn_gpu_pinned(const struct tn_gpu *gpu, size_t bytes);
/* Returns the number of bytes to allocate: `wanted`, at most a sixteenth of the device's free
 * memory, as a multiple of 16. */
size_t tn_gpu_spare(const struct tn_gpu *gpu, size_t wanted);

#endif
