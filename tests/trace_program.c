/* Calls every collective in many shapes, for the test of the tracer. Prints a checksum of all results
 * and, for each collective, the number of rank 0's calls ("calls NAME N"), which the tracer must confirm.
 *
 *   trace_program            every collective, 3 rounds
 *   trace_program kill       the same; rank 1 dies by SIGKILL in the middle
 *   trace_program loop N     N broadcasts on MPI_COMM_SELF; prints the nanoseconds of each
 *   trace_program threads N  4 threads with a communicator each, N calls
 *   trace_program odd        wrong arguments with MPI_ERRORS_RETURN, MPI_Comm_idup
 *   trace_program spawn      starts 3 more processes */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX = 8, COUNT = 1000, WIDE = MAX * COUNT };

static int send_buffer[WIDE], receive_buffer[WIDE];
static uint64_t checksum = 1469598103934665603u;
static int n_ranks, rank, n_names;
static struct {
  const char *name;
  long calls;
} counted[64];

static void count(const char *name)
{
  int i = 0;
  while (i < n_names && strcmp(counted[i].name, name) != 0)
    i++;
  if (i == n_names)
    counted[n_names++].name = name;
  counted[i].calls++;
}

/* Adds the receive buffer to the checksum after a call. */
static void mix(void)
{
  for (int i = 0; i < WIDE; i++)
    checksum = (checksum ^ (uint32_t)receive_buffer[i]) * 1099511628211u;
}

static void fill(int seed)
{
  for (int i = 0; i < WIDE; i++) {
    send_buffer[i] = seed + rank * 31 + i;
    receive_buffer[i] = seed * 7 + rank + i;
  }
}

#define CALL(name, call) (fill(__LINE__), call, count(name), mix())

static void rooted(MPI_Comm comm, int own, int root, int size)
{
  const int is_root = own == root;
  CALL("bcast", MPI_Bcast(receive_buffer, size, MPI_INT, root, comm));
  CALL("scatter",
       MPI_Scatter(send_buffer, size, MPI_INT, receive_buffer, size, MPI_INT, root, comm));
  CALL("scatter", MPI_Scatter(send_buffer, size, MPI_INT, is_root ? MPI_IN_PLACE : receive_buffer,
                              size, MPI_INT, root, comm));
  CALL("gather", MPI_Gather(send_buffer, size, MPI_INT, receive_buffer, size, MPI_INT, root, comm));
  CALL("gather", MPI_Gather(is_root ? MPI_IN_PLACE : send_buffer, size, MPI_INT, receive_buffer,
                            size, MPI_INT, root, comm));
  CALL("reduce", MPI_Reduce(send_buffer, receive_buffer, size, MPI_INT, MPI_SUM, root, comm));
  /* MPICH 4.0.2 crashes in a reduction in place to another rank than 0. */
  CALL("reduce", MPI_Reduce(is_root && root == 0 ? MPI_IN_PLACE : send_buffer,
                            is_root ? receive_buffer : NULL, size, MPI_INT, MPI_BXOR, root, comm));
}

static void counts(MPI_Comm comm, int n, int own, int root)
{
  int size[MAX], at[MAX], same[MAX];
  MPI_Datatype types[MAX];
  for (int i = 0; i < n; i++) {
    size[i] = 10 * i; /* one rank has none */
    at[i] = i * COUNT;
    same[i] = 10 * own + 10 * i + 1;
    types[i] = MPI_INT;
  }
  CALL("scatterv", MPI_Scatterv(send_buffer, size, at, MPI_INT, receive_buffer, size[own], MPI_INT,
                                root, comm));
  CALL("gatherv",
       MPI_Gatherv(send_buffer, size[own], MPI_INT, receive_buffer, size, at, MPI_INT, root, comm));
  CALL("allgatherv",
       MPI_Allgatherv(send_buffer, size[own], MPI_INT, receive_buffer, size, at, MPI_INT, comm));
  CALL("allgatherv",
       MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, receive_buffer, size, at, MPI_INT, comm));
  CALL("alltoallv",
       MPI_Alltoallv(send_buffer, same, at, MPI_INT, receive_buffer, same, at, MPI_INT, comm));
  for (int i = 0; i < n; i++)
    at[i] *= (int)sizeof(int);
  CALL("alltoallw",
       MPI_Alltoallw(send_buffer, same, at, types, receive_buffer, same, at, types, comm));
  CALL("reduce_scatter",
       MPI_Reduce_scatter(send_buffer, receive_buffer, size, MPI_INT, MPI_MAX, comm));
}

