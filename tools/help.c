/* Prints help from the tables of commands and options. */
#include <stdio.h>
#include <string.h>

#include "document/wrap.h"
#include "help.h"
#include "plan/replaced.h"

/* Commands with help come first. */
const struct tn_command tn_commands[] = {
#define TN_COMMAND(function, name, options, next, summary, ...)                                    \
  { name, options, next, summary, { __VA_ARGS__ } },
#define TN_PART(...)
#ifdef TN_CORE_ONLY
#define TN_SATELLITE(...)
#endif
#include "commands.def"
#define TN_COMMAND(...)
#define TN_PART(function, name, options) { name, options, NULL, NULL, { NULL } },
#ifdef TN_CORE_ONLY
#define TN_SATELLITE(function, name, options, ...) { name, options, NULL, NULL, { NULL } },
#endif
#include "commands.def"
  { NULL, 0, NULL, NULL, { NULL } },
};

const char *const tn_help_examples[] = {
  "turnstile list algorithms",
  "turnstile run scenarios/scatter-knl.ini",
  "turnstile run -p knl -c scatter -a throttled-read -P throttle=1..p-1 -s 64K..4M",
  "turnstile run -p 'synthetic:pack:2 core:8 pu:1' --like knl -c gather -s 64K --verify",
  "turnstile measure -c bcast -a all -n 2 -s 1K..4M --budget 60s",
  "turnstile sweep -p knl,broadwell -c bcast -a cma -s 1K..4M -o rows.csv",
  "turnstile sweep -p knl,broadwell -c bcast -a cma -s 1K..4M --store rows.sqlite",
  "turnstile sweep -p knl -c bcast -a all -s 1K..4M --store part-1.sqlite --shard 1/2",
  "turnstile export part-1.sqlite part-2.sqlite -o rows.sqlite",
  "turnstile export rows.sqlite -o rows.csv",
  "turnstile tune rows.csv",
  "turnstile tune -p knl -c scatter -a cma -s 1K..4M --kernel paper,linux-6 --beside kernel",
  "turnstile tune --robust -p knl,broadwell -c bcast -a all -n 16 -s 1K..1M",
  "turnstile diff ompi-6.0 ompi-main -p epyc-7763",
  "turnstile diff mpich-4.3 mpich-5.0 -p knl,epyc-7763 --store rows.sqlite",
  "turnstile explain -p knl -c scatter -a parallel-read -s 64K",
  "turnstile explain --sensitivity -p knl -c scatter -a cma -s 4K,64K,1M",
  "turnstile plot rows.csv -o rows.svg",
  "turnstile plot rows.csv --kind relative --x throttle -o factors.png",
  "turnstile replay my-trace -p epyc-7763 --tune",
  "turnstile calibrate -o my-node.xml --budget 120s",
  "turnstile compare rows.csv osu.txt:ranks=28,algorithm=6 --plot agreement.svg",
  "turnstile export rows.csv --for ompi-5.0 -o rules.conf",
  "turnstile lint rules.conf --for ompi-5.0",
  "turnstile report rows.csv -o report.html",
  "turnstile trace show turnstile-trace",
  "turnstile trace merge turnstile-trace -o program.trace",
  "turnstile doctor",
  "turnstile doctor -p my-node.xml",
  "turnstile doctor --took run.log --rules rules.conf",
  "turnstile platform show knl",
  "turnstile platform import node.xml -o node-platform.xml",
  "turnstile platform fit node.xml --p2p messages.csv -o node-platform.xml",
  NULL,
};

const struct tn_help_group tn_help_groups[] = {
  { TN_OPT_PLATFORM, "node", "node" },
  { TN_OPT_COLLECTIVE, "collective", "collective and algorithm" },
  { TN_OPT_ITERATIONS, "application", "application" },
  { TN_OPT_LAW, "model", "model and timing" },
  { TN_OPT_TIMELINE, "results", "results" },
  { TN_OPT_MESSAGES, "data", "measured data" },
  { TN_OPT_FORMAT, "general", "general" },
  { TN_N_OPTIONS, NULL, NULL },
};
_Static_assert(G_N_ELEMENTS(tn_help_groups) == TN_HELP_N_GROUPS + 1, "groups of options");

