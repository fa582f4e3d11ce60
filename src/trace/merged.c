/* A gzip file: a line of text, number of recordings, length and bytes of each. Numbers have 8 bytes
 * in the recordings' byte order. */
#include <gio/gio.h>
#include <string.h>

#include "files.h"
#include "study/usage.h"
#include "table/save.h"

static const char magic[16] = "TNTRACE merged\n";

bool tn_merged_is(const void *data, gsize length)
{
  static const unsigned char gzip[] = { 0x1f, 0x8b };
  return length >= sizeof gzip && memcmp(data, gzip, sizeof gzip) == 0;
}

static bool write_number(GOutputStream *out, guint64 number, GError **error)
{
  return g_output_stream_write_all(out, &number, sizeof number, NULL, NULL, error);
}

bool tn_recordings_merge(const struct tn_recordings *recordings, const char *path, GError **error)
{
  g_autoptr(GOutputStream) raw = g_memory_output_stream_new_resizable();
  g_autoptr(GZlibCompressor) gzip = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr(GOutputStream) out = g_converter_output_stream_new(raw, G_CONVERTER(gzip));
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM(raw);
  guint64 n = 0;
  for (int r = 0; r < recordings->n_ranks; r++)
    n += recordings->rank[r] != NULL;
  bool ok = g_output_stream_write_all(out, magic, sizeof magic, NULL, NULL, error) &&
            write_number(out, n, error);
  for (int r = 0; ok && r < recordings->n_ranks; r++) {
    const struct tn_recording *one = recordings->rank[r];
    ok = !one || (write_number(out, one->used, error) &&
                  g_output_stream_write_all(out, g_bytes_get_data(one->bytes, NULL), one->used,
                                            NULL, NULL, error));
  }
  return ok && g_output_stream_close(out, NULL, error) &&
         tn_save_write(path, g_memory_output_stream_get_data(memory),
                       (gssize)g_memory_output_stream_get_data_size(memory), error);
}

static bool read_bytes(GInputStream *in, const char *path, void *to, gsize length, GError **error)
{
  GError *why = NULL;
  gsize got;
  if (g_input_stream_read_all(in, to, length, &got, NULL, &why) && got == length)
    return true;
  tn_usage(error, "%s: damaged or cut off: %s", path, why ? why->message : "it ends too early");
  g_clear_error(&why);
  return false;
}

/* Reads a recording in pieces, because a damaged `length` may be any number. */
static struct tn_recording *read_one(GInputStream *in, const char *path, guint64 i, guint64 length,
                                     GError **error)
{
  enum { PIECE = 1 << 20 };
  g_autoptr(GByteArray) all = g_byte_array_new();
  while (all->len < length) {
    const guint at = all->len;
    const guint piece = (guint)MIN((guint64)PIECE, length - at);
    if (at > G_MAXUINT - PIECE - 1)
      return tn_usage_null(error, "%s: a recording of 4 GiB and more", path);
    g_byte_array_set_size(all, at + piece);
    if (!read_bytes(in, path, all->data + at, piece, error))
      return NULL;
  }
  g_autofree char *name = g_strdup_printf("%s: recording %" G_GUINT64_FORMAT, path, i + 1);
  g_autoptr(GBytes) bytes = g_byte_array_free_to_bytes(g_steal_pointer(&all));
  return tn_recording_parse(name, bytes, error);
}

static bool read_all(GInputStream *in, const char *path, GPtrArray *ret, GError **error)
{
  char begin[sizeof magic];
  guint64 n, length;
  if (!read_bytes(in, path, begin, sizeof begin, error))
    return false;
  if (memcmp(begin, magic, sizeof magic) != 0)
    return tn_usage(error, "%s: not a file of turnstile trace merge", path);
  if (!read_bytes(in, path, &n, sizeof n, error))
    return false;
  for (guint64 i = 0; i < n; i++) {
    if (!read_bytes(in, path, &length, sizeof length, error))
      return false;
    struct tn_recording *r = read_one(in, path, i, length, error);
    if (!r)
      return false;
    g_ptr_array_add(ret, r);
  }
  return ret->len > 0 || tn_usage(error, "%s: no recordings in it", path);
}

bool tn_merged_read(const char *path, GBytes *bytes, GPtrArray *ret, GError **error)
{
  g_autoptr(GInputStream) raw = g_memory_input_stream_new_from_bytes(bytes);
  g_autoptr(GZlibDecompressor) gzip = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr(GInputStream) in = g_converter_input_stream_new(raw, G_CONVERTER(gzip));
  if (read_all(in, path, ret, error))
    return true;
  for (guint i = 0; i < ret->len; i++)
    tn_recording_free(ret->pdata[i]);
  g_ptr_array_set_size(ret, 0);
  return false;
}
