/* Arrays that grow, for rooms without GLib. */
#ifndef TN_BASE_GROWN_H
#define TN_BASE_GROWN_H

#include <stddef.h>
#include <stdlib.h>

/* The array with room for n items of so many bytes, transfer full; `items` may be NULL. Out of memory
 * ends the program, as GLib does elsewhere. */
static inline void *tn_grown(void *items, size_t n, size_t size)
{
  void *new_items = realloc(items, n * size);
  if (!new_items)
    abort();
  return new_items;
}

#endif
