/* The laws of the page lock. A law is a line here and a file law_NAME.c; everybody else asks for what it
 * does, never which one it is. */
#ifndef TN_SIM_LAWS_H
#define TN_SIM_LAWS_H

#include <stdbool.h>

/* X(enum, name, entry), the default first. */
#define TN_LAWS(X)                                                                                 \
  X(TN_LAW_BATCHED, "batched", tn_law_batched)                                                     \
  X(TN_LAW_QUEUE, "queue", tn_law_queue)

#define TN_LAW_ENUM(law, name, entry) law,
enum tn_law { TN_LAWS(TN_LAW_ENUM) TN_N_LAWS };
#undef TN_LAW_ENUM

struct tn_pagelock;
struct tn_pagelocks;

struct tn_law_entry {
  const char *summary, *source; /* for people */
  bool by_page;    /* callers ask for the lock anew for each page, else for a batch of them */
  bool has_holder; /* one caller at a time advances, lock->holder; else all do */
  /* All as the function of this name in pagelock.h, or the part of it that differs by law. */
  double (*suspend)(struct tn_pagelock *lock, double now, int order, void *who);
  void (*resume)(struct tn_pagelock *lock, double left, double now, int order, void *who);
  void *(*take)(struct tn_pagelock *lock, double now, double slack);
  /* When the next caller is done, or the holder; `time`: seconds per page of one of so many. */
  double (*next)(struct tn_pagelock *lock, double now, double time);
};

extern const struct tn_law_entry *const tn_laws[TN_N_LAWS];
extern const char *const tn_law_names[]; /* [TN_N_LAWS], NULL-terminated */

#endif
