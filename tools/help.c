/* Help and the manual page, both from the tables of commands and options. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

const struct tn_command tn_commands[] = {
  { "list", "list [collectives|algorithms|platforms|laws|kernels]", "what there is", 0,
    tn_cmd_list },
  { "run", "run [SCENARIO.ini] -p PLATFORM -c COLLECTIVE [OPTION]...",
    "simulate: one row per algorithm, parameter value and size", TN_CMD_RUN, tn_cmd_run },
  { "model", "model [SCENARIO.ini] -p PLATFORM -c COLLECTIVE [OPTION]...",
    "the same rows from the closed forms of the papers", TN_CMD_MODEL, tn_cmd_model },
  { "measure", "measure [SCENARIO.ini] -c COLLECTIVE [OPTION]...",
    "the same rows from real processes on this machine", TN_CMD_MEASURE, tn_cmd_measure },
  { "sweep", "sweep [SCENARIO.ini] -p PLATFORM -c COLLECTIVE [OPTION]...",
    "many points in parallel: run's options, rows as CSV unless --format says otherwise",
    TN_CMD_RUN, tn_cmd_sweep },
  { "tune", "tune ROWS.csv... | tune [SCENARIO.ini] -p PLATFORM -c COLLECTIVE [OPTION]...",
    "the winner per size with its parameters, and its margin", TN_CMD_RUN | TN_CMD_TUNE,
    tn_cmd_tune },
  { "plot", "plot ROWS.csv... [SCENARIO.ini] -o FILE.svg|FILE.png [OPTION]...",
    "a picture of rows, by gnuplot", TN_CMD_PLOT, tn_cmd_plot },
  { "calibrate", "calibrate -o FILE.xml [OPTION]...",
    "measure this machine into a platform file, and tell what was found", TN_CMD_CALIBRATE,
    tn_cmd_calibrate },
  { "validate", "validate [CLAIM]... [OPTION]...",
    "the scoreboard of the papers' claims, e.g. C031", TN_CMD_VALIDATE, tn_cmd_validate },
  { "compare", "compare PREDICTED MEASURED [OPTION]...   (each a FILE or FILE:COLUMN=VALUE,...)",
    "prediction against measurement: error, bias, ranking, regret, skill; MEASURED may be rows, CSV "
    "with --columns, or what OSU, IMB-MPI1 or MPICH print", TN_CMD_COMPARE, tn_cmd_compare },
  { "platform", "platform show PLATFORM [OPTION]... | platform check FILE | "
    "platform draw PLATFORM -o FILE.svg | "
    "platform import FILE.xml|SYNTHETIC --like NAME -o FILE.xml",
    "parameters with unit and provenance; every mistake of a file; the node as SVG; a platform "
    "file from an hwloc topology", TN_CMD_SHOW,
    tn_cmd_platform },
  { "platform fit", "platform fit FILE.xml|SYNTHETIC --like NAME --p2p FILE [OPTION]... -o FILE.xml",
    "a platform file from somebody's measurements: messages, flat trees, core-to-core latencies",
    TN_CMD_FIT, tn_cmd_platform_fit },
  { "help", "help [COMMAND | --man]", "this help; the manual page as roff", 0, tn_cmd_help },
  { 0 },
};

int tn_fail(GError *error)
{
  const bool is_usage = error->domain == TN_USAGE_ERROR;
  fprintf(stderr, "turnstile: %s\n", error->message);
  g_error_free(error);
  return is_usage ? TN_EXIT_USAGE : TN_EXIT_FAILED;
}

int tn_finish_stdout(void)
{
  const bool failed = ferror(stdout) != 0;
  errno = 0;
  if (fflush(stdout) == 0 && !failed)
    return TN_EXIT_DONE;
  fprintf(stderr, "turnstile: standard output: not everything could be written%s%s\n",
          errno ? ": " : "", errno ? strerror(errno) : "");
  return TN_EXIT_FAILED;
}

int tn_fail_unknown(const char *what, const char *word, const char *const *known)
{
  g_autofree char *hint = tn_hint(word, known);
  g_autofree char *list = *hint ? NULL : g_strjoinv(", ", (char **)known);
  fprintf(stderr, "turnstile: no %s \"%s\"%s%s%s%s\n", what, word, hint,
          list ? " (there are: " : "", list ? list : "", list ? ")" : "");
  return TN_EXIT_USAGE;
}

static const char exit_status[] =
  "0 done, 1 failed or a check did not hold, 2 wrong usage or input.";

static const char *const examples[] = {
  "turnstile list algorithms",
  "turnstile run -p knl -c scatter -a throttled-read -P throttle=1..p-1 -s 64K..4M",
  "turnstile run -p knl,broadwell -c bcast -a cma -s 1K..4M --format csv -o rows.csv",
  "turnstile run -p 'synthetic:pack:2 core:8 pu:1' --like knl -c gather -s 64K --verify",
  "turnstile measure -c bcast -a all -n 2 -s 1K..4M --budget 60s",
  "turnstile model -p power8 -n 20 -c allgather -a all -s 4K..1M",
};

/* "-n, -np, --ranks COUNTS" */
static char *spelling(const struct tn_option_info *o)
{
  return g_strdup_printf("%s%s%s%s%s--%s%s%s", o->letter ? "-" : "", o->letter ? o->letter : "",
                         o->letter ? ", " : "", o->alias ? o->alias : "", o->alias ? ", " : "",
                         o->name, o->argument ? " " : "", o->argument ? o->argument : "");
}

