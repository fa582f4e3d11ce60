/* Rows from CSV text. Included by one file of a suite. */
#ifndef TN_TESTS_ROWS_TEXT_H
#define TN_TESTS_ROWS_TEXT_H

#include <criterion/criterion.h>
#include <string.h>

#include "study/rows.h"

/* Parses the text. Freed like tn_rows_new; transfer full. */
static GPtrArray *rows_of(const char *text)
{
  GPtrArray *rows = tn_rows_new();
  GError *error = NULL;
  cr_assert(tn_rows_parse(rows, "x.csv", text, strlen(text), &error), "%s",
            error ? error->message : "");
  return rows;
}

#endif
