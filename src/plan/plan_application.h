/* The skeleton of an application as a scenario's group [application] says it. */
#ifndef TN_PLAN_PLAN_APPLICATION_H
#define TN_PLAN_PLAN_APPLICATION_H

#include "options.h"
#include "program/program.h"

/* Whether the settings describe one. */
bool tn_application_is_said(const struct tn_options *s);

/* The program of n_ranks ranks called `name`. Transfer full; NULL and *error (usage). */
struct tn_program *tn_application_read(const struct tn_options *s, const char *name, int n_ranks,
                                       GError **error);

#endif
