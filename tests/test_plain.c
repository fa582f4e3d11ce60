/* Traces of other programs: SimGrid's time-independent ones. */
#include <criterion/criterion.h>
#include <math.h>

#include "study/usage.h"
#include "trace/trace.h"
#include "trace_folder.h"

TestSuite(plain, .init = begin, .fini = end);

static char *put(const char *name, const char *text)
{
  char *path = g_build_filename(folder, name, NULL);
  g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL);
  return path;
}

static const struct tn_program_call *find(const struct tn_program *p, const char *name)
{
  for (guint i = 0; i < p->calls->len; i++)
    if (strcmp(tn_program_call(p, i)->name, name) == 0)
      return tn_program_call(p, i);
  cr_assert(false, "no call");
  return NULL;
}

/* Output of smpirun -trace-ti of SimGrid 3.32 for 2 ranks: MPI_INT is type 1, MPI_DOUBLE 0. */
static const char rank_0[] = "0 init\n0 compute 3000\n0 barrier\n0 bcast 100 1 0 \n"
                             "0 reduce 100 0 1 0 \n0 allreduce 100 0 1 \n0 scatter 10 10 1 1 1\n"
                             "0 allgather 10 10 5 5\n0 gatherv 10 0 0 1 1 1\n"
                             "0 allgatherv 10 10 20 1 1\n0 alltoallv 40 10 30 40 10 10 1 1\n"
                             "0 reducescatter 10 20 0 1\n0 scan 7 0 1 \n0 ibcast 5 0 1 \n"
                             "0 wait -333 -333 -3335\n0 send 1 5 3 1\n0 compute 500\n0 finalize\n";
static const char rank_1[] = "1 init\n1 compute 1000\n1 barrier\n1 bcast 100 1 0 \n"
                             "1 reduce 100 0 1 0 \n1 allreduce 100 0 1 \n1 scatter 10 10 1 1 1\n"
                             "1 allgather 10 10 5 5\n1 gatherv 20 10 20 1 1 1\n"
                             "1 allgatherv 20 10 20 1 1\n1 alltoallv 40 10 10 40 30 10 1 1\n"
                             "1 reducescatter 10 20 0 1\n1 scan 7 0 1 \n1 ibcast 5 0 1 \n"
                             "1 wait -333 -333 -3335\n1 recv 0 5 3 1\n1 finalize\n";

Test(plain, simgrid)
{
  g_free(put("rank-1.txt", rank_0));
  g_free(put("rank-2.txt", rank_1));
  g_autofree char *list = put("ti.trace", "rank-1.txt\nrank-2.txt\n");
  g_autofree char *spec = g_strconcat(list, ":speed=1kf", NULL);
  struct tn_program *p = tn_trace_load(spec, notes, NULL);
  cr_assert_not_null(p);
  cr_expect_eq(p->n_ranks, 2);
  cr_expect_eq(p->calls->len, 11);
  const struct tn_program_call *barrier = find(p, "barrier");
  cr_expect_float_eq(g_array_index(p->computed, double, barrier->first), 3.0, 1e-12);
  cr_expect_float_eq(g_array_index(p->computed, double, barrier->first + 1), 1.0, 1e-12);
  cr_expect_eq(find(p, "bcast")->bytes, 800);
  cr_expect_eq(find(p, "bcast")->root, 1);
  cr_expect_eq(find(p, "reduce")->type, TN_FLOAT64);
  cr_expect_eq(find(p, "allreduce")->bytes, 400);
  cr_expect_eq(find(p, "scatter")->bytes, 40);
  cr_expect_eq(find(p, "gatherv")->counts[1], 80);
  cr_expect_eq(find(p, "allgatherv")->counts[0], 40);
  cr_expect_eq(find(p, "alltoallv")->counts[1], 120);
  cr_expect_eq(find(p, "reduce_scatter")->counts[1], 80);
  cr_expect_float_eq(p->tail[0], 0.5, 1e-12);
  cr_expect_not(tn_program_is_measured(p));
  cr_expect_eq(notes->len, 1);
  tn_program_free(p);
}

static void refused(const char *text, const char *why)
{
  g_autofree char *path = put("x.trace", text);
  GError *error = NULL;
  cr_assert_null(tn_trace_load(path, notes, &error));
  cr_expect(g_error_matches(error, TN_USAGE_ERROR, 0));
  cr_expect_not_null(strstr(error->message, why), "%s", error->message);
  g_error_free(error);
}

Test(plain, simgrid_refused)
{
  refused("0 init\n0 compute 1000\n", "x.trace:2: computation in flops");
  refused("0 init\n0 bcast x\n", "x.trace:2: bcast: argument 1 is \"x\"");
  refused("0 init\n0 bcast 5 0 77\n", "x.trace:2: a type that is not");
  refused("0 init\n0 bcast 5 3 0\n", "x.trace:2: a root that is not a rank");
  refused("0 init\nnonsense\n", "x.trace:2: not \"RANK ACTION");
  refused("no-such-file.txt\n", "x.trace:1: \"no-such-file.txt\" is not a file");
}

/* Any changed or missing byte gives an error or a program, and no crash. */
static void damage(const char *path, const char *spec)
{
  g_autofree char *text = NULL;
  gsize length;
  cr_assert(g_file_get_contents(path, &text, &length, NULL));
  for (gsize i = 0; i < length; i++) {
    static const char others[] = { '\0', '\n', ' ', '9', '-', 'e', ']', '[', '(' };
    const char own = text[i];
    text[i] = others[i % sizeof others];
    g_file_set_contents_full(path, text, (gssize)(i % 2 ? length : i + 1), G_FILE_SET_CONTENTS_NONE,
                             0600, NULL);
    text[i] = own;
    tn_program_free(tn_trace_load(spec, notes, NULL));
  }
}

Test(plain, damage_simgrid)
{
  g_autofree char *a = put("rank-1.txt", rank_0);
  g_free(put("rank-2.txt", rank_1));
  g_autofree char *list = put("ti.trace", "rank-1.txt\nrank-2.txt\n");
  g_autofree char *spec = g_strconcat(list, ":speed=1kf", NULL);
  damage(a, spec);
  damage(list, spec);
}
