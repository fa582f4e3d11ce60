/* Rows from the text of a CSV file. Included by one file of a suite. */
#ifndef TN_TESTS_ROWS_TEXT_H
#define TN_TESTS_ROWS_TEXT_H

#include <criterion/criterion.h>
#include <string.h>

#include "study/rows.h"

/* As tn_rows_new; transfer full. */
static GPtrArray *rows_of(const char *text)
{
  GPtrArray *rows = tn_rows_new();
  GError *error = NULL;
  cr_assert(tn_rows_parse(rows, "x.csv", text, strlen(text), &error), "%s",
            error ? error->message : "");
  return rows;
}

#endif
