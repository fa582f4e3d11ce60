/* Rules: decisions in a library's form, algorithm and parameters by ranks and sizes. */
#ifndef TN_RULES_RULES_H
#define TN_RULES_RULES_H

#include "decide/rule.h"
#include "decide/target.h"
#include "decide/tuned.h"

/* Loss, as a fraction, above which rules->flags reports a rule. Each state of the buffers is
 * checked. */
#define TN_RULE_FLAGGED 0.05
/* Default of --loss, and for what advise decides: two runs differ by 5 %, and a rule for less would
 * follow noise. */
#define TN_RULE_LOSS 0.02
#define TN_ADVICE_LOSS 0.05

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
  GPtrArray *settings; /* char *: lines with settings; empty for formats of files that have none */
  GPtrArray *left;     /* char *: a line for each reason why rows were skipped */
  char *buffers;       /* states of the buffers in the rows, "unchanged, rewritten" */
  /* char *. flags: rules that lose much in one state of the buffers, listed at the beginning of the
   * file. mapping_losses: one line for each of several mappings, also printed on stderr. */
  GPtrArray *flags, *mapping_losses;
  const GPtrArray *rows; /* struct tn_row: all rows from which the rules are made; borrowed */
  /* one of the rows, from which the conditions common to all rows are taken; borrowed */
  const struct tn_row *example;
};

/* Options for making rules from rows. */
struct tn_rules_terms {
  enum tn_objective objective;
  /* largest loss that a simplified table may have (tn_tune_simplest), a fraction; 0: not
   * simplified; not finite: 2 %, and 5 % for rows that advise judged */
  double loss;
  const char *transport; /* transport of simulated rows; NULL: any */
  /* mapping of the rows from which rules are made (NULL: all rows); for each other mapping, only
   * the loss of these rules is computed */
  const char *mapping;
  /* Returns those of the rows, which rules can express, that rules may use; NULL and *error on
   * failure. Transfer container. NULL: all. */
  GPtrArray *(*narrow)(const void *data, const GPtrArray *rows, GError **error);
  const void *data;
};

/* Returns the simplest tables that the release's rules can express; free with tn_rules_free. Fails
 * (usage) if there are no rows for such rules (code TN_RULES_TRANSPORT: no row has the transport),
 * or if the rows have several platforms, kernels or other conditions. The rows must outlive the
 * rules. */
enum { TN_RULES_TRANSPORT = 1 };
struct tn_rules *tn_rules_new(enum tn_target target, const GPtrArray *rows,
                              const struct tn_rules_terms *terms, GError **error);
void tn_rules_free(struct tn_rules *rules);

/* Returns true if the rules select the same algorithm with the same parameters. */
bool tn_rule_same(const struct tn_rule *a, const struct tn_rule *b);

/* Returns a rule's first size, "1K". If the library compares the rule with the bytes of all blocks
 * together, these follow: "1K (8K in all)". Transfer full. */
char *tn_rule_from(enum tn_target target, int id, int64_t ranks, const struct tn_rule *rule);

/* Returns the rows that the release's rules can express, borrowed. Adds to rules->left why other
 * rows cannot be used (rule_rows.c). *ret_others: true if a row cannot be used only because of its
 * transport. Transfer container. */
GPtrArray *tn_rules_select_rows(struct tn_rules *rules, const GPtrArray *rows,
                                const char *transport, bool *ret_others);

/* Appends to `own` the rows with a mapping (NULL: all), and to `mappings` all mappings and NULL
 * (mapping_losses.c). Fails (usage) if no row has the mapping. */
bool tn_rules_part(const GPtrArray *rows, const char *mapping, GPtrArray *own, GPtrArray *mappings,
                   GError **error);
/* Adds to rules->mapping_losses, for each mapping, the time that the winners (struct tn_winner)
 * lose under it. */
void tn_rules_add_mapping_losses(struct tn_rules *rules, const GArray *winners,
                                 const GPtrArray *rows, const GPtrArray *mappings,
                                 enum tn_objective objective);

/* Returns the text of a complete file with the rules (except for MPICH: patch.h). It begins with
 * the lines of `provenance` (NULL-terminated, without newlines). Transfer full. */
char *tn_rules_text(const struct tn_rules *rules, const char *const *provenance);

/* Returns true if a rule limits the requests. The classic file then has a version that Open MPI
 * reads from 5.0.7 on. */
bool tn_rules_have_requests(const struct tn_rules *rules);
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
/* Appends the target's thresholds (decide/target.h): sizes up to which to stage calls on device
 * memory. Each collective with staged and direct rows must have a threshold. Fails (usage) if no
 * call has both kinds of rows. */
bool tn_settings_devices(GPtrArray *lines, enum tn_target target, const GPtrArray *rows,
                         enum tn_objective objective, GError **error);

#endif
