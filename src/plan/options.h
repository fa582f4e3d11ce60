/* The options of all commands: one constant table, from which the parser, the scenario reader, the help, the
 * completion and the man page come, and the values that they have, read once. */
#ifndef TN_PLAN_OPTIONS_H
#define TN_PLAN_OPTIONS_H

#include <glib.h>
#include <stdbool.h>

#include "base/names.h"
#include "study/usage.h"

/* In the order of the help, whose headings (help.c) stand before the first of a group. */
enum tn_option {
#define TN_OPTION(id, ...) TN_OPT_##id,
#include "options.def"
  TN_N_OPTIONS
};

enum tn_option_kind {
  TN_OPTION_FLAG,    /* "yes" when given; yes or no in a scenario */
  TN_OPTION_PAIR,    /* name=value, may be repeated */
  TN_OPTION_LIST,    /* may be repeated: joined by ";", as a scenario writes them */
  TN_OPTION_TEXT,    /* the last one given counts, as with all that follow */
  TN_OPTION_COUNT,   /* a whole number from `least` to `most`; least - 1: not given */
  TN_OPTION_TIME,    /* seconds; 0: not given */
  TN_OPTION_SIZE,    /* bytes */
  TN_OPTION_PERCENT, /* 15% is 0.15; INFINITY: not given */
  TN_OPTION_NAME,    /* the number of one of `names` */
  TN_OPTION_JUST     /* TN_JUST of the number of one of `names`; 0: not given */
};

/* Bounds of counts that others keep to, too: lines of a picture, iterations of an application. */
enum { TN_MOST_LINES = 60, TN_MOST_ITERATIONS = 10000000 };

/* Commands that take an option; or-ed in tn_option_info.commands, and by a command that takes the
 * options of another too. sweep takes those of run. */
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
  TN_CMD_ALONE = 1 << 19, /* run, and not who has its options */
  TN_CMD_REPORT = 1 << 20,
  TN_CMD_DIFF = 1 << 23,
  TN_CMD_EXPLAIN = 1 << 25,
  TN_CMD_IMPORT = 1 << 26, /* beside TN_CMD_SHOW */
  TN_CMD_LIST = 1 << 27,
  TN_CMD_HELP = 1 << 28,
};

/* A part of an option's help, of one command or of all (NULL). */
struct tn_help_clause {
  const char *command;
  bool is_default; /* the text names the default; NULL: none is shown */
  const char *text;
};

struct tn_option_info {
  const char *name;        /* without the two dashes */
  const char *letter;      /* "p" for -p; may be NULL */
  const char *alias;       /* as typed, e.g. "-np"; may be NULL */
  const char *group, *key; /* in a scenario; NULL when it has no place there */
  size_t offset;           /* of its field in struct tn_options */
  enum tn_option_kind kind;
  int least, most;          /* of a count */
  const char *const *names; /* of a name, or of a text that lists some; NULL-terminated */
  const char *argument;     /* what help calls the value; NULL for flags */
  const char *preset;       /* the default as text; NULL when there is none */
  unsigned commands;
  const char *help; /* NULL: each command has its clause */
  struct tn_help_clause clauses[7];
};
extern const struct tn_option_info tn_option_table[TN_N_OPTIONS];

/* Whether help and completion show the option with a command that takes the options of `command`:
 * not where the command takes those of run, and refuses this one with a reason. */
bool tn_option_is_of(enum tn_option o, unsigned command);
/* Returns the help as the command shows it, with the default; NULL: with the clauses of all commands, and
 * their names. Brief: one sentence and the default. Transfer full. */
char *tn_option_help(const struct tn_option_info *o, const char *command, bool is_brief);

/* name=value as the user wrote it, and where. */
struct tn_pair {
  const char *name, *value, *where;
};

/* What was given, or the defaults, as values: a field of its type for each option. A text is NULL where it
 * was not given. A command may fill fields for another one with texts that live as long. */
struct tn_options {
  unsigned command; /* that it was given to, TN_CMD_RUN, ...; 0: none */
#define TN_OPTION(id, field, name, letter, alias, group, key, kind, ...) TN_TYPE_##kind field;
#define TN_TYPE_FLAG bool
#define TN_TYPE_PAIR GPtrArray * /* struct tn_pair; names are unique, the later one counts */
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
  const char *value[TN_N_OPTIONS]; /* as it was given; NULL: not given */
  const char *where[TN_N_OPTIONS]; /* "--size" or "x.ini: [collective] size" */
  GPtrArray *rows;    /* char *: names of ROWS files or traces, where a command has them */
  GPtrArray *kept;    /* texts and pairs that live as long as the options */
  char *const *words; /* that it was read from, up to NULL; borrowed. NULL: from none */
};

struct tn_options *tn_options_new(void);
void tn_options_free(struct tn_options *s);
/* A copy. Transfer full. */
struct tn_options *tn_options_copy(const struct tn_options *s);
/* Returns a text that lives as long as the options, for a field of them. */
char *tn_options_keep(struct tn_options *s, const char *text);

/* The text of an option, its default when it was not given; NULL when there is none. */
const char *tn_options_text(const struct tn_options *s, enum tn_option o);
/* The same when it says something else than the default, NULL otherwise. */
const char *tn_options_changed(const struct tn_options *s, enum tn_option o);
/* The platform that `word` names, as tn_platform_load takes it, with --nodes. Transfer full. */
char *tn_options_platform(const struct tn_options *s, const char *word);
/* Where it was given; the option's name when it was not. */
const char *tn_options_where(const struct tn_options *s, enum tn_option o);

/* Reads the words after a subcommand. The one word that is no option is a scenario file, which is
 * read first; tune, plot and compare take a word as a scenario when it ends in .ini, else as a
 * ROWS file, replay as a trace; lint takes words as files, export
 * as ROWS. NULL and *error (TN_USAGE_ERROR) on anything unknown
 * or incomplete. */
struct tn_options *tn_options_parse(unsigned command, int n, char *const *words, GError **error);

/* Reads `length` bytes of scenario text; `file` is named in errors. */
bool tn_scenario_read(struct tn_options *s, const char *file, const char *text, size_t length,
                      GError **error);
/* Sets what `text`, GROUP.KEY=VALUE, says, as a scenario line does. `where` is named in errors. */
bool tn_scenario_put(struct tn_options *s, const char *text, const char *where, GError **error);

/* Records the value of one option but TN_OPT_KEY; `text` is name=value for pairs. */
bool tn_options_put(struct tn_options *s, enum tn_option o, const char *text, const char *where,
                    GError **error);
/* The same, but a further value of a list joins the others. */
bool tn_options_add(struct tn_options *s, enum tn_option o, const char *text, const char *where,
                    GError **error);
/* Returns the pair of that name in s->params or s->sets; NULL: none. */
const struct tn_pair *tn_options_pair(const GPtrArray *pairs, const char *name);
/* Adds a pair to s->params or s->sets, in the place of one with its name. */
void tn_options_put_pair(struct tn_options *s, GPtrArray *pairs, const char *name,
                         const char *value, const char *where);

/* named.c: puts our name in place of a library's that --reference names, where the collectives of
 * the settings have one; else leaves it as it is. */
void tn_reference_translate(struct tn_options *s);

/* Names of the parameters of all algorithms (const char *), aliases too; container owned. */
GPtrArray *tn_all_param_names(void);
/* Returns true if some algorithm has the parameter, or some composition the role or its parameter. */
bool tn_names_param(const char *name);

#endif
