/* Prints the judgements on the papers' claims as text, CSV, JSON or a Markdown document. */
#ifndef TN_VALIDATION_SCOREBOARD_H
#define TN_VALIDATION_SCOREBOARD_H

#include <stdio.h>

#include "claims.h"

struct tn_scoreboard {
  const GPtrArray *judgements; /* struct tn_judgement */
  char *const *sets;           /* overrides for every platform, "pin_time=0.2us"; NULL-terminated */
  /* true if claims were also judged with parameters changed by their errors */
  bool moved;
  /* time of the last run with changed parameters; NULL if that run makes no claim undecided */
  const char *recalled;
};

/* Writes the judgements in format number `format` of tn_scoreboard_formats. Returns false and
 * *error if a platform is missing that the format "markdown" needs. */
bool tn_scoreboard_write(FILE *file, const struct tn_scoreboard *board, int format, GError **error);
extern const char *const tn_scoreboard_formats[];

/* Writes docs/evidence/validation.md. */
bool tn_scoreboard_markdown(FILE *file, const struct tn_scoreboard *board, GError **error);
/* Returns the overrides as text, as in "not the stock model: pin_time=0.2us"; "" without overrides.
 * Transfer full. */
char *tn_scoreboard_model(const struct tn_scoreboard *board);
/* Returns a summary of the predicted claims, as in "direction right at 3 of 4 points; ...".
 * Transfer full. */
char *tn_scoreboard_line(const GPtrArray *judgements);
/* Returns the degree to which a claim holds as text, as in "3 of 4, factor 1.25; mostly copy;
 * repeats C062"; "" if there are no such data. Transfer full. */
char *tn_scoreboard_degree(const struct tn_judgement *f);
/* Returns a factor as text, "1.25"; "-" for 0. Transfer full. */
char *tn_scoreboard_factor(double factor);
/* Writes the section of validation.md on the origin of gamma. */
bool tn_gamma_section(FILE *file, GError **error);

#endif
