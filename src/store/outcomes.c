#include "outcomes.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "key.h"

/* One record of the cache file. It is appended by a single write, so that several commands can
 * append at the same time. */
struct outcomes_record {
  struct tn_key key;
  struct tn_sim_result result;
};

struct tn_outcomes {
  const struct tn_study *study;
  struct tn_keys *keys;
  GHashTable *known; /* struct tn_key -> struct outcomes_record, both in `records` */
  char *records;
  int fd;
  bool is_lost; /* true if a record could not be written */
};

static guint outcomes_hash(gconstpointer key)
{
  const struct tn_key *k = (const struct tn_key *)key;
  guint hash, other;
  memcpy(&hash, k->name, sizeof hash);
  memcpy(&other, k->inputs, sizeof other);
  return hash ^ other;
}

static gboolean outcomes_equal(gconstpointer a, gconstpointer b)
{
  return memcmp(a, b, sizeof(struct tn_key)) == 0;
}

/* Loads all records; deletes a file that ends within a record. */
static void outcomes_read(struct tn_outcomes *o, const char *path)
{
  gsize length = 0;
  if (!g_file_get_contents(path, &o->records, &length, NULL))
    return;
  if (length % sizeof(struct outcomes_record) != 0) {
    g_unlink(path);
    return;
  }
  for (gsize at = 0; at < length; at += sizeof(struct outcomes_record))
    g_hash_table_insert(o->known, o->records + at, o->records + at);
}

struct tn_outcomes *tn_outcomes_open(const struct tn_study *study, const char *folder,
                                     GError **error)
{
  g_autofree char *model = g_compute_checksum_for_string(G_CHECKSUM_SHA256, tn_store_program(), -1);
  g_autofree char *path = g_build_filename(folder, model, NULL);
  struct tn_outcomes *o = g_new0(struct tn_outcomes, 1);
  o->study = study;
  o->keys = tn_keys_new(study, false, 0);
  o->known = g_hash_table_new(outcomes_hash, outcomes_equal);
  g_mkdir_with_parents(folder, 0777);
  outcomes_read(o, path);
  o->fd = g_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (o->fd >= 0)
    return o;
  g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "%s: %s", path,
              g_strerror(errno));
  tn_outcomes_close(o);
  return NULL;
}

void tn_outcomes_close(struct tn_outcomes *o)
{
  if (!o)
    return;
  if (o->fd >= 0)
    close(o->fd);
  g_hash_table_unref(o->known);
  tn_keys_free(o->keys);
  g_free(o->records);
  g_free(o);
}

bool tn_outcomes_recall(struct tn_outcomes *o, struct tn_study *study, guint i)
{
  struct tn_outcome *outcome = &tn_study_outcomes(study)[i];
  struct tn_key key;
  if (outcome->state != TN_PENDING || !tn_keys_make(o->keys, i, &key, NULL))
    return false;
  const char *found = g_hash_table_lookup(o->known, &key);
  if (!found)
    return false;
  memcpy(&outcome->result, found + offsetof(struct outcomes_record, result),
         sizeof outcome->result);
  outcome->state = TN_DONE;
  return true;
}

void tn_outcomes_store(struct tn_outcomes *o, guint i)
{
  const struct tn_outcome *outcome = tn_study_outcome(o->study, i);
  struct outcomes_record record;
  memset(&record, 0, sizeof record);
  if (o->is_lost || outcome->state != TN_DONE || !tn_keys_make(o->keys, i, &record.key, NULL))
    return;
  memcpy(&record.result, &outcome->result, sizeof record.result);
  o->is_lost = write(o->fd, &record, sizeof record) != (ssize_t)sizeof record;
}
