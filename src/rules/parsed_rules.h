/* Rules of a decision file, as the library understands them. */
#ifndef TN_RULES_PARSED_RULES_H
#define TN_RULES_PARSED_RULES_H

#include "algos/registry.h"
#include "decide/target.h"
#include "rule_lines.h"

/* Comment in classic files. The name of the target release follows it; the release determines what
 * communicator sizes in the file mean. */
#define TN_CLASSIC_MARK "written for "

struct tn_parsed_rule {
  int line;           /* number of the line in the file, from 1 */
  int id;             /* number of the collective in coll/tuned; -1 for a setting */
  gint64 least, most; /* range of the number of ranks, both limits inclusive */
  gint64 from, to;    /* range of bytes as the library counts them, inclusive */
  gint64 fanout, segment;
  char *name;  /* number or name of the algorithm in the library, or name of the setting */
  char *value; /* value of the setting; NULL for an algorithm */
};

/* Returns an empty array of struct tn_parsed_rule that owns its texts; free with g_array_unref. */
GArray *tn_parsed_rules_new(void);
/* Appends a copy of the rule with copies of both texts. Does nothing if `parsed` is NULL. */
void tn_parsed_rules_add(GArray *parsed, const struct tn_parsed_rule *rule);
/* Appends the setting of a line as a rule for all ranks and sizes. Does nothing if the line has no
 * setting. */
void tn_parsed_rules_add_setting(GArray *parsed, const struct tn_config_line *line);

/* Returns the algorithm (struct tn_method) that a rule selects; NULL for a setting, the library's
 * own decision, or an unknown algorithm. */
const struct tn_method *tn_parsed_rule_algorithm(enum tn_target target,
                                                 const struct tn_parsed_rule *rule);

/* Finds the release for which a file is written, by comments ("decisions for RELEASE", "written for
 * RELEASE") or names in the file. If neither shows it: 4.1, whose coll/tuned reads numbers. Returns
 * true if a comment names the release. */
bool tn_rules_find_target(const char *text, gsize length, enum tn_target *ret);

#endif
