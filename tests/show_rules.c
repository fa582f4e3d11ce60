/* Preloaded into a program of Open MPI. Prints on rank 0 the broadcast of coll/base that coll/tuned
 * calls: bytes, algorithm, and the first argument behind those of every collective (segment in
 * bytes, or radix). For allgather and alltoall it prints "allgather", bytes, algorithm. All
 * arguments are integers or pointers and are passed on unchanged. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int any(void *buffer, int count, void *type, int root, void *comm, void *module, unsigned a,
                unsigned b);

static const char prefix[] = "ompi_coll_base_bcast_intra_";

static int show(const char *name, void *buffer, int count, void *type, int root, void *comm,
                void *module, unsigned a, unsigned b)
{
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  void *found = dlsym(RTLD_NEXT, name);
  any *real;
  memcpy(&real, &found, sizeof real);
  if (rank && strcmp(rank, "0") == 0)
    printf("%d %s %u\n", count, name + strlen(prefix), strstr(name, "linear") ? 0 : a);
  fflush(stdout);
  return real(buffer, count, type, root, comm, module, a, b);
}

#define TELL(name)                                                                                 \
  int name(void *buffer, int count, void *type, int root, void *comm, void *module, unsigned a,    \
           unsigned b);                                                                            \
  int name(void *buffer, int count, void *type, int root, void *comm, void *module, unsigned a,    \
           unsigned b)                                                                             \
  {                                                                                                \
    return show(#name, buffer, count, type, root, comm, module, a, b);                             \
  }
TELL(ompi_coll_base_bcast_intra_basic_linear)
TELL(ompi_coll_base_bcast_intra_binomial)
TELL(ompi_coll_base_bcast_intra_bintree)
TELL(ompi_coll_base_bcast_intra_pipeline)
TELL(ompi_coll_base_bcast_intra_chain)
TELL(ompi_coll_base_bcast_intra_knomial)
TELL(ompi_coll_base_bcast_intra_split_bintree)
TELL(ompi_coll_base_bcast_intra_scatter_allgather)
TELL(ompi_coll_base_bcast_intra_scatter_allgather_ring)

typedef int any_of_all(const void *from, int n_from, void *type_from, void *to, int n_to,
                       void *type_to, void *comm, void *module);

static int tell_all(const char *name, const void *from, int n_from, void *type_from, void *to,
                    int n_to, void *type_to, void *comm, void *module)
{
  static const char start[] = "ompi_coll_base_";
  const char *rank = getenv("OMPI_COMM_WORLD_RANK"), *middle = strstr(name, "_intra_");
  const char *collective = name + strlen(start);
  void *found = dlsym(RTLD_NEXT, name);
  any_of_all *real;
  memcpy(&real, &found, sizeof real);
  if (rank && strcmp(rank, "0") == 0)
    printf("%.*s %d %s\n", (int)(middle - collective), collective, n_to,
           middle + strlen("_intra_"));
  fflush(stdout);
  return real(from, n_from, type_from, to, n_to, type_to, comm, module);
}

#define TELL_ALL(name)                                                                             \
  any_of_all name;                                                                                 \
  int name(const void *from, int n_from, void *type_from, void *to, int n_to, void *type_to,       \
           void *comm, void *module)                                                               \
  {                                                                                                \
    return tell_all(#name, from, n_from, type_from, to, n_to, type_to, comm, module);              \
  }
TELL_ALL(ompi_coll_base_allgather_intra_bruck)
TELL_ALL(ompi_coll_base_allgather_intra_ring)
TELL_ALL(ompi_coll_base_allgather_intra_two_procs)
TELL_ALL(ompi_coll_base_allgather_intra_recursivedoubling)
TELL_ALL(ompi_coll_base_alltoall_intra_bruck)
TELL_ALL(ompi_coll_base_alltoall_intra_pairwise)
TELL_ALL(ompi_coll_base_alltoall_intra_two_procs)
TELL_ALL(ompi_coll_base_alltoall_intra_basic_linear)
