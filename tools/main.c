/* turnstile: intra-node collectives, simulated. */
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "signals.h"
#include "sim/sim.h"

/* A closed standard stream would lend its number to the next file or socket. What stands in for it
 * cannot be written, so that lost output is still noticed. */
static void hold_standard_streams(void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0)
      (void)!open("/dev/null", O_RDONLY);
}

static int run(const char *command, int n, char *const *words)
{
#define TN_COMMAND(function, name)                                                                 \
  if (strcmp(command, name) == 0)                                                                  \
    return tn_cmd_##function(n, words);
#include "commands.def"
  return tn_fail_unknown_command(command);
}

int main(int argc, char **argv)
{
  /* A broken pipe (but that of standard output) and a limit of file sizes shall be errors that are
   * reported, and a broken precondition never go on. */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  hold_standard_streams();
  setlocale(LC_CTYPE, "");
  g_log_set_always_fatal(G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
  if (argc < 2) {
    fprintf(stderr, "turnstile: no command (see turnstile --help)\n");
    return TN_EXIT_USAGE;
  }
  if (strcmp(argv[1], "--version") == 0) {
    printf("turnstile %s (SimGrid %s)\n", TN_VERSION, tn_sim_simgrid_version());
    return tn_finish_stdout();
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
    return tn_cmd_help(0, NULL);
  int status;
  if (tn_help_asked(argc - 1, argv + 1, &status))
    return status;
  status = run(argv[1], argc - 2, argv + 2);
  tn_signals_end();
  return status == TN_EXIT_DONE ? tn_finish_stdout() : status;
}
