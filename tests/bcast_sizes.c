/* Broadcasts of as many bytes as each argument says, by any MPI. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  for (int i = 1; i < argc; i++) {
    const int bytes = atoi(argv[i]);
    char *buffer = calloc((size_t)bytes + 1, 1);
    MPI_Bcast(buffer, bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
    free(buffer);
  }
  MPI_Finalize();
  return 0;
}
