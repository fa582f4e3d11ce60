#include "disturb.h"

#include <limits.h>
#include <string.h>

#include "options.h"
#include "platform/quantity.h"
#include "user_file.h"

#define NANOSECOND 1e-9

static const char forms[] = "periodic:rate=10Hz,duration=uniform(0,20ms), poisson:..., "
                            "inject:at=1ms,duration=5ms or file:PATH";

static bool refuse(GError **error, const char *text, const char *what)
{
  return tn_usage(error, "\"%s\" is not %s", text, what);
}

static bool read_time(const char *text, double *ret, GError **error)
{
  if (!tn_parse_time(text, ret, error))
    return false;
  return *ret <= TN_NOISE_LONGEST || refuse(error, text, "a time of at most 1000s");
}

/* Splits NAME(a,b) into a and b (transfer full); `open` is "NAME(". */
static bool split_pair(const char *text, const char *open, char **ret_a, char **ret_b)
{
  const char *low = text + strlen(open), *comma = strchr(low, ','), *end = strchr(low, ')');
  if (!comma || !end || end[1] || comma > end)
    return false;
  *ret_a = g_strstrip(g_strndup(low, (gsize)(comma - low)));
  *ret_b = g_strstrip(g_strndup(comma + 1, (gsize)(end - comma - 1)));
  return true;
}

/* Reads two times, NAME(a,b), in seconds; `open` is "NAME(". */
static bool read_pair(const char *text, const char *open, double *ret_low, double *ret_high,
                      GError **error)
{
  g_autofree char *a = NULL, *b = NULL;
  g_autofree char *two = g_strconcat(open, "a,b) with two times", NULL);
  g_autofree char *order = g_strconcat(open, "a,b) with a no longer than b", NULL);
  if (!split_pair(text, open, &a, &b))
    return refuse(error, text, two);
  if (!read_time(a, ret_low, error) || !read_time(b, ret_high, error))
    return false;
  return *ret_low <= *ret_high || refuse(error, text, order);
}

static bool read_frequency(const char *text, double *ret, GError **error)
{
  static const struct {
    const char *name;
    double factor;
  } units[] = {
    { "kHz", 1e3 },
    { "MHz", 1e6 },
    { "Hz", 1.0 },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
    if (!g_str_has_suffix(text, units[i].name))
      continue;
    g_autofree char *number = g_strndup(text, strlen(text) - strlen(units[i].name));
    double value;
    if (!tn_parse_number(number, &value, NULL) || value <= 0.0)
      break;
    if (value * units[i].factor > TN_NOISE_MAX_OFTEN)
      break;
    *ret = value * units[i].factor;
    return true;
  }
  return refuse(error, text, "a frequency above 0 and up to 1MHz (try 10Hz)");
}

static bool read_ranks(const char *text, int *ret_first, int *ret_last, GError **error)
{
  g_auto(GStrv) ends = g_strsplit(text, "-", 2);
  int64_t first = 0, last = INT_MAX;
  if (strcmp(text, "all") != 0) {
    if (!ends[0] || !tn_parse_int(ends[0], 0, INT_MAX - 1, &first, NULL) ||
        !tn_parse_int(ends[1] ? ends[1] : ends[0], first, INT_MAX - 1, &last, NULL))
      return refuse(error, text, "ranks (all, 3 or 0-7)");
  }
  *ret_first = (int)first;
  *ret_last = (int)last;
  return true;
}

static bool read_phase(const char *text, struct tn_noise_source *s, GError **error)
{
  static const char spread[] = "spread(";
  s->phase = strcmp(text, "independent") == 0 ? TN_PHASE_INDEPENDENT : TN_PHASE_SPREAD;
  if (s->phase == TN_PHASE_INDEPENDENT || strcmp(text, "same") == 0)
    return true;
  if (!g_str_has_prefix(text, spread) || !g_str_has_suffix(text, ")"))
    return refuse(error, text, "a phase (independent, same or spread(20ms))");
  const size_t begin = strlen(spread);
  g_autofree char *time = g_strndup(text + begin, strlen(text) - begin - 1);
  return read_time(time, &s->spread, error);
}

