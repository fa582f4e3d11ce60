/* The segments of a buffer by offset. They lie in chunks, so that one that comes or goes moves few
 * others however many there are. Internal to src/cache. */
#ifndef TN_CACHE_ENTRIES_H
#define TN_CACHE_ENTRIES_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t tn_index;

struct tn_entry {
  size_t off;
  tn_index segment;
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
  struct tn_chunk *chunks; /* [n_chunks], owned: tn_entries_finish */
  int n_chunks, room;
  struct tn_position recent; /* found last; may be out of date */
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

/* The last entry that begins at `off` or before; the first of all where none does. */
struct tn_position tn_entries_find(struct tn_entries *e, size_t off);

/* Puts an entry before the one at *at, which becomes its place. Other places are out of date. */
void tn_entries_insert(struct tn_entries *e, struct tn_position *at, struct tn_entry entry);

/* The entry begins at `off` instead, without passing another. */
void tn_entries_move(struct tn_entries *e, struct tn_position at, size_t off);

/* Takes out the entry that begins at `off`, which must be there; its segment. */
tn_index tn_entries_remove(struct tn_entries *e, size_t off);

#endif
