#include "recording.h"

#include <stdlib.h>
#include <string.h>

#include "study/usage.h"

/* Limits that no node reaches, against large allocations for damaged files. */
enum { MAX_RANKS = 1 << 20 };
static const guint64 MAX_BYTES = G_GUINT64_CONSTANT(1) << 50;

const char *const tn_record_kind_names[TN_N_KINDS] = {
#define KIND_NAME(number, name, root) name,
  TN_RECORD_KINDS(KIND_NAME)
#undef KIND_NAME
};

const char *const tn_record_reason_texts[TN_N_REASONS] = {
#define REASON_TEXT(number, text) text,
  TN_RECORD_REASONS(REASON_TEXT)
#undef REASON_TEXT
};

int tn_record_kind_find(const char *name, gsize length)
{
  int kind = 0;
  while (kind < TN_N_KINDS && (strlen(tn_record_kind_names[kind]) != length ||
                               g_ascii_strncasecmp(tn_record_kind_names[kind], name, length) != 0))
    kind++;
  return kind;
}

bool tn_record_kind_has_root(int kind)
{
  static const bool roots[TN_N_KINDS] = {
#define KIND_ROOT(number, name, root) root,
    TN_RECORD_KINDS(KIND_ROOT)
#undef KIND_ROOT
  };
  return roots[kind];
}

bool tn_record_kind_has_counts(int kind)
{
  return kind == TN_KIND_SCATTERV || kind == TN_KIND_GATHERV || kind == TN_KIND_ALLGATHERV ||
         kind == TN_KIND_REDUCE_SCATTER;
}

bool tn_record_kind_has_matrix(int kind)
{
  return kind == TN_KIND_ALLTOALLV || kind == TN_KIND_ALLTOALLW;
}

static void comm_clear(void *data)
{
  struct tn_recording_comm *comm = data;
  g_free(comm->rank);
}

void tn_recording_free(struct tn_recording *r)
{
  if (!r)
    return;
  g_array_unref(r->comms);
  g_ptr_array_unref(r->calls);
  g_bytes_unref(r->bytes);
  g_free(r->file);
  g_free(r);
}

static bool refuse(const char *file, GError **error, const char *why)
{
  return tn_usage(error, "%s: %s", file, why);
}

static bool ends(const char *text, size_t size)
{
  return memchr(text, '\0', size) != NULL;
}

static bool check_header(const char *file, const struct tn_record_header *h, gsize length,
                         GError **error)
{
  if (length < TN_RECORD_HEADER || memcmp(h->magic, TN_RECORD_MAGIC, sizeof h->magic) != 0)
    return refuse(file, error, "not a recording of tools/trace");
  if (h->order != TN_RECORD_ORDER)
    return refuse(file, error,
                  "recorded on a machine of the other byte order, where it can be read");
  if (h->version != TN_RECORD_VERSION || h->header_bytes != TN_RECORD_HEADER ||
      h->record_bytes != TN_RECORD_BYTES)
    return tn_usage(error, "%s: version %u of the format (this reads version %d)", file, h->version,
                    TN_RECORD_VERSION);
  if (h->n_ranks < 1 || h->n_ranks > MAX_RANKS || h->rank < 0 || h->rank >= h->n_ranks ||
      h->node < 0 || h->node >= h->n_ranks)
    return refuse(file, error, "its header is damaged: no such rank");
  if (!ends(h->host, sizeof h->host) || !ends(h->program, sizeof h->program) ||
      !ends(h->library, sizeof h->library))
    return refuse(file, error, "its header is damaged: a name without end");
  return true;
}

static guint64 more_for(guint64 n)
{
  return (n + TN_RECORD_COUNTS - 1) / TN_RECORD_COUNTS;
}

