#include "recorder.h"

#include <string.h>

#include "study/usage.h"

struct recorder_comm {
  enum tn_unused unused; /* reason for not recording its calls; TN_N_UNUSED: they are recorded */
  guint index, sequence;
  guint n, own; /* number of ranks; own rank */
};

int tn_recorder_region(const char *function, bool is_one_sided)
{
  g_autofree char *call = g_ascii_strdown(function, -1);
  if (g_str_equal(call, "mpi_init") || g_str_equal(call, "mpi_init_thread"))
    return TN_REGION_INIT;
  if (g_str_equal(call, "mpi_finalize"))
    return TN_REGION_FINALIZE;
  if (strstr(call, "neighbor_"))
    return TN_UNUSED_NEIGHBOUR;
  if (g_str_has_prefix(call, "mpi_")) {
    const bool is_persistent = g_str_has_suffix(call, "_init");
    const int kind = tn_record_kind_find(call + 4, strlen(call) - (is_persistent ? 9 : 4));
    if (kind < TN_N_KINDS && is_persistent)
      return TN_UNUSED_PERSISTENT;
    if (kind < TN_N_KINDS && kind > TN_KIND_EXSCAN)
      return TN_UNUSED_NONBLOCKING;
  }
  return is_one_sided ? TN_UNUSED_ONE_SIDED : TN_REGION_OTHER;
}

struct tn_recorder tn_recorder_new(int rank, const int *node, guint n_ranks,
                                   struct tn_recorder_counts *counts)
{
  static const struct tn_record_header begin = { .magic = TN_RECORD_MAGIC,
                                                 .version = TN_RECORD_VERSION,
                                                 .order = TN_RECORD_ORDER,
                                                 .header_bytes = TN_RECORD_HEADER,
                                                 .record_bytes = TN_RECORD_BYTES };
  struct tn_recorder recorder = {
    .n_ranks = n_ranks, .node = node, .rank = (uint64_t)rank, .counts = counts
  };
  struct tn_record_header header = begin;
  const guint8 padding[TN_RECORD_HEADER - sizeof header] = { 0 };
  header.rank = rank;
  header.n_ranks = (int32_t)n_ranks;
  header.node = node[rank];
  recorder.bytes = g_byte_array_new();
  recorder.comms = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  g_byte_array_append(recorder.bytes, (const guint8 *)&header, sizeof header);
  g_byte_array_append(recorder.bytes, padding, sizeof padding);
  return recorder;
}

void tn_recorder_add(struct tn_recorder *recorder, struct tn_record record, const uint64_t *numbers,
                     gsize n)
{
  GByteArray *bytes = recorder->bytes;
  record.more = (uint16_t)((n + TN_RECORD_COUNTS - 1) / TN_RECORD_COUNTS);
  record.mark = tn_record_mark((bytes->len - TN_RECORD_HEADER) / TN_RECORD_BYTES);
  g_byte_array_append(bytes, (const guint8 *)&record, sizeof record);
  for (gsize i = 0; i < n; i += TN_RECORD_COUNTS) {
    struct tn_record_more more = { 0 };
    memcpy(more.number, numbers + i, MIN(n - i, TN_RECORD_COUNTS) * sizeof *numbers);
    g_byte_array_append(bytes, (const guint8 *)&more, sizeof more);
  }
}

