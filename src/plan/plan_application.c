#include "plan_replay.h"

#include <string.h>

#include "algos/kit/reduction.h"
#include "disturb.h"
#include "expand.h"
#include "platform/quantity.h"
#include "program/application.h"

/* Largest number of entries into calls in a simulation, added over the ranks. */
enum { MAX_ENTRIES = 50000000 };

static bool refuse(const struct tn_options *s, enum tn_option o, const char *text,
                   const char *accepted, GError **error)
{
  return tn_usage(error, "%s: \"%s\" is not %s", tn_options_where(s, o), text, accepted);
}

/* Parts of a call's text that have been read. */
enum { HAS_SIZE = 1, HAS_TIMES = 2, HAS_ROOT = 4 };

/* Reads one word of a call's text: "64K", "x4" or "root=in-turn". */
static bool read_call_word(const struct tn_options *s, const char *word, int n_ranks,
                           struct tn_application_call *ret, unsigned *has, GError **error)
{
  const unsigned had = *has;
  int64_t number;
  if (*word == 'x' && !(had & HAS_TIMES) &&
      tn_parse_int(word + 1, 1, TN_MAX_ITERATIONS, &number, NULL)) {
    ret->times = (guint)number;
    *has |= HAS_TIMES;
    return true;
  }
  if (g_str_has_prefix(word, "root=") && !(had & HAS_ROOT)) {
    *has |= HAS_ROOT;
    const char *root = word + strlen("root=");
    if (!tn_collective_rooted(ret->collective))
      return refuse(s, TN_OPT_CALLS, word, "for a collective without a root", error);
    if (strcmp(root, "blocks") == 0)
      ret->root = TN_ROOT_BLOCKS;
    else if (strcmp(root, "in-turn") == 0)
      ret->root = TN_ROOT_IN_TURN;
    else if (tn_parse_int(root, 0, n_ranks - 1, &number, NULL))
      ret->root = (int)number;
    else
      return refuse(s, TN_OPT_CALLS, word, "root=blocks, root=in-turn or root=RANK", error);
    return true;
  }
  if (had & HAS_SIZE)
    return refuse(s, TN_OPT_CALLS, word,
                  "wanted there (one size, xN and root= for each call; none for a barrier)", error);
  *has |= HAS_SIZE;
  return tn_parse_size(word, &ret->bytes, error) ||
         tn_usage_prefix(error, tn_options_where(s, TN_OPT_CALLS));
}

/* Reads one call of an application, "bcast 64K x4 root=0". */
static bool read_call(const struct tn_options *s, const char *text, int n_ranks,
                      struct tn_application_call *ret, GError **error)
{
  g_auto(GStrv) words = g_strsplit_set(text, " \t", -1);
  int name = 0;
  while (words[name] && !*words[name])
    name++;
  const int collective = words[name] ? tn_collective_find(words[name]) : -1;
  if (collective == TN_PATTERN)
    return refuse(s, TN_OPT_CALLS, words[name], "a collective that programs call", error);
  if (collective < 0)
    return tn_usage_unknown(error, tn_options_where(s, TN_OPT_CALLS), "collective",
                            words[name] ? words[name] : "", tn_collective_names);
  *ret = (struct tn_application_call){ .collective = (enum tn_collective)collective, .times = 1 };
  /* synchronising calls need no size */
  unsigned has = tn_collective_synchronises(ret->collective) ? HAS_SIZE : 0;
  for (int i = name + 1; words[i]; i++)
    if (*words[i] && !read_call_word(s, words[i], n_ranks, ret, &has, error))
      return false;
  return has & HAS_SIZE ||
         refuse(s, TN_OPT_CALLS, text, "a call with a size (e.g. bcast 64K)", error);
}

/* Checks that the bytes of reductions are multiples of the element size. */
static bool check_elements(const struct tn_options *s, const struct tn_application *a,
                           GError **error)
{
  for (guint i = 0; i < a->n_calls; i++) {
    const struct tn_application_call *call = &a->calls[i];
    if (!tn_collective_reduces(call->collective) || call->bytes % tn_type_size(a->type) == 0)
      continue;
    return tn_usage(
        error, "%s: %s: %zu bytes are not a whole number of %s (multiples of %zu are accepted)",
        tn_options_where(s, TN_OPT_CALLS), tn_collective_names[call->collective], call->bytes,
        tn_type_names[a->type], tn_type_size(a->type));
  }
  return true;
}

/* Refuses times above TN_PROGRAM_LONGEST, at which the clock cannot resolve nanoseconds. */
static bool check_times(const struct tn_options *s, const struct tn_application *a, GError **error)
{
  double more = MAX(a->last, 0.0);
  for (int r = 0; a->by_rank && r < a->n_ranks; r++)
    more = MAX(more, a->by_rank[r]);
  return (a->computation + more) * a->simulated <= TN_PROGRAM_LONGEST ||
         tn_usage(error,
                  "%s: with %s more than %g s in %u iterations (try less, or --simulate fewer)",
                  tn_options_where(s, TN_OPT_COMPUTATION), tn_options_where(s, TN_OPT_IMBALANCE),
                  TN_PROGRAM_LONGEST, a->simulated);
}