static void all(MPI_Comm comm, int size)
{
  CALL("barrier", MPI_Barrier(comm));
  CALL("allgather", MPI_Allgather(send_buffer, size, MPI_INT, receive_buffer, size, MPI_INT, comm));
  CALL("allgather", MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, receive_buffer, size, MPI_INT, comm));
  CALL("alltoall", MPI_Alltoall(send_buffer, size, MPI_INT, receive_buffer, size, MPI_INT, comm));
  CALL("alltoall", MPI_Alltoall(MPI_IN_PLACE, size, MPI_INT, receive_buffer, size, MPI_INT, comm));
  CALL("allreduce", MPI_Allreduce(send_buffer, receive_buffer, size, MPI_INT, MPI_SUM, comm));
  CALL("allreduce", MPI_Allreduce(MPI_IN_PLACE, receive_buffer, size, MPI_INT, MPI_MIN, comm));
  CALL("reduce_scatter_block",
       MPI_Reduce_scatter_block(send_buffer, receive_buffer, size, MPI_INT, MPI_SUM, comm));
  CALL("scan", MPI_Scan(send_buffer, receive_buffer, size, MPI_INT, MPI_SUM, comm));
  CALL("exscan", MPI_Exscan(send_buffer, receive_buffer, size, MPI_INT, MPI_SUM, comm));
}

