/* A stand-in for libcuda.so.1 on machines without a GPU: operations take fixed times, on one queue
 * per stream. It tests that the program uses the interface correctly and evaluates the times. It
 * shows neither the costs of a GPU nor that the kernels run on one. TN_CUDA_REFUSE=FUNCTION: that
 * function fails. TN_CUDA_MAPPED: cores can access device memory. TN_CUDA_NEAR: the device is the
 * card 0000:82:00.0 of gpus.xml, otherwise a card that is not in it. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define LAUNCH 4e-6
#define START 6e-6
#define SYNC 5e-6
#define OPEN 50e-6
#define OPEN_RATE 10e9
#define READ_RATE 400e9
#define SUM_RATE 100e9
#define STEP 2e-6 /* one step of a flag */
#define PAGEABLE 8e-6
#define PAGEABLE_RATE 4e9
#define DUPLEX 0.75
static const double rates[] = { 10e9, 12e9 }; /* out, in */
enum { OUT, IN, KERNELS, N_QUEUES };
enum { INVALID = 1, NOT_SUPPORTED = 801, KEPT = 4096, VECTOR = 16, TOLD = 64 };

struct handle {
  size_t bytes;
  char rest[64 - sizeof(size_t)];
};
struct location {
  int type, number;
};

/* The last operation of a stream. */
struct queue {
  double begin, end;
  size_t bytes;
};
static struct queue queues[N_QUEUES];
static const char *const kernels[] = { "nothing", "touch", "read", "sum", "exchange" };
enum { NOTHING, TOUCH, READ, SUM, EXCHANGE, N_NAMES };

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void wait_until(double end)
{
  const double nap = end - now() - 100e-6;
  if (nap > 0)
    nanosleep(
        &(struct timespec){ .tv_sec = (time_t)nap, .tv_nsec = (long)(nap * 1e9) % 1000000000 },
        NULL);
  while (now() < end)
    ;
}

static bool denies(const char *name)
{
  const char *refused = getenv("TN_CUDA_REFUSE");
  return refused && strcmp(refused, name) == 0;
}

/* Starts when the queue is empty, and at the earliest START after the launch. */
static struct queue *hand_over(int q, double seconds, size_t bytes)
{
  struct queue *queue = &queues[q];
  wait_until(now() + LAUNCH);
  const double first = now() + START;
  queue->begin = queue->end > first ? queue->end : first;
  queue->end = queue->begin + seconds;
  queue->bytes = bytes;
  return queue;
}

/* Copies at once: a core may poll the destination before it synchronises. The call returns when the
 * queue is empty. */
static void do_now(const struct queue *queue, void *to, const void *from, size_t n)
{
  wait_until(queue->end);
  memcpy(to, from, n);
}

static int finish(int q)
{
  wait_until(queues[q].end);
  wait_until(now() + SYNC);
  return 0;
}

#define CALL(name, ...)                                                                            \
  int name(__VA_ARGS__);                                                                           \
  int name(__VA_ARGS__)

CALL(cuInit, unsigned flags)
{
  return denies("cuInit") ? 100 : flags != 0;
}

CALL(cuGetErrorString, int error, const char **ret)
{
  *ret = error == 100             ? "no CUDA-capable device is detected"
         : error == NOT_SUPPORTED ? "operation not supported"
                                  : "invalid argument";
  return 0;
}

CALL(cuDeviceGetCount, int *ret)
{
  *ret = 1;
  return 0;
}

CALL(cuDeviceGet, int *ret, int number)
{
  *ret = number;
  return number != 0;
}

CALL(cuDeviceGetName, char *ret, int room, int device)
{
  strncpy(ret, "Stand-in <& Sons>", (size_t)room);
  return device != 0;
}

CALL(cuDeviceGetAttribute, int *ret, int attribute, int device)
{
  enum { PROCESSORS = 16, BUS = 33, L2 = 38, ENGINES = 40, MAPPED = 101 };
  *ret = attribute == PROCESSORS ? 8
         : attribute == BUS      ? (getenv("TN_CUDA_NEAR") ? 0x82 : 0xff)
         : attribute == L2       ? 1 << 20
         : attribute == ENGINES  ? 2
         : attribute == MAPPED   ? getenv("TN_CUDA_MAPPED") != NULL
                                 : 0;
  return device != 0;
}

CALL(cuDevicePrimaryCtxRetain, void **ret, int device)
{
  *ret = queues;
  return device != 0;
}

CALL(cuCtxSetCurrent, void *context)
{
  return context != queues;
}

CALL(cuModuleLoadData, void **ret, const void *image)
{
  *ret = (void *)(uintptr_t)image;
  return strncmp(image, ".version 4.0\n", 13) != 0;
}

CALL(cuModuleGetFunction, void **ret, void *module, const char *name)
{
  for (int k = 0; k < N_NAMES; k++)
    if (strcmp(kernels[k], name) == 0) {
      *ret = (void *)&kernels[k];
      return strstr(module, name) == NULL;
    }
  return INVALID;
}

