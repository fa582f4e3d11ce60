/* Writes rules into MPICH's own tables. MPICH aborts at the first call of a collective that a
 * file lacks, and a branch cannot fall back to the defaults. Therefore the default tables are
 * copied, and each rule precedes a copy of the default decision. */
#ifndef TN_RULES_PATCH_H
#define TN_RULES_PATCH_H

#include "json.h"
#include "rules.h"

/* The file that a table belongs to. */
enum tn_mpich_table {
  TN_TABLE_MPIR, /* algorithms over messages: MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE */
  TN_TABLE_CH4,  /* compositions, which decide whether the MPIR table is used:
                  * MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE */
  TN_N_TABLES
};
extern const char *const tn_table_variables[]; /* environment variables that name the file, by enum
                                                * tn_mpich_table */
extern const char *const tn_table_files[];     /* in MPICH's sources */

/* The default tables of a release that the user provides; NULL: not provided. */
struct tn_tables {
  struct tn_json *table[TN_N_TABLES];
};
void tn_tables_clear(struct tn_tables *tables);

/* Reads the tables of a file: one table in JSON, or all tables in MPICH's shared library, which
 * contains them as text. Returns false and *error (usage) if the file has no table, lint finds
 * an error in it, or the table was already given. */
bool tn_tables_add(struct tn_tables *tables, enum tn_target target, const char *name,
                   const char *text, gsize length, GError **error);

/* Returns the table with the rules inserted and the lines of provenance (NULL-terminated) in a
 * comment, which json-c skips. Returns NULL and *error (usage) if the table lacks a collective.
 * Transfer full. */
char *tn_rules_patch(const struct tn_rules *rules, enum tn_mpich_table kind,
                     const struct tn_json *table, const char *const *provenance, GError **error);

#endif
