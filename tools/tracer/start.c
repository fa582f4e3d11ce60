/* Starts and ends the recording: wrappers of MPI_Init, MPI_Finalize and MPI_Pcontrol. */
#include "tracer.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool tracer_on, tracer_paused;

/* Returns the handle of a loaded file for dlsym; for the program's own file, a handle that searches
 * all files. */
static void *loaded(const char *file)
{
  void *handle = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
  return handle ? handle : RTLD_DEFAULT;
}

/* Returns the name of the loaded file that contains the address; "" if it is unknown. */
static const char *file_of(const void *address)
{
  Dl_info info;
  return address && dladdr(address, &info) && info.dli_fname ? info.dli_fname : "";
}

/* Ends the program if the code at `caller` uses another MPI than the tracer, because handles may
 * have other sizes. An MPI loaded late is not visible here. */
static void stop_if_unfit(const void *caller)
{
#ifdef OPEN_MPI
  const bool wants_open = true;
  static const char built[] = "Open MPI";
#else
  const bool wants_open = false;
  static const char built[] = "MPICH";
#endif
  const char *mpi = file_of(dlsym(RTLD_DEFAULT, "PMPI_Init"));
  /* Look the symbol up in the MPI library, because the program may have its own copy. */
  const bool is_open = dlsym(loaded(mpi), "ompi_mpi_comm_world") != NULL;
  const bool fits = *mpi && is_open == wants_open &&
                    strcmp(mpi, file_of(dlsym(loaded(file_of(caller)), "PMPI_Init"))) == 0;
  if (fits)
    return;
  fprintf(stderr,
          "turnstile tracer: built for %s, which is not the program's MPI (set MPICC to "
          "its mpicc, or start it by its mpirun)\n",
          built);
  _exit(2);
}

static void fill_header(int rank, int n, int node, int threads, uint64_t run)
{
  int length;
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  struct tn_record_header *h = tracer_file_header();
  h->version = TN_RECORD_VERSION;
  h->order = TN_RECORD_ORDER;
  h->header_bytes = TN_RECORD_HEADER;
  h->record_bytes = TN_RECORD_BYTES;
  h->rank = rank;
  h->n_ranks = n;
  h->node = node;
  h->threads = threads;
  h->processors = (int32_t)sysconf(_SC_NPROCESSORS_ONLN);
  h->run = run;
  PMPI_Get_library_version(library, &length);
  strncpy(h->library, library, sizeof h->library - 1);
  strncpy(h->program, program_invocation_short_name, sizeof h->program - 1);
  gethostname(h->host, sizeof h->host - 1);
  h->begin = tracer_now();
  memcpy(h->magic, TN_RECORD_MAGIC, sizeof h->magic);
}

/* Starts the recording on all ranks or on none, because the ranks number communicators together. */
static void start(int threads)
{
  const char *folder = getenv("TN_TRACE_FOLDER");
  struct timespec t;
  int rank, n, is_open, are_open;
  MPI_Comm parent;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &n);
  clock_gettime(CLOCK_REALTIME, &t);
  uint64_t run = ((uint64_t)t.tv_sec << 30 | (uint64_t)t.tv_nsec) ^ (uint64_t)getpid() << 40;
  /* spawned processes have their own MPI_COMM_WORLD with other ranks */
  PMPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) {
    if (rank == 0)
      fputs("turnstile tracer: processes of MPI_Comm_spawn are not recorded\n", stderr);
    return;
  }
  is_open = tracer_file_open(folder ? folder : "turnstile-trace", rank);
  PMPI_Allreduce(&is_open, &are_open, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (!are_open) {
    if (is_open)
      tracer_file_remove();
    return;
  }
  PMPI_Bcast(&run, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  /* node[rank]: lowest rank on the rank's node */
  int *node = malloc(sizeof *node * (size_t)n), lowest = rank;
  MPI_Comm near;
  if (!node)
    abort();
  PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &near);
  PMPI_Bcast(&lowest, 1, MPI_INT, 0, near);
  PMPI_Allgather(&lowest, 1, MPI_INT, node, 1, MPI_INT, MPI_COMM_WORLD);
  PMPI_Comm_free(&near);
  tracer_comms_begin(rank, node);
  fill_header(rank, n, node[rank], threads, run);
  tracer_comm_of(MPI_COMM_WORLD);
  tracer_on = true;
}

int MPI_Init(int *argc, char ***argv)
{
  stop_if_unfit(__builtin_return_address(0));
  const int status = PMPI_Init(argc, argv);
  if (status == MPI_SUCCESS)
    start(MPI_THREAD_SINGLE);
  return status;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
  stop_if_unfit(__builtin_return_address(0));
  const int status = PMPI_Init_thread(argc, argv, required, provided);
  if (status == MPI_SUCCESS)
    start(*provided);
  return status;
}

int MPI_Finalize(void)
{
  if (tracer_on) {
    const struct tn_record record = { .kind = TN_KIND_END, .entry = tracer_now() };
    tracer_on = false;
    tracer_file_put(&record, 0, NULL);
    tracer_file_close();
  }
  return PMPI_Finalize();
}

int MPI_Pcontrol(const int level, ...)
{
  if (tracer_on && tracer_paused != (level == 0)) {
    const struct tn_record record = { .kind = level == 0 ? TN_KIND_PAUSE : TN_KIND_RESUME,
                                      .entry = tracer_now() };
    tracer_paused = level == 0;
    tracer_file_put(&record, 0, NULL);
  }
  return PMPI_Pcontrol(level);
}
