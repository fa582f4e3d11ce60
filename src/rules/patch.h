/* Inserts rules into MPICH's own tables. MPICH aborts at the first call of a collective that a
 * table lacks, and a branch of a table cannot fall back to the defaults. Therefore the default
 * tables are copied, and each rule is followed by a copy of the default decision. */
#ifndef TN_RULES_PATCH_H
#define TN_RULES_PATCH_H

#include "json.h"
#include "rules.h"

/* The two tables of MPICH, each in its own file. */
enum tn_mpich_table {
  TN_TABLE_MPIR, /* algorithms that send messages: MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE */
  TN_TABLE_CH4,  /* compositions; they decide whether MPICH uses the MPIR table:
                  * MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE */
  TN_N_TABLES
};
extern const char *const tn_table_variables[]; /* environment variables that give the name of each
                                                * table's file, by enum tn_mpich_table */
extern const char *const tn_table_files[];     /* names of the default tables in MPICH's sources, by
                                                * enum tn_mpich_table */

/* The texts of a release's default tables, which the user provides; NULL if not provided. */
struct tn_tables {
  struct tn_json *table[TN_N_TABLES];
};
void tn_tables_clear(struct tn_tables *tables);

/* Reads the default tables from a file: one table in JSON, or all tables from MPICH's shared
 * library, which contains them as text. Returns false and *error (usage) if the file has no table,
 * lint finds an error in it, or the table was already read. */
bool tn_tables_add(struct tn_tables *tables, enum tn_target target, const char *name,
                   const char *text, gsize length, GError **error);

/* Returns the default table with the rules inserted, and with the lines of provenance
 * (NULL-terminated) in a comment, which json-c skips. Returns NULL and *error (usage) if the table
 * lacks a collective. Transfer full. */
char *tn_rules_patch(const struct tn_rules *rules, enum tn_mpich_table kind,
                     const struct tn_json *table, const char *const *provenance, GError **error);

#endif