/* Options in the brief help of commands with more than BRIEF_OPTIONS options, in addition to those
 * that `run` does not accept. */
static const enum tn_option everyday[] = {
  TN_OPT_PLATFORM, TN_OPT_SET,    TN_OPT_COLLECTIVE, TN_OPT_ALGORITHM, TN_OPT_PARAM,
  TN_OPT_RANKS,    TN_OPT_SIZE,   TN_OPT_MECHANISM,  TN_OPT_KERNEL,    TN_OPT_BUFFERS,
  TN_OPT_FORMAT,   TN_OPT_OUTPUT, TN_OPT_FOR,
};
enum { BRIEF_OPTIONS = 24 };

enum { NAME_COLUMN = 15, HELP_COLUMN = 30 };

char *tn_help_spelling(const struct tn_option_info *o, const char *between)
{
  return g_strconcat(o->letter ? "-" : "", o->letter ? o->letter : "", o->letter ? between : "",
                     o->alias ? o->alias : "", o->alias ? between : "", "--", o->name, NULL);
}

const struct tn_command *tn_command_of(guint n, char *const *words, bool has_help, guint *ret_n)
{
  for (*ret_n = MIN(n, 2); *ret_n > 0; --*ret_n) {
    g_autofree char *name = g_strjoin(" ", words[0], *ret_n > 1 ? words[1] : NULL, NULL);
    for (const struct tn_command *c = tn_commands; c->name; c++)
      if (strcmp(c->name, name) == 0 && (c->summary || !has_help))
        return c;
  }
  return NULL;
}

/* Returns true if the brief help shows the option. */
static bool is_shown(enum tn_option o)
{
  for (size_t i = 0; i < G_N_ELEMENTS(everyday); i++)
    if (everyday[i] == o)
      return true;
  return !(tn_option_table[o].commands & (TN_CMD_RUN | TN_CMD_ALONE | TN_CMD_CLOSED_FORM));
}

/* Prints the command's options of a group; is_brief: only those of the brief help. */
static void print_group(const struct tn_command *command, int group, bool is_brief)
{
  bool is_titled = false;
  for (int i = tn_help_groups[group].first; i < (int)tn_help_groups[group + 1].first; i++) {
    if (!tn_option_is_of((enum tn_option)i, command->options) ||
        (is_brief && !is_shown((enum tn_option)i)))
      continue;
    if (!is_titled)
      printf("\n%s:\n", tn_help_groups[group].title);
    is_titled = true;
    const struct tn_option_info *o = &tn_option_table[i];
    g_autofree char *spelled = tn_help_spelling(o, ", ");
    g_autofree char *help = tn_option_help(o, command->name, is_brief);
    const int at =
        printf("  %s%s%s", spelled, o->argument ? " " : "", o->argument ? o->argument : "");
    printf("%s%*s", at < HELP_COLUMN ? "" : "\n", at < HELP_COLUMN ? HELP_COLUMN - at : HELP_COLUMN,
           "");
    tn_wrap_write(stdout, HELP_COLUMN, HELP_COLUMN, TN_HELP_WIDTH, help);
  }
}

/* Prints the options that the brief help omits, by group. */
static void print_more(const struct tn_command *command)
{
  printf("\nmore options (turnstile %s --help=GROUP or --help=all):\n", command->name);
  for (int g = 0; g < TN_HELP_N_GROUPS; g++) {
    g_autoptr(GString) names = g_string_new(NULL);
    for (int i = tn_help_groups[g].first; i < (int)tn_help_groups[g + 1].first; i++)
      if (tn_option_is_of((enum tn_option)i, command->options) && !is_shown((enum tn_option)i))
        g_string_append_printf(names, "%s--%s", names->len ? " " : "", tn_option_table[i].name);
    if (names->len == 0)
      continue;
    printf("  %-*s", NAME_COLUMN - 2, tn_help_groups[g].word);
    tn_wrap_write(stdout, NAME_COLUMN, NAME_COLUMN, TN_HELP_WIDTH, names->str);
  }
}

