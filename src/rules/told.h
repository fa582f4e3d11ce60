/* What a file of decisions tells a library, rule by rule, as the library looks it up. */
#ifndef TN_RULES_TOLD_H
#define TN_RULES_TOLD_H

#include "algos/registry.h"
#include "decide/target.h"
#include "rule_lines.h"

/* A comment of classic files that ends with a target's name: whose reading of communicator sizes is meant. */
#define TN_CLASSIC_MARK "written for "

struct tn_told {
  int line;           /* of the file, from 1 */
  int id;             /* coll/tuned's number of the collective; -1: a setting */
  gint64 least, most; /* ranks, inclusive */
  gint64 from, to;    /* bytes as the library counts them, inclusive */
  gint64 fanout, segment;
  char *name;  /* the algorithm by number or the library's name, or the setting's name */
  char *value; /* of a setting; NULL: an algorithm */
};

/* An array of struct tn_told that owns their texts. g_array_unref. */
GArray *tn_told_new(void);
/* Appends a copy that owns copies of both texts; `told` NULL: nothing. */
void tn_told_add(GArray *told, const struct tn_told *rule);
/* The same of a setting, which holds everywhere; a line without one: nothing. */
void tn_told_add_setting(GArray *told, const struct tn_config_line *line);

/* The registry's entry for a rule's algorithm; NULL: a setting, the library's own decision, or one that the
 * registry lacks. */
const struct tn_method *tn_told_algorithm(enum tn_target target, const struct tn_told *rule);

/* The release that the text was written for by what it says itself (export's comments, or the names
 * that stand in it); of all others 4.1, whose coll/tuned takes numbers. */
void tn_told_target(const char *text, gsize length, enum tn_target *ret);

#endif
