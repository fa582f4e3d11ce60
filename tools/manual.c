/* Writes manual pages as roff from the tables of commands and options. */
#include <stdio.h>

#include "help.h"

/* Escapes hyphens, at which roff may break lines, and a dot or quote at a line's start, which would
 * be a request. */
static void print_roff(const char *text)
{
  if (*text == '.' || *text == '\'')
    fputs("\\&", stdout);
  for (; *text; text++) {
    if (*text == '-' || *text == '\\')
      putchar('\\');
    putchar(*text);
  }
  putchar('\n');
}

/* Returns the name of a command's page, as in "turnstile-platform-fit". Transfer full. */
static char *page_of(const struct tn_command *command)
{
  char *page = g_strdup_printf("turnstile-%s", command->name);
  return g_strdelimit(page, " ", '-');
}

static void print_head(const char *page, const char *summary)
{
  g_autofree char *title = g_ascii_strup(page, -1);
  printf(".TH %s 1 \"\" \"turnstile " TN_VERSION "\" \"User Commands\"\n.SH NAME\n", title);
  g_autofree char *line = g_strdup_printf("%s - %s", page, summary);
  print_roff(line);
}

static void print_ways(const struct tn_command *command)
{
  for (int i = 0; command->usage[i]; i++) {
    fputs(".B turnstile\n", stdout);
    print_roff(command->usage[i]);
    puts(".br");
  }
}

static void print_options(const struct tn_command *command)
{
  const char *heading = ".SH OPTIONS\n";
  for (int g = 0; g < TN_HELP_N_GROUPS; g++) {
    const char *title = tn_help_groups[g].title;
    for (int i = tn_help_groups[g].first; i < (int)tn_help_groups[g + 1].first; i++) {
      if (!tn_option_is_of((enum tn_option)i, command->options))
        continue;
      fputs(heading, stdout);
      heading = "";
      if (title)
        printf(".SS %s\n", title);
      title = NULL;
      const struct tn_option_info *o = &tn_option_table[i];
      g_autofree char *names = tn_help_spelling(o, ", "),
                      *help = tn_option_help(o, command->name, false);
      g_autofree char *spelled = g_strjoin(" ", names, o->argument, NULL);
      fputs(".TP\n.B ", stdout);
      print_roff(spelled);
      print_roff(help);
      if (o->key)
        printf("(in a scenario: [%s] %s)\n", o->group, o->key);
    }
  }
}

static void print_examples(const char *start)
{
  const char *heading = ".SH EXAMPLES\n.nf\n";
  for (const char *const *e = tn_help_examples; *e; e++) {
    g_auto(GStrv) words = g_strsplit(*e, " ", 3);
    guint n_name;
    if (!g_str_has_prefix(*e, start) || !tn_command_of(1, words + 1, true, &n_name))
      continue;
    fputs(heading, stdout);
    heading = "";
    print_roff(*e);
  }
  if (!*heading)
    puts(".fi");
}

static void print_page(const struct tn_command *command)
{
  g_autofree char *page = page_of(command),
                  *start = g_strdup_printf("turnstile %s ", command->name);
  print_head(page, command->summary);
  puts(".SH SYNOPSIS");
  print_ways(command);
  print_options(command);
  print_examples(start);
  puts(".SH EXIT STATUS\n" TN_HELP_EXIT_STATUS);
  puts(".SH SEE ALSO\n.BR turnstile (1)");
}

static void print_program(void)
{
  print_head("turnstile", "simulate intra-node MPI collectives");
  puts(".SH SYNOPSIS");
  for (const struct tn_command *c = tn_commands; c->summary; c++)
    print_ways(c);
  puts(".SH COMMANDS");
  for (const struct tn_command *c = tn_commands; c->summary; c++) {
    g_autofree char *page = page_of(c);
    puts(".TP");
    fputs(".BR ", stdout);
    g_autofree char *name = g_strdup_printf("%s (1)", page);
    print_roff(name);
    print_roff(c->summary);
  }
  puts(".SH ROWS\nTimes are in microseconds: simulated time, or clock time in rows of measure. "
       "An unknown field is empty.\n.I noise\nis none in simulations without noise, and empty in "
       "rows of closed forms.\n.I overrides\nlists the other settings that differ from the "
       "default, joined by semicolons.\n.I transport\nnames the release of the message protocol; "
       "it is empty for the platform's own.");
  print_examples("turnstile ");
  puts(".SH EXIT STATUS\n" TN_HELP_EXIT_STATUS);
}

void tn_help_man(const struct tn_command *command)
{
  if (command)
    print_page(command);
  else
    print_program();
}
