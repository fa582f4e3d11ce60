/* turnstile: simulates MPI collectives within a node. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "document/wrap.h"
#include "rows/text_rows.h"
#include "signals.h"
#include "sim/sim.h"
#include "study/usage.h"

/* Exit status: 0 success, 1 failure or failed check, 2 wrong usage or input. */
enum { DONE, FAILED, USAGE };

/* Flushes stdout. If output was lost, prints a line on stderr and returns FAILED. */
static int finish_stdout(void)
{
  const bool failed = ferror(stdout) != 0;
  errno = 0;
  if (fflush(stdout) == 0 && !failed)
    return DONE;
  tn_signals_end_unread();
  fprintf(stderr, "turnstile: standard output: not everything could be written%s%s\n",
          errno ? ": " : "", errno ? strerror(errno) : "");
  return FAILED;
}

static bool run(unsigned options, guint n, char *const *words,
                bool (*command)(struct tn_options *s, GError **error), GError **error)
{
  struct tn_options *s = tn_options_parse(options, (int)n, words, error);
  const bool ok = s && tn_writer_check_all(s, options, error) && command(s, error);
  tn_options_free(s);
  return ok;
}

/* Returns the first word that requests a command's help (-h, --help, --help=GROUP), or NULL if no
 * word does. */
static const char *help_among(guint n, char *const *words)
{
  for (guint i = 0; i < n; i++)
    if (strcmp(words[i], "-h") == 0 || strcmp(words[i], "--help") == 0 ||
        g_str_has_prefix(words[i], "--help="))
      return words[i];
  return NULL;
}

static bool run_words(guint n, char *const *words, GError **error)
{
  guint n_name;
  const struct tn_command *helped = tn_command_of(n, words, true, &n_name);
  const char *help = helped ? help_among(n, words) : NULL, *group = help ? strchr(help, '=') : NULL;
  if (strcmp(words[0], "--version") == 0)
    return printf("turnstile %s (SimGrid %s)\n", TN_VERSION, tn_sim_simgrid_version()) > 0;
  if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0)
    return tn_help_print(NULL, NULL, error);
  if (help)
    return tn_help_print(helped, group ? group + 1 : NULL, error);
  const struct tn_command *command = tn_command_of(n, words, false, &n_name);
  const char *name = command ? command->name : "";
  g_set_prgname(name); /* title of pages that are written */
#define TN_COMMAND(function, its, ...)                                                             \
  if (strcmp(name, its) == 0)                                                                      \
    return run(command->options, n - n_name, words + n_name, tn_cmd_##function, error);
#include "commands.def"
  return tn_refuse_command(words[0], error);
}

int main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;
  /* Makes writing to a broken pipe (except standard output's), or beyond the limit of file sizes,
   * cause an error that is reported, instead of a signal. A failed assertion still ends the
   * program. */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  /* Replaces a closed standard stream, because the next opened file would get its number. The
   * replacement is read-only, so that writing still fails. */
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0)
      (void)!open("/dev/null", O_RDONLY);
  setlocale(LC_CTYPE, "");
  g_log_set_always_fatal(G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
  const bool ok = argc > 1 ? run_words((guint)argc - 1, argv + 1, &error)
                           : tn_usage(&error, "no command (see turnstile --help)");
  if (error)
    tn_print_message("%s", error->message);
  else if (!ok)
    finish_stdout();
  tn_signals_end();
  if (ok)
    return finish_stdout();
  return error && error->domain == TN_USAGE_ERROR ? USAGE : FAILED;
}
