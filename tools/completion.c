#include "help.h"

#include <stdio.h>
#include <string.h>

#include "algos/bench/bench.h"
#include "algos/library/library.h"
#include "commands.h"
#include "plot/plot.h"

const char *const tn_completion_shells[] = { "bash", "zsh", "fish", NULL };

/* Appends a word to the list unless the list has it. */
static void add(GString *words, const char *word)
{
  g_auto(GStrv) known = g_strsplit(words->str, " ", -1);
  if (!g_strv_contains((const char *const *)known, word))
    g_string_append_printf(words, "%s%s", words->len ? " " : "", word);
}

/* Returns the fixed words that may follow a command; "" if there are no such words. Transfer
 * full. */
static char *followers_of(const struct tn_command *command)
{
  GString *words = g_string_new(command->next);
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if (command->options & TN_CMD_DIFF && g_str_has_prefix((*a)->name, TN_LIBRARY_PREFIX))
      add(words, (*a)->name + strlen(TN_LIBRARY_PREFIX));
  return g_string_free(words, FALSE);
}

/* Returns the names of a collective's algorithms; -1: of all algorithms. Transfer full. */
static char *algorithm_names(int collective)
{
  GString *words = g_string_new("all cma");
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if (collective < 0 || (int)(*a)->collective == collective)
      add(words, (*a)->name);
  return g_string_free(words, FALSE);
}

/* Returns the parameters of a collective's algorithms (-1: of all), as in "throttle= k=". Transfer
 * full. */
static char *param_names(int collective)
{
  GString *words = g_string_new(NULL);
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    for (int p = 0; p < tn_alg_params_number((*a)->params); p++) {
      g_autofree char *word = g_strconcat((*a)->params[p].name, "=", NULL);
      if (collective < 0 || (int)(*a)->collective == collective)
        add(words, word);
    }
  return g_string_free(words, FALSE);
}

static char *option_names(const struct tn_command *command)
{
  GString *words = g_string_new(NULL);
  for (int i = 0; i < TN_N_OPTIONS; i++) {
    if (!tn_option_is_of((enum tn_option)i, command->options))
      continue;
    g_autofree char *text = tn_help_spelling(&tn_option_table[i], " ");
    g_string_append_printf(words, "%s%s", words->len ? " " : "", text);
  }
  if (words->len == 0)
    add(words, "--help");
  return g_string_free(words, FALSE);
}

/* Returns an option's values. Returns NULL if it has no fixed values, or if they depend on the
 * collective. Transfer full. */
static char *values_of(int option)
{
  if (option == TN_OPT_PLATFORM || option == TN_OPT_LIKE) {
    g_auto(GStrv) names = tn_platform_names();
    return g_strjoinv(" ", names);
  }
  const char *const *names = option == TN_OPT_KIND         ? tn_plot_kind_names
                             : option == TN_OPT_COMPLETION ? tn_completion_shells
                                                           : tn_option_table[option].names;
  return names ? g_strjoinv(" ", (char **)names) : NULL;
}

static void print_by_collective(char *(*names)(int collective))
{
  puts("      case $3 in");
  for (int c = 0; c < TN_N_COLLECTIVES; c++) {
    g_autofree char *words = names(c);
    if (*words)
      printf("        %s) values='%s' ;;\n", tn_collective_names[c], words);
  }
  g_autofree char *all = names(-1);
  printf("        *) values='%s' ;;\n      esac ;;\n", all);
}

/* Prints the branches of a shell script by previous word: for each option with a value, the values
 * to complete. */
static void print_value_branches(void)
{
  for (int i = 0; i < TN_N_OPTIONS; i++) {
    const struct tn_option_info *o = &tn_option_table[i];
    g_autofree char *text = tn_help_spelling(o, "|"), *words = values_of(i);
    if (!o->argument)
      continue;
    printf("    %s)\n", text);
    if (i == TN_OPT_ALGORITHM || i == TN_OPT_REFERENCE)
      print_by_collective(algorithm_names);
    else if (i == TN_OPT_PARAM)
      print_by_collective(param_names);
    else
      printf("      values='%s'%s ;;\n", words ? words : "",
             !words || i == TN_OPT_PLATFORM || i == TN_OPT_LIKE ? " files=yes" : "");
  }
}

/* Prints the branches of a shell script by command: for commands of two words if has_two, otherwise
 * for commands of one word. */
static void print_command_branches(char *(*words_of)(const struct tn_command *), bool has_two)
{
  for (const struct tn_command *c = tn_commands; c->summary; c++) {
    g_autofree char *words = words_of(c);
    if (!*words || (strchr(c->name, ' ') != NULL) != has_two)
      continue;
    if (has_two)
      printf("        '%s') values='%s' ;;\n", c->name, words);
    else if (words_of == followers_of)
      printf("    '%s'|'%s '%s) values='%s' ;;\n", c->name, c->name,
             c->options & TN_CMD_DIFF ? "*" : "", words);
    else
      printf("        '%s'|'%s '*) values='%s' ;;\n", c->name, c->name, words);
  }
}

/* Prints a function for bash and zsh that sets `values` (names to complete) and `files` (set if
 * files are accepted). Arguments: $1 command, $2 previous word, $3 collective, $4 present word. */
