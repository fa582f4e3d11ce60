#include "match.h"

#include <stdlib.h>
#include <string.h>

struct candidate {
  guint comm; /* index of the communicator in `comms` */
  int n_seen;
  const struct tn_record **record; /* [number of the communicator's ranks] the record of each
                                    * rank */
};

struct comm {
  guint64 id;
  int n, group;
  const int *rank; /* ranks in MPI_COMM_WORLD, borrowed */
  bool has_all;    /* true if all ranks have recordings */
  bool is_torn;    /* true if ranks disagree on the members */
};

struct matching {
  const char *where;
  struct tn_recording *const *recording;
  struct tn_program *program;
  GPtrArray *notes;
  GArray *comms;       /* struct comm */
  GHashTable *by_id;   /* identifier -> index in `comms` + 1 */
  GArray *candidates;  /* struct candidate */
  GHashTable *by_call; /* (comm, sequence) -> index in `candidates` + 1 */
  guint n_incomplete, n_missing, n_disagree, n_failed, n_torn;
  char *example; /* example of a disagreement; NULL if there is no disagreement */
};

/* Returns the index of `key`; a new key gets `next`. */
static guint index_of(GHashTable *table, gint64 key, guint next)
{
  const guint found = GPOINTER_TO_UINT(g_hash_table_lookup(table, &key));
  if (found)
    return found - 1;
  g_hash_table_insert(table, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(next + 1));
  return next;
}

static guint comm_of(struct matching *m, const struct tn_recording_comm *own)
{
  const guint i = index_of(m->by_id, (gint64)own->id, m->comms->len);
  if (i == m->comms->len) {
    struct comm new = { .id = own->id, .n = own->n, .rank = own->rank, .has_all = true };
    for (int r = 0; r < own->n; r++)
      new.has_all = new.has_all && m->recording[own->rank[r]];
    new.group = tn_program_group(m->program, own->n, own->rank);
    g_array_append_val(m->comms, new);
  }
  struct comm *comm = &g_array_index(m->comms, struct comm, i);
  if (comm->n != own->n || memcmp(comm->rank, own->rank, sizeof *own->rank * (size_t)own->n) != 0)
    comm->is_torn = true;
  return i;
}

/* Adds the calls of one rank. A candidate collects the ranks' records of the same call: records
 * with the same communicator and the same sequence number in it. */
static void collect(struct matching *m, int rank)
{
  const struct tn_recording *r = m->recording[rank];
  g_autofree guint *comms = g_new(guint, r->comms->len + 1);
  g_autofree int *own = g_new(int, r->comms->len + 1);
  for (guint i = 0; i < r->comms->len; i++) {
    comms[i] = comm_of(m, &g_array_index(r->comms, struct tn_recording_comm, i));
    const struct comm *comm = &g_array_index(m->comms, struct comm, comms[i]);
    for (own[i] = 0; own[i] < comm->n && comm->rank[own[i]] != rank;)
      own[i]++;
  }
  for (guint i = 0; i < r->calls->len; i++) {
    const struct tn_record *record = r->calls->pdata[i];
    const struct comm *comm = &g_array_index(m->comms, struct comm, comms[record->comm]);
    const gint64 key = (gint64)((guint64)comms[record->comm] << 32 | record->sequence);
    const guint c = index_of(m->by_call, key, m->candidates->len);
    if (c == m->candidates->len) {
      const struct candidate new = { .comm = comms[record->comm],
                                     .record = g_new0(const struct tn_record *, comm->n) };
      g_array_append_val(m->candidates, new);
    }
    struct candidate *candidate = &g_array_index(m->candidates, struct candidate, c);
    /* Ranks that disagree may lack themselves, and a damaged file may have a call twice. */
    if (own[record->comm] == comm->n || candidate->record[own[record->comm]])
      continue;
    candidate->record[own[record->comm]] = record;
    candidate->n_seen++;
  }
}

