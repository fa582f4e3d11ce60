/* Inserts rules into MPICH's own tables. MPICH aborts at the first call of a collective that a
 * table lacks, and a branch cannot fall back to the defaults. Therefore each rule is followed by a
 * copy of the default decision. */
#ifndef TN_RULES_PATCH_H
#define TN_RULES_PATCH_H

#include "json.h"
#include "rules.h"

/* MPICH's tables, each in its own file. */
enum tn_mpich_table {
  TN_TABLE_MPIR, /* algorithms that send messages: MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE */
  TN_TABLE_CH4,  /* compositions, which decide on the use of MPIR:
                  * MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE */
  TN_N_TABLES
};
extern const char *const tn_table_variables[]; /* environment variables for the files, by enum
                                                * tn_mpich_table */
extern const char *const tn_table_files[];     /* default tables in MPICH's sources, by enum
                                                * tn_mpich_table */

/* A release's default tables as provided by the user, or NULL. */
struct tn_tables {
  struct tn_json *table[TN_N_TABLES];
};
void tn_tables_clear(struct tn_tables *tables);

/* Reads default tables from a JSON file, or all tables from MPICH's shared library, which contains
 * them as text. Fails (usage) if there is no table, lint finds an error, or the table was already
 * read. */
bool tn_tables_add(struct tn_tables *tables, enum tn_target target, const char *name,
                   const char *text, gsize length, GError **error);

/* Returns the default table with the rules inserted and `provenance` (NULL-terminated) as a
 * comment, which json-c skips. Fails (usage) if the table lacks a collective. Transfer full. */
char *tn_rules_patch(const struct tn_rules *rules, enum tn_mpich_table kind,
                     const struct tn_json *table, const char *const *provenance, GError **error);

#endif
