/* The table and its formats, compared with texts written by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "document/document.h"

static struct tn_table *sample(void)
{
  struct tn_table *t = tn_table_new("name bytes:iB time:dus share:d best");
  tn_table_text(t, "a, \"b\"");
  tn_table_count(t, 65536);
  tn_table_numbers(t, 3, 1.5, 0.125);
  tn_table_answer(t, true);
  tn_table_take(t, g_strdup("<x>|"));
  tn_table_count(t, 512);
  tn_table_numbers(t, 3, NAN, -0.5);
  tn_table_answer(t, false);
  return t;
}

typedef void write_table(FILE *out, struct tn_table *t, const char *layout);

static void csv(FILE *out, struct tn_table *t, const char *layout)
{
  cr_assert_null(layout);
  tn_table_write(out, t, false);
}

static void json(FILE *out, struct tn_table *t, const char *layout)
{
  cr_assert_null(layout);
  tn_table_write(out, t, true);
}

static void expect(write_table *write, struct tn_table *t, const char *layout, const char *wanted)
{
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  write(out, t, layout);
  fclose(out);
  cr_assert_str_eq(text, wanted);
  free(text);
}

Test(table, for_programs)
{
  expect(csv, sample(), NULL,
         "name,bytes,time,share,best\n"
         "\"a, \"\"b\"\"\",65536,1.500,0.125,yes\n"
         "<x>|,512,,-0.500,no\n");
  expect(json, sample(), NULL,
         "[\n"
         "  {\"name\": \"a, \\\"b\\\"\", \"bytes\": 65536, \"time\": 1.500, \"share\": 0.125, "
         "\"best\": \"yes\"},\n"
         "  {\"name\": \"<x>|\", \"bytes\": 512, \"time\": null, \"share\": -0.500, "
         "\"best\": \"no\"}\n"
         "]\n");
  expect(csv, tn_table_new("a b"), NULL, "a,b\n");
  expect(json, tn_table_new("a b"), NULL, "[\n]\n");
}

Test(table, cells_by_type)
{
  struct tn_table *t = sample();
  cr_assert_eq(tn_table_find(t, "time"), 2);
  cr_assert_eq(tn_table_find(t, "none"), -1);
  cr_assert_str_eq(tn_table_unit(t, 1), "B");
  cr_assert_eq(tn_table_cell_count(t, 0, 1), 65536);
  cr_assert_eq(tn_table_cell_number(t, 1, 1), 512.0);
  cr_assert(isnan(tn_table_cell_number(t, 1, 2)));
  tn_table_text(t, NULL);
  tn_table_take(t, g_strdup("7"));
  tn_table_number(t, 0.1, TN_ALL_DIGITS);
  tn_table_number(t, INFINITY, TN_ALL_DIGITS);
  tn_table_text(t, NULL);
  cr_assert_eq(tn_table_n_rows(t), 3);
  cr_assert_eq(tn_table_cell_count(t, 2, 1), 7);
  cr_assert_str_eq(tn_table_cell(t, 2, 2), "0.10000000000000001");
  cr_assert_str_eq(tn_table_cell(t, 2, 3), "inf");
  tn_table_free(t);
}

Test(table, as_text)
{
  expect(tn_table_write_text, sample(),
         "  {=best:yes*} {name:4} {size=bytes:>5size}  {time:>*.1} {off=share:>8+.1 %}",
         "    name  size  time      off\n"
         "  * a, \"b\"   64K   1.5  +12.5 %\n"
         "    <x>|   512     -  -50.0 %\n");
  expect(tn_table_write_text, sample(), "{#0:*}|{share:>4.0%}",
         "name  |share\n"
         "a, \"b\"| 12%\n"
         "<x>|  |-50%\n");
}

Test(table, columns_and_lines_that_are_empty)
{
  static const char layout[] = "{a:3} {b:>*?} {c:2}\n  under {d:wrap}";
  struct tn_table *t = tn_table_of(layout);
  tn_table_texts(t, "1", NULL, "2", NULL);
  tn_table_texts(t, "1", NULL, NULL, "more of it");
  expect(tn_table_write_text, t, layout,
         "a   c\n"
         "1   2\n"
         "1\n"
         "  under more of it\n");
}

Test(table, long_cells)
{
  static const char layout[] = "{name:4} {note:wrap}";
  struct tn_table *t = tn_table_of(layout);
  g_autofree char *most = g_strnfill(90, 'm'), *wanted = NULL;
  tn_table_text(t, "a");
  tn_table_print(t, "%s end here", most);
  wanted = g_strdup_printf("name note\na    %s end\n     here\n", most);
  expect(tn_table_write_text, t, layout, wanted);
}

Test(table, in_markdown)
{
  expect(tn_table_write_markdown, sample(), "{name} {time:.1} {gone=best:yes!} {off=share:.0 %}",
         "| name | time | gone | off |\n"
         "|---|---|---|---|\n"
         "| a, \"b\" | 1.5 | ! | 12 % |\n"
         "| &lt;x>\\| | - |   | -50 % |\n");
}

/* A document with parts of every kind. */
static struct tn_document *sample_document(enum tn_output format)
{
  struct tn_document *d = tn_document_new(format);
  struct tn_table *head = tn_table_new("of n:i");
  tn_table_text(head, "<x>");
  tn_table_count(head, 2);
  tn_document_heading(d, "bcast <x>", "kernel paper");
  tn_document_table(d, sample(), "  {name:*}  {bytes:>6size}");
  tn_document_gap(d);
  tn_document_only(d, TN_FOR_TEXT);
  tn_document_paragraph(d, 4, "  %d %% & more", 5);
  tn_document_members(d, NULL, head);
  tn_document_rows(d, "rows", tn_table_new("a b"));
  return d;
}

static void expect_document(enum tn_output format, const char *wanted)
{
  char *text = tn_document_text(sample_document(format));
  cr_assert_str_eq(text, wanted);
  free(text);
}

Test(document, one_for_all_formats)
{
  expect_document(TN_OUT_TEXT, "bcast <x>; kernel paper\n"
                               "  name     bytes\n"
                               "  a, \"b\"     64K\n"
                               "  <x>|       512\n"
                               "\n"
                               "  5 % & more\n");
  expect_document(TN_OUT_MARKDOWN, "## bcast &lt;x>\n\nkernel paper\n\n"
                                   "| name | bytes |\n|---|---|\n"
                                   "| a, \"b\" | 64K |\n| &lt;x>\\| | 512 |\n");
  expect_document(
      TN_OUT_HTML,
      "<h2>bcast &lt;x&gt;</h2>\n<p>kernel paper</p>\n"
      "<div class=\"scroll\" tabindex=\"0\"><table>\n"
      "<thead><tr><th scope=\"col\" class=\"w\">name</th>"
      "<th scope=\"col\" class=\"n\">bytes</th></tr>\n</thead>\n<tbody>\n"
      "<tr><th scope=\"row\" class=\"w\">a, &quot;b&quot;</th><td class=\"n\">64K</td></tr>\n"
      "<tr><th scope=\"row\" class=\"w\">&lt;x&gt;|</th><td class=\"n\">512</td></tr>\n"
      "</tbody></table></div>\n");
  expect_document(TN_OUT_CSV, "a,b\n");
  expect_document(TN_OUT_JSON, "{\n\"of\": \"<x>\",\n\"n\": 2,\n\"rows\": [\n]\n}\n");
}
