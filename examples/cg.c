/* A small program to trace: conjugate gradients in one dimension, with additional collectives.
 *
 *   mpicc -O2 examples/cg.c -o cg
 *   tools/trace -o cg-trace -- mpirun -np 2 ./cg 200
 *
 * Each iteration computes a product and sums it over the ranks (allreduce of one double). Every
 * fourth iteration sends 64 KiB to each rank (alltoall), every fifth one sends 512 KiB from rank 0
 * (bcast), and every tenth one sends 4 KiB of each rank to rank 0 (gather). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 40000, BLOCK = 8192, SHARED = 65536, SHOWN = 512 };

struct state {
  double *x, *y, *send, *receive, *shared;
  int rank, n;
};

static double *zeros(size_t n)
{
  double *all = calloc(n, sizeof *all);
  if (!all)
    MPI_Abort(MPI_COMM_WORLD, 1);
  return all;
}

static double product(const struct state *s)
{
  double sum = 0.0;
  for (int i = 1; i < POINTS - 1; i++)
    s->y[i] = 2.0 * s->x[i] - s->x[i - 1] - s->x[i + 1];
  for (int i = 0; i < POINTS; i++)
    sum += s->x[i] * s->y[i];
  return sum;
}

static void iterate(const struct state *s, int k)
{
  const double own = product(s);
  double all;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < POINTS; i++)
    s->x[i] -= 1e-9 * all * s->y[i];
  if (k % 4 == 0) {
    for (int i = 0; i < BLOCK * s->n; i++)
      s->send[i] = s->x[i % POINTS];
    MPI_Alltoall(s->send, BLOCK, MPI_DOUBLE, s->receive, BLOCK, MPI_DOUBLE, MPI_COMM_WORLD);
  }
  if (k % 5 == 0) {
    for (int i = 0; s->rank == 0 && i < SHARED; i++)
      s->shared[i] = k + i;
    MPI_Bcast(s->shared, SHARED, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  if (k % 10 == 0)
    MPI_Gather(s->x, SHOWN, MPI_DOUBLE, s->receive, SHOWN, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  struct state s;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &s.n);
  const int iterations = argc > 1 ? atoi(argv[1]) : 2000;
  const size_t blocks = (size_t)BLOCK * (size_t)s.n;
  s.x = zeros(POINTS);
  s.y = zeros(POINTS);
  s.send = zeros(blocks);
  s.receive = zeros(blocks);
  s.shared = zeros(SHARED);
  for (int i = 0; i < POINTS; i++)
    s.x[i] = (i * 7 + s.rank) % 13;
  for (int k = 0; k < iterations; k++)
    iterate(&s, k);
  if (s.rank == 0)
    printf("x[1] = %g\n", s.x[1]);
  MPI_Finalize();
  return 0;
}
