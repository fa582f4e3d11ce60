/* Scripts of pictures: whatever rows and options say, gnuplot takes it as text. */
#include <criterion/criterion.h>
#include <gio/gio.h>
#include <string.h>

#include "compare/compare_write.h"
#include "plot/plot.h"
#include "plot/plot_contest.h"
#include "plot/script.h"
#include "rows_text.h"
#include "script_check.h"
#include "tune/contest.h"

#define HEADER                                                                              \
  "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us,lock_us," \
  "copy_us,inter_numa\n"

/* Closes strings of both kinds, asks the shell, ends the line. */
#define HOSTILE "a'\"`touch owned`@b\\\n!touch owned\n%5d'.system('touch owned').'"

static char *doubled(const char *text)
{
  g_auto(GStrv) pieces = g_strsplit(text, "\"", -1);
  return g_strjoinv("\"\"", pieces);
}

/* Rows of which every text is hostile, the name of a parameter among them. */
static GPtrArray *hostile_rows(void)
{
  g_autofree char *text = doubled(HOSTILE);
  GString *csv = g_string_new(HEADER);
  for (int i = 1; i <= 4; i++)
    g_string_append_printf(csv, "\"%s\",\"%s\",4,\"%s\",\"%s%d\",\"%s=%d;throttle=%d\",\"%s%d\","
                           "%d,%d,2,1,3\n", text, text, text, text, i % 2, text, i, i, text, i % 2,
                           1024 * i, i);
  GPtrArray *rows = rows_of(csv->str);
  g_string_free(csv, TRUE);
  return rows;
}

/* What gnuplot makes of a quoted text. Transfer full; NULL where there is no gnuplot. */
static char *printed(const char *quoted)
{
  g_autofree char *program = g_find_program_in_path("gnuplot");
  g_autofree char *script = g_strdup_printf("set print '-'\nprint %s\n", quoted);
  g_autoptr(GSubprocess) gnuplot = NULL;
  char *out = NULL;
  if (!program)
    return NULL;
  gnuplot = g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL,
                             program, "--default-settings", "-", NULL);
  cr_assert(g_subprocess_communicate_utf8(gnuplot, script, NULL, &out, NULL, NULL));
  return out;
}

Test(quoting, keeps_every_byte_that_can_be_text)
{
  char all[256];
  g_autoptr(GString) expected = g_string_new(NULL);
  for (int c = 1; c < 256; c++)
    all[c - 1] = (char)c;
  all[255] = '\0';
  for (int c = 1; c < 128; c++) {
    const char text[] = { c < 32 || c == 127 ? ' ' : (char)c, '\0' };
    g_string_append(expected, c == '\'' ? "\u2019" : text);
  }
  g_autofree char *quoted = tn_script_quoted(all);
  cr_assert(g_utf8_validate(quoted, -1, NULL));
  cr_assert_eq(quoted[0], '\'');
  cr_assert(g_str_has_prefix(quoted + 1, expected->str), "%s", quoted);
  cr_assert_eq(strchr(quoted + 1, '\'') - quoted, (long)strlen(quoted) - 1);
  g_autofree char *got = printed(quoted);
  cr_assert(!got || g_str_has_prefix(got, expected->str), "gnuplot printed %s", got);
}

Test(quoting, leaves_nothing_for_the_shell)
{
  static const char *const texts[] = { HOSTILE, "'", "''", "\\", "\\'", "`ls`", "@a", "\n", "" };
  for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *quoted = tn_script_quoted(texts[i]);
    g_autofree char *line = g_strconcat("set title ", quoted, NULL);
    cr_assert(script_is_harmless(line), "%s", line);
    g_autoptr(GString) expected = g_string_new(texts[i]);
    g_string_replace(expected, "'", "\u2019", 0);
    g_string_replace(expected, "\n", " ", 0);
    g_autofree char *got = printed(quoted);
    cr_assert(!got || g_str_has_prefix(got, expected->str), "%s for %s", got, expected->str);
  }
}

Test(quoting, doubles_the_percent_signs_of_labels_on_axes)
{
  g_autoptr(GString) s = g_string_new(NULL);
  tn_script_tic(s, "100%s'", 2);
  cr_assert_str_eq(s->str, "'100%%s\u2019' 2");
}

Test(pictures, of_hostile_rows_are_harmless)
{
  g_autoptr(GPtrArray) rows = hostile_rows();
  static const char *const axes[] = { NULL, "size_bytes", "throttle", HOSTILE, "algorithm" };
  for (int kind = 0; kind < TN_N_PLOT_KINDS; kind++) {
    for (size_t x = 0; x < G_N_ELEMENTS(axes); x++) {
      for (size_t by = 0; by < G_N_ELEMENTS(axes); by++) {
        const struct tn_picture picture = { .kind = (enum tn_plot_kind)kind, .x = axes[x],
                                            .by = axes[by] };
        g_autoptr(GError) error = NULL;
        g_autofree char *script = tn_plot_script(&picture, rows, &error);
        cr_assert(script || error);
        cr_assert(!script || script_is_harmless(script), "%s", script);
      }
    }
  }
}

Test(pictures, name_columns_or_parameters_along_their_axes)
{
  g_autoptr(GPtrArray) rows = hostile_rows();
  static const char *const wrong[] = { HOSTILE, "throtle", "", "a'b" };
  for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
    const struct tn_picture picture = { .kind = TN_PLOT_RELATIVE, .x = wrong[i] };
    g_autoptr(GError) error = NULL;
    cr_assert_null(tn_plot_script(&picture, rows, &error));
    cr_assert(g_str_has_prefix(error->message, "--x: the rows have no column or parameter"));
  }
}

Test(pictures, of_hostile_contests_are_harmless)
{
  g_autoptr(GPtrArray) rows = hostile_rows();
  g_autoptr(GPtrArray) contests = tn_contests_new(rows, "avg_us");
  g_autoptr(GError) error = NULL;
  g_autofree char *script = tn_plot_contests(contests, false, &error);
  cr_assert_not_null(script, "%s", error ? error->message : "");
  cr_assert(g_str_has_prefix(script, "set terminal"));
  cr_assert(script_is_harmless(script), "%s", script);
}

/* Sizes that no memory has are drawn all the same. */
Test(pictures, have_labels_for_any_size)
{
  g_autoptr(GString) s = g_string_new(NULL);
  tn_plot_size_tics(s, 0.001, 1e300);
  cr_assert(script_is_harmless(s->str), "%s", s->str);
  cr_assert_not_null(strstr(s->str, "'1' 1"), "%s", s->str);
}