static void print_options(unsigned command)
{
  puts("\noptions:");
  for (int i = 0; i < TN_N_OPTIONS; i++) {
    const struct tn_option_info *o = &tn_options[i];
    if (!(o->commands & command))
      continue;
    g_autofree char *spelled = spelling(o);
    printf("  %-34s %s%s%s%s\n", spelled, o->help, o->preset && o->argument ? " (" : "",
           o->preset && o->argument ? o->preset : "", o->preset && o->argument ? ")" : "");
  }
}

void tn_help_print(const char *command)
{
  if (!command)
    puts("turnstile simulates and measures the collectives of MPI inside one node.\n\ncommands:");
  for (const struct tn_command *c = tn_commands; c->name; c++) {
    if (!command) {
      printf("  %-12s %s\n", c->name, c->summary);
    } else if (strcmp(c->name, command) == 0) {
      printf("usage: turnstile %s\n\n%s\n", c->usage, c->summary);
      if (c->options)
        print_options(c->options);
    }
  }
  if (!command)
    printf("\nturnstile COMMAND --help says more; --version names the versions.\n"
           "Exit status: %s\n", exit_status);
}

/* roff takes a leading hyphen for one that may be broken: it wants a backslash. */
static void print_roff(const char *text)
{
  for (; *text; text++) {
    if (*text == '-' || *text == '\\')
      putchar('\\');
    putchar(*text);
  }
}

void tn_help_man(void)
{
  puts(".TH TURNSTILE 1 \"\" \"turnstile " TN_VERSION "\" \"User Commands\"\n"
       ".SH NAME\nturnstile \\- simulate intra\\-node MPI collectives\n.SH SYNOPSIS");
  for (const struct tn_command *c = tn_commands; c->name; c++) {
    fputs(".B turnstile\n", stdout);
    print_roff(c->usage);
    puts("\n.br");
  }
  puts(".SH COMMANDS");
  for (const struct tn_command *c = tn_commands; c->name; c++) {
    printf(".TP\n.B %s\n", c->name);
    print_roff(c->summary);
    putchar('\n');
  }
  puts(".SH OPTIONS");
  for (int i = 0; i < TN_N_OPTIONS; i++) {
    g_autofree char *spelled = spelling(&tn_options[i]);
    puts(".TP");
    fputs(".B ", stdout);
    print_roff(spelled);
    putchar('\n');
    print_roff(tn_options[i].help);
    if (tn_options[i].preset && tn_options[i].argument)
      printf(" (default %s)", tn_options[i].preset);
    if (tn_options[i].key)
      printf("; in a scenario: [%s] %s", tn_options[i].group, tn_options[i].key);
    putchar('\n');
  }
  puts(".SH ROWS\nTimes are microseconds: of simulated time, or of the clock in rows of measure. A field "
       "that the source does not know "
       "is empty;\n.I noise\nis the word none where a simulation has no noise, and empty in "
       "rows of closed forms.\n.I overrides\nnames, joined by semicolons, whatever else makes "
       "the row and is not the default.");
  puts(".SH EXAMPLES\n.nf");
  for (size_t i = 0; i < G_N_ELEMENTS(examples); i++) {
    print_roff(examples[i]);
    putchar('\n');
  }
  printf(".fi\n.SH EXIT STATUS\n%s\n", exit_status);
}

int tn_cmd_help(int n, char *const *words)
{
  const char *names[16] = { NULL };
  bool known = n == 0;
  for (int i = 0; tn_commands[i].name; i++) {
    names[i] = tn_commands[i].name;
    known = known || strcmp(words[0], names[i]) == 0;
  }
  if (!known && strncmp(words[0], "-", 1) != 0)
    return tn_fail_unknown("command", words[0], names);
  if (n > 0 && strcmp(words[0], "--man") == 0)
    tn_help_man();
  else
    tn_help_print(known && n > 0 ? words[0] : NULL);
  return tn_finish_stdout();
}
