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
  bool is_tuned;                              /* true if the last variant has the best algorithms */
  const GPtrArray *finalists;                 /* struct tn_row, as in tn_replay_job */
  const GPtrArray *notes;                     /* char *: information that the trace lacks */
  const char *about;                          /* conditions, for the heading */
};

void tn_replay_write(struct tn_document *d, const struct tn_replay_report *report);
/* Returns what the last variant gains in a class by another choice, in seconds without waiting; 0
 * at a tie, where the library's own choice wins. */
double tn_replay_gain(const struct tn_replay_report *report, guint class);
/* Writes by how much the last variant's algorithms lead, where they gain. */
void tn_replay_write_leads(struct tn_document *d, const struct tn_replay_report *report);

#endif
