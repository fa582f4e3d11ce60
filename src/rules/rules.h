/* Rules: decisions in a library's form, algorithm and parameters by ranks and sizes. */
#ifndef TN_RULES_RULES_H
#define TN_RULES_RULES_H

#include "decide/rule.h"
#include "decide/target.h"
#include "decide/tuned.h"

/* Loss in one state of the buffers above which rules->flags reports a rule. */
#define TN_RULE_FLAGGED 0.05

/* Rules for `ranks` ranks. The first rule begins at size 0. */
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
  GPtrArray *settings; /* char *: lines of settings; empty for formats without */
  GPtrArray *left;     /* char *: a line for each reason why rows were skipped */
  char *buffers;       /* states in the rows: "unchanged, rewritten" */
  /* char *. flags: rules with a large loss in one state of the buffers, for the beginning of the
   * file. mapping_losses: the losses under each of several mappings, also printed on stderr. */
  GPtrArray *flags, *mapping_losses;
  const struct tn_row *example; /* one of the rows, for the conditions that all share; borrowed */
};

/* Terms under which rules are made from rows. */
struct tn_rules_terms {
  enum tn_objective objective;
  /* largest loss of simplified tables (tn_tune_simplest), a fraction; 0: not simplified */
  double loss;
  const char *transport; /* transport of simulated rows; NULL: any */
  /* mapping of the rows from which rules are made (NULL: all rows); rows with other mappings only
   * show the losses under these mappings */
  const char *mapping;
};

/* Returns the simplest tables that the release's rules can express; free with tn_rules_free. Fails
 * (usage) if there are no such rows (TN_RULES_TRANSPORT: none has the transport) or if the rows
 * have several platforms, kernels or other conditions. The rows must outlive the rules. */
enum { TN_RULES_TRANSPORT = 1 };
struct tn_rules *tn_rules_new(enum tn_target target, const GPtrArray *rows,
                              const struct tn_rules_terms *terms, GError **error);
void tn_rules_free(struct tn_rules *rules);

/* Returns a rule's first size. If the library compares with the sum of all blocks, the sum follows:
 * "1K (8K in all)". Transfer full. */
char *tn_rule_from(enum tn_target target, int id, int64_t ranks, const struct tn_rule *rule);

/* Returns the rows that the release's rules can express, borrowed; adds to rules->left why others
 * cannot be used (rule_rows.c). *ret_others: true if one fails only because of its transport.
 * Transfer container. */
GPtrArray *tn_rules_select_rows(struct tn_rules *rules, const GPtrArray *rows,
                                const char *transport, bool *ret_others);

/* Adds the rows with a mapping (NULL: all) to `own`, and all mappings, NULL-terminated, to
 * `mappings` (mapping_losses.c). Fails (usage) if no row has the mapping. */
bool tn_rules_part(const GPtrArray *rows, const char *mapping, GPtrArray *own, GPtrArray *mappings,
                   GError **error);
/* Adds the losses of the winners (struct tn_winner) under each mapping to rules->mapping_losses. */
void tn_rules_add_mapping_losses(struct tn_rules *rules, const GArray *winners,
                                 const GPtrArray *rows, const GPtrArray *mappings,
                                 enum tn_objective objective);

/* Returns the text of a complete file with the rules (except for MPICH: patch.h). It begins with
 * the lines of `provenance` (NULL-terminated, without newlines). Transfer full. */
char *tn_rules_text(const struct tn_rules *rules, const char *const *provenance);

/* Append the rules as Open MPI's classic file, its JSON file, and UCC's file. */
void tn_rules_classic(GString *text, const struct tn_rules *rules, const char *const *provenance);
void tn_rules_json(GString *text, const struct tn_rules *rules, const char *const *provenance);
void tn_rules_ucc(GString *text, const struct tn_rules *rules, const char *const *provenance);

/* Appends lines (transfer full) for coll/xhc: for each collective the hierarchy, chunk size and
 * CICO limit with the least loss over all ranks and sizes. Fails (usage) if a row lacks the
 * objective's time, or if no setting has rows for all points. */
bool tn_settings_xhc(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);
/* Appends the size in bytes from which UCX should use single copies, not copies through shared
 * memory, and the fastest mechanism for them. Fails (usage) if the rows lack either kind of
 * copies. */
bool tn_settings_ucx(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);
/* Appends the target's thresholds (decide/target.h) between staged and direct calls on device
 * memory. Each collective with pairs of staged and direct rows must have a threshold. Fails (usage)
 * without a pair. */
bool tn_settings_devices(GPtrArray *lines, enum tn_target target, const GPtrArray *rows,
                         enum tn_objective objective, GError **error);

#endif
