/* Progress without a terminal: a line every 30 s, no more. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "progress.h"

#define SECOND G_USEC_PER_SEC

/* What stderr got, at most a line or two; its file stands in for stderr from here on. */
static FILE *divert(void)
{
  FILE *file = tmpfile();
  cr_assert_not_null(file);
  cr_assert(dup2(fileno(file), STDERR_FILENO) >= 0);
  return file;
}

static const char *diverted(FILE *file)
{
  static char text[400];
  fflush(stderr);
  rewind(file);
  text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
  return text;
}

Test(progress, says_nothing_at_first)
{
  FILE *file = divert();
  tn_progress_show(10, 40, g_get_monotonic_time() - 29 * SECOND);
  cr_expect_str_eq(diverted(file), "");
}

Test(progress, says_one_line_in_thirty_seconds)
{
  FILE *file = divert();
  const gint64 start = g_get_monotonic_time() - 31 * SECOND;
  tn_progress_show(10, 40, start);
  tn_progress_show(11, 40, start);
  tn_progress_wipe();
  const char *text = diverted(file);
  cr_expect_not_null(strstr(text, "turnstile: 10 of 40 points, 0.3/s, 93 s left\n"), "%s", text);
  cr_expect_eq(strchr(text, '\n'), strrchr(text, '\n'));
}

Test(progress, has_no_rate_before_the_first_point)
{
  FILE *file = divert();
  tn_progress_show(0, 40, g_get_monotonic_time() - 31 * SECOND);
  cr_expect_str_eq(diverted(file), "turnstile: 0 of 40 points after 31 s\n");
}
