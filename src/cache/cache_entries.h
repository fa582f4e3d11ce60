/* The segments of a buffer by offset. Segments of one length that follow one another, such as the
 * pieces of a message, are one entry. Entries lie in chunks, so that one that comes or goes moves few
 * others however many there are. Internal to src/cache. */
#ifndef TN_CACHE_CACHE_ENTRIES_H
#define TN_CACHE_CACHE_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t tn_index;

struct tn_entry {
  size_t off, len;       /* of the first segment, and bytes of each */
  tn_index first;        /* index of the first segment; the others' indices follow it, */
  unsigned n : 31;       /* segments, n > 0 */
  unsigned descends : 1; /* downwards instead of upwards */
};

/* Some entries that follow one another. */
struct tn_chunk {
  size_t first;             /* offset of the first */
  struct tn_entry *entries; /* [n], n > 0, owned */
  int n, room;
};

/* An entry; of chunk n_chunks, index 0: behind the last. */
struct tn_position {
  int chunk, index;
};

/* {0} has none. */
struct tn_entries {
  struct tn_entry last;      /* found last; n is 0 where it may be out of date, and */
  struct tn_entry *place;    /* where it is: entry recent.index */
  int n_near;                /* of the chunk's entries */
  int n_chunks;              /* their room is the next power of 2 */
  struct tn_position recent; /* may be out of date on its own */
  struct tn_chunk *chunks;   /* [n_chunks], owned: tn_entries_finish */
};

void tn_entries_finish(struct tn_entries *e);

/* NULL behind the last. */
static inline struct tn_entry *tn_entries_at(const struct tn_entries *e, struct tn_position at)
{
  return at.chunk < e->n_chunks ? &e->chunks[at.chunk].entries[at.index] : NULL;
}

static inline struct tn_position tn_entries_next(const struct tn_entries *e, struct tn_position at)
{
  return at.index + 1 < e->chunks[at.chunk].n ? (struct tn_position){ at.chunk, at.index + 1 }
                                              : (struct tn_position){ at.chunk + 1, 0 };
}

/* Index of the entry's segment i; offset of the end of its first i segments. */
static inline tn_index tn_entry_segment(const struct tn_entry *entry, unsigned i)
{
  return entry->descends ? entry->first - i : entry->first + i;
}

static inline size_t tn_entry_off(const struct tn_entry *entry, unsigned i)
{
  return entry->off + i * entry->len;
}

/* Number of the entry's segment with byte `off`, which is not before the entry; n or more: none. */
static inline size_t tn_entry_number(const struct tn_entry *entry, size_t off)
{
  const size_t from = off - entry->off;
  return from < entry->len ? 0 : from / entry->len;
}

/* The entry without its first i segments, fewer than it has. */
struct tn_entry tn_entry_rest(struct tn_entry entry, unsigned i);

/* The entry with byte `off`, if it is the one found last or near it; NULL: it is not. */
const struct tn_entry *tn_entries_near(struct tn_entries *e, size_t off);

/* The last entry that begins at `off` or before; the first of all where none does. */
struct tn_position tn_entries_find(struct tn_entries *e, size_t off);

/* Puts an entry before the one at *at, which becomes its place. Other places are out of date. */
void tn_entries_insert(struct tn_entries *e, struct tn_position *at, struct tn_entry entry);

/* Replaces the entry at `at` by another, which passes none. */
void tn_entries_set(struct tn_entries *e, struct tn_position at, struct tn_entry entry);

/* Takes the entry out. Other places are out of date. */
void tn_entries_remove(struct tn_entries *e, struct tn_position at);

/* Makes the entry that begins at `off` one with the entries before and after it where their segments
 * have its length and their indices go on. */
void tn_entries_join(struct tn_entries *e, size_t off);

/* Gives segment i of the entry at `at` an entry of its own; its place. */
struct tn_position tn_entries_isolate(struct tn_entries *e, struct tn_position at, unsigned i);

#endif
