/* An open store. Inside src/store only. */
#ifndef TN_STORE_STORE_FILE_H
#define TN_STORE_STORE_FILE_H

#include "key.h"
#include "store.h"
#include "store_schema.h"

/* What is prepared; ?1 is the number of a point in all that change one. */
enum tn_store_statement {
  TN_STORE_VARIANTS,
  TN_STORE_ENTER,
  TN_STORE_MOVE,
  TN_STORE_COUNT_AGAIN,
  TN_STORE_COUNT_NO_MORE,
  TN_STORE_FAIL,
  TN_STORE_FORGET,
  TN_STORE_PUT,
  TN_STORE_N_STATEMENTS
};

struct tn_store {
  struct tn_sql sql;
  sqlite3_stmt *statements[TN_STORE_N_STATEMENTS];
  struct tn_study *study;   /* whose points were entered; borrowed */
  gint64 *ids;              /* [points of study], 0: the same as an earlier one */
  gint64 program, sweep;    /* of what is entered */
  guint8 sum[TN_KEY_BYTES]; /* by which the sweep is known */
  GArray *filled;           /* gint64: numbers of the points that have a row */
  GHashTable *behind;       /* numbers of the sweeps that stand behind this one */
  bool is_open;             /* a transaction */
};

/* Begins a transaction unless one is open; tn_store_flush ends it. */
bool tn_store_open_transaction(struct tn_store *store, GError **error);
/* Gives it up; always false. */
bool tn_store_undo(struct tn_store *store);

/* Runs one of the statements that change a point. */
bool tn_store_change(struct tn_store *store, enum tn_store_statement which, gint64 id,
                     GError **error);

#endif
