#include "platform/quantity.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <string.h>

TestSuite(quantity);

static void check_refused(bool accepted, const char *text, const char *example, GError **error)
{
  cr_assert(!accepted, "\"%s\" was accepted", text);
  cr_assert_not_null(*error);
  const char *message = (*error)->message;
  cr_assert(strstr(message, text) && strstr(message, example), "%s", message);
  g_clear_error(error);
}

Test(quantity, sizes)
{
  static const struct {
    const char *text;
    size_t bytes;
  } good[] = { { "0", 0 },     { "64K", 65536 },  { "64KB", 65536 },     { "64KiB", 65536 },
               { "3B", 3 },    { "4M", 4194304 }, { "2G", 2147483648u }, { "5000", 5000 },
               { "4k", 4096 }, { "1m", 1048576 } };
  static const char *const bad[] = { "",
                                     "K",
                                     "16X",
                                     "-1",
                                     "1.5K",
                                     " 1",
                                     "1 ",
                                     "0x10",
                                     "1kb",
                                     "99999999999999999999",
                                     "99999999999999999G",
                                     "1Ki" };
  for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
    size_t bytes = 1;
    cr_assert(tn_parse_size(good[i].text, &bytes, NULL));
    cr_assert_eq(bytes, good[i].bytes);
  }
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
    size_t bytes;
    GError *error = NULL;
    check_refused(tn_parse_size(bad[i], &bytes, &error), bad[i], "16K", &error);
  }
}

/* Two digits of the error as usual in metrology; computed by hand. */
Test(quantity, times_have_the_digits_that_their_error_allows)
{
  static const struct {
    double us, error;
    const char *text;
  } cases[] = { { 399.55, 0, "399.55" },   { 399.55, 0.4, "399.55" }, { 399.56, 4, "399.6" },
                { 399.55, 40, "400" },     { 399.55, 120, "400" },    { 12483.11, 1248, "12500" },
                { 35000, 35000, "35000" }, { 0.4, 0.2, "0.40" },      { 21, 2600, "0" } };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = tn_format_us(1e-6 * cases[i].us, 1e-6 * cases[i].error);
    cr_expect_str_eq(text, cases[i].text);
  }
}

Test(quantity, times_and_rates_are_exact)
{
  double value;
  cr_assert(tn_parse_time("1.43us", &value, NULL) && value == 1.43e-6);
  cr_assert(tn_parse_time("90ns", &value, NULL) && value == 90e-9);
  cr_assert(tn_parse_time("10ms", &value, NULL) && value == 10e-3);
  cr_assert(tn_parse_time("2s", &value, NULL) && value == 2);
  cr_assert(tn_parse_time("5min", &value, NULL) && value == 300);
  cr_assert(tn_parse_time("1.5h", &value, NULL) && value == 5400);
  cr_assert(tn_parse_time("0", &value, NULL) && value == 0);
  cr_assert(tn_parse_rate("13.2GB/s", &value, NULL) && value == 13.2e9);
  cr_assert(tn_parse_rate("7kB/s", &value, NULL) && value == 7e3);
  static const char *const bad[] = { "",     "1",    "us",     "-1us", "1.us",  ".5us",
                                     "infs", "nans", "1e999s", "5m",   "1e308h" };
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
    GError *error = NULL;
    check_refused(tn_parse_time(bad[i], &value, &error), bad[i], "1.43us", &error);
  }
  cr_assert(!tn_parse_rate("0GB/s", &value, NULL));
  cr_assert(!tn_parse_rate("13.2", &value, NULL));
  cr_assert(!tn_parse_number("nan", &value, NULL));
  cr_assert(tn_parse_number("-0.25", &value, NULL) && value == -0.25);
}

static void check_ints(const char *text, const int64_t *wanted, guint n)
{
  GArray *values = NULL;
  cr_assert(tn_parse_ints(text, 1, 100, 8, &values, NULL), "%s", text);
  cr_assert_eq(values->len, n, "%s", text);
  for (guint i = 0; i < n; i++)
    cr_assert_eq(g_array_index(values, int64_t, i), wanted[i], "%s", text);
  g_array_unref(values);
}

