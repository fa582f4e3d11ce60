/* Reads OTF2 archives, the traces of Score-P. The comments of otf2/OTF2_GlobalDefReaderCallbacks.h
 * and otf2/OTF2_EvtReaderCallbacks.h (OTF2 3.0) describe definitions and events. OTF2 does not
 * define the sizes of collectives: they are read as Score-P computes them
 * (scorep_mpi_coll_bytes_* in its src/adapters/mpi). */
#include <otf2/otf2.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "platform/contents.h"
#include "recorder.h"
#include "study/usage.h"

/* OTF2 determines the arguments of callbacks. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define EVENT                                                                                      \
  OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void *user,                   \
      OTF2_AttributeList *attributes

/* Kinds of definitions, in the upper bits of keys. */
enum { STRING, TREE_NODE, PROCESS, LOCATION, REGION, GROUP, COMM, KIND_SHIFT = 60 };

struct otf2_location {
  guint64 node; /* number of the node; 0 if unknown */
  bool has_events;
};

struct archive {
  const char *path;
  OTF2_Reader *reader;
  OTF2_EvtReaderCallbacks *callbacks;
  GHashTable *definitions;   /* kind and reference -> content, owned */
  guint n_ranks;             /* 0: the trace has no MPI */
  uint64_t *location;        /* [n_ranks] OTF2_LocationRef */
  int *node;                 /* [n_ranks] lowest rank on the same node */
  guint64 resolution, begin; /* ticks per second, first tick */
  struct tn_recorder_counts counts;
  bool is_opening;
  jmp_buf failed; /* destination of on_error while is_opening */
  char *message;  /* OTF2's first error, owned; NULL if there was no error */
};

struct rank_events {
  struct archive *archive;
  struct tn_recorder recorder;
  int region;    /* last region: an unused event, or one of TN_REGION_OTHER and the following */
  guint64 entry; /* ns: begin of the current collective */
  guint64 begin; /* ns: end of MPI_Init, or first event; G_MAXUINT64 without events */
};

static OTF2_ErrorCode on_error(void *user, const char *file, uint64_t line, const char *function,
                               OTF2_ErrorCode code, const char *format, va_list arguments)
{
  struct archive *a = user;
  if (!a->message) {
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    a->message = g_strdup_printf("%s: %s", OTF2_Error_GetDescription(code), text);
  }
  if (a->is_opening)
    longjmp(a->failed, 1);
  return code;
}

/* Returns NULL on failure. OTF2 3.0 never returns if the anchor file's number of properties is
 * damaged: the first error ends its function. */
static OTF2_Reader *open_archive(struct archive *a)
{
  a->is_opening = true;
  if (setjmp(a->failed))
    return NULL;
  OTF2_Reader *reader = OTF2_Reader_Open(a->path);
  a->is_opening = false;
  return reader;
}

static const char *reason(const struct archive *a)
{
  return a->message ? a->message : "OTF2 gives no reason";
}

static gpointer key_of(int kind, guint64 reference)
{
  const guint64 lower = ((guint64)1 << KIND_SHIFT) - 1;
  return GSIZE_TO_POINTER((guint64)kind << KIND_SHIFT | (reference & lower));
}

static gpointer find(const struct archive *a, int kind, guint64 reference)
{
  return g_hash_table_lookup(a->definitions, key_of(kind, reference));
}

