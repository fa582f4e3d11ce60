/* Reads any text as a noise, and any bytes as the recorded noise that it names. The result is an
 * error of one line, or a noise whose times can be drawn and with which a small run ends. Input:
 * the noise in the first line, where `file:trace` means the rest. */
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algos/registry.h"
#include "plan/disturb.h"
#include "sim/sim.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { RANKS = 3, MAX_DRAWN = 1000, BYTES = 4096 };

static struct tn_platform *platform;
static struct tn_places *places;
static double values[TN_N_PARAMS];
static char *folder, *trace; /* file of the recorded noise */

static void forget(void)
{
  g_unlink(trace);
  g_rmdir(folder);
  g_free(trace);
  g_free(folder);
  tn_places_free(places);
  tn_platform_free(platform);
}

static void set_up(void)
{
  folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  platform = tn_platform_load("synthetic:Core:4 PU:1", "broadwell", NULL);
  places = platform ? tn_places_new(platform, "core", RANKS, NULL) : NULL;
  if (!folder || !places || !tn_sim_init(platform, NULL) ||
      !tn_platform_resolve(platform, tn_platform_kernel(platform), NULL, values, NULL))
    abort();
  trace = g_build_filename(folder, "trace", NULL);
  atexit(forget);
}

/* Replaces `trace` by the name of our file. Returns NULL if the text names another file, since the
 * result would depend on that file. Transfer full. */
static char *place_trace(const char *text)
{
  GString *placed = g_string_new(NULL);
  for (const char *end; (end = strstr(text, "file:")); text = end) {
    end += strlen("file:");
    g_string_append_len(placed, text, end - text);
    if (!g_str_has_prefix(end, "trace")) {
      g_string_free(placed, TRUE);
      return NULL;
    }
    g_string_append(placed, trace);
    end += strlen("trace");
  }
  g_string_append(placed, text);
  return g_string_free(placed, FALSE);
}

static bool write_trace(const unsigned char *bytes, size_t n)
{
  FILE *file = fopen(trace, "w");
  const bool ok = file && fwrite(bytes, 1, n, file) == n;
  return file && fclose(file) == 0 && ok;
}

static void check_streams(const struct tn_noises *noises)
{
  for (int i = 0; i < noises->n; i++) {
    struct tn_noise_stream stream = tn_noise_stream_make(&noises->sources[i], i, 1, 0);
    double before = 0.0, start, duration;
    for (int d = 0; d < MAX_DRAWN && tn_noise_stream_next(&stream, &start, &duration); d++) {
      g_assert(isfinite(start) && start >= before && isfinite(duration) && duration >= 0.0);
      before = start;
    }
  }
}

static void check_run(const struct tn_noises *noises)
{
  const struct tn_method *algorithm = tn_method_find(TN_BCAST, "direct-read");
  const double arrival[RANKS] = { 0.0 };
  const struct tn_sim_point point = {
    .algorithm = algorithm,
    .places = places,
    .values = values,
    .n_packages = 1,
    .call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = BYTES },
    .delays = arrival,
    .verify = true,
    .repetitions = 2,
    .noise = noises,
    .seed = 1,
    .mechanism = algorithm->mechanisms[0]
  };
  struct tn_sim_result result;
  g_autoptr(GError) error = NULL;
  if (tn_sim_run(&point, &result, &error))
    g_assert(isfinite(result.span) && result.span > 0.0 && result.verified == 1);
  else
    g_assert(error && *error->message && !strchr(error->message, '\n'));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  if (!platform)
    set_up();
  const unsigned char *end = size ? memchr(data, '\n', size) : NULL;
  const size_t length = end ? (size_t)(end - data) : size;
  const size_t rest = end ? size - length - 1 : 0;
  g_autofree char *line = g_strndup((const char *)data, length);
  g_autofree char *text = place_trace(line);
  if (!text || !write_trace(rest ? end + 1 : data, rest))
    return 0;
  GError *error = NULL;
  struct tn_noises *noises = tn_noises_parse(text, &error);
  g_assert((noises == NULL) == (error != NULL));
  if (noises) {
    check_streams(noises);
    if (tn_noises_check(noises, RANKS, NULL))
      check_run(noises);
  } else {
    g_assert(*error->message && !strchr(error->message, '\n'));
  }
  g_clear_error(&error);
  tn_noises_free(noises);
  return 0;
}