/* Reads numbers in ns from a file as seconds. Their number must be a multiple of `per_line`. */
static GArray *read_nanoseconds(const char *path, guint per_line, GError **error)
{
  g_autofree char *text = tn_contents(path, NULL, error);
  if (!text)
    return NULL;
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (int i = 0; lines[i]; i++) {
    guint n = 0;
    g_auto(GStrv) words = g_strsplit_set(lines[i], " \t\r", -1);
    for (char **w = words; *w; w++) {
      double value = 0.0;
      if (!**w)
        continue;
      if (!tn_parse_number(*w, &value, NULL) || value < 0.0 || ++n > per_line)
        return tn_usage_null(error, "%s:%d: \"%s\" is not %s in ns", path, i + 1, lines[i],
                             per_line == 1 ? "a delay" : "a start and a duration");
      value *= NANOSECOND;
      if (n == per_line && value > TN_NOISE_LONGEST)
        return tn_usage_null(error, "%s:%d: \"%s\" is longer than 1000s", path, i + 1, *w);
      g_array_append_val(values, value);
    }
    if (n > 0 && n < per_line)
      return tn_usage_null(error, "%s:%d: a start without a duration", path, i + 1);
  }
  if (values->len > 0)
    return g_steal_pointer(&values);
  return tn_usage_null(error, "%s: no numbers", path);
}

static bool read_trace(const char *path, struct tn_noise_source *source, GError **error)
{
  GArray *values = read_nanoseconds(path, 2, error);
  if (!values)
    return false;
  source->n_trace = (int)(values->len / 2);
  double *trace = (double *)(void *)g_array_free(values, FALSE);
  source->trace = trace;
  for (int i = 1; i < source->n_trace; i++)
    if (trace[2 * i] < trace[2 * i - 2])
      return tn_usage(error, "%s: start number %d comes before the one above it", path, i + 1);
  return true;
}

/* Splits a text at commas outside parentheses. NULL-terminated, transfer full. */
static char **split(const char *text)
{
  GPtrArray *words = g_ptr_array_new();
  int depth = 0;
  const char *start = text;
  for (const char *p = text;; p++) {
    depth += (*p == '(') - (*p == ')');
    if (*p && (*p != ',' || depth > 0))
      continue;
    g_ptr_array_add(words, g_strstrip(g_strndup(start, (gsize)(p - start))));
    if (!*p)
      break;
    start = p + 1;
  }
  g_ptr_array_add(words, NULL);
  return (char **)g_ptr_array_free(words, FALSE);
}

/* Keys in a noise source's text. */
enum key { KEY_RATE, KEY_AT, KEY_DURATION, KEY_RANKS, KEY_KIND, KEY_PHASE, N_KEYS };
static const char *const keys[] = { "rate", "at", "duration", "ranks", "kind", "phase", NULL };

static bool read_key(struct tn_noise_source *s, enum key key, const char *value, GError **error)
{
  switch (key) {
  case KEY_RATE:
    return read_frequency(value, &s->rate, error);
  case KEY_AT:
    return read_time(value, &s->at, error);
  case KEY_DURATION:
    if (g_str_has_prefix(value, "uniform("))
      return read_pair(value, "uniform(", &s->shortest, &s->longest, error);
    if (!read_time(value, &s->shortest, error))
      return false;
    s->longest = s->shortest;
    return true;
  case KEY_RANKS:
    return read_ranks(value, &s->first_rank, &s->last_rank, error);
  case KEY_KIND:
    s->irq = strcmp(value, "irq") == 0;
    return s->irq || strcmp(value, "preempt") == 0 ||
           tn_usage(error, "\"%s\" is not preempt or irq", value);
  case KEY_PHASE:
    return read_phase(value, s, error);
  case N_KEYS:
    break;
  }
  g_assert_not_reached();
}

/* Reads key=value words; `needed` and `optional` have the bit 1 << enum key of each key. */
static bool read_keys(struct tn_noise_source *s, char **words, unsigned needed, unsigned optional,
                      GError **error)
{
  unsigned given = 0;
  for (; *words; words++) {
    const char *equals = strchr(*words, '=');
    g_autofree char *name = equals ? g_strndup(*words, (gsize)(equals - *words)) : NULL;
    unsigned key = 0;
    while (name && key < N_KEYS && strcmp(keys[key], name) != 0)
      key++;
    if (!name || key == N_KEYS || !((needed | optional) & 1u << key)) {
      g_autofree char *hint = tn_hint(name ? name : *words, keys);
      return tn_usage(error, "\"%s\" is not a key of this noise%s", *words, hint);
    }
    if (given & 1u << key)
      return tn_usage(error, "%s is given twice", name);
    given |= 1u << key;
    if (!read_key(s, (enum key)key, equals + 1, error))
      return false;
  }
  for (unsigned key = 0; key < N_KEYS; key++)
    if (needed & ~given & 1u << key)
      return tn_usage(error, "this noise needs %s=", keys[key]);
  return true;
}

