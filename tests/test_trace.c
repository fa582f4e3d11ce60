/* Measurements of other programs, read into rows. */
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "compare/compare_trace.h"
#include "rows/trace_file.h"
#include "shared_data.h"

/* The rows and notes of a text, or its error. */
struct read {
  GPtrArray *rows, *notes;
  GError *error;
};

static struct read read_text(const char *text, const char *columns)
{
  struct read r = { tn_rows_new(), g_ptr_array_new_with_free_func(g_free), NULL };
  struct tn_trace trace = { .file = "x",
                            .text = text,
                            .length = strlen(text),
                            .columns = columns,
                            .rows = r.rows,
                            .notes = r.notes };
  const bool ok = tn_trace_parse(&trace, &r.error);
  cr_assert_eq(ok, r.error == NULL);
  return r;
}

static void finish(struct read *r)
{
  g_ptr_array_unref(r->rows);
  g_ptr_array_unref(r->notes);
  g_clear_error(&r->error);
}

static void expect(const struct read *r, guint i, const char *column, const char *text)
{
  cr_assert_lt(i, r->rows->len, "row %u of %u", i, r->rows->len);
  const int c = tn_row_column(column);
  const struct tn_row *row = r->rows->pdata[i];
  struct tn_row *wanted = tn_row_new();
  g_autofree char *shown = tn_row_text(row, c);
  cr_assert(tn_row_set(wanted, c, text, NULL));
  cr_assert(tn_row_same(row, wanted, c), "%s: %s, not %s", column, shown, text);
  tn_row_free(wanted);
}

static void refuse(const char *text, const char *columns, const char *message)
{
  struct read r = read_text(text, columns);
  cr_assert_not_null(r.error, "accepted, want: %s", message);
  cr_assert(g_str_has_prefix(r.error->message, message), "\"%s\"", r.error->message);
  cr_assert_null(strchr(r.error->message, '\n'));
  finish(&r);
}

#define OSU "# OSU MPI Broadcast Latency Test v5.9\n"
#define SHORT OSU "# Size       Avg Latency(us)\n"

Test(trace, reads_osu)
{
  struct read r =
      read_text("mpirun: something\n\n" OSU
                "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\r\n"
                "1                       0.52              0.31              0.80        1000\r\n\n"
                "# OSU MPI Barrier Latency Test v5.9\n# Avg Latency(us)\n            1.23\n",
                NULL);
  cr_assert_eq(r.rows->len, 2);
  expect(&r, 0, "source", "imported");
  expect(&r, 0, "collective", "bcast");
  expect(&r, 0, "protocol", "osu");
  expect(&r, 0, "size_bytes", "1");
  expect(&r, 0, "avg_us", "0.52");
  expect(&r, 0, "min_us", "0.31");
  expect(&r, 0, "max_us", "0.80");
  expect(&r, 0, "ranks", "");
  expect(&r, 1, "collective", "barrier");
  expect(&r, 1, "size_bytes", "0");
  finish(&r);
}

Test(trace, leaves_out_what_is_no_row)
{
  struct read r = read_text(SHORT "4 x\n4.5 1\n4\nRRR: 4\n8 1\n", NULL);
  cr_assert_eq(r.rows->len, 1);
  expect(&r, 0, "size_bytes", "8");
  cr_assert_eq(r.notes->len, 1);
  cr_assert_str_eq(r.notes->pdata[0], "x: skipped: 4 lines that are not rows (first: line 3)");
  finish(&r);
}

Test(trace, reads_nccl_tests)
{
  struct read r =
      read_text("# nThread 1 nGpus 4\n# Collective test starting: all_gather_perf\n"
                "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
                "#   (B)  (elements)                 (us)\n"
                "  1024 256 float none -1 13.67 0.07 0.13 0 13.60 0.08 0.13 0\n"
                "  2048 256 float none -1 13.67 0.07 0.13 1 13.60 0.08 0.13 0\n",
                NULL);
  cr_assert_eq(r.rows->len, 3);
  tn_trace_block_sizes(r.rows);
  expect(&r, 0, "collective", "allgather");
  expect(&r, 0, "ranks", "4");
  expect(&r, 0, "size_bytes", "256");
  expect(&r, 0, "in_place", "no");
  expect(&r, 0, "memory", "device");
  expect(&r, 1, "in_place", "yes");
  expect(&r, 1, "avg_us", "13.60");
  expect(&r, 2, "size_bytes", "512");
  expect(&r, 2, "in_place", "yes");
  finish(&r);
}

