/* Checks Open MPI's classic rules. The file is read as in
 * ompi_coll_tuned_read_rules_config_file_classic of coll_tuned_dynamic_file.c (4.1, 5.0.7, 6.0);
 * rules apply as in coll_tuned_dynamic_rules.c. Before 6.0, a communicator of p ranks uses the
 * block with the largest size <= p, or the first block if all sizes are larger (observed with
 * 4.1.4). In 6.0 block i, with size C(i), is for C(i-1) to C(i) - 1 ranks. Functions return false
 * where the library stops reading. */
#include <limits.h>
#include <string.h>

#include "decide/tuned.h"
#include "lint.h"
#include "parsed_rules.h"
#include "scan.h"

static const char version_word[] = "rule-file-version-";
static const char dropped[] = "the whole file is dropped";

struct reader {
  struct tn_scan scan;
  GArray *flaws, *parsed; /* lists that receive flaws and rules; parsed may be NULL */
  enum tn_target target;
  int version;
  bool is_seen[TN_TUNED_N_IDS];
  bool is_meant; /* true if the file states how its target release interprets communicator sizes */
};

struct block {
  int id;
  /* communicator size as the file states it; its meaning depends on the release */
  long ranks;
  long previous; /* message size in the previous rule */
  /* true once the file's reader was warned that message sizes have no effect */
  bool has_reported_size;
};

static bool is_six(const struct reader *r)
{
  return r->target == TN_FOR_OMPI_6_0_CLASSIC;
}

/* Reads the next number; `what` describes it in reports. Returns false if the library would stop
 * reading here. */
static bool take(struct reader *r, const char *what, long *ret, int *ret_line)
{
  if (!tn_scan_next(&r->scan, ret, ret_line)) {
    const bool has_end = r->scan.end > r->scan.text && r->scan.end[-1] == '\n';
    tn_flaws_add(r->flaws, MAX(r->scan.line - has_end, 1), "the file ends before %s: %s", what,
                 dropped);
    return false;
  }
  if (*ret < 0) {
    tn_flaws_add(r->flaws, *ret_line, "%s is negative (%ld): %s", what, *ret, dropped);
    return false;
  }
  return true;
}

/* Reads a number that the library stores in an int; reports one that is too large. */
static bool take_int(struct reader *r, const char *what, long *ret, int *ret_line)
{
  if (!take(r, what, ret, ret_line))
    return false;
  if (*ret > INT_MAX)
    tn_flaws_add(r->flaws, *ret_line, "%s %ld is cut to 32 bits", what, *ret);
  return true;
}

/* Reports if rule n is never reached, or if its message size has no effect or another meaning. */
static void check_size(struct reader *r, struct block *b, int n, long size, int line)
{
  const enum tn_tuned_size kind = tn_tuned_size(TN_FORMAT_CLASSIC, b->id);
  if (n > 0 && size <= b->previous)
    tn_flaws_add(r->flaws, line,
                 "size %ld after %ld: sizes have to ascend, else rules are never "
                 "reached",
                 size, b->previous);
  b->previous = size;
  if (size == 0 || b->has_reported_size)
    return;
  if (kind == TN_TUNED_NONE)
    tn_flaws_add(r->flaws, line, "%s always looks for size 0: this rule is never reached",
                 tn_tuned_name(b->id));
  if (kind == TN_TUNED_ELEMENT)
    tn_flaws_add(r->flaws, line,
                 "%s uses the bytes of one element times the ranks, not those of a message",
                 tn_tuned_name(b->id));
  b->has_reported_size = kind == TN_TUNED_NONE || kind == TN_TUNED_ELEMENT;
}

static int count_in_line(const struct tn_scan *scan)
{
  struct tn_scan copy = *scan;
  g_autoptr(GArray) unused = tn_flaws_new();
  int n = 0, line;
  long value;
  copy.flaws = unused;
  while (n < 2 && tn_scan_next(&copy, &value, &line) && line == scan->line)
    n++;
  return n;
}

/* Reads max_requests, which only files of version 2 have at the end of a rule's line. */
static bool read_requests(struct reader *r, int first_line)
{
  long requests;
  int line;
  if (!tn_scan_more_in_line(&r->scan))
    return true;
  if (r->version > 1)
    return take_int(r, "the number of requests", &requests, &line);
  if (first_line == r->scan.line && count_in_line(&r->scan) == 1)
    tn_flaws_add(r->flaws, r->scan.line,
                 "a fifth number: without %s2 at the start of the file it is the size of the next "
                 "rule%s",
                 version_word,
                 r->target == TN_FOR_OMPI_4_1 ? ", and 4.1 does not know that version" : "");
  return true;
}

