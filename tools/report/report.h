/* Writes rows as one self-contained page of HTML without scripts and without network access. The
 * page is also well-formed XML. Equal rows give equal bytes. */
#ifndef TN_TOOLS_REPORT_H
#define TN_TOOLS_REPORT_H

#include "chapters.h"
#include "perturb/trials.h"
#include "platform/platform.h"
#include "rules/rules.h"

/* A platform that the rows name. */
struct tn_report_platform {
  char *spec;                   /* name or file by which commands find the platform, owned */
  struct tn_platform *platform; /* owned */
};

struct tn_report {
  const GPtrArray *rows;  /* const struct tn_row *; may be empty */
  const GPtrArray *files; /* const char *: names of the input files, for people */
  GPtrArray *platforms;   /* struct tn_report_platform, from tn_report_platforms() */
  enum tn_objective objective;
  const struct tn_rules *rules; /* rules for a library, made from the rows; may be NULL */
  tn_study_runner *run; /* runs the simulations of the sensitivity section; if it returns false, the
                         * page is not written. NULL omits the section */
  int jobs;             /* number of worker processes, as in tn_conditions */
};

/* Returns the platforms of the list `specs` ("a,b.xml"; may be NULL), then those platforms on the
 * platforms' path that the rows name. Transfer full. Returns NULL and *error if one of `specs`
 * cannot be loaded or no row names it. */
GPtrArray *tn_report_platforms(const GPtrArray *rows, const char *specs, GError **error);

/* Returns the platform with this name, NULL if it is unknown. */
const struct tn_report_platform *tn_report_platform(const struct tn_report *report,
                                                    const char *name);

/* Returns a text with the known prediction error of the row's collective on its platform; NULL if
 * the error is unknown, or if the row is measured. */
const char *tn_report_known_error(const struct tn_report *report, const struct tn_row *row);

/* Returns the page. Transfer full. Returns NULL and *error after wrong usage (as tn_tune) or an
 * interruption. */
char *tn_report_page(const struct tn_report *report, GError **error);

#endif
