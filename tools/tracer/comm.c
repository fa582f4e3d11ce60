/* Finds communicators within a node, and numbers communicators equally on all their ranks. When the
 * ranks create a communicator, its rank 0 broadcasts a number. A duplicate may not be usable yet
 * (MPI_Comm_idup); its number follows from the original's and the count of earlier duplicates, as
 * all ranks create them in the same order. A communicator whose creation was not seen (by PMPI) is
 * numbered by its ranks and the count of earlier ones with these ranks. */
#include "tracer.h"

#include <pthread.h>
#include <stdlib.h>

static struct {
  int world_rank;
  const int *node;
  MPI_Group world;
  int keyval;
  uint32_t n_comms;   /* number of communicators in the rank's file */
  uint64_t n_created; /* number of communicators for which this rank broadcast a number */
  /* [n_seen] hashes of ranks from which numbers were derived */
  uint64_t *seen;
  size_t n_seen;
} comms = { .keyval = MPI_KEYVAL_INVALID };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Returns the hash FNV-1a continued with one more number. */
static uint64_t mixed(uint64_t hash, uint64_t number)
{
  return (hash ^ number) * 1099511628211u;
}

/* MPI calls this when a communicator is duplicated. Of the data only the number (id) can be set
 * yet. */
static int copy(MPI_Comm comm, int keyval, void *extra, void *value, void *ret, int *ret_is_copied)
{
  (void)comm, (void)keyval, (void)extra;
  struct tracer_comm *of = value, *known = calloc(1, sizeof *known);
  if (!known)
    abort();
  if (of->id)
    known->id = mixed(mixed(of->id, ++of->n_copies), 0) | UINT64_C(1) << 63;
  *(struct tracer_comm **)ret = known;
  *ret_is_copied = 1;
  return MPI_SUCCESS;
}

static int forget(MPI_Comm comm, int keyval, void *value, void *extra)
{
  (void)comm, (void)keyval, (void)extra;
  free(value);
  return MPI_SUCCESS;
}

/* Returns the ranks in MPI_COMM_WORLD of a communicator's processes, or NULL if one of them is not
 * in MPI_COMM_WORLD. */
static int *world_ranks(MPI_Comm comm, int n)
{
  int *own = malloc(sizeof *own * (size_t)n), *rank = malloc(sizeof *rank * (size_t)n);
  bool is_known = own && rank;
  MPI_Group group;
  PMPI_Comm_group(comm, &group);
  for (int i = 0; is_known && i < n; i++)
    own[i] = i;
  if (is_known)
    PMPI_Group_translate_ranks(group, n, own, comms.world, rank);
  PMPI_Group_free(&group);
  for (int i = 0; is_known && i < n; i++)
    is_known = rank[i] != MPI_UNDEFINED;
  free(own);
  if (is_known)
    return rank;
  free(rank);
  return NULL;
}

static bool is_in_node(const int *rank, int n)
{
  for (int i = 1; i < n; i++)
    if (comms.node[rank[i]] != comms.node[rank[0]])
      return false;
  return true;
}

/* Returns an identifier made of the FNV-1a hash of the ranks and the number of earlier
 * communicators with the same ranks. */
static uint64_t derived_id(const int *rank, int n)
{
  uint64_t hash = 14695981039346656037u, count = 0;
  for (int i = 0; i < n; i++)
    hash = mixed(hash, (uint64_t)rank[i]);
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < comms.n_seen; i++)
    count += comms.seen[i] == hash;
  uint64_t *seen = realloc(comms.seen, sizeof *seen * (comms.n_seen + 1));
  if (seen) {
    comms.seen = seen;
    comms.seen[comms.n_seen++] = hash;
  }
  pthread_mutex_unlock(&lock);
  return (hash + count) | UINT64_C(1) << 63;
}

static uint64_t id_of(MPI_Comm comm, const struct tracer_comm *known, const int *rank,
                      bool is_created)
{
  const uint64_t fixed = UINT64_C(1) << 62;
  if (comm == MPI_COMM_WORLD)
    return fixed;
  if (comm == MPI_COMM_SELF)
    return fixed + 1 + (uint64_t)comms.world_rank;
  if (!is_created)
    return known->id ? known->id : derived_id(rank, known->n);
  uint64_t id = 0;
  if (known->rank == 0)
    id = (uint64_t)comms.world_rank << 32 |
         __atomic_add_fetch(&comms.n_created, 1, __ATOMIC_RELAXED);
  PMPI_Bcast(&id, 1, MPI_UINT64_T, 0, comm);
  return id;
}

