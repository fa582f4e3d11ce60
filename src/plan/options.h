/* Options of all commands: parsed values, and one table for parser, reader of scenarios, help,
 * completion and manual page. */
#ifndef TN_PLAN_OPTIONS_H
#define TN_PLAN_OPTIONS_H

#include <glib.h>
#include <stdbool.h>

#include "base/names.h"
#include "study/usage.h"

/* Options in the order of the help; help.c has the headings. */
enum tn_option {
#define TN_OPTION(id, ...) TN_OPT_##id,
#include "options.def"
  TN_N_OPTIONS
};

enum tn_option_kind {
  /* a flag: no value on the command line; yes or no in a scenario */
  TN_OPTION_FLAG,
  TN_OPTION_PAIR, /* name=value; may be given several times */
  /* list; if given several times, values are joined by ";" as in a scenario */
  TN_OPTION_LIST,
  /* text; if given several times, the last counts, as for all following kinds */
  TN_OPTION_TEXT,
  TN_OPTION_COUNT,   /* whole number from `least` to `most`; least - 1 if not given */
  TN_OPTION_TIME,    /* time in seconds; 0 if not given */
  TN_OPTION_SIZE,    /* a size in bytes */
  TN_OPTION_PERCENT, /* percentage as a fraction: 15% is 0.15; INFINITY if not given */
  TN_OPTION_NAME,    /* name, as its index in `names` */
  TN_OPTION_JUST     /* name, as TN_JUST of its index in `names`; 0 if not given */
};

/* Upper limits that other files also use: number of lines of a plot, number of iterations of an
 * application. */
enum { TN_MAX_LINES = 60, TN_MAX_ITERATIONS = 10000000 };

/* Bits of the commands. tn_option_info.commands has the bits of the commands with the option. A
 * command that takes another command's options has several bits. sweep takes the options of run. */
enum {
  TN_CMD_RUN = 1,
  TN_CMD_CLOSED_FORM = 2, /* run --closed-form */
  TN_CMD_SHOW = 4,
  TN_CMD_TUNE = 8,
  TN_CMD_PLOT = 16,
  TN_CMD_MEASURE = 64,
  TN_CMD_COMPARE = 128,
  TN_CMD_FIT = 256,
  TN_CMD_CALIBRATE = 512,
  TN_CMD_SWEEP = 1024,
  TN_CMD_REPLAY = 2048,
  TN_CMD_TRACE = 4096,
  TN_CMD_LINT = 8192,
  TN_CMD_EXPORT = 16384,
  TN_CMD_DOCTOR = 32768,
  TN_CMD_ADVISE = 1 << 18,
  TN_CMD_ALONE = 1 << 19, /* bit of run itself, without the commands that take its options */
  TN_CMD_REPORT = 1 << 20,
  TN_CMD_DIFF = 1 << 23,
  TN_CMD_EXPLAIN = 1 << 25,
  TN_CMD_IMPORT = 1 << 26, /* bit of platform import, which also has TN_CMD_SHOW */
  TN_CMD_LIST = 1 << 27,
  TN_CMD_HELP = 1 << 28,
};

/* A part of an option's help, for one command or (`command` NULL) for all commands. */
struct tn_help_clause {
  const char *command;
  /* true if `text` states the default in place of `preset`; if `text` is NULL, the help shows no
   * default */
  bool is_default;
  const char *text;
};

struct tn_option_info {
  const char *name;   /* long name without the two dashes */
  const char *letter; /* single letter, "p" for -p; may be NULL */
  const char *alias;  /* another spelling, "-np"; may be NULL */
  /* group and key in a scenario; NULL if scenarios cannot contain the option */
  const char *group, *key;
  size_t offset; /* offset of the field in struct tn_options */
  enum tn_option_kind kind;
  int least, most;          /* smallest and largest whole number that the option accepts */
  const char *const *names; /* accepted words of a name or list; NULL-terminated */
  const char *argument;     /* name of the value in the help, like SIZE; NULL for flags */
  const char *preset;       /* default as text; NULL if there is no default */
  unsigned commands;
  const char *help; /* help of all commands; NULL if each has its own clause */
  struct tn_help_clause clauses[7];
};
extern const struct tn_option_info tn_option_table[TN_N_OPTIONS];

/* Returns true if help and completion of a command (its bits) show the option. Returns false if the
 * command takes the options of run but refuses this option. */
bool tn_option_is_of(enum tn_option o, unsigned command);
/* Returns an option's help with its default. `command` NULL: with the clauses of all commands and
 * their names. is_brief: one sentence and the default. Transfer full. */
