/* Converts decisions to the rules of a library: the algorithm and parameters for exactly the
 * ranks and sizes of the rows. */
#ifndef TN_RULES_RULES_H
#define TN_RULES_RULES_H

#include "decide/rule.h"
#include "decide/target.h"
#include "decide/tuned.h"

/* Rules that lose more than 5 % in a state of the buffers are flagged. */
#define TN_RULE_FLAGGED 0.05

/* Rules for communicators with `ranks` ranks; the first rule begins at size 0. */
struct tn_rule_block {
  int64_t ranks;
  GArray *rules; /* struct tn_rule, sizes ascending */
};

/* All decisions for one collective. */
struct tn_ruling {
  int id;            /* number of the collective in coll/tuned */
  GPtrArray *blocks; /* struct tn_rule_block, ranks ascending */
};

struct tn_rules {
  /* true if JSON must contain only what Open MPI's schema allows: no segments, no provenance */
  bool is_strict;
  enum tn_target target;
  GPtrArray *rulings;  /* struct tn_ruling, numbers ascending */
  GPtrArray *settings; /* char *: lines of a setting file, otherwise empty */
  GPtrArray *left;     /* char *: one line for each kind of skipped rows, with the reason */
  char *buffers;       /* states of buffers in the rows: "unchanged, rewritten" */
  /* char *. flags: rules that lose much in a state of the buffers, for the head of the file.
   * elsewhere: the losses of rules for several mappings under each mapping, also for standard
   * error. */
  GPtrArray *flags, *elsewhere;
  const struct tn_row *example; /* any of the rows, which all have the same conditions; borrowed */
};

/* Terms for making rules from rows. */
struct tn_rules_terms {
  enum tn_objective objective;
  double loss;           /* largest loss of simplest tables (tn_tune_simplest), a fraction; 0: no
                          * simplification */
  const char *transport; /* transport of simulated rows; NULL: any */
  const char *mapping;   /* mapping of the rows that decide (NULL: all); rows of other mappings only
                          * show the loss there */
};

/* Returns the simplest tables of the rows (struct tn_row) that the release can express; free
 * them with tn_rules_free. Returns NULL and *error (usage) if there are no such rows
 * (TN_RULES_TRANSPORT: no row has the transport), or if they have more than one platform, kernel
 * or other condition. The rows must outlive the rules. */
enum { TN_RULES_TRANSPORT = 1 };
struct tn_rules *tn_rules_new(enum tn_target target, const GPtrArray *rows,
                              const struct tn_rules_terms *terms, GError **error);
void tn_rules_free(struct tn_rules *rules);

/* Returns the size at which a rule begins, as in the rows. If the library counts the blocks of
 * all ranks, that size follows in brackets: "1K (8K in all)". Transfer full. */
char *tn_rule_from(enum tn_target target, int id, int64_t ranks, const struct tn_rule *rule);

/* Returns the rows that the release can express, borrowed; the others are listed in rules->left
 * (keep.c). Sets *ret_others if a row fails only because of its transport. Transfer container. */
GPtrArray *tn_rules_keep(struct tn_rules *rules, const GPtrArray *rows, const char *transport,
                         bool *ret_others);

/* Adds the rows with a mapping (NULL: all rows) to `own`, and the mappings of all rows,
 * NULL-terminated, to `mappings` (elsewhere.c). Returns false and *error (usage) if no row has
 * the mapping. */
bool tn_rules_part(const GPtrArray *rows, const char *mapping, GPtrArray *own, GPtrArray *mappings,
                   GError **error);
/* Adds to rules->elsewhere the losses of the winners (struct tn_winner) among the rows of each
 * mapping. */
void tn_rules_elsewhere(struct tn_rules *rules, const GArray *winners, const GPtrArray *rows,
                        const GPtrArray *mappings, enum tn_objective objective);

/* Returns the rules as the text of a complete file (except for MPICH: patch.h), with lines of
 * provenance (NULL-terminated, without newlines) at its beginning. Transfer full. */
char *tn_rules_text(const struct tn_rules *rules, const char *const *provenance);

/* Append the rules in one format each. */
void tn_rules_classic(GString *text, const struct tn_rules *rules, const char *const *provenance);
void tn_rules_json(GString *text, const struct tn_rules *rules, const char *const *provenance);
void tn_rules_ucc(GString *text, const struct tn_rules *rules, const char *const *provenance);

/* Appends setting lines (transfer full) for coll/xhc, which has one setting for all sizes. For
 * each collective of the rows, chooses the hierarchy, chunk size and CICO limit with the least
 * loss over all ranks and sizes. Returns false and *error (usage) if a row lacks the time or no
 * setting has rows for all points. */
bool tn_settings_xhc(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);
/* Appends UCX's size threshold from which single copies beat copies through shared memory, and
 * the fastest mechanism. Returns false and *error (usage) if the rows do not have both. */
bool tn_settings_ucx(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);
/* Appends the target's thresholds (decide/target.h) between staged and direct calls on device
 * memory for each collective of the rows that has pairs of both. All these collectives must have
 * a threshold. Returns false and *error (usage) if there is no pair. */
bool tn_settings_devices(GPtrArray *lines, enum tn_target target, const GPtrArray *rows,
                         enum tn_objective objective, GError **error);

#endif
