/* Judgements of the papers' claims as text for people, as CSV and JSON for programs, and as a
 * document. */
#ifndef TN_TOOLS_SCOREBOARD_H
#define TN_TOOLS_SCOREBOARD_H

#include <stdio.h>

#include "claims/claims.h"

/* Writes judgements (struct tn_judgement) in one of tn_scoreboard_formats. False and *error: a
 * platform that "markdown" looks at is not there. */
bool tn_scoreboard_write(FILE *file, const GPtrArray *judgements, int format, GError **error);
extern const char *const tn_scoreboard_formats[]; /* NULL-terminated */

/* The format "markdown": docs/validation.md. */
bool tn_scoreboard_markdown(FILE *file, const GPtrArray *judgements, GError **error);
/* Its section on where gamma comes from. */
bool tn_gamma_section(FILE *file, GError **error);

#endif
