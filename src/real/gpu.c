#include "gpu.h"

#include <dlfcn.h>

static const char library[] = "libcuda.so.1";

static void load(struct tn_gpu *gpu, void *handle, const char *name, bool is_needed,
                 void *ret_function)
{
  /* POSIX allows this conversion to a function pointer; ISO C has none. */
  *(void **)ret_function = dlsym(handle, name);
  if (is_needed && !*(void **)ret_function)
    tn_member_refuse(gpu->member, "no device: no function %s in %s", name, library);
}

static const char *words_of(const struct tn_gpu *gpu, int error)
{
  const char *words = NULL;
  return gpu->cuGetErrorString(error, &words) == 0 && words ? words : "an unknown error";
}

void tn_gpu_check(const struct tn_gpu *gpu, const char *function, int result)
{
  if (result != 0)
    tn_member_refuse(gpu->member, "%s: %s (%d)", function, words_of(gpu, result), result);
}

void tn_gpu_begin(struct tn_gpu *gpu, struct tn_member *member)
{
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL), *context;
  int n = 0;
  *gpu = (struct tn_gpu){ .member = member };
  if (!handle)
    tn_member_refuse(member, "no device: %s", dlerror());
#define LOAD(function, is_needed, arguments)                                                       \
  load(gpu, handle, #function, is_needed, (void *)&gpu->function);
  TN_GPU_CALLS(LOAD)
#undef LOAD
  const int result = gpu->cuInit(0);
  if (result != 0 || gpu->cuDeviceGetCount(&n) != 0 || n == 0)
    tn_member_refuse(member, "no device: %s: %s", library,
                     result != 0 ? words_of(gpu, result) : "it shows no device to this process");
  TN_GPU_TRY(gpu, cuDeviceGet, &gpu->device, 0);
  TN_GPU_TRY(gpu, cuDevicePrimaryCtxRetain, &context, gpu->device);
  TN_GPU_TRY(gpu, cuCtxSetCurrent, context);
}

int tn_gpu_ask(const struct tn_gpu *gpu, enum tn_gpu_attribute attribute)
{
  int value = 0;
  TN_GPU_TRY(gpu, cuDeviceGetAttribute, &value, attribute, gpu->device);
  return value;
}

void *tn_gpu_kernel(struct tn_gpu *gpu, const char *name)
{
  void *kernel = NULL;
  if (!gpu->module)
    TN_GPU_TRY(gpu, cuModuleLoadData, &gpu->module, tn_gpu_kernels);
  TN_GPU_TRY(gpu, cuModuleGetFunction, &kernel, gpu->module, name);
  return kernel;
}

void tn_gpu_launch(const struct tn_gpu *gpu, void *kernel, int blocks, int threads,
                   void **arguments)
{
  TN_GPU_TRY(gpu, cuLaunchKernel, kernel, (unsigned)blocks, 1, 1, (unsigned)threads, 1, 1, 0, NULL,
             arguments, NULL);
}

unsigned long long tn_gpu_memory(const struct tn_gpu *gpu, size_t bytes)
{
  unsigned long long start;
  TN_GPU_TRY(gpu, cuMemAlloc_v2, &start, bytes);
  TN_GPU_TRY(gpu, cuMemsetD8_v2, start, 0, bytes);
  TN_GPU_TRY(gpu, cuStreamSynchronize, NULL);
  return start;
}

void *tn_gpu_pinned(const struct tn_gpu *gpu, size_t bytes)
{
  void *start;
  TN_GPU_TRY(gpu, cuMemHostAlloc, &start, bytes, 0);
  return start;
}

size_t tn_gpu_spare(const struct tn_gpu *gpu, size_t wanted)
{
  enum { PART = 16, UNIT = 16 };
  size_t free_bytes = 0, total = 0;
  TN_GPU_TRY(gpu, cuMemGetInfo_v2, &free_bytes, &total);
  return MIN(wanted, free_bytes / PART) / UNIT * UNIT;
}
