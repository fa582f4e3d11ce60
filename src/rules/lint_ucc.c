/* Checks UCC's file, read as in ucc_file_parse_handler and ucc_parse_section_name_to_desc of
 * src/utils/ucc_parser.c, and its score strings, read as in ucc_coll_score_parse_str. */
#include <string.h>

#include "decide/tuned.h"
#include "decide/ucc.h"
#include "lint.h"
#include "parsed_rules.h"
#include "rule_lines.h"
#include "study/usage.h"
#include "ucc_section.h"

/* Longest line in bytes, without its newline, that inih read before 2026. */
enum { LONGEST_LINE = 499 };

static const char dropped[] = "the whole file is dropped";
static const char all_dropped[] = "all of these choices are dropped";
static const char tl_ucp[] = "UCC_TL_UCP_";

/* Transport layers of UCC that have variables. */
static const char *const layers[] = { "UCP",  "CUDA", "NCCL", "RCCL", "SHARP",
                                      "MLX5", "SELF", "SHM",  "SPIN", NULL };
static const char *const memories[] = {
  "host", "cuda", "cuda_managed", "rocm", "rocm_managed", NULL
};
/* UCC's collectives that coll/tuned lacks. */
static const char *const own_collectives[] = { "fanin", "fanout", NULL };
/* Variables of tl/ucp that are not radices. */
static const char variables[] =
    "TUNE KN_RADIX FANIN_KN_RADIX FANOUT_KN_RADIX TLS ALLTOALL_PAIRWISE_NUM_POSTS "
    "ALLTOALLV_PAIRWISE_NUM_POSTS ALLREDUCE_SRA_KN_PIPELINE REDUCE_SRG_KN_PIPELINE "
    "REDUCE_AVG_PRE_OP PRECONNECT NPOLLS OOB_NPOLLS PRE_REG_MEM ALLTOALLV_HYBRID_BUFF_SIZE "
    "ALLTOALLV_HYBRID_CHUNK_BYTE_LIMIT ALLTOALLV_HYBRID_NUM_SCRATCH_RECVS "
    "ALLTOALLV_HYBRID_NUM_SCRATCH_SENDS ALLTOALLV_HYBRID_PAIRWISE_NUM_POSTS "
    "ALLTOALLV_HYBRID_RADIX ALLREDUCE_SLIDING_WIN_BUF_SIZE "
    "ALLREDUCE_SLIDING_WIN_NUM_GET_BUFS ALLREDUCE_SLIDING_WIN_PUT_WINDOW_SIZE "
    "GATHERV_LINEAR_NUM_POSTS SCATTERV_LINEAR_NUM_POSTS SCATTER_KN_ENABLE_RECV_ZCOPY "
    "REDUCE_SCATTER_RING_BIDIRECTIONAL REDUCE_SCATTERV_RING_BIDIRECTIONAL USE_TOPO "
    "USE_REORDERING RANKS_REORDERING SERVICE_WORKER SERVICE_THROTTLING_THRESH SERVICE_TLS "
    "SERVICE_NET_DEVICES LOCAL_COPY_TYPE MEMTYPE_COPY_ENABLE MIN_TEAM_SIZE";

/* Range of message sizes to which one choice of a score string applies, for one collective. */
struct span {
  const char *collective, *team, *memory;
  gint64 from, to;
};

struct choices {
  GArray *flaws, *parsed; /* lists that receive flaws and rules; parsed may be NULL */
  const struct tn_config_line *line;
  GArray *spans; /* struct span of the choices read so far; `texts` owns their names */
  GPtrArray *texts;
};

/* Reads a range of sizes in bytes, "4k-inf". Returns false for other texts. */
static bool read_sizes(const char *text, gint64 *ret_from, gint64 *ret_to)
{
  g_auto(GStrv) ends = g_strsplit(text, "-", -1);
  if (g_strv_length(ends) != 2)
    return false;
  *ret_from = tn_line_bytes(ends[0], true);
  *ret_to = tn_line_bytes(ends[1], true);
  return *ret_from >= 0 && *ret_to >= 0;
}

