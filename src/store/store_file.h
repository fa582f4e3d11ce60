/* Defines an open store. Internal to src/store. */
#ifndef TN_STORE_STORE_FILE_H
#define TN_STORE_STORE_FILE_H

#include "key.h"
#include "store.h"
#include "store_schema.h"

/* Prepared statements. In statements that change a point, parameter ?1 is its id. */
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
  struct tn_study *study; /* study of the entered points; borrowed */
  gint64 *ids;            /* [points of study] id of each point; 0 if the point is equal to an
                             * earlier one */
  gint64 program, sweep;  /* ids of the current program and sweep */
  /* id of one program whose rows have become outdated, or 0 */
  gint64 other_program;
  guint8 sum[TN_KEY_BYTES]; /* checksum that identifies the sweep */
  GArray *filled;           /* gint64: ids of the points that have a row */
  GHashTable *later_sweeps; /* ids of the sweeps that come after this one in the order of sweeps */
  bool is_open;
};

/* Begins a transaction unless one is open; tn_store_flush ends it. */
bool tn_store_open_transaction(struct tn_store *store, GError **error);
/* Rolls the transaction back. Always returns false. */
bool tn_store_undo(struct tn_store *store);

bool tn_store_change(struct tn_store *store, enum tn_store_statement which, gint64 id,
                     GError **error);

#endif
