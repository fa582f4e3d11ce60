#include "study_shared.h"

#include <sys/mman.h>

void *tn_shared_new(size_t bytes)
{
  void *memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    g_error("no %zu bytes of memory for the workers' results", bytes);
  return memory;
}

void tn_shared_free(void *memory, size_t bytes)
{
  if (memory)
    munmap(memory, bytes);
}

size_t tn_stamps_bytes(int n)
{
  const struct tn_sim_stamps *stamps = NULL;
  return sizeof *stamps + (size_t)n * sizeof stamps->rank[0];
}