static bool add_comm(struct tn_recording *r, const struct tn_record *record)
{
  const uint64_t *numbers = tn_record_numbers(record);
  const guint64 n = record->bytes;
  struct tn_recording_comm comm = { .id = record->send };
  bool has_own = false;
  if (n < 1 || n > (guint64)r->header->n_ranks || record->more != more_for(n))
    return false;
  for (guint64 i = 0; i < n; i++) {
    if (numbers[i] >= (guint64)r->header->n_ranks)
      return false;
    has_own = has_own || numbers[i] == (guint64)r->header->rank;
  }
  if (!has_own)
    return false;
  comm.n = (int)n;
  comm.rank = g_new(int, n);
  for (int i = 0; i < comm.n; i++)
    comm.rank[i] = (int)numbers[i];
  g_array_append_val(r->comms, comm);
  return true;
}

static bool is_call_sound(const struct tn_recording *r, const struct tn_record *record)
{
  if (record->comm >= r->comms->len || record->exit < record->entry ||
      record->entry < r->header->begin || record->bytes > MAX_BYTES)
    return false;
  const struct tn_recording_comm *comm =
      &g_array_index(r->comms, struct tn_recording_comm, record->comm);
  if (tn_record_kind_has_root(record->kind) && (record->root < 0 || record->root >= comm->n))
    return false;
  if (!tn_record_kind_has_matrix(record->kind))
    return record->more == 0;
  if (record->more != more_for((guint64)comm->n))
    return false;
  for (int i = 0; i < comm->n; i++)
    if (tn_record_numbers(record)[i] > MAX_BYTES)
      return false;
  return true;
}

/* Adds one record. Returns false if it is invalid. */
static bool take(struct tn_recording *r, const struct tn_record *record)
{
  switch (record->kind) {
  case TN_KIND_COMM:
    return add_comm(r, record);
  case TN_KIND_END:
    r->is_finished = true;
    r->end = MAX(r->end, record->entry);
    return record->more == 0;
  case TN_KIND_DONE:
  case TN_KIND_PAUSE:
  case TN_KIND_RESUME:
    return record->more == 0;
  }
  if (record->kind >= TN_N_KINDS)
    return false;
  if (record->kind > TN_KIND_EXSCAN) {
    r->started[record->kind]++;
    return record->more == 0;
  }
  if (!is_call_sound(r, record))
    return false;
  r->end = MAX(r->end, record->exit);
  g_ptr_array_add(r->calls, (void *)record);
  return true;
}

static int by_entry(const void *x, const void *y)
{
  const struct tn_record *a = *(void *const *)x, *b = *(void *const *)y;
  if (a->entry != b->entry)
    return a->entry < b->entry ? -1 : 1;
  return (a > b) - (a < b); /* equal entries keep the file's order */
}

struct tn_recording *tn_recording_parse(const char *file, GBytes *bytes, GError **error)
{
  gsize length;
  const char *data = g_bytes_get_data(bytes, &length);
  const struct tn_record_header *header = (const void *)data;
  if (!check_header(file, header, length, error))
    return NULL;
  struct tn_recording *r = g_new0(struct tn_recording, 1);
  r->file = g_strdup(file);
  r->bytes = g_bytes_ref(bytes);
  r->header = header;
  r->comms = g_array_new(FALSE, FALSE, sizeof(struct tn_recording_comm));
  g_array_set_clear_func(r->comms, comm_clear);
  r->calls = g_ptr_array_new();
  r->end = header->begin;
  const struct tn_record *records = (const void *)(data + TN_RECORD_HEADER);
  const guint64 n = (length - TN_RECORD_HEADER) / TN_RECORD_BYTES;
  guint64 i = 0;
  while (i < n && records[i].mark == tn_record_mark(i)) {
    if (records[i].more >= n - i || !take(r, &records[i])) {
      r->is_damaged = true;
      break;
    }
    i += 1 + (guint64)records[i].more;
  }
  r->used = TN_RECORD_HEADER + i * TN_RECORD_BYTES;
  if (r->calls->len > 1)
    qsort(r->calls->pdata, r->calls->len, sizeof *r->calls->pdata, by_entry);
  return r;
}
