/* One collective again and again under SMPI, for dev/bench to time from outside.
 * Arguments: scatter, bcast, allgather or alltoall; bytes of one block; number of calls. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static void call(const char *name, int bytes, char *send, char *receive)
{
  if (strcmp(name, "scatter") == 0)
    MPI_Scatter(send, bytes, MPI_BYTE, receive, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  else if (strcmp(name, "bcast") == 0)
    MPI_Bcast(send, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  else if (strcmp(name, "allgather") == 0)
    MPI_Allgather(send, bytes, MPI_BYTE, receive, bytes, MPI_BYTE, MPI_COMM_WORLD);
  else
    MPI_Alltoall(send, bytes, MPI_BYTE, receive, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  int n_ranks;
  if (argc != 4)
    return EXIT_FAILURE;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  int bytes = atoi(argv[2]), n_calls = atoi(argv[3]);
  /* All ranks share the buffers: nobody looks at the data, and the memory stays small. */
  char *send = SMPI_SHARED_MALLOC((size_t)bytes * (size_t)n_ranks);
  char *receive = SMPI_SHARED_MALLOC((size_t)bytes * (size_t)n_ranks);
  for (int i = 0; i < n_calls; i++)
    call(argv[1], bytes, send, receive);
  SMPI_SHARED_FREE(send);
  SMPI_SHARED_FREE(receive);
  MPI_Finalize();
  return EXIT_SUCCESS;
}
