/* Inserts rules into MPICH's default tables. MPICH aborts at the first call of a collective that a
 * table lacks, and a branch of a table cannot return to the defaults. Therefore each rule is
 * followed by a copy of the default decision. */
#ifndef TN_RULES_PATCH_H
#define TN_RULES_PATCH_H

#include "rules.h"
#include "table/json.h"

/* Kinds of MPICH's tables; each is a file. */
enum tn_mpich_table {
  /* chooses algorithms that send messages; set by MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE */
  TN_TABLE_MPIR,
  /* chooses compositions, which may call MPIR; set by
   * MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE */
  TN_TABLE_CH4,
  TN_N_TABLES
};
/* environment variables that name the files, by enum tn_mpich_table */
extern const char *const tn_table_variables[];
/* files of the default tables in MPICH's sources, by enum tn_mpich_table */
extern const char *const tn_table_files[];

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

/* Returns the default table with the rules inserted. The lines of `provenance` (NULL-terminated)
 * become a comment, which json-c skips. Fails (usage) if the table lacks a collective. Transfer
 * full. */
char *tn_rules_patch(const struct tn_rules *rules, enum tn_mpich_table kind,
                     const struct tn_json *table, const char *const *provenance, GError **error);

#endif