CALL(cuLaunchKernel, void *function, unsigned x, unsigned y, unsigned z, unsigned threads,
     unsigned threads_y, unsigned threads_z, unsigned shared, void *stream, void **arguments,
     void **extra)
{
  const int k = (int)((const char *const *)function - kernels);
  static const uint32_t one = 1;
  if (y * z * threads_y * threads_z != 1 || x * threads == 0 || shared || stream || extra)
    return INVALID;
  const double n = k == EXCHANGE           ? *(const uint32_t *)arguments[1]
                   : k == READ || k == SUM ? VECTOR * (double)*(const uint64_t *)arguments[1]
                                           : 0;
  const double unit = k == EXCHANGE ? 2 * STEP : k == READ ? 1 / READ_RATE : 1 / SUM_RATE;
  struct queue *queue = hand_over(KERNELS, n * unit, 0);
  if (k == TOUCH)
    do_now(queue, *(void **)arguments[0], &one, sizeof one);
  return denies("cuLaunchKernel") ? NOT_SUPPORTED : 0;
}

CALL(cuStreamCreate, void **ret, unsigned flags)
{
  static int made;
  *ret = &queues[made++ % 2]; /* the first for copies out, the second for copies in */
  return flags != 1;
}

CALL(cuStreamSynchronize, void *stream)
{
  return finish(stream ? (int)((struct queue *)stream - queues) : KERNELS);
}

CALL(cuMemGetInfo_v2, size_t *ret_free, size_t *ret_total)
{
  *ret_free = *ret_total = (size_t)4 << 30;
  return 0;
}

static void *pages(size_t bytes)
{
  void *start =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return start == MAP_FAILED ? NULL : start;
}

CALL(cuMemAlloc_v2, unsigned long long *ret, size_t bytes)
{
  *ret = (uintptr_t)pages(bytes);
  return *ret == 0;
}

CALL(cuMemsetD8_v2, unsigned long long to, unsigned char byte, size_t bytes)
{
  memset((void *)(uintptr_t)to, byte, bytes < KEPT ? bytes : KEPT);
  return 0;
}

CALL(cuMemHostAlloc, void **ret, size_t bytes, unsigned flags)
{
  *ret = pages(bytes);
  return !*ret || flags != 0;
}

static int copy(int way, void *to, const void *from, size_t bytes, void *stream)
{
  const struct queue *other = &queues[1 - way];
  const double both = DUPLEX * (rates[OUT] + rates[IN]);
  if (stream != &queues[way])
    return INVALID;
  struct queue *queue = hand_over(way, (double)bytes / rates[way], bytes);
  if (other->end > queue->begin)
    queue->end = queues[1 - way].end = other->begin + (double)(bytes + other->bytes) / both;
  if (bytes <= TOLD)
    do_now(queue, to, from, bytes);
  return 0;
}

CALL(cuMemcpyDtoHAsync_v2, void *to, unsigned long long from, size_t bytes, void *stream)
{
  return copy(OUT, to, (const void *)(uintptr_t)from, bytes, stream);
}

CALL(cuMemcpyHtoDAsync_v2, unsigned long long to, const void *from, size_t bytes, void *stream)
{
  return copy(IN, (void *)(uintptr_t)to, from, bytes, stream);
}

static int copy_pageable(int way, size_t bytes)
{
  hand_over(way, PAGEABLE + (double)bytes / PAGEABLE_RATE, bytes);
  return finish(way);
}

CALL(cuMemcpyDtoH_v2, void *to, unsigned long long from, size_t bytes)
{
  return to && from ? copy_pageable(OUT, bytes) : INVALID;
}

CALL(cuMemcpyHtoD_v2, unsigned long long to, const void *from, size_t bytes)
{
  return to && from ? copy_pageable(IN, bytes) : INVALID;
}

CALL(cuIpcGetMemHandle, struct handle *ret, unsigned long long start)
{
  static size_t bytes = 2 << 20; /* sorted by size; each is four times the last */
  *ret = (struct handle){ .bytes = bytes };
  bytes *= 4;
  return denies("cuIpcGetMemHandle") ? NOT_SUPPORTED : start == 0;
}

CALL(cuIpcOpenMemHandle_v2, unsigned long long *ret, struct handle handle, unsigned flags)
{
  wait_until(now() + OPEN + (double)handle.bytes / OPEN_RATE);
  *ret = (uintptr_t)queues;
  return flags != 1;
}

CALL(cuIpcCloseMemHandle, unsigned long long start)
{
  return start != (uintptr_t)queues;
}

CALL(cuMemAllocManaged, unsigned long long *ret, size_t bytes, unsigned flags)
{
  *ret = (uintptr_t)pages(bytes);
  return *ret == 0 || flags != 1;
}

CALL(cuMemAdvise_v2, unsigned long long start, size_t bytes, int advice, struct location there)
{
  return start == 0 || bytes == 0 || advice != 3 || there.type != 1 || there.number != 0;
}

CALL(cuMemPrefetchAsync_v2, unsigned long long start, size_t bytes, struct location there,
     unsigned flags, void *stream)
{
  return start == 0 || bytes == 0 || there.type != 1 || there.number != 0 || flags || stream;
}
