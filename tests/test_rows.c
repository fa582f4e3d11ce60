/* Typed rows: written values equal the values read, and only valid values are accepted. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "rows_text.h"

#define HEADER "platform,kernel,ranks,collective,algorithm,params,size_bytes,avg_us,in_place\n"
#define ROW(algorithm, size, avg) "knl,paper,64,scatter," algorithm ",," size "," avg ",no\n"

static void refuse(const char *text, const char *message)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autoptr(GError) error = NULL;
  cr_assert_not(tn_rows_parse(rows, "x.csv", text, strlen(text), &error), "accepted: %s", message);
  cr_assert_str_eq(error->message, message);
}

/* A time keeps six digits, ties to even as in printf; a row made of seconds equals the row of its text. */
Test(rows, keep_the_printed_digits)
{
  guint64 random = 1;
  const double some[] = { 0, 0.0000005, 0.0000015, 0.0000025, 12.5, 1e8, 99999999.9999995, 1e12 };
  for (size_t i = 0; i < 200000 + G_N_ELEMENTS(some); i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const double us =
        i < G_N_ELEMENTS(some) ? some[i] : ldexp((double)(random >> 24), (int)(i % 40) - 53);
    g_autofree char *text = g_strdup_printf("%.6f", us);
    const double seconds = tn_row_seconds(us), read = tn_row_seconds(g_ascii_strtod(text, NULL));
    g_autofree char *again = g_strdup_printf("%.6f", tn_row_microseconds(seconds));
    if (us < 9e9) {
      cr_assert_str_eq(again, text);
      cr_assert_float_eq(seconds, read, 0, "%s", text);
      cr_assert_float_eq(tn_row_microseconds(read), g_ascii_strtod(text, NULL), 0, "%s", text);
    }
  }
  cr_assert(isnan(tn_row_seconds(NAN)));
  cr_assert(isnan(tn_row_microseconds(NAN)));
}

Test(rows, are_written_as_they_were_read)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("a", "4096", "12.345678") ROW("b", "1e3", "1.5"));
  g_autofree char *once = tn_rows_csv(rows);
  g_autoptr(GPtrArray) again = rows_of(once);
  g_autofree char *twice = tn_rows_csv(again);
  cr_assert_str_eq(once, twice);
  cr_assert(strstr(once, ",1000,1.500000,"), "%s", once);
  for (guint i = 0; i < rows->len; i++)
    for (int c = 0; c < tn_row_n_columns; c++)
      cr_assert(tn_row_same(rows->pdata[i], again->pdata[i], c), "%s", tn_row_columns[c].name);
}

Test(rows, a_header_is_not_read_without_end)
{
  g_autofree char *commas = g_strnfill(20 << 20, ',');
  refuse(commas, "x.csv:1: more than 65536 fields");
}

/* A text from a store may be cut: the sanitizer detects reads behind its end. */
Test(rows, a_text_that_is_cut_is_no_name)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *cut = g_strdup("aaaaa\xfd");
  struct tn_row *row = tn_row_new();
  cr_assert_not(tn_row_set(row, tn_row_column("platform"), cut, &error));
  cr_assert_str_eq(error->message, "platform: \"aaaaa\\375\" is not UTF-8 text");
  tn_row_free(row);
}

Test(rows, copies_own_their_names)
{
  struct tn_row *row = tn_row_new();
  tn_row_name(&row->kernel, "linux-6");
  struct tn_row *copy = tn_row_copy(row);
  tn_row_name(&row->kernel, "paper");
  cr_assert_str_eq(copy->kernel, "linux-6");
  cr_assert_not(tn_row_context_equal(row, copy));
  tn_row_name(&row->kernel, "linux-6");
  cr_assert(tn_row_context_equal(row, copy));
  cr_assert_eq(tn_row_context_hash(row), tn_row_context_hash(copy));
  tn_row_free(row);
  cr_assert_str_eq(copy->kernel, "linux-6");
  tn_row_free(copy);
}

/* Such a size led to an access beyond an array in plot, and to "64K..0" in tune. */
Test(rows, refuse_what_is_no_value)
{
  refuse(HEADER ROW("a", "1e300", "1"), "x.csv:2: size_bytes: \"1e300\" is not a whole number (try "
                                        "64)");
  refuse(HEADER ROW("a", "18446744073709551615", "1"),
         "x.csv:2: size_bytes: \"18446744073709551615\" is not a whole number (try 64)");
  refuse(HEADER ROW("a", "0.5", "1"),
         "x.csv:2: size_bytes: \"0.5\" is not a whole number (try 64)");
  refuse(HEADER ROW("a", "-1", "1"), "x.csv:2: size_bytes: \"-1\" is not a whole number (try 64)");
  refuse(HEADER ROW("a", "64", "-1"), "x.csv:2: avg_us: \"-1\" is not a number (try 12.5)");
  refuse(HEADER ROW("a\x1b[2J", "64", "1"), "x.csv:2: algorithm: \"a\\033[2J\" is not a name (it "
                                            "has control characters)");
  refuse(HEADER ROW("\"a\nb\"", "64", "1"), "x.csv:2: algorithm: \"a\\nb\" is not a name (it has "
                                            "control characters)");
  refuse(HEADER "knl,paper,64,scatter,a,,64,1,maybe\n",
         "x.csv:2: in_place: \"maybe\" is not yes or "
         "no");
  refuse("source,platform,kernel,ranks,collective,algorithm,params,size_bytes,avg_us\n"
         "osu,knl,paper,64,scatter,a,,64,1\n",
         "x.csv:2: source: \"osu\" is not sim, model, measured or imported");
}

Test(rows, may_be_repeated_when_alike)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("a", "64", "1") ROW("b", "64", "2")
                                          ROW("a", "64", "1.000000") ROW("a", "128", "1"));
  g_autoptr(GError) error = NULL;
  cr_assert(tn_rows_unique(rows, &error));
  cr_assert_eq(rows->len, 3);
  cr_assert_eq(((const struct tn_row *)rows->pdata[2])->size, 128);

  g_autoptr(GPtrArray) others =
      rows_of(HEADER ROW("a", "64", "1") ROW("b", "64", "2") ROW("a", "64", "1.5"));
  cr_assert_not(tn_rows_unique(others, &error));
  cr_assert_str_eq(error->message, "x.csv:4: a of 64 bytes occurs twice and differs from x.csv:2 "
                                   "in avg_us (\"1.500000\", \"1.000000\"; equal rows may "
                                   "be repeated)");
}

/* Rows from before the column `transport` have it among the overrides. */
Test(rows, have_the_transport_of_those_of_before)
{
  g_autoptr(GPtrArray) rows =
      rows_of("platform,kernel,ranks,collective,algorithm,params,size_bytes,avg_us,overrides,"
              "transport\nknl,paper,64,bcast,a,,64,1,alpha=1us;transport=ompi-ob1;type=int32,\n"
              "knl,paper,64,bcast,a,,64,1,alpha=1us,ompi-ucx\n");
  const struct tn_row *old = rows->pdata[0], *new = rows->pdata[1];
  cr_assert_str_eq(old->transport, "ompi-ob1");
  cr_assert_str_eq(old->overrides->text, "alpha=1us;type=int32");
  cr_assert_str_eq(new->transport, "ompi-ucx");
}