/* Derived types, with a size other than their extent. */
static void derived(MPI_Comm comm)
{
  MPI_Datatype every_other;
  MPI_Type_vector(100, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  CALL("bcast", MPI_Bcast(receive_buffer, 1, every_other, 0, comm));
  CALL("bcast", MPI_Bcast(receive_buffer, 0, every_other, 0, comm));
  MPI_Type_free(&every_other);
}

static void nonblocking(MPI_Comm comm)
{
  MPI_Request request[3];
  MPI_Ibarrier(comm, &request[0]);
  MPI_Ibcast(receive_buffer, 10, MPI_INT, 0, comm, &request[1]);
  MPI_Iallreduce(send_buffer, receive_buffer + COUNT, 10, MPI_INT, MPI_SUM, comm, &request[2]);
  MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
  MPI_Ibcast(receive_buffer, 10, MPI_INT, 0, comm, &request[0]);
  for (int done = 0; !done;)
    MPI_Test(&request[0], &done, MPI_STATUS_IGNORE);
}

static void on(MPI_Comm comm)
{
  int n, own;
  MPI_Comm_size(comm, &n);
  MPI_Comm_rank(comm, &own);
  for (int root = 0; root < n; root++) {
    rooted(comm, own, root, 0);
    rooted(comm, own, root, COUNT);
    counts(comm, n, own, root);
  }
  all(comm, 0);
  all(comm, COUNT);
}

static void every_collective(int dies)
{
  MPI_Comm dup, reversed, alone;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &alone);
  for (int round = 0; round < 3; round++) {
    on(MPI_COMM_WORLD);
    on(dup);
    on(reversed);
    on(alone);
    derived(MPI_COMM_WORLD);
    nonblocking(dup);
    if (dies && round == 1) {
      if (rank == 1)
        kill(getpid(), SIGKILL);
      usleep(300000);
    }
  }
  /* Pauses recording on all ranks; calls are still numbered. */
  MPI_Pcontrol(0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Pcontrol(1);
  MPI_Comm_free(&dup);
  MPI_Comm_free(&reversed);
  MPI_Comm_free(&alone);
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void loop(int n)
{
  double best = 1e9;
  for (int i = 0; i < 5; i++) {
    const double begin = now();
    for (int k = 0; k < n; k++)
      MPI_Bcast(receive_buffer, 16, MPI_INT, 0, MPI_COMM_SELF);
    const double time = (now() - begin) / n;
    best = time < best ? time : best;
  }
  if (rank == 0)
    printf("%.1f\n", best * 1e9);
}

struct worker {
  MPI_Comm comm;
  int n;
  pthread_t thread;
};

static void *work(void *data)
{
  const struct worker *w = data;
  int sum, one = 1;
  for (int i = 0; i < w->n; i++)
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, w->comm);
  return NULL;
}

static void threads(int n)
{
  struct worker workers[4];
  for (int i = 0; i < 4; i++) {
    workers[i].n = n;
    MPI_Comm_dup(MPI_COMM_WORLD, &workers[i].comm);
  }
  for (int i = 0; i < 4; i++)
    pthread_create(&workers[i].thread, NULL, work, &workers[i]);
  for (int i = 0; i < 4; i++) {
    pthread_join(workers[i].thread, NULL);
    MPI_Comm_free(&workers[i].comm);
  }
}

static void show(const char *what, int status)
{
  if (rank == 0)
    printf("%s %s\n", what, status == MPI_SUCCESS ? "done" : "refused");
}

static void wrong_arguments(void)
{
  MPI_Comm own;
  MPI_Datatype none[MAX];
  int zeros[MAX] = { 0 };
  for (int i = 0; i < MAX; i++)
    none[i] = MPI_DATATYPE_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
  show("bcast of no type", MPI_Bcast(send_buffer, 4, MPI_DATATYPE_NULL, 0, own));
  show("bcast from nobody", MPI_Bcast(send_buffer, 4, MPI_INT, MAX, own));
  show("allreduce of no type",
       MPI_Allreduce(send_buffer, receive_buffer, 4, MPI_DATATYPE_NULL, MPI_SUM, own));
  show("alltoallv of no type", MPI_Alltoallv(send_buffer, zeros, zeros, MPI_DATATYPE_NULL,
                                             receive_buffer, zeros, zeros, MPI_DATATYPE_NULL, own));
  /* MPICH accepts this call. */
  show("alltoallw of nothing",
       MPI_Alltoallw(send_buffer, zeros, zeros, none, receive_buffer, zeros, zeros, none, own));
  show("bcast", MPI_Bcast(send_buffer, 4, MPI_INT, 0, own));
  MPI_Comm_free(&own);
}

/* Two duplicates, first used in different orders by the ranks. */
static void crossed(void)
{
  MPI_Comm comm[2];
  MPI_Request request[2];
  for (int i = 0; i < 2; i++)
    MPI_Comm_idup(MPI_COMM_WORLD, &comm[i], &request[i]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2; i++)
    MPI_Ibarrier(comm[rank == 0 ? i : 1 - i], &request[i]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2; i++) {
    MPI_Bcast(send_buffer, 8 + 8 * i, MPI_INT, 0, comm[i]);
    MPI_Comm_free(&comm[i]);
  }
}

static void spawn(char *program)
{
  MPI_Comm parent;
  MPI_Comm_get_parent(&parent);
  if (parent == MPI_COMM_NULL)
    MPI_Comm_spawn(program, (char *[]){ "spawn", NULL }, 3, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                   &parent, MPI_ERRCODES_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_disconnect(&parent);
}

static void odd(void)
{
  wrong_arguments();
  crossed();
}

int main(int argc, char **argv)
{
  int provided;
  const char *what = argc > 1 ? argv[1] : "";
  const int n = argc > 2 ? atoi(argv[2]) : 1000;
  if (strcmp(what, "threads") == 0)
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  else
    MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(what, "loop") == 0)
    loop(n);
  else if (strcmp(what, "threads") == 0 && provided == MPI_THREAD_MULTIPLE)
    threads(n);
  else if (strcmp(what, "odd") == 0)
    odd();
  else if (strcmp(what, "spawn") == 0)
    spawn(argv[0]);
  else if (strcmp(what, "threads") != 0)
    every_collective(strcmp(what, "kill") == 0);
  if (rank == 0 && (!*what || strcmp(what, "kill") == 0)) {
    printf("checksum %016llx\n", (unsigned long long)checksum);
    for (int i = 0; i < n_names; i++)
      printf("calls %s %ld\n", counted[i].name, counted[i].calls);
  }
  MPI_Finalize();
  return 0;
}
