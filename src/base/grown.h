/* Arrays for code without GLib; free them with free(). Without memory the program aborts. */
#ifndef TN_BASE_GROWN_H
#define TN_BASE_GROWN_H

#include <stddef.h>
#include <stdlib.h>

/* Returns an array of n items of `size` bytes with the contents of `items` (may be NULL), which is
 * freed. */
static inline void *tn_grown(void *items, size_t n, size_t size)
{
  void *new_items = realloc(items, n * size);
  if (!new_items)
    abort();
  return new_items;
}

/* Allocates n items of `size` bytes, all 0. */
static inline void *tn_zeros(size_t n, size_t size)
{
  void *items = calloc(n > 0 ? n : 1, size);
  if (!items)
    abort();
  return items;
}

#endif
