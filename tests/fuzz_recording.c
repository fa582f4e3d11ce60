/* The reader of recordings takes any bytes: as the file of one rank, and as a merged file. */
#include <stdlib.h>
#include <string.h>

#include "trace/files.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* Sets the marks of all records, since the reader stops at a record without its mark. */
static void mark(unsigned char *data, size_t size)
{
  for (size_t i = 0; TN_RECORD_HEADER + (i + 1) * TN_RECORD_BYTES <= size; i++) {
    struct tn_record record;
    unsigned char *at = data + TN_RECORD_HEADER + i * TN_RECORD_BYTES;
    memcpy(&record, at, sizeof record);
    record.mark = tn_record_mark(i);
    memcpy(at, &record, sizeof record);
  }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  g_autoptr(GPtrArray) merged = g_ptr_array_new_with_free_func((GDestroyNotify)tn_recording_free);
  g_autoptr(GBytes) given = g_bytes_new(data, size);
  GError *error = NULL;
  if (tn_merged_is(data, size) && !tn_merged_read("fuzz", given, merged, &error))
    g_clear_error(&error);
  unsigned char *own = g_memdup2(data, size);
  if (own)
    mark(own, size);
  g_autoptr(GBytes) bytes = g_bytes_new_take(own, own ? size : 0);
  struct tn_recording *r = tn_recording_parse("fuzz", bytes, &error);
  g_clear_error(&error);
  tn_recording_free(r);
  return 0;
}