static bool read_source(const char *text, struct tn_noise_source *s, GError **error)
{
  static const struct {
    const char *prefix;
    unsigned needed;
  } processes[] = {
    [TN_NOISE_PERIODIC] = { "periodic:", 1u << KEY_RATE | 1u << KEY_DURATION },
    [TN_NOISE_POISSON] = { "poisson:", 1u << KEY_RATE | 1u << KEY_DURATION },
    [TN_NOISE_INJECT] = { "inject:", 1u << KEY_AT | 1u << KEY_DURATION },
    [TN_NOISE_TRACE] = { "file:", 0 },
  };
  static const unsigned optional = 1u << KEY_RANKS | 1u << KEY_KIND | 1u << KEY_PHASE;
  *s = (struct tn_noise_source){ .last_rank = INT_MAX };
  size_t i = 0;
  while (i < G_N_ELEMENTS(processes) && !g_str_has_prefix(text, processes[i].prefix))
    i++;
  if (i == G_N_ELEMENTS(processes))
    return tn_usage(error, "\"%s\" is not a noise (%s)", text, forms);
  s->process = (enum tn_noise_process)i;
  g_auto(GStrv) words = split(text + strlen(processes[i].prefix));
  char **rest = words;
  if (s->process == TN_NOISE_TRACE && !read_trace(*rest++, s, error))
    return false;
  return read_keys(s, rest, processes[i].needed, optional, error);
}

struct tn_noises *tn_noises_parse(const char *text, GError **error)
{
  struct tn_noises *noises = g_new0(struct tn_noises, 1);
  g_auto(GStrv) words = g_strsplit(text, ";", -1);
  bool ok = true;
  noises->text = g_strdup(text);
  noises->sources = g_new0(struct tn_noise_source, g_strv_length(words) + 1);
  for (int i = 0; ok && words[i]; i++) {
    struct tn_noise_source *s = &noises->sources[noises->n++];
    ok = read_source(g_strstrip(words[i]), s, error);
  }
  if (ok && (tn_noises_validate(noises, error) || tn_usage_prefix(error, NULL)))
    return noises;
  tn_noises_free(noises);
  return NULL;
}

/* Reads late(RANK,TIME). */
static bool read_late(const char *text, struct tn_arrival *own, GError **error)
{
  g_autofree char *rank = NULL, *time = NULL;
  int64_t late = -1;
  if (!split_pair(text, "late(", &rank, &time) ||
      (strcmp(rank, "last") != 0 && !tn_parse_int(rank, 0, INT_MAX - 1, &late, NULL)))
    return refuse(error, text, "late(RANK,TIME) with a rank or last (try late(0,100us))");
  own->late = (int)late;
  return read_time(time, &own->last, error);
}

struct tn_arrival *tn_arrival_parse(const char *text, GError **error)
{
  static const char of_library[] = "barrier:";
  static const char *const shapes[] = { [TN_ARRIVAL_UNIFORM] = "uniform(",
                                        [TN_ARRIVAL_ASCENDING] = "ascending(",
                                        [TN_ARRIVAL_DESCENDING] = "descending(",
                                        [TN_ARRIVAL_LATE] = "late(" };
  struct tn_arrival own = { 0 };
  while (own.shape < TN_N_ARRIVAL_SHAPES && !g_str_has_prefix(text, shapes[own.shape]))
    own.shape++;
  if (g_str_has_prefix(text, of_library)) {
    own.barrier = tn_arrival_find_barrier(text + strlen(of_library), error);
    if (!own.barrier)
      return NULL;
  } else if (g_str_has_prefix(text, "file:")) {
    GArray *values = read_nanoseconds(text + strlen("file:"), 1, error);
    if (!values)
      return NULL;
    own.n = (int)values->len;
    own.delays = (double *)(void *)g_array_free(values, FALSE);
  } else if (own.shape == TN_N_ARRIVAL_SHAPES) {
    refuse(error, text,
           "an arrival (barrier, barrier:NAME, uniform(0,10us), ascending(0,10us), "
           "descending(0,10us), late(0,10us) or file:PATH)");
    return NULL;
  } else if (own.shape == TN_ARRIVAL_LATE
                 ? !read_late(text, &own, error)
                 : !read_pair(text, shapes[own.shape], &own.first, &own.last, error)) {
    return NULL;
  }
  if (own.barrier || own.delays)
    own.shape = TN_ARRIVAL_UNIFORM;
  own.text = g_strdup(text);
  return g_memdup2(&own, sizeof own);
}