/* Returns the rank's data of a communicator, which is recorded at its first call. */
static struct recorder_comm *comm_of(struct tn_recorder *r, uint32_t reference,
                                     const struct tn_recorder_group *group)
{
  struct recorder_comm *comm = g_hash_table_lookup(r->comms, GSIZE_TO_POINTER(reference));
  if (comm)
    return comm;
  const bool is_self = group && group->n == 0;
  const uint64_t *member = is_self ? &r->rank : group ? group->member : NULL;
  const guint n = is_self ? 1 : group ? group->n : 0;
  comm = g_new0(struct recorder_comm, 1);
  comm->n = comm->own = n;
  comm->unused = TN_N_UNUSED;
  for (guint i = 0; i < n && comm->unused != TN_UNUSED_UNDEFINED; i++) {
    comm->own = member[i] == r->rank ? i : comm->own;
    if (member[i] >= r->n_ranks)
      comm->unused = TN_UNUSED_UNDEFINED;
    else if (r->node[member[i]] != r->node[r->rank])
      comm->unused = TN_UNUSED_NODES;
  }
  if (comm->own == n)
    comm->unused = TN_UNUSED_UNDEFINED;
  const struct tn_record record = { .kind = TN_KIND_COMM,
                                    .send = is_self ? ~r->rank : reference,
                                    .bytes = n };
  if (comm->unused == TN_N_UNUSED) {
    comm->index = r->n_comms++;
    tn_recorder_add(r, record, member, n);
  }
  g_hash_table_insert(r->comms, GSIZE_TO_POINTER(reference), comm);
  return comm;
}

/* Sets the bytes of a record from a sum over n ranks, or n - 1 with MPI_IN_PLACE. Prefers whole
 * elements of 4 bytes. Returns true if both fit. */
static bool divide(struct tn_record *record, guint64 sum, guint64 n)
{
  const guint64 others = MAX(n - 1, 1);
  const guint64 unit = sum % (4 * n) == 0 || sum % (4 * others) == 0 ? 4 : 1;
  const bool fits = sum % (unit * n) == 0, fits_in_place = sum % (unit * others) == 0;
  record->flags = !fits && fits_in_place ? TN_CALL_IN_PLACE : 0;
  record->bytes = sum / (record->flags ? others : n);
  return n > 1 && sum > 0 && fits && fits_in_place;
}

/* Sets bytes and flags of a record. Returns true if its size fits with and without
 * MPI_IN_PLACE. */
static bool measure(struct tn_record *record, const struct recorder_comm *comm, guint64 sent,
                    guint64 received)
{
  const guint64 n = comm->n, others = MAX(n - 1, 1), own = comm->own;
  switch (record->kind) {
  case TN_KIND_BCAST:
  case TN_KIND_SCATTERV: /* 0 at a root with MPI_IN_PLACE, which moves no bytes of its own */
    record->bytes = received;
    return false;
  case TN_KIND_GATHERV:
  case TN_KIND_ALLTOALLV:
  case TN_KIND_ALLTOALLW:
    record->bytes = sent;
    return false;
  case TN_KIND_SCATTER:
  case TN_KIND_GATHER:
  case TN_KIND_REDUCE:
    record->bytes = record->kind == TN_KIND_SCATTER ? received : sent;
    /* A root with MPI_IN_PLACE counts the blocks of the others alone. */
    if (record->bytes == 0 && sent + received > 0) {
      record->flags = TN_CALL_IN_PLACE;
      record->bytes = (sent + received) / others;
    }
    return false;
  case TN_KIND_SCAN:
    /* The sum of both is n + 1 vectors, or n - 1 with MPI_IN_PLACE. The middle one of an odd number
     * of ranks has equal numbers of vectors in both cases. */
    if (n > 1 && 2 * own == others) {
      record->flags = TN_CALL_UNSURE;
      record->bytes = (sent + received) / n;
      return false;
    }
    record->flags = n > 1 && sent * own == received * (others - own) ? TN_CALL_IN_PLACE : 0;
    record->bytes = (sent + received) / (record->flags ? others : n + 1);
    return false;
  case TN_KIND_EXSCAN:
    record->bytes = (sent + received) / others;
    return false;
  }
  return divide(record, record->kind == TN_KIND_REDUCE_SCATTER ? received : sent, n);
}