/* Returns true if all ranks completed the same call; otherwise counts the reason. */
static bool is_whole(struct matching *m, const struct candidate *c)
{
  const struct comm *comm = &g_array_index(m->comms, struct comm, c->comm);
  if (comm->is_torn || !comm->has_all || c->n_seen < comm->n) {
    if (comm->is_torn)
      m->n_torn++;
    else if (!comm->has_all)
      m->n_missing++;
    else
      m->n_incomplete++;
    return false;
  }
  for (int r = 0; r < comm->n; r++) {
    if (c->record[r]->flags & TN_CALL_FAILED) {
      m->n_failed++;
      return false;
    }
    const struct tn_record *a = c->record[0], *b = c->record[r];
    if (!(a->kind == b->kind && (!tn_record_kind_has_root(a->kind) || a->root == b->root) &&
          (tn_record_kind_has_counts(a->kind) || tn_record_kind_has_matrix(a->kind) ||
           b->flags & TN_CALL_UNSURE || a->bytes == b->bytes))) {
      if (!m->example)
        m->example =
            g_strdup_printf("rank %d %s from %d of %" G_GUINT64_FORMAT " bytes, rank %d %s from "
                            "%d of %" G_GUINT64_FORMAT,
                            comm->rank[0], tn_record_kind_names[a->kind], a->root, a->bytes,
                            comm->rank[r], tn_record_kind_names[b->kind], b->root, b->bytes);
      m->n_disagree++;
      return false;
    }
  }
  return true;
}

/* Returns each rank's calls as indices in `all`, in its order. Transfer full. */
static GArray **queues_of(const struct matching *m, const GArray *whole)
{
  const int n = m->program->n_ranks;
  GArray **queue = g_new(GArray *, n);
  for (int r = 0; r < n; r++)
    queue[r] = g_array_new(FALSE, FALSE, sizeof(guint));
  g_autoptr(GHashTable) number = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < whole->len; i++) {
    const struct tn_match *match = &g_array_index(whole, struct tn_match, i);
    const struct tn_program_group *group =
        &g_array_index(m->program->groups, struct tn_program_group, match->group);
    for (int r = 0; r < group->n; r++)
      g_hash_table_insert(number, (void *)match->record[r], GUINT_TO_POINTER(i + 1));
  }
  for (int r = 0; r < n; r++) {
    for (guint i = 0; m->recording[r] && i < m->recording[r]->calls->len; i++) {
      const guint found =
          GPOINTER_TO_UINT(g_hash_table_lookup(number, m->recording[r]->calls->pdata[i]));
      const guint call = found - 1;
      if (found)
        g_array_append_val(queue[r], call);
    }
  }
  return queue;
}

/* A call is ready if it is the next unsorted call of all its ranks. */
struct order {
  const struct tn_program *program;
  const GArray *whole;
  GArray **queue; /* [n_ranks] indices of calls */
  guint *next;    /* [n_ranks] position of the next unsorted call */
  int *n_ready;   /* [calls] ranks for which the call is next */
  bool *taken;    /* [calls] true if the call is already sorted */
  GArray *ready;  /* indices of ready calls, in the order in which they became ready */
};

static const struct tn_program_group *group_of(const struct order *o, guint call)
{
  const struct tn_match *match = &g_array_index(o->whole, struct tn_match, call);
  return &g_array_index(o->program->groups, struct tn_program_group, match->group);
}

static void advance(struct order *o, int rank)
{
  const GArray *queue = o->queue[rank];
  while (o->next[rank] < queue->len && o->taken[g_array_index(queue, guint, o->next[rank])])
    o->next[rank]++;
  if (o->next[rank] >= queue->len)
    return;
  const guint call = g_array_index(queue, guint, o->next[rank]);
  if (++o->n_ready[call] == group_of(o, call)->n)
    g_array_append_val(o->ready, call);
}

static void take(struct order *o, guint call, GArray *sorted)
{
  const struct tn_program_group *group = group_of(o, call);
  g_array_append_val(sorted, g_array_index(o->whole, struct tn_match, call));
  o->taken[call] = true;
  for (int r = 0; r < group->n; r++) {
    const int rank = group->rank[r];
    if (g_array_index(o->queue[rank], guint, o->next[rank]) == call)
      advance(o, rank);
  }
}

/* A call and its last rank's entry. */
struct late {
  guint call;
  guint64 entry;
};

static int by_last_entry(const void *x, const void *y)
{
  const struct late *a = x, *b = y;
  if (a->entry != b->entry)
    return a->entry < b->entry ? -1 : 1;
  return (a->call > b->call) - (a->call < b->call);
}

