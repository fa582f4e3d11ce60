/* Converts decisions to the rules of a library: the algorithm and its parameters for the ranks and
 * sizes of the rows. */
#ifndef TN_RULES_RULES_H
#define TN_RULES_RULES_H

#include "decide/rule.h"
#include "decide/target.h"
#include "decide/tuned.h"

/* Rules that lose more than 5 % in one state of the buffers are reported in rules->flags. */
#define TN_RULE_FLAGGED 0.05

/* Rules for communicators with `ranks` ranks. The first rule begins at size 0. */
struct tn_rule_block {
  int64_t ranks;
  GArray *rules; /* struct tn_rule, sorted by ascending size */
};

/* All rules for one collective. */
struct tn_ruling {
  int id;            /* number of the collective in coll/tuned */
  GPtrArray *blocks; /* struct tn_rule_block, sorted by ascending ranks */
};

struct tn_rules {
  /* true if the JSON file must satisfy Open MPI's schema, which allows no segments and no
   * provenance */
  bool is_strict;
  enum tn_target target;
  GPtrArray *rulings;  /* struct tn_ruling, sorted by ascending number */
  GPtrArray *settings; /* char *: lines of a setting file; empty for other formats */
  GPtrArray *left;     /* char *: one line for each reason why rows were skipped */
  char *buffers;       /* states of the buffers in the rows: "unchanged, rewritten" */
  /* char *: remarks. flags: rules that lose much in one state of the buffers, for the head of the
   * file. mapping_losses: the losses under each mapping, if rows have several mappings; also
   * printed on standard error. */
  GPtrArray *flags, *mapping_losses;
  const struct tn_row *example; /* one of the rows, which all have the same conditions; borrowed */
};

/* Terms for making rules from rows. */
struct tn_rules_terms {
  enum tn_objective objective;
  double loss;           /* largest loss by which tables are simplified (tn_tune_simplest), as a
                          * fraction; 0: no simplification */
  const char *transport; /* transport of simulated rows; NULL: any */
  const char *mapping;   /* mapping of the rows from which rules are made (NULL: all rows); rows
                          * with other mappings only show the loss under these mappings */
};

/* Returns the simplest tables that follow from the rows (struct tn_row) and that the release can
 * express; free them with tn_rules_free. Returns NULL and *error (usage) if there are no such rows
 * (TN_RULES_TRANSPORT: no row has the transport), or if the rows have more than one platform,
 * kernel or other condition. The rows must outlive the rules. */
enum { TN_RULES_TRANSPORT = 1 };
struct tn_rules *tn_rules_new(enum tn_target target, const GPtrArray *rows,
                              const struct tn_rules_terms *terms, GError **error);
void tn_rules_free(struct tn_rules *rules);

/* Returns the size at which a rule begins, as in the rows. If the library compares the sum of all
 * ranks' blocks, this sum follows in brackets: "1K (8K in all)". Transfer full. */
char *tn_rule_from(enum tn_target target, int id, int64_t ranks, const struct tn_rule *rule);

/* Returns the rows that the release can express, borrowed; rules->left receives the reasons for
 * skipping the others (rule_rows.c). Sets *ret_others if a row fails only because of its transport.
 * Transfer container. */
GPtrArray *tn_rules_select_rows(struct tn_rules *rules, const GPtrArray *rows,
                                const char *transport, bool *ret_others);

/* Adds the rows with a mapping (NULL: all rows) to `own`. Adds the mappings of all rows,
 * NULL-terminated, to `mappings` (mapping_losses.c). Returns false and *error (usage) if no row has
 * the mapping. */
bool tn_rules_part(const GPtrArray *rows, const char *mapping, GPtrArray *own, GPtrArray *mappings,
                   GError **error);
/* Adds to rules->mapping_losses, for each mapping, the losses of the winners (struct tn_winner)
 * among the rows of this mapping. */
void tn_rules_add_mapping_losses(struct tn_rules *rules, const GArray *winners,
                                 const GPtrArray *rows, const GPtrArray *mappings,
                                 enum tn_objective objective);

/* Returns the rules as the text of a complete file (except for MPICH: patch.h). The lines of
 * `provenance` (NULL-terminated, without newlines) are at its beginning. Transfer full. */
char *tn_rules_text(const struct tn_rules *rules, const char *const *provenance);

/* Append the rules in the format of the function's name. */
void tn_rules_classic(GString *text, const struct tn_rules *rules, const char *const *provenance);
void tn_rules_json(GString *text, const struct tn_rules *rules, const char *const *provenance);
void tn_rules_ucc(GString *text, const struct tn_rules *rules, const char *const *provenance);

/* Appends setting lines (transfer full) for coll/xhc, which has one setting for all sizes. For each
 * collective of the rows, selects the hierarchy, chunk size and CICO limit with the least loss over
 * all ranks and sizes. Returns false and *error (usage) if a row lacks the time, or if no setting
 * has rows for all points. */
bool tn_settings_xhc(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);
/* Appends UCX's size threshold in bytes from which single copies are faster than copies through
 * shared memory, and the fastest mechanism. Returns false and *error (usage) if the rows do not
 * have both. */
bool tn_settings_ucx(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);
/* Appends the thresholds (decide/target.h) of the target between staged and direct calls on device
 * memory, for each collective whose rows have pairs of both. All these collectives must have a
 * threshold. Returns false and *error (usage) if there is no pair. */
bool tn_settings_devices(GPtrArray *lines, enum tn_target target, const GPtrArray *rows,
                         enum tn_objective objective, GError **error);

#endif