void tn_recorder_call(struct tn_recorder *recorder, struct tn_record record, uint32_t reference,
                      const struct tn_recorder_group *group, uint64_t sent, uint64_t received)
{
  struct recorder_comm *comm = comm_of(recorder, reference, group);
  if (comm->unused != TN_N_UNUSED) {
    recorder->counts->unused[comm->unused]++;
    return;
  }
  const int32_t root = record.root;
  for (guint i = 0; group->is_global && i < group->n; i++)
    if (group->member[i] == (uint64_t)root)
      record.root = (int32_t)i;
  record.comm = comm->index;
  record.sequence = comm->sequence++;
  recorder->counts->ambiguous += measure(&record, comm, sent, received);
  if (record.kind >= TN_KIND_REDUCE) {
    record.element = record.bytes % 8 == 0 ? 8 : record.bytes % 4 == 0 ? 4 : 1;
    record.type = TN_ELEMENT_REAL;
    recorder->counts->reductions++;
  }
  const guint n = tn_record_kind_has_matrix(record.kind) ? comm->n : 0;
  g_autofree uint64_t *share = g_new(uint64_t, n + 1);
  for (guint i = 0; i < n; i++)
    share[i] = sent / n + (i < sent % n);
  recorder->counts->matrices += n > 0;
  recorder->counts->calls++;
  tn_recorder_add(recorder, record, share, n);
}

void tn_recorder_finish(struct tn_recorder *recorder, const char *file, guint64 begin,
                        GPtrArray *ret)
{
  ((struct tn_record_header *)(void *)recorder->bytes->data)->begin = begin;
  g_autoptr(GBytes) bytes = g_byte_array_free_to_bytes(recorder->bytes);
  struct tn_recording *recording = tn_recording_parse(file, bytes, NULL);
  if (recording)
    g_ptr_array_add(ret, recording);
  g_hash_table_unref(recorder->comms);
}

/* Returns "4312 messages from rank to rank (8624 bytes), ..."; NULL if all events are used. */
static char *unused_text(const struct tn_recorder_counts *counts)
{
  static const char *const texts[TN_N_UNUSED][2] = {
    { "message", " from rank to rank" },
    { "call", " of non-blocking collectives" },
    { "call", " to create persistent collectives, whose starts are not seen" },
    { "call", " of neighbourhood collectives" },
    { "one-sided operation", "" },
    { "call", " on communicators of several nodes" },
    { "call", " on communicators between groups or without a definition" },
    { "call", " to create or free windows, files or memory" },
    { "location", " of threads and devices" },
  };
  GString *text = g_string_new(NULL);
  for (int i = 0; i < TN_N_UNUSED; i++) {
    const guint64 n = counts->unused[i];
    if (n)
      g_string_append_printf(text, "%s%" G_GUINT64_FORMAT " %s%s%s", text->len ? ", " : "", n,
                             texts[i][0], n == 1 ? "" : "s", texts[i][1]);
    if (n && i == TN_UNUSED_MESSAGE)
      g_string_append_printf(text, " (%.0f bytes)", counts->message_bytes);
  }
  return g_string_free(text, text->len == 0);
}

bool tn_recorder_report(const struct tn_recorder_counts *counts, const char *path,
                        char **ret_unused, GPtrArray *notes, GError **error)
{
  const struct {
    bool is_assumed;
    const char *text;
  } all[] = {
    { counts->is_foreign, "bytes are counted as Score-P counts them" },
    { counts->has_no_nodes, "all ranks are on one node" },
    { counts->reductions, "reductions are of float64 if the size allows it" },
    { counts->matrices, "alltoallv and alltoallw send equal shares to all ranks" },
    { counts->ambiguous, "calls are without MPI_IN_PLACE if the size allows both" },
  };
  g_autofree char *unused = unused_text(counts);
  if (counts->calls == 0 && notes->len > 0)
    return tn_usage(error, "%s", (const char *)notes->pdata[notes->len - 1]);
  if (counts->calls == 0)
    return tn_usage(error,
                    "%s: no collectives of one node in it%s%s (accepted: traces of MPI "
                    "programs by Score-P)",
                    path, unused ? "; not used: " : "", unused ? unused : "");
  if (unused)
    g_ptr_array_add(notes, g_strdup_printf("%s: not used, sums over ranks: %s", path, unused));
  for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
    if (all[i].is_assumed)
      g_ptr_array_add(notes, g_strdup_printf("%s: assumed: %s", path, all[i].text));
  *ret_unused = g_steal_pointer(&unused);
  return true;
}