static bool read_rule(struct reader *r, struct block *b, int n)
{
  long size, algorithm, fanout, segment;
  int first_line, line;
  if (!take(r, "a rule's size", &size, &first_line) ||
      !take_int(r, "a rule's algorithm", &algorithm, &line))
    return false;
  const int algorithm_line = line;
  if (!take_int(r, "a rule's fan-out", &fanout, &line) ||
      !take_int(r, "a rule's segment size", &segment, &line) || !read_requests(r, first_line))
    return false;
  if (n == 0 && size != 0) {
    tn_flaws_add(r->flaws, first_line, "the first rule of a block is for size %ld, not 0: %s", size,
                 dropped);
    return false;
  }
  check_size(r, b, n, size, first_line);
  g_autofree char *number = g_strdup_printf("%ld", algorithm);
  g_autofree char *range = tn_tuned_range(r->target, b->id);
  if (tn_tuned_size(TN_FORMAT_CLASSIC, b->id) != TN_TUNED_IGNORED &&
      !tn_tuned_has(r->target, b->id, number))
    tn_flaws_add(r->flaws, algorithm_line,
                 "%s of %s has no algorithm %s (%s): every call that meets this "
                 "rule fails",
                 tn_tuned_name(b->id), tn_target_names[r->target], number, range);
  const int least = tn_tuned_least_fanout(r->target, b->id, number);
  if (fanout < least)
    tn_flaws_add(r->flaws, algorithm_line,
                 "%s by algorithm %ld never ends with a fan-out of %ld: 6.0 uses it as the radix "
                 "(at least %d)",
                 tn_tuned_name(b->id), algorithm, fanout, least);
  g_autofree char *name = g_strdup_printf("%ld", algorithm);
  tn_parsed_rules_add(r->parsed,
                      &(struct tn_parsed_rule){ first_line, b->id, b->ranks, b->ranks, size,
                                                G_MAXINT64, fanout, segment, name, NULL });
  return true;
}

static bool read_block(struct reader *r, int id, long n_blocks, GArray *sizes)
{
  struct block b = { .id = id };
  long size, n_rules;
  int line;
  if (!take_int(r, "a communicator size", &size, &line))
    return false;
  if (sizes->len > 0 && size <= g_array_index(sizes, long, sizes->len - 1))
    tn_flaws_add(r->flaws, line,
                 "communicator size %ld after %ld: sizes have to ascend, else blocks "
                 "are never reached",
                 size, g_array_index(sizes, long, sizes->len - 1));
  if (is_six(r) && r->is_meant && sizes->len == 0 && n_blocks > 1 && size <= 1)
    tn_flaws_add(r->flaws, line,
                 "the first block, for communicators of fewer than %ld ranks, is never reached",
                 size);
  g_array_append_val(sizes, size);
  if (!take_int(r, "the number of rules", &n_rules, &line))
    return false;
  b.ranks = size;
  for (long i = 0; i < n_rules; i++)
    if (!read_rule(r, &b, i > 0))
      return false;
  return true;
}

/* Reports that in 6.0 the blocks apply to other communicator sizes than in earlier releases. */
static void report_shift(struct reader *r, int id, int line, const GArray *sizes)
{
  const long first = g_array_index(sizes, long, 0), second = g_array_index(sizes, long, 1);
  const long last = g_array_index(sizes, long, sizes->len - 1);
  if (r->is_meant || sizes->len < 2)
    return;
  if (is_six(r))
    tn_flaws_add(
        r->flaws, line,
        "%s: 6.0 reads block %ld for communicators of fewer than %ld ranks, block %ld for %ld to "
        "%ld%s, earlier releases use the largest size up to the ranks (a comment \"" TN_CLASSIC_MARK
        "%s\" confirms this)",
        tn_tuned_name(id), first, first, second, first, second - 1,
        sizes->len == 2 ? " and all above" : ", and so on", tn_target_names[r->target]);
  else
    tn_flaws_add(r->flaws, line,
                 "%s: the file was " TN_CLASSIC_MARK
                 "%s, where block i is for communicators of C(i-1) to C(i) - 1 ranks; %s uses the "
                 "largest size up to the ranks, and the last block from %ld on",
                 tn_tuned_name(id), tn_target_names[TN_FOR_OMPI_6_0_CLASSIC],
                 tn_target_names[r->target], last);
}