/* Reports a setting that an earlier section for the same teams also has. It is undefined which
 * section applies, because UCC takes them in the order of a hash table. */
static void check_rivals(GArray *flaws, const GPtrArray *lines, guint i)
{
  const struct tn_config_line *line = lines->pdata[i];
  for (guint k = 0; *line->section && k < i; k++) {
    const struct tn_config_line *other = lines->pdata[k];
    if (!other->value || !*other->section || strcmp(other->name, line->name) != 0 ||
        strcmp(other->section, line->section) == 0 ||
        !tn_ucc_may_both_apply(line->section, other->section))
      continue;
    tn_flaws_add(flaws, line->number,
                 "%s: line %d sets it in a section that may apply to the same teams: it is "
                 "undefined which one is used",
                 line->name, other->number);
    return;
  }
}

static bool is_collective(const char *name)
{
  return tn_ucc_id(name) >= 0 || tn_name_find(own_collectives, name) >= 0;
}

static bool all_are(const char *text, bool (*is)(const char *))
{
  g_auto(GStrv) words = g_strsplit(text, ",", -1);
  bool all = words[0] != NULL;
  for (int i = 0; words[i]; i++) {
    g_autofree char *word = g_ascii_strdown(words[i], -1);
    all = all && is(word);
  }
  return all;
}

static bool is_memory(const char *name)
{
  return tn_name_find(memories, name) >= 0;
}

static bool is_sizes(const char *text)
{
  gint64 from, to;
  return read_sizes(text, &from, &to);
}

static bool is_team(const char *text)
{
  const size_t length = strlen(text);
  if (length < 3 || *text != '[' || text[length - 1] != ']')
    return false;
  g_autofree char *inner = g_strndup(text + 1, length - 2);
  g_auto(GStrv) words = g_strsplit(inner, ",", -1);
  for (int i = 0; words[i]; i++) {
    gint64 from, to;
    const char *inf = strstr(words[i], "-inf");
    g_autofree char *plain = inf ? g_strndup(words[i], (gsize)(inf - words[i])) : NULL;
    if (!tn_ucc_read_range(plain ? plain : words[i], &from, &to) || from > to)
      return false;
  }
  return words[0] != NULL;
}

/* Parts of a choice in a score string; NULL if the choice lacks the part. */
struct choice {
  const char *collectives, *memory, *score, *sizes, *team, *algorithm;
};

/* Stores the word as a part of the choice: the first part that has no value yet and accepts this
 * one. Returns false if there is no such part. */
static bool take_word(struct choice *c, const char *word)
{
  if (!c->collectives && all_are(word, is_collective))
    c->collectives = word;
  else if (!c->memory && all_are(word, is_memory))
    c->memory = word;
  else if (!c->score && (tn_line_is_number(word) || g_ascii_strcasecmp(word, "inf") == 0))
    c->score = word;
  else if (!c->sizes && all_are(word, is_sizes))
    c->sizes = word;
  else if (!c->team && is_team(word))
    c->team = word;
  else if (!c->algorithm && *word == '@')
    c->algorithm = word + 1;
  else
    return false;
  return true;
}

/* Adds the sizes of a choice for a collective. Reports sizes for which an earlier choice applies,
 * too. */