static void print_shared(void)
{
  g_autoptr(GString) commands = g_string_new(NULL);
  for (const struct tn_command *c = tn_commands; c->summary; c++)
    if (!strchr(c->name, ' '))
      add(commands, c->name);
  add(commands, "--help");
  add(commands, "--version");
  puts("_turnstile_values() {\n  values= files=\n  case $2 in");
  print_value_branches();
  puts("    *) _turnstile_words \"$@\" ;;\n  esac\n}\n");
  puts("_turnstile_words() {\n  case $4 in\n    -*)\n      case \"$1\" in");
  print_command_branches(option_names, true);
  print_command_branches(option_names, false);
  printf("        *) values='%s' ;;\n      esac\n      return ;;\n  esac\n", commands->str);
  puts("  files=yes\n  case \"$1\" in");
  print_command_branches(followers_of, false);
  printf("    ''|' ') values='%s' files= ;;\n  esac\n}\n\n", commands->str);
}

/* Splits only at blanks; bash itself also splits at : and =, as in library:ompi. */
static const char bash_part[] =
    "_turnstile() {\n"
    "  local line=${COMP_LINE:0:COMP_POINT} word before values files collective= head= cut i\n"
    "  local -a words\n"
    "  word=${line##*[[:space:]]}\n"
    "  read -ra words <<<\"${line%\"$word\"}\"\n"
    "  before=${words[${#words[@]} - 1]}\n"
    "  for ((i = 1; i + 1 < ${#words[@]}; i++)); do\n"
    "    case ${words[i]} in -c|--collective) collective=${words[i + 1]} ;; esac\n"
    "  done\n"
    "  case $word in --*=*) before=${word%%=*} head=${word%%=*}= ;; esac\n"
    "  _turnstile_values \"${words[1]-} ${words[2]-}\" \"$before\" \"$collective\" \"$word\"\n"
    "  case ${word#\"$head\"} in *,*) head=${word%,*}, ;; esac\n"
    "  COMPREPLY=($(compgen -P \"$head\" -W \"$values\" -- \"${word#\"$head\"}\"))\n"
    "  [ -n \"$files\" ] && COMPREPLY+=($(compgen -P \"$head\" -f -- \"${word#\"$head\"}\"))\n"
    "  case \" ${COMPREPLY[*]} \" in *'= '*) compopt -o nospace 2>/dev/null ;; esac\n"
    "  cut=${word%\"${word##*[:=;]}\"}\n"
    "  COMPREPLY=(\"${COMPREPLY[@]#\"$cut\"}\")\n"
    "}\n"
    "complete -F _turnstile turnstile\n";

static const char zsh_part[] =
    "_turnstile() {\n"
    "  local values files collective= before=${words[CURRENT-1]} i\n"
    "  local command=\n"
    "  ((CURRENT > 2)) && command=\"${words[2]} \" || before=\n"
    "  ((CURRENT > 3)) && command+=${words[3]}\n"
    "  for ((i = 2; i + 1 < CURRENT; i++)); do\n"
    "    case ${words[i]} in -c|--collective) collective=${words[i+1]} ;; esac\n"
    "  done\n"
    "  _turnstile_values \"$command\" \"$before\" \"$collective\" \"${words[CURRENT]}\"\n"
    "  compset -P '*,'\n"
    "  compadd -- ${=values}\n"
    "  [[ -n $files ]] && _files\n"
    "}\n"
    "_turnstile \"$@\"\n";

static void print_quoted(const char *text)
{
  for (; *text; text++) {
    if (*text == '\'' || *text == '\\')
      putchar('\\');
    putchar(*text);
  }
}

static void print_fish_option(const struct tn_command *command, int option)
{
  /* the command's name has one or two words */
  g_auto(GStrv) typed = g_strsplit(command->name, " ", 2);
  const struct tn_option_info *o = &tn_option_table[option];
  const bool is_algorithm = option == TN_OPT_ALGORITHM || option == TN_OPT_REFERENCE;
  g_autofree char *words = is_algorithm ? algorithm_names(-1) : values_of(option);
  printf("complete -c turnstile -n '__fish_seen_subcommand_from %s", typed[0]);
  if (typed[1])
    printf("; and __fish_seen_subcommand_from %s", typed[1]);
  printf("' -l %s", o->name);
  if (o->letter)
    printf(" -%s %s", strlen(o->letter) == 1 ? "s" : "o", o->letter);
  if (words && option != TN_OPT_PLATFORM && option != TN_OPT_LIKE)
    printf(" -x -a '%s'", words);
  else if (o->argument)
    printf(" -r -a '%s'", words ? words : "");
  fputs(" -d '", stdout);
  g_autofree char *help = tn_option_help(o, NULL, false);
  print_quoted(help);
  puts("'");
}

static void print_fish(void)
{
  for (const struct tn_command *c = tn_commands; c->summary; c++) {
    if (!strchr(c->name, ' ')) {
      printf("complete -c turnstile -n __fish_use_subcommand -f -a %s -d '", c->name);
      print_quoted(c->summary);
      puts("'");
    }
    for (int i = 0; i < TN_N_OPTIONS; i++)
      if (tn_option_is_of((enum tn_option)i, c->options))
        print_fish_option(c, i);
    g_autofree char *words = followers_of(c);
    if (*words && !strchr(c->name, ' '))
      printf("complete -c turnstile -n '__fish_seen_subcommand_from %s' -a '%s'\n", c->name, words);
  }
}

void tn_completion_print(const char *shell)
{
  if (strcmp(shell, "zsh") == 0)
    puts("#compdef turnstile");
  printf("# Made by turnstile help --completion %s; version " TN_VERSION "\n", shell);
  if (strcmp(shell, "fish") == 0) {
    print_fish();
    return;
  }
  print_shared();
  fputs(strcmp(shell, "bash") == 0 ? bash_part : zsh_part, stdout);
}
