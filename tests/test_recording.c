/* Recordings of tools/trace: the calls of the program in the files of its ranks. */
#include <criterion/criterion.h>
#include <math.h>

#include "recordings.h"
#include "study/usage.h"
#include "trace/trace.h"
#include "trace_folder.h"

TestSuite(recording, .init = begin, .fini = end);

static const uint64_t both[] = { 0, 1 };

static struct tn_record call(int kind, guint32 sequence, guint64 entry, guint64 exit, guint64 bytes)
{
  return (struct tn_record){ .kind = (uint8_t)kind,
                             .sequence = sequence,
                             .entry = entry,
                             .exit = exit,
                             .bytes = bytes,
                             .send = 0x1000 };
}

static bool is_near(double a, double b)
{
  return fabs(a - b) < 1e-12;
}

static bool has_note(const char *pattern)
{
  for (guint i = 0; i < notes->len; i++)
    if (g_regex_match_simple(pattern, notes->pdata[i], 0, 0))
      return true;
  for (guint i = 0; i < notes->len; i++)
    cr_log_warn("note: %s", (char *)notes->pdata[i]);
  return false;
}

/* Writes two ranks: a broadcast that rank 1 enters late, and a reduction in place from another buffer. */
static void write_two(void)
{
  for (int rank = 0; rank < 2; rank++) {
    struct written w = written_new(rank, 2, 1000 + (guint64)rank * 500);
    written_comm(&w, 42, 2, both);
    struct tn_record bcast = call(TN_KIND_BCAST, 0, rank ? 5000 : 2000, 6000, 64);
    bcast.root = 1;
    written_add(&w, bcast, 0, NULL);
    struct tn_record sum = call(TN_KIND_ALLREDUCE, 1, 7000, 9000, 16);
    sum.type = TN_ELEMENT_INTEGER;
    sum.element = 4;
    sum.flags = TN_CALL_IN_PLACE;
    sum.send = 0;
    sum.receive = rank ? 0x1000 : 0x2000;
    written_add(&w, sum, 0, NULL);
    written_add(&w, call(TN_KIND_BCAST, 2, 9000, 9500, 64), 0, NULL);
    written_add(&w, (struct tn_record){ .kind = TN_KIND_END, .entry = 10000 }, 0, NULL);
    written_save(&w, folder);
    written_free(&w);
  }
}

static const double *times(const GArray *of, const struct tn_program_call *c)
{
  return &g_array_index(of, double, c->first);
}

Test(recording, two_ranks)
{
  write_two();
  struct tn_program *p = tn_trace_load(folder, notes, NULL);
  cr_assert(p);
  cr_expect_eq(notes->len, 0);
  cr_assert_eq(p->n_ranks, 2);
  cr_assert_eq(p->calls->len, 3);
  const struct tn_program_call *first = tn_program_call(p, 0);
  cr_expect_str_eq(first->name, "bcast");
  cr_expect_eq(first->root, 1);
  cr_expect_eq(first->bytes, 64);
  cr_expect(first->fresh);
  /* Times begin with rank 0, at 1 us. */
  cr_expect(is_near(times(p->computed, first)[0], 1e-6));
  cr_expect(is_near(times(p->computed, first)[1], 4e-6));
  cr_expect(is_near(times(p->exit, first)[1], 5e-6));
  const struct tn_program_call *sum = tn_program_call(p, 1);
  cr_expect_eq(sum->collective, TN_ALLREDUCE);
  cr_expect_eq(sum->type, TN_INT32);
  cr_expect(sum->in_place);
  cr_expect(sum->fresh, "0x2000 is new on rank 0");
  cr_expect(is_near(times(p->computed, sum)[0], 1e-6));
  cr_expect_not(tn_program_call(p, 2)->fresh);
  cr_expect(is_near(p->tail[1], 0.5e-6));
  cr_expect(tn_program_is_measured(p));
  tn_program_free(p);
}

