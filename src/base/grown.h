/* Memory for rooms without GLib: arrays that grow, and new ones. */
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

/* n items of so many bytes, all 0; transfer full, for free(). */
static inline void *tn_zeros(size_t n, size_t size)
{
  void *items = calloc(n > 0 ? n : 1, size);
  if (!items)
    abort();
  return items;
}

#endif