static void add_span(struct choices *all, const struct choice *c, const char *collective,
                     const char *sizes)
{
  struct span span = { collective, c->team, c->memory, 0, G_MAXINT64 };
  const int line = all->line->number;
  if (sizes && read_sizes(sizes, &span.from, &span.to) && span.from >= span.to)
    tn_flaws_add(all->flaws, line, "%s is empty: %s", sizes, all_dropped);
  const int id = tn_ucc_id(collective);
  if (id >= 0 && tn_tuned_size(TN_FORMAT_UCC, id) == TN_TUNED_NONE && span.from > 0)
    tn_flaws_add(all->flaws, line, "%s is always looked up with size 0: %s is never reached",
                 collective, sizes);
  for (guint i = 0; i < all->spans->len; i++) {
    const struct span *other = &g_array_index(all->spans, struct span, i);
    if (strcmp(other->collective, collective) == 0 && g_strcmp0(other->team, c->team) == 0 &&
        (!other->memory || !c->memory || strcmp(other->memory, c->memory) == 0) &&
        other->from < span.to && span.from < other->to) {
      tn_flaws_add(all->flaws, line, "sizes of %s overlap (%s): %s", collective,
                   sizes ? sizes : "all", all_dropped);
      break;
    }
  }
  g_array_append_val(all->spans, span);
  struct tn_parsed_rule rule = { line, id, 0, G_MAXINT64, span.from, span.to, 0, 0, NULL, NULL };
  const char *team = strstr(all->line->section, "team_size=");
  g_autofree char *ranks = team ? g_strndup(team + 10, strcspn(team + 10, " ]")) : NULL;
  rule.name = (char *)(c->algorithm ? c->algorithm : "(a score)");
  if (id >= 0 && (!ranks || tn_ucc_read_range(ranks, &rule.least, &rule.most)))
    tn_parsed_rules_add(all->parsed, &rule);
}

static char **store_words(struct choices *all, const char *text, const char *separator)
{
  char **words = g_strsplit(text, separator, -1);
  g_ptr_array_add(all->texts, words);
  return words;
}

static void check_choice(struct choices *all, const char *text)
{
  struct choice c = { 0 };
  char **words = store_words(all, text, ":");
  const int line = all->line->number;
  for (int i = 0; words[i]; i++)
    if (!take_word(&c, words[i])) {
      tn_flaws_add(all->flaws, line,
                   "\"%s\" in \"%s\" is not a collective, memory (host), score, range of sizes, "
                   "[team sizes] or @algorithm, or is given twice: %s",
                   words[i], text, all_dropped);
      return;
    }
  if (!c.score && !c.algorithm)
    tn_flaws_add(all->flaws, line, "\"%s\" has no score and no algorithm: it does nothing", text);
  char **collectives = store_words(all, c.collectives ? c.collectives : "", ",");
  char **sizes = store_words(all, c.sizes ? c.sizes : "", ",");
  for (int i = 0; collectives[i] && *collectives[i]; i++) {
    for (int k = 0; sizes[k]; k++)
      add_span(all, &c, collectives[i], sizes[k]);
    if (!sizes[0])
      add_span(all, &c, collectives[i], NULL);
    const int id = tn_ucc_id(collectives[i]);
    if (c.algorithm && g_str_has_prefix(all->line->name, tl_ucp) && id >= 0 &&
        !tn_ucc_has(id, c.algorithm))
      tn_flaws_add(all->flaws, line, "%s of tl/ucp has no algorithm \"%s\": %s", collectives[i],
                   c.algorithm, all_dropped);
  }
}

static void check_radix(GArray *flaws, const struct tn_config_line *line, bool is_ranged)
{
  g_auto(GStrv) items = g_strsplit(line->value, ",", -1);
  if (!is_ranged && !tn_line_is_number(line->value))
    tn_flaws_add(flaws, line->number, "%s takes one number, not \"%s\": tl/ucp does not start",
                 line->name, line->value);
  for (int i = 0; is_ranged && items[i]; i++) {
    g_auto(GStrv) words = g_strsplit(items[i], ":", -1);
    const guint n = g_strv_length(words);
    bool ok = n >= 1 && n <= 3;
    gint64 from = 0, to = 1;
    const char *last = ok ? words[n - 1] : "";
    ok = tn_line_is_number(last) || strcmp(last, "auto") == 0 || strcmp(last, "inf") == 0;
    for (guint w = 0; ok && w + 1 < n; w++)
      ok = all_are(words[w], is_memory) || read_sizes(words[w], &from, &to);
    if (ok && from > to)
      tn_flaws_add(flaws, line->number, "\"%s\" is never reached: its sizes end before they begin",
                   items[i]);
    if (!ok)
      tn_flaws_add(flaws, line->number,
                   "\"%s\" is not a radix (4, auto, 0-4k:host:8): tl/ucp does not start", items[i]);
    else if (strcmp(words[n - 1], "0") == 0 || strcmp(words[n - 1], "1") == 0)
      tn_flaws_add(flaws, line->number, "a radix of %s: at least 2 is needed", words[n - 1]);
  }
}

