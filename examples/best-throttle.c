/* best-throttle PLATFORM: the best throttle factor of a scatter on a node, by size.
 *
 *     cc best-throttle.c $(pkg-config --cflags --libs turnstile) -o best-throttle
 *     ./best-throttle knl
 */
#include <stdio.h>
#include <stdlib.h>
#include <turnstile.h>

/* Returns a case with a sweep over all combinations of the lists. */
static TurnstileCase *ask(const char *platform, GError **error)
{
  TurnstileCase *asked = turnstile_case_new();
  if (turnstile_case_set(asked, "platform", platform, error) &&
      turnstile_case_set(asked, "collective", "scatter", error) &&
      turnstile_case_set(asked, "algorithm", "throttled-read", error) &&
      turnstile_case_set(asked, "throttle", "1,2,4,8,16,32", error) &&
      turnstile_case_set(asked, "size", "4K,16K,64K,256K", error))
    return asked;
  turnstile_case_free(asked);
  return NULL;
}

int main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TurnstileCase) asked = ask(argc > 1 ? argv[1] : "knl", &error);
  g_autoptr(TurnstileStudy) study = turnstile_study_new();
  g_autoptr(TurnstileTable) rows = NULL, winners = NULL;
  if (asked && turnstile_study_add(study, asked, &error) &&
      turnstile_study_run(study, NULL, NULL, &error)) {
    rows = turnstile_study_rows(study);
    winners = turnstile_tune(rows, "avg", &error);
  }
  if (!winners) {
    fprintf(stderr, "best-throttle: %s\n", error->message);
    return EXIT_FAILURE;
  }
  printf("%s, %d ranks\n", turnstile_table_text(winners, 0, "platform", NULL),
         (int)turnstile_table_int64(winners, 0, "ranks", NULL));
  for (guint i = 0; i < turnstile_table_n_rows(winners); i++)
    printf("%8d to %8d bytes: %-12s %12.6f us\n",
           (int)turnstile_table_int64(winners, i, "from_bytes", NULL),
           (int)turnstile_table_int64(winners, i, "to_bytes", NULL),
           turnstile_table_text(winners, i, "params", NULL),
           turnstile_table_double(winners, i, "from_us", NULL));
  return EXIT_SUCCESS;
}