Test(recording, killed)
{
  write_two();
  struct written w = written_new(1, 2, 1500);
  written_comm(&w, 42, 2, both);
  struct tn_record bcast = call(TN_KIND_BCAST, 0, 5000, 6000, 64);
  bcast.root = 1;
  written_add(&w, bcast, 0, NULL);
  /* Space that the rank did not use. */
  g_byte_array_set_size(w.bytes, w.bytes->len + 1000);
  memset(w.bytes->data + w.bytes->len - 1000, 0, 1000);
  written_save(&w, folder);
  written_free(&w);
  struct tn_program *p = tn_trace_load(folder, notes, NULL);
  cr_assert(p);
  cr_expect_eq(p->calls->len, 1);
  cr_expect(has_note("unfinished: rank 1 ended"));
  cr_expect(has_note("2 calls are skipped: not all ranks completed"));
  tn_program_free(p);
}

Test(recording, disagreement)
{
  for (int rank = 0; rank < 2; rank++) {
    struct written w = written_new(rank, 2, 1000);
    written_comm(&w, 42, 2, both);
    written_add(&w, call(rank ? TN_KIND_BCAST : TN_KIND_REDUCE, 0, 2000, 3000, 8), 0, NULL);
    written_add(&w, call(TN_KIND_BARRIER, 1, 3000, 3500, 0), 0, NULL);
    written_save(&w, folder);
    written_free(&w);
  }
  struct tn_program *p = tn_trace_load(folder, notes, NULL);
  cr_assert(p);
  cr_assert_eq(p->calls->len, 1);
  cr_expect_str_eq(tn_program_call(p, 0)->name, "barrier");
  cr_expect(has_note("1 call is skipped: .*rank 0 reduce .* rank 1 bcast"));
  tn_program_free(p);
}

Test(recording, counts)
{
  static const uint64_t row[2][2] = { { 8, 16 }, { 24, 32 } };
  for (int rank = 0; rank < 2; rank++) {
    struct written w = written_new(rank, 2, 1000);
    written_comm(&w, 42, 2, both);
    written_add(&w, call(TN_KIND_ALLTOALLV, 0, 2000, 3000, row[rank][0] + row[rank][1]), 2,
                row[rank]);
    written_add(&w, call(TN_KIND_GATHERV, 1, 4000, 5000, rank ? 30 : 10), 0, NULL);
    written_add(&w, call(TN_KIND_ALLGATHERV, 2, 6000, 7000, 10), 0, NULL);
    written_save(&w, folder);
    written_free(&w);
  }
  struct tn_program *p = tn_trace_load(folder, notes, NULL);
  cr_assert(p);
  cr_assert_eq(p->calls->len, 3);
  const struct tn_program_call *a = tn_program_call(p, 0), *g = tn_program_call(p, 1);
  cr_expect_str_eq(a->name, "alltoallv");
  cr_expect_eq(a->bytes, 20);
  cr_assert(a->counts);
  for (int i = 0; i < 4; i++)
    cr_expect_eq(a->counts[i], row[i / 2][i % 2]);
  cr_expect_eq(g->bytes, 20);
  cr_expect_eq(g->counts[1], 30);
  cr_expect_null(tn_program_call(p, 2)->counts, "equal counts are none");
  tn_program_free(p);
}

/* Rank 0 leaves a broadcast to rank 1 early, and meets rank 2 before rank 1 arrives. */
Test(recording, order)
{
  static const uint64_t pair[3][2] = { { 0, 1 }, { 0, 1 }, { 0, 2 } }, other[] = { 0, 2 };
  for (int rank = 0; rank < 3; rank++) {
    struct written w = written_new(rank, 3, 1000);
    written_comm(&w, rank == 2 ? 2 : 1, 2, pair[rank]);
    if (rank == 0)
      written_comm(&w, 2, 2, other);
    written_add(&w,
                call(TN_KIND_BCAST, 0,
                     rank == 1   ? 9000
                     : rank == 2 ? 1500
                                 : 2000,
                     rank == 1   ? 9500
                     : rank == 2 ? 5000
                                 : 3000,
                     8),
                0, NULL);
    if (rank == 0) {
      struct tn_record second = call(TN_KIND_BCAST, 0, 4000, 5000, 8);
      second.comm = 1;
      written_add(&w, second, 0, NULL);
    }
    written_save(&w, folder);
    written_free(&w);
  }
  struct tn_program *p = tn_trace_load(folder, notes, NULL);
  cr_assert(p);
  cr_assert_eq(p->calls->len, 2);
  cr_expect_eq(tn_program_group_of(p, tn_program_call(p, 0))->rank[1], 1);
  cr_expect_eq(tn_program_group_of(p, tn_program_call(p, 1))->rank[1], 2);
  tn_program_free(p);
}