/* Reports a name that UCC ignores: misspelt, or with a blank. */
static void check_name(GArray *flaws, const struct tn_config_line *line)
{
  g_autoptr(GPtrArray) names = tn_names_new();
  tn_names_add(names, tl_ucp, variables);
  for (const struct tn_ucc_radix *r = tn_ucc_radices; r->variable; r++)
    tn_names_add(names, tl_ucp, r->variable);
  g_auto(GStrv) parts = g_strsplit(line->name, "_", 4);
  if (strpbrk(line->name, " \t"))
    tn_flaws_add(flaws, line->number, "\"%s\" is never read: a name has no blanks", line->name);
  if (!g_str_has_prefix(line->name, "UCC_TL_") || tn_names_have(names, line->name) ||
      (!g_str_has_prefix(line->name, tl_ucp) && tn_name_find(layers, parts[2]) >= 0))
    return;
  g_autofree char *hint = tn_names_hint(names, line->name);
  if (*hint)
    tn_flaws_add(flaws, line->number, "%s is never read%s", line->name, hint);
}

static void check_setting(GArray *flaws, GArray *parsed, const struct tn_config_line *line)
{
  const bool is_choices = g_str_has_suffix(line->name, "_TUNE");
  if (!strstr(line->name, "UCC_")) {
    tn_flaws_add(flaws, line->number, "\"%s\" does not begin with UCC_: %s", line->name, dropped);
    return;
  }
  if (*line->section && !g_str_has_prefix(line->name, tl_ucp))
    tn_flaws_add(flaws, line->number, "%s in a section: sections act on tl/ucp only", line->name);
  g_autoptr(GArray) spans = g_array_new(FALSE, FALSE, sizeof(struct span));
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
  struct choices all = { flaws, parsed, line, spans, texts };
  char **words = is_choices ? store_words(&all, line->value, "#") : NULL;
  for (int i = 0; words && words[i]; i++)
    check_choice(&all, words[i]);
  const struct tn_ucc_radix *r = tn_ucc_radices;
  const char *own = g_str_has_prefix(line->name, tl_ucp) ? line->name + strlen(tl_ucp) : "";
  while (r->variable && strcmp(own, r->variable) != 0)
    r++;
  if (r->variable)
    check_radix(flaws, line, r->is_ranged);
  else
    check_name(flaws, line);
}

bool tn_lint_ucc(GArray *flaws, GArray *parsed, G_GNUC_UNUSED enum tn_target target,
                 const char *text, gsize length)
{
  g_autoptr(GPtrArray) lines = tn_lines_read(text, length, true);
  tn_lines_check_length(flaws, text, length, LONGEST_LINE, "UCC before 2026");
  for (guint i = 0; i < lines->len; i++) {
    const struct tn_config_line *line = lines->pdata[i];
    const struct tn_config_line *before = line->is_more ? NULL : line->before;
    if (line->is_more)
      tn_flaws_add(
          flaws, line->number,
          "an indented line continues the setting before it, which is then given twice: %s",
          dropped);
    else if (line->value) {
      check_setting(flaws, parsed, line);
      check_rivals(flaws, lines, i);
    } else if (line->is_section)
      tn_ucc_check_section(flaws, line);
    else
      tn_flaws_add(flaws, line->number, "not [section] or NAME=VALUE: %s", dropped);
    if (before)
      tn_flaws_add(flaws, line->number, "%s for the second time (line %d): %s", line->name,
                   before->number, dropped);
  }
  return true;
}
