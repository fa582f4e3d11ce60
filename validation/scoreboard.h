/* Judgements of the papers' claims as text for people, as CSV and JSON for programs, and as a
 * document. */
#ifndef TN_VALIDATION_SCOREBOARD_H
#define TN_VALIDATION_SCOREBOARD_H

#include <stdio.h>

#include "claims.h"

/* What is written. */
struct tn_scoreboard {
  const GPtrArray *judgements; /* struct tn_judgement */
  char *const *sets;           /* "pin_time=0.2us", what was set on every platform; ends at NULL */
  bool moved;                  /* whether parameters were moved by their errors */
  const char *recalled;        /* when those were last that are undecided by them; NULL: none is */
};

/* Writes judgements in one of tn_scoreboard_formats. False and *error: a platform that "markdown"
 * looks at is not there. */
bool tn_scoreboard_write(FILE *file, const struct tn_scoreboard *board, int format, GError **error);
extern const char *const tn_scoreboard_formats[]; /* NULL-terminated */

/* The format "markdown": docs/evidence/validation.md. */
bool tn_scoreboard_markdown(FILE *file, const struct tn_scoreboard *board, GError **error);
/* "not the stock model: pin_time=0.2us"; "" with nothing set. Transfer full. */
char *tn_scoreboard_model(const struct tn_scoreboard *board);
/* "direction right at 3 of 4 points; ...": what the predicted rows come to. Transfer full. */
char *tn_scoreboard_line(const GPtrArray *judgements);
/* "3 of 4, factor 1.25; mostly copy; repeats C062"; "" where there is nothing to say. Transfer full. */
char *tn_scoreboard_degree(const struct tn_judgement *f);
/* "1.25"; "-" for 0. Transfer full. */
char *tn_scoreboard_factor(double factor);
/* Its section on where gamma comes from. */
bool tn_gamma_section(FILE *file, GError **error);

#endif