char *tn_option_help(const struct tn_option_info *o, const char *command, bool is_brief);

/* A pair name=value, and the place where it was given. */
struct tn_pair {
  const char *name, *value, *where;
};

/* Values of the options, as given or by default. A text is NULL if not given and without default. A
 * command that sets text fields for another one must keep these texts as long as the options. */
struct tn_options {
  unsigned command; /* bit of the command (TN_CMD_RUN, ...); 0 if unset */
#define TN_OPTION(id, field, name, letter, alias, group, key, kind, ...) TN_TYPE_##kind field;
#define TN_TYPE_FLAG bool
#define TN_TYPE_PAIR GPtrArray * /* struct tn_pair, each name once; the last value counts */
#define TN_TYPE_LIST const char *
#define TN_TYPE_TEXT const char *
#define TN_TYPE_WORDS(...) const char *
#define TN_TYPE_COUNT(...) int
#define TN_TYPE_NAME(...) int
#define TN_TYPE_JUST(...) int
#define TN_TYPE_TIME double
#define TN_TYPE_SIZE size_t
#define TN_TYPE_PERCENT double
#include "options.def"
  const char *value[TN_N_OPTIONS]; /* text of an option as given; NULL if not given */
  const char *where[TN_N_OPTIONS]; /* place where each option was given: "--size" or "x.ini:
                                    * [collective] size" */
  GPtrArray *rows;                 /* char *: names of files with rows (ROWS) or traces */
  GPtrArray *kept;
  char *const *words; /* words of the command line, NULL-terminated, borrowed; may be NULL */
};

struct tn_options *tn_options_new(void);
void tn_options_free(struct tn_options *s);
struct tn_options *tn_options_copy(const struct tn_options *s);
/* Copies a text for use in a field; freed with the options. */
char *tn_options_store_text(struct tn_options *s, const char *text);

/* Returns the text given for an option, else its default, which may be NULL. */
const char *tn_options_text(const struct tn_options *s, enum tn_option o);
/* Returns the text of an option if it is not the default, else NULL. */
const char *tn_options_changed(const struct tn_options *s, enum tn_option o);
/* Returns the text by which tn_platform_load loads platform `word` with the number of nodes of
 * --nodes. Transfer full. */
char *tn_options_platform(const struct tn_options *s, const char *word);
/* Returns the place where the option was given, else the option's name. */
const char *tn_options_where(const struct tn_options *s, enum tn_option o);

/* Parses the words after a command's name. One word that is no option may be a scenario, which is
 * read first. Exceptions: for tune, plot and compare only *.ini is a scenario, other words are
 * files of rows; for replay other words are traces; for lint all words are files, for export files
 * of rows. Fails (usage) on anything unknown or incomplete. */
struct tn_options *tn_options_parse(unsigned command, int n, char *const *words, GError **error);

/* Reads a scenario of `length` bytes; errors begin with `file`. */
bool tn_scenario_read(struct tn_options *s, const char *file, const char *text, size_t length,
                      GError **error);
/* Applies GROUP.KEY=VALUE as a scenario does; errors begin with `where`. */
bool tn_scenario_put(struct tn_options *s, const char *text, const char *where, GError **error);

/* Sets one option except TN_OPT_KEY; `text` is name=value for pairs. `where` is for errors. */
bool tn_options_put(struct tn_options *s, enum tn_option o, const char *text, const char *where,
                    GError **error);
/* Sets one option like tn_options_put, but appends further values to a list. */
bool tn_options_add(struct tn_options *s, enum tn_option o, const char *text, const char *where,
                    GError **error);
/* Finds the pair with this name in s->params or s->sets, or returns NULL. */
const struct tn_pair *tn_options_pair(const GPtrArray *pairs, const char *name);
/* Adds a pair to s->params or s->sets, or replaces it. */
void tn_options_put_pair(struct tn_options *s, GPtrArray *pairs, const char *name,
                         const char *value, const char *where);

/* algorithm_names.c: replaces a library's name of an algorithm in --reference by ours, if there is
 * one. */
void tn_reference_translate(struct tn_options *s);

/* Returns the names and aliases (const char *) of the parameters of all algorithms. Transfer
 * container. */
GPtrArray *tn_all_param_names(void);
/* Returns true if `name` is a parameter of an algorithm, a role of a composition, or
 * "ROLE.PARAMETER". */
bool tn_names_param(const char *name);

#endif
