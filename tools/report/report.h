/* Rows as one page of HTML that needs nothing else: no network, no script. It is well-formed XML,
 * too, and the same bytes for the same rows. */
#ifndef TN_TOOLS_REPORT_H
#define TN_TOOLS_REPORT_H

#include "chapters.h"
#include "perturb/trials.h"
#include "platform/platform.h"
#include "rules/rules.h"

/* A platform that rows may name. */
struct tn_report_platform {
  char *spec;                   /* by which a command finds it, owned */
  struct tn_platform *platform; /* owned */
};

struct tn_report {
  const GPtrArray *rows;  /* const struct tn_row *; none is fine, too */
  const GPtrArray *files; /* const char *: where they were read, for people */
  GPtrArray *platforms;   /* struct tn_report_platform, of tn_report_platforms() */
  enum tn_objective objective;
  const struct tn_rules *rules; /* for a library, made of the rows; NULL: none */
  tn_study_runner *run; /* what simulates for that; false ends the page. NULL where none is */
  int jobs;             /* worker processes, as in tn_conditions */
};

/* Those of the platforms' path that the rows name, after those of the list `specs` ("a,b.xml";
 * NULL: none), which go before them. Transfer full. NULL and *error when one of `specs` cannot be
 * loaded, or no row is of it. */
GPtrArray *tn_report_platforms(const GPtrArray *rows, const char *specs, GError **error);

/* The platform of this name, or NULL: not known. */
const struct tn_report_platform *tn_report_platform(const struct tn_report *report,
                                                    const char *name);

/* What is known of the error of a prediction of the row's collective on its platform; NULL: nothing, or it is
 * measured. */
const char *tn_report_known_error(const struct tn_report *report, const struct tn_row *row);

/* The page. Transfer full. NULL and *error: usage as tn_tune, or interrupted. */
char *tn_report_page(const struct tn_report *report, GError **error);

#endif
