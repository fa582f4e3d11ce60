/* Writes rows as one self-contained HTML page without scripts and network, also well-formed XML.
 * Equal rows give equal bytes. */
#ifndef TN_TOOLS_REPORT_H
#define TN_TOOLS_REPORT_H

#include "chapters.h"
#include "perturb/trials.h"
#include "platform/platform.h"
#include "rules/rules.h"

/* A platform of the rows. */
struct tn_report_platform {
  char *spec;                   /* name or file for commands, owned */
  struct tn_platform *platform; /* owned */
};

struct tn_report {
  const GPtrArray *rows;  /* const struct tn_row *; may be empty */
  const GPtrArray *files; /* const char *: names of the input files, for people */
  GPtrArray *platforms;   /* struct tn_report_platform, of tn_report_platforms() */
  enum tn_objective objective;
  const char *reproducible;     /* what --reproducible names, or NULL */
  const GPtrArray *kept;        /* rows that keep it (tn_bits_rows) */
  const struct tn_rules *rules; /* rules made from the rows; may be NULL */
  bool is_brief;                /* true for one printed sheet (page_brief.c) */
  const char *no_rules;         /* reason for which a brief page has no rules */
  /* char *: what `advise` prints on its expected losses and on what to measure next, for its brief
   * page; else NULL */
  const GPtrArray *advice;
  tn_study_runner *run; /* runs the sensitivity section's simulations; on false no page is written.
                         * NULL omits the section */
  int jobs;             /* worker processes, as in tn_conditions */
};

/* Returns the platforms of `specs` ("a,b.xml"; may be NULL), then those on the path that the rows
 * name. Transfer full. Fails if one of `specs` cannot be loaded or no row names it. */
GPtrArray *tn_report_platforms(const GPtrArray *rows, const char *specs, GError **error);

const struct tn_report_platform *tn_report_platform(const struct tn_report *report,
                                                    const char *name);

/* Returns the known error of the row's collective on its platform; NULL if unknown or the row is
 * measured. */
const char *tn_report_known_error(const struct tn_report *report, const struct tn_row *row);

/* Returns the page. Transfer full. Fails after wrong usage (as tn_tune) or an interruption. */
char *tn_report_page(const struct tn_report *report, GError **error);

#endif
