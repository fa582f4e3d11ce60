/* How a command begins and ends. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "signals.h"
#include "wrap.h"

int tn_fail(GError *error)
{
  const bool is_usage = error->domain == TN_USAGE_ERROR;
  tn_tell("%s", error->message);
  g_error_free(error);
  return is_usage ? TN_EXIT_USAGE : TN_EXIT_FAILED;
}

int tn_finish_stdout(void)
{
  const bool failed = ferror(stdout) != 0;
  errno = 0;
  if (fflush(stdout) == 0 && !failed)
    return TN_EXIT_DONE;
  tn_signals_end_unread();
  fprintf(stderr, "turnstile: standard output: not everything could be written%s%s\n",
          errno ? ": " : "", errno ? strerror(errno) : "");
  return TN_EXIT_FAILED;
}

int tn_command_run(unsigned options, int n, char *const *words, tn_command_body body)
{
  GError *error = NULL;
  struct tn_settings *s = tn_settings_parse(options, n, words, &error);
  int status = TN_EXIT_DONE;
  if (!s || !body(s, &error)) {
    status = TN_EXIT_FAILED;
    if (error)
      status = tn_fail(error);
    else
      tn_finish_stdout();
  }
  tn_settings_free(s);
  return status;
}

int tn_fail_unknown(const char *what, const char *word, const char *const *known)
{
  g_autofree char *hint = tn_hint(word, known);
  g_autofree char *list = *hint ? NULL : g_strjoinv(", ", (char **)known);
  g_autofree char *message =
      g_strdup_printf("no %s \"%s\"%s%s%s%s", what, word, hint, list ? " (there are: " : "",
                      list ? list : "", list ? ")" : "");
  tn_tell("%s", message);
  return TN_EXIT_USAGE;
}
