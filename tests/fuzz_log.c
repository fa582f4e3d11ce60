/* Reads any bytes as output of a library and as rules, and compares the rules with the output. */
#include "rules/lint.h"
#include "rules/rule_verdict.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  g_autofree char *text = g_malloc0(size + 1);
  for (size_t i = 0; i < size; i++)
    text[i] = (char)data[i];
  struct tn_log *log = tn_log_read(text, size);
  for (int t = 0; t < TN_N_TARGETS; t++) {
    g_autoptr(GArray) parsed = tn_parsed_rules_new(), flaws = tn_flaws_new();
    struct tn_rule_verdict_terms terms = {
      .log = log, .file = "rules", .n_ranks = 2, .flaws = flaws
    };
    tn_rules_find_target(text, size, &terms.target);
    terms.target = (enum tn_target)t;
    terms.dropped = tn_lint_read(flaws, parsed, terms.target, text, size) ? NULL : "dropped";
    tn_flaws_sort(flaws);
    for (guint i = 0; i < parsed->len; i++) {
      char *why;
      tn_rule_judge(&terms, &g_array_index(parsed, struct tn_parsed_rule, i), &why);
      g_free(why);
    }
  }
  tn_log_free(log);
  return 0;
}
