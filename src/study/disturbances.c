/* Disturbances from outside the collective: noise and late entries. */
#include <limits.h>
#include <math.h>

#include "algos/library/library.h"
#include "case.h"

/* Number of the random stream for arrivals; noise sources have the streams 0, 1, ... */
#define ARRIVAL_STREAM UINT64_MAX

static bool refuse(GError **error, enum tn_study_error code, const char *what, double value,
                   double most)
{
  return tn_refuse(error, TN_STUDY_ERROR, code, "%s %g (0 to %g are accepted)", what, value, most);
}

static bool is_within(double value, double most)
{
  return value >= 0 && value <= most;
}

static bool check_source(const struct tn_noise_source *s, GError **error)
{
  const bool repeats = s->process == TN_NOISE_PERIODIC || s->process == TN_NOISE_POISSON;
  if (s->first_rank < 0 || s->last_rank < s->first_rank)
    return tn_study_refuse(error, NOISE, "ranks %d to %d", s->first_rank, s->last_rank);
  if (!is_within(s->spread, TN_NOISE_LONGEST))
    return refuse(error, TN_STUDY_NOISE, "phases that differ by seconds:", s->spread,
                  TN_NOISE_LONGEST);
  if (s->process == TN_NOISE_TRACE) {
    /* Checks the start times and durations of a noise trace. Start times have no upper limit. */
    double before = 0;
    for (int i = 0; i < s->n_trace; i++) {
      const double start = s->trace[2 * i], duration = s->trace[2 * i + 1];
      if (!isfinite(start) || start < before)
        return tn_refuse(error, TN_STUDY_ERROR, TN_STUDY_NOISE,
                         "noise %d of a trace begins at %g s, before the one above it", i, start);
      if (!is_within(duration, TN_NOISE_LONGEST))
        return refuse(error, TN_STUDY_NOISE, "a noise of seconds", duration, TN_NOISE_LONGEST);
      before = start;
    }
    return true;
  }
  if (repeats && !(s->rate > 0 && s->rate <= TN_NOISE_MAX_OFTEN))
    return refuse(error, TN_STUDY_NOISE, "noises per second:", s->rate, TN_NOISE_MAX_OFTEN);
  if (!is_within(s->at, TN_NOISE_LONGEST))
    return refuse(error, TN_STUDY_NOISE, "a noise after seconds:", s->at, TN_NOISE_LONGEST);
  return (is_within(s->longest, TN_NOISE_LONGEST) && is_within(s->shortest, s->longest)) ||
         tn_study_refuse(error, NOISE,
                         "noises of %g to %g seconds (0 to %g are "
                         "accepted, the shorter one first)",
                         s->shortest, s->longest, TN_NOISE_LONGEST);
}

bool tn_noises_validate(const struct tn_noises *noises, GError **error)
{
  double load = 0.0;
  for (int i = 0; i < noises->n; i++) {
    if (!check_source(&noises->sources[i], error))
      return false;
    load += tn_noise_load(&noises->sources[i]);
  }
  return load <= TN_NOISE_MAX_LOAD ||
         tn_study_refuse(
             error, NOISE,
             "noise takes %.3g %% of the time (rate times mean duration: at most %.0f %%)",
             100.0 * load, 100.0 * TN_NOISE_MAX_LOAD);
}

/* Appends the text `before`, then the number with the fewest digits from which a reader gets the
 * same double, then its unit. */
static void append(GString *s, const char *before, double value, const char *unit)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
    g_ascii_formatd(digits, sizeof digits, formats[i], value);
    const double read = g_ascii_strtod(digits, NULL);
    if (read <= value && read >= value)
      break;
  }
  g_string_append_printf(s, "%s%s%s", before, digits, unit);
}

static void append_between(GString *s, const char *before, double low, double high)
{
  append(s, before, low, "s");
  append(s, ",", high, "s)");
}

static void append_source(GString *s, const struct tn_noise_source *source)
{
  static const char *const names[] = { [TN_NOISE_PERIODIC] = "periodic:",
                                       [TN_NOISE_POISSON] = "poisson:",
                                       [TN_NOISE_INJECT] = "inject:",
                                       [TN_NOISE_TRACE] = "trace" };
  g_string_append(s, names[source->process]);
  if (source->process == TN_NOISE_TRACE)
    g_string_append_printf(s, " of %d", source->n_trace);
  else if (source->process == TN_NOISE_INJECT)
    append(s, "at=", source->at, "s");
  else
    append(s, "rate=", source->rate, "Hz");
  if (source->process != TN_NOISE_TRACE)
    append_between(s, ",duration=uniform(", source->shortest, source->longest);
  if (source->last_rank != INT_MAX)
    g_string_append_printf(s, ",ranks=%d-%d", source->first_rank, source->last_rank);
  if (source->irq)
    g_string_append(s, ",kind=irq");
  if (source->phase == TN_PHASE_SPREAD && source->spread > 0.0)
    append(s, ",phase=spread(", source->spread, "s)");
  else if (source->phase == TN_PHASE_SPREAD)
    g_string_append(s, ",phase=same");
}

char *tn_noises_text(const struct tn_noises *noises)
{
  GString *s = g_string_new(NULL);
  for (int i = 0; i < noises->n; i++) {
    if (i > 0)
      g_string_append_c(s, ';');
    append_source(s, &noises->sources[i]);
  }
  return g_string_free(s, FALSE);
}

