/* Rules written into MPICH's own tables. MPICH aborts at the first call of a collective that a file
 * lacks, and has no way back from a branch, so that its default tables are taken as they are, and
 * rules stand before copies of what they decide by default. */
#ifndef TN_RULES_PATCH_H
#define TN_RULES_PATCH_H

#include "json.h"
#include "rules.h"

/* Which file a table is for. */
enum tn_mpich_table {
  TN_TABLE_MPIR, /* algorithms by messages: MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE */
  TN_TABLE_CH4,  /* compositions, which decide whether these are asked:
                  * MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE */
  TN_N_TABLES
};
extern const char *const tn_table_variables[]; /* that name the file, by enum tn_mpich_table */
extern const char *const tn_table_files[];     /* in MPICH's sources */

/* The default tables of a release, as the user hands them in; NULL: not given. */
struct tn_tables {
  struct tn_json *table[TN_N_TABLES];
};
void tn_tables_clear(struct tn_tables *tables);

/* Takes the tables of a file: one in JSON, or MPICH's shared library, which holds them as text.
 * False and *error (usage): it has none, lint finds something in it, or it was given already. */
bool tn_tables_add(struct tn_tables *tables, enum tn_target target, const char *name,
                   const char *text, gsize length, GError **error);

/* The table with the rules in it, and lines of provenance (NULL-terminated) in a comment, which
 * json-c skips. NULL and *error (usage): it lacks a collective. Transfer full. */
char *tn_rules_patch(const struct tn_rules *rules, enum tn_mpich_table kind,
                     const struct tn_json *table, const char *const *provenance, GError **error);

#endif