Test(recording, missing_rank)
{
  static const uint64_t self[] = { 0 };
  struct written w = written_new(0, 2, 1000);
  written_comm(&w, 42, 2, both);
  written_comm(&w, 43, 1, self);
  written_add(&w, call(TN_KIND_BARRIER, 0, 2000, 3000, 0), 0, NULL);
  struct tn_record alone = call(TN_KIND_BARRIER, 0, 3000, 4000, 0);
  alone.comm = 1;
  written_add(&w, alone, 0, NULL);
  written_header(&w)->counted[TN_REASON_UNKNOWN][TN_KIND_NEIGHBOR] = 5;
  written_save(&w, folder);
  written_free(&w);
  struct tn_program *p = tn_trace_load(folder, notes, NULL);
  cr_assert(p);
  cr_expect_eq(p->calls->len, 1);
  cr_expect(has_note("no recording of rank 1 of 2"));
  cr_expect(has_note("1 call is skipped: ranks of their communicator have no recording"));
  cr_expect(has_note("5 calls of neighbor"));
  tn_program_free(p);
}

/* Any truncated or changed byte gives an error or a program, and no crash. */
Test(recording, damage)
{
  write_two();
  g_autofree char *path = g_build_filename(folder, "1" TN_RECORD_SUFFIX, NULL);
  g_autofree char *data = NULL;
  gsize length;
  cr_assert(g_file_get_contents(path, &data, &length, NULL));
  for (gsize i = 0; i < length * 8; i += i < 200 * 8 || i / 8 >= TN_RECORD_HEADER ? 3 : 997) {
    data[i / 8] ^= (char)(1 << i % 8);
    written_put(path, data, i % 2 ? length : i / 8);
    data[i / 8] ^= (char)(1 << i % 8);
    tn_program_free(tn_trace_load(folder, notes, NULL));
  }
}

Test(recording, nothing)
{
  GError *error = NULL;
  cr_assert_null(tn_trace_load(folder, notes, &error));
  cr_expect(g_error_matches(error, TN_USAGE_ERROR, 0));
  cr_expect(strstr(error->message, "no recordings"));
  g_clear_error(&error);
  g_autofree char *path = g_build_filename(folder, "0" TN_RECORD_SUFFIX, NULL);
  written_put(path, "x", 1);
  cr_assert_null(tn_trace_load(folder, notes, &error));
  cr_expect(strstr(error->message, "not a recording"));
  g_clear_error(&error);
  cr_assert_null(tn_trace_load("/no/such/folder", notes, &error));
  g_clear_error(&error);
}

/* Two threads of each rank, each with a communicator: rank 0 enters A first, rank 1 enters B first. */
Test(recording, threads)
{
  for (int rank = 0; rank < 2; rank++) {
    struct written w = written_new(rank, 2, 1000);
    written_comm(&w, 1, 2, both);
    written_comm(&w, 2, 2, both);
    for (guint32 c = 0; c < 2; c++) {
      const bool is_first = (int)c == rank;
      struct tn_record own = call(TN_KIND_BARRIER, 0, is_first ? 2000 : 3000, 4000 + 100 * c, 0);
      own.comm = c;
      written_add(&w, own, 0, NULL);
    }
    written_save(&w, folder);
    written_free(&w);
  }
  struct tn_program *p = tn_trace_load(folder, notes, NULL);
  cr_assert_not_null(p);
  cr_expect_eq(p->calls->len, 2);
  cr_expect(has_note("threads: 1 calls are before others"));
  tn_program_free(p);
}
