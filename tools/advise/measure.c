/* Program with which turnstile advise measures a user's MPI library: calls of a collective with a
 * given algorithm. The program selects the algorithm at run time by the library's own settings
 * (MPI_T), so that one start measures all algorithms.
 * `measure TASKS PLATFORM` writes rows as CSV to standard output. A line of TASKS has these
 * fields, separated by tabs:
 * collective  algorithm  params  mechanism  transport  buffers  bytes  calls  element  settings
 * settings: "NAME=VALUE NAME=VALUE" of control variables, which apply to communicators created
 * later.
 * All tasks run twice, to show the variation of a time. All ranks pass a barrier before each call;
 * each rank measures its own time. With rewritten buffers each rank writes its send buffer before
 * each call. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

enum { LINE = 4096, PASSES = 2, WARMUP = 3 };

struct task {
  char *collective, *algorithm, *params, *mechanism, *transport, *buffers, *element, *settings;
  long bytes, calls;
};

static int rank, n_ranks;

_Noreturn static void fail(const char *what, const char *text)
{
  fprintf(stderr, "measure: rank %d: %s: %s\n", rank, what, text);
  MPI_Abort(MPI_COMM_WORLD, 1);
  exit(1);
}

/* Sets a control variable, converted to its type. */
static void set(const char *name, long long value)
{
  MPI_T_cvar_handle handle;
  MPI_Datatype type;
  MPI_T_enum values;
  char known[256], about[256];
  int index, count, bind, scope, verbosity, n_known = sizeof known, n_about = sizeof about;
  if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS ||
      MPI_T_cvar_get_info(index, known, &n_known, &verbosity, &type, &values, about, &n_about,
                          &bind, &scope) != MPI_SUCCESS)
    fail(name, "this library has no such control variable");
  if (MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS)
    fail(name, "it cannot be set");
  const int as_int = (int)value;
  const unsigned as_unsigned = (unsigned)value;
  const unsigned long as_long = (unsigned long)value;
  const unsigned long long as_longer = (unsigned long long)value;
  const void *of = type == MPI_INT                  ? (const void *)&as_int
                   : type == MPI_UNSIGNED           ? (const void *)&as_unsigned
                   : type == MPI_UNSIGNED_LONG      ? (const void *)&as_long
                   : type == MPI_UNSIGNED_LONG_LONG ? (const void *)&as_longer
                                                    : NULL;
  if (!of || MPI_T_cvar_write(handle, of) != MPI_SUCCESS)
    fail(name, "it cannot be set while the library runs");
  MPI_T_cvar_handle_free(&handle);
}

/* Creates a communicator of all ranks under these settings. */
static MPI_Comm comm_under(const char *settings)
{
  char text[LINE];
  MPI_Comm comm;
  snprintf(text, sizeof text, "%s", settings);
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
    char *equals = strchr(word, '=');
    if (!equals)
      fail(word, "no NAME=VALUE");
    *equals = '\0';
    set(word, atoll(equals + 1));
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return comm;
}

/* Splits a line at its tabs into the fields of a task. Returns 0 if the line is not a task. */
static int read_task(char *line, struct task *t)
{
  char *field[10];
  int n = 0;
  line[strcspn(line, "\n")] = '\0';
  for (char *at = line; n < 10; at++) {
    field[n++] = at;
    at += strcspn(at, "\t");
    if (!*at)
      break;
    *at = '\0';
  }
  if (n != 10)
    return 0;
  *t = (struct task){ .collective = field[0],
                      .algorithm = field[1],
                      .params = field[2],
                      .mechanism = field[3],
                      .transport = field[4],
                      .buffers = field[5],
                      .bytes = atol(field[6]),
                      .calls = atol(field[7]),
                      .element = field[8],
                      .settings = field[9] };
  return t->calls > 0 && t->bytes >= 0;
}