static void print_command(const struct tn_command *command, bool is_brief)
{
  for (int i = 0; command->usage[i]; i++)
    printf("%s turnstile %s\n", i ? "      " : "usage:", command->usage[i]);
  putchar('\n');
  tn_wrap_write(stdout, 0, 0, TN_HELP_WIDTH, command->summary);
  for (int g = 0; g < TN_HELP_N_GROUPS; g++)
    print_group(command, g, is_brief);
  if (is_brief)
    print_more(command);
  g_autofree char *start = g_strdup_printf("turnstile %s ", command->name);
  const char *title = "\nexamples:\n";
  for (const char *const *e = tn_help_examples; *e; e++) {
    if (!g_str_has_prefix(*e, start))
      continue;
    printf("%s  %s\n", title, *e);
    title = "";
  }
}

bool tn_help_print(const struct tn_command *command, const char *group, GError **error)
{
  int g = 0;
  const char *words[TN_HELP_N_GROUPS + 2] = { "all" };
  for (int i = 0; i < TN_HELP_N_GROUPS; i++)
    words[i + 1] = tn_help_groups[i].word;
  int n_options = 0;
  for (int i = 0; i < TN_N_OPTIONS && command; i++)
    n_options += tn_option_is_of((enum tn_option)i, command->options);
  while (group && g < TN_HELP_N_GROUPS && strcmp(tn_help_groups[g].word, group) != 0)
    g++;
  if (!command) {
    puts("turnstile simulates and measures MPI collectives inside one node.\n\ncommands:");
    for (const struct tn_command *c = tn_commands; c->summary; c++) {
      printf("  %-*s", NAME_COLUMN - 2, c->name);
      tn_wrap_write(stdout, NAME_COLUMN, NAME_COLUMN, TN_HELP_WIDTH, c->summary);
    }
    printf("\nturnstile COMMAND --help prints its options; --version prints the versions.\n"
           "Exit status: " TN_HELP_EXIT_STATUS "\n");
  } else if (!group || strcmp(group, "all") == 0)
    print_command(command, !group && n_options > BRIEF_OPTIONS);
  else if (g < TN_HELP_N_GROUPS)
    print_group(command, g, false);
  else
    return tn_usage_unknown(error, "--help", "group of options", group, words);
  return true;
}

bool tn_refuse_command(const char *word, GError **error)
{
  if (tn_refuse_replaced(0, word, error))
    return false;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (const struct tn_command *c = tn_commands; c->summary; c++) {
    g_auto(GStrv) parts = g_strsplit(c->next ? c->next : "", " ", -1);
    if (g_strv_contains((const char *const *)parts, word))
      return tn_usage(error, "no command \"%s\" (nearest: %s %s)", word, c->name, word);
    g_ptr_array_add(names, (void *)c->name);
  }
  g_ptr_array_add(names, NULL);
  g_autofree char *hint = tn_hint(word, (const char *const *)names->pdata);
  g_autofree char *list = g_strjoinv(", ", (char **)names->pdata);
  return *hint ? tn_usage(error, "no command \"%s\"%s", word, hint)
               : tn_usage(error, "no command \"%s\" (there are: %s)", word, list);
}

bool tn_refuse_part(const char *command, const GPtrArray *words, GError **error)
{
  static const char *const all[] = {
#define TN_COMMAND(function, its, ...) its,
#include "commands.def"
  };
  const size_t length = strlen(command);
  const char *parts[G_N_ELEMENTS(all) + 1] = { NULL };
  for (size_t i = 0, n = 0; i < G_N_ELEMENTS(all); i++)
    if (g_str_has_prefix(all[i], command) && all[i][length] == ' ')
      parts[n++] = all[i] + length + 1;
  g_autofree char *list = g_strjoinv(", ", (char **)parts);
  if (words->len > 0)
    return tn_usage_unknown(error, command, "command", words->pdata[0], parts);
  return tn_usage(error, "%s: which one? (%s)", command, list);
}