static OTF2_CallbackCode define(struct archive *a, gpointer key, gconstpointer content, gsize size)
{
  g_hash_table_replace(a->definitions, key, g_memdup2(content, size));
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_clock(void *user, uint64_t resolution, uint64_t offset, uint64_t length,
                                  uint64_t realtime)
{
  struct archive *a = user;
  a->resolution = resolution;
  a->begin = offset;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_string(void *user, OTF2_StringRef self, const char *string)
{
  return define(user, key_of(STRING, self), string, strlen(string) + 1);
}

static OTF2_CallbackCode on_tree_node(void *user, OTF2_SystemTreeNodeRef self, OTF2_StringRef name,
                                      OTF2_StringRef class, OTF2_SystemTreeNodeRef parent)
{
  const guint64 own = (guint64)self + 1, *above = find(user, TREE_NODE, parent);
  const bool is_node = g_strcmp0(find(user, STRING, class), "node") == 0;
  const guint64 node = is_node ? own : above ? *above : 0;
  return define(user, key_of(TREE_NODE, self), &node, sizeof node);
}

static OTF2_CallbackCode on_process(void *user, OTF2_LocationGroupRef self, OTF2_StringRef name,
                                    OTF2_LocationGroupType type, OTF2_SystemTreeNodeRef parent,
                                    OTF2_LocationGroupRef creator)
{
  const guint64 *above = find(user, TREE_NODE, parent), node = above ? *above : 0;
  return define(user, key_of(PROCESS, self), &node, sizeof node);
}

static OTF2_CallbackCode on_location(void *user, OTF2_LocationRef self, OTF2_StringRef name,
                                     OTF2_LocationType type, uint64_t n_events,
                                     OTF2_LocationGroupRef process)
{
  struct archive *a = user;
  const guint64 *node = find(a, PROCESS, process);
  const struct otf2_location location = { node ? *node : 0, n_events > 0 };
  const struct otf2_location *before = find(a, LOCATION, self); /* in a damaged file */
  a->counts.unused[TN_UNUSED_THREAD] -= before && before->has_events;
  a->counts.unused[TN_UNUSED_THREAD] += location.has_events; /* place subtracts the ranks */
  return define(a, key_of(LOCATION, self), &location, sizeof location);
}

static OTF2_CallbackCode on_region(void *user, OTF2_RegionRef self, OTF2_StringRef name,
                                   OTF2_StringRef canonical, OTF2_StringRef description,
                                   OTF2_RegionRole role, OTF2_Paradigm paradigm,
                                   OTF2_RegionFlag flags, OTF2_StringRef source, uint32_t first,
                                   uint32_t last)
{
  const char *text = find(user, STRING, name);
  const int region = tn_recorder_region(text ? text : "", role == OTF2_REGION_ROLE_RMA);
  return define(user, key_of(REGION, self), &region, sizeof region);
}

static OTF2_CallbackCode on_group(void *user, OTF2_GroupRef self, OTF2_StringRef name,
                                  OTF2_GroupType type, OTF2_Paradigm paradigm, OTF2_GroupFlag flags,
                                  uint32_t n, const uint64_t *members)
{
  struct archive *a = user;
  if (paradigm != OTF2_PARADIGM_MPI)
    return OTF2_CALLBACK_SUCCESS;
  if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) {
    g_free(a->location);
    a->location = g_memdup2(members, n * sizeof *members);
    a->n_ranks = n;
    return OTF2_CALLBACK_SUCCESS;
  }
  const bool has_members = type != OTF2_GROUP_TYPE_COMM_SELF;
  const gsize size = has_members ? n * sizeof *members : 0;
  g_autofree struct tn_recorder_group *group = g_malloc0(sizeof *group + size);
  group->n = has_members ? n : 0;
  group->is_global = flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS;
  memcpy(group->member, members, size);
  return define(a, key_of(GROUP, self), group, sizeof *group + size);
}

static OTF2_CallbackCode on_comm(void *user, OTF2_CommRef self, OTF2_StringRef name,
                                 OTF2_GroupRef group, OTF2_CommRef parent, OTF2_CommFlag flags)
{
  return define(user, key_of(COMM, self), &group, sizeof group);
}

/* Returns the time in ns since the beginning of the trace. */
static guint64 since(struct rank_events *r, OTF2_TimeStamp time)
{
  const struct archive *a = r->archive;
  const guint64 ticks = time > a->begin ? time - a->begin : 0;
  const double rest = (double)(ticks % a->resolution) * 1e9 / (double)a->resolution;
  const guint64 now = ticks / a->resolution * 1000000000 + (guint64)(rest + 0.5);
  r->begin = MIN(r->begin, now);
  return now;
}

static OTF2_CallbackCode on_enter(EVENT, OTF2_RegionRef region)
{
  struct rank_events *r = user;
  const int *known = find(r->archive, REGION, region);
  const struct tn_record end = { .kind = TN_KIND_END, .entry = since(r, time) };
  r->region = known ? *known : TN_REGION_OTHER;
  if (r->region < TN_N_UNUSED)
    r->archive->counts.unused[r->region]++;
  if (r->region == TN_REGION_FINALIZE)
    tn_recorder_add(&r->recorder, end, NULL, 0);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_leave(EVENT, OTF2_RegionRef region)
{
  struct rank_events *r = user;
  const int *known = find(r->archive, REGION, region);
  const guint64 now = since(r, time);
  if (known && *known == TN_REGION_INIT)
    r->begin = now;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_send(EVENT, uint32_t receiver, OTF2_CommRef comm, uint32_t tag,
                                 uint64_t length)
{
  struct tn_recorder_counts *counts = ((struct rank_events *)user)->recorder.counts;
  counts->unused[TN_UNUSED_MESSAGE]++;
  counts->message_bytes += (double)length;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_isend(EVENT, uint32_t receiver, OTF2_CommRef comm, uint32_t tag,
                                  uint64_t length, uint64_t request)
{
  return on_send(location, time, position, user, attributes, receiver, comm, tag, length);
}

static OTF2_CallbackCode on_begin(EVENT)
{
  ((struct rank_events *)user)->entry = since(user, time);
  return OTF2_CALLBACK_SUCCESS;
}

/* Kinds by OTF2_CollectiveOp. clang-format would write one in a line. */
/* clang-format off */
static const uint8_t kinds[] = {
  TN_KIND_BARRIER, TN_KIND_BCAST, TN_KIND_GATHER, TN_KIND_GATHERV, TN_KIND_SCATTER, TN_KIND_SCATTERV,
  TN_KIND_ALLGATHER, TN_KIND_ALLGATHERV, TN_KIND_ALLTOALL, TN_KIND_ALLTOALLV, TN_KIND_ALLTOALLW,
  TN_KIND_ALLREDUCE, TN_KIND_REDUCE, TN_KIND_REDUCE_SCATTER, TN_KIND_SCAN, TN_KIND_EXSCAN,
  TN_KIND_REDUCE_SCATTER_BLOCK
};
/* clang-format on */

static OTF2_CallbackCode on_end(EVENT, OTF2_CollectiveOp op, OTF2_CommRef comm, uint32_t root,
                                uint64_t sent, uint64_t received)
{
  struct rank_events *r = user;
  struct archive *a = r->archive;
  const OTF2_GroupRef *group = find(a, COMM, comm);
  if (op >= G_N_ELEMENTS(kinds)) {
    a->counts.unused[TN_UNUSED_HANDLE]++;
    return OTF2_CALLBACK_SUCCESS;
  }
  const struct tn_record record = {
    .kind = kinds[op], .entry = r->entry, .exit = since(r, time), .root = (int32_t)root
  };
  if (r->region == TN_UNUSED_NEIGHBOUR) /* on_enter counted the call */
    return OTF2_CALLBACK_SUCCESS;
  tn_recorder_call(&r->recorder, record, comm, group ? find(a, GROUP, *group) : NULL, sent,
                   received);
  return r->recorder.bytes->len < TN_CONTENTS_MAX_OF_TRACE ? OTF2_CALLBACK_SUCCESS
                                                           : OTF2_CALLBACK_INTERRUPT;
}

static bool read_definitions(struct archive *a, GError **error)
{
  OTF2_GlobalDefReader *reader = OTF2_Reader_GetGlobalDefReader(a->reader);
  OTF2_GlobalDefReaderCallbacks *on = OTF2_GlobalDefReaderCallbacks_New();
  uint64_t n;
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(on, on_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(on, on_string);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(on, on_tree_node);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(on, on_process);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(on, on_location);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(on, on_region);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(on, on_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(on, on_comm);
  if (reader)
    OTF2_Reader_RegisterGlobalDefCallbacks(a->reader, reader, on, a);
  OTF2_GlobalDefReaderCallbacks_Delete(on);
  if (!reader || OTF2_Reader_ReadAllGlobalDefinitions(a->reader, reader, &n) != OTF2_SUCCESS)
    return tn_usage(error, "%s: its definitions are damaged or missing: %s", a->path, reason(a));
  if (!a->resolution || !a->n_ranks)
    return tn_usage(error, "%s: no %s in it (accepted: traces of MPI programs by Score-P)", a->path,
                    a->n_ranks ? "resolution of the clock" : "MPI ranks");
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  for (guint r = 0; r < a->n_ranks; r++)
    if (!g_hash_table_add(seen, GSIZE_TO_POINTER(a->location[r])))
      return tn_usage(error, "%s: its definitions are damaged: rank %u has the location of another",
                      a->path, r);
  return true;
}

/* Selects the ranks' locations. Returns false if the trace does not name all nodes. */
static bool place(struct archive *a)
{
  g_autoptr(GHashTable) first = g_hash_table_new(NULL, NULL); /* node -> lowest rank */
  bool is_known = true;
  a->node = g_new(int, a->n_ranks);
  for (guint r = 0; r < a->n_ranks; r++) {
    const struct otf2_location *location = find(a, LOCATION, a->location[r]);
    const gpointer node = GSIZE_TO_POINTER(location ? location->node : 0);
    a->counts.unused[TN_UNUSED_THREAD] -= location && location->has_events;
    if (!g_hash_table_contains(first, node))
      g_hash_table_insert(first, node, GUINT_TO_POINTER(r));
    a->node[r] = GPOINTER_TO_INT(g_hash_table_lookup(first, node));
    is_known = is_known && node;
    OTF2_Reader_SelectLocation(a->reader, a->location[r]);
  }
  return is_known;
}

/* Returns the reader of a rank's events after reading its local definitions, by which OTF2 maps
 * references and corrects the clock. Returns NULL if one of both files is missing or damaged. */
static OTF2_EvtReader *open_events(struct archive *a, OTF2_LocationRef location)
{
  OTF2_DefReader *local = OTF2_Reader_GetDefReader(a->reader, location);
  uint64_t n;
  const bool ok =
      local && OTF2_Reader_ReadAllLocalDefinitions(a->reader, local, &n) == OTF2_SUCCESS;
  if (local)
    OTF2_Reader_CloseDefReader(a->reader, local);
  return ok ? OTF2_Reader_GetEvtReader(a->reader, location) : NULL;
}

static void read_rank(struct archive *a, int rank, GPtrArray *ret, GPtrArray *notes)
{
  struct rank_events r = { .archive = a, .region = TN_REGION_OTHER, .begin = G_MAXUINT64 };
  g_autofree char *name = g_strdup_printf("%s: rank %d", a->path, rank);
  uint64_t n = 0;
  g_clear_pointer(&a->message, g_free);
  OTF2_EvtReader *reader = open_events(a, a->location[rank]);
  if (!reader) {
    g_ptr_array_add(notes, g_strdup_printf("%s: %s; skipped", name, reason(a)));
    return;
  }
  r.recorder = tn_recorder_new(rank, a->node, a->n_ranks, &a->counts);
  OTF2_Reader_RegisterEvtCallbacks(a->reader, reader, a->callbacks, &r);
  if (OTF2_Reader_ReadAllLocalEvents(a->reader, reader, &n) != OTF2_SUCCESS)
    g_ptr_array_add(notes, g_strdup_printf("%s: damaged after %" G_GUINT64_FORMAT
                                           " events: the rest is skipped (%s)",
                                           name, n, reason(a)));
  OTF2_Reader_CloseEvtReader(a->reader, reader);
  tn_recorder_finish(&r.recorder, name, r.begin < G_MAXUINT64 ? r.begin : 0, ret);
}

static void read_ranks(struct archive *a, GPtrArray *ret, GPtrArray *notes)
{
  OTF2_Reader_OpenDefFiles(a->reader);
  OTF2_Reader_OpenEvtFiles(a->reader);
  a->callbacks = OTF2_EvtReaderCallbacks_New();
  OTF2_EvtReaderCallbacks_SetEnterCallback(a->callbacks, on_enter);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(a->callbacks, on_leave);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(a->callbacks, on_send);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(a->callbacks, on_isend);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(a->callbacks, on_begin);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(a->callbacks, on_end);
  for (guint r = 0; r < a->n_ranks; r++)
    read_rank(a, (int)r, ret, notes);
  OTF2_EvtReaderCallbacks_Delete(a->callbacks);
  OTF2_Reader_CloseDefFiles(a->reader);
  OTF2_Reader_CloseEvtFiles(a->reader);
}

bool tn_otf2_read(const char *path, GPtrArray *ret, char **ret_unused, GPtrArray *notes,
                  GError **error)
{
  struct archive a = { .path = path };
  char *creator = NULL;
  const OTF2_ErrorCallback before = OTF2_Error_RegisterCallback(on_error, &a);
  a.definitions = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  a.reader = open_archive(&a);
  bool ok = a.reader && OTF2_Reader_SetSerialCollectiveCallbacks(a.reader) == OTF2_SUCCESS;
  if (!ok)
    tn_usage(error, "%s: no readable anchor file of an OTF2 archive: %s", path, reason(&a));
  ok = ok && read_definitions(&a, error);
  if (ok) {
    a.counts.has_no_nodes = !place(&a);
    OTF2_Reader_GetCreator(a.reader, &creator);
    a.counts.is_foreign = creator && !g_str_has_prefix(creator, "Score-P");
    free(creator);
    read_ranks(&a, ret, notes);
    ok = tn_recorder_report(&a.counts, path, ret_unused, notes, error);
  }
  OTF2_Reader_Close(a.reader);
  OTF2_Error_RegisterCallback(before, NULL);
  g_hash_table_unref(a.definitions);
  g_free(a.location);
  g_free(a.node);
  g_free(a.message);
  return ok;
}
