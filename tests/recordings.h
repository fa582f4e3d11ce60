/* Writes recordings in the format of tools/tracer. */
#ifndef TN_TESTS_RECORDINGS_H
#define TN_TESTS_RECORDINGS_H

#include <glib.h>
#include <string.h>

#include "trace/record.h"

/* The file of a rank: the header in a zero-padded block, then the records. */
struct written {
  GByteArray *bytes;
  guint64 n; /* number of records */
};

static inline struct tn_record_header *written_header(struct written *w)
{
  return (struct tn_record_header *)(void *)w->bytes->data;
}

/* Returns the file of a rank in a run of n_ranks on one node that begins at `begin` ns. */
static inline struct written written_new(int rank, int n_ranks, guint64 begin)
{
  struct written w = { g_byte_array_new(), 0 };
  g_byte_array_set_size(w.bytes, TN_RECORD_HEADER);
  memset(w.bytes->data, 0, TN_RECORD_HEADER);
  struct tn_record_header header = { .version = TN_RECORD_VERSION,
                                     .order = TN_RECORD_ORDER,
                                     .header_bytes = TN_RECORD_HEADER,
                                     .record_bytes = TN_RECORD_BYTES,
                                     .rank = rank,
                                     .n_ranks = n_ranks,
                                     .run = 7,
                                     .begin = begin };
  memcpy(header.magic, TN_RECORD_MAGIC, sizeof header.magic);
  memcpy(w.bytes->data, &header, sizeof header);
  return w;
}

/* Appends a record and its n numbers. */
static inline void written_add(struct written *w, struct tn_record record, int n,
                               const uint64_t *numbers)
{
  const int more = (n + TN_RECORD_COUNTS - 1) / TN_RECORD_COUNTS;
  record.more = (uint16_t)more;
  record.mark = tn_record_mark(w->n);
  g_byte_array_append(w->bytes, (const void *)&record, sizeof record);
  for (int i = 0; i < more; i++) {
    struct tn_record_more block = { { 0 } };
    for (int k = 0; k < TN_RECORD_COUNTS && i * TN_RECORD_COUNTS + k < n; k++)
      block.number[k] = numbers[i * TN_RECORD_COUNTS + k];
    g_byte_array_append(w->bytes, (const void *)&block, sizeof block);
  }
  w->n += 1 + (guint64)more;
}

static inline void written_comm(struct written *w, guint64 id, int n, const uint64_t *ranks)
{
  written_add(w, (struct tn_record){ .kind = TN_KIND_COMM, .send = id, .bytes = (uint64_t)n }, n,
              ranks);
}

/* Writes without fsync, which would take most of the test's time. */
static inline void written_put(const char *path, const void *data, gsize length)
{
  g_file_set_contents_full(path, data, (gssize)length, G_FILE_SET_CONTENTS_NONE, 0600, NULL);
}

static inline void written_save(struct written *w, const char *folder)
{
  g_autofree char *name = g_strdup_printf("%d" TN_RECORD_SUFFIX, written_header(w)->rank);
  g_autofree char *path = g_build_filename(folder, name, NULL);
  written_put(path, w->bytes->data, w->bytes->len);
}

static inline void written_free(struct written *w)
{
  g_byte_array_unref(w->bytes);
}

#endif
