#include "parsed_rules.h"

#include <string.h>

#include "algos/library/library_names.h"
#include "decide/mpich.h"
#include "decide/tuned.h"

static void clear(void *data)
{
  struct tn_parsed_rule *parsed = data;
  g_free(parsed->name);
  g_free(parsed->value);
}

GArray *tn_parsed_rules_new(void)
{
  GArray *parsed = g_array_new(FALSE, FALSE, sizeof(struct tn_parsed_rule));
  g_array_set_clear_func(parsed, clear);
  return parsed;
}

void tn_parsed_rules_add(GArray *parsed, const struct tn_parsed_rule *rule)
{
  struct tn_parsed_rule own = *rule;
  if (!parsed)
    return;
  own.name = g_strdup(rule->name);
  own.value = g_strdup(rule->value);
  g_array_append_val(parsed, own);
}

void tn_parsed_rules_add_setting(GArray *parsed, const struct tn_config_line *line)
{
  const struct tn_parsed_rule setting = { .line = line->number,
                                          .id = -1,
                                          .most = G_MAXINT64,
                                          .to = G_MAXINT64,
                                          .name = line->name,
                                          .value = line->value };
  if (line->value)
    tn_parsed_rules_add(parsed, &setting);
}

const struct tn_method *tn_parsed_rule_algorithm(enum tn_target target,
                                                 const struct tn_parsed_rule *rule)
{
  const int collective = rule->id >= 0 ? tn_collective_find(tn_tuned_name(rule->id)) : -1;
  const enum tn_format format = tn_target_format(target);
  const char *name = rule->name, *library = "ompi";
  if (collective < 0)
    return NULL;
  if (format == TN_FORMAT_MPICH) {
    g_autofree char *title = tn_mpich_title(rule->id);
    g_autofree char *intra = g_strdup_printf("MPIR_%s_intra_", title);
    library = "mpich";
    name += g_str_has_prefix(name, intra) ? strlen(intra) : 0;
  } else if (format == TN_FORMAT_UCC)
    library = "ucc";
  g_autofree char *word = g_strdup_printf("%s:%s", library, name);
  return tn_library_word_of((enum tn_collective)collective, word).algorithm;
}

bool tn_rules_find_target(const char *text, gsize length, enum tn_target *ret)
{
  static const struct {
    const char *word;
    enum tn_target target;
  } words[] = { { "UCC_", TN_FOR_UCC },
                { "UCX_", TN_FOR_UCX },
                { "coll_xhc_", TN_FOR_XHC },
                { "\"collectives\"", TN_FOR_OMPI_6_0 },
                { "collective=", TN_FOR_MPICH_5_0 },
                { "rule-file-version-", TN_FOR_OMPI_5_0 } };
  static const char *const marks[] = { "decisions for ", TN_CLASSIC_MARK };
  for (int i = 0; i < 2 * TN_N_TARGETS; i++) {
    const int t = i % TN_N_TARGETS;
    const char *mark = marks[i / TN_N_TARGETS], *comment = g_strstr_len(text, (gssize)length, mark);
    const size_t n = strlen(tn_target_names[t]);
    const char *name = comment ? comment + strlen(mark) : text + length;
    if (name + n < text + length && strncmp(name, tn_target_names[t], n) == 0 &&
        strchr(";, \r\n\"", name[n])) {
      *ret = (enum tn_target)t;
      return true;
    }
  }
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (g_strstr_len(text, (gssize)length, words[i].word)) {
      *ret = words[i].target;
      return false;
    }
  *ret = TN_FOR_OMPI_4_1;
  return false;
}
