/* Converts decisions to rules of a library: algorithm and parameters by ranks and sizes. */
#ifndef TN_RULES_RULES_H
#define TN_RULES_RULES_H

#include "decide/rule.h"
#include "decide/target.h"
#include "decide/tuned.h"

/* Larger losses in one state of the buffers are reported in rules->flags. */
#define TN_RULE_FLAGGED 0.05

/* Rules for `ranks` ranks, the first from size 0. */
struct tn_rule_block {
  int64_t ranks;
  GArray *rules; /* struct tn_rule, by ascending size */
};

struct tn_ruling {
  int id;            /* number of the collective in coll/tuned */
  GPtrArray *blocks; /* struct tn_rule_block, by ascending ranks */
};

struct tn_rules {
  /* true if JSON must satisfy Open MPI's schema, without segments and provenance */
  bool is_strict;
  enum tn_target target;
  GPtrArray *rulings;  /* struct tn_ruling, by ascending id */
  GPtrArray *settings; /* char *: lines; empty for other formats */
  GPtrArray *left;     /* char *: one line for each reason why rows were skipped */
  char *buffers;       /* states in the rows: "unchanged, rewritten" */
  /* char *. flags: rules with a large loss in one state of the buffers, for the file's head.
   * mapping_losses: the losses under each of several mappings, also printed on stderr. */
  GPtrArray *flags, *mapping_losses;
  const struct tn_row *example; /* any row, as all have the same conditions; borrowed */
};

/* Terms for making rules from rows. */
struct tn_rules_terms {
  enum tn_objective objective;
  double loss;           /* largest loss of simplified tables (tn_tune_simplest), a fraction; 0: not
                          * simplified */
  const char *transport; /* transport of simulated rows; NULL: any */
  const char *mapping;   /* mapping of the rows from which rules are made (NULL: all rows); rows
                          * with other mappings only show the loss under these mappings */
};

/* Returns the simplest tables that the release can express; tn_rules_free. Fails (usage) without
 * such rows (TN_RULES_TRANSPORT: none has the transport) or if the rows have several platforms,
 * kernels or other conditions. The rows must outlive the rules. */
enum { TN_RULES_TRANSPORT = 1 };
struct tn_rules *tn_rules_new(enum tn_target target, const GPtrArray *rows,
                              const struct tn_rules_terms *terms, GError **error);
void tn_rules_free(struct tn_rules *rules);

/* Returns a rule's first size. If the library compares the sum of all blocks, this follows: "1K (8K
 * in all)". Transfer full. */
char *tn_rule_from(enum tn_target target, int id, int64_t ranks, const struct tn_rule *rule);

/* Returns the rows that the release can express, borrowed; rules->left receives why others cannot
 * (rule_rows.c). *ret_others: true if a row fails only because of its transport. Transfer
 * container. */
GPtrArray *tn_rules_select_rows(struct tn_rules *rules, const GPtrArray *rows,
                                const char *transport, bool *ret_others);

/* Adds the rows with a mapping (NULL: all) to `own`, and all mappings, NULL-terminated, to
 * `mappings` (mapping_losses.c). Fails (usage) if no row has the mapping. */
bool tn_rules_part(const GPtrArray *rows, const char *mapping, GPtrArray *own, GPtrArray *mappings,
                   GError **error);
/* Adds to rules->mapping_losses the losses of the winners (struct tn_winner) under each mapping. */
void tn_rules_add_mapping_losses(struct tn_rules *rules, const GArray *winners,
                                 const GPtrArray *rows, const GPtrArray *mappings,
                                 enum tn_objective objective);

/* Returns the rules as the text of a complete file (except for MPICH: patch.h). The lines of
 * `provenance` (NULL-terminated, without newlines) are at its beginning. Transfer full. */
char *tn_rules_text(const struct tn_rules *rules, const char *const *provenance);

/* Append the rules in the function's format. */
void tn_rules_classic(GString *text, const struct tn_rules *rules, const char *const *provenance);
void tn_rules_json(GString *text, const struct tn_rules *rules, const char *const *provenance);
void tn_rules_ucc(GString *text, const struct tn_rules *rules, const char *const *provenance);

/* Appends lines (transfer full) for coll/xhc: for each collective the hierarchy, chunk size and
 * CICO limit with the least loss over all ranks and sizes. Fails (usage) if a row lacks the time,
 * or if no setting has all points. */
bool tn_settings_xhc(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);
/* Appends UCX's size in bytes from which single copies are faster than copies through shared
 * memory, and the fastest mechanism. Fails (usage) if the rows lack one of both. */
bool tn_settings_ucx(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);
/* Appends the thresholds (decide/target.h) between staged and direct calls on device memory. Each
 * collective with pairs of both must have a threshold. Fails (usage) without a pair. */
bool tn_settings_devices(GPtrArray *lines, enum tn_target target, const GPtrArray *rows,
                         enum tn_objective objective, GError **error);

#endif