/* Calls the task's collective. Returns MPI's error code. */
static int call(const struct task *t, void *send, void *recv, MPI_Comm comm)
{
  const MPI_Datatype type = strcmp(t->element, "float64") == 0 ? MPI_DOUBLE
                            : strcmp(t->element, "int32") == 0 ? MPI_INT32_T
                            : strcmp(t->element, "uint8") == 0 ? MPI_UINT8_T
                                                               : MPI_FLOAT;
  int size;
  MPI_Type_size(type, &size);
  const int bytes = (int)t->bytes, n = (int)(t->bytes / size);
  const char *c = t->collective;
  if (strcmp(c, "bcast") == 0)
    return MPI_Bcast(send, bytes, MPI_CHAR, 0, comm);
  if (strcmp(c, "reduce") == 0)
    return MPI_Reduce(send, recv, n, type, MPI_SUM, 0, comm);
  if (strcmp(c, "allreduce") == 0)
    return MPI_Allreduce(send, recv, n, type, MPI_SUM, comm);
  if (strcmp(c, "reduce_scatter_block") == 0)
    return MPI_Reduce_scatter_block(send, recv, n, type, MPI_SUM, comm);
  if (strcmp(c, "gather") == 0)
    return MPI_Gather(send, bytes, MPI_CHAR, recv, bytes, MPI_CHAR, 0, comm);
  if (strcmp(c, "scatter") == 0)
    return MPI_Scatter(send, bytes, MPI_CHAR, recv, bytes, MPI_CHAR, 0, comm);
  if (strcmp(c, "allgather") == 0)
    return MPI_Allgather(send, bytes, MPI_CHAR, recv, bytes, MPI_CHAR, comm);
  if (strcmp(c, "alltoall") == 0)
    return MPI_Alltoall(send, bytes, MPI_CHAR, recv, bytes, MPI_CHAR, comm);
  if (strcmp(c, "barrier") == 0)
    return MPI_Barrier(comm);
  fail(c, "no collective that is measured here");
}

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Measures us of each call: mean[calls] over ranks, on rank 0. */
static void time_calls(const struct task *t, MPI_Comm comm, double *mean)
{
  /* blocks that each rank sends and receives */
  const int to_all = strcmp(t->collective, "alltoall") == 0 ||
                     strcmp(t->collective, "scatter") == 0 ||
                     strcmp(t->collective, "reduce_scatter_block") == 0;
  const int from_all = strcmp(t->collective, "alltoall") == 0 ||
                       strcmp(t->collective, "gather") == 0 ||
                       strcmp(t->collective, "allgather") == 0;
  const long n_send = to_all ? n_ranks : 1, n_recv = from_all ? n_ranks : 1;
  const size_t n = (size_t)(t->bytes * n_send), m = (size_t)(t->bytes * n_recv);
  char *send = malloc(n + 1), *recv = malloc(m + 1);
  double *own = calloc((size_t)t->calls, sizeof *own);
  if (!send || !recv || !own)
    fail(t->collective, "no memory");
  memset(send, 0, n + 1);
  memset(recv, 0, m + 1);
  for (long i = -WARMUP; i < t->calls; i++) {
    if (strcmp(t->buffers, "rewritten") == 0)
      memset(send, (int)(i & 1), n);
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    if (call(t, send, recv, comm) != MPI_SUCCESS)
      fail(t->collective, "the call failed");
    if (i >= 0)
      own[i] = (MPI_Wtime() - begin) * 1e6 / n_ranks;
  }
  MPI_Reduce(own, mean, (int)t->calls, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  free(send);
  free(recv);
  free(own);
}

static void write_row(const struct task *t, const char *platform, double *mean)
{
  struct utsname system;
  double sum = 0;
  uname(&system);
  for (long i = 0; i < t->calls; i++)
    sum += mean[i];
  qsort(mean, (size_t)t->calls, sizeof *mean, by_value);
  const double median = (mean[t->calls / 2] + mean[(t->calls - 1) / 2]) / 2;
  printf("measured,%s,linux-%s,%d,%s,%s,%s,%s,%s,%s,%ld,%.6f,%.6f,%ld\n", platform, system.release,
         n_ranks, t->collective, t->algorithm, t->params, t->mechanism, t->transport, t->buffers,
         t->bytes, sum / (double)t->calls, median, t->calls);
  fflush(stdout);
}

int main(int argc, char **argv)
{
  char line[LINE], settings[LINE] = "none";
  MPI_Comm comm = MPI_COMM_NULL;
  int provided;
  MPI_Init(&argc, &argv);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  FILE *tasks = argc == 3 ? fopen(argv[1], "r") : NULL;
  if (!tasks)
    fail(argc == 3 ? argv[1] : "usage", argc == 3 ? "it cannot be read" : "measure TASKS PLATFORM");
  if (rank == 0)
    puts("source,platform,kernel,ranks,collective,algorithm,params,mechanism,transport,buffers,"
         "size_bytes,avg_us,avg_median_us,calls");
  for (int pass = 0; pass < PASSES; pass++) {
    rewind(tasks);
    while (fgets(line, sizeof line, tasks)) {
      struct task t;
      if (!read_task(line, &t))
        fail("tasks", "a line that is none");
      if (strcmp(t.settings, settings) != 0) {
        if (comm != MPI_COMM_NULL)
          MPI_Comm_free(&comm);
        comm = comm_under(t.settings);
        snprintf(settings, sizeof settings, "%s", t.settings);
      }
      double *mean = calloc((size_t)t.calls, sizeof *mean);
      if (!mean)
        fail(t.collective, "no memory");
      time_calls(&t, comm, mean);
      if (rank == 0)
        write_row(&t, argv[2], mean);
      free(mean);
    }
  }
  fclose(tasks);
  if (comm != MPI_COMM_NULL)
    MPI_Comm_free(&comm);
  MPI_T_finalize();
  MPI_Finalize();
  return 0;
}
