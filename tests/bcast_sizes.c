/* Runs broadcasts by any MPI; each argument is a number of bytes. A leading 'a' runs an allgather,
 * a leading 't' an alltoall with such blocks. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 1; i < argc; i++) {
    const char kind = *argv[i];
    const int bytes = atoi(argv[i] + (kind == 'a' || kind == 't'));
    char *from = calloc((size_t)bytes * (size_t)size + 1, 1);
    char *to = calloc((size_t)bytes * (size_t)size + 1, 1);
    if (kind == 'a')
      MPI_Allgather(from, bytes, MPI_CHAR, to, bytes, MPI_CHAR, MPI_COMM_WORLD);
    else if (kind == 't')
      MPI_Alltoall(from, bytes, MPI_CHAR, to, bytes, MPI_CHAR, MPI_COMM_WORLD);
    else
      MPI_Bcast(from, bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
    free(to);
    free(from);
  }
  MPI_Finalize();
  return 0;
}
