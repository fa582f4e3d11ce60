/* Growing list of pointers, like GPtrArray but inline, because every event uses lists. */
#ifndef TN_SIM_LIST_H
#define TN_SIM_LIST_H

#include <glib.h>

/* A list of pointers. { 0 } is an empty list. The list owns the array, but not what the pointers
 * point to. */
struct tn_list {
  void **items; /* [n] */
  unsigned n, room;
};

static inline void tn_list_add(struct tn_list *list, void *item)
{
  if (list->n == list->room) {
    list->room = list->room ? 2 * list->room : 16;
    list->items = g_renew(void *, list->items, list->room);
  }
  list->items[list->n++] = item;
}

static inline void tn_list_finish(struct tn_list *list)
{
  g_free(list->items);
}

#endif