Test(trace, reads_lines_per_rank)
{
  struct read r = read_text(SHORT "RRR: 4 0.25\nRRR: 4 0.75\nRRR: 8 1.5\n4  0.52\n", NULL);
  cr_assert_eq(r.rows->len, 2);
  expect(&r, 0, "avg_us", "0.52");
  expect(&r, 0, "min_us", "0.250000");
  expect(&r, 0, "max_us", "0.750000");
  expect(&r, 1, "size_bytes", "8");
  expect(&r, 1, "avg_us", "1.500000");
  finish(&r);
}

Test(trace, reads_imb)
{
  struct read r = read_text("# Benchmarking Alltoall\n# #processes = 28\n#---\n"
                            "   #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
                            "     4096         1000         3.10         4.50         3.90\n\n"
                            "# Benchmarking Exchange\n# #processes = 2\n"
                            "   #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
                            "     4096         1000         3.10         4.50         3.90\n",
                            NULL);
  cr_assert_eq(r.rows->len, 1);
  expect(&r, 0, "collective", "alltoall");
  expect(&r, 0, "protocol", "imb");
  expect(&r, 0, "ranks", "28");
  expect(&r, 0, "avg_us", "3.90");
  expect(&r, 0, "min_us", "3.10");
  cr_assert_eq(r.notes->len, 1);
  cr_assert_str_eq(r.notes->pdata[0], "x:7: Exchange: unknown collective, skipped");
  finish(&r);
}

Test(trace, reads_mpich)
{
  struct read r = read_text("msgsize min max avg sigma\n1024 1.0 2.5 1.5 0.1\n", NULL);
  expect(&r, 0, "size_bytes", "1024");
  expect(&r, 0, "max_us", "2.5");
  expect(&r, 0, "avg_us", "1.5");
  expect(&r, 0, "collective", "");
  finish(&r);
}

Test(trace, reads_what_turnstile_writes)
{
  struct read r =
      read_text(OSU "# turnstile: platform knl, kernel paper, backing base, 64 ranks, "
                    "k-nomial throttle=4\n# Size           Avg Latency(us)\n1024  1.00\n",
                NULL);
  expect(&r, 0, "platform", "knl");
  expect(&r, 0, "ranks", "64");
  expect(&r, 0, "algorithm", "k-nomial");
  expect(&r, 0, "params", "throttle=4");
  finish(&r);
  r = read_text(OSU "# turnstile: platform knl, kernel paper, backing base, buffers cold, 8 ranks, "
                    "direct-read\n# Size           Avg Latency(us)\n1024  1.00\n",
                NULL);
  expect(&r, 0, "buffers", "cold");
  expect(&r, 0, "ranks", "8");
  expect(&r, 0, "algorithm", "direct-read");
  finish(&r);
}

Test(trace, maps_columns)
{
  struct read r = read_text("algo,cores,size,latency\n6,16,64.0,2.5\n0,16,64,\"2.5\"\n9x,2,1,1\n",
                            "algorithm=algo,ranks=cores,size_bytes=size,avg_us=latency");
  cr_assert_eq(r.rows->len, 3);
  for (guint i = 0; i < r.rows->len; i++) {
    tn_row_name(&((struct tn_row *)r.rows->pdata[i])->collective, "bcast");
    tn_trace_name_algorithm(r.rows->pdata[i]);
  }
  expect(&r, 0, "algorithm", "binomial");
  expect(&r, 0, "size_bytes", "64");
  expect(&r, 1, "algorithm", "library:ompi");
  expect(&r, 2, "algorithm", "9x");
  finish(&r);
}