/* Sorts the calls in each rank's order. If threads of ranks call in different orders, so that no
 * call is ready, takes the one whose last rank entered first. */
static GArray *sort(struct matching *m, const GArray *whole)
{
  const int n = m->program->n_ranks;
  struct order o = { .program = m->program,
                     .whole = whole,
                     .queue = queues_of(m, whole),
                     .next = g_new0(guint, n),
                     .n_ready = g_new0(int, whole->len + 1),
                     .taken = g_new0(bool, whole->len + 1),
                     .ready = g_array_new(FALSE, FALSE, sizeof(guint)) };
  GArray *sorted = g_array_new(FALSE, FALSE, sizeof(struct tn_match));
  g_autofree struct late *timed = g_new0(struct late, whole->len + 1); /* sorted by the entry of
                                                                        * their last rank */
  for (guint i = 0; i < whole->len; i++) {
    const struct tn_match *match = &g_array_index(whole, struct tn_match, i);
    timed[i].call = i;
    for (int r = 0; r < group_of(&o, i)->n; r++)
      timed[i].entry = MAX(timed[i].entry, match->record[r]->entry);
  }
  qsort(timed, whole->len, sizeof *timed, by_last_entry);
  guint n_forced = 0, at = 0;
  for (int r = 0; r < n; r++)
    advance(&o, r);
  for (guint i = 0; sorted->len < whole->len;) {
    for (; i < o.ready->len; i++)
      take(&o, g_array_index(o.ready, guint, i), sorted);
    while (at < whole->len && o.taken[timed[at].call])
      at++;
    if (at == whole->len)
      break;
    take(&o, timed[at].call, sorted);
    n_forced++;
  }
  if (n_forced)
    g_ptr_array_add(
        m->notes, g_strdup_printf("%s: threads: %u calls are before others that one of their ranks "
                                  "entered earlier",
                                  m->where, n_forced));
  for (int r = 0; r < n; r++)
    g_array_unref(o.queue[r]);
  g_free(o.queue);
  g_free(o.next);
  g_free(o.n_ready);
  g_free(o.taken);
  g_array_unref(o.ready);
  return sorted;
}

static void note(struct matching *m, guint n, const char *why)
{
  if (n)
    g_ptr_array_add(m->notes, g_strdup_printf("%s: %u call%s skipped: %s", m->where, n,
                                              n == 1 ? " is" : "s are", why));
}

GArray *tn_match_calls(const char *where, struct tn_recording *const *recording,
                       struct tn_program *program, GPtrArray *notes)
{
  struct matching m = {
    .where = where, .recording = recording, .program = program, .notes = notes
  };
  GArray *whole = g_array_new(FALSE, FALSE, sizeof(struct tn_match));
  m.comms = g_array_new(FALSE, FALSE, sizeof(struct comm));
  m.candidates = g_array_new(FALSE, FALSE, sizeof(struct candidate));
  m.by_id = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  m.by_call = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (int r = 0; r < program->n_ranks; r++)
    if (recording[r])
      collect(&m, r);
  for (guint i = 0; i < m.candidates->len; i++) {
    const struct candidate *c = &g_array_index(m.candidates, struct candidate, i);
    const struct tn_match match = { g_array_index(m.comms, struct comm, c->comm).group, c->record };
    if (is_whole(&m, c))
      g_array_append_val(whole, match);
    else
      g_free(c->record);
  }
  note(&m, m.n_incomplete, "not all ranks completed them");
  note(&m, m.n_missing, "ranks of their communicator have no recording");
  note(&m, m.n_failed, "they returned an error");
  note(&m, m.n_torn, "the recordings name different ranks of one communicator");
  g_autofree char *why =
      g_strdup_printf("ranks disagree on collective, root or size (%s)", m.example);
  note(&m, m.n_disagree, why);
  GArray *sorted = sort(&m, whole);
  g_array_unref(whole);
  g_array_unref(m.comms);
  g_array_unref(m.candidates);
  g_hash_table_unref(m.by_id);
  g_hash_table_unref(m.by_call);
  g_free(m.example);
  return sorted;
}