static bool read_collective(struct reader *r)
{
  long id, n_blocks;
  int line;
  if (!take(r, "the number of a collective", &id, &line))
    return false;
  if (id >= TN_TUNED_N_IDS) {
    tn_flaws_add(r->flaws, line, "no collective has the number %ld (0 to %d): %s", id,
                 TN_TUNED_N_IDS - 1, dropped);
    return false;
  }
  if (tn_tuned_size(TN_FORMAT_CLASSIC, (int)id) == TN_TUNED_IGNORED)
    tn_flaws_add(r->flaws, line, "coll/tuned does not decide %s (%ld): its rules are never read",
                 tn_tuned_name((int)id), id);
  if (r->is_seen[id])
    tn_flaws_add(r->flaws, line, "%s (%ld) for the second time: the first one is lost",
                 tn_tuned_name((int)id), id);
  r->is_seen[id] = true;
  if (!take_int(r, "the number of communicator sizes", &n_blocks, &line))
    return false;
  g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(long));
  const guint first = r->parsed ? r->parsed->len : 0;
  const int head = line;
  for (long i = 0; i < n_blocks; i++)
    if (!read_block(r, (int)id, n_blocks, sizes))
      return false;
  if (sizes->len > 1)
    report_shift(r, (int)id, head, sizes);
  guint block = 0;
  for (guint i = first; r->parsed && i < r->parsed->len; i++) {
    struct tn_parsed_rule *rule = &g_array_index(r->parsed, struct tn_parsed_rule, i),
                          *next = rule + 1;
    const long own = (long)rule->least, *all = (const long *)(void *)sizes->data;
    while (block + 1 < sizes->len && all[block] != own)
      block++;
    if (i + 1 < r->parsed->len && next->least == own)
      rule->to = next->from - 1;
    rule->least = block == 0 ? 0 : is_six(r) ? all[block - 1] : own;
    rule->most = block + 1 >= sizes->len ? G_MAXINT64 : all[is_six(r) ? block : block + 1] - 1;
  }
  return true;
}

/* Returns the position of the version word outside comments; NULL if there is none. */
static const char *find_version(const char *text, const char *end)
{
  bool is_comment = false;
  for (const char *c = text; c + sizeof version_word - 1 <= end; c++) {
    is_comment = *c == '#' || (is_comment && *c != '\n');
    if (!is_comment && memcmp(c, version_word, sizeof version_word - 1) == 0)
      return c;
  }
  return NULL;
}

static int line_of(const char *text, const char *at)
{
  int line = 1;
  for (; text < at; text++)
    line += *text == '\n';
  return line;
}

/* Reads the version word at the file's start; the library ignores a file if it is malformed. */
static bool read_version(struct reader *r)
{
  const char *text = r->scan.text, *found = find_version(text, r->scan.end);
  long version;
  int line;
  r->version = 1;
  if (found && r->target == TN_FOR_OMPI_4_1) {
    tn_flaws_add(r->flaws, line_of(text, found),
                 "4.1 does not know %s: the number after it is read as the negative number of "
                 "collectives, and %s",
                 version_word, dropped);
    return false;
  }
  if (found && found != text) {
    tn_flaws_add(r->flaws, line_of(text, found),
                 "%s has to be the first bytes of the file: here the number after it is read as "
                 "the negative number of collectives, and %s",
                 version_word, dropped);
    return false;
  }
  if (!found)
    return true;
  r->scan.at = text + sizeof version_word - 1;
  if (!take(r, "the version of the file", &version, &line))
    return false;
  r->version = version > 1 ? 2 : 1;
  return true;
}

static bool read_file(struct reader *r)
{
  long n, value;
  int line;
  const char *start = r->scan.text;
  while (start < r->scan.end && g_ascii_isspace(*start))
    start++;
  if (start < r->scan.end && *start == '{') {
    tn_flaws_add(r->flaws, 1,
                 is_six(r) ? "this is JSON (check it --for %s)"
                           : "this is JSON, which Open MPI reads from 6.0 on (--for "
                             "%s): the whole file is dropped",
                 tn_target_names[TN_FOR_OMPI_6_0]);
    return false;
  }
  if (!read_version(r) || !take(r, "the number of collectives", &n, &line))
    return false;
  if (n > TN_TUNED_N_IDS) {
    tn_flaws_add(r->flaws, line, "%ld collectives are more than exist (%d): %s", n, TN_TUNED_N_IDS,
                 dropped);
    return false;
  }
  for (long i = 0; i < n; i++)
    if (!read_collective(r))
      return false;
  if (tn_scan_next(&r->scan, &value, &line))
    tn_flaws_add(r->flaws, line,
                 "%ld and the text after it are never read: the counts end the rules before it",
                 value);
  return true;
}

bool tn_lint_classic(GArray *flaws, GArray *parsed, enum tn_target target, const char *text,
                     gsize length)
{
  struct reader r = { .scan = { text, text + length, text, 1, flaws },
                      .flaws = flaws,
                      .parsed = parsed,
                      .target = target };
  g_autofree char *mark =
      g_strconcat(TN_CLASSIC_MARK, tn_target_names[TN_FOR_OMPI_6_0_CLASSIC], NULL);
  r.is_meant = (g_strstr_len(text, (gssize)length, mark) != NULL) == is_six(&r);
  return read_file(&r);
}