Test(trace, refuses_with_place)
{
  const char *columns = "ranks=cores,avg_us=latency";
  refuse("hello\n", NULL, "x:1: not rows of turnstile or text of OSU");
  refuse("# Benchmarking Bcast\n# #processes = many\n", NULL, "x:2: ranks: \"many\"");
  refuse("# Benchmarking Bcast\n# turnstile: hm\n", NULL, "x:2: this heading is not turnstile");
  refuse("cores,latency\n2,fast\n", columns, "x:2: avg_us: \"fast\" is not a number");
  refuse("cores,latency\n2\n", columns, "x:2: 1 fields, but the header has 2");
  refuse("cores,time\n2,1\n", columns, "x:1: no column latency (--columns avg_us=latency)");
  refuse("cores,time\n2,1\n", "avgus=time", "--columns: no column \"avgus\" (nearest: avg_us)");
  refuse("cores,time\n2,1\n", "time", "--columns: \"time\" is not OURS=THEIRS");
  refuse("size_bytes,avgus\n1,1\n", NULL, "x:1: not rows of turnstile");
}

Test(trace, takes_values_beside_the_file)
{
  g_autofree char *file = g_strdup("/tmp/tn-trace-XXXXXX");
  const int fd = g_mkstemp(file);
  cr_assert_geq(fd, 0);
  close(fd);
  cr_assert(g_file_set_contents(file, SHORT "4 1\n", -1, NULL));
  g_autofree char *spec = g_strconcat(file, ":ranks=28,algorithm=6", NULL);
  g_autofree char *wrong = g_strconcat(file, ":ranks=28,algo=6", NULL);
  struct read r = { tn_rows_new(), g_ptr_array_new_with_free_func(g_free), NULL };
  const struct tn_trace as = { .rows = r.rows, .notes = r.notes };
  cr_assert(tn_trace_read(&as, spec, NULL, &r.error));
  expect(&r, 0, "ranks", "28");
  expect(&r, 0, "algorithm", "binomial");
  cr_assert_not(tn_trace_read(&as, wrong, NULL, &r.error));
  cr_assert(strstr(r.error->message, "\"algo=6\" is not COLUMN=VALUE"));
  finish(&r);
  remove(file);
}

Test(trace, names_times_in_another_unit)
{
  g_autofree char *file = g_strdup("/tmp/tn-trace-XXXXXX");
  close(g_mkstemp(file));
  g_autofree char *spec = g_strconcat(file, ":ranks=28", NULL);
  for (int in_ns = 0; in_ns < 2; in_ns++) {
    cr_assert(g_file_set_contents(file, in_ns ? SHORT "4 3210\n8 3250\n" : SHORT "4 3.21\n8 3.25\n",
                                  -1, NULL));
    struct read r = { tn_rows_new(), g_ptr_array_new_with_free_func(g_free), NULL };
    const struct tn_trace as = { .rows = r.rows, .notes = r.notes };
    cr_assert(tn_trace_read(&as, spec, NULL, &r.error));
    cr_assert_eq(r.notes->len, (guint)in_ns);
    if (in_ns)
      cr_assert(strstr(r.notes->pdata[0], "3250 us for 8 bytes"), "%s", (char *)r.notes->pdata[0]);
    finish(&r);
  }
  remove(file);
}

Test(shared, tables_of_others_are_read)
{
  static const struct {
    const char *name, *values, *columns;
    guint n;
  } files[] = {
    { "epyc7h12/bcast_core.csv", ":collective=bcast",
      "algorithm=algorithm,ranks=cores,size_bytes=size,avg_us=latency,min_us=min,max_us=max",
      15935 },
    { "xhc-csx48/flat_bcast_summary.csv", ":collective=bcast,algorithm=xhc-flat",
      "ranks=nranks,size_bytes=size_B,avg_us=avg_us_mean", 0 },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autofree char *path = tn_shared_data(files[i].name);
    g_autofree char *spec = g_strconcat(path, files[i].values, NULL);
    struct read r = { tn_rows_new(), g_ptr_array_new_with_free_func(g_free), NULL };
    const struct tn_trace as = { .columns = files[i].columns, .rows = r.rows, .notes = r.notes };
    cr_assert(tn_trace_read(&as, spec, NULL, &r.error), "%s", r.error ? r.error->message : "");
    cr_assert(files[i].n == 0 || r.rows->len == files[i].n, "%u rows", r.rows->len);
    expect(&r, 0, "collective", "bcast");
    finish(&r);
  }
}
