/* best-throttle PLATFORM: the best throttle factor of a scatter on a node, by size.
 *
 *     cc best-throttle.c $(pkg-config --cflags --libs turnstile) -o best-throttle
 *     ./best-throttle knl
 */
#include <stdio.h>
#include <stdlib.h>
#include <turnstile.h>

static const gsize sizes[] = { 4096, 16384, 65536, 262144 };

static gboolean add_cases(TurnstileStudy *study, const TurnstilePlatform *platform, GError **error)
{
  TurnstileSetting throttle = { .name = "throttle" };
  TurnstileCase asked = { .platform = platform,
                          .collective = "scatter",
                          .algorithm = "throttled-read",
                          .settings = &throttle,
                          .n_settings = 1 };
  for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
    for (throttle.number = 1; throttle.number < turnstile_platform_ranks(platform);
         throttle.number *= 2) {
      asked.bytes = sizes[i];
      if (!turnstile_study_add(study, &asked, error))
        return FALSE;
    }
  }
  return TRUE;
}

int main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TurnstilePlatform) platform =
      turnstile_platform_new(argc > 1 ? argv[1] : "knl", &error);
  g_autoptr(TurnstileStudy) study = turnstile_study_new(NULL);
  g_autoptr(TurnstileWinners) winners = NULL;
  if (platform && add_cases(study, platform, &error) &&
      turnstile_study_run(study, NULL, NULL, &error))
    winners = turnstile_study_tune(study, TURNSTILE_OBJECTIVE_AVG, &error);
  if (!winners) {
    fprintf(stderr, "best-throttle: %s\n", error->message);
    return EXIT_FAILURE;
  }
  printf("%s, %d ranks\n", turnstile_platform_name(platform), turnstile_platform_ranks(platform));
  for (guint i = 0; i < turnstile_winners_n(winners); i++) {
    TurnstileWinner w;
    turnstile_winners_get(winners, i, &w);
    printf("%8" G_GSIZE_FORMAT " to %8" G_GSIZE_FORMAT " bytes: %-12s %12.6f us\n", w.from_bytes,
           w.to_bytes, w.params, w.from_time * 1e6);
  }
  return EXIT_SUCCESS;
}