Test(quantity, lists_of_ints)
{
  check_ints("1,4..6", (int64_t[]){ 1, 4, 5, 6 }, 4);
  check_ints("10..30:5", (int64_t[]){ 10, 15, 20, 25, 30 }, 5);
  check_ints("6..p-1,p", (int64_t[]){ 6, 7, 8 }, 3);
  static const char *const bad[] = {
    "", "1,", "8..1", "0", "101", "1..", "1..5:0", "p-2", "1...3"
  };
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
    GArray *values = NULL;
    cr_assert(!tn_parse_ints(bad[i], 1, 100, 8, &values, NULL), "%s", bad[i]);
    cr_assert_null(values);
  }
  GArray *values = NULL;
  cr_assert(!tn_parse_ints("p-1", 1, 100, 0, &values, NULL));
  cr_assert(!tn_parse_ints("1..1000001", INT64_MIN, INT64_MAX, 0, &values, NULL));
}

Test(quantity, lists_of_sizes)
{
  static const char *const same[] = { "1K..4K,5000", "1K:4K,5000" };
  for (size_t i = 0; i < G_N_ELEMENTS(same); i++) {
    GArray *values = NULL;
    cr_assert(tn_parse_sizes(same[i], &values, NULL));
    cr_assert_eq(values->len, 4);
    cr_assert_eq(g_array_index(values, size_t, 2), 4096);
    cr_assert_eq(g_array_index(values, size_t, 3), 5000);
    g_array_unref(values);
  }
  GArray *values = NULL;
  cr_assert(!tn_parse_sizes("0..4K", &values, NULL));
  cr_assert(!tn_parse_sizes("4K..1K", &values, NULL));
}

Test(quantity, nearest)
{
  static const char *const words[] = { "scatter", "gather", "bcast", NULL };
  cr_assert_str_eq(tn_nearest("scater", words), "scatter");
  cr_assert_str_eq(tn_nearest("bcst", words), "bcast");
  cr_assert_null(tn_nearest("allreduce", words));
}

Test(quantity, formats_are_read_back)
{
  static const size_t sizes[] = { 0, 1, 1023, 1024, 65536, 5000, 1 << 20, SIZE_MAX };
  static const double times[] = { 0, 90e-9, 1.43e-6, 10e-3, 2, 0.1 / 3, 1e-15, 999.9e-9 };
  static const double rates[] = { 1, 13.2e9, 3.29e9, 62e9, 1e10 / 3, 5e14, 999e3 };
  for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
    g_autofree char *text = tn_format_size(sizes[i]);
    size_t back;
    cr_assert(tn_parse_size(text, &back, NULL) && back == sizes[i], "%s", text);
  }
  for (size_t i = 0; i < G_N_ELEMENTS(times); i++) {
    g_autofree char *text = tn_format_time(times[i]);
    double back;
    cr_assert(tn_parse_time(text, &back, NULL) && back == times[i], "%s", text);
  }
  for (size_t i = 0; i < G_N_ELEMENTS(rates); i++) {
    g_autofree char *text = tn_format_rate(rates[i]);
    double back;
    cr_assert(tn_parse_rate(text, &back, NULL) && back == rates[i], "%s", text);
  }
  g_autofree char *rate = tn_format_rate(13.2e9);
  cr_assert_str_eq(rate, "13.2GB/s");
}

/* A locale with decimal commas is made here, since few machines have one. */
Test(quantity, digits_are_kept_whatever_the_locale)
{
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *make = g_strdup_printf("localedef -f UTF-8 -i de_DE %s/de_DE.UTF-8", folder);
  g_autofree char *drop = g_strdup_printf("rm -r %s", folder);
  g_autofree char *parsed = NULL, *complaints = NULL;
  int status = 1;
  g_setenv("LOCPATH", folder, true);
  const bool is_made = g_spawn_command_line_sync(make, &parsed, &complaints, &status, NULL) &&
                       status == 0 && setlocale(LC_ALL, "de_DE.UTF-8");
  g_spawn_command_line_sync(drop, NULL, NULL, NULL, NULL);
  if (!is_made)
    cr_skip_test("localedef cannot make de_DE.UTF-8 here");
  cr_assert_float_eq(tn_in_digits(1.2345e-7, 3), 1.23e-7, 1e-15);
  cr_assert_float_eq(tn_in_digits(98765.4, 2), 99000, 1e-6);
}