/* Reads the application's calls (struct tn_application_call). Transfer full. */
static GArray *read_calls(const struct tn_options *s, int n_ranks, GError **error)
{
  g_autoptr(GArray) calls = g_array_new(FALSE, FALSE, sizeof(struct tn_application_call));
  g_auto(GStrv) texts = g_strsplit(s->calls, ";", -1);
  for (int i = 0; texts[i]; i++) {
    struct tn_application_call call;
    if (!read_call(s, g_strstrip(texts[i]), n_ranks, &call, error))
      return NULL;
    g_array_append_val(calls, call);
  }
  return g_steal_pointer(&calls);
}

/* Returns the text in the parentheses of NAME(...); NULL for other texts. Transfer full. */
static char *inside(const char *text, const char *name)
{
  const size_t length = strlen(name), all = strlen(text);
  if (strncmp(text, name, length) != 0 || text[length] != '(' || text[all - 1] != ')')
    return NULL;
  return g_strndup(text + length + 1, all - length - 2);
}

/* Reads an imbalance with one slow rank: sets a->by_rank = *ret_by_rank, additional seconds
 * (transfer full). */
static bool read_slow_rank(const struct tn_options *s, const char *text, struct tn_application *a,
                           double **ret_by_rank, GError **error)
{
  g_auto(GStrv) words = g_strsplit(text, ",", 2);
  int64_t rank;
  double time;
  if (!words[0] || !words[1] ||
      !tn_parse_int(g_strstrip(words[0]), 0, a->n_ranks - 1, &rank, NULL) ||
      !tn_parse_time(g_strstrip(words[1]), &time, NULL))
    return refuse(s, TN_OPT_IMBALANCE, text, "a rank of the application and a time", error);
  *ret_by_rank = g_new0(double, a->n_ranks);
  (*ret_by_rank)[rank] = time;
  a->imbalance = TN_IMBALANCE_BY_RANK;
  a->by_rank = *ret_by_rank;
  return true;
}

/* Reads --imbalance: how computation differs between ranks (enum tn_imbalance). */
static bool read_imbalance(const struct tn_options *s, struct tn_application *a,
                           double **ret_by_rank, GError **error)
{
  const char *text = s->imbalance ? s->imbalance : "none";
  g_autofree char *normal = inside(text, "normal"), *rank = inside(text, "rank");
  if (strcmp(text, "none") == 0)
    return true;
  if (rank)
    return read_slow_rank(s, rank, a, ret_by_rank, error);
  if (normal) {
    a->imbalance = TN_IMBALANCE_NORMAL;
    return tn_parse_time(normal, &a->last, error) ||
           tn_usage_prefix(error, tn_options_where(s, TN_OPT_IMBALANCE));
  }
  if (!g_str_has_prefix(text, "uniform(") && !g_str_has_prefix(text, "file:"))
    return refuse(s, TN_OPT_IMBALANCE, text,
                  "none, uniform(0,10us), normal(5us), rank(5,1ms) or file:PATH", error);
  struct tn_arrival *delays = tn_arrival_parse(text, error);
  if (!delays)
    return tn_usage_prefix(error, tn_options_where(s, TN_OPT_IMBALANCE));
  const bool enough = !delays->delays || delays->n == a->n_ranks;
  a->imbalance = delays->delays ? TN_IMBALANCE_BY_RANK : TN_IMBALANCE_UNIFORM;
  a->first = delays->first;
  a->last = delays->last;
  a->by_rank = *ret_by_rank = g_steal_pointer(&delays->delays);
  const int n = delays->n;
  tn_arrival_free(delays);
  return enough || tn_usage(error, "%s: %d times for %d ranks (one for each)",
                            tn_options_where(s, TN_OPT_IMBALANCE), n, a->n_ranks);
}

static bool read_numbers(const struct tn_options *s, struct tn_application *a, GError **error)
{
  int64_t seed;
  if (!tn_read_int(s, TN_OPT_SEED, 0, G_MAXINT64, &seed, error))
    return false;
  a->computation = s->computation;
  a->iterations = (guint)s->iterations;
  a->simulated = (guint)MIN(s->simulate, s->iterations);
  a->seed = (uint64_t)seed;
  a->type = (enum tn_type)s->type;
  a->in_place = s->in_place;
  return true;
}

struct tn_program *tn_application_read(const struct tn_options *s, const char *name, int n_ranks,
                                       GError **error)
{
  struct tn_application a = { .name = name, .n_ranks = n_ranks };
  g_autofree double *by_rank = NULL;
  g_autoptr(GArray) calls = read_calls(s, n_ranks, error);
  if (!calls || !read_numbers(s, &a, error) || !read_imbalance(s, &a, &by_rank, error))
    return NULL;
  a.calls = (const struct tn_application_call *)(void *)calls->data;
  a.n_calls = calls->len;
  guint64 n = 0;
  for (guint i = 0; i < a.n_calls; i++)
    n += a.calls[i].times;
  if (n * a.simulated * (guint)n_ranks > MAX_ENTRIES)
    return tn_usage_null(error,
                         "%s: %" G_GUINT64_FORMAT " calls of %d ranks in %u iterations "
                         "are more than %d entries (simulate fewer)",
                         tn_options_where(s, TN_OPT_SIMULATE), n, n_ranks, a.simulated,
                         MAX_ENTRIES);
  if (!check_elements(s, &a, error) || !check_times(s, &a, error))
    return NULL;
  return tn_application_program(&a);
}