/* Initialises a communicator's data. `known`: data from copy(), or NULL. */
static struct tracer_comm *learn(MPI_Comm comm, struct tracer_comm *known, bool is_created)
{
  const bool is_copy = known != NULL;
  int is_inter;
  if (!known && !(known = calloc(1, sizeof *known)))
    abort();
  PMPI_Comm_test_inter(comm, &is_inter);
  PMPI_Comm_size(comm, &known->n);
  PMPI_Comm_rank(comm, &known->rank);
  int *rank = is_inter ? NULL : world_ranks(comm, known->n);
  known->reason = is_inter                             ? TN_REASON_INTER
                  : rank && is_in_node(rank, known->n) ? -1
                                                       : TN_REASON_NODES;
  if (known->reason < 0) {
    known->id = id_of(comm, known, rank, is_created);
    const struct tn_record record = { .kind = TN_KIND_COMM,
                                      .send = known->id,
                                      .bytes = (uint64_t)known->n };
    uint64_t *numbers = malloc(sizeof *numbers * (size_t)known->n);
    for (int i = 0; numbers && i < known->n; i++)
      numbers[i] = (uint64_t)rank[i];
    const bool written = numbers && tracer_file_put(&record, known->n, numbers);
    free(numbers);
    if (written)
      known->number = __atomic_fetch_add(&comms.n_comms, 1, __ATOMIC_RELAXED);
    else
      known->reason = TN_REASON_ROOM;
  }
  free(rank);
  if (!is_copy)
    PMPI_Comm_set_attr(comm, comms.keyval, known);
  return known;
}

struct tracer_comm *tracer_comm_of(MPI_Comm comm)
{
  struct tracer_comm *known = NULL;
  int is_there = 0;
  PMPI_Comm_get_attr(comm, comms.keyval, &known, &is_there);
  return is_there && known->n > 0 ? known : learn(comm, is_there ? known : NULL, false);
}

void tracer_comms_begin(int world_rank, const int *node)
{
  comms.world_rank = world_rank;
  comms.node = node;
  PMPI_Comm_group(MPI_COMM_WORLD, &comms.world);
  PMPI_Comm_create_keyval(copy, forget, &comms.keyval, NULL);
}

static int created(int status, const MPI_Comm *comm)
{
  if (tracer_on && status == MPI_SUCCESS && *comm != MPI_COMM_NULL)
    learn(*comm, NULL, true);
  return status;
}

#define CREATED(name, parameters, arguments)                                                       \
  int MPI_##name parameters                                                                        \
  {                                                                                                \
    return created(PMPI_##name arguments, ret);                                                    \
  }

CREATED(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *ret), (comm, group, ret))
CREATED(Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *ret),
        (comm, group, tag, ret))
CREATED(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *ret), (comm, color, key, ret))
CREATED(Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *ret),
        (comm, type, key, info, ret))
CREATED(Intercomm_merge, (MPI_Comm comm, int high, MPI_Comm *ret), (comm, high, ret))
CREATED(Cart_create,
        (MPI_Comm comm, int n, const int dims[], const int periods[], int reorder, MPI_Comm *ret),
        (comm, n, dims, periods, reorder, ret))
CREATED(Cart_sub, (MPI_Comm comm, const int remain[], MPI_Comm *ret), (comm, remain, ret))
CREATED(Graph_create,
        (MPI_Comm comm, int n, const int index[], const int edges[], int reorder, MPI_Comm *ret),
        (comm, n, index, edges, reorder, ret))
CREATED(Dist_graph_create,
        (MPI_Comm comm, int n, const int nodes[], const int degrees[], const int targets[],
         const int weights[], MPI_Info info, int reorder, MPI_Comm *ret),
        (comm, n, nodes, degrees, targets, weights, info, reorder, ret))
CREATED(Dist_graph_create_adjacent,
        (MPI_Comm comm, int n_in, const int sources[], const int source_weights[], int n_out,
         const int targets[], const int target_weights[], MPI_Info info, int reorder,
         MPI_Comm *ret),
        (comm, n_in, sources, source_weights, n_out, targets, target_weights, info, reorder, ret))
