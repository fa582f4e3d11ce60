/* Segments of a buffer by offset. Consecutive segments of equal length, e.g. the pieces of a
 * message, form one entry. Entries are in chunks, so that insertion and removal move few of them.
 * Private to src/cache. */
#ifndef TN_CACHE_CACHE_ENTRIES_H
#define TN_CACHE_CACHE_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t tn_index;

struct tn_entry {
  size_t off, len;       /* offset of the first segment; bytes of each segment */
  tn_index first;        /* index of the first segment; the others follow */
  unsigned n : 31;       /* number of segments, > 0 */
  unsigned descends : 1; /* true if the segments' indices decrease with the offset */
};

struct tn_chunk {
  size_t first;             /* offset of the first entry */
  struct tn_entry *entries; /* [n], n > 0, owned */
  int n, room;
};

/* Position of an entry: number of the chunk and index in the chunk. { n_chunks, 0 } is the end. */
struct tn_position {
  int chunk, index;
};

/* Entries of a buffer; {0} has none. The members before `chunks`, except n_chunks, speed up
 * searches near the entry found last. */
struct tn_entries {
  struct tn_entry last; /* copy of the entry found last; n is 0 if it may be out of date */
  /* address of the entry found last: element recent.index of its chunk */
  struct tn_entry *place;
  int n_near;                /* number of entries in the chunk of the entry found last */
  int n_chunks;              /* number of chunks; there is room for the next power of 2 */
  struct tn_position recent; /* position of the entry found last; may be out of date */
  struct tn_chunk *chunks;   /* [n_chunks], owned; freed by tn_entries_finish */
};

void tn_entries_finish(struct tn_entries *e);

/* Returns the entry at a position, or NULL at the end. */
static inline struct tn_entry *tn_entries_at(const struct tn_entries *e, struct tn_position at)
{
  return at.chunk < e->n_chunks ? &e->chunks[at.chunk].entries[at.index] : NULL;
}

static inline struct tn_position tn_entries_next(const struct tn_entries *e, struct tn_position at)
{
  return at.index + 1 < e->chunks[at.chunk].n ? (struct tn_position){ at.chunk, at.index + 1 }
                                              : (struct tn_position){ at.chunk + 1, 0 };
}

/* Return the index and the offset of the entry's segment i. */
static inline tn_index tn_entry_segment(const struct tn_entry *entry, unsigned i)
{
  return entry->descends ? entry->first - i : entry->first + i;
}

static inline size_t tn_entry_off(const struct tn_entry *entry, unsigned i)
{
  return entry->off + i * entry->len;
}

/* Returns the index, within the entry, of the segment that contains byte `off`; n or more if the
 * byte is after the entry. The byte must not be before the entry. */
static inline size_t tn_entry_number(const struct tn_entry *entry, size_t off)
{
  const size_t from = off - entry->off;
  return from < entry->len ? 0 : from / entry->len;
}

/* Returns the entry without its first i < n segments. */
struct tn_entry tn_entry_rest(struct tn_entry entry, unsigned i);

/* Returns the entry with byte `off` if it is close to the entry found last, otherwise NULL. */
const struct tn_entry *tn_entries_near(struct tn_entries *e, size_t off);

/* Returns the position of the last entry that begins at or before `off`; if all entries begin
 * later, the position of the first entry. */
struct tn_position tn_entries_find(struct tn_entries *e, size_t off);

/* Inserts an entry before *at, which becomes its position. Other positions become invalid. */
void tn_entries_insert(struct tn_entries *e, struct tn_position *at, struct tn_entry entry);

/* Replaces the entry at `at`. The order of entries must not change. */
void tn_entries_set(struct tn_entries *e, struct tn_position at, struct tn_entry entry);

/* Removes an entry. Other positions become invalid. */
void tn_entries_remove(struct tn_entries *e, struct tn_position at);

/* Merges the entry at `off` with neighbours of the same length and consecutive indices. */
void tn_entries_join(struct tn_entries *e, size_t off);

/* Splits an entry so that its segment i becomes a separate entry. Returns the position of the
 * separate entry. */
struct tn_position tn_entries_isolate(struct tn_entries *e, struct tn_position at, unsigned i);

#endif
