/* Models of the time that callers need to pin pages under one lock. Each law is a line here and a
 * file law_NAME.c. Other code uses a law's properties only, not its name. */
#ifndef TN_SIM_LAWS_H
#define TN_SIM_LAWS_H

#include <stdbool.h>

/* X(enum, name, entry); the first is the default. */
#define TN_LAWS(X)                                                                                 \
  X(TN_LAW_BATCHED, "batched", tn_law_batched)                                                     \
  X(TN_LAW_QUEUE, "queue", tn_law_queue)

#define TN_LAW_ENUM(law, name, entry) law,
enum tn_law { TN_LAWS(TN_LAW_ENUM) TN_N_LAWS };
#undef TN_LAW_ENUM

struct tn_pagelock;
struct tn_lock_caller;

struct tn_law_entry {
  const char *summary, *source; /* texts for users: summary and publication */
  bool by_page;                 /* true: callers request the lock per page; false: per batch */
  /* true: only lock->holder pins; false: all callers pin at once */
  bool has_holder;
  /* Each member is the function of the same name in pagelock.h (tn_pagelock_NAME), or the part of
   * that function that depends on the law. */
  double (*suspend)(struct tn_pagelock *lock, double now, struct tn_lock_caller caller);
  void (*resume)(struct tn_pagelock *lock, double left, double now, struct tn_lock_caller caller);
  void *(*take)(struct tn_pagelock *lock, double now, double slack);
  /* Returns the time when the next caller (or the holder) is done. `time`: seconds per page and
   * caller at the present number of callers. */
  double (*next)(struct tn_pagelock *lock, double now, double time);
};

extern const struct tn_law_entry *const tn_laws[TN_N_LAWS];
extern const char *const tn_law_names[]; /* [TN_N_LAWS], NULL-terminated */

#endif
