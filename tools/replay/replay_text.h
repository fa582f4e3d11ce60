/* Results of a replay: tables for people, rows for programs. */
#ifndef TN_TOOLS_REPLAY_REPLAY_TEXT_H
#define TN_TOOLS_REPLAY_REPLAY_TEXT_H

#include "document/document.h"
#include "plan/variants.h"

struct tn_replay_report {
  const struct tn_replay *replay;
  const GPtrArray *variants;                  /* struct tn_assignment, the reference first */
  const struct tn_program_times *measured;    /* NULL if the program was not measured */
  const struct tn_program_times *free;        /* times of a program with collectives of no time
                                               * (tn_replay_free) */
  const struct tn_library_rows *library_rows; /* algorithms of the last variant; NULL: all */
  const double *gains;                        /* as in tn_replay_job; NULL: not tuned */
  double even_gain;                           /* as in tn_replay_job */
  const GPtrArray *finalists;                 /* struct tn_row, as in tn_replay_job */
  const GPtrArray *notes;                     /* char *: information that the trace lacks */
  const char *about;                          /* conditions, for the heading */
};

void tn_replay_write(struct tn_document *d, const struct tn_replay_report *report);
/* Write commands that measure the largest gains, the reference's and the new choice; and the rules
 * for a variant of a library's algorithms (recommended.c). */
void tn_replay_write_measurements(struct tn_document *d, const struct tn_replay_report *report);
void tn_replay_write_settings(struct tn_document *d, const struct tn_replay_report *report);
/* Returns a time with three digits: "12.3 s", "4.56 ms". Transfer full. */
char *tn_replay_time(double seconds);
/* Writes by how much the last variant's algorithms lead, where they gain. */
void tn_replay_write_leads(struct tn_document *d, const struct tn_replay_report *report);

#endif
