/* Decisions as the rules of a library: which algorithm with which parameters, for the ranks and
 * sizes of rows and no others. */
#ifndef TN_RULES_RULES_H
#define TN_RULES_RULES_H

#include "decide/rule.h"
#include "decide/target.h"
#include "decide/tuned.h"

/* A rule that loses more than this in a state of the buffers is flagged: 5 %. */
#define TN_RULE_FLAGGED 0.05

/* The rules for communicators of `ranks` ranks, the first from 0. */
struct tn_rule_block {
  int64_t ranks;
  GArray *rules; /* struct tn_rule, sizes ascending */
};

/* All that is decided of a collective. */
struct tn_ruling {
  int id;            /* coll/tuned's number of it */
  GPtrArray *blocks; /* struct tn_rule_block, ranks ascending */
};

struct tn_rules {
  /* true if JSON has only what Open MPI's schema allows: no segments, no provenance */
  bool is_strict;
  enum tn_target target;
  GPtrArray *rulings;  /* struct tn_ruling, numbers ascending */
  GPtrArray *settings; /* char *: lines of a file of settings, else empty */
  GPtrArray *left;     /* char *: which rows were left out and why, a line each */
  char *buffers;       /* the states of the rows: "unchanged, rewritten" */
  /* char *: rules that lose much in a state of the buffers, for the head of the file; the same and what
   * rules of several mappings lose under each, for standard error, too. */
  GPtrArray *flags, *elsewhere;
  const struct tn_row *example; /* one of the rows, all of which were made alike; borrowed */
};

/* How rules are made of rows. */
struct tn_rules_terms {
  enum tn_objective objective;
  double loss;           /* at most, of simplest tables (tn_tune_simplest): a fraction; 0: none */
  const char *transport; /* of simulated rows; NULL: any */
  const char *mapping;   /* whose rows decide (NULL: all); others only tell what is lost there */
};

/* The simplest tables of those rows (struct tn_row) that the release can be told to take. NULL and
 * *error (usage) when there are none (TN_RULES_TRANSPORT: none of the transport), or when they are
 * of more than one platform, kernel or other surroundings. The rows must outlive the rules.
 * tn_rules_free. */
enum { TN_RULES_TRANSPORT = 1 };
struct tn_rules *tn_rules_new(enum tn_target target, const GPtrArray *rows,
                              const struct tn_rules_terms *terms, GError **error);
void tn_rules_free(struct tn_rules *rules);

/* Returns the size that a rule holds from, as rows have it, with the blocks of all ranks in brackets where the
 * library counts these: "1K (8K in all)". Transfer full. */
char *tn_rule_from(enum tn_target target, int id, int64_t ranks, const struct tn_rule *rule);

/* keep.c: the rows that the release can be told of, borrowed; the others go to rules->left.
 * *ret_others is set where a row is but for its transport. Transfer container. */
GPtrArray *tn_rules_keep(struct tn_rules *rules, const GPtrArray *rows, const char *transport,
                         bool *ret_others);

/* elsewhere.c: Adds the rows by a mapping (NULL: all) to `own`, and the mappings of all, NULL-terminated.
 * False and *error (usage): no row is by it. */
bool tn_rules_part(const GPtrArray *rows, const char *mapping, GPtrArray *own, GPtrArray *mappings,
                   GError **error);
/* Adds to rules->elsewhere what the winners (struct tn_winner) lose among the rows of each of several
 * mappings. */
void tn_rules_elsewhere(struct tn_rules *rules, const GArray *winners, const GPtrArray *rows,
                        const GPtrArray *mappings, enum tn_objective objective);

/* The rules as the text of a file that needs no other one (not MPICH's: patch.h), with lines of
 * provenance (NULL-terminated, without line ends) at its beginning. Transfer full. */
char *tn_rules_text(const struct tn_rules *rules, const char *const *provenance);

/* Of one format each, appended. */
void tn_rules_classic(GString *text, const struct tn_rules *rules, const char *const *provenance);
void tn_rules_json(GString *text, const struct tn_rules *rules, const char *const *provenance);
void tn_rules_ucc(GString *text, const struct tn_rules *rules, const char *const *provenance);

/* Lines (transfer full) of settings for libraries that have one for all sizes, or one threshold,
 * appended. Of coll/xhc, for each collective of the rows, all of which it can be told, the hierarchy,
 * chunk and limit of copies through shared memory that lose least over all ranks and sizes. False and
 * *error (usage): a row without the time, or nothing that has rows for all points. */
bool tn_settings_xhc(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);
/* Of UCX the size from which single copies beat copies through shared memory, and the mechanism that
 * does best. False and *error (usage): the rows do not have both. */
bool tn_settings_ucx(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);
/* Of calls on devices' memory the target's thresholds (decide/target.h) between staged and direct, of
 * each collective of the rows that has pairs of both; all must have one. False and *error (usage): no
 * pair. */
bool tn_settings_devices(GPtrArray *lines, enum tn_target target, const GPtrArray *rows,
                         enum tn_objective objective, GError **error);

#endif