/* Returns the barrier's name as in --arrival, which omits the prefix of library entries. */
static const char *name_of_barrier(const struct tn_method *barrier)
{
  const bool is_library = g_str_has_prefix(barrier->name, TN_LIBRARY_PREFIX);
  return barrier->name + (is_library ? strlen(TN_LIBRARY_PREFIX) : 0);
}

char *tn_arrival_text(const struct tn_arrival *arrival)
{
  static const char *const shapes[TN_N_ARRIVAL_SHAPES] = { [TN_ARRIVAL_UNIFORM] = "uniform(",
                                                           [TN_ARRIVAL_ASCENDING] = "ascending(",
                                                           [TN_ARRIVAL_DESCENDING] =
                                                               "descending(" };
  GString *s = g_string_new(NULL);
  if (arrival->barrier)
    g_string_append_printf(s, "barrier:%s", name_of_barrier(arrival->barrier));
  else if (arrival->delays)
    g_string_append_printf(s, "%d delays", arrival->n);
  else if (arrival->shape == TN_ARRIVAL_LATE) {
    g_autofree char *rank =
        arrival->late < 0 ? g_strdup("last") : g_strdup_printf("%d", arrival->late);
    g_string_append_printf(s, "late(%s", rank);
    append(s, ",", arrival->last, "s)");
  } else
    append_between(s, shapes[arrival->shape], arrival->first, arrival->last);
  return g_string_free(s, FALSE);
}

void tn_noises_free(struct tn_noises *noises)
{
  if (!noises)
    return;
  for (int i = 0; i < noises->n; i++)
    g_free((void *)noises->sources[i].trace);
  g_free(noises->sources);
  g_free(noises->text);
  g_free(noises);
}

bool tn_noises_check(const struct tn_noises *noises, int n_ranks, GError **error)
{
  for (int i = 0; i < noises->n; i++) {
    const struct tn_noise_source *s = &noises->sources[i];
    const int named = s->last_rank == INT_MAX ? s->first_rank : s->last_rank;
    if (named < n_ranks)
      continue;
    return tn_study_refuse(error, NOISE, "no rank %d: a point has %d ranks, 0..%d", named, n_ranks,
                           n_ranks - 1);
  }
  return true;
}

void tn_arrival_free(struct tn_arrival *arrival)
{
  if (!arrival)
    return;
  g_free(arrival->delays);
  g_free(arrival->text);
  g_free(arrival);
}

const struct tn_method *tn_arrival_find_barrier(const char *name, GError **error)
{
  g_autofree char *entry = g_strconcat(TN_LIBRARY_PREFIX, name, NULL);
  const struct tn_method *barrier = tn_method_find(TN_BARRIER, entry);
  if (!barrier)
    barrier = tn_method_find(TN_BARRIER, name);
  if (barrier)
    return barrier;
  g_autoptr(GString) names = g_string_new(NULL);
  for (int i = 0; tn_methods()[i]; i++)
    if (tn_methods()[i]->collective == TN_BARRIER)
      g_string_append_printf(names, "%s%s", names->len ? ", " : "",
                             name_of_barrier(tn_methods()[i]));
  return tn_refuse_null(error, TN_STUDY_ERROR, TN_STUDY_ARRIVAL,
                        "\"%s\" is not a library with a barrier or a barrier algorithm (%s)", name,
                        names->str);
}

bool tn_arrival_check(const struct tn_arrival *arrival, int n_ranks, const struct tn_layout *layout,
                      GError **error)
{
  if (arrival->barrier) {
    const struct tn_call call = { .collective = TN_BARRIER, .n_ranks = n_ranks, .layout = layout };
    const char *why = tn_method_refusal(arrival->barrier, &call);
    if (why)
      g_set_error(error, TN_STUDY_ERROR, TN_STUDY_ARRIVAL, "barrier of %s: %s",
                  arrival->barrier->name, why);
    return why == NULL;
  }
  if (!arrival->delays && arrival->shape == TN_ARRIVAL_LATE && arrival->late >= n_ranks)
    return tn_study_refuse(error, ARRIVAL, "no rank %d: a point has %d ranks, 0..%d", arrival->late,
                           n_ranks, n_ranks - 1);
  return !arrival->delays || arrival->n == n_ranks ||
         tn_study_refuse(error, ARRIVAL, "%d delays for %d ranks (one for each)", arrival->n,
                         n_ranks);
}

/* Returns the delay of rank r of n as a share: 0 is the shortest delay, 1 the longest. */
static double share_of(const struct tn_arrival *arrival, int r, int n, struct tn_random *random)
{
  switch (arrival->shape) {
  case TN_ARRIVAL_ASCENDING:
    return n > 1 ? (double)r / (n - 1) : 0.0;
  case TN_ARRIVAL_DESCENDING:
    return n > 1 ? (double)(n - 1 - r) / (n - 1) : 0.0;
  case TN_ARRIVAL_LATE:
    return r == (arrival->late < 0 ? n - 1 : arrival->late) ? 1.0 : 0.0;
  case TN_ARRIVAL_UNIFORM:
  case TN_N_ARRIVAL_SHAPES:
    break;
  }
  return tn_random_uniform(random);
}

double *tn_arrival_delays(const struct tn_arrival *arrival, uint64_t seed, int n_ranks)
{
  if (!arrival || arrival->barrier)
    return NULL;
  double *delays = g_new(double, n_ranks);
  struct tn_random random = tn_random_make(seed, ARRIVAL_STREAM);
  for (int r = 0; r < n_ranks; r++)
    delays[r] = arrival->delays ? arrival->delays[r]
                                : arrival->first + (arrival->last - arrival->first) *
                                                       share_of(arrival, r, n_ranks, &random);
  return delays;
}
